// Package ref is the reference: what each pattern gives each lane, written to
// be seen to be right, with no thought for speed. Everything else is held
// against it.
package ref

import (
	"fmt"

	"github.com/shflgen/shflgen"
)

// Algebra is what the reference computes with: V is an element that may be
// absent, B a truth value. Run on numbers it gives the answer for one input; run
// on terms, for all inputs and all masks at once.
type Algebra[V, B any] interface {
	// Absent is an element that is not there.
	Absent() V
	// If is x where c is true, else y.
	If(c B, x, y V) V
	// Join is the op on two elements, x on the left. An absent element is left
	// out: join(absent, y) = y.
	Join(x, y V) V
	// Settle is x, or the op's identity where x is absent.
	Settle(x V) V
	// And is true where both are; Known is a truth value known beforehand.
	And(a, b B) B
	Known(b bool) B
	// Choose is a where c is true, else b.
	Choose(c, a, b B) B
}

// Outcome is what a call leaves behind. Register r of lane i is element
// r*Spec.Lanes + i.
type Outcome[V, B any] struct {
	Value []V    // of each element
	Pred  []B    // of each lane; nil if the pattern has none
	Named []bool // the elements that the contract names; the others keep their input in Go

	// Given, of mask mode active, is what a lane gets if it is a member, or of a
	// down-reduce the lowest of its segment. Value is that, else the lane's element.
	Given []V
	Gets  []B // whether the lane gets it
}

// warp is one call: the elements that the lanes bring, register by register, and who is a member.
type warp[V, B any] struct {
	Algebra[V, B]
	spec   shflgen.Spec
	in     []V
	member []B
}

// Run gives the outcome of a valid spec for Spec.Elements elements and the members
// of Spec.Lanes lanes. In mask mode full, every lane is a member.
func Run[V, B any](alg Algebra[V, B], s shflgen.Spec, in []V, member []B) (Outcome[V, B], error) {
	w := warp[V, B]{alg, s, in, everyone(alg, s, member)}
	if s.Mask == shflgen.Active {
		return w.active(s.Pattern), nil
	}
	switch s.Pattern {
	case shflgen.Shfl, shflgen.ShflUp, shflgen.ShflDown, shflgen.ShflXor:
		return w.shuffle(), nil
	case shflgen.Rotate:
		return w.rotate(), nil
	case shflgen.Reduce:
		return w.reduce(), nil
	case shflgen.XorReduce:
		return w.xorReduce(), nil
	case shflgen.DownReduce:
		return w.downReduce(), nil
	case shflgen.InclusiveScan:
		return w.inclusiveScan(), nil
	case shflgen.ExclusiveScan:
		return w.exclusiveScan(), nil
	case shflgen.BlockReduce:
		return w.blockReduce(), nil
	case shflgen.BatchReduce:
		return w.batchReduce(), nil
	}
	return Outcome[V, B]{}, fmt.Errorf("ref: unexpected pattern %s", s.Pattern)
}

// everyone is who is a member: every lane, in mask mode full.
func everyone[V, B any](alg Algebra[V, B], s shflgen.Spec, member []B) []B {
	if s.Mask != shflgen.Full {
		return member
	}
	member = make([]B, s.Lanes())
	for i := range member {
		member[i] = alg.Known(true)
	}
	return member
}

// keep is the outcome before anything happened: every lane has its own element,
// none is named.
func (w warp[V, B]) keep() Outcome[V, B] {
	return Outcome[V, B]{
		Value: append([]V(nil), w.in...),
		Named: make([]bool, len(w.in)),
	}
}

// segments calls do for the first lane of each whole segment.
func (w warp[V, B]) segments(do func(base int)) {
	for base := 0; base+w.spec.Width <= len(w.in); base += w.spec.Width {
		do(base)
	}
}

// members are the elements of n lanes from base on, absent where the lane is no
// member.
func (w warp[V, B]) members(base, n int) []V {
	x := make([]V, n)
	for p := range x {
		x[p] = w.If(w.member[base+p], w.in[base+p], w.Absent())
	}
	return x
}
