package compile_test

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

// row is a function of the prelude: an expression of a, the lane's element, and b, that of
// the next lane, and what it is by Go, if that is said.
type row struct {
	expr string
	want func(a, b uint64) uint64
}

func s32(x uint64) int32 { return int32(uint32(x)) }
func u32(x int32) uint64 { return uint64(uint32(x)) }

func clamp(s uint64) uint { return uint(min(s&0xffffffff, 32)) }

var words = []row{
	{"(unsigned)__popc(a)", func(a, _ uint64) uint64 { return uint64(bits.OnesCount32(uint32(a))) }},
	{"(unsigned)__clz((int)a)", func(a, _ uint64) uint64 { return uint64(bits.LeadingZeros32(uint32(a))) }},
	{"__brev(a)", func(a, _ uint64) uint64 { return uint64(bits.Reverse32(uint32(a))) }},
	{"(unsigned)__ffs((int)a)", func(a, _ uint64) uint64 { return uint64(bits.TrailingZeros32(uint32(a))+1) % 33 }},
	{"(unsigned)__ffs((int)(a & 0u))", func(a, _ uint64) uint64 { return 0 }},
	{"(unsigned)__clz((int)(a & 0u))", func(a, _ uint64) uint64 { return 32 }},
	{"min(a, b)", func(a, b uint64) uint64 { return min(a, b) }},
	{"max(a, b)", func(a, b uint64) uint64 { return max(a, b) }},
	{"(unsigned)min((int)a, (int)b)", func(a, b uint64) uint64 { return u32(min(s32(a), s32(b))) }},
	{"(unsigned)max((int)a, (int)b)", func(a, b uint64) uint64 { return u32(max(s32(a), s32(b))) }},
	{"min((int)a, b)", func(a, b uint64) uint64 { return min(a, b) }},
	{"max(a, (int)b)", func(a, b uint64) uint64 { return max(a, b) }},
	{"(unsigned)abs((int)a)", func(a, _ uint64) uint64 { return u32(max(s32(a), -s32(a))) }},
	{"(unsigned)__mulhi((int)a, (int)b)", func(a, b uint64) uint64 {
		return u32(int32(int64(s32(a)) * int64(s32(b)) >> 32))
	}},
	{"__umulhi(a, b)", func(a, b uint64) uint64 { return a * b >> 32 }},
	{"__byte_perm(a, b, 0x6240u)", nil},
	{"__funnelshift_l(a, b, a & 63u)", func(a, b uint64) uint64 { return b<<(a&31)&0xffffffff | a>>(32-a&31) }},
	{"__funnelshift_lc(a, b, a & 63u)", func(a, b uint64) uint64 { return (b<<32 | a) << clamp(a&63) >> 32 & 0xffffffff }},
	{"__funnelshift_r(a, b, a & 63u)", func(a, b uint64) uint64 { return (b<<32 | a) >> (a & 31) & 0xffffffff }},
	{"__funnelshift_rc(a, b, a & 63u)", func(a, b uint64) uint64 { return (b<<32 | a) >> clamp(a&63) & 0xffffffff }},
	{"__shfl_sync(0xffffffffu, a, 5)", nil},
	{"__shfl_sync(0xffffffffu, a, (int)(a & 31u), 16)", nil},
	{"__shfl_up_sync(0xffffffffu, a, 3)", nil},
	{"__shfl_up_sync(0xffffffffu, a, 3, 8)", nil},
	{"(unsigned)__shfl_down_sync(0xffffffffu, (int)a, 1)", func(_, b uint64) uint64 { return b }},
	{"(unsigned)__shfl_down_sync(0xffffffffu, (short)a, 2, 4)", nil},
	{"__shfl_xor_sync(0xffffffffu, a, 7)", nil},
	{"(unsigned)__shfl_xor_sync(0xffffffffu, (unsigned char)a, 1, 2)", nil},
	{"__ballot_sync(0xffffffffu, (int)(a & 1u))", nil},
	{"__ballot_sync(0xffffffffu, (int)(a & 4u))", nil},
	{"(unsigned)__any_sync(0xffffffffu, (int)(a & 1u))", func(_, _ uint64) uint64 { return 1 }},
	{"(unsigned)__all_sync(0xffffffffu, (int)(a & 1u))", func(_, _ uint64) uint64 { return 0 }},
	{"(unsigned)__any_sync(0xffffffffu, a > 0xffffffffu)", func(_, _ uint64) uint64 { return 0 }},
	{"(unsigned)__uni_sync(0xffffffffu, 3)", func(_, _ uint64) uint64 { return 1 }},
	{"__match_any_sync(0xffffffffu, a & 3u)", nil},
	{"__match_any_sync(0xffffffffu, (int)(a & 3u))", nil},
	{"__match_any_sync(0xffffffffu, (unsigned long long)(a & 3u) << 40)", nil},
	{"all_of(a & 0u)", func(_, _ uint64) uint64 { return 0x1fffffffe }},
	{"all_of(a & 3u)", func(_, _ uint64) uint64 { return 0 }},
	{"(__syncwarp(), __syncwarp(0xffffffffu), a + 1u)", func(a, _ uint64) uint64 { return (a + 1) & 0xffffffff }},
	{"(unsigned)warpSize + a", func(a, _ uint64) uint64 { return (a + 32) & 0xffffffff }},
	{"make_uint4(a, b, 3u, a).y + make_int2((int)a, 7).x", func(a, b uint64) uint64 { return (a + b) & 0xffffffff }},
	{"(unsigned)sizeof(float4) + (unsigned)alignof(float4) * 100u + (unsigned)alignof(int3) * " +
		"10000u + (unsigned)alignof(ushort4) * 1000000u", nil},
	{"(unsigned)sizeof(double4) + (unsigned)alignof(double2) * 100u + (unsigned)alignof(uchar2) * " +
		"10000u + (unsigned)sizeof(char3) * 1000000u", nil},
	{"(unsigned)(uint32_t)a + (unsigned)sizeof(uint64_t)", nil},
	{"kept(a)", func(a, _ uint64) uint64 { return (a*3 + 1) & 0xffffffff }},
}

