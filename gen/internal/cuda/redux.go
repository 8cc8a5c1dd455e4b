package cuda

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/gen/internal/ops"
	"github.com/shflgen/shflgen/spec"
)

// reductions are the names of the intrinsics that reduce a warp's 32-bit integers.
var reductions = map[spec.Op]string{
	spec.Sum: "__reduce_add_sync", spec.And: "__reduce_and_sync", spec.Or: "__reduce_or_sync",
	spec.Xor: "__reduce_xor_sync",
	spec.Min: "__reduce_min_sync", spec.Max: "__reduce_max_sync",
	spec.Minimum: "__reduce_min_sync", spec.Maximum: "__reduce_max_sync", // of keys
}

// redux is the warp reduction of x over the threads of a mask, and the functions that it calls.
func redux(s spec.Spec, threads expr, on arches, x expr) (reduced expr, helpers []string, err error) {
	intrinsic, ok := reductions[s.Op]
	by, _ := ops.Operator(s.Op)
	t, typ := s.Type, ctypes[s.Type].name
	switch {
	case !ok || t.Packed() || t.Class() == spec.Float && s.Op == spec.Sum:
		return expr{}, nil, fmt.Errorf("cuda: no reduction of %s on %s by the hardware", s.Op, t)
	case t.Class() == spec.Float:
		return reduxOfFloats(s, threads, on, x)
	case t.Bits() <= spec.RegisterBits:
		takes := "int"
		if ops.Bitwise(by) || t.Class() == spec.Unsigned {
			takes = "unsigned"
		}
		if typ != takes {
			return call(intrinsic, threads, x.to(takes)).to(typ), nil, nil
		}
		return call(intrinsic, threads, x), nil, nil
	case ops.Bitwise(by):
		half := func(of expr) expr { return call(intrinsic, threads, of.to("unsigned")) }
		const wide = "unsigned long long"
		return half(x.to(wide).shr(literal(32))).to(wide).shl(literal(32)).or(half(x)).to(typ), nil, nil
	case s.Op == spec.Sum:
		return callReduction(s, threads, x), []string{reduceSum64(s)}, nil
	}
	upper := "int"
	if t.Class() == spec.Unsigned {
		upper = "unsigned"
	}
	return callReduction(s, threads, x), []string{reduceExtreme64(s, typ, upper)}, nil
}

// callReduction is a call of the function that reduces x over the threads of a mask. The
// mask is an argument only in mask mode active: elsewhere the threads are constant.
func callReduction(s spec.Spec, threads, x expr) expr {
	if s.Mask == spec.Active {
		return call(s.FileName()+"_whole", threads, x)
	}
	return call(s.FileName()+"_whole", x)
}

// reduceExtreme64 is a function for the minimum or maximum of 64-bit integers. It reduces the
// upper 32 bits, then the lower 32 bits of the lanes that have the best upper bits.
func reduceExtreme64(s spec.Spec, typ, upper string) string {
	most, none := extreme(s.Op)
	params, threads := maskParam(s)
	reduce := reductions[s.Op] + "(" + threads + ", "
	return helper{
		does: fmt.Sprintf("The %[1]s x of the warp: the %[1]s upper word, and of "+
			"the lanes that have it the %[1]s lower one.", most),
		result: typ, name: s.FileName() + "_whole", params: params + typ + " x",
		body: lines(
			fmt.Sprintf("%[1]s mine = (%[1]s)(x >> 32);", upper),
			fmt.Sprintf("%s upper = %smine);", upper, reduce),
			fmt.Sprintf("unsigned lower = %smine == upper ? (unsigned)x : %s);", reduce, none),
			fmt.Sprintf("return (%s)((unsigned long long)(unsigned)upper << 32 | lower);", typ)),
	}.String()
}

// extreme names the value that the op selects, and is the 32-bit integer that loses to every
// other.
func extreme(o spec.Op) (most, none string) {
	if o == spec.Min || o == spec.Minimum {
		return "least", "4294967295u"
	}
	return "greatest", "0u"
}

// withNaN describes the effect of a NaN.
func withNaN(o spec.Op) string {
	if o == spec.Minimum || o == spec.Maximum {
		return "wins"
	}
	return "loses"
}

// maskParam is the parameter of such a function that holds the mask of the threads, if not
// every lane makes the call, and that mask.
func maskParam(s spec.Spec) (param, threads string) {
	if s.Mask == spec.Active {
		return "unsigned mask, ", "mask"
	}
	return "", "0xffffffffu"
}

// reduceSum64 is a function for the sum of 64-bit integers.
func reduceSum64(s spec.Spec) string {
	params, threads := maskParam(s)
	typ, sum := ctypes[s.Type].name, reductions[s.Op]+"("+threads+", "
	return helper{
		does: "The sum of x over the warp, of its bits 0 to 4, 5 to 31 and 32 to 63: 32 times what 27 bits\n" +
			"hold is less than 2^32, and what the last sum loses is above bit 63.",
		result: typ, name: s.FileName() + "_whole", params: params + typ + " x",
		body: lines(
			"unsigned bits0 = "+sum+"(unsigned)x & 31u);",
			"unsigned bits5 = "+sum+"(unsigned)x >> 5);",
			"unsigned bits32 = "+sum+"(unsigned)((unsigned long long)x >> 32));",
			"return ("+typ+")(((unsigned long long)bits5 << 5) + ((unsigned long long)bits32 << 32 | bits0));"),
	}.String()
}

