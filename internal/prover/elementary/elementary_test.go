package elementary_test

import (
	"flag"
	"math"
	"math/big"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/elementary"
	"github.com/shflgen/shflgen/math32"
	"github.com/shflgen/shflgen/tests/extent"
)

var exhaustive = flag.Bool("exhaustive", false, "all 2^32 arguments; takes minutes")

// function is one function in every form.
type function struct {
	name     string
	compiled func(float32) float32
	stepwise func(float32) float32 // by operations that round once, as CUDA executes
	prover   func(bv.Domain, bv.Value) bv.Value
	exact    func(float64) float64 // of an error below 2^-52 of the result
	ulps     float64               // how far off it may be, in units in the last place
	share    float64               // and beside them, as a share of the result
}

var functions = []function{
	{"exp", math32.Exp, exp, elementary.Exp, math.Exp, 0.892, 0},
	{"exp of halves", math32.ExpHalf, expHalf, elementary.ExpHalf, math.Exp, 0.5, 4.9e-6},
	{"log", math32.Log, log, elementary.Log, math.Log, 0.898, 0},
	{"rsqrt", math32.Rsqrt, rsqrt, elementary.Rsqrt,
		func(x float64) float64 { return 1 / math.Sqrt(x) }, 0.5 + 1e-6, 0},
}

func exp(x float32) float32 {
	x = min(max(x, -104), 89)
	f := math32.FMA
	t := max(f(x, 0x1.715476p0, 0x1.8p23), 0x1.8p23-151)
	k := t - 0x1.8p23
	r := f(k, -0x1.62e4p-1, x)
	r = f(k, -0x1.7f7d1cp-20, r)
	return powers(t, r, 0x1.6a23ccp-10, 0x1.123a94p-7, 0x1.5558f2p-5, 0x1.555492p-3, 0x1.fffffcp-2, 1, 1)
}

func expHalf(x float32) float32 {
	x = min(max(x, -104), 89)
	f := math32.FMA
	t := max(f(x, 0x1.715476p0, 0x1.8p23), 0x1.8p23-151)
	r := f(x, 0x1.715476p0, 0x1.8p23-t)
	return powers(t, r, 0x1.4090b4p-7, 0x1.ca9008p-5, 0x1.ebf1b6p-3, 0x1.62dfccp-1, 1)
}

// powers is the polynomial of r with these coefficients times 2^k, where t = k + 3·2^22.
func powers(t, r float32, coefficients ...float32) float32 {
	p := math32.FMA(r, coefficients[0], coefficients[1])
	for _, c := range coefficients[2:] {
		p = math32.FMA(p, r, c)
	}
	first := uint32(0x02000000)
	if t > 0x1.8p23 {
		first = 0x7f000000
	}
	p *= math.Float32frombits(first)
	return p * math.Float32frombits(math.Float32bits(t)<<23-first+0x7f000000)
}

func log(x float32) float32 {
	switch {
	case x == 0:
		return float32(math.Inf(-1))
	case x < 0:
		return float32(math.NaN())
	case !(x <= math.MaxFloat32):
		return x
	}
	f := math32.FMA
	y, by := x, float32(0)
	if x < 0x1p-126 {
		y, by = x*0x1p23, -23
	}
	e := (math.Float32bits(y) - 0x3f2aaaab) & 0xff800000
	m := math.Float32frombits(math.Float32bits(y)-e) - 1
	k := f(float32(int32(e)), 0x1p-23, by)
	p := f(m, -0x1.0931dap-3, 0x1.1ed142p-3)
	for _, c := range []float32{-0x1.f26d38p-4, 0x1.1ebe68p-3, -0x1.55a754p-3, 0x1.99d216p-3, -0x1.fffe82p-3,
		0x1.555502p-2, -0.5} {
		p = f(p, m, c)
	}
	return f(k, 0x1.62e43p-1, f(p, m*m, m))
}

// rsqrt takes the number nearest to the root for the estimate; TestEveryEstimate takes all others.
func rsqrt(x float32) float32 {
	y := float32(1 / math.Sqrt(float64(x)))
	if z := improved(x, y); z == z {
		return z
	}
	return y
}

