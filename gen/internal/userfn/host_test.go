package userfn

import (
	"encoding/binary"
	"fmt"
	"go/types"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// The differential test runs the translation beside the Go function, bit for bit, without a GPU:
// clang compiles the text for the host, with functions of the host in place of the intrinsics and
// of the helpers that are inline PTX.

// intrinsics are those of CUDA that translations use.
const intrinsics = `
#include <cmath>
#include <initializer_list>
#include <cstdio>
#include <cstring>
#pragma STDC FP_CONTRACT OFF
#define __device__
#define __forceinline__ inline
#define __CUDA_ARCH__ 900
template <class To, class From> static To bit_cast(From x) { To y; static_assert(sizeof x == sizeof y, ""); memcpy(&y, &x, sizeof y); return y; }
static unsigned __float_as_uint(float x) { return bit_cast<unsigned>(x); }
static float __uint_as_float(unsigned x) { return bit_cast<float>(x); }
static long long __double_as_longlong(double x) { return bit_cast<long long>(x); }
static double __longlong_as_double(long long x) { return bit_cast<double>(x); }
static int __popc(unsigned x) { return __builtin_popcount(x); }
static int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
static int __clz(int x) { return x == 0 ? 32 : __builtin_clz((unsigned)x); }
static int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll((unsigned long long)x); }
static unsigned __brev(unsigned x) { return __builtin_bitreverse32(x); }
static unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }
static unsigned long long __umul64hi(unsigned long long a, unsigned long long b) { return (unsigned long long)((unsigned __int128)a * b >> 64); }
static float step(float a, float b, float c) { return std::fma(a, b, c); }
static float exp_f32(float x) {
    if (x != x) return x;
    x = x < -104 ? -104 : x > 89 ? 89 : x;
    const float k = std::nearbyint(step(x, 0x1.715476p0f, 0)), r = step(k, -0x1.7f7d1cp-20f, step(k, -0x1.62e4p-1f, x));
    float p = 0x1.6a23ccp-10f;
    for (float c : {0x1.123a94p-7f, 0x1.5558f2p-5f, 0x1.555492p-3f, 0x1.fffffcp-2f, 1.0f, 1.0f}) p = step(p, r, c);
    return (float)std::ldexp((double)p, (int)k);
}
static float log_f32(float x) {
    if (!(x > 0 && x <= 0x1.fffffep127f)) return x == 0 ? -HUGE_VALF : x < 0 ? NAN : x;
    int k;
    float f = std::frexp(x, &k); // in [1/2, 1)
    if (bit_cast<unsigned>(f) - 0x3f2aaaabu >= 0x800000u) f *= 2, k--; // in [2/3, 4/3)
    const float m = f - 1;
    float p = -0x1.0931dap-3f;
    for (float c : {0x1.1ed142p-3f, -0x1.f26d38p-4f, 0x1.1ebe68p-3f, -0x1.55a754p-3f, 0x1.99d216p-3f, -0x1.fffe82p-3f, 0x1.555502p-2f, -0.5f}) p = step(p, m, c);
    return step((float)k, 0x1.62e43p-1f, step(p, m * m, m));
}
struct trapped {};
static void __trap() { throw trapped(); }
`

// onHost are the helpers that are inline PTX.
var onHost = map[string]string{
	"add": "a + b", "sub": "a - b", "mul": "a * b", "div": "a / b", "sqrt": "std::sqrt(a)", "fma": "std::fma(a, b, c)",
	"floor": "std::floor(a)", "ceil": "std::ceil(a)", "trunc": "std::trunc(a)", "even": "std::nearbyint(a)",
	"less": "a < b", "at_most": "a <= b", "equal": "a == b", "unequal": "a != b", "is_nan": "a != a",
	"minimum": "a != a ? a : b != b ? b : a < b || (a == b && std::signbit(a)) ? a : b",
	"maximum": "a != a ? a : b != b ? b : a > b || (a == b && !std::signbit(a)) ? a : b",
	"f32":     "(float)a", "f64": "(double)a",
	"exp": "exp_f32(x)", "log": "log_f32(x)", "rsqrt": "(float)(1 / std::sqrt((double)x))",
}

// hostText is the translation for the host.
func hostText(t *testing.T, c *Code) string {
	t.Helper()
	var b strings.Builder
	b.WriteString(intrinsics + c.Types)
	for _, h := range c.Helpers {
		if !strings.Contains(h.String(), "asm(") {
			b.WriteString(h.String())
			continue
		}
		name, _, _ := strings.Cut(h.Key, "_f")
		if strings.Contains(h.Key, "_of_") {
			name = h.Key[:3]
		}
		if onHost[name] == "" {
			t.Fatalf("no host function for %s", h.Key)
		}
		fmt.Fprintf(&b, "%s { return %s; }\n", h.Declaration(), onHost[name])
	}
	return b.String() + c.Functions
}

// place is a scalar within a value.
type scalarPlace struct {
	path string
	typ  scalar
}

// places are the scalars of a type in C++, in the order of encoding/binary.
func (u *unit) places(t types.Type, path string) (all []scalarPlace) {
	s, isScalar := scalarOf(t)
	switch {
	case isScalar:
		return []scalarPlace{{path, s}}
	case isComplex(t):
		m, _ := u.structKnown(t)
		return append(u.places(part(t), path+"."+m.Members[0]), u.places(part(t), path+"."+m.Members[1])...)
	case arrayOf(t) != nil:
		for i := range arrayOf(t).Len() {
			all = append(all, u.places(arrayOf(t).Elem(), fmt.Sprintf("%s[%d]", path, i))...)
		}
		return all
	}
	m, _ := u.structKnown(t)
	for i, name := range m.Members {
		all = append(all, u.places(structOf(t).Field(i).Type(), path+"."+name)...)
	}
	return all
}

// edges are bits that are apt to go wrong, by size.
var edges = map[int][]uint64{
	1:  {0, 1},
	8:  {0, 1, 2, 7, 8, 9, 31, 32, 63, 64, 0x7f, 0x80, 0x81, 0xff},
	16: {0, 1, 2, 15, 16, 17, 32, 63, 64, 0x7fff, 0x8000, 0x8001, 0xffff},
	32: {0, 1, 2, 31, 32, 33, 0x7fffffff, 0x80000000, 0x80000001, 0xffffffff, 12345, 1 << 24, 1<<24 + 1},
	64: {0, 1, 2, 63, 64, 65, 0x7fffffffffffffff, 0x8000000000000000, 0x8000000000000001, 0xffffffffffffffff, 1<<53 + 1,
		1 << 40},
}

var floatEdges = []float64{0, math.Copysign(0, -1), 1, -1, 0.5, 1.5, 2.5, -2.5, 3, math.Inf(1), math.Inf(-1),
	math.NaN(), math.MaxFloat32, math.MaxFloat64,
	math.SmallestNonzeroFloat32, -math.SmallestNonzeroFloat64, 1e-40, 1e-310, 1 << 24, 1 << 53, 0.1, 1.0 / 3}

func randomBits(r *rand.Rand, s scalar) uint64 {
	x := r.Uint64() >> (64 - s.bits)
	switch {
	case s.float && r.IntN(3) > 0:
		v := floatEdges[r.IntN(len(floatEdges))]
		if r.IntN(3) == 0 {
			v = r.NormFloat64() * math.Exp2(float64(r.IntN(40)-20))
		}
		x = math.Float64bits(v)
		if s.bits == 32 {
			x = uint64(math.Float32bits(float32(v)))
		}
	case !s.float && r.IntN(2) == 0:
		x = edges[s.bits][r.IntN(len(edges[s.bits]))]
	case !s.float && r.IntN(2) == 0:
		x = r.Uint64N(8) * uint64(r.IntN(2)*2-1) & (1<<(s.bits-1)<<1 - 1)
	}
	return x
}

func appendBits(to []byte, s scalar, x uint64) []byte {
	all := binary.LittleEndian.AppendUint64(nil, x)
	return append(to, all[:(s.bits+7)/8]...)
}
