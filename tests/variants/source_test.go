// Package variants rewrites emitted CUDA into equivalent functions with other text and other
// PTX.
package variants

import (
	"regexp"
	"slices"
	"strings"
)

// Rewrite is an equivalent rewrite. Apply reports whether it changed anything.
type Rewrite struct {
	Name  string
	Apply func(src string) (string, bool)
}

// Rewrites are all rewrites.
var Rewrites = slices.Concat(layout, lanes, bits, selects, operators, floats, moves, shuffles, networks)

const types = `signed char|unsigned char|unsigned short|unsigned long long|long ` +
	`long|short|int|unsigned|float|double|bool|__half2|__half|__nv_bfloat162|__nv_bfloat16`

var (
	statement = regexp.MustCompile(`^(\s+)((?:(` + types + `) (\w+) =)|(?:\*?\w+ =)|return) (.*);$`)
	comment   = regexp.MustCompile(`\s*//.*$`)
	opening   = regexp.MustCompile(`^(?:\[\[maybe_unused\]\] )?static __device__ __forceinline__ (` + types +
		`) (\w+)\((.*)\)$`)
	word = regexp.MustCompile(`^\w+$`)
)

// stmt is a statement of one line: a declaration, an assignment or a return.
type stmt struct {
	indent string
	left   string // up to and with the =, or return
	typ    string // of a declaration
	name   string // of a declaration
	expr   string
}

func (s stmt) String() string { return s.indent + s.left + " " + s.expr + ";" }

// with is s with another right side.
func (s stmt) with(expr string) string {
	s.expr = expr
	return s.String()
}

func parsed(line string) (stmt, bool) {
	m := statement.FindStringSubmatch(line)
	if m == nil {
		return stmt{}, false
	}
	return stmt{m[1], m[2], m[3], m[4], m[5]}, true
}

// lines removes comments and rewrites line by line. The header line stays.
func lines(src string, f func(line string) string) (string, bool) {
	all := strings.Split(src, "\n")
	changed := false
	out := all[:1:1]
	for _, l := range all[1:] {
		if l = comment.ReplaceAllString(l, ""); strings.TrimSpace(l) == "" {
			continue
		}
		was := l
		if !strings.HasPrefix(l, "#") {
			l = f(l)
		}
		changed = changed || l != was
		out = append(out, l)
	}
	return strings.Join(out, "\n") + "\n", changed
}

// statements rewrites the statements that parse, in the last function; helpers stay. f returns
// "" to keep a statement.
func statements(src string, f func(s stmt) string) (string, bool) {
	inside, main := false, name(src)
	return lines(src, func(l string) string {
		if m := opening.FindStringSubmatch(l); m != nil {
			inside = m[2] == main
		}
		s, ok := parsed(l)
		if !inside || !ok {
			return l
		}
		if to := f(s); to != "" {
			return to
		}
		return l
	})
}

// replace is a rewrite by a regular expression, outside of inline PTX.
func replace(pattern, with string) func(string) (string, bool) {
	re := regexp.MustCompile(pattern)
	return func(src string) (string, bool) {
		return lines(src, func(l string) string {
			if strings.Contains(l, "asm") {
				return l
			}
			return re.ReplaceAllString(l, with)
		})
	}
}

// head is the type, name and parameters of the last function in the file.
func head(src string) (typ, name, params string) {
	for _, l := range strings.Split(src, "\n") {
		if m := opening.FindStringSubmatch(l); m != nil {
			typ, name, params = m[1], m[2], m[3]
		}
	}
	return typ, name, params
}

func name(src string) string {
	_, n, _ := head(src)
	return n
}

// helper is an unused name for a helper. It starts with the name of the emitted function, so
// that both are renamed together.
func helper(src string) string {
	called := name(src) + "_help"
	for strings.Contains(src, called) {
		called += "er"
	}
	return called
}

