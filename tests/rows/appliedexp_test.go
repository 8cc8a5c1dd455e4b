package rows_test

import (
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/spec"
)

// TestExpGoFaults plants faults around exponentials of 8 columns, which results hold until they are scaled.
func TestExpGoFaults(t *testing.T) {
	const text = "helpers with the text of an axiom"
	plantInGo(t, 12, map[string][]fault{
		emit(t, appliedSpec(spec.Softmax, 37, spec.AsType), gen.Go): {
			{"the maximum of other columns", "max(c[6], c[7])", "max(c[6], c[6])", "refuted"},
			{"a pair left out of the maximum", "max(m0, m1, m2, m3)", "max(m0, m1, m3-m3, m2)", "refuted"},
			{"groups left out of the maximum", "j < 32; j += 8 {\n\t\tc := (*[8]float32)(x[j:])\n\t\tm0",
				"j < 24; j += 8 {\n\t\tc := (*[8]float32)(x[j:])\n\t\tm0", "refuted"},
			{"a last column left out of the maximum", "i := 32; i < 37", "i := 33; i < 37", "refuted"},
			{"the next columns", "c := (*[8]float32)(x[j:])\n\t\te", "c := (*[8]float32)(x[j+1:])\n\t\te", "refuted"},
			{"the next results", "e := (*[8]float32)(y[j:])", "e := (*[8]float32)(y[j+1:])", "refuted"},
			{"results past the end", "e := (*[8]float32)(y[j:])", "e := (*[8]float32)(y[j+8:])", "8 elements of a slice of 5"},
			{"set in the row", "e := (*[8]float32)(y[j:])", "e := (*[8]float32)(x[j:])", "assignment to an element of in"},
			{"of what was in out", "Exp8(e, c, peak)\n", "Exp8(e, e, peak+0*c[0])\n", "may fuse"},
			{"not computed", "Exp8(e, c, peak)\n", "Exp8(&[8]float32{}, c, peak)\n", "refuted"},
			{"twice, which differs in place", "Exp8(e, c, peak)\n",
				"Exp8(e, c, peak)\n\t\trowApplySoftmaxFloat32C37Exp8(e, c, peak)\n", "refuted"},
			{"arrays that overlap", "Exp8(e, c, peak)\n",
				"Exp8(e, c, peak)\n\t\trowApplySoftmaxFloat32C37Exp8(e, (*[8]float32)(y[j+1:]), peak)\n", "refuted"},
			{"arrays that overlap, the other way", "Exp8(e, c, peak)\n",
				"Exp8(e, c, peak)\n\t\trowApplySoftmaxFloat32C37Exp8((*[8]float32)(y[j+1:]), e, peak)\n", "refuted"},
			{"arrays that overlap in place", "Exp8(e, c, peak)\n",
				"Exp8((*[8]float32)(y[j+1:]), c, peak)\n\t\trowApplySoftmaxFloat32C37Exp8(e, c, peak)\n", "refuted"},
			{"not shifted", "Exp8(e, c, peak)", "Exp8(e, c, 0)", "refuted"},
			{"less a product", "Exp8(e, c, peak)", "Exp8(e, c, peak*peak)", "may fuse"},
			{"one twice in the sum", "a3 := e[3]", "a3 := e[2]", "refuted"},
			{"the element in the sum", "a3 := e[3]", "a3 := c[3]", "refuted"},
			{"another order of the sum", "a0 = a0 + a2", "a0 = a0 + a4", "refuted"},
			{"one column of the last", "e[i] = c[i]", "e[i] = c[0]", "refuted"},
			{"the last not computed", "Exp8(&e, &e, peak)", "Exp8(&e, &[8]float32{}, peak)", "refuted"},
			{"of a product", "e[i] = c[i]", "e[i] = c[i] * 1.5", "may fuse"},
			{"the last one place off", "y[32+i] = e[i]", "y[31+i] = e[i]", "refuted"},
			{"the last results not set", "\tfor i := range c {\n\t\ty[32+i] = e[i]\n\t}\n", "", "refuted"},
			{"the last results not set but one", "for i := range c {\n\t\ty[32+i]", "for i := range 4 {\n\t\ty[32+i]",
				"refuted"},
			{"a pad in the sum", "a0 = a0 + a4\n\tt[4]", "a0 = a0 + a4 + e[5]\n\tt[4]", "refuted"},
			{"the scale added", "y[i] * scale", "y[i] + scale", "refuted"},
			{"scaled twice", "y[i] * scale", "y[i] * scale * scale", "refuted"},
			{"the element scaled", "y[i] * scale", "x[i] * scale", "refuted"},
			{"a neighbour scaled", "y[i] * scale", "y[i/2] * scale", "refuted"},
			{"one not scaled", "for i := range x {\n\t\ty[i] =", "for i := range 36 {\n\t\ty[i] =", "refuted"},
			{"of other results", "Sum0(x, y, peak)", "Sum0(x, &[37]float32{}, peak)", "refuted"},
			{"the rest not rounded", "+ 0x10000000) &^", "+ 0x00000000) &^", text},
			{"far results computed so", "far > 127", "far > 255", text},
			{"far results where they are not", "x >= -86", "x >= -88", text},
			{"zero too early", "x <= -104", "x <= -103", text},
			{"the binade of the other sign", "1 + 0x1.8p+28},", "2 + 0x1.8p+28},", text},
			{"one element twice", "y[i+1] = math", "y[i] = math", text},
			{"seven elements", "i := 0; i < 8; i += 2", "i := 0; i < 6; i += 2", text},
		},
		emit(t, appliedSpec(spec.Softmax, 300, spec.AsType), gen.Go): {
			{"results of the columns before", "e := (*[8]float32)(y[k:])", "e := (*[8]float32)(y[j:])", "refuted"},
			{"the columns before", "c := (*[8]float32)(x[k:])", "c := (*[8]float32)(x[j:])", "refuted"},
			{"added to another", "a1 = a1 + e[1]", "a1 = a0 + e[1]", "refuted"},
			{"the last where the first are", "y[k+i] = e[i]", "y[j+i] = e[i]", "refuted"},
			{"columns left out", "k <= 292", "k < 256", "refuted"},
			{"parts of the maximum that begin in the one before", "part := x[k]", "part := x[0]", "right"},
			{"a part without its last columns", "min(k+256, 296)", "min(k+248, 296)", "refuted"},
		},
		emit(t, appliedSpec(spec.Softmax, 37, spec.StoredBfloat16), gen.Go): { // kept in a local row
			{"of what is not set", "e[i] = rowApply", "e[0] = rowApply", "refuted"},
			{"not computed again", "Exp8(e, e, peak)", "Exp8(&[8]float32{}, e, peak)", "refuted"},
			{"another coefficient", "0x1.4090b4p-07", "0x1.4090b6p-07", text},
			{"the rest not rounded", "float64(float32(x - (t - 0x1.8p+52)))", "x - (t - 0x1.8p+52)", text},
			{"less the next element", "w[i] = float64(x[i] - less)", "w[i] = float64(x[(i+1)%8] - less)", text},
			{"kept one place off", "e := (*[8]float32)(y[j:])", "e := (*[8]float32)(y[j+1:])", "refuted"},
			{"the last not kept", "y[32+i] = e[i]", "y[31+i] = e[i]", "refuted"},
			{"another row kept", "Sum0(x, &kept, peak)", "Sum0(x, &[37]float32{}, peak)", "refuted"},
			{"a neighbour of what is kept", "kept[i] * scale", "kept[i/2] * scale", "refuted"},
		},
		emit(t, appliedSpec(spec.Softmax, 4100, spec.StoredBfloat16), gen.Go): { // computed twice
			{"results turned", "y[j+i] =", "y[j+7-i] =", "refuted"},
			{"one column eight times", "Decode(c[i])\n\t\t}", "Decode(c[0])\n\t\t}", "refuted"},
			{"results not shifted", "Exp8(&e, &e, peak)", "Exp8(&e, &e, 0)", "refuted"},
			{"results added to the scale", "float32(e[i] * scale)", "float32(e[i] + scale)", "refuted"},
			{"the last where the first are", "y[4096+i] =", "y[i] =", "refuted"},
		},
		emit(t, appliedSpec(spec.LogSoftmax, 37, spec.AsType), gen.Go): {
			{"exponentials in the row", "Exp8(&e, c, peak)", "Exp8(c, c, peak)", "assignment to an element of in"},
			{"the sum of the columns", "a0 := e[0]", "a0 := c[0]", "refuted"},
			{"of what is not computed", "Exp8(&e, c, peak)", "Exp8(&[8]float32{}, c, peak)", "refuted"},
		},
	})
}