// floats are the numbers that a GPU computes with.
var floats = elementary.Arithmetic[float32]{FMA: math32.FMA,
	Mul: func(x, y float32) float32 { return x * y },
	Neg: func(x float32) float32 { return -x },
	Num: func(x float32) float32 { return x }}

// improved is the step that the prover takes CUDA to make.
func improved(x, y float32) float32 { return elementary.Nearer(floats, x, y) }

// TestEveryEstimate: whatever number within the bound of the PTX ISA a GPU estimates, the step rounds right, for all
// significands: roots have a period of two binades. Where x is subnormal, x y is not.
func TestEveryEstimate(t *testing.T) {
	const bound = 0x1.126p-23 // just above 2^-22.9
	step := uint32(extent.Pick(509, 1))
	pairs := 0
	for bits := math.Float32bits(1); bits < math.Float32bits(4); bits += step {
		x := math.Float32frombits(bits)
		root := 1 / math.Sqrt(float64(x))
		nearest := math.Float32bits(float32(root))
		for y := nearest - 4; y <= nearest+4; y++ {
			estimate := math.Float32frombits(y)
			if math.Abs(float64(estimate)/root-1) > bound {
				continue
			}
			pairs++
			powers := []int{0, 63, -63} // of 4, the ends of the normal floats
			if bits%61 != 0 {
				powers = powers[:1]
			}
			for _, power := range powers {
				k, back := float32(math.Ldexp(1, 2*power)), float32(math.Ldexp(1, -power))
				if got := improved(x*k, estimate*back); got != math.Float32frombits(nearest)*back {
					t.Fatalf("1/sqrt(%x) from %x: %x, want %x", x*k, estimate*back, got, math.Float32frombits(nearest)*back)
				}
			}
		}
	}
	if pairs < int(2*(math.Float32bits(4)-math.Float32bits(1))/step) {
		t.Errorf("%d estimates: want some of each x", pairs)
	}
}

func same(x, y float32) bool {
	return math.Float32bits(x) == math.Float32bits(y) || x != x && y != y
}

// TestEveryInput runs the compiled functions on a sample of all floats, on all with -exhaustive: the forms are one, and
// no further off than is claimed.
func TestEveryInput(t *testing.T) {
	step := uint64(extent.Pick(4099, 1031))
	if *exhaustive {
		step = 1
	}
	for _, f := range functions {
		t.Run(f.name, func(t *testing.T) {
			workers := runtime.GOMAXPROCS(0)
			worst := make([]float64, workers)
			var wg sync.WaitGroup
			for w := range workers {
				wg.Go(func() { worst[w] = f.run(t, uint64(w)*step, uint64(workers)*step) })
			}
			wg.Wait()
			most := 0.0
			for _, x := range worst {
				most = max(most, x)
			}
			t.Logf("%s: at most %.5f of what is claimed off", f.name, most)
			if most < 0.8 { // of so many, some are nearly as far off as any
				t.Errorf("at most %.5f of what is claimed off: is this %s?", most, f.name)
			}
		})
	}
}

func (f function) run(t *testing.T, from, step uint64) (worst float64) {
	for i := from; i < 1<<32; i += step {
		x := math.Float32frombits(uint32(i))
		got := f.compiled(x)
		if other := f.stepwise(x); !same(got, other) {
			t.Errorf("%s(%x): %x, step by step %x", f.name, x, got, other)
			return worst
		}
		want := f.exact(float64(x))
		most := 0x1.ffffffp127 * (1 + f.share)
		if math.IsNaN(want) || math.IsInf(want, 0) || math.Abs(want) > most || math.Abs(want) < 0x1p-160 {
			if !same(got, float32(want)) {
				t.Errorf("%s(%x): %x, want %x", f.name, x, got, float32(want))
				return worst
			}
			continue
		}
		value := float64(got)
		if f.share > 0 { // infinity begins at the next power
			value = min(value, 0x1p128)
		}
		off := math.Abs(value-want) / (f.ulps*unit(want) + f.share*math.Abs(want))
		if worst = max(worst, off); !(off <= 1) {
			t.Errorf("%s(%x): %x, %.4f of what is claimed off", f.name, x, got, off)
			return worst
		}
	}
	return worst
}

