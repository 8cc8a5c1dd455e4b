package masks

import (
	"fmt"

	"github.com/shflgen/shflgen"
)

// winners are the elements among which winners are looked for: some of few bits, so
// that there are equals; of floats all bits, now and then a zero or a NaN.
var winners = map[shflgen.Type]string{
	shflgen.Int32:   "(int)few(h, 0x80000003ull)",
	shflgen.Int64:   "(long long)few(h, 0x8000000300000003ull)",
	shflgen.Float16: "__ushort_as_half((unsigned short)any_float(h, 0x7c00ull, 15))",
	shflgen.Float32: "__uint_as_float((unsigned)any_float(h, 0x7f800000ull, 31))",
	shflgen.Float64: "__longlong_as_double((long long)any_float(h, 0x7ff0000000000000ull, 63))",
}

// ordering is what winners and maxima rest on.
const ordering = `
// Half of the time a few bits of h alone, so that there are equals, else all.
[[maybe_unused]] static __device__ unsigned long long few(unsigned long long h, unsigned long long bits)
{
    return (h >> 20 & 1ull) != 0ull ? h : h >> 7 & bits;
}

// The bits of a float, sign and all; some are zeros, NaNs, and 1 with few bits more.
[[maybe_unused]] static __device__ unsigned long long any_float(unsigned long long h, unsigned long long inf, int sign)
{
    const unsigned long long bit = 1ull << sign, rest = h & (bit - 1ull);
    switch (h >> 60) {
    case 0: return h & bit;
    case 1: return (h & bit) | inf | (rest & 0x1ffull) | 1ull;
    case 2: case 3: case 4: return (h & bit) | ((inf >> 1) & ~(inf >> 2)) | (rest & 3ull);
    }
    return h & (bit | (bit - 1ull));
}

[[maybe_unused]] static __device__ bool negative(float x) { return __float_as_int(x) < 0; }
[[maybe_unused]] static __device__ bool negative(double x) { return __double_as_longlong(x) < 0; }
[[maybe_unused]] static __device__ bool negative(int) { return false; } // of equals both are or neither
[[maybe_unused]] static __device__ bool negative(long long) { return false; }

// Whether x is above y, or below it: a NaN is neither, all else is either to a NaN,
// and -0 is below +0.
template <typename T> [[maybe_unused]] static __device__ bool above(T x, T y)
{
    return x == x && (y != y || x > y || (x == y && negative(y) && !negative(x)));
}
template <typename T> [[maybe_unused]] static __device__ bool below(T x, T y)
{
    return x == x && (y != y || x < y || (x == y && negative(x) && !negative(y)));
}
`

// beats is the test whether x wins over y.
func beats(s shflgen.Spec, x, y string) string {
	if s.Type == shflgen.Float16 {
		x, y = "__half2float("+x+")", "__half2float("+y+")"
	}
	test := "above"
	if s.Op == shflgen.ArgMin {
		test = "below"
	}
	return fmt.Sprintf("%s(%s, %s)", test, x, y)
}

// winner is the plain text of an op that gives a lane: lane after lane of the segment
// is asked whether it beats those before it.
func winner(s shflgen.Spec) string {
	named := ""
	if s.Pattern == shflgen.DownReduce {
		named = "        named = named && lane == base;\n"
	}
	return `        if (!past)
            for (unsigned j = base; j < base + width; ++j)
                if (now->there[j] && (want_idx < 0 || ` + beats(s, "now->x[j]", "want") + `)) {
                    want = now->x[j];
                    want_idx = (int)j;
                }
` + named
}
