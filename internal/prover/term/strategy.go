package term

import "github.com/shflgen/shflgen/internal/prover/bv"

// Strategy says which theories, normal forms and variable order a domain uses, and within which bounds. The zero value
// knows the laws of bit vectors and of IEEE 754 alone. Fields that assume something of the machine say so. All others
// are sound for every proof: they decide which equal values become equal terms, and how large these are.
type Strategy struct {
	// Interleave is how many words of mask bits the variable order of guards interleaves: bit i of each, then bit i+1.
	// It is for functions that go from lane to lane, with a bit for each lane in every word.
	Interleave int

	// HighFirst is the variable order with higher mask bits first, for functions that look from a bit to those below
	// it.
	HighFirst bool

	// Products says what is known of the product of two unknowns.
	Products Products

	// AbsCalls makes the absolute value of an integer a call of an uninterpreted function, for maps that take it.
	AbsCalls bool

	// Bools says that elements are 0 or 1: choices, products and extrema of such numbers are bits.
	Bools bool

	// CallCode decodes uninterpreted products and absolute values. An element that is encoded again is the call itself
	// then.
	CallCode *Code

	// RestrictCalls restricts the operands of a call among the cases of a term to the masks of its case, for user
	// functions on ranks.
	RestrictCalls bool

	// Bodies are functions that are executed. All others are uninterpreted: equal arguments give equal results.
	Bodies bv.Bodies

	// ExactWidening assumes that one machine widens a half to the same bits everywhere, those of a NaN included. An
	// encoding may be made of the result, or an integer that orders floats.
	ExactWidening bool

	// WidenedNaN is what ExactWidening makes of a number of the code that is a NaN of float16; nil: an unknown NaN.
	WidenedNaN *WidenedNaN

	// CanonicalNaN assumes that one instruction computes an extremum, and gives the canonical NaN of two NaNs of
	// float32 or of halves. It is for code that compares an extremum's bits, to find the element that it came from.
	CanonicalNaN bool

	// UnslicedExtrema keeps extrema of elements in one piece: decoding cuts an encoded element into parts and joins
	// these again.
	UnslicedExtrema bool

	// ZeroOne decides equality of minima and maxima by the 0-1 principle, for networks that sort. Each takes a
	// diagram, and a choice of several by the mask stays a choice.
	ZeroOne bool

	// KeyOffset is the lowest bit of keys that have a slot's number below them. A part of an extremum that begins
	// below it stays a part: each of its bits would take all diagrams of the network again.
	KeyOffset int

	// Merges decides networks that merge sorted runs by tables: diagrams would grow with the product of two runs.
	Merges bool

	// Selection uses the lemma that what round r of a selection finds is the element of rank r: see [Domain.FindsRank].
	Selection bool

	// PairOrder orders a key and its slot as a pair, where the key leaves no bits for the slot, or a function keeps both
	// apart; nil: no pairs.
	PairOrder *PairOrder

	// Values are those of the elements.
	Values Values

	// Tries is the operator with applications that are tries of their operands, for scans: their prefixes share them;
	// nil: none. Less is decided where an operand occurs twice.
	Tries *Operator

	// Divisor is that of integers which are known by their remainders alone: see [Domain.AnyWithRest]; 0: there are
	// none. A function that looks at them in another way is not proved.
	Divisor uint64

	// Laws are those on which the whole proof rests.
	Laws []Law

	Budget
}

// Products says what is known about a product without a factor that is a number.
type Products uint8

const (
	// MultipliedProducts have the normal form of a multiset of factors under guards. A sum of them has more than one
	// form.
	MultipliedProducts Products = iota
	// CalledProducts are calls of an uninterpreted function, and signs of integers are bits.
	CalledProducts
	// ExactProducts are CalledProducts that assume what ExactWidening does.
	ExactProducts
)

// Code is a one-to-one function from integers of so many bits to integers.
type Code struct {
	Bits   int
	Decode func(d bv.Domain, x bv.Value) bv.Value
}

// WidenedNaN is the float32 that Decode makes of a call of Fn, on a NaN of float16: some NaN, with the bits of the
// machine. For every such NaN there has to be a number up to Fn.Most that it is decoded of.
type WidenedNaN struct {
	Fn     *bv.Fn
	Decode func(d bv.Domain, x bv.Value) bv.Value
}

// PairOrder is a lexicographic order of keys and slots.
type PairOrder struct {
	Less     bv.IntOp // of keys: SLt or ULt
	Greatest bool     // the greatest key comes first
	LastKey  uint64   // of an absent element
	LastSlot uint64   // likewise: greater than all others
	KeyBits  int      // of a key

	// Float is the format of keys that are floats; none is a NaN or -0. Nil: keys are integers.
	Float *bv.Format

	// Winner says that a function looks for the first pair alone. The key of the first of some pairs is the best of
	// their keys, and LastKey the identity of that extremum.
	Winner bool
}

// Strategy is the one that d was made for.
func (d *Domain) Strategy() Strategy { return d.strategy }
