package proof_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/tests/kernels"
	"github.com/shflgen/shflgen/verify"
)

// fault is one replacement in an emitted function of argmin or argmax.
type fault struct{ name, args, old, new string }

const (
	argmax4    = "-pattern reduce -width 4 -op argmax -type float32"
	argmin3    = "-pattern reduce -width 3 -op argmin -type int16"
	argmax8    = "-pattern xor-reduce -width 8 -op argmax -type uint64 -mask full"
	first6     = "-pattern down-reduce -width 6 -op argmax -type uint8"
	alone      = "-pattern reduce -width 1 -op argmin"
	argmax     = "-pattern reduce -width 32 -op argmax -type float32"
	argmin32   = "-pattern reduce -width 32 -op argmin -type float32"
	argminSome = "-pattern reduce -width 32 -op argmin -type float32 -mask active"
	some5      = "-pattern reduce -width 5 -op argmax -type float32 -mask active"
	some       = "-pattern reduce -width 32 -op argmin -mask active"
	double     = "-pattern reduce -width 16 -op argmin -type float64"
	long32     = "-pattern reduce -width 32 -op argmax -type int64"
	double32   = "-pattern reduce -width 32 -op argmin -type float64 -mask full"
)

var goFaults = []fault{
	{"the highest lane of equals", argmax4, "bits.TrailingZeros32(won)", "31 - bits.LeadingZeros32(won)"},
	{"no -1", argmax4, "return n | -(n >> 5)", "return n"},
	{"a lane that is not a member", argmax4, "won3 & mask)", "won3)"},
	{"members of all segments", argmax4, "won3 & mask", "won3 | mask"},
	{"the members of another segment", argmax4, "won3 & mask", "won3 & (mask >> 4)"},
	{"a lane is not compared", argmax4, "won3 := won2 | reduceArgmaxFloat32W4Same(key3, step2lane0)<<3", "won3 := won2"},
	{"the key of another lane", argmax4, "Same(key2, step2lane0)", "Same(key1, step2lane0)"},
	{"compared with the key of another segment", argmax4, "Same(key2, step2lane0)", "Same(key2, step2lane4)"},
	{"compared with the key of a part of the segment", argmax4, "Same(key2, step2lane0)", "Same(key2, step1lane0)"},
	{"the bit of another lane", argmax4, "step2lane0)<<2", "step2lane0)<<1"},
	{"a NaN wins", argmax4, "isNaN<<31", "int32(uint32(isNaN)>>1)"},
	{"not the lowest key for a non-member", argmax4, "-0x80000000&^member2", "-0x7f000000&^member2"},
	{"the least", argmax4, "max(in2, in3)", "min(in2, in3)"},
	{"the index within the segment", argmax4, "idx[5] = first4", "idx[5] = first4 - 4"},
	{"the index of another segment", argmax4, "idx[5] = first4", "idx[5] = first0"},
	{"no index", argmax4, "idx[5] = first4\n", ""},
	{"the element of another segment", argmax4, "v[5] = math.Float32frombits(best4&",
		"v[5] = math.Float32frombits(best0&"},
	{"an element without a member", argmax4, "math.Float32frombits(best4&some4 | math.Float32bits(v[5])&^some4)",
		"math.Float32frombits(best4)"},
	{"the key as the element", argmax4, "reduceArgmaxFloat32W4Unkey(step2lane0)", "uint32(step2lane0)"},
	{"the key of another element", argmax4, "math.Float32bits(v[2])", "math.Float32bits(v[2]) ^ 1"},
	{"an index in a lane past the last segment", argmin3, "idx[30] = -1", "idx[30] = 30"},
	{"unsigned", argmin3, "min(in0, in1)", "int16(min(uint16(in0), uint16(in1)))"},
	{"high bits not compared", argmin3, "Same(key0, step2lane0)", "Same(key0&0xff, step2lane0&0xff)"},
	{"a wrong test for equality", argmin3, "differ := a ^ b", "differ := a &^ b"},
	{"a lane is not compared, mode full", argmax8, "won7 := won6 | xorReduceArgmaxUint64W8FullSame(in7, step3lane0)<<7",
		"won7 := won6"},
	{"the second lane of equals", argmax8, "First(won7)", "First(won7 & (won7 - 1))"},
	{"an index in a lane that is not the first", first6, "idx[0] = first0", "idx[0] = first0\n\tidx[1] = first0"},
	{"the mask bit of another lane", alone, "mask>>5&1", "mask>>4&1"},
	{"a non-member loses its index", some5, "first0&gets1 | idx[1]&^gets1", "first0"},
	{"a non-member loses its element", some5, "best0&takes1 | math.Float32bits(v[1])&^takes1", "best0"},
	{"an index by the mask bit of another lane", some5, "gets7 := -int32(mask >> 7 & 1)",
		"gets7 := -int32(mask >> 6 & 1)"},
	{"no -1 past the last segment", some5, "idx[30] = idx[30] | gets30", "idx[30] = idx[30]"},
	{"a non-member wins", some5, "won4 & mask", "won4"},
}