var longs = []row{
	{"(unsigned long long)__popcll(a)", func(a, _ uint64) uint64 { return uint64(bits.OnesCount64(a)) }},
	{"(unsigned long long)__clzll((long long)a)", func(a, _ uint64) uint64 { return uint64(bits.LeadingZeros64(a)) }},
	{"__brevll(a)", func(a, _ uint64) uint64 { return bits.Reverse64(a) }},
	{"(unsigned long long)__ffsll((long long)a)", func(a, _ uint64) uint64 {
		return uint64(bits.TrailingZeros64(a)+1) % 65
	}},
	{"(unsigned long long)__ffsll((long long)(a & 0xf00ull << 40))", func(a, _ uint64) uint64 {
		return uint64(bits.TrailingZeros64(a&(0xf00<<40))+1) % 65
	}},
	{"min(a, b)", func(a, b uint64) uint64 { return min(a, b) }},
	{"(unsigned long long)max((long long)a, (long long)b)", func(a, b uint64) uint64 {
		return uint64(max(int64(a), int64(b)))
	}},
	{"(unsigned long long)min((long)a, (long)b)", func(a, b uint64) uint64 { return uint64(min(int64(a), int64(b))) }},
	{"max((unsigned long)a, (unsigned long)b)", func(a, b uint64) uint64 { return max(a, b) }},
	{"max((long long)a, b)", func(a, b uint64) uint64 { return max(a, b) }},
	{"(unsigned long long)llabs((long long)a)", func(a, _ uint64) uint64 { return uint64(max(int64(a), -int64(a))) }},
	{"__shfl_down_sync(0xffffffffu, a, 1)", func(_, b uint64) uint64 { return b }},
	{"__shfl_xor_sync(0xffffffffu, (unsigned long)a, 3)", nil},
	{"(unsigned long long)__shfl_up_sync(0xffffffffu, (long long)a, 1, 16)", nil},
	{"__match_any_sync(0xffffffffu, a & 0x300000000ull)", nil},
	{"(unsigned long long)__double_as_longlong(__hiloint2double((int)a, (int)(a >> 32)))", func(a, _ uint64) uint64 {
		return bits.RotateLeft64(a, 32)
	}},
	{"(unsigned long long)(unsigned)__double2hiint(__longlong_as_double((long long)a))", func(a, _ uint64) uint64 {
		return a >> 32
	}},
	{"(unsigned long long)(unsigned)__double2loint(__longlong_as_double((long long)a))", func(a, _ uint64) uint64 {
		return a & 0xffffffff
	}},
}