var widths = map[string]int{
	"signed char": 8, "unsigned char": 8, "short": 16, "unsigned short": 16, "int": 32, "unsigned": 32,
	"long long": 64, "unsigned long long": 64,
}

// integer reports whether typ is an integer type.
func integer(typ string) bool { return widths[typ] != 0 }

// half reports whether typ is a half type or a pair of halves.
func half(typ string) bool { return strings.HasPrefix(typ, "__") }

// unsignedOf is the type in which emitted code computes integers of typ.
func unsignedOf(typ string) string {
	if widths[typ] == 64 {
		return "unsigned long long"
	}
	return "unsigned"
}

// cut splits an expression at the first of the separators outside of brackets.
func cut(expr string, seps ...string) (before, sep, after string, ok bool) {
	depth := 0
	for i := range expr {
		switch expr[i] {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		}
		if depth != 0 {
			continue
		}
		for _, s := range seps {
			if strings.HasPrefix(expr[i:], s) {
				return expr[:i], s, expr[i+len(s):], true
			}
		}
	}
	return "", "", "", false
}

// choice splits c ? a : b.
func choice(expr string) (c, a, b string, ok bool) {
	c, _, rest, ok := cut(expr, " ? ")
	if !ok {
		return "", "", "", false
	}
	a, _, b, ok = cut(rest, " : ")
	return c, a, b, ok
}

// inner removes the casts of an operand such as (unsigned)x0.
func inner(operand string) string {
	for {
		switch {
		case strings.HasPrefix(operand, "(unsigned)"):
			operand = strings.TrimPrefix(operand, "(unsigned)")
		case strings.HasPrefix(operand, "(unsigned long long)"):
			operand = strings.TrimPrefix(operand, "(unsigned long long)")
		default:
			return operand
		}
	}
}

// operation parses an emitted integer operation on two names: an infix op, or a select by a
// comparison.
func operation(typ, expr string) (op, a, b string, ok bool) {
	if !integer(typ) {
		return "", "", "", false
	}
	if c, x, y, found := choice(expr); found {
		l, sep, r, _ := cut(c, " > ", " < ")
		if l != x || r != y || !word.MatchString(x) || !word.MatchString(y) {
			return "", "", "", false
		}
		return map[string]string{" > ": "max", " < ": "min"}[sep], x, y, true
	}
	if t := "(" + typ + ")("; strings.HasPrefix(expr, t) && strings.HasSuffix(expr, ")") {
		expr = expr[len(t) : len(expr)-1]
	}
	l, sep, r, found := cut(expr, " + ", " * ", " & ", " | ", " ^ ")
	l, r = inner(l), inner(r)
	return strings.TrimSpace(sep), l, r, found && word.MatchString(l) && word.MatchString(r)
}

// build is the operation on two expressions.
func build(typ, op, a, b string) string {
	switch op {
	case "max":
		return "(" + a + ") > (" + b + ") ? (" + a + ") : (" + b + ")"
	case "min":
		return "(" + a + ") < (" + b + ") ? (" + a + ") : (" + b + ")"
	}
	u := unsignedOf(typ)
	return "(" + typ + ")((" + u + ")(" + a + ") " + op + " (" + u + ")(" + b + "))"
}

// identity is the identity of an integer op as an expression; "" for min and max.
func identity(typ, op string) string {
	switch op {
	case "+", "|", "^":
		return "(" + typ + ")0"
	case "*":
		return "(" + typ + ")1"
	case "&":
		return "(" + typ + ")-1"
	}
	return ""
}

// help inserts a function before the others.
func help(src, called, typ, params, body string) string {
	const function = "[[maybe_unused]] static __device__ __forceinline__ "
	at := strings.Index(src, function)
	if i := strings.Index(src[:at], "\n#if __CUDA_ARCH"); i >= 0 { // the first function is for some architectures only
		at = i + 1
	}
	return src[:at] + function + typ + " " + called + "(" + params + ")\n{\n" + body + "\n}\n" + src[at:]
}
