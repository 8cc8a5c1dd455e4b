package cuda

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen"
)

// floatRedux is the first compute capability, times ten, of the GPUs that reduce
// floats themselves: of its family, and only of it (PTX ISA, "redux.sync": sm_100a,
// and from PTX 8.8 on sm_100f).
const floatRedux = 100

// inFamily tests whether a compiler makes code for that family.
var inFamily = fmt.Sprintf("#if __CUDA_ARCH_FAMILY_SPECIFIC__ / 100 == %d\n", floatRedux/10)

// floatInstructions are redux.sync of float32. Without .NaN it ignores NaNs; +0 is above -0,
// as in the ops.
var floatInstructions = map[shflgen.Op]string{shflgen.Min: "min", shflgen.Max: "max", shflgen.Minimum: "min.NaN", shflgen.Maximum: "max.NaN"}

// viaFloat are the conversions of a type to float32, which are exact, and back, which are
// exact for every value that came from the type.
var viaFloat = map[shflgen.Type]struct{ to, from string }{
	shflgen.Float32:  {"x", "most"},
	shflgen.Float16:  {"__half2float(x)", "__float2half_rn(most)"},
	shflgen.Bfloat16: {"__bfloat162float(x)", "__float2bfloat16_rn(most)"},
}

// reduxOfFloats reduces floats as integers (floats of 64 bits by their upper and lower 32 bits),
// or as floats if the hardware supports it.
func reduxOfFloats(s shflgen.Spec, threads expr, on arches, x expr) (reduced expr, helpers []string, err error) {
	if s.Type.Bits() > shflgen.RegisterBits {
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
func nativeReduction(s shflgen.Spec, keys []string, byKey expr) (string, error) {
	native, ok := floatInstructions[s.Op]
	via, can := viaFloat[s.Type]
	if !ok || !can {
		return "", fmt.Errorf("cuda: no redux.sync of %s on %s", s.Op, s.Type)
	}
	most, _ := extreme(s.Op)
	params, threads := maskParam(s)
	name := ctypes[s.Type].name
	head := fmt.Sprintf("// The %s x of the warp, -0 below +0; a NaN %s.\nstatic __device__ __forceinline__ %s %s_whole(%s%[3]s x)\n{\n",
		most, withNaN(s.Op), name, s.FileName(), params)
	return inFamily + head + fmt.Sprintf(`    float most;
    asm volatile("redux.sync.%s.f32 %%0, %%1, %%2;" : "=f"(most) : "f"(%s), "r"(%s));
    return %s;
}
`, native, via.to, threads, via.from) + "#else\n" + strings.Join(keys, "\n\n") + "\n\n" + head + "    return " + byKey.text + ";\n}\n#endif", nil
}

// reduceDoubles are functions for the minimum or maximum of doubles, by the upper and then the
// lower 32 bits of an order-preserving integer. A NaN only needs other upper bits.
func reduceDoubles(s shflgen.Spec) []string {
	most, none := extreme(s.Op)
	does, lost := withNaN(s.Op), "-2147483647 - 1"
	if s.Op == shflgen.Min || s.Op == shflgen.Maximum {
		lost = "2147483647"
	}
	params, threads := maskParam(s)
	number, helper := numberHelper(s)
	return []string{helper, fmt.Sprintf(`// The %[1]s x of the warp, -0 below +0; a NaN %[2]s. With what is negative flipped but for its sign,
// doubles are ordered as integers are: by the upper word, and of the lanes that have the %[1]s by the lower.
static __device__ __forceinline__ double %[3]s_whole(%[7]sdouble x)
{
    long long bits = __double_as_longlong(x);
    int mine = (int)(bits >> 32), sign = mine >> 31;
    unsigned rest = (unsigned)bits ^ (unsigned)sign;
    mine = %[9]s(x) ? mine ^ (sign & 0x7fffffff) : %[4]s;
    int upper = %[5]s(%[8]s, mine);
    unsigned lower = %[5]s(%[8]s, mine == upper ? rest : %[6]s);
    sign = upper >> 31;
    upper ^= sign & 0x7fffffff;
    lower ^= (unsigned)sign;
    return __longlong_as_double((long long)((unsigned long long)(unsigned)upper << 32 | lower));
}`, most, does, s.FileName(), lost, reductions[s.Op], none, params, threads, number)}
}

// rotatedEncodings are functions for a reduction of float32 as integers: they encode a float and
// decode it. Positive floats are ordered like their bits, negative floats in reverse, and NaNs
// are beyond both infinities. The encoding rotates all integers, modulo 2^32, by the number of
// NaNs of one sign: the NaNs beyond one infinity wrap around to the NaNs beyond the other. All
// NaNs are then at one end: the losing end for NaN-ignoring ops, the winning end for
// NaN-propagating ops. No test for NaN is needed.
func rotatedEncodings(s shflgen.Spec) []string {
	does, turn, back := withNaN(s.Op), "+", "-"
	end, passed := "below -inf", "above +inf"
	if s.Op == shflgen.Min || s.Op == shflgen.Maximum {
		end, passed, turn, back = passed, end, back, turn
	}
	return []string{
		fmt.Sprintf(`// x as an integer that is ordered as floats are, -0 below +0; a NaN %s: turned by as many as there
// are NaNs of a sign, those %s wrap to %s, beside the others.
static __device__ __forceinline__ int %s_key(float x)
{
    int bits = %s;
    return (int)((unsigned)(%s) %s 0x007fffffu);
}`, does, passed, end, s.FileName(), "__float_as_int(x)", flipped(s, "bits"), turn),
		fmt.Sprintf(`// The float of a key, turned back; a NaN of what is beyond infinity.
static __device__ __forceinline__ float %s_unkey(int turned)
{
    int key = (int)((unsigned)turned %s 0x007fffffu);
    return %s;
}`, s.FileName(), back, fmt.Sprintf("__int_as_float(%s)", flipped(s, "key"))),
	}
}
