package variants

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// layout are rewrites that change the text and not the operations.
var layout = []Rewrite{
	{"as emitted", func(src string) (string, bool) { return src, true }},
	{"other names", rename},
	{"statements in another order", reorder},
	{"constants in hex", constants(func(x uint64, suffix string) string { return fmt.Sprintf("%#x%s", x, suffix) })},
	{"constants in decimal", constants(decimal)},
	{"constants as sums", constants(asSum)},
	{"temporaries", temporaries},
}

var names = regexp.MustCompile(`\b(lane|pos|base|mask|member|thread|threads|warp|` +
	`partial|all|v|pred|x\d+|from\d+|warp\d+)\b`)

func rename(src string) (string, bool) {
	return lines(src, func(l string) string {
		parts := strings.Split(l, `"`)
		for i := 0; i < len(parts); i += 2 { // outside of strings
			parts[i] = names.ReplaceAllString(parts[i], "r_$1")
		}
		return strings.Join(parts, `"`)
	})
}

// reorder swaps each declaration with the one before it, if neither uses the
// other and neither is a shuffle or vote.
func reorder(src string) (string, bool) {
	src, _ = lines(src, func(l string) string { return l })
	all := strings.Split(src, "\n")
	changed := false
	for i := 1; i < len(all); i++ {
		a, ok1 := parsed(all[i-1])
		b, ok2 := parsed(all[i])
		if !ok1 || !ok2 || a.name == "" || b.name == "" || a.indent != b.indent || strings.Contains(a.expr+b.expr, "sync") {
			continue
		}
		if uses(b.expr, a.name) || uses(a.expr, b.name) {
			continue
		}
		all[i-1], all[i] = all[i], all[i-1]
		changed = true
		i++ // each moves once
	}
	return strings.Join(all, "\n"), changed
}

func uses(expr, name string) bool {
	return regexp.MustCompile(`\b` + name + `\b`).MatchString(expr)
}

var numeral = regexp.MustCompile(`\b(0x[0-9a-f]+|\d+)(u?l?l?)\b`)

// constants writes every number of an expression in another form.
func constants(write func(x uint64, suffix string) string) func(string) (string, bool) {
	return func(src string) (string, bool) {
		return statements(src, func(s stmt) string {
			return s.with(numeral.ReplaceAllStringFunc(s.expr, func(n string) string {
				m := numeral.FindStringSubmatch(n)
				x, err := strconv.ParseUint(m[1], 0, 64)
				if err != nil {
					return n
				}
				if to := write(x, m[2]); to != "" {
					return to
				}
				return n
			}))
		})
	}
}

// decimal is x in decimal; "" where a decimal constant is signed and a hex constant unsigned.
func decimal(x uint64, suffix string) string {
	if suffix == "" && x > 1<<31-1 || suffix == "ll" && x > 1<<63-1 {
		return ""
	}
	return strconv.FormatUint(x, 10) + suffix
}

func asSum(x uint64, suffix string) string {
	if x < 2 || x > 1<<31-1 {
		return decimal(x, suffix)
	}
	return "(" + decimal(x/2, suffix) + " + " + decimal(x-x/2, suffix) + ")"
}

// temporaries assigns every operand of an operation to a variable.
func temporaries(src string) (string, bool) {
	n := 0
	return statements(src, func(s stmt) string {
		if s.typ == "" || strings.HasPrefix(s.indent, "        ") {
			return ""
		}
		n++
		t := fmt.Sprintf("t%d", n)
		return fmt.Sprintf("%s%s %s;\n%s{\n%s    %s u = %s;\n%s    %s = u;\n%s}\n%s%s %s = %s;",
			s.indent, s.typ, t, s.indent, s.indent, s.typ, s.expr, s.indent, t, s.indent, s.indent, s.typ, s.name, t)
	})
}
