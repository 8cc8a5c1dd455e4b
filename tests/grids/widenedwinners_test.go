package grids

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

// widenedWinners are specs of elements that are narrower in memory.
func widenedWinners(t *testing.T) []spec.Spec {
	t.Helper()
	return []spec.Spec{
		narrowOf(t, spec.ArgMin, spec.StoredBfloat16), narrowOf(t, spec.ArgMin, spec.StoredFloat16),
		narrowOf(t, spec.ArgMax, spec.StoredBfloat16), narrowOf(t, spec.ArgMax, spec.StoredFloat16),
	}
}

// TestWidenedWinnerKernels: kernels of elements that are narrower in memory are proved, in optimised and unoptimised
// code.
func TestWidenedWinnerKernels(t *testing.T) {
	extent.OneIn(t, 12, 12)
	for _, level := range extent.Pick([]string{"O2"}, []string{"O2", "O0"}) {
		for _, s := range extent.Drawn(t, extent.Every(widenedWinners(t), 2), 8, 8) {
			p := s.GridOrder().Accumulators()
			code := kernelAt(t, s, emit(t, s, gen.CUDA), level)
			if wrong := proveWinnerOf(t, s, code, working{n: 3, blocks: 1}, working{n: 16*p + 1, blocks: 3, number: 2, chunk: 2},
				working{n: p + 9, blocks: 1}); wrong != "" {
				t.Errorf("%s, %s: %s", s.FileName(), level, wrong)
			}
		}
	}
}

// TestBfloat16WinnerKernelFaults: each is named or shown by a call.
func TestBfloat16WinnerKernelFaults(t *testing.T) {
	extent.OnlyFull(t, "compiles by nvcc")
	s := narrowOf(t, spec.ArgMin, spec.StoredBfloat16)
	src := emit(t, s, gen.CUDA)
	const take, op, key, thread, widen, last = "_take(float", "_op(float", "_key(float", "_thread(const",
		"_widen(__nv_bfloat16", "// The results of all chunks"
	for _, f := range extent.Every([]struct {
		after string
		fault
	}{
		{take, fault{"the last of equal elements", "__float_as_uint(next) != __float_as_uint(best)",
			"__float_as_uint(next) == __float_as_uint(x)", ""}},
		{op, fault{"a NaN wins", "min.f32", "min.NaN.f32", ""}},
		{op, fault{"the greatest", "min.f32", "max.f32", ""}},
		{key, fault{"a key of -x", "0f3F800000", "0fBF800000", ""}},
		{key, fault{"keys of which one bit is another", "(bits >> 31 & 0x7fffffff)", "(bits >> 31 & 0x7ffeffff)", ""}},
		{key, fault{"negative elements in the other order", "bits ^ (bits >> 31 & 0x7fffffff)", "bits", ""}},
		{thread, fault{"a thread begins with infinity", "float best = __uint_as_float(0x7fffffffu)",
			"float best = __uint_as_float(0x7f800000u)", ""}},
		{widen, fault{"something below", "{0, %1}", "{%1, %1}", ""}},
		{widen, fault{"the lower half", "{0, %1}", "{%1, 0}", ""}},
		{last, fault{"the last of equal chunks", "key == most ? threadIdx.x", "key == most ? 255u - threadIdx.x", ""}},
	}, 6) {
		said := proveWinner(t, s, planted(t, src, f.after, f.fault), working{n: 3, blocks: 1}, working{n: 2057, blocks: 1},
			working{n: 4107, blocks: 1})
		if said == "" || !strings.Contains(said, f.says) {
			t.Errorf("%s: %q, want %q", f.name, said, f.says)
		}
	}
}

// TestWidenedWinnerKernelFaults: each is named or shown by a call.
func TestWidenedWinnerKernelFaults(t *testing.T) {
	s := narrowOf(t, spec.ArgMax, spec.StoredFloat16)
	src := emit(t, s, gen.CUDA)
	const thread, widen = "_thread(const", "_widen(__half"
	for _, f := range extent.Faults(t, []struct {
		after string
		fault
	}{
		{thread, fault{"a thread begins with what a half widens to", "float best = __uint_as_float(0x7fffffffu)",
			"float best = grid_reduce_argmax_float32_in_float16_widen(__ushort_as_half((unsigned short)none.x))",
			"a NaN's are unspecified"}},
		{thread, fault{"the other half of a word", "(unsigned short)(last.x >> 16)", "(unsigned short)last.x", ""}},
		{thread, fault{"the place of the other half", "widen(short_round[1]), place + 1u", "widen(short_round[1]), place",
			""}},
		{widen, fault{"a half that loses its sign", "__half_as_ushort(narrow)",
			"(unsigned short)(__half_as_ushort(narrow) & 0x7fffu)", ""}},
		{widen, fault{"a half that is shifted",
			"asm(\"cvt.f32.f16 %0, %1;\" : \"=f\"(wide) : \"h\"(__half_as_ushort(narrow)));",
			"wide = __uint_as_float((unsigned)__half_as_ushort(narrow) << 16);", ""}},
	}, 16) {
		said := proveWinner(t, s, planted(t, src, f.after, f.fault), working{n: 3, blocks: 1}, working{n: 2057, blocks: 1},
			working{n: 4107, blocks: 1})
		if !strings.Contains(said, f.says) || said == "" {
			t.Errorf("%s: %q, want %q", f.name, said, f.says)
		}
	}
}