var cudaFaults = []fault{
	{"the highest lane of equals", argmax4, "__ffs((int)won) - 1", "31 - __builtin_clz(won)"},
	{"counted from 1", argmax4, "__ffs((int)won) - 1", "__ffs((int)won)"},
	{"a lane that is not a member", argmax4, "member & (x0 == x2)", "x0 == x2"},
	{"every member wins", argmax4, "member & (x0 == x2)", "member"},
	{"lanes of all segments", argmax4, "(0xfu << base)", "(0xffu << base)"},
	{"the index within the segment", argmax4, "*idx = __ffs((int)won) - 1", "*idx = (__ffs((int)won) - 1) & 3"},
	{"compared with the key of a part of the segment", argmax4, "x0 == x2", "x0 == x1"},
	{"<= for ==", argmax4, "x0 == x2", "x0 <= x2"},
	{"a test that ignores membership", double, "(member & reduce_argmin_float64_w16_number(x))",
		"reduce_argmin_float64_w16_number(x)"},
	{"a NaN wins", double, "(member & reduce_argmin_float64_w16_number(x)) ?",
		"(member & !reduce_argmin_float64_w16_number(x)) ? -9223372036854775807ll : member ?"},
	{"a NaN as a number", double, "selp.b32 %0, 1, 0, number", "mov.b32 %0, 1"},
	{"+0 as -0", argmax4, "w4_key(member, v)", "w4_key(member, v + 0.0f)"},
	{"a non-member takes part", argmax4, "member ? key", "true ? key"},
	{"a non-member takes part with a winning key", argmax4, "(-2147483647 - 1)", "2147483647"},
	{"a product with 1", argmax4, "0fBF800000", "0f3F800000"},
	{"a product with -2", argmax4, "0fBF800000", "0fC0000000"},
	{"a sum with -0: the bits of a NaN are unspecified", argmax4, "mul.rn.f32 %0, %1, 0fBF800000",
		"add.rn.f32 %0, %1, 0f80000000"},
	{"a sign change for a product with -1", argmax4, "mul.rn.f32 %0, %1, 0fBF800000", "neg.f32 %0, %1"},
	{"keys of -x", argmax4, "0x80000000, 0x4b", "0x80000000, 0xb4"},
	{"keys without the sign", argmax4, "0x80000000, 0x4b", "0, 0x4b"},
	{"the bits of a negative not inverted", argmax4, "bits >> 31)", "0)"},
	{"the element of another lane", argmax, "v, first)", "v, first + 1)"},
	{"the element of the mirrored lane", argmax, "v, first)", "v, 31 - first)"},
	{"an element of a segment of 16", argmax, "v, first)", "v, first, 16)"},
	{"the lane's own element", argmax, "return __shfl_sync(0xffffffffu, v, first)", "return v"},
	{"the winner's key", argmax, "v, first)", "__int_as_float(x0), first)"},
	{"the highest lane that has the winning key", argmax, "won & (0u - won)", "won"},
	{"the second lane that has the winning key", argmax, "won & (0u - won)",
		"(won & (won - 1u)) & (0u - (won & (won - 1u)))"},
	{"the element of a non-member", argmax, "member & (x0 == x1)", "x0 == x1"},
	{"the least by a product with -1", argmin32, "0f3F800000", "0fBF800000"},
	{"an element for members alone", argmin32, "__shfl_sync(0xffffffffu, v, first)", "__shfl_sync(mask, v, first)"},
	{"an element from all lanes", argminSome, "__shfl_sync(mask, v, first)", "__shfl_sync(0xffffffffu, v, first)"},
	{"the element of the lowest lane", argminSome, "key == x0", "key <= key"},
	{"the least", argmax4, "x1 > from2 ? x1 : from2", "x1 < from2 ? x1 : from2"},
	{"own element", argmax4, "unkey(x2)", "unkey(x0)"},
	{"no -1", argmax4, "__ffs((int)won) - 1", "(__ffs((int)won) - 1) & 31"},
	{"0 for a non-member", argmin3, ": 32767;", ": 0;"},
	{"an index in a lane past the last segment", argmin3, "lane < 30u ? __ffs((int)won) - 1 : -1", "__ffs((int)won) - 1"},
	{"another element in a lane past the last segment", argmin3, "return lane < 30u ? (short)x4 : v", "return (short)x4"},
	{"a segment's lanes, one short", argmin3, "0x7u", "0x3u"},
	{"an element of 32 bits", argmax8, "v == x2", "(unsigned)v == (unsigned)x2"},
	{"a ballot of the members", argmax, "__ballot_sync(0xffffffffu, ", "__ballot_sync(mask, "},
	{"the hardware's least", argmax, "__reduce_max_sync", "__reduce_min_sync"},
	{"the hardware's greatest, unsigned", argmax, "__reduce_max_sync(0xffffffffu, x0)",
		"(int)__reduce_max_sync(0xffffffffu, (unsigned)x0)"},
	{"the lower half of a key", double, "x0 == x4", "(int)x0 == (int)x4"},
	{"a ballot of all lanes", some, "__ballot_sync(mask, ", "__ballot_sync(0xffffffffu, "},
	{"all lanes are reduced", some, "__reduce_min_sync(mask, ", "__reduce_min_sync(0xffffffffu, "},
	{"the greatest of members", some, "__reduce_min_sync(mask, ", "__reduce_max_sync(mask, "},
	{"the rank as the index", some, "*idx = first", "*idx = __popc(won & mask) - 1"},
	{"members of all segments", some5, "key == from3) & (0x1fu << base)", "key == from3)"},
	{"compared with an earlier value", some5, "key == from3", "key == x2"},
	{"two ranks left out", some5, "x0 > from1 ? x0 : from1", "x0"},
	{"a member that is not the lowest", some5, "x2, (int)plan[4]", "x2, (int)plan[3]"},
	{"an index past the last segment", some5, "lane < 30u ? __ffs((int)won) - 1 : -1", "__ffs((int)won) - 1"},
	{"the lower 32 bits are compared alone", long32, "x0 == x1", "(int)x0 == (int)x1"},
	{"the upper 32 bits are compared alone", long32, "x0 == x1", "(int)(x0 >> 32) == (int)(x1 >> 32)"},
	{"the lower 32 bits of all lanes", long32, "mine == upper ? (unsigned)x : 0u", "(unsigned)x"},
	{"the lower 32 bits of the other lanes", long32, "mine == upper ?", "mine != upper ?"},
	{"the least lower 32 bits", long32, "unsigned lower = __reduce_max_sync", "unsigned lower = __reduce_min_sync"},
	{"the lower 32 bits as signed", long32, "__reduce_max_sync(0xffffffffu, mine == upper ? (unsigned)x : 0u)",
		"(unsigned)__reduce_max_sync(0xffffffffu, mine == upper ? (int)x : 0)"},
	{"the upper 32 bits as unsigned", long32, "upper = __reduce_max_sync(0xffffffffu, mine)",
		"upper = (int)__reduce_max_sync(0xffffffffu, (unsigned)mine)"},
	{"a non-member has the winning key", long32, "member & (x0 == x1)", "x0 == x1"},
	{"the double of another lane", double32, "v, first)", "v, first ^ 1)"},
	{"the lower 32 bits of another lane's double", double32, "return __shfl_sync(0xffffffffu, v, first)",
		"return __longlong_as_double((__double_as_longlong(v) & ~0xffffffffll) | " +
			"(__double_as_longlong(__shfl_sync(0xffffffffu, v, first)) & 0xffffffffll))"},
	{"a NaN with a payload", double32, ": 9223372036854775807ll", ": bits | 0x7fff800000000000"},
	{"a NaN for a number", double32, "setp.num.f64", "setp.neu.f64"},
	{"a step left out", double, "x3 < from4 ? x3 : from4", "x3 < from4 ? x3 : x3"},
	{"the index of another lane", alone, "(int)lane :", "(int)(lane ^ 1u) :"},
}

