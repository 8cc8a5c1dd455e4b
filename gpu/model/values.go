package model

import (
	"math"
	"math/rand/v2"
)

// edges16 are the edge values of float16: zeros, subnormals, the least normal, one and the
// values next to it, halves of the last place, the largest, infinities, quiet and signalling
// NaNs. edgesB16 are the same of bfloat16.
var (
	edges16 = signs(0x0000, 0x0001, 0x0002, 0x03ff, 0x0400, 0x0401, 0x1000, 0x1400, 0x3800, 0x3bff, 0x3c00, 0x3c01,
		0x4000, 0x4200, 0x6400, 0x7800, 0x7bfe, 0x7bff, 0x7c00, 0x7c01, 0x7e00, 0x7fff)
	edgesB16 = signs(0x0000, 0x0001, 0x0002, 0x007f, 0x0080, 0x0081, 0x3b00, 0x3b80, 0x3f00, 0x3f7f, 0x3f80, 0x3f81,
		0x4000, 0x4040, 0x4380, 0x7f00, 0x7f7e, 0x7f7f, 0x7f80, 0x7f81, 0x7fc0, 0x7fff)
)

func signs(x ...uint64) []uint64 {
	all := append([]uint64(nil), x...)
	for _, v := range x {
		all = append(all, v|0x8000)
	}
	return all
}

// pairOf are two inputs of a lane: bits of float32 (float is 32), of float64 (64) or integers
// (0). Each is an edge value, next to one, or random.
func pairOf(float, warp, lane int) []uint64 {
	rng := rand.New(rand.NewPCG(uint64(warp), uint64(lane)))
	one := func() uint64 {
		var edge uint64
		switch float {
		case 32:
			edge = uint64(math.Float32bits(floats32[rng.IntN(len(floats32))])) ^ rng.Uint64()&1<<31
		case 64:
			edge = math.Float64bits(floats64[rng.IntN(len(floats64))]) ^ rng.Uint64()&1<<63
		default:
			edge = integerEdges[rng.IntN(len(integerEdges))]
		}
		switch rng.IntN(4) {
		case 0:
			return edge
		case 1:
			return edge + uint64(rng.IntN(3)) - 1
		}
		return rng.Uint64()
	}
	a, b := one(), one()
	if rng.IntN(8) == 0 {
		b = a
	}
	if float == 32 {
		a, b = a&0xffffffff, b&0xffffffff
	}
	return []uint64{a, b}
}

var (
	integerEdges = []uint64{0, 1, 5, 31, 32, 33, 63, 64, 127, 128, 255, 256, 0x7fff, 0x8000, 0xffff, 0x10000,
		0x7fffffff, 0x80000000, 0xffffffff, 1 << 32, 1<<63 - 1, 1 << 63, 1<<64 - 1}
	floats32 = []float32{0, 1, 2, 3, 0.5, math.SmallestNonzeroFloat32, 0x1p-126, 0x1p-126 - 0x1p-149, math.MaxFloat32,
		0x1p24, 0x1p23, 1 + 0x1p-23, 1 - 0x1p-24, float32(math.Inf(1)), float32(math.NaN())}
	floats64 = []float64{0, 1, 2, 3, 0.5, math.SmallestNonzeroFloat64, 0x1p-1022, math.MaxFloat64,
		0x1p53, 0x1p52, 1 + 0x1p-52, 1 - 0x1p-53, math.Inf(1), math.NaN()}
)