func float2(f func(a, b float32) float32) func(a, b uint64) uint64 {
	return func(a, b uint64) uint64 {
		return uint64(math.Float32bits(f(math.Float32frombits(uint32(a)), math.Float32frombits(uint32(b)))))
	}
}

var singles = []row{
	{"__fadd_rn(a, b)", float2(func(a, b float32) float32 { return a + b })},
	{"__fsub_rn(a, b)", float2(func(a, b float32) float32 { return a - b })},
	{"__fmul_rn(a, b)", float2(func(a, b float32) float32 { return a * b })},
	{"fminf(a, b)", nil}, {"fmaxf(a, b)", nil}, {"min(a, b)", nil}, {"max(a, b)", nil},
	{"fabsf(a)", nil}, {"abs(a)", nil},
	{"isnan(a) ? 1.0f : 2.0f", float2(func(a, _ float32) float32 {
		if a != a {
			return 1
		}
		return 2
	})},
	{"__shfl_down_sync(0xffffffffu, a, 1)", float2(func(_, b float32) float32 { return b })},
	{"__uint_as_float(__float_as_uint(a) ^ 1u)", nil},
	{"__int_as_float(__float_as_int(a) ^ 1)", nil},
	{"make_float2(a, b).y", float2(func(_, b float32) float32 { return b })},
	{"__uint_as_float(__match_any_sync(0xffffffffu, isnan(a) ? 1.0f : 2.0f))", nil},
}

var doubles = []row{
	{"__dadd_rn(a, b)", nil}, {"__dsub_rn(a, b)", nil}, {"__dmul_rn(a, b)", nil},
	{"fmin(a, b)", nil}, {"fmax(a, b)", nil}, {"min(a, b)", nil}, {"max(a, b)", nil}, {"max((float)1, b)", nil},
	{"fabs(a)", nil}, {"abs(a)", nil}, {"isnan(a) ? 1.0 : 2.0", nil}, {"__shfl_xor_sync(0xffffffffu, a, 1)", nil},
}

// kernels is a source with a kernel for each row, k0, k1, ….
func kernels(typ string, rows []row) []byte {
	var b strings.Builder
	b.WriteString("#include <cstdint>\n#include <stdint.h>\n#include <cassert>\n" +
		"[[maybe_unused]] static __device__ __forceinline__ unsigned kept(unsigned x) " +
		"{ assert(x == x); return x * 3u + 1u; }\n" +
		"[[maybe_unused]] static __device__ __forceinline__ unsigned all_of(unsigned x) { int same; unsigned m = " +
		"__match_all_sync(0xffffffffu, x, &same); return m + (unsigned)same * 0xffffffffu; }\n" +
		"template <typename T> __host__ __device__ __forceinline__ T second(T, T x, T) { return x; }\n")
	for i, r := range rows {
		fmt.Fprintf(&b, "extern \"C\" __global__ void __launch_bounds__(32) k%d(const %[2]s "+
			"*__restrict__ in, %[2]s *__restrict__ out)\n{\n"+
			"    unsigned i;\n    asm(\"mov.u32 %%0, %%%%laneid;\" : \"=r\"(i));\n"+
			"    %[2]s a = in[i], b = in[i == 31u ? 31u : i + 1u];\n    out[i] = second<%[2]s>(a, %[3]s, b);\n}\n", i, typ,
			r.expr)
	}
	return []byte(b.String())
}

