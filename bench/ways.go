// Bench times emitted Go and other code for the same work, and prints the ratios of the times:
// above 1, the emitted function is faster.
package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"

	"github.com/shflgen/shflgen/generated"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// row is one task: the emitted function and other functions.
type row struct {
	work       string
	emitted    func()
	others     []way
	processors int // GOMAXPROCS; 0: as it is
}

type way struct {
	name string
	run  func()
}

// The lanes and the masks, in variables that the optimiser does not know. Masks differ from call
// to call, so branch prediction does not learn them. It learns same, the mask of all calls of a row.
var (
	masks   [4096]uint32
	same    uint32
	at      int
	ints    [32]int32
	sums    [32]int32
	floats  [32]float32
	fsums   [32]float32
	threads [200]int32
)

// next is the mask of the next call.
func next() uint32 {
	at = (at + 1) % len(masks)
	return masks[at]
}

// nextWords is the mask of the next block.
func nextWords() *[7]uint32 {
	at = (at + 7) % (len(masks) - 7)
	return (*[7]uint32)(masks[at:])
}

func rows() []row {
	rng := rand.New(rand.NewPCG(3, 5))
	for i := range masks {
		masks[i] = rng.Uint32()
	}
	same = rng.Uint32()
	for i := range ints {
		ints[i], floats[i] = int32(i*i-300), float32(i)-7.5
	}
	return append([]row{
		{"sum int32, 32 lanes, masked", func() { sums = ints; generated.XorReduceSumInt32W32(next(), &sums) }, []way{
			{"reference interpreter", reference("-pattern xor-reduce -width 32")},
			{"if loop", func() { sums = ints; sumIf(next(), &sums) }},
			{"hand-unrolled loop", func() { sums = ints; sumUnrolled(next(), &sums) }},
		}, 0},
		{"sum float32, 32 lanes, masked", func() { fsums = floats; generated.XorReduceSumFloat32W32(next(), &fsums) }, []way{
			{"reference interpreter", reference("-pattern xor-reduce -width 32 -type float32")},
			{"if loop (serial order)", func() { fsums = floats; floatSumIf(next(), &fsums) }},
			{"hand-unrolled loop (serial order)", func() { fsums = floats; floatSumUnrolled(next(), &fsums) }},
		}, 0},
		{"max float32, 32 lanes, masked", func() { fsums = floats; generated.XorReduceMaxFloat32W32(next(), &fsums) }, []way{
			{"reference interpreter", reference("-pattern xor-reduce -width 32 -type float32 -op max")},
			{"if loop", func() { fsums = floats; floatMaxIf(next(), &fsums) }},
		}, 0},
		{"inclusive scan int32, 32 lanes, masked", func() { sums = ints; generated.InclusiveScanSumInt32W32(next(), &sums) },
			[]way{
				{"reference interpreter", reference("-pattern inclusive-scan -width 32")},
				{"if loop", func() { sums = ints; scanIf(next(), &sums) }},
			}, 0},
		{"sum int32, 32 lanes, one mask for all calls", func() { sums = ints; generated.XorReduceSumInt32W32(same, &sums) },
			[]way{
				{"if loop", func() { sums = ints; sumIf(same, &sums) }},
			}, 0},
		{"sum float32, 32 lanes, one mask for all calls", func() {
			fsums = floats
			generated.XorReduceSumFloat32W32(same, &fsums)
		}, []way{
			{"if loop (serial order)", func() { fsums = floats; floatSumIf(same, &fsums) }},
		}, 0},
		{"inclusive scan int32, 32 lanes, one mask for all calls", func() {
			sums = ints
			generated.InclusiveScanSumInt32W32(same, &sums)
		}, []way{
			{"if loop", func() { sums = ints; scanIf(same, &sums) }},
		}, 0},
		{"block sum int32, 200 threads, masked", func() { generated.BlockReduceSumInt32B200(nextWords(), &threads) }, []way{
			{"if loop", func() { threads[0] = blockIf(nextWords(), &threads) }},
		}, 0},
	}, arrays(rng)...)
}