// unit is the distance of two float32 at x.
func unit(x float64) float64 {
	_, e := math.Frexp(x)
	return math.Ldexp(1, max(e-24, -149))
}

// below are numbers that are known not to be positive.
type below struct{ bv.Numbers }

func (d below) NotPositive(bv.Value) bv.Value { return d.Const(1, 1) }

// TestProver runs what the prover takes the functions for, on edges and random floats.
func TestProver(t *testing.T) {
	d := bv.Numbers{}
	r := rand.New(rand.NewPCG(7, 8))
	at := func(x uint32) {
		v := math.Float32frombits(x)
		for _, f := range functions {
			domains := []bv.Domain{d}
			if v <= 0 || v != v {
				domains = append(domains, below{d})
			}
			for _, dom := range domains {
				got, _ := d.Known(f.prover(dom, d.Const(32, uint64(x))))
				if !same(math.Float32frombits(uint32(got)), f.compiled(v)) {
					t.Fatalf("%s(%x) in %T: %#x, want %x", f.name, v, dom, got, f.compiled(v))
				}
			}
		}
	}
	for _, x := range []float64{0, 1, 2, 0.5, 1.0 / 3, 2.0 / 3, 4.0 / 3, 88.72284, 89, 103.9, 104, 87.3, 0x1p-126,
		0x1p-149, 0x1p-25, math.Inf(1), math.NaN(), math.MaxFloat32} {
		for _, x := range []float32{float32(x), float32(-x), math.Nextafter32(float32(x), 0),
			math.Nextafter32(float32(x), 1000), math.Nextafter32(float32(-x), -1000)} {
			at(math.Float32bits(x))
		}
	}
	for range extent.Pick(20000, 100000) {
		at(r.Uint32())
		at(math.Float32bits(float32(r.NormFloat64() * 30)))
	}
}

// TestRoot: the middle of two neighbouring float32 is further from every reciprocal square root than two roundings of
// float64 can move it. Roots have a period of two binades: these are all significands.
func TestRoot(t *testing.T) {
	step := uint32(extent.Pick(509, 61))
	if *exhaustive {
		step = 1
	}
	for bits := math.Float32bits(1); bits < math.Float32bits(4); bits += step {
		x := math.Float32frombits(bits)
		y := math32.Rsqrt(x)
		// |y - 1/sqrt(x)| is at most half a unit: (y ± half)² x is above or below 1. 25 bits squared times 24 are exact.
		for _, side := range []float64{-0.5, 0.5} {
			middle := float64(y) + side*unit(float64(y))
			if side < 0 && y == 0.5 || y == 1 {
				middle = float64(y) + side*unit(float64(y))/2
			}
			m, v := big.NewFloat(middle).SetPrec(200), big.NewFloat(float64(x))
			if c := m.Mul(m, m).Mul(m, v).Cmp(big.NewFloat(1)); (c > 0) != (side > 0) {
				t.Fatalf("1/sqrt(%x): %x is not the nearest", x, y)
			}
		}
	}
}

// TestFMA holds math32.FMA against a sum of big numbers.
func TestFMA(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for range extent.Pick(200000, 2000000) {
		var v [3]float32
		for i := range v {
			v[i] = math.Float32frombits(r.Uint32())
			if r.IntN(2) == 0 { // near each other, so that a sum is close to the middle of two floats
				v[i] = float32(math.Ldexp(float64(int32(r.Uint32())>>r.IntN(31)), r.IntN(60)-60))
			}
		}
		got := math32.FMA(v[0], v[1], v[2])
		p := float64(v[0]) * float64(v[1])
		if s := p + float64(v[2]); math.IsNaN(s) || math.IsInf(s, 0) || s == 0 {
			if !same(got, float32(s)) {
				t.Fatalf("FMA(%x): %x, want %x", v, got, float32(s))
			}
			continue
		}
		sum := new(big.Float).SetPrec(2000).Add(big.NewFloat(p), big.NewFloat(float64(v[2])))
		if want, _ := sum.Float32(); !same(got, want) {
			t.Fatalf("FMA(%x): %x, want %x", v, got, want)
		}
	}
}
