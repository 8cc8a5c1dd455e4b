// Package ref is the reference: the result of each pattern in each lane, written so plainly that
// reading it shows that it is right. Speed does not matter. Everything else is compared with it.
package ref

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/spec"
)

// Algebra is what the reference computes with: V is an element that may be absent, N
// the number of a lane or of none, B a truth value. Run on numbers it gives the answer
// for one input; run on terms, for all inputs and all masks at once.
type Algebra[V, N, B any] interface {
	// Absent is an element that is not there.
	Absent() V
	// Present reports whether an element is there.
	Present(x V) B
	// If is x where c is true, else y.
	If(c B, x, y V) V
	// Join is the op on two elements, x on the left. An absent element is left
	// out: Join(Absent, y) = y.
	Join(x, y V) V
	// Settle is x, or the op's identity where x is absent.
	Settle(x V) V

	// And is true where both are; Known is a truth value known beforehand.
	And(a, b B) B
	Known(b bool) B
	// Choose is a where c is true, else b.
	Choose(c, a, b B) B

	// Better reports, for argmin and argmax, whether x is better than y, and not as
	// good. Any element is better than an absent one.
	Better(x, y V) B
	// Ordered are two elements in the order of a sort; an absent one is last.
	Ordered(x, y V) (first, last V)
	// Number is a number, such as that of a lane; -1 for none.
	Number(n int) N
	// Element is a number as an element.
	Element(n N) V
	// IfNumber is x where c is true, else y.
	IfNumber(c B, x, y N) N
}

// Input is what a call starts from.
type Input[V, B any] struct {
	Elements []V   // register r of lane i is element r*Lanes + i
	Inputs   [][]V // of a map that makes the elements: the leaves of each
	// of each lane; in mask mode full every lane is one, but for columns past the end of a row of a range
	Members []B
	Same    func(i, j int) B // whether lanes i and j have equal keys, if they have any

	// For a distance of the caller: whether that of lane i is n, and whether it is n modulo m, 0 <= n < m, as a whole
	// number.
	DistanceIs  func(i, n int) B
	DistanceMod func(i, m, n int) B

	// Label is that of a row, where the function takes one: the number of a column, or none.
	Label V

	// Cols is the number of columns of a row of a range, as a number of 32 bits.
	Cols V

	// Where the caller says how many elements in global memory are left: whether there is an
	// element i, and what a lane without one gets.
	Exists func(i int) B
	Zero   V

	// OneChunk says that the elements of an array are one chunk of a longer one, however many they are.
	OneChunk bool

	// Tile says which tile of an array's scan the elements are; nil: they are all of the array.
	Tile *Tile
}

// Outcome is what a call leaves behind: for each element its value, and of whom the
// contract says it.
type Outcome[V, N, B any] struct {
	// Named holds the elements that the contract names. Those of lanes past the last
	// whole segment are among them: they keep their value. Of others it says nothing.
	Named []bool

	// Gets says for a named element whether its lane gets it. The contract does not name a lane that makes no call,
	// nor one in an active down-reduce that is not the lowest member of its segment.
	Gets []B

	// Value is the element of a lane that gets it, if Specified is true.
	Value     []V
	Specified []B

	// Numbers are those of each lane, by the ports of the shape that are numbers.
	Numbers [][]N

	// Pred says whether each lane read a source, for patterns with preds.
	Pred []B
}

// warp is one call: the elements that the lanes bring, register by register, and who is a member.
type warp[V, N, B any] struct {
	Algebra[V, N, B]
	spec   spec.Spec
	shape  spec.Shape
	in     []V
	member []B
	Input[V, B]
}

