// Package check compares a function with the reference: on terms, for every input and every mask,
// and on numbers, to find a counterexample. A subject is a function in some language. The
// comparison is the same for all languages.
package check

import (
	"context"

	"github.com/shflgen/shflgen/internal/prover/algebra"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/internal/prover/strategy"
	"github.com/shflgen/shflgen/spec"
)

// Subject is a function under proof.
type Subject interface {
	// Spec is what the function has to compute.
	Spec() spec.Spec

	// Run makes one call on the values of a domain. An error that is a [Fault] is one of
	// the call; any other is a refusal of the function. Run ends with ctx.
	Run(ctx context.Context, c Call) (Left, error)

	// Traits says what the subject's language promises and how its calls are made.
	Traits() Traits
}

// Traits are what proofs of subjects in several languages differ in.
type Traits struct {
	// Traits choose the strategies. With Pairs, Run asks Call.Same; otherwise it looks at Call.Group.
	strategy.Traits

	// Keeps says that what the contract says nothing of keeps what it held. Otherwise
	// nothing is compared there.
	Keeps bool

	// Leaves says that a call leaves the registers of a batch past its results as they were, where they held elements.
	Leaves bool

	// PredBits is the size of a pred in [Outputs].
	PredBits int

	// IntBits is the size of an operand that is the same for all lanes.
	IntBits int

	// LeftBits is the size of a number of elements that are left, which has no sign.
	LeftBits int

	// Ways names the ways to make a call on numbers, such as the shapes of a block; nil:
	// there is one.
	Ways []string

	// OneChunk says that the elements of an array are one chunk of a longer one, however many they are.
	OneChunk bool

	// Index is what is left as the number of an element of an array, of the number of the winner; nil: that number.
	Index func(d bv.Domain, winner bv.Value) bv.Value

	// AnyTie says that the index of each of equal elements is right.
	AnyTie bool

	// Masks are those of calls.
	Masks Masks

	// Constants are numbers of the code that a search for a counterexample tries.
	Constants []uint64

	// Tries is how many calls are made in search of a counterexample.
	Tries int
}

// Fault is the end of a run that went wrong. On numbers it is a counterexample if it shows that the call is wrong, not
// that the executor lacks a rule.
type Fault interface {
	error
	FaultLane() int
	Shows() bool
}

// Call is what a run starts from.
type Call struct {
	Dom      bv.Domain
	Shape    spec.Shape
	Mask     []bv.Value   // its words; none in mask mode full
	Elements []bv.Value   // the leaves of each element; register r of lane i is element r*Lanes + i
	Keys     []bv.Value   // of each lane, if it brings one
	Inputs   [][]bv.Value // of a map, of each input: as Elements, which are then what the elements hold before
	// distances of the caller, whole numbers: one for all lanes, or one a lane; or how many elements are left
	Operands []bv.Value
	Numbers  [][]bv.Value // what the numbers of each lane hold before, by port

	// Same says whether the keys of two lanes are equal; nil: they are compared.
	Same func(i, j int) bv.Value

	// Group stands for any group of lanes of equal keys, a bit each; nil: the keys tell.
	Group bv.Value

	OneChunk bool      // as Traits has it
	Tile     *ref.Tile // likewise

	Way int // index into Traits.Ways; -1: any way
}

// Member is the bit that lane i is a member: of a range of columns, that the row has column i.
func (c Call) Member(i int) bv.Value {
	if _, ranged := c.Shape.Cols(); ranged {
		cols := c.Operands[0]
		return c.Dom.Int(bv.ULt, c.Dom.Const(cols.Width(), uint64(i)), cols)
	}
	if len(c.Mask) == 0 {
		return c.Dom.Const(1, 1)
	}
	return c.Dom.Extract(c.Mask[i/spec.MaskWordBits], i%spec.MaskWordBits, 1)
}

// Members are the bits of the mask, one for each lane.
func (c Call) Members() []bv.Value {
	all := make([]bv.Value, c.Shape.Lanes)
	for i := range all {
		all[i] = c.Member(i)
	}
	return all
}

// Reference is what the reference starts from for the same call.
func (c Call) Reference() algebra.Input {
	d := distances{c.Dom, c.Operands, map[[2]int][]bv.Value{}}
	in := algebra.Input{Elements: c.Elements, Inputs: c.Inputs, Members: c.Members(), Same: c.equal, DistanceIs: d.is,
		DistanceMod: d.mod, OneChunk: c.OneChunk, Tile: c.Tile}
	if _, labeled := c.Shape.Takes(spec.LabelRole); labeled {
		in.Label = c.Operands[0]
	}
	if _, ranged := c.Shape.Cols(); ranged {
		in.Cols = c.Dom.Extract(c.Operands[0], 0, spec.Uint32.Bits())
	}
	if c.Shape.Partial() {
		in.Exists = func(i int) bv.Value { return exists(c.Dom, c.Operands[0], i) }
	}
	return in
}

// equal is the bit that the keys of lanes i and j are equal.
func (c Call) equal(i, j int) bv.Value {
	switch {
	case c.Same != nil:
		return c.Same(i, j)
	case c.Group != nil: // of a lane that is not in it nothing is asked
		return c.Dom.Extract(c.Group, j, 1)
	}
	return c.Dom.Int(bv.Eq, c.Keys[i], c.Keys[j])
}

// Cell is a value, and the bit that it is defined; nil: it always is.
type Cell struct {
	V   bv.Value
	Def bv.Value

	// Stored is V as far as its lane gets it; nil: V.
	Stored bv.Value
}

// Must is a bit that has to be 1 on every input and mask.
type Must struct {
	Lane int
	Why  string
	Bit  bv.Value
}

// Left is what a run leaves behind.
type Left struct {
	Musts []Must
	Calls []Outputs // a block's function is called twice

	OneOrder string // on numbers: an access by which this is the outcome of one order of threads; "": of all
}

// Outputs are those of one call.
type Outputs struct {
	Elements []Cell
	Numbers  [][]Cell // of each lane, by the ports of the shape that are numbers
	Preds    []Cell   // of each lane, of Traits.PredBits; nil if there are none
}
