package main

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/shflgen/shflgen/bench/softmax"
)

// onRows is an emitted function of the rows of a matrix.
type onRows func(in []float32, pitch int, out []float32, outPitch, rows int)

// softmaxes are of one row. Masked columns are -inf.
func softmaxes() (all []row) {
	rng := rand.New(rand.NewPCG(39, 1))
	add := func(n int, emitted onRows, note string, masked func(i int) bool) {
		in, out := logits(rng, n), make([]float32, n)
		for i := range in {
			if masked != nil && masked(i) {
				in[i] = float32(math.Inf(-1))
			}
		}
		work := fmt.Sprintf("softmax of %d float32%s", n, note)
		all = append(all, row{work, func() { emitted(in, n, out, n, 1) }, loops(in, out), 1})
	}
	for _, c := range []struct {
		n       int
		emitted onRows
	}{
		{37, softmax.RowApplySoftmaxFloat32C37},
		{92, softmax.RowApplySoftmaxFloat32C92},
		{100, softmax.RowApplySoftmaxFloat32C100},
		{266, softmax.RowApplySoftmaxFloat32C266},
		{1000, softmax.RowApplySoftmaxFloat32C1000},
		{2564, softmax.RowApplySoftmaxFloat32C2564},
		{4096, softmax.RowApplySoftmaxFloat32C4096},
		{24723, softmax.RowApplySoftmaxFloat32C24723},
		{50257, softmax.RowApplySoftmaxFloat32C50257},
	} {
		add(c.n, c.emitted, "", nil)
	}
	add(1000, softmax.RowApplySoftmaxFloat32C1000, ", the second half masked", func(i int) bool { return i >= 500 })
	add(1000, softmax.RowApplySoftmaxFloat32C1000, ", any half of the columns masked", func(int) bool {
		return rng.IntN(2) == 0
	})
	return append(all, narrowSoftmax(rng), logSoftmax(rng))
}

// logits are numbers of a normal distribution of deviation 3.
func logits(rng *rand.Rand, n int) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(3 * rng.NormFloat64())
	}
	return x
}

// loops are softmaxes as one writes them.
func loops(x, y []float32) []way {
	return []way{
		{"loop with math.Exp", func() { softmaxLoop(x, y, greatest(x)) }},
		{"loop with math.Exp, max of Go", func() { softmaxLoop(x, y, greatestByMax(x)) }},
	}
}

func greatest(x []float32) float32 {
	peak := x[0]
	for _, v := range x {
		if v > peak {
			peak = v
		}
	}
	return peak
}

func greatestByMax(x []float32) float32 {
	peak := x[0]
	for _, v := range x {
		peak = max(peak, v)
	}
	return peak
}

func softmaxLoop(x, y []float32, peak float32) {
	var sum float32
	for i, v := range x {
		y[i] = float32(math.Exp(float64(v - peak)))
		sum += y[i]
	}
	scale := 1 / sum
	for i := range y {
		y[i] *= scale
	}
}

// logSoftmax is of the same numbers; a loop computes the logarithm of the sum once.
func logSoftmax(rng *rand.Rand) row {
	x, y := logits(rng, 1000), make([]float32, 1000)
	loop := func() {
		peak := greatest(x)
		var sum float32
		for _, v := range x {
			sum += float32(math.Exp(float64(v - peak)))
		}
		level := float32(math.Log(float64(sum)))
		for i, v := range x {
			y[i] = v - peak - level
		}
	}
	emitted := func() { softmax.RowApplyLogSoftmaxFloat32C1000(x, 1000, y, 1000, 1) }
	return row{"log-softmax of 1000 float32", emitted, []way{{"loop with math.Exp", loop}}, 1}
}

// narrowSoftmax is of the same numbers as bfloat16. The loop keeps exponentials in a slice and rounds to nearest, ties
// to even.
func narrowSoftmax(rng *rand.Rand) row {
	x, y, kept := make([]uint16, 1000), make([]uint16, 1000), make([]float32, 1000)
	for i, v := range logits(rng, 1000) {
		x[i] = uint16(math.Float32bits(v) >> 16)
	}
	loop := func() {
		for i, h := range x {
			kept[i] = math.Float32frombits(uint32(h) << 16)
		}
		softmaxLoop(kept, kept, greatest(kept))
		for i, v := range kept {
			bits := math.Float32bits(v)
			y[i] = uint16((bits + 0x7fff + bits>>16&1) >> 16)
		}
	}
	emitted := func() { softmax.RowApplySoftmaxFloat32InBfloat16C1000(x, 1000, y, 1000, 1) }
	return row{"softmax of 1000 bfloat16", emitted, []way{{"loop with math.Exp", loop}}, 1}
}
