package survey

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// Draw is one call on numbers.
type Draw struct {
	Kind     string // of its inputs, as sentences name them
	Ordinary bool   // finite numbers of either sign, and all lanes are there
	Mask     []uint32
	In       []uint64
}

// kind is a kind of elements.
type kind struct {
	name     string
	ordinary bool
	times    int // that it is drawn
	of       func(rng *rand.Rand, t spec.Type, i int) uint64
}

// Kinds of ordinary elements: the sums of the first are not rounded, and of the others no bit is that of every element.
const (
	wholeNumbers = "small whole numbers"
	fewBits      = "numbers of few bits"
	manyBits     = "numbers of many bits"
	zeros        = "zeros" // all, or none, or one lane's, or all others'
)

// kinds are the kinds of elements: those that tell most candidates apart first.
var kinds = []kind{
	{"numbers of either sign", true, 2, func(rng *rand.Rand, t spec.Type, _ int) uint64 {
		return ref.Moderate(rng, t)
	}},
	{wholeNumbers, true, 2, func(rng *rand.Rand, t spec.Type, _ int) uint64 {
		return whole(t, rng.IntN(19)-9)
	}},
	{"numbers of several magnitudes", true, 2, func(rng *rand.Rand, t spec.Type, _ int) uint64 {
		if t.Class() != spec.Float {
			return (rng.Uint64() >> rng.IntN(t.Bits())) & ones(t)
		}
		return halves(t, func() float64 {
			return math.Ldexp(1+rng.Float64(), rng.IntN(12)-6) * float64(1-2*rng.IntN(2))
		})
	}},
	{fewBits, true, 2, func(rng *rand.Rand, t spec.Type, _ int) uint64 {
		if t.Class() == spec.Float || rng.IntN(8) > 0 {
			return whole(t, rng.IntN(2))
		}
		return 1 << rng.IntN(t.Bits())
	}},
	{manyBits, true, 2, func(rng *rand.Rand, t spec.Type, _ int) uint64 {
		if t.Class() == spec.Float {
			return whole(t, (1+rng.IntN(2))*(1-2*rng.IntN(2)))
		}
		bits := whole(t, -1-rng.IntN(2))
		if rng.IntN(8) == 0 {
			bits = ones(t) ^ 1<<rng.IntN(t.Bits())
		}
		if t.Class() == spec.Signed && rng.IntN(2) == 0 {
			bits &= ones(t) >> 1 // a maximum that begins with 0 is one of ordinary numbers
		}
		return bits
	}},
	{"negative numbers", false, 2, func(rng *rand.Rand, t spec.Type, _ int) uint64 { return whole(t, -1-rng.IntN(99)) }},
	{"positive numbers", false, 1, func(rng *rand.Rand, t spec.Type, _ int) uint64 { return whole(t, 1+rng.IntN(99)) }},
	{"zeros of both signs", false, 2, func(rng *rand.Rand, t spec.Type, i int) uint64 {
		if i == 0 || rng.IntN(2) == 0 {
			return halves(t, func() float64 { return math.Copysign(0, -1) })
		}
		return 0
	}},
	{"numbers that are all -0", false, 1, func(_ *rand.Rand, t spec.Type, _ int) uint64 {
		return halves(t, func() float64 { return math.Copysign(0, -1) })
	}},
	{"numbers near the ends of the type", false, 2, func(rng *rand.Rand, t spec.Type, _ int) uint64 {
		return end(t, rng, rng.IntN(2) == 0)
	}},
	{"the least numbers of the type", false, 1, func(rng *rand.Rand, t spec.Type, _ int) uint64 {
		return end(t, rng, true)
	}},
	{"the greatest numbers of the type", false, 1, func(rng *rand.Rand, t spec.Type, _ int) uint64 {
		return end(t, rng, false)
	}},
	{"infinities", false, 2, func(rng *rand.Rand, t spec.Type, _ int) uint64 {
		if rng.IntN(3) > 0 {
			return ref.Moderate(rng, t)
		}
		return halves(t, func() float64 { return math.Inf(1 - 2*rng.IntN(2)) })
	}},
	{"NaNs among numbers", false, 3, func(rng *rand.Rand, t spec.Type, _ int) uint64 {
		if rng.IntN(4) > 0 {
			return ref.Moderate(rng, t)
		}
		return halves(t, math.NaN)
	}},
}

// ones is the greatest unsigned number of a type's bits.
func ones(t spec.Type) uint64 { return ^uint64(0) >> (64 - t.Bits()) }

// halves is a float of the type; of a packed pair each half is one.
func halves(t spec.Type, of func() float64) uint64 {
	if t.Packed() {
		return ref.Encode(t.Elem(), of()) | ref.Encode(t.Elem(), of())<<t.Elem().Bits()
	}
	return ref.Encode(t, of())
}

// whole is a whole number as an element; without a sign its magnitude.
func whole(t spec.Type, n int) uint64 {
	switch {
	case t.Class() == spec.Float:
		return halves(t, func() float64 { return float64(n) })
	case t.Class() == spec.Unsigned && n < 0:
		n = -n
	}
	return uint64(n) & ones(t)
}

