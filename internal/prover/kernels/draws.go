package kernels

import "math/rand/v2"

// draw is a kind of numbers.
type draw struct {
	text string
	hot  bool // one is 3
	far  bool // all are far from 0
	of   func(rng *rand.Rand) float64
}

var draws = []draw{
	{"numbers of either sign", false, false, func(rng *rand.Rand) float64 { return float64(rng.IntN(8193)-4096) / 1024 }},
	{"powers of two", false, false, func(rng *rand.Rand) float64 { return []float64{1, -1, 2, -0.5, 1, -1}[rng.IntN(6)] }},
	{"negative numbers", false, false, func(rng *rand.Rand) float64 { return -float64(1+rng.IntN(4096)) / 1024 }},
	{"positive numbers", false, false, func(rng *rand.Rand) float64 { return float64(1+rng.IntN(4096)) / 1024 }},
	{"one number that is not 0", true, false, func(*rand.Rand) float64 { return 0 }},
	{"numbers about -200", false, true, func(rng *rand.Rand) float64 { return -200 - float64(rng.IntN(1024))/256 }},
	{"numbers about 200", false, true, func(rng *rand.Rand) float64 { return 200 + float64(rng.IntN(1024))/256 }},
}

// ordinary are the draws that choose what a kernel computes.
var ordinary = []int{0, 1, 0, 0}