// arrays are sums of n elements. From 2^18 on, several processors share them, so these are timed on one and on two.
func arrays(rng *rand.Rand) (all []row) {
	for _, n := range []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 17, 20, 32, 33, 40, 64, 100, 1000, 10_000, 100_000,
		1_000_000, 10_000_000} {
		in := make([]float32, n)
		for i := range in {
			in[i] = rng.Float32() - 0.5
		}
		r := row{work: fmt.Sprintf("sum of %d float32", n), emitted: func() { sum = GridReduceSumFloat32(in) },
			others: []way{{"loop (serial order)", func() { sum = sumLoop(in) }}}}
		if n < 1<<18 {
			all = append(all, r)
			continue
		}
		for processors := 1; processors <= min(2, runtime.NumCPU()); processors++ {
			of := r
			of.processors, of.work = processors, fmt.Sprintf("%s, GOMAXPROCS %d", r.work, processors)
			all = append(all, of)
		}
	}
	return all
}

// sum keeps results, so that no call is left out.
var sum float32

var _ = &sum // which is written alone

// sumLoop is a loop that is not put in place of its call, as emitted functions are not.
//
//go:noinline
func sumLoop(x []float32) float32 {
	var sum float32
	for _, v := range x {
		sum += v
	}
	return sum
}

// reference runs the reference on a spec.
func reference(args string) func() {
	s, err := spec.ParseHeader(spec.HeaderPrefix + args + "; DO NOT EDIT.")
	if err != nil {
		panic(err)
	}
	in := make([]uint64, 32)
	for i := range in {
		in[i] = uint64(i)
		if s.Type == spec.Float32 {
			in[i] = uint64(math.Float32bits(float32(i)))
		}
	}
	return func() {
		if _, err := ref.Call(s, []uint32{next()}, in); err != nil {
			panic(err)
		}
	}
}

func sumIf(mask uint32, v *[32]int32) {
	var sum int32
	for i := range v {
		if mask>>i&1 == 1 {
			sum += v[i]
		}
	}
	for i := range v {
		v[i] = sum
	}
}

func sumUnrolled(mask uint32, v *[32]int32) {
	var a, b, c, d int32
	for i := 0; i < 32; i += 4 {
		a += v[i] & -int32(mask>>i&1)
		b += v[i+1] & -int32(mask>>(i+1)&1)
		c += v[i+2] & -int32(mask>>(i+2)&1)
		d += v[i+3] & -int32(mask>>(i+3)&1)
	}
	sum := a + b + c + d
	for i := 0; i < 32; i += 4 {
		v[i], v[i+1], v[i+2], v[i+3] = sum, sum, sum, sum
	}
}

func floatSumIf(mask uint32, v *[32]float32) {
	var sum float32
	for i := range v {
		if mask>>i&1 == 1 {
			sum += v[i]
		}
	}
	for i := range v {
		v[i] = sum
	}
}

func floatSumUnrolled(mask uint32, v *[32]float32) {
	var a, b float32
	for i := 0; i < 32; i += 2 {
		a += math.Float32frombits(math.Float32bits(v[i]) & -(mask >> i & 1))
		b += math.Float32frombits(math.Float32bits(v[i+1]) & -(mask >> (i + 1) & 1))
	}
	for i := range v {
		v[i] = a + b
	}
}

func floatMaxIf(mask uint32, v *[32]float32) {
	best := float32(math.Inf(-1))
	for i := range v {
		if mask>>i&1 == 1 && v[i] > best {
			best = v[i]
		}
	}
	for i := range v {
		v[i] = best
	}
}

func scanIf(mask uint32, v *[32]int32) {
	var sum int32
	for i := range v {
		if mask>>i&1 == 1 {
			sum += v[i]
		}
		v[i] = sum
	}
}

func blockIf(mask *[7]uint32, v *[200]int32) int32 {
	var sum int32
	for i := range v {
		if mask[i/32]>>(i%32)&1 == 1 {
			sum += v[i]
		}
	}
	return sum
}
