package variants

import (
	"fmt"
	"strings"
)

// operators are ways to compute a reduction's op.
var operators = []Rewrite{
	{"operands swapped", ops("", func(s stmt, op, a, b string) string { return s.with(build(s.typ, op, b, a)) })},
	{"operands of floats swapped", swapFloats},
	{"sums regrouped", regroup},
	{"sum less the negative", ops("+", formula("(%[2]s)%[3]s - (0u - (%[2]s)%[4]s)"))},
	{"sum by the complement", ops("+", formula("(%[2]s)%[3]s - ~(%[2]s)%[4]s - 1u"))},
	{"sum in 64 bits", ops("+", formula("(unsigned long long)%[3]s + (unsigned long long)%[4]s"))},
	{"product in 64 bits", ops("*", formula("(unsigned long long)%[3]s * (unsigned long long)%[4]s"))},
	{"product of the negatives", ops("*", formula("(0u - (%[2]s)%[3]s) * (0u - (%[2]s)%[4]s)"))},
	{"xor of or and and", ops("^", formula("((%[2]s)%[3]s | (%[2]s)%[4]s) & ~((%[2]s)%[3]s & (%[2]s)%[4]s)"))},
	{"xor by difference", ops("^", formula("((%[2]s)%[3]s | (%[2]s)%[4]s) - ((%[2]s)%[3]s & (%[2]s)%[4]s)"))},
	{"and by De Morgan", ops("&", formula("~(~(%[2]s)%[3]s | ~(%[2]s)%[4]s)"))},
	{"or by De Morgan", ops("|", formula("~(~(%[2]s)%[3]s & ~(%[2]s)%[4]s)"))},
	{"or as a sum", ops("|", formula("((%[2]s)%[3]s & ~(%[2]s)%[4]s) + (%[2]s)%[4]s"))},
	{"order by the other comparison", order(map[string]string{
		"max": "%[1]s < %[2]s ? %[2]s : %[1]s", "min": "%[1]s > %[2]s ? %[2]s : %[1]s"})},
	{"order by or-equal", order(map[string]string{
		"max": "%[1]s >= %[2]s ? %[1]s : %[2]s", "min": "%[1]s <= %[2]s ? %[1]s : %[2]s"})},
	{"order by a negated comparison", order(map[string]string{
		"max": "!(%[1]s <= %[2]s) ? %[1]s : %[2]s", "min": "!(%[1]s > %[2]s) ? %[1]s : %[2]s"})},
	{"order of the complements", order(map[string]string{
		"max": "~%[1]s < ~%[2]s ? %[1]s : %[2]s", "min": "~%[1]s > ~%[2]s ? %[1]s : %[2]s"})},
	{"order by if", ops("max min", func(s stmt, op, a, b string) string {
		sign := map[string]string{"max": ">", "min": "<"}[op]
		return s.with(a) + fmt.Sprintf("\n%sif (%s %s %s)\n%s    %s = %s;", s.indent, b, sign, a, s.indent, s.name, b)
	})},
	{"op by an instruction", byInstruction},
}

// Beyond are rewrites that the prover does not follow: it knows sums and it knows
// bits, but not how the one is made of the other.
var Beyond = []Rewrite{
	{"sum of xor and carries", ops("+", formula("((%[2]s)%[3]s ^ (%[2]s)%[4]s) + (((%[2]s)%[3]s & (%[2]s)%[4]s) << 1)"))},
}

// ops rewrites declarations whose right side is one of the ops, any for "".
func ops(which string, write func(s stmt, op, a, b string) string) func(string) (string, bool) {
	return func(src string) (string, bool) {
		return statements(src, func(s stmt) string {
			op, a, b, ok := operation(s.typ, s.expr)
			if !ok || which != "" && !strings.Contains(which, op) {
				return ""
			}
			return write(s, op, a, b)
		})
	}
}

// formula is on [1] the type, [2] the type to compute in, [3] and [4] the operands.
func formula(format string) func(s stmt, op, a, b string) string {
	return func(s stmt, op, a, b string) string {
		return s.with(fmt.Sprintf("(%[1]s)("+format+")", s.typ, unsignedOf(s.typ), a, b))
	}
}

func order(formats map[string]string) func(string) (string, bool) {
	return ops("max min", func(s stmt, op, a, b string) string { return s.with(fmt.Sprintf(formats[op], a, b)) })
}

// swapFloats swaps the operands of float ops: all are commutative.
func swapFloats(src string) (string, bool) {
	return statements(src, func(s stmt) string {
		if f := call.FindStringSubmatch(s.expr); f != nil {
			return s.with(f[1] + "(" + f[3] + ", " + f[2] + ")")
		}
		return ""
	})
}

// regroup writes op(op(a, b), c) as op(a, op(b, c)).
func regroup(src string) (string, bool) {
	made := map[string]stmt{}
	to, did := statements(src, func(s stmt) string {
		made[s.name] = s
		op, x, c, ok := operation(s.typ, s.expr)
		if !ok {
			return ""
		}
		m := made[x]
		was, a, b, ok := operation(m.typ, m.expr)
		if !ok || was != op {
			return ""
		}
		t := s.name + "t"
		return fmt.Sprintf("%s%s %s = %s;\n", s.indent, s.typ, t, build(s.typ, op, b, c)) + s.with(build(s.typ, op, a, t))
	})
	return prune(to), did
}

// byInstruction computes 32 and 64 bits in a way that a compiler does not see.
func byInstruction(src string) (string, bool) {
	return ops("", func(s stmt, op, a, b string) string {
		w := widths[s.typ]
		if w < 32 {
			return ""
		}
		sign := "s"
		if strings.HasPrefix(s.typ, "unsigned") {
			sign = "u"
		}
		code := map[string]string{"+": "add.s", "*": "mul.lo.s", "&": "and.b", "|": "or.b", "^": "xor.b", "max": "max." + sign, "min": "min." + sign}[op]
		class := map[int]string{32: "r", 64: "l"}[w]
		return fmt.Sprintf("%s%s %s;\n%sasm(\"%s%d %%0, %%1, %%2;\" : \"=%s\"(%s) : \"%s\"(%s), \"%s\"(%s));",
			s.indent, s.typ, s.name, s.indent, code, w, class, s.name, class, a, class, b)
	})(src)
}
