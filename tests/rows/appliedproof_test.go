package rows_test

import (
	"context"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/catalogue"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/verify"
)

// applied are the specs of row-apply that are proved: every n-th, in a full run of longer rows too.
func applied(n int) []spec.Spec {
	var all []spec.Spec
	i := 0
	for s := range catalogue.Applied() {
		if s.Cols() > extent.Pick(1024, 4100) {
			continue
		}
		if i++; i%n == 0 {
			all = append(all, s)
		}
	}
	return all
}

func TestAppliedGo(t *testing.T) {
	for _, s := range extent.Drawn(t, applied(2), 8, 8) {
		if err := proveGo(emit(t, s, gen.Go)); err != nil {
			t.Errorf("%s: %v", s.FileName(), err)
		}
	}
}

func TestAppliedCUDA(t *testing.T) {
	extent.OneIn(t, 12, 12)
	toPTX := oneBuild(t)
	for _, s := range applied(39) {
		t.Run(s.FileName(), func(t *testing.T) {
			code, err := toPTX(t, s, emit(t, s, gen.CUDA))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := ptx.Prove(s, s.FileName(), code); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestAppliedLong: a function of the words of a usual vocabulary. Its maximum is over more elements than a list of each
// of its parts can hold.
func TestAppliedLong(t *testing.T) {
	extent.OnlyFull(t, "two minutes")
	extent.OneIn(t, 12, 12)
	for _, s := range extent.Drawn(t, []spec.Spec{
		appliedSpec(spec.Softmax, 50257, spec.StoredBfloat16), appliedSpec(spec.LogSumExp, 50257, spec.StoredBfloat16),
	}, 4, 4) {
		if err := proveGo(emit(t, s, gen.Go)); err != nil {
			t.Error(err)
		}
		code, err := oneBuild(t)(t, s, emit(t, s, gen.CUDA))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ptx.Prove(s, s.FileName(), code); err != nil {
			t.Error(err)
		}
	}
}

// appliedSpec is a spec with files that faults are planted in.
func appliedSpec(f spec.Applied, cols int, in spec.Stored) spec.Spec {
	s := spec.NewSpec(spec.RowApply)
	s.Type = spec.Float32
	s.Params = spec.RowParams{F: f, Cols: cols, In: in}
	return s
}

// TestAppliedVerdict: the verdict says for which launches it holds, and what must not overlap.
func TestAppliedVerdict(t *testing.T) {
	oneBuild(t)
	s := appliedSpec(spec.LayerNorm, 33, spec.AsType)
	report, err := verify.Prove(context.Background(), verify.Subject{Path: "rows.cu", Src: []byte(emit(t, s, gen.CUDA))},
		verify.Options{Compilers: []string{"clang"}, Arches: []string{"sm_90"}, Levels: []string{"O2"}})
	if err != nil || report.Verdict != verify.Proved {
		t.Fatalf("%v: %s", err, report)
	}
	for _, want := range []string{
		"all inputs, every row of any matrix", "launched by blocks of 128×1×1 threads, one for each 16 rows",
		"any pitches, alignments and number of rows", "each result stored exactly once",
		"in, weight, bias and out do not overlap", "nor rows of out",
	} {
		if !strings.Contains(report.String(), want) {
			t.Errorf("%s: want %q", report, want)
		}
	}
}

// provedByNVCC wants what is emitted for a spec proved, as nvcc compiles it.
func provedByNVCC(t *testing.T, s spec.Spec, arch string, levels ...string) {
	t.Helper()
	report, err := verify.Prove(context.Background(), verify.Subject{Path: "rows.cu", Src: []byte(emit(t, s, gen.CUDA))},
		verify.Options{Compilers: []string{"nvcc"}, Arches: []string{arch}, Levels: levels})
	if err != nil || report.Verdict != verify.Proved {
		t.Errorf("%s: %v: %s", s.FileName(), err, report)
	}
}

// TestAppliedUnoptimised: unoptimised code of nvcc, of rows of a part of a warp, a warp and several. The last vector is
// whole or not, and some threads lack it.
func TestAppliedUnoptimised(t *testing.T) {
	extent.OneIn(t, 12, 12)
	if _, err := compile.FindNVCC(); err != nil {
		t.Skip(err)
	}
	for _, cols := range extent.Drawn(t, []int{40, 33, 1000, 1001, 2560, 2568, 2147}, 12, 12) {
		provedByNVCC(t, appliedSpec(spec.RMSNorm, cols, spec.StoredBfloat16), "sm_90", "O0")
	}
}

// TestAppliedBefore80: architectures that round to bfloat16 by integer arithmetic.
func TestAppliedBefore80(t *testing.T) {
	extent.OnlyFull(t, "compiles by nvcc")
	nvcc, err := compile.FindNVCC()
	if err != nil {
		t.Skip(err)
	}
	for _, s := range extent.Drawn(t, []spec.Spec{
		appliedSpec(spec.RMSNorm, 33, spec.StoredBfloat16), appliedSpec(spec.Softmax, 100, spec.StoredBfloat16),
		appliedSpec(spec.LogSoftmax, 40, spec.StoredBfloat16), appliedSpec(spec.L2Norm, 1001, spec.StoredBfloat16),
		appliedSpec(spec.LayerNorm, 2147, spec.StoredBfloat16),
	}, 10, 10) {
		provedByNVCC(t, s, "sm_75", "O0", "O2")
	}
	s := appliedSpec(spec.RMSNorm, 33, spec.StoredBfloat16)
	src := emit(t, s, gen.CUDA)
	for _, f := range extent.Faults(t, []fault{
		{"half itself", "bits + 0x7fffu", "bits + 0x8000u", "bits of a float result"},
		{"towards zero", "bits + 0x7fffu + (bits >> 16 & 1u)", "bits", "the result"},
		{"ties away", "bits + 0x7fffu + (bits >> 16 & 1u)", "bits + 0x7fffu", "the result"},
		{"ties by another bit", "bits >> 16 & 1u", "bits >> 17 & 1u", "bits of a float result"},
		{"another NaN", "? 0x7fffu :", "? 0x7fc0u :", "the result"},
		{"infinity a NaN", "> 0x7f800000u", ">= 0x7f800000u", "bits of a float result"},
		{"negative NaNs alone", "(bits & 0x7fffffffu) > 0x7f800000u", "bits > 0xff800000u", "bits of a float result"},
		{"NaNs rounded", "(bits & 0x7fffffffu) > 0x7f800000u ? 0x7fffu : ", "", "the result"},
		{"the lower half", "rounded >> 16);", "rounded);", "the result"},
	}, 8) {
		code, err := nvcc.One(s, []byte(f.plant(t, src)), "sm_75")
		if err != nil {
			t.Errorf("%s: %v", f.what, err)
			continue
		}
		_, err = ptx.Prove(s, "rows", code)
		f.check(t, err)
	}
}

func TestAppliedGoFaults(t *testing.T) {
	const scaled = "float32(float32(rowApplyRmsNormFloat32InBfloat16C33Decode(x[i])*scale) * " +
		"rowApplyRmsNormFloat32InBfloat16C33Decode(weight[i]))"
	norm := emit(t, appliedSpec(spec.LayerNorm, 139, spec.AsType), gen.Go)
	soft := emit(t, appliedSpec(spec.Softmax, 33, spec.AsType), gen.Go)
	long := emit(t, appliedSpec(spec.LogSoftmax, 600, spec.AsType), gen.Go)
	half := emit(t, appliedSpec(spec.RMSNorm, 33, spec.StoredBfloat16), gen.Go)
	plantInGo(t, 12, map[string][]fault{
		norm: {
			{"eps forgotten", " + eps)", " + 0)", "refuted"},
			{"eps added twice", " + eps)", " + eps + eps)", "refuted"},
			{"the mean of one column less", "sum / 139", "sum / 138", "refuted"},
			{"the variance of one column less", "squares/139", "squares/138", "refuted"},
			{"another column's weight", "*weight[i]", "*weight[i/2]", "refuted"},
			{"the weight of the bias", "bias[i]", "weight[i]", "refuted"},
			{"no bias", " + bias[i]", "", "refuted"},
			{"weight and bias changed over", "weight, bias, eps)", "bias, weight, eps)", "here weight"},
			{"not the last column", "for i := range x {\n\t\ty", "for i := range 138 {\n\t\ty", "refuted"},
			{"a column past the end", "for i := range x {\n\t\ty", "for i := range 140 {\n\t\ty", "index 139 of 139 elements"},
			{"the next column's result", "y[i] =", "y[138-i] =", "refuted"},
			{"what was in out", "y[i] = ", "y[i] = y[i]*0 + ", "may fuse"},
			{"added to what was in out", "y[i] = ", "y[i] += ", "refuted"},
			{"unrounded", "float32(float32((x[i]-mean)*scale)*weight[i])", "float32((x[i]-mean)*scale)*weight[i]", "may fuse"},
			{"squares of the elements", "Sum1(x, mean)", "Sum1(x, sum)", "refuted"},
			{"written before the row is read", "\tsum :=", "\ty[0] = 0\n\tsum :=", "refuted"},
			{"the row written", "\tsum :=", "\tx[0] = 0\n\tsum :=", "assignment to an element of in"},
			{"the next row", "in[r*pitch:]", "in[r*pitch+1:]", "want for r := range rows"},
			{"the other pitch", "out[r*outPitch:]", "out[r*pitch:]", "want for r := range rows"},
			{"rows of in in in", "out[r*outPitch:]", "in[r*pitch:]", "want for r := range rows"},
			{"a round more", "range rows", "range rows + 1", "want for r := range rows"},
			{"more than the rows", "for r := range rows {", "out[0] = 0\n\tfor r := range rows {",
				"want for r := range rows"},
			{"rows set before", "\tif rows < 1886", "\tout[0] = 0\n\tif rows < 1886", "alone, or by parts beside it"},
			{"parts of one row more", "Parts(rows", "Parts(rows+1", "here rows"},
			{"parts with another weight", "weight, bias, eps)\n\t\t}\n\t})", "bias, bias, eps)\n\t\t}\n\t})",
				"here weight"},
		},
		soft: {
			{"exp of what is not shifted", "Exp8(e, c, peak)", "Exp8(e, c, 0)", "refuted"},
			{"the maximum of one column", "max(peak, x[i])", "max(peak, x[i/2])", "refuted"},
			{"the minimum", "max(peak", "min(peak", "refuted"},
			{"not divided", "1 / sum", "sum", "refuted"},
			{"two over the sum", "1 / sum", "2 / sum", "refuted"},
			{"another exp", "0x1.5558f2p-05", "0x1.5558f4p-05", "helpers with the text of an axiom"},
		},
		long: {
			{"every second part", "k += 256", "k += 512", "refuted"},
			{"a part without its last columns", "min(k+256", "min(k+248", "refuted"},
			{"parts up to the last whole one", "k < 600", "k < 512", "refuted"},
			{"a part that ends past the row", "min(k+256, 600)", "k + 256", "8 elements of a slice of 0"},
			{"the first element of a part", "max(peak, part)", "max(peak, x[k])", "refuted"},
			{"the last part alone", "peak = max(peak, part)", "peak = part", "refuted"},
		},
		half: {
			{"cut, not rounded", "rowApplyRmsNormFloat32InBfloat16C33Encode(" + scaled + ")",
				"uint16(math.Float32bits(" + scaled + ") >> 16)", "bits of a float op's result"},
			{"the weight as it is in memory", "Decode(weight[i])", "Decode(x[i])", "refuted"},
		},
	})
	for _, same := range []fault{
		{what: "products turned", from: "float32(float32((x[i]-mean)*scale)*weight[i])",
			to: "float32(weight[i]*float32(scale*(x[i]-mean)))"},
		{what: "by a difference", from: "for i := range x {\n\t\ty[i] =", to: "for i := 138; i >= 0; i-- {\n\t\ty[i] ="},
		{what: "the sum turned", from: "bias[i]\n", to: "(bias[i])\n"},
	} {
		if err := proveGo(same.plant(t, norm)); err != nil {
			t.Errorf("%s: %v", same.what, err)
		}
	}
}

func TestAppliedCUDAFaults(t *testing.T) {
	pairs := appliedSpec(spec.Softmax, 4200, spec.StoredBfloat16)
	pairs = pairs.With("cluster", 2)
	plantInCUDA(t, 8, []planted{
		{appliedSpec(spec.LayerNorm, 267, spec.AsType), []fault{
			{"right", "row >= rows", "!(row < rows)", "right"},
			{"a column stored where the next is", "to[1 * step]", "to[1 * step + 1]", "stored already"},
			{"a column stored twice", "if (count > 2u)\n        to[2",
				"if (count > 2u)\n        to[1 * step] = 0.0f;\n    if (count > 2u)\n        to[2", "stored already"},
			{"a column not stored", "if (count > 2u)\n        to[2", "if (count > 3u)\n        to[2",
				"no thread stores the whole result"},
			{"past the row's end", "(own, 11u, run)", "(own, 12u, run)", "are outside global memory"},
			{"columns left out", "(own, 11u, run)", "(own, 10u, run)", "no thread stores the whole result"},
			{"a row past the last, by the weights", "if (row >= rows)\n        return;",
				"float *at = out + row * out_pitch;\n    if (row >= rows) {\n" +
					"        if (threadIdx.x % 32u != 0u || weight[0] != 5.0f)\n            return;\n" +
					"        *at = 0.0f;\n        return;\n    }", "may be past the last"},
			{"eps forgotten", ", 267.0f), eps)", ", 267.0f), 0.0f * eps)", "the result"},
			{"the mean of one column less", "(sum, 267.0f)", "(sum, 266.0f)", "the result"},
			{"another column's weight", "(weight + own)[0]", "(weight + own + 4)[0]", "the result"},
			{"the weight of an unaligned row", "gather(weight + 0 + own, 32u", "gather(weight + 0 + own, 31u", "the result"},
			{"the weight where the row is", "gather(weight + 0 + own, 32u", "gather(weight + 1 + own, 32u", "the result"},
			{"the weights' alignment not asked", " | (unsigned long long)weight", "", "are not aligned"},
			{"the results' alignment not asked", " | (unsigned long long)to", "", "are not aligned"},
			{"aligned to 8 bytes", "& 15u) == 0u", "& 7u) == 0u", "are not aligned"},
			{"the other pitch", "out + row * out_pitch", "out + row * pitch + out_pitch - out_pitch",
				"is no place in a row of the block"},
			{"the next row", "out + row * out_pitch", "out + (row + 1) * out_pitch", "work on row 1 of the block"},
			{"no guard", "row >= rows", "row >= rows + 1", "nothing that led here says that it is below rows"},
			{"stored in the input", "out + row * out_pitch", "(out ? (float *)in : out) + row * out_pitch",
				"no address of global memory"},
			{"the weights by row", "(from, to, weight, bias, eps, threadIdx.x % 32u, false)",
				"(from, to, weight + row, bias, eps, threadIdx.x % 32u, false)", "is no place in it: want a column"},
			{"of two lanes one", "a[0], __shfl_xor_sync(0xffffffffu, a[0], 16))", "a[0], __shfl_xor_sync(0xffffffffu, a[0], 8))",
				"the result"},
			{"runs shared by lanes two apart", "_share(a[0], a[1], 1u)", "_share(a[0], a[1], 2u)", "the result"},
			{"fused", `asm("add.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));`,
				`asm("fma.rn.f32 %0, %1, 0f3F800001, %2;" : "=f"(r) : "f"(a), "f"(b));`, "the result"},
		}},
		{appliedSpec(spec.Softmax, 1100, spec.AsType), []fault{
			{"no barrier", "__syncthreads();\n    float y0 = warps[0 + thread % 2u];\n" +
				"    y0 = row_apply_softmax_float32_c1100_most",
				"float y0 = warps[0 + thread % 2u];\n    y0 = row_apply_softmax_float32_c1100_most", "race"},
			{"a barrier that one warp meets", "    __syncthreads();\n", "    if (thread < 32u)\n        __syncthreads();\n",
				"race"},
			{"two warps in one slot", "warps[0 + thread / 32u] = t[0]", "warps[0 + thread / 64u] = t[0]", "race"},
			{"one slot read", "float y0 = warps[0 + thread % 2u];\n    y0 = row_apply_softmax_float32_c1100_add",
				"float y0 = warps[0];\n    y0 = row_apply_softmax_float32_c1100_add", "the result"},
			{"a slot that nothing was stored in", "warps[0 + thread % 2u]", "warps[0 + thread % 4u]", "an undefined value"},
			{"an exponent of what may be a NaN, by a number", "mul.rn.f32 %0, p, u;",
				"max.f32 p, p, 0f00000000; mul.rn.f32 %0, p, u;", "a NaN's are unspecified"},
			{"exp of what is not shifted", "_sub(__uint_as_float(x.y), peak)", "_sub(__uint_as_float(x.y), 0.0f)", "the result"},
			{"the maximum without the last columns", "_peak_of(peak, x4, count4)", "_peak_of(peak, x4, 0u)", "the result"},
			{"columns that are not there in the maximum", "_peak_of(peak, x4, count4)", "_peak_of(peak, x4, 4u)", "the result"},
		}},
		{pairs, []fault{ // a maximum of two columns at once
			{"right", "row >= rows", "!(row < rows)", "right"},
			{"a NaN lost", "max.NaN.bf16x2 p,", "max.bf16x2 p,", "the result"},
			{"one column of two",
				"return row_apply_softmax_float32_in_bfloat16_c4200_cluster2_most(peak, __uint_as_float(x.x & 0xffff0000u))",
				"return row_apply_softmax_float32_in_bfloat16_c4200_cluster2_most(peak, __uint_as_float(x.x << 16))", "the result"},
			{"pairs of columns that are not there", "if (count > 6u && last)", "if (count > 0u)", "the result"},
		}},
		{appliedSpec(spec.RMSNorm, 768, spec.StoredBfloat16), []fault{ // weights loaded with the row
			{"right", "row >= rows", "!(row < rows)", "right"},
			{"another column's weight", "(weight + own)[32]", "(weight + own + 8)[32]", "the result"},
			{"a weight past the last", "(weight + own)[64]", "(weight + own)[65]", "are outside global memory"},
			{"the weights of other columns", "(weight + own)[0]", "(weight + own)[32]", "the result"},
			{"the weights' alignment not asked", " | (unsigned long long)weight", "", "are not aligned"},
		}},
		{appliedSpec(spec.LayerNorm, 211, spec.StoredBfloat16), []fault{
			{"right", "row >= rows", "!(row < rows)", "right"},
			{"the bias for the weight", "_load(weight + 128 + own", "_load(bias + 128 + own", "the result"},
		}},
		{appliedSpec(spec.LayerNorm, 128, spec.AsType), []fault{
			{"right", "row >= rows", "!(row < rows)", "right"},
			{"the weight and the bias exchanged", "weight0, bias0", "bias0, weight0", "the result"},
		}},
		{appliedSpec(spec.RMSNorm, 453, spec.StoredBfloat16), []fault{ // rows of odd columns: words in every other
			{"right", "row >= rows", "!(row < rows)", "right"},
			{"words where elements lie apart", "(all & 3u) == 0u", "(all & 1u) == 0u", "are not aligned"},
			{"the weights' alignment to words not asked", " | (unsigned long long)weight;", ";", "are not aligned"},
			{"a vector of the neighbour", "_once(vectors + 0)", "_once(vectors + 1)", "the result"},
			{"the word of another lane", "? words[32]", "? words[33]", "the result"},
			{"a word of which the row has half", "count > 7u ? words[96]", "count > 6u ? words[96]",
				"are outside global memory"},
			{"the last element of a word twice", "words[32] = x.y", "words[32] = x.y << 16 | (x.y & 0xffffu)", "the result"},
			{"a word stored where the next is", "words[32] = x.y", "words[33] = x.y", "stored already"},
			{"half a word not stored", "else if (count > 6u)", "else if (count > 7u)", "no thread stores the whole result"},
			{"a word for half of one", "if (count > 7u)\n        words", "if (count > 6u)\n        words",
				"are outside global memory"},
			{"words a lane apart that are two apart", "front + lane * run", "front + lane * (run > 2u ? run : 1u)",
				"are not aligned"},
			{"a word's second element left out", "more % 64u < 2u ? more % 64u : 2u", "more % 64u < 2u ? 0u : 2u",
				"no thread stores the whole result"},
			{"each lane goes on with the other's", "upper ? b : a, other", "upper ? a : b, other", "the result"},
			{"each lane gives what it keeps", "upper ? a : b, d", "upper ? b : a, d", "the result"},
			{"shared by lanes two apart", "_share(a[0], a[1], 1u)", "_share(a[0], a[1], 2u)", "the result"},
		}},
		{appliedSpec(spec.RMSNorm, 2147, spec.StoredBfloat16), []fault{ // words begin at the second column of odd rows
			{"right", "row >= rows", "!(row < rows)", "right"},
			{"words at the first column of every row", "& 3u) != 0u ? 1u : 0u, own", "& 3u) != 0u ? 0u : 0u, own",
				"are not aligned"},
			{"words at the second of every row", "& 3u) != 0u ? 1u : 0u, own", "& 1u) == 0u ? 1u : 0u, own", "are not aligned"},
			{"another lane on the edge", "lane == 31u;", "lane == 30u;", "are outside global memory"},
			{"no lane on the edge", "lane == 31u;", "lane == 32u;", "stored already"},
			{"the first column of a part not loaded", "lane < 5u && front + lane * 512u < 2147u ?",
				"lane < 4u && front + lane * 512u < 2147u ?", "the result"},
			{"the second in place of the first", "row[front + lane", "row[front + 1u + lane", "the result"},
			{"first columns past the row's end", "* 512u < 2147u ?", "* 512u < 2648u ?", "are outside global memory"},
			{"the first column of another part", "head0, 1)", "head0, 2)", "the result"},
			{"the first column in the lower half", "0x5410u", "0x3254u", "the result"},
			{"the first column in every lane", "edge ? 0x5410u : 0x3210u", "0x5410u", "the result"},
			{"columns of the last part left out", "edge ? own < 162u", "edge ? own < 50u", "no thread stores the whole result"},
			{"columns past the last in the sum", "edge ? own < 162u", "edge ? own < 500u", "are outside global memory"},
			{"pairs of accumulators from behind", "threadIdx.x - 1u);", "threadIdx.x + 1u);", "the result"},
			{"pairs of other words", "end ? a[7] : a[1]", "end ? a[5] : a[1]", "the result"},
			{"accumulators as they are", "_tree(a0_0, run, odd)", "_tree(a0_0, run, 0u)", "the result"},
			{"words of weights where they are not those of the row", "odd == 0u && ((unsigned long long)(to + own)",
				"((unsigned long long)(to + own)", "no thread stores the whole result"},
			{"results that are not aligned", "else if (((unsigned long long)(to + own) & 3u) == 0u)",
				"else if (((unsigned long long)(to + own) & 1u) == 0u)", "are not aligned"},
			{"the word behind the edge", "if (!edge && last)", "if (last)", "are outside global memory"},
			{"the edge's halves exchanged", "(both >> 16)", "(both)", "the result"},
			{"a column before a part not stored", "lane < 5u && front + lane * 512u < 2147u)",
				"lane < 4u && front + lane * 512u < 2147u)", "no thread stores the whole result"},
			{"a column behind a part not stored", "lane < 5u && front + lane * 512u + 255u",
				"lane < 3u && front + lane * 512u + 255u", "no thread stores the whole result"},
			{"the edge of another part", "lane == 3u, __shfl_sync(0xffffffffu, y3.w",
				"lane == 3u, __shfl_sync(0xffffffffu, y2.w", "the result"},
			{"what another lane has", "y3.w, 31)", "y3.w, 30)", "the result"},
			{"single elements without the edge", "from[edge ? 1 - (int)step : (int)(3 * step + 1)]", "from[3 * step + 1]",
				"are outside global memory"},
		}},
		{appliedSpec(spec.LayerNorm, 2560, spec.StoredBfloat16), []fault{ // the last word ends with the row
			{"right", "row >= rows", "!(row < rows)", "right"},
			{"a word behind the row", "edge ? 7u : 8u", "8u", "are outside global memory"},
			{"another row than before", `asm volatile("" : `, `asm volatile("add.u32 %0, %0, 65536;" : `, "the result"},
		}},
		{appliedSpec(spec.LayerNorm, 100, spec.StoredBfloat16), []fault{ // four rows a warp, by pieces of 8 bytes
			{"what is not there as +0", "(x.x << 16) : __uint_as_float(0x80000000u)", "(x.x << 16) : 0.0f", "the result"},
			{"a lane of the next row", "a[0], __shfl_xor_sync(0xffffffffu, a[0], 4))",
				"a[0], __shfl_xor_sync(0xffffffffu, a[0], 8))", "undefined"},
			{"the accumulators of one vector twice", "_tree(a1_0), ", "_tree(a1_1), ", "the result"},
			{"aligned to 4 bytes", "& 7u) == 0u", "& 3u) == 0u", "are not aligned"},
			{"a piece behind the row", "if (count > 4u) {", "if (count < 9u) {", "are outside global memory"},
		}},
		{appliedSpec(spec.RMSNorm, 33, spec.StoredBfloat16), []fault{
			{"cut, not rounded", "cvt.rn.bf16.f32", "cvt.rz.bf16.f32", "cvt.rz"},
			{"the upper half alone", `asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(bits) : "f"(wide));`,
				"bits = (unsigned short)(__float_as_uint(wide) >> 16);", "the result"},
		}},
	})
}

// planted are faults of the CUDA of a spec; of one that says right the proof has to succeed.
type planted struct {
	spec   spec.Spec
	faults []fault
}

// plantInGo wants the faults of some texts found, and the texts right: in a usual run one of some.
func plantInGo(t *testing.T, some int, of map[string][]fault) {
	for src, faults := range of {
		for _, f := range extent.Faults(t, faults, some) {
			err := proveGo(f.plant(t, src))
			if f.says != "right" {
				f.check(t, err)
			} else if err != nil {
				t.Errorf("%s: %v", f.what, err)
			}
		}
		if err := proveGo(src); err != nil {
			t.Error(err)
		}
	}
}

// plantInCUDA wants the faults found: in a usual run one of some.
func plantInCUDA(t *testing.T, some int, of []planted) {
	type attempt struct {
		spec spec.Spec
		fault
		src string
	}
	toPTX := oneBuild(t)
	var all []attempt
	for _, of := range of {
		src := emit(t, of.spec, gen.CUDA)
		for _, f := range of.faults {
			all = append(all, attempt{of.spec, f, f.plant(t, src)})
		}
	}
	for _, f := range extent.Faults(t, all, some) {
		code, err := toPTX(t, f.spec, f.src)
		if err != nil {
			t.Errorf("%s: %v", f.what, err)
			continue
		}
		_, err = ptx.Prove(f.spec, "rows", code)
		if f.says == "right" {
			if err != nil {
				t.Errorf("%s: %v", f.what, err)
			}
			continue
		}
		f.check(t, err)
	}
}