// reduced is a warp reduction by the hardware.
func (p *printer) reduced(e network.WarpReduce) expr {
	x := p.element(e.X)
	if in, own := e.X.Expr.(network.Encode); own && p.shape.HasIndex() && in.Keys.Code == network.Wider {
		x = x.to(p.ctype.name) // not what it is promoted to
	}
	reduced, helpers, err := redux(p.combined, p.threads(), p.on, x)
	if err != nil {
		p.report("%w", err)
	}
	p.calls(helpers...)
	return reduced
}

// floatRedux is the first compute capability, times ten, of the GPUs that reduce
// floats themselves: of its family, and only of it (PTX ISA, "redux.sync": sm_100a,
// and from PTX 8.8 on sm_100f).
const floatRedux = 100

// inFamily tests whether a compiler makes code for that family.
var inFamily = fmt.Sprintf("#if __CUDA_ARCH_FAMILY_SPECIFIC__ / 100 == %d\n", floatRedux/10)

// floatInstructions are redux.sync of float32. Without .NaN it ignores NaNs; +0 is above -0,
// as in the ops.
var floatInstructions = map[spec.Op]string{spec.Min: "min", spec.Max: "max", spec.Minimum: "min.NaN",
	spec.Maximum: "max.NaN"}

// viaFloat are the conversions of a type to float32, which are exact, and back, which are
// exact for every value that came from the type.
var viaFloat = map[spec.Type]struct{ to, from string }{
	spec.Float32:  {"x", "most"},
	spec.Float16:  {"__half2float(x)", "__float2half_rn(most)"},
	spec.Bfloat16: {"__bfloat162float(x)", "__float2bfloat16_rn(most)"},
}

// reduxOfFloats reduces floats as integers (floats of 64 bits by their upper and lower 32 bits),
// or as floats if the hardware supports it.
func reduxOfFloats(s spec.Spec, threads expr, on arches, x expr) (reduced expr, helpers []string, err error) {
	if s.Type.Bits() > spec.RegisterBits {
		return callReduction(s, threads, x), reduceDoubles(s), nil
	}
	reduce, helpers := reductions[s.Op], rotatedEncodings(s)
	if s.Type.Half() {
		if reduce, helpers, err = halfEncodings(s); err != nil {
			return expr{}, nil, err
		}
	}
	byKey := func(threads, x expr) expr {
		return call(s.FileName()+"_unkey", call(reduce, threads, call(s.FileName()+"_key", x)))
	}
	if on.below <= floatRedux {
		return byKey(threads, x), helpers, nil
	}
	_, own := maskParam(s)
	helper, err := nativeReduction(s, helpers, byKey(name(own), name("x")))
	return callReduction(s, threads, x), []string{helper}, err
}

// nativeReduction is a function that reduces floats by redux.sync of floats where there is
// one, else by the functions of an encoding.
func nativeReduction(s spec.Spec, keys []string, byKey expr) (string, error) {
	native, ok := floatInstructions[s.Op]
	via, can := viaFloat[s.Type]
	if !ok || !can {
		return "", fmt.Errorf("cuda: no redux.sync of %s on %s", s.Op, s.Type)
	}
	most, _ := extreme(s.Op)
	params, threads := maskParam(s)
	name := ctypes[s.Type].name
	reduce := helper{
		does:   fmt.Sprintf("The %s x of the warp, -0 below +0; a NaN %s.", most, withNaN(s.Op)),
		result: name, name: s.FileName() + "_whole", params: params + name + " x",
		body: lines("float most;",
			fmt.Sprintf(`asm volatile("redux.sync.%s.f32 %%0, %%1, %%2;" : "=f"(most) : "f"(%s), "r"(%s));`, native, via.to,
				threads),
			"return "+via.from+";"),
	}
	encoded := reduce
	encoded.body = lines("return " + byKey.text + ";")
	return inFamily + reduce.String() + "\n#else\n" + strings.Join(append(slices.Clone(keys), encoded.String()), "\n\n") +
		"\n#endif", nil
}

