package ref

import (
	"math"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/math32"
)

// ApplyRow is what row-apply makes of a row x, as docs/semantics.md states it. Elements, weights and
// biases are float32, widened if they are narrower in memory; weight and bias are read by the
// functions that take them. The results are not yet rounded to the type in memory.
func ApplyRow(s shflgen.Spec, x, weight, bias []float32, eps float32) []float32 {
	n, y := float32(len(x)), make([]float32, len(x))
	sum := func(of func(x float32) float32) float32 {
		lifted := make([]float32, len(x))
		for i := range x {
			lifted[i] = of(x[i])
		}
		return sumRow(lifted, s.InType().Bits())
	}
	square := func(x float32) float32 { return x * x }
	var give func(i int) float32
	switch s.F {
	case shflgen.Softmax, shflgen.LogSoftmax:
		peak := x[0]
		for _, e := range x {
			peak = max(peak, e)
		}
		total := sum(func(x float32) float32 { return math32.Exp(x - peak) })
		scale, level := 1/total, math32.Log(total)
		give = func(i int) float32 { return math32.Exp(x[i]-peak) * scale }
		if s.F == shflgen.LogSoftmax {
			give = func(i int) float32 { return x[i] - peak - level }
		}
	case shflgen.RMSNorm:
		scale := math32.Rsqrt(sum(square)/n + eps)
		give = func(i int) float32 { return float32(x[i]*scale) * weight[i] }
	case shflgen.LayerNorm:
		mean := sum(func(x float32) float32 { return x }) / n
		scale := math32.Rsqrt(sum(func(x float32) float32 { return square(x - mean) })/n + eps)
		give = func(i int) float32 { return float32(float32((x[i]-mean)*scale)*weight[i]) + bias[i] }
	case shflgen.L2Norm:
		scale := math32.Rsqrt(sum(square) + eps)
		give = func(i int) float32 { return x[i] * scale }
	default:
		panic("ref: no function " + s.F.String())
	}
	for i := range y {
		y[i] = give(i)
	}
	return y
}

// sumRow is the sum of a row in its order, where an element in memory has so many bits.
func sumRow(x []float32, bits int) float32 {
	s := shflgen.NewSpec(shflgen.RowReduce)
	s.Cols, s.Type, s.In = len(x), shflgen.Float32, map[int]shflgen.Stored{16: shflgen.StoredBfloat16}[bits]
	row := make([]Element, len(x))
	for i, e := range x {
		row[i] = Element{uint64(math.Float32bits(e)), true}
	}
	out, err := Run(Numbers{s}, s, Input[Element, bool]{Elements: row})
	if err != nil {
		panic(err)
	}
	return math.Float32frombits(uint32(out.Value[0].Bits))
}