// end is a finite number near the least or the greatest one of a type.
func end(t spec.Type, rng *rand.Rand, least bool) uint64 {
	if t.Class() == spec.Float {
		return halves(t, func() float64 {
			most := math.Ldexp(1, 1<<(t.ExpBits()-1)-1) // a power of two that is finite
			x := most * (1 - rng.Float64()/8)
			if least {
				return -x
			}
			return x
		})
	}
	x := rng.Uint64N(4)
	switch signed := t.Class() == spec.Signed; {
	case least && signed:
		return ones(t) ^ ones(t)>>1 + x
	case least:
		return x
	case signed:
		return ones(t)>>1 - x
	}
	return ones(t) - x
}

// onlyFloats are kinds that integers have not.
var onlyFloats = map[string]bool{
	"zeros of both signs": true, "numbers that are all -0": true, "infinities": true, "NaNs among numbers": true,
}

// few are kinds of few different elements.
var few = map[string]bool{wholeNumbers: true, fewBits: true, manyBits: true}

// absent are the masks of calls that some lanes are absent from: one, the upper ones, any, and all but one.
var absent = []func(rng *rand.Rand) uint32{
	func(rng *rand.Rand) uint32 { return ^(1 << rng.IntN(spec.WarpSize)) },
	func(rng *rand.Rand) uint32 { return 1<<(1+rng.IntN(spec.WarpSize-1)) - 1 },
	func(rng *rand.Rand) uint32 { return rng.Uint32() },
	func(rng *rand.Rand) uint32 { return 1 << rng.IntN(spec.WarpSize) },
}

// thorough is how many lanes a call has at most that is made with inputs of every kind.
const thorough = 128

// Draws are the calls that functions of a spec's type and shape are made by, the ordinary ones first. In some of these
// one lane after the other has the greatest or the least element: a lane that is left out shows.
func Draws(s spec.Spec, f Form) (all []Draw) {
	rng := rand.New(rand.NewPCG(5, 6))
	sh := s.Shape()
	add := func(kind string, ordinary bool, mask uint32, of func(i int) uint64) {
		d := Draw{Kind: kind, Ordinary: ordinary}
		if sh.Masked() {
			d.Mask = []uint32{mask}
		}
		for i := range sh.Inputs() {
			if sh.Place(i).Role.Operand() {
				d.In = append(d.In, uint64(rng.IntN(spec.WarpSize)))
			} else {
				d.In = append(d.In, of(i))
			}
		}
		all = append(all, d)
	}
	const everyone = ^uint32(0)
	for _, k := range kinds {
		name, ordinary := k.name, k.ordinary
		if f.Index && (few[name] || s.Type.Class() != spec.Float && name != kinds[0].name) {
			name, ordinary = "equal elements", false // which of them is found is a matter of its own
		}
		if onlyFloats[k.name] && s.Type.Class() != spec.Float || !ordinary && sh.Lanes > thorough {
			continue
		}
		for range k.times {
			add(name, ordinary, everyone, func(i int) uint64 { return k.of(rng, s.Type, i) })
		}
	}
	for n, lane := range decisive(rng, sh.Lanes) {
		add("one lane that decides", true, everyone, func(i int) uint64 {
			i %= sh.Lanes
			switch {
			case i == lane:
				return whole(s.Type, (1-n%2*2)*(sh.Lanes+100))
			case f.Index: // all apart
				return whole(s.Type, i-lane)
			}
			return whole(s.Type, rng.IntN(19)-9)
		})
	}
	for _, far := range []int{-1, spec.WarpSize + 3, -spec.WarpSize - 5} {
		if sh.Operands() == 0 {
			break
		}
		add("distances outside of the segment", false, everyone, func(i int) uint64 { return kinds[0].of(rng, s.Type, i) })
		all[len(all)-1].In[sh.Values()] = uint64(far)
	}
	if sh.Masked() {
		for _, of := range absent {
			for _, sign := range []int{0, -1, 1} {
				add(signs[sign+1], false, of(rng), func(i int) uint64 {
					if sign == 0 {
						return kinds[0].of(rng, s.Type, i)
					}
					return whole(s.Type, sign*(1+rng.IntN(99)))
				})
			}
		}
	}
	for n, lane := range append([]int{-1, -1}, decisive(rng, sh.Lanes)...) {
		add(zeros, true, everyone, func(i int) uint64 {
			if (i%sh.Lanes == lane) == (n%2 == 0) {
				return 0
			}
			return whole(s.Type, (1-n/2%2*2)*(1+i%9))
		})
	}
	slices.SortStableFunc(all, func(a, b Draw) int { return order(a) - order(b) })
	return all
}

// signs name calls by some lanes, by the sign of their elements.
var signs = [...]string{
	"calls by some lanes with negative numbers", "calls by some lanes", "calls by some lanes with positive numbers",
}

// order is 0 of an ordinary call, which comes first, else 1.
func order(d Draw) int {
	if d.Ordinary {
		return 0
	}
	return 1
}

// decisive are the lanes that decide once with the greatest, once with the least element: all of a warp, or threads of
// several warps of a block.
func decisive(rng *rand.Rand, lanes int) (all []int) {
	if lanes <= spec.WarpSize {
		for lane := range lanes {
			all = append(all, lane, lane)
		}
		return all
	}
	all = []int{0, 0, lanes - 1, lanes - 1}
	if lanes <= thorough {
		all = append(all, spec.WarpSize-1, spec.WarpSize, rng.IntN(lanes), rng.IntN(lanes))
	}
	return all
}
