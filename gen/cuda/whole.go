package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen"
)

// reductions are the names of the intrinsics that reduce a warp's 32-bit integers.
var reductions = map[shflgen.Op]string{
	shflgen.Sum: "__reduce_add_sync", shflgen.And: "__reduce_and_sync", shflgen.Or: "__reduce_or_sync", shflgen.Xor: "__reduce_xor_sync",
	shflgen.Min: "__reduce_min_sync", shflgen.Max: "__reduce_max_sync",
	shflgen.Minimum: "__reduce_min_sync", shflgen.Maximum: "__reduce_max_sync", // of keys
}

// whole is the format of a reduction over the threads of a mask at once, and the
// functions that it calls.
func whole(s shflgen.Spec, threads string, on arches) (format string, helpers []string, err error) {
	name, ok := reductions[s.Op]
	t, bits := s.Type, s.Type.Bits()
	given := "" // a mask, to the functions
	if s.Mask == shflgen.Active {
		given = threads + ", "
	}
	bitwise := s.Op == shflgen.And || s.Op == shflgen.Or || s.Op == shflgen.Xor
	switch {
	case !ok || t.Packed() || t.Class() == shflgen.Float && s.Op == shflgen.Sum:
		return "", nil, fmt.Errorf("cuda: no reduction of %s on %s by the hardware", s.Op, t)
	case t.Class() == shflgen.Float:
		if bits > 32 {
			return s.FileName() + "_whole(" + given + "%s)", keysByWords(s), nil
		}
		reduce, helpers := name, keysTurned(s)
		if t.Half() {
			if reduce, helpers, err = keysTwice(s); err != nil {
				return "", nil, err
			}
		}
		byKey := func(x string) string {
			return fmt.Sprintf("%[1]s_unkey(%[2]s(%[3]s, %[1]s_key(%[4]s)))", s.FileName(), reduce, threads, x)
		}
		if on.below <= floatRedux {
			return byKey("%s"), helpers, nil
		}
		helper, err := natively(s, helpers, byKey)
		return s.FileName() + "_whole(" + given + "%s)", []string{helper}, err
	case bits <= 32:
		takes := "int"
		if bitwise || t.Class() == shflgen.Unsigned {
			takes = "unsigned"
		}
		if c := ctypes[t]; c.name != takes {
			return fmt.Sprintf("(%s)%s(%s, (%s)%%s)", c.name, name, threads, takes), nil, nil
		}
		return fmt.Sprintf("%s(%s, %%s)", name, threads), nil, nil
	case bitwise:
		half := func(of string) string { return fmt.Sprintf("%s(%s, (unsigned)%s)", name, threads, of) }
		return fmt.Sprintf("(%s)((unsigned long long)%s << 32 | %s)", ctypes[t].name,
			half("((unsigned long long)%[1]s >> 32)"), half("%[1]s")), nil, nil
	case s.Op == shflgen.Sum:
		return s.FileName() + "_whole(" + given + "%s)", []string{byLimbs(s)}, nil
	}
	upper := "int"
	if t.Class() == shflgen.Unsigned {
		upper = "unsigned"
	}
	return s.FileName() + "_whole(" + given + "%s)", []string{byWords(s, ctypes[t].name, upper)}, nil
}

// byWords is a function for the least or greatest of 64-bit integers: of two, the
// upper words decide, and where they are equal the lower ones.
func byWords(s shflgen.Spec, typ, upper string) string {
	most, none := sought(s.Op)
	params, threads := members(s)
	return fmt.Sprintf(`// The %[1]s x of the warp: the %[1]s upper word, and of the lanes that have it the %[1]s lower one.
static __device__ __forceinline__ %[2]s %[3]s_whole(%[7]s%[2]s x)
{
    %[4]s mine = (%[4]s)(x >> 32);
    %[4]s upper = %[5]s(%[8]s, mine);
    unsigned lower = %[5]s(%[8]s, mine == upper ? (unsigned)x : %[6]s);
    return (%[2]s)((unsigned long long)(unsigned)upper << 32 | lower);
}`, most, typ, s.FileName(), upper, reductions[s.Op], none, params, threads)
}

// sought says which value the op looks for, and gives the word that never is it.
func sought(o shflgen.Op) (most, none string) {
	if o == shflgen.Min || o == shflgen.Minimum {
		return "least", "4294967295u"
	}
	return "greatest", "0u"
}

// withNaN says what a NaN does.
func withNaN(o shflgen.Op) string {
	if o == shflgen.Minimum || o == shflgen.Maximum {
		return "wins"
	}
	return "loses"
}

// members are the parameter that tells such a function who makes the call, if not
// every lane does, and the mask of the threads.
func members(s shflgen.Spec) (param, threads string) {
	if s.Mask == shflgen.Active {
		return "unsigned mask, ", "mask"
	}
	return "", "0xffffffffu"
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

// byLimbs is a function for the sum of 64-bit integers.
func byLimbs(s shflgen.Spec) string {
	params, threads := members(s)
	return fmt.Sprintf(`// The sum of x over the warp, of its bits 0 to 4, 5 to 31 and 32 to 63: 32 times what 27 bits
// hold is less than 2^32, and what the last sum loses is above bit 63.
static __device__ __forceinline__ %[1]s %[2]s_whole(%[4]s%[1]s x)
{
    unsigned bits0 = %[3]s(%[5]s, (unsigned)x & 31u);
    unsigned bits5 = %[3]s(%[5]s, (unsigned)x >> 5);
    unsigned bits32 = %[3]s(%[5]s, (unsigned)((unsigned long long)x >> 32));
    return (%[1]s)(((unsigned long long)bits5 << 5) + ((unsigned long long)bits32 << 32 | bits0));
}`, ctypes[s.Type].name, s.FileName(), reductions[s.Op], params, threads)
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
