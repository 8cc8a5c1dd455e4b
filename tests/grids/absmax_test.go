package grids

import (
	"context"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/goread"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

// greatest is the spec of absmax of floats.
func greatest(t *testing.T, typ spec.Type, in spec.Stored) spec.Spec {
	t.Helper()
	s := sumOf(t, "float32")
	s.Op, s.Type = spec.AbsMax, typ
	s.Params = spec.GridParams{In: in}
	return s
}

// TestAbsMaxKernels: kernels of absmax of floats are proved. The identity is one NaN of many.
func TestAbsMaxKernels(t *testing.T) {
	extent.OneIn(t, 12, 12)
	for _, s := range extent.Drawn(t, []spec.Spec{
		greatest(t, spec.Float32, spec.AsType), greatest(t, spec.Float16, spec.AsType),
		greatest(t, spec.Float64, spec.AsType),
		greatest(t, spec.Bfloat16, spec.AsType), greatest(t, spec.Float32, spec.StoredFloat16),
		greatest(t, spec.Float32, spec.StoredBfloat16),
	}, 24, 24) {
		p := s.GridOrder().Accumulators()
		c := claims{blocks: []working{{n: 5, blocks: 1}, {n: 4*p + 1, blocks: 1}, {16*p + 1, 3, 2, 2}}, trees: []int{3}}
		if wrong := proveKernel(t, s, emit(t, s, gen.CUDA), c); wrong != "" {
			t.Errorf("%s: %s", s.FileName(), wrong)
		}
	}
}

// TestAbsMaxKernelFaults: each is shown by a call: of NaNs alone the result is a NaN, of a number beside them the
// number.
func TestAbsMaxKernelFaults(t *testing.T) {
	s := greatest(t, spec.Float32, spec.AsType)
	src := emit(t, s, gen.CUDA)
	const few, key, unkey, end = "_few(const", "_key(float", "_unkey(unsigned", "// The results of all chunks"
	for _, f := range extent.Faults(t, []struct {
		after string
		fault
	}{
		{few, fault{"of NaNs zero", "none.x = 0x7fffffffu", "none.x = 0x00000000u", "expected"}},
		{few, fault{"of NaNs infinity", "none.y = 0x7fffffffu", "none.y = 0x7f800000u", "expected"}},
		{few, fault{"of NaNs the least number", "none.x = 0x7fffffffu", "none.x = 0x80000000u", "expected"}},
		{few, fault{"the least magnitude", "a0 > a1 ?", "a0 < a1 ?", "expected"}},
		{end, fault{"of chunks of NaNs zero", "none.x = 0x7fffffffu", "none.x = 0x00000000u", "expected"}},
		{key, fault{"NaNs above numbers", "bits + 0x7fffffu", "bits", "expected"}},
		{key, fault{"one NaN above zero", "bits + 0x7fffffu", "bits + 0x7ffffeu", "expected"}},
		{key, fault{"of equal magnitudes the negative one", "(bits >> 31u) ^ 1u", "bits >> 31u", "expected"}},
		{unkey, fault{"the magnitude alone", "| ((~key) << 31u)", "", "expected"}},
		{unkey, fault{"the next magnitude", "- 0x7fffffu", "- 0x7ffffeu", "expected"}},
	}, 24) {
		c := claims{blocks: []working{{n: 5, blocks: 1}}, trees: []int{3}}
		if said := proveKernel(t, s, planted(t, src, f.after, f.fault), c); said == "" || !strings.Contains(said, f.says) {
			t.Errorf("%s: %q, want %q", f.name, said, f.says)
		}
	}
}

// TestWidenedAbsMaxKernelFaults: each is shown by a call or named. The identity is a widened NaN.
func TestWidenedAbsMaxKernelFaults(t *testing.T) {
	extent.OnlyFull(t, "compiles by nvcc")
	s := greatest(t, spec.Float32, spec.StoredFloat16)
	src := emit(t, s, gen.CUDA)
	const few, key, widen = "_few(const", "_key(float", "_widen(__half"
	for _, f := range extent.Every([]struct {
		after string
		fault
	}{
		{few, fault{"of NaNs zero", "none.x = 0x7fff7fffu", "none.x = 0x7fff0000u", "expected"}},
		{few, fault{"of NaNs infinity", "none.y = 0x7fff7fffu", "none.y = 0x7c007fffu", "expected"}},
		{few, fault{"of NaNs the least number", "none.w = 0x7fff7fffu", "none.w = 0x80007fffu", "expected"}},
		{few, fault{"an accumulator begins with the half's bits",
			"key(grid_reduce_absmax_float32_in_float16_widen(__ushort_as_half((unsigned short)none.x)))",
			"key(__uint_as_float(none.x & 0xffffu))", "expected"}},
		{few, fault{"an accumulator begins with a NaN's bits for its integer",
			"unsigned a0 = grid_reduce_absmax_float32_in_float16_key(", "unsigned a0 = __float_as_uint(", ""}},
		{few, fault{"the least magnitude", "a0 > a1 ?", "a0 < a1 ?", "expected"}},
		{key, fault{"NaNs above numbers", "bits + 0x7fffffu", "bits", ""}},
		{key, fault{"the integer of one NaN is that of zero", "bits + 0x7fffffu", "bits + 0x7ffffeu", ""}},
		{key, fault{"the integers of some NaNs are those of numbers", "bits + 0x7fffffu", "bits + 0x800000u", ""}},
		{widen, fault{"a half that loses its sign", "__half_as_ushort(narrow)",
			"(unsigned short)(__half_as_ushort(narrow) & 0x7fffu)", "expected"}},
		{widen, fault{"a half that is shifted",
			"asm(\"cvt.f32.f16 %0, %1;\" : \"=f\"(wide) : \"h\"(__half_as_ushort(narrow)));",
			"wide = __uint_as_float((unsigned)__half_as_ushort(narrow) << 16);", "expected"}},
	}, 6) {
		c := claims{blocks: []working{{n: 5, blocks: 1}}, trees: []int{3}}
		if said := proveKernel(t, s, planted(t, src, f.after, f.fault), c); said == "" || !strings.Contains(said, f.says) {
			t.Errorf("%s: %q, want %q", f.name, said, f.says)
		}
	}
}

// TestAbsMaxGo: functions of absmax of halves as float32 are proved, with planted faults.
func TestAbsMaxGo(t *testing.T) {
	proved := func(s spec.Spec, src string) string {
		f, err := goread.Read("array.go", []byte(src))
		if err != nil {
			return err.Error()
		}
		for _, n := range []int{1, 2, 5, 33, s.GridOrder().Accumulators() + 9} {
			p, err := check.Prove(context.Background(), f.OfLength(n), check.Search{})
			if err == nil {
				err = p.Err()
			}
			if err != nil {
				return err.Error()
			}
		}
		return ""
	}
	for _, in := range []spec.Stored{spec.StoredFloat16, spec.StoredBfloat16} {
		s := greatest(t, spec.Float32, in)
		src := emit(t, s, gen.Go)
		if wrong := proved(s, src); wrong != "" {
			t.Errorf("%s: %s", s.FileName(), wrong)
		}
		for _, f := range []fault{
			{"NaNs above numbers", "(raw3+0x7fffff)<<1", "raw3<<1", "refuted"},
			{"one NaN above zero", "(raw3+0x7fffff)<<1", "(raw3+0x7ffffe)<<1", "refuted"},
			{"of equal magnitudes the negative one", "(raw3>>31 ^ 1)", "raw3>>31", "refuted"},
			{"the least magnitude", "a0 = max(a0, a1)", "a0 = min(a0, a1)", "refuted"},
			{"the next magnitude", "(result>>1-0x7fffff)", "(result>>1-0x7ffffe)", "refuted"},
			{"the magnitude alone", "| ^result<<31", "", "refuted"},
		} {
			if wrong := proved(s, planted(t, src, "", f)); !strings.Contains(wrong, f.says) {
				t.Errorf("%s, %s: %q, want %q", s.FileName(), f.name, wrong, f.says)
			}
		}
	}
}