// Run gives the outcome of a valid spec for one input.
func Run[V, N, B any](alg Algebra[V, N, B], s spec.Spec, in Input[V, B]) (Outcome[V, N, B], error) {
	w := warp[V, N, B]{alg, s, s.Shape(), in.Elements, in.Members, in}
	if s.Mask == spec.Full && !s.Ranged() {
		w.member = w.everyone()
	}
	if s.HasLane() {
		return w.argMinMax()
	}
	switch s.Pattern {
	case spec.KeyedReduce:
		return w.groups(), nil
	case spec.Rank:
		return w.rankInGroup(), nil
	}
	switch s.Pattern {
	case spec.Shfl, spec.ShflUp, spec.ShflDown, spec.ShflXor, spec.Rotate:
		return w.shuffle(), nil
	}
	if s.Mask == spec.Active {
		return w.active(s.Pattern), nil
	}
	switch s.Pattern {
	case spec.Reduce:
		return w.reduce(), nil
	case spec.XorReduce:
		return w.xorReduce(), nil
	case spec.DownReduce:
		return w.downReduce(), nil
	case spec.InclusiveScan, spec.ExclusiveScan:
		return w.laneScan(s.Pattern == spec.ExclusiveScan), nil
	case spec.BlockReduce:
		return w.blockReduce(), nil
	case spec.BlockInclusiveScan:
		return w.blockScan(1), nil
	case spec.BlockExclusiveScan:
		return w.blockScan(0), nil
	case spec.RowReduce:
		return w.rowReduce(), nil
	case spec.GridReduce, spec.ColReduce:
		return w.gridReduce(), nil
	case spec.GridInclusiveScan, spec.GridExclusiveScan:
		if w.Tile != nil {
			return w.scanTile(), nil
		}
		return w.gridScan(), nil
	case spec.BatchReduce:
		return w.batchReduce(), nil
	case spec.ArrayExchange:
		return w.moved(arrayExchange), nil
	case spec.Swap:
		return w.moved(swap), nil
	case spec.Transpose:
		return w.moved(transpose), nil
	case spec.Permute:
		return w.moved(permute), nil
	case spec.Sort:
		if s.Sort().From {
			return w.sortFrom(), nil
		}
		return w.sort(), nil
	case spec.Compact:
		return w.compact(), nil
	case spec.Load, spec.Store:
		return w.copied(), nil
	case spec.TopK:
		return w.pick(0, s.Sort().K), nil
	case spec.Select:
		return w.pick(s.Sort().K-1, 1), nil
	}
	return Outcome[V, N, B]{}, fmt.Errorf("ref: unexpected pattern %s", s.Pattern)
}

// everyone says that every lane is a member.
func (w warp[V, N, B]) everyone() []B {
	member := make([]B, w.shape.Lanes)
	for i := range member {
		member[i] = w.Known(true)
	}
	return member
}

// keep is the outcome before anything happened: every lane has its own element, and
// none is named but those past the last whole segment. Who makes the call gets what it
// has.
func (w warp[V, N, B]) keep() Outcome[V, N, B] {
	n := len(w.in)
	out := Outcome[V, N, B]{Value: slices.Clone(w.in), Gets: make([]B, n), Named: make([]bool, n), Specified: make([]B, n)}
	for i := range w.in {
		lane := i % w.shape.Lanes
		gets := w.Known(true)
		if w.spec.Mask == spec.Active {
			gets = w.member[lane]
		}
		_, whole := w.shape.Segment(lane)
		out.Named[i], out.Gets[i], out.Specified[i] = !whole, gets, w.Known(true)
	}
	return out
}

// numbers is one number for every lane.
func (w warp[V, N, B]) numbers(n int) []N {
	all := make([]N, w.shape.Lanes)
	for i := range all {
		all[i] = w.Number(n)
	}
	return all
}

// segments calls do for the first lane of each whole segment.
func (w warp[V, N, B]) segments(do func(base int)) {
	for base := 0; base+w.shape.Width <= len(w.in); base += w.shape.Width {
		do(base)
	}
}

// settled is a lane's result of a combination that may be empty: the op's identity, or its element i if the op has
// none and the element was given.
func (w warp[V, N, B]) settled(x V, i int) V {
	switch {
	case w.spec.KeepsWithoutMembers() && w.spec.Map != nil: // whether it is there says what is specified
		return x
	case w.spec.KeepsWithoutMembers():
		return w.If(w.Present(x), x, w.in[i])
	}
	return w.Settle(x)
}

// members are the elements of n lanes from base on, absent where the lane is no
// member.
func (w warp[V, N, B]) members(base, n int) []V {
	x := make([]V, n)
	for p := range x {
		x[p] = w.If(w.member[base+p], w.in[base+p], w.Absent())
	}
	return x
}