// reduceDoubles are functions for the minimum or maximum of doubles, by the upper and then the
// lower 32 bits of an order-preserving integer. A NaN only needs other upper bits.
func reduceDoubles(s spec.Spec) []string {
	most, none := extreme(s.Op)
	does, lost := withNaN(s.Op), "-2147483647 - 1"
	if s.Op == spec.Min || s.Op == spec.Maximum {
		lost = "2147483647"
	}
	params, threads := maskParam(s)
	number, tests := numberHelper(s)
	reduce := reductions[s.Op] + "(" + threads + ", "
	return []string{tests, helper{
		does: fmt.Sprintf("The %s x of the warp, -0 below +0; a NaN %s. With what is negative flipped but for its sign,\n",
			most, does) +
			fmt.Sprintf("doubles are ordered as integers are: by the upper word, and of "+
				"the lanes that have the %s by the lower.", most),
		result: "double", name: s.FileName() + "_whole", params: params + "double x",
		body: lines(
			"long long bits = __double_as_longlong(x);",
			"int mine = (int)(bits >> 32), sign = mine >> 31;",
			"unsigned rest = (unsigned)bits ^ (unsigned)sign;",
			fmt.Sprintf("mine = %s(x) ? mine ^ (sign & 0x7fffffff) : %s;", number, lost),
			fmt.Sprintf("int upper = %smine);", reduce),
			fmt.Sprintf("unsigned lower = %smine == upper ? rest : %s);", reduce, none),
			"sign = upper >> 31;",
			"upper ^= sign & 0x7fffffff;",
			"lower ^= (unsigned)sign;",
			"return __longlong_as_double((long long)((unsigned long long)(unsigned)upper << 32 | lower));"),
	}.String()}
}

// rotatedEncodings are functions for a reduction of float32 as integers: they encode a float and
// decode it. Positive floats are ordered like their bits, negative floats in reverse, and NaNs
// are beyond both infinities. The encoding rotates all integers, modulo 2^32, by the number of
// NaNs of one sign: the NaNs beyond one infinity wrap around to the NaNs beyond the other. All
// NaNs are then at one end: the losing end for NaN-ignoring ops, the winning end for
// NaN-propagating ops. No test for NaN is needed.
func rotatedEncodings(s spec.Spec) []string {
	does, turn, back := withNaN(s.Op), "+", "-"
	end, passed := "below -inf", "above +inf"
	if s.Op == spec.Min || s.Op == spec.Maximum {
		end, passed, turn, back = passed, end, back, turn
	}
	return []string{
		helper{
			does: fmt.Sprintf("x as an integer that is ordered as floats are, -0 below "+
				"+0; a NaN %s: turned by as many as there\n", does) +
				fmt.Sprintf("are NaNs of a sign, those %s wrap to %s, beside the others.", passed, end),
			result: "int", name: s.FileName() + "_key", params: "float x",
			body: lines("int bits = __float_as_int(x);", fmt.Sprintf("return (int)((unsigned)(%s) %s 0x007fffffu);",
				flipped(s, "bits"), turn)),
		}.String(),
		helper{
			does: "The float of a key, turned back; a NaN of what is beyond infinity.", result: "float",
			name: s.FileName() + "_unkey", params: "int turned",
			body: lines(fmt.Sprintf("int key = (int)((unsigned)turned %s 0x007fffffu);", back),
				fmt.Sprintf("return __int_as_float(%s);", flipped(s, "key"))),
		}.String(),
	}
}

// halfProducts are the bits of 1 and -1, and the product of a packed pair. sm_80 has no product of bfloat16: it
// computes x * one + -0.
var halfProducts = map[spec.Type]struct{ one, minus, registers, product string }{
	spec.Float16: {"3c00", "bc00", "x, one", "mul.rn.f16x2 %0, x, one;"},
	spec.Bfloat16: {"3f80", "bf80", "x, one, none",
		"mov.b32 none, 0x80008000; fma.rn.bf16x2 %0, x, one, none;"},
}

// halfEncodings are functions for a reduction of halves as integers (they encode a half and
// decode it) and the intrinsic that reduces the integers. A product with 1 makes every NaN the
// canonical NaN, the greatest integer: it loses a minimum and wins a maximum. A product with -1
// reverses that. The integer is in both halves of a register, so no shift is needed.
func halfEncodings(s spec.Spec) (reduce string, helpers []string, err error) {
	h, ok := halfProducts[s.Type]
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
	typ, half := ctypes[s.Type].name, ofWord(s.Type, expr{"key ^ (" + flip + ")", xorBinds}, ctypes[spec.Int32].name)
	return reduce, []string{
		helper{
			does: product + " as an integer that is ordered as floats are, -0 below +0, " +
				"twice in a word. The product is exact,\n" +
				"and 0x7fff for any NaN. Its key is the greatest: it " + what + ".",
			result: "int", name: s.FileName() + "_key", params: typ + " x",
			body: lines("int bits;",
				fmt.Sprintf(`asm("{ .reg .b32 %[1]s; mov.b32 x, {%%1, %%1}; mov.b32 one, 0x%[2]s%[2]s; %[3]s }"`, h.registers,
					factor, h.product),
				fmt.Sprintf(`    : "=r"(bits) : "h"(%s));`, asWord(s.Type, name("x"))),
				"return bits ^ (bits >> 31 & 0x7fff7fff);"),
		}.String(),
		helper{
			does: "The half of a key" + back + ".", result: typ, name: s.FileName() + "_unkey", params: "int key",
			body: lines(fmt.Sprintf("return %s;", half)),
		}.String(),
	}, nil
}