// left runs kernel i of a file on numbers.
func left(f *ptx.File, s spec.Spec, i int, in []uint64) ([]uint64, error) {
	var vs []bv.Value
	var d bv.Numbers
	for _, x := range in {
		vs = append(vs, d.Const(s.Type.Bits(), x))
	}
	_, after, err := f.Run(d, s, fmt.Sprintf("k%d", i), []bv.Value{d.Const(32, 0xffffffff)}, vs)
	if err != nil {
		return nil, err
	}
	var out []uint64
	for _, c := range after.Calls[0].Elements {
		x, ok := d.Known(c.V)
		if !ok {
			return nil, fmt.Errorf("no number")
		}
		out = append(out, x)
	}
	return out, nil
}

// TestPrelude runs what clang makes of each function, by the prelude, beside what nvcc makes
// of it, by its own, and beside Go.
func TestPrelude(t *testing.T) {
	clang, err := compile.FindClang()
	if err != nil {
		t.Skip(err)
	}
	nvcc, noNVCC := compile.FindNVCC()
	if noNVCC != nil {
		extent.LeftOut(t, noNVCC)
	}
	for _, table := range []struct {
		typ  string
		of   spec.Type
		rows []row
	}{{"unsigned", spec.Uint32, words}, {"unsigned long long", spec.Uint64, longs}, {"float", spec.Float32, singles},
		{"double", spec.Float64, doubles}} {
		t.Run(table.typ, func(t *testing.T) {
			s := spec.NewSpec(spec.XorReduce)
			s.Width, s.Type, s.Mask = 32, table.of, spec.Full
			if table.of.Class() == spec.Float {
				s.Op = spec.Min
			}
			read := func(name string, code []byte, err error) *ptx.File {
				if err != nil {
					t.Fatalf("%.3000s", err)
				}
				f, err := ptx.Read(name, code)
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				return f
			}
			src := kernels(table.typ, table.rows)
			code, err := clang.PTX(src, "sm_80")
			files := []*ptx.File{read("clang", code, err)}
			if noNVCC == nil {
				code, err := nvcc.PTX(src, "sm_80")
				files = append(files, read("nvcc", code, err))
			}
			for i, r := range table.rows {
				if err := same(files, s, i, r); err != nil {
					t.Errorf("%s: %v", r.expr, err)
				}
			}
		})
	}
}

// same compares a row's runs on some inputs.
func same(files []*ptx.File, s spec.Spec, i int, r row) error {
	for seed := range uint64(8) {
		in := inputs(s.Type, rand.New(rand.NewPCG(seed, 7)))
		got, err := left(files[0], s, i, in)
		if err != nil {
			return err
		}
		if len(files) > 1 {
			want, err := left(files[1], s, i, in)
			if err != nil {
				return err
			}
			for lane := range want {
				if !equal(s.Type, got[lane], want[lane]) {
					return fmt.Errorf("lane %d of %x: clang %#x, nvcc %#x", lane, in, got[lane], want[lane])
				}
			}
		}
		for lane := range 31 {
			if r.want == nil {
				break
			}
			if want := r.want(in[lane], in[lane+1]) & (^uint64(0) >> (64 - s.Type.Bits())); !equal(s.Type, got[lane], want) {
				return fmt.Errorf("lane %d: a %#x, b %#x: clang %#x, Go %#x", lane, in[lane], in[lane+1], got[lane], want)
			}
		}
	}
	return nil
}

