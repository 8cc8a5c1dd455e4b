package rows_test

import (
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

// Gradients, which row-apply computes of a row and a row of gradients. Right files of them are proved among those of
// the catalogue.

// TestGradientVerdict: the verdict speaks of three matrices, and says which may be the same.
func TestGradientVerdict(t *testing.T) {
	verdictSays(t, spec.RMSNormGrad, map[gen.Lang][]string{
		gen.CUDA: {
			"in, grad, weight and out do not overlap", "nor rows of out", "any pitches, alignments and number of rows",
		},
		gen.Go: {
			"a row that in, grad or out does not hold panics",
			"in is out, with the same pitch; else in, grad and out do not overlap", "not in out",
		},
	})
}

// TestGradientByNVCC: rows of a part of a warp, of one and of several, and of a cluster.
func TestGradientByNVCC(t *testing.T) {
	extent.OneIn(t, 12, 12)
	if _, err := compile.FindNVCC(); err != nil {
		t.Skip(err)
	}
	for _, s := range extent.Drawn(t, []spec.Spec{
		appliedSpec(spec.SoftmaxGrad, 2201, spec.AsType).With("cluster", 2),
		appliedSpec(spec.LogSoftmaxGrad, 40, spec.StoredBfloat16),
		appliedSpec(spec.LayerNormGrad, 33, spec.StoredFloat16),
		appliedSpec(spec.RMSNormGrad, 768, spec.StoredBfloat16),
		appliedSpec(spec.SoftmaxGrad, 2147, spec.StoredBfloat16),
	}, 5, 4) {
		provedByNVCC(t, s, "sm_90", "O2")
	}
}

func TestGradientGoFaults(t *testing.T) {
	const half = "rowApplyRmsNormGradFloat32InBfloat16C33"
	plantInGo(t, 6, map[string][]fault{
		emit(t, appliedSpec(spec.SoftmaxGrad, 139, spec.AsType), gen.Go): {
			{"the sum added", "grad[i] - dot", "grad[i] + dot", "refuted"},
			{"the sum not taken off", "grad[i] - dot", "grad[i] - (dot - dot)", "refuted"},
			{"the sum of the row's squares", "Sum0(x, grad)", "Sum0(x, x)", "refuted"},
			{"the sum of the gradients' squares", "Sum0(x, grad)", "Sum0(grad, grad)", "refuted"},
			{"a column of the sum without its gradient", "float32(cy[3] * c[3])", "c[3]", "refuted"},
			{"another column's gradient in the sum", "float32(cy[3] * c[3])", "float32(cy[2] * c[3])", "refuted"},
			{"another column's gradient", "(grad[i] - dot)", "(grad[i/2] - dot)", "refuted"},
			{"the row and the gradients exchanged", "x[i] * (grad[i] - dot)", "grad[i] * (x[i] - dot)", "refuted"},
			{"the matrices exchanged", "(in[r*pitch:]), (*[139]float32)(grad[r*gradPitch:])",
				"(grad[r*gradPitch:]), (*[139]float32)(in[r*pitch:])", "want for r := range rows"},
			{"the row's pitch", "grad[r*gradPitch:]", "grad[r*pitch:]", "here gradPitch"},
			{"the gradients written", "\tdot :=", "\tgrad[0] = 0\n\tdot :=", "assignment to an element of grad"},
			{"the row written", "\tdot :=", "\tx[0] = 0\n\tdot :=", "assignment to an element of in"},
			{"a result before the row is read", "\tdot :=", "\ty[0] = 0\n\tdot :=", "refuted"},
			{"not the last column's", "range x {", "range 138 {", "refuted"},
		},
		emit(t, appliedSpec(spec.LogSoftmaxGrad, 139, spec.AsType), gen.Go): {
			{"the product added", "grad[i] - float32(", "grad[i] + float32(", "refuted"},
			{"the sum of the row", "Sum0(grad)", "Sum0(x)", "refuted"},
			{"the exponential of the gradient", "Exp(min(x[i], 0))", "Exp(min(grad[i], 0))", "refuted"},
			{"no exponential", "rowApplyLogSoftmaxGradFloat32C139Exp(min(x[i], 0))", "x[i]", "refuted"},
			{"another column's exponential", "Exp(min(x[i], 0))", "Exp(min(x[i/2], 0))", "refuted"},
			{"no sum", "Exp(min(x[i], 0))*total", "Exp(min(x[i], 0))*(total/total)", "refuted"},
			{"above 0", "Exp(min(x[i], 0))", "Exp(x[i])", "refuted"},
			{"the other extreme", "Exp(min(x[i], 0))", "Exp(max(x[i], 0))", "refuted"},
		},
		emit(t, appliedSpec(spec.RMSNormGrad, 33, spec.StoredBfloat16), gen.Go): {
			{"no scale of the result", "*slope)) * scale))", "*slope))))", "refuted"},
			{"no scale of the row", "(x[i])*scale)*slope", "(x[i]))*slope", "refuted"},
			{"no scale in the sum", "Decode(c[2])*scale)", "Decode(c[2]))", "refuted"},
			{"no weight", "Decode(grad[i])*" + half + "Decode(weight[i])", "Decode(grad[i])", "refuted"},
			{"no weight in the sum", "Sum1(x, grad, weight, scale)", "Sum1(x, grad, grad, scale)", "refuted"},
			{"the product added", " - float32(float32(", " + float32(float32(", "refuted"},
			{"a sum, not a mean", "float32(dot / 33)", "dot", "refuted"},
			{"eps forgotten", " + eps)", " + 0)", "refuted"},
			{"the root of the gradients", "Sum0(x)", "Sum0(grad)", "refuted"},
		},
		emit(t, appliedSpec(spec.LayerNormGrad, 139, spec.AsType), gen.Go): {
			{"the mean gradient not taken off", " - level - ", " - (level - level) - ", "refuted"},
			{"the mean gradient added", " - level - ", " + level - ", "refuted"},
			{"the mean of the row's gradients without weights", "Sum2(grad, weight)", "Sum2(grad, grad)", "refuted"},
			{"the mean of the weighted row", "Sum2(grad, weight)", "Sum2(x, weight)", "refuted"},
			{"the mean not taken off the row", "(x[i]-mean)", "x[i]", "refuted"},
			{"the mean not taken off in the sum", "(c[2]-mean)*scale", "c[2]*scale", "refuted"},
			{"no scale of the result", "*slope)) * scale)", "*slope)))", "refuted"},
			{"the terms taken off in another order", " - level - float32(float32((x[i]-mean)*scale)*slope)",
				" - float32(float32((x[i]-mean)*scale)*slope) - level", "refuted"},
		},
	})
}

func TestGradientCUDAFaults(t *testing.T) {
	const soft, logSoft = "row_apply_softmax_grad_float32_c139", "row_apply_log_softmax_grad_float32_c139"
	const rms, layer = "row_apply_rms_norm_grad_float32_in_bfloat16_c33", "row_apply_layer_norm_grad_float32_c139"
	plantInCUDA(t, 6, []planted{
		{appliedSpec(spec.SoftmaxGrad, 139, spec.AsType), []fault{ // a warp
			{"right", "row >= rows", "!(row < rows)", "right"},
			{"the sum added", "_sub(__uint_as_float(grad.y), dot)", "_add(__uint_as_float(grad.y), dot)", "the result"},
			{"the sum not taken off", soft + "_sub(__uint_as_float(grad.y), dot)", "__uint_as_float(grad.y)", "the result"},
			{"the sum of the row's squares", "a0_0, x0, grad0", "a0_0, x0, x0", "the result"},
			{"the sum of the row", "a[1] = count > 1u ? " + soft + "_mul(__uint_as_float(grad.y), __uint_as_float(x.y))",
				"a[1] = count > 1u ? __uint_as_float(x.y)", "the result"},
			{"another column's gradient", "_sub(__uint_as_float(grad.y), dot)", "_sub(__uint_as_float(grad.z), dot)",
				"the result"},
			{"another vector's gradients", "_give(x0, grad0, dot)", "_give(x0, grad1, dot)", "the result"},
			{"the row and the gradients exchanged", "_give(x0, grad0, dot)", "_give(grad0, x0, dot)", "the result"},
			{"the matrices exchanged", soft + "_row(from, from_grad, to", soft + "_row(from_grad, from, to", "the result"},
			{"a pitch of another matrix", "row * grad_pitch", "row * (grad_pitch + pitch)", "no place in a row"},
			{"the gradients' alignment not asked", " | (unsigned long long)from_grad", "", "not aligned"},
			{"the last column's gradient is not loaded", "_gather(mine_grad + 128, 32u, count1)",
				"_gather(mine_grad + 128, 32u, min(count1, 0u))", "the result"},
			{"a gradient behind the row", "_gather(mine_grad + 128, 32u, count1)",
				"_gather(mine_grad + 128, 32u, count1 + 1u)", "are outside"},
		}},
		{appliedSpec(spec.LogSoftmaxGrad, 139, spec.AsType), []fault{
			{"right", "row >= rows", "!(row < rows)", "right"},
			{"the sum of the row", "a0_0, grad0", "a0_0, x0", "the result"},
			{"the product added", "y.y = __float_as_uint(" + logSoft + "_sub", "y.y = __float_as_uint(" + logSoft + "_add",
				"the result"},
			{"no exponential", logSoft + "_exp(" + logSoft + "_least(__uint_as_float(x.z), 0.0f))", "__uint_as_float(x.z)",
				"the result"},
			{"the exponential of the gradient", "_least(__uint_as_float(x.z)", "_least(__uint_as_float(grad.z)", "the result"},
			{"another column's exponential", "_least(__uint_as_float(x.z)", "_least(__uint_as_float(x.w)", "the result"},
			{"above 0", logSoft + "_least(__uint_as_float(x.z), 0.0f)", "__uint_as_float(x.z)", "the result"},
		}},
		{appliedSpec(spec.RMSNormGrad, 33, spec.StoredBfloat16), []fault{ // several rows a warp
			{"right", "row >= rows", "!(row < rows)", "right"},
			{"no scale in the sum", rms + "_mul(" + rms + "_mul(__uint_as_float(x.x << 16), scale)",
				rms + "_mul(__uint_as_float(x.x << 16)", "the result"},
			{"no weight in the sum", rms + "_mul(__uint_as_float(grad.x << 16), __uint_as_float(weight.x << 16))",
				"__uint_as_float(grad.x << 16)", "the result"},
			{"another column's weight", "__uint_as_float(weight.x << 16)", "__uint_as_float(weight.x & 0xffff0000u)",
				"the result"},
			{"a sum, not a mean", rms + "_div(dot, 33.0f)", "dot", "the result"},
			{"the root of the gradients", "a0_0, x0", "a0_0, grad0", "the result"},
			{"gradients of whole vectors", "_gather(mine_grad + 0, 2u, count0)", "_gather(mine_grad + 0, 2u, 8u)",
				"are outside"},
		}},
		{appliedSpec(spec.LayerNormGrad, 139, spec.AsType), []fault{
			{"right", "row >= rows", "!(row < rows)", "right"},
			{"the mean gradient not taken off", "_give(x0, grad0, weight0, level,", "_give(x0, grad0, weight0, 0.0f,",
				"the result"},
			{"the mean gradient without weights", layer + "_mul(__uint_as_float(grad.x), __uint_as_float(weight.x)) :",
				"__uint_as_float(grad.x) :", "the result"},
			{"the mean not taken off the row", "weight0, level, mean, scale, slope)", "weight0, level, 0.0f, scale, slope)",
				"the result"},
			{"no scale", "weight0, level, mean, scale, slope)", "weight0, level, mean, 1.0f, slope)", "the result"},
			{"the wrong sign of the slope", "weight0, level, mean, scale, slope)", "weight0, level, mean, scale, -slope)",
				"the result"},
		}},
	})
}