// TestArgMinMaxFaults requires that no altered function is proved.
func TestArgMinMaxFaults(t *testing.T) { plantEach(t, goFaults, cudaFaults) }

// plantEach proves each function as emitted, and wants no proof of it with a fault.
func plantEach(t *testing.T, goFaults, cudaFaults []fault) {
	extent.NotQuick(t, "mutants")
	toPTX, missing := kernels.Clang(*arch)
	for _, lang := range []struct {
		lang   gen.Lang
		faults []fault
		prove  func(name string, src []byte) (verify.Report, error)
	}{
		{gen.Go, goFaults, func(name string, src []byte) (verify.Report, error) {
			return verify.Prove(t.Context(), verify.Subject{Path: name, Src: src}, verify.Options{Alone: true})
		}},
		{gen.CUDA, cudaFaults, func(name string, src []byte) (verify.Report, error) {
			return kernels.Prove(t.Context(), name, src, toPTX)
		}},
	} {
		if lang.lang == gen.CUDA && missing != nil {
			t.Log(missing)
			continue
		}
		seen := map[string]bool{}
		for _, f := range extent.Faults(t, lang.faults, 24) {
			s, err := spec.ParseArgs(strings.Fields(f.args))
			if err != nil {
				t.Fatal(err)
			}
			files, err := gen.Generate(s, gen.Options{Package: "p", Langs: []gen.Lang{lang.lang}})
			if err != nil {
				t.Fatal(err)
			}
			for name, src := range files {
				if !seen[name] {
					seen[name] = true
					if r, err := lang.prove(name, src); err != nil || r.Verdict != verify.Proved {
						t.Errorf("%s, unaltered: %v %v", name, err, r)
					}
				}
				altered := bytes.Replace(src, []byte(f.old), []byte(f.new), 1)
				if bytes.Equal(altered, src) {
					t.Errorf("%s: %s: the file lacks %q", name, f.name, f.old)
					continue
				}
				if r, err := lang.prove(name, altered); err == nil && r.Verdict == verify.Proved {
					t.Errorf("%s: %s: proved", name, f.name)
				}
			}
		}
	}
}
