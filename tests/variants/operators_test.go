package variants

import (
	"fmt"
	"strings"
)

// operators are equivalent ways to compute an op.
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
	{"order by masks", order(map[string]string{
		"max": "%[2]s ^ ((%[1]s ^ %[2]s) & -(%[3]s)(%[1]s > %[2]s))",
		"min": "%[2]s ^ ((%[1]s ^ %[2]s) & -(%[3]s)(%[1]s < %[2]s))"})},
	{"order by if", ops("max min", func(s stmt, op, a, b string) string {
		sign := map[string]string{"max": ">", "min": "<"}[op]
		return s.with(a) + fmt.Sprintf("\n%sif (%s %s %s)\n%s    %s = %s;", s.indent, b, sign, a, s.indent, s.name, b)
	})},
	{"op by an instruction", byInstruction},
	{"op by lop3", instruction("r", map[string]string{"&": "lop3.b32 %0, %1, %2, 0, 0xc0;",
		"|": "lop3.b32 %0, %1, %2, 0, 0xfc;", "^": "lop3.b32 %0, 0, %2, %1, 0x66;"})},
	{"op by mad", instruction("r", map[string]string{"+": "mad.lo.s32 %0, %1, 1, %2;", "*": "mad.lo.s32 %0, %1, %2, 0;"})},
	{"op by a wide product",
		instruction("r", map[string]string{"*": "{ .reg .b64 t; mul.wide.s32 t, %1, %2; cvt.u32.u64 %0, t; }"})},
	{"float sum less the negative",
		instruction("f", map[string]string{"__fadd_rn": "{ .reg .f32 t; neg.f32 t, %2; sub.rn.f32 %0, %1, t; }"})},
	{"float sum by fma", instruction("f", map[string]string{"__fadd_rn": "fma.rn.f32 %0, %1, 0f3F800000, %2;"})},
	{"float product by fma", instruction("f", map[string]string{"__fmul_rn": "fma.rn.f32 %0, %1, %2, 0f80000000;"})},
	{"double sum by fma", instruction("d", map[string]string{"__dadd_rn": "fma.rn.f64 %0, %1, 0d3FF0000000000000, %2;"})},
	{"sum of xor and carries", ops("+", formula("((%[2]s)%[3]s ^ (%[2]s)%[4]s) + (((%[2]s)%[3]s & (%[2]s)%[4]s) << 1)"))},
	{"choice from a table", choices(func(s stmt, c, a, b string) string {
		if s.typ == "" || half(s.typ) {
			return ""
		}
		return fmt.Sprintf("%s%s both%s[2] = {(%[2]s)(%[4]s), (%[2]s)(%[5]s)};\n%[1]s%[2]s %[3]s = both%[3]s[%[6]s];",
			s.indent, s.typ, s.name, b, a, c)
	})},
	{"halves of a pair by themselves", byHalves},
}

// Undecided are the rewrites that the prover does not decide in every function, with the
// compilers concerned.
//
//   - nvcc merges an or as a sum with the step before it into x - (x | ~y) - 1. The normal form
//     of sums does not contain x | y then: 26 of 300 functions.
//   - nvcc, and clang without optimisation, keep an order by masks as nested selects; their
//     normal form does not contain the minimum: 4 of 300 functions, and most at -O0.
var Undecided = map[string][]string{
	"or as a sum":     {"nvcc"},
	"order by masks":  {"nvcc", "clang -O0"},
	"choice by masks": {"clang -O0"},
}

// Refused are the rewrites that the prover refuses in some functions, with their files. The integer
// encoding of a float is arithmetic on its bits, which are refused of what a float operation gave: its
// NaN may have any. Flipping a sign is such an operation to the prover. A maximum that is read from a table has an
// address that follows from elements; in code without optimisation the prover does not see that they are defined.
var Refused = map[string][]string{
	"choice from a table":             {"down_reduce_max_int16_w7"},
	"a float's sign flipped and back": {"reduce_maximum_float64_w32"},
}

// Beyond are rewrites that the prover does not decide: bit fields must be constants.
var Beyond = []Rewrite{
	// ptxas does not follow the PTX ISA where the bit's position differs by lane.
	{"bit by bfe", helped("bfe.u32 %0, %1, %2, 1;")},
}

// ops rewrites declarations with one of the ops on the right side; "" stands for any op.
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

// formula formats the type, the type to compute in and the two operands.
func formula(format string) func(s stmt, op, a, b string) string {
	return func(s stmt, op, a, b string) string {
		return s.with(fmt.Sprintf("(%[1]s)("+format+")", s.typ, unsignedOf(s.typ), a, b))
	}
}

func order(formats map[string]string) func(string) (string, bool) {
	return ops("max min", func(s stmt, op, a, b string) string {
		f := formats[op]
		if strings.Contains(f, "[3]") {
			return s.with("(" + s.typ + ")(" + fmt.Sprintf(f, a, b, unsignedOf(s.typ)) + ")")
		}
		return s.with(fmt.Sprintf(f, a, b))
	})
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

// byInstruction computes integers of 32 and 64 bits by inline PTX.
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
		code := map[string]string{"+": "add.s", "*": "mul.lo.s", "&": "and.b", "|": "or.b", "^": "xor.b",
			"max": "max." + sign, "min": "min." + sign}[op]
		class := map[int]string{32: "r", 64: "l"}[w]
		return fmt.Sprintf("%s%s %s;\n%sasm(\"%s%d %%0, %%1, %%2;\" : \"=%s\"(%s) : \"%s\"(%s), \"%s\"(%s));",
			s.indent, s.typ, s.name, s.indent, code, w, class, s.name, class, a, class, b)
	})(src)
}

// instruction computes an op by inline PTX: on 32-bit integers for the class r, else on
// floats.
func instruction(class string, codes map[string]string) func(string) (string, bool) {
	return func(src string) (string, bool) {
		return statements(src, func(s stmt) string {
			op, a, b, ok := operation(s.typ, s.expr)
			if f := call.FindStringSubmatch(s.expr); f != nil {
				op, a, b, ok = f[1], f[2], f[3], true
			}
			if !ok || codes[op] == "" || class == "r" && widths[s.typ] != 32 {
				return ""
			}
			return fmt.Sprintf("%s%s %s;\n%sasm(\"%s\" : \"=%s\"(%s) : \"%s\"(%s), \"%s\"(%s));",
				s.indent, s.typ, s.name, s.indent, codes[op], class, s.name, class, a, class, b)
		})
	}
}

// byHalves computes a packed op half by half.
func byHalves(src string) (string, bool) {
	return statements(src, func(s stmt) string {
		f := call.FindStringSubmatch(s.expr)
		if f == nil || !strings.HasPrefix(f[1], "__h") || !strings.Contains(f[1], "2") {
			return ""
		}
		join, low, high := pairing(s.typ)
		op := strings.Replace(f[1], "2", "", 1)
		half := func(part string) string { return fmt.Sprintf("%s(%s(%s), %s(%s))", op, part, f[2], part, f[3]) }
		return s.with(join + "(" + half(low) + ", " + half(high) + ")")
	})
}

// pairing names the functions that join two halves and that extract them.
func pairing(typ string) (join, low, high string) {
	if strings.Contains(typ, "bfloat") {
		return "__halves2bfloat162", "__low2bfloat16", "__high2bfloat16"
	}
	return "__halves2half2", "__low2half", "__high2half"
}
