package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen/spec"
)

// halfBits are the conversions between a half and its bits, the bits of 1 and -1, and the
// product of a packed pair. sm_80 has no product of bfloat16: it computes x * one + -0.
var halfBits = map[spec.Type]struct{ of, to, one, minus, registers, product string }{
	spec.Float16: {"__half_as_ushort(x)", "__ushort_as_half((unsigned short)(%s))", "3c00", "bc00",
		"x, one", "mul.rn.f16x2 %0, x, one;"},
	spec.Bfloat16: {"__bfloat16_as_ushort(x)", "__ushort_as_bfloat16((unsigned short)(%s))", "3f80", "bf80",
		"x, one, none", "mov.b32 none, 0x80008000; fma.rn.bf16x2 %0, x, one, none;"},
}

// halfEncodings are functions for a reduction of halves as integers (they encode a half and
// decode it) and the intrinsic that reduces the integers. A product with 1 makes every NaN the
// canonical NaN, the greatest integer: it loses a minimum and wins a maximum. A product with -1
// reverses that. The integer is in both halves of a register, so no shift is needed.
func halfEncodings(s spec.Spec) (reduce string, helpers []string, err error) {
	h, ok := halfBits[s.Type]
	if !ok {
		return "", nil, fmt.Errorf("cuda: no keys of %s", s.Type)
	}
	reduce, what := reductions[spec.Min], "loses to the least"
	if s.Op == spec.Minimum || s.Op == spec.Maximum {
		reduce, what = reductions[spec.Max], "wins as the greatest"
	}
	product, factor, back, flip := "x", h.one, "", "key >> 31 & 0x7fff7fff"
	if s.Op == spec.Max || s.Op == spec.Minimum {
		product, factor, back, flip = "-x", h.minus, " of its negative", "key >> 31 | (int)0x80008000u"
	}
	name := ctypes[s.Type].name
	return reduce, []string{
		helper{
			does: product + " as an integer that is ordered as floats are, -0 below +0, " +
				"twice in a word. The product is exact,\n" +
				"and of any NaN 0x7fff, whose key is the greatest: it " + what + ".",
			result: "int", name: s.FileName() + "_key", params: name + " x",
			body: lines("int bits;",
				fmt.Sprintf(`asm("{ .reg .b32 %[1]s; mov.b32 x, {%%1, %%1}; mov.b32 one, 0x%[2]s%[2]s; %[3]s }"`, h.registers,
					factor, h.product),
				fmt.Sprintf(`    : "=r"(bits) : "h"(%s));`, h.of),
				"return bits ^ (bits >> 31 & 0x7fff7fff);"),
		}.String(),
		helper{
			does: "The half of a key" + back + ".", result: name, name: s.FileName() + "_unkey", params: "int key",
			body: lines("return " + fmt.Sprintf(h.to, "key ^ ("+flip+")") + ";"),
		}.String(),
	}, nil
}