// inputs are random elements, edges among them.
func inputs(typ spec.Type, rng *rand.Rand) []uint64 {
	edges := []uint64{0, 1, ^uint64(0), 1 << 31, 1 << 63, 0x7fffffff, 0x7fc00000, 0x80000001, 0x3f800000, 0x7f800000,
		0xff800000,
		0x7ff8000000000000, 0x8000000000000001, 0x3ff0000000000000, 0x7ff0000000000000}
	var in []uint64
	for i := range spec.WarpSize {
		x := rng.Uint64()
		if i%2 == int(x>>60)&1 {
			x = edges[rng.IntN(len(edges))]
		}
		in = append(in, x&(^uint64(0)>>(64-typ.Bits())))
	}
	return in
}

// equal takes all NaNs for one.
func equal(typ spec.Type, a, b uint64) bool {
	nan := func(x uint64) bool {
		switch typ {
		case spec.Float32:
			return x&0x7fffffff > 0x7f800000
		case spec.Float64:
			return x&(1<<63-1) > 0x7ff<<52
		}
		return false
	}
	return a == b || nan(a) && nan(b)
}

// TestPreludeWrites wants the instructions of functions that the executor does not follow.
func TestPreludeWrites(t *testing.T) {
	clang, err := compile.FindClang()
	if err != nil {
		t.Skip(err)
	}
	for _, tt := range []struct{ text, want string }{
		{"x[0] = (int)__activemask();", "activemask.b32"},
		{"x[0] = __syncthreads_count(x[1]);", "bar.red.popc.u32"},
		{"x[0] = __syncthreads_and(x[1]);", "bar.red.and.pred"},
		{"x[0] = __syncthreads_or(x[1]);", "bar.red.or.pred"},
		{"assert(x[0] > 3); x[1] = 1;", "trap;"},
		{"printf(\"%d\\n\", x[0]);", "vprintf"},
		{"x[0] = (int)(gridDim.x + blockDim.y + threadIdx.z);", "%nctaid.x"},
		{"x[0] = __float_as_int(__fmaf_rn(__int_as_float(x[1]), 3.0f, fmaf(2.0f, __int_as_float(x[2]), 1.0f)));",
			"fma.rn.f32"},
		{"x[0] = __double2hiint(__fma_rn(__hiloint2double(x[1], x[2]), 3.0, fma(2.0, __hiloint2double(x[1], 0), 1.0)));",
			"fma.rn.f64"},
		{"x[0] = (int)(blockIdx.x + blockIdx.y);", "%ctaid.y"},
		{"__shared__ int s[32]; s[x[0]] = 1; __syncthreads(); x[0] = s[3];", "bar.sync"},
	} {
		code, err := clang.PTX([]byte("extern \"C\" __global__ void k(int *x) { "+tt.text+" }\n"), "sm_80")
		if err != nil {
			t.Errorf("%s: %v", tt.text, err)
		} else if !strings.Contains(string(code), tt.want) {
			t.Errorf("%s: no %s in\n%s", tt.text, tt.want, code)
		}
	}
}

// TestLibrary: what clang has no code for is a call of CUDA's library by its name there.
func TestLibrary(t *testing.T) {
	clang, err := compile.FindClang()
	if err != nil {
		t.Skip(err)
	}
	for call, want := range map[string]string{
		"expf(x)": "__nv_expf", "exp(x)": "__nv_expf", "exp((double)x)": "__nv_exp", "__expf(x)": "__nv_fast_expf",
		"sqrtf(x)": "__nv_sqrtf", "powf(x, 2.0f)": "__nv_powf", "pow(x, x)": "__nv_powf", "tanhf(x)": "__nv_tanhf",
	} {
		src := "#include <cmath>\nextern \"C\" __global__ void k(float *out, float x)\n{\n" +
			"    *out = (float)" + call + ";\n}\n" +
			"double host() { return std::exp(1.0f) + std::pow(2, 3) + exp(2.0); }\n"
		code, err := clang.PTX([]byte(src), "sm_90")
		if called := regexp.MustCompile(`(?s)call\.uni[^;]*?\b` + want + `\b`); err != nil || !called.Match(code) {
			t.Errorf("%s: no call of %s: %v\n%s", call, want, err, code)
		}
	}
}
