package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen/spec"
)

// bitCasts are the casts between a float and the bits that hold it, and what widens
// a half to a float.
var bitCasts = map[spec.Type]struct{ to, from, widen string }{
	spec.Float16:  {"__half_as_short", "__short_as_half((short)(%s))", "__half2float(x)"},
	spec.Bfloat16: {"__bfloat16_as_short", "__short_as_bfloat16((short)(%s))", "__bfloat162float(x)"},
	spec.Float32:  {"__float_as_int", "__int_as_float(%s)", "x"},
	spec.Float64:  {"__double_as_longlong", "__longlong_as_double(%s)", "x"},
}

// flipped is x, all bits but the sign flipped of what is negative.
func flipped(s spec.Spec, x string) string {
	return fmt.Sprintf("%s ^ (%[1]s >> %d & 0x%x)", x, max(s.Type.Bits(), 32)-1, uint64(1)<<(s.Type.Bits()-1)-1)
}

// encodings are the helper from a float to an integer of a type, and the one back. lost is
// the integer of what loses.
func encodings(s spec.Spec, typ string, lost expr) (encode, decode string, err error) {
	c, ok := bitCasts[s.Type]
	if !ok {
		return "", "", fmt.Errorf("cuda: no integer encoding of %s", s.Type)
	}
	decode = helper{
		does: "The float of a key; a NaN of the one that loses.", result: ctypes[s.Type].name, name: s.FileName() + "_unkey",
		params: typ + " key",
		body:   lines("return " + fmt.Sprintf(c.from, flipped(s, "key")) + ";"),
	}.String()
	if s.Type == spec.Float32 {
		return encodeProduct(s), decode, nil
	}
	return encodeByTest(s, typ, lost), decode, nil
}

// encodeByTest is the helper for floats: positive ones are ordered as their bits are,
// negative ones the other way round; a NaN's key is lost, which no number has, as is
// that of a lane that is no member.
func encodeByTest(s spec.Spec, key string, lost expr) string {
	c := bitCasts[s.Type]
	number, tests := numberHelper(s)
	test := fmt.Sprintf("%s(%s)", number, c.widen)
	param, who := "", "of a NaN"
	if s.Mask == spec.Member {
		param, who, test = "bool member, ", "of a NaN, and of who is no member", "(member & "+test+")"
	}
	name := ctypes[s.Type].name
	encode := helper{
		does:   "x as an integer that is ordered as floats are, -0 below +0; " + who + ", one that loses.",
		result: key, name: s.FileName() + "_key", params: param + name + " x",
		body: lines(key+" bits = "+c.to+"(x);", fmt.Sprintf("return %s ? %s : %s;", test, flipped(s, "bits"), lost)),
	}
	return tests + "\n\n" + encode.String()
}

// encodeProduct is the helper for float32. A product has only one NaN: for a min its key is the greatest one, and for
// -x, complemented, the least.
func encodeProduct(s spec.Spec) string {
	product, sign, key := "x", "1", flipped(s, "bits")
	factor, turned := "0f3F800000", ""
	if s.Op == spec.ArgMax {
		product, sign, key, factor = "-x", "-1", "key", "0fBF800000"
		turned = "int key; // bits ^ (~sign | 0x80000000), by which what -x has is ordered as x\n" +
			`    asm("lop3.b32 %0, %1, %2, 0x80000000, 0x4b;" : "=r"(key) : "r"(bits), "r"(bits >> 31));` + "\n    "
	}
	param, who := "", "of a NaN"
	if s.Mask == spec.Member {
		lost := map[spec.Op]string{spec.ArgMin: "2147483647", spec.ArgMax: "(-2147483647 - 1)"}[s.Op]
		param, who, key = "bool member, ", "of a NaN, and of who is no member", "member ? "+key+" : "+lost
	}
	return helper{
		does: "x as an integer that is ordered as floats are, -0 below +0; " + who + ", one that loses: the product\n" +
			"with " + sign + " is exact, and of any NaN 0x7fffffff.",
		result: "int", name: s.FileName() + "_key", params: param + "float x",
		body: lines("float product; // "+product,
			`asm("mul.rn.f32 %0, %1, `+factor+`;" : "=f"(product) : "f"(x));`,
			"int bits = __float_as_int(product);",
			turned+"return "+key+";"),
	}.String()
}

// numberHelper is a function that tells a number from a NaN, by float32 or float64.
func numberHelper(s spec.Spec) (name, text string) {
	t := spec.Float32
	if s.Type == spec.Float64 {
		t = spec.Float64
	}
	name = s.FileName() + "_number"
	return name, helper{
		does: "Whether x is a number, not a NaN, whatever the compiler's flags.", result: "bool", name: name,
		params: operands[t].typ + " x",
		body: lines("unsigned number;",
			fmt.Sprintf(`asm("{ .reg .pred number; setp.num.%s number, %%1, %%1; selp.b32 %%0, 1, `+
				`0, number; }" : "=r"(number) : "%s"(x));`,
				suffixes[t], operands[t].constraint),
			"return number != 0u;"),
	}.String()
}
