package ref

import (
	"fmt"
	"math"

	"github.com/shflgen/shflgen"
)

// Contest is what the reference of an op that gives a lane computes with: V is an
// element, or nobody's; L the number of a lane, or nobody's; B a truth value.
type Contest[V, L, B any] interface {
	// Nobody is the element and the number of nobody: -1.
	Nobody() (V, L)
	// Number is the number of a lane.
	Number(lane int) L
	// Beats reports whether x is better than y, and not as good. Any element beats
	// nobody's.
	Beats(x, y V) B
	// If and IfLane are x where c is true, else y.
	If(c B, x, y V) V
	IfLane(c B, x, y L) L
	// And is true where both are; Known is a truth value known beforehand.
	And(a, b B) B
	Known(b bool) B
}

// Winners is what a call of an op that gives a lane leaves behind.
type Winners[V, L any] struct {
	Value []V    // of each lane; where it is nobody's: unspecified, in Go the lane's input
	Lane  []L    // of each lane
	Named []bool // the lanes that the contract names; the others keep their input in Go
}

// RunLane gives the outcome of a valid spec whose op gives a lane, as [Run] does
// of the others. In mask mode active it is that of the members; the others make no
// call. Their ranks do not matter: an index is the number of a lane.
func RunLane[V, L, B any](alg Contest[V, L, B], s shflgen.Spec, in []V, member []B) (Winners[V, L], error) {
	switch s.Pattern {
	case shflgen.Reduce, shflgen.XorReduce, shflgen.DownReduce:
	default:
		return Winners[V, L]{}, fmt.Errorf("ref: %s gives no lane", s.Pattern)
	}
	if s.Mask == shflgen.Full {
		member = make([]B, len(in))
		for i := range member {
			member[i] = alg.Known(true)
		}
	}
	_, none := alg.Nobody()
	out := Winners[V, L]{append([]V(nil), in...), make([]L, len(in)), make([]bool, len(in))}
	for i := range in { // a lane of no segment keeps its element, and has no winner
		out.Lane[i] = none
		out.Named[i] = i >= len(in)/s.Width*s.Width
	}
	for base := 0; base+s.Width <= len(in); base += s.Width {
		best, lane := alg.Nobody()
		for i := base; i < base+s.Width; i++ {
			better := alg.And(member[i], alg.Beats(in[i], best))
			best, lane = alg.If(better, in[i], best), alg.IfLane(better, alg.Number(i), lane)
		}
		for i := base; i < base+s.Width; i++ {
			if s.Pattern != shflgen.DownReduce || i == base {
				out.Value[i], out.Lane[i], out.Named[i] = best, lane, true
			}
		}
	}
	return out, nil
}

// Race is the contest of plain numbers for a spec's type and op.
type Race struct{ Spec shflgen.Spec }

// Nobody is no element, and -1.
func (Race) Nobody() (Element, int) { return Element{}, -1 }

// Number is the lane.
func (Race) Number(lane int) int { return lane }

// Beats reports whether x is better than y.
func (r Race) Beats(x, y Element) bool {
	return !y.Present || Better(r.Spec.Op, r.Spec.Type, x.Bits, y.Bits)
}

// If is x where c is true, else y.
func (Race) If(c bool, x, y Element) Element { return Numbers{}.If(c, x, y) }

// IfLane is x where c is true, else y.
func (Race) IfLane(c bool, x, y int) int {
	if c {
		return x
	}
	return y
}

// And is true where both are.
func (Race) And(a, b bool) bool { return a && b }

// Known is b.
func (Race) Known(b bool) bool { return b }

// Better reports whether element a of type t wins over b, wherever they stand: a
// NaN over nothing, a number over a NaN, and of numbers the less or the greater.
func Better(op shflgen.Op, t shflgen.Type, a, b uint64) bool {
	aNaN, bNaN := isNaN(t, a), isNaN(t, b)
	switch {
	case aNaN:
		return false
	case bNaN:
		return true
	case op == shflgen.ArgMin:
		return below(t, a, b)
	case op == shflgen.ArgMax:
		return below(t, b, a)
	}
	panic(fmt.Sprintf("ref: %s gives no lane", op))
}

func isNaN(t shflgen.Type, bits uint64) bool {
	return t.Class() == shflgen.Float && math.IsNaN(Decode(t, bits))
}

// below reports whether the number a of type t is less than b; -0 is below +0.
func below(t shflgen.Type, a, b uint64) bool {
	switch t.Class() {
	case shflgen.Unsigned:
		return a < b
	case shflgen.Signed:
		return signed(t, a) < signed(t, b)
	}
	x, y := Decode(t, a), Decode(t, b)
	return x < y || x == y && math.Signbit(x) && !math.Signbit(y)
}

// CallLane runs the reference of an op that gives a lane on numbers, as [Call]
// does. An element that is not present is unspecified.
func CallLane(s shflgen.Spec, mask []uint32, in []uint64) (Winners[Element, int], error) {
	elements, member := make([]Element, len(in)), make([]bool, len(in))
	for i := range in {
		elements[i] = Element{in[i], true}
		member[i] = s.Mask == shflgen.Full || mask[i/shflgen.WarpSize]>>(i%shflgen.WarpSize)&1 == 1
	}
	return RunLane(Race{s}, s, elements, member)
}
