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

// natives are the op's redux.sync of float32. Without .NaN a NaN is passed over, and
// +0 is above -0: as the ops have it.
var natives = map[shflgen.Op]string{shflgen.Min: "min", shflgen.Max: "max", shflgen.Minimum: "min.NaN", shflgen.Maximum: "max.NaN"}

// viaFloat are the conversions of a type to float32, exact, and back, exact of what
// came so.
var viaFloat = map[shflgen.Type]struct{ to, from string }{
	shflgen.Float32:  {"x", "most"},
	shflgen.Float16:  {"__half2float(x)", "__float2half_rn(most)"},
	shflgen.Bfloat16: {"__bfloat162float(x)", "__float2bfloat16_rn(most)"},
}

// reduxOfFloats reduces floats as integers, by words if they have 64 bits, or as floats
// where the hardware can.
func reduxOfFloats(s shflgen.Spec, threads expr, on arches, x expr) (reduced expr, helpers []string, err error) {
	if s.Type.Bits() > shflgen.RegisterBits {
		return callReduction(s, threads, x), keysByWords(s), nil
	}
	reduce, helpers := reductions[s.Op], keysTurned(s)
	if s.Type.Half() {
		if reduce, helpers, err = keysTwice(s); err != nil {
			return expr{}, nil, err
		}
	}
	byKey := func(threads, x expr) expr {
		return call(s.FileName()+"_unkey", call(reduce, threads, call(s.FileName()+"_key", x)))
	}
	if on.below <= floatRedux {
		return byKey(threads, x), helpers, nil
	}
	_, own := members(s)
	helper, err := natively(s, helpers, byKey(name(own), name("x")))
	return callReduction(s, threads, x), []string{helper}, err
}

// natively is a function that reduces floats by the instruction for them where there
// is one, else by key, with what that calls.
func natively(s shflgen.Spec, keys []string, byKey expr) (string, error) {
	native, ok := natives[s.Op]
	via, can := viaFloat[s.Type]
	if !ok || !can {
		return "", fmt.Errorf("cuda: no redux.sync of %s on %s", s.Op, s.Type)
	}
	most, _ := sought(s.Op)
	params, threads := members(s)
	name := ctypes[s.Type].name
	head := fmt.Sprintf("// The %s x of the warp, -0 below +0; a NaN %s.\nstatic __device__ __forceinline__ %s %s_whole(%s%[3]s x)\n{\n",
		most, withNaN(s.Op), name, s.FileName(), params)
	return inFamily + head + fmt.Sprintf(`    float most;
    asm volatile("redux.sync.%s.f32 %%0, %%1, %%2;" : "=f"(most) : "f"(%s), "r"(%s));
    return %s;
}
`, native, via.to, threads, via.from) + "#else\n" + strings.Join(keys, "\n\n") + "\n\n" + head + "    return " + byKey.text + ";\n}\n#endif", nil
}

// keysByWords are functions for the least or greatest of doubles, by words of keys:
// see [keysTurned]. To move a NaN it is enough to move its upper word.
func keysByWords(s shflgen.Spec) []string {
	most, none := sought(s.Op)
	does, lost := withNaN(s.Op), "-2147483647 - 1"
	if s.Op == shflgen.Min || s.Op == shflgen.Maximum {
		lost = "2147483647"
	}
	params, threads := members(s)
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

// keysTurned are functions for a reduction of float32 as integers: from a float to
// its key and back. Positive floats are ordered as their bits are, negative ones the
// other way round, and a NaN lies beyond infinity. So all keys are turned on their
// ring, modulo 2^32, by as many as there are NaNs of a sign: those beyond one infinity
// wrap to beside those beyond the other, so all NaNs lie at one end, that which loses
// if a NaN is missing data, else that which wins, without a test for any.
func keysTurned(s shflgen.Spec) []string {
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
