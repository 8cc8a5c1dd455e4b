// Package variants says the same in other words: it rewrites emitted CUDA so
// that its text and its PTX change while what it computes does not.
package variants

import (
	"regexp"
	"slices"
	"strings"
)

// Rewrite is one way to say the same. Apply reports whether there was anything
// to rewrite.
type Rewrite struct {
	Name  string
	Apply func(src string) (string, bool)
}

// Rewrites are all of them.
var Rewrites = slices.Concat(Layout, lanes, bits, selects, operators, floats, moves, shuffles, whole)

const types = `signed char|unsigned char|unsigned short|unsigned long long|long long|short|int|unsigned|float|double|bool|__half2|__half|__nv_bfloat162|__nv_bfloat16`

var (
	statement = regexp.MustCompile(`^(\s+)((?:(` + types + `) (\w+) =)|(?:\*?\w+ =)|return) (.*);$`)
	comment   = regexp.MustCompile(`\s*//.*$`)
	opening   = regexp.MustCompile(`^static __device__ __forceinline__ (` + types + `) (\w+)\((.*)\)$`)
	word      = regexp.MustCompile(`^\w+$`)
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

func parse(line string) (stmt, bool) {
	m := statement.FindStringSubmatch(line)
	if m == nil {
		return stmt{}, false
	}
	return stmt{m[1], m[2], m[3], m[4], m[5]}, true
}

// lines rewrites line by line, comments taken off; the header line stays.
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

// statements rewrites those that parse, in the body of the function itself: its
// helpers stay. f gives "" to leave one as it is.
func statements(src string, f func(s stmt) string) (string, bool) {
	inside, main := false, name(src)
	return lines(src, func(l string) string {
		if m := opening.FindStringSubmatch(l); m != nil {
			inside = m[2] == main
		}
		s, ok := parse(l)
		if !inside || !ok {
			return l
		}
		if to := f(s); to != "" {
			return to
		}
		return l
	})
}

// replace is a rewrite by pattern, in code only.
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

// head gives the type, name and parameters of the function, the last in the file.
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

// helper is a name for such a function. It starts with that of the emitted one,
// with which it is renamed.
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

// integer reports whether typ is one of integers.
func integer(typ string) bool { return widths[typ] != 0 }

// half reports whether typ is one of halves or of pairs of them.
func half(typ string) bool { return strings.HasPrefix(typ, "__") }

// unsignedOf is the type in which integers of typ are computed with.
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

// inner takes the casts and brackets off an operand such as (unsigned)x0.
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

// operation takes apart an integer operation of two names, as it is emitted:
// with an op between them, or as a choice by comparison.
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

// build is the operation on two expressions without brackets of their own.
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

// identity is that of an integer op, as an expression; "" for min and max.
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

// help puts a function before the others.
func help(src, called, typ, params, body string) string {
	at := strings.Index(src, "static __device__")
	if i := strings.Index(src[:at], "\n#if "); i >= 0 { // the first function is not there for every architecture
		at = i + 1
	}
	return src[:at] + "static __device__ __forceinline__ " + typ + " " + called + "(" + params + ")\n{\n" + body + "\n}\n" + src[at:]
}
