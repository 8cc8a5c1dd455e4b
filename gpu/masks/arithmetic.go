package masks

import (
	"fmt"

	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// element is an element type in CUDA C++. The texts are formats of their operands.
type element struct {
	name   string
	bits   string // the unsigned integer of its size
	of     string // the element of some bits
	random string // an element of the random bits h
	ties   string // the same, often equal to another: for ops that compare
	add    string // of two elements, rounded once, or wrapped
	mul    string
	number string // the element as a number that C++ compares
}

var elements = map[spec.Type]element{
	spec.Int32: {
		name: "int", bits: "unsigned", of: "(int)0x%xu", number: "%s",
		random: "(int)h", ties: "(int)few(h, 0x80000003ull)",
		add: "(int)((unsigned)%s + (unsigned)%s)", mul: "(int)((unsigned)%s * (unsigned)%s)",
	},
	spec.Int64: {
		name: "long long", bits: "unsigned long long", of: "(long long)0x%xull", number: "%s",
		random: "(long long)h", ties: "(long long)few(h, 0x8000000300000003ull)",
		add: "(long long)((unsigned long long)%s + (unsigned long long)%s)",
		mul: "(long long)((unsigned long long)%s * (unsigned long long)%s)",
	},
	spec.Float16: {
		name: "__half", bits: "unsigned short", of: "__ushort_as_half(0x%xu)", number: "__half2float(%s)",
		random: "__float2half(near_one<float>(h))",
		ties:   "__ushort_as_half((unsigned short)any_float(h, 0x7c00ull, 15))",
		add:    "__hadd_rn(%s, %s)", mul: "__hmul_rn(%s, %s)",
	},
	spec.Float32: {
		name: "float", bits: "unsigned", of: "__uint_as_float(0x%xu)", number: "%s",
		random: "near_one<float>(h)", ties: "__uint_as_float((unsigned)any_float(h, 0x7f800000ull, 31))",
		add: "__fadd_rn(%s, %s)", mul: "__fmul_rn(%s, %s)",
	},
	spec.Float64: {
		name: "double", bits: "unsigned long long", of: "__longlong_as_double((long long)0x%xull)", number: "%s",
		random: "near_one<double>(h)", ties: "__longlong_as_double((long long)any_float(h, 0x7ff0000000000000ull, 63))",
		add: "__dadd_rn(%s, %s)", mul: "__dmul_rn(%s, %s)",
	},
}

// ofBits is the element of constant bits.
func (e element) ofBits(bits uint64) string { return fmt.Sprintf(e.of, bits) }

// compare applies above or below, which order a NaN after every number and -0 below +0.
func (e element) compare(order, x, y string) string {
	return fmt.Sprintf(order+"("+e.number+", "+e.number+")", x, y)
}

// text is the arithmetic of an element type in CUDA C++. [ref.Combine] makes every op of it.
type text struct{ element }

var _ ref.Arithmetic[string] = text{}

func (t text) Add(x, y string) string { return fmt.Sprintf(t.add, x, y) }
func (t text) Mul(x, y string) string { return fmt.Sprintf(t.mul, x, y) }
func (t text) And(x, y string) string { return fmt.Sprintf("(%s & %s)", x, y) }
func (t text) Or(x, y string) string  { return fmt.Sprintf("(%s | %s)", x, y) }
func (t text) Xor(x, y string) string { return fmt.Sprintf("(%s ^ %s)", x, y) }
func (t text) Not(x string) string    { return "~" + x }
func (t text) Min(x, y string) string { return t.choose("below", x, y) }
func (t text) Max(x, y string) string { return t.choose("above", x, y) }

func (t text) MinNaN(x, y string) string { return t.withNaN(x, y, t.Min(x, y)) }
func (t text) MaxNaN(x, y string) string { return t.withNaN(x, y, t.Max(x, y)) }

func (t text) BySize(x, y, greater, less, equal string) string {
	return fmt.Sprintf("(%s ? %s : %s ? %s : %s)", t.compare("larger", x, y), greater, t.compare("larger", y, x), less,
		equal)
}

func (t text) choose(order, x, y string) string {
	return fmt.Sprintf("(%s ? %s : %s)", t.compare(order, x, y), x, y)
}

// withNaN is x or y where one of them is a NaN, else what is given.
func (t text) withNaN(x, y, otherwise string) string {
	return fmt.Sprintf("(%[1]s ? %[3]s : %[2]s ? %[4]s : %[5]s)", t.isNaN(x), t.isNaN(y), x, y, otherwise)
}

func (t text) isNaN(x string) string {
	return fmt.Sprintf("("+t.number+" != "+t.number+")", x, x)
}

// numbers is the CUDA C++ that elements and their order rest on.
const numbers = `
// Half of the time a few bits of h alone, so that elements are equal, else all.
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

// Between 1 and 2, of either sign, so that each element shows in a sum; some are
// zeros and very large.
template <typename T> [[maybe_unused]] static __device__ T near_one(unsigned long long h)
{
    T x = (T)1 + (T)(h >> 11 & 0xfffffu) / (T)0x100000;
    if ((h & 0x70u) == 0u)
        x = (h & 0x80u) ? (T)0 : x * (T)20000;
    return (h & 1u) ? -x : x;
}

[[maybe_unused]] static __device__ bool negative(float x) { return __float_as_int(x) < 0; }
[[maybe_unused]] static __device__ bool negative(double x) { return __double_as_longlong(x) < 0; }
[[maybe_unused]] static __device__ bool negative(int) { return false; } // of equals both are or neither
[[maybe_unused]] static __device__ bool negative(long long) { return false; }

// Whether the magnitude of x is above that of y. A NaN has none.
[[maybe_unused]] static __device__ bool larger(float x, float y) { return fabsf(x) > fabsf(y); }
[[maybe_unused]] static __device__ bool larger(double x, double y) { return fabs(x) > fabs(y); }
[[maybe_unused]] static __device__ bool larger(long long x, long long y)
{
    const unsigned long long a = (unsigned long long)x, b = (unsigned long long)y;
    return (x < 0 ? 0ull - a : a) > (y < 0 ? 0ull - b : b);
}
[[maybe_unused]] static __device__ bool larger(int x, int y) { return larger((long long)x, (long long)y); }

// Whether x is above y, or below it: a NaN is neither, a number is either to a NaN,
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
