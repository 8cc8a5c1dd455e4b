// Package strategy says how each spec is proved: by which theories, normal forms and variable order of package term,
// and which of several ways is tried first. No other package chooses them.
package strategy

import (
	"cmp"

	"github.com/shflgen/shflgen/internal/prover/algebra"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/encoding"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/internal/prover/term"
	"github.com/shflgen/shflgen/spec"
)

// Traits are what the machine of a subject promises, and how its calls are made.
type Traits struct {
	// Pairs says that the subject asks of two lanes whether their keys are equal; otherwise it looks at one group of
	// lanes.
	Pairs bool

	// Bodies are functions of users with bodies in the subject: the reference executes them too. Nil: both sides know
	// them by their names.
	Bodies bv.Bodies

	// Products says that the product of two floats has the same bits wherever the subject
	// computes it and looks at them, also those of a NaN.
	Products bool

	// Widening says that elements are halves of memory, and have the same bits wherever the subject widens them, also
	// those of a NaN.
	Widening bool

	// Extrema says that the minimum or maximum of two NaNs is the canonical one.
	Extrema bool

	// Tile says which tile of an array's scan the elements are; nil: they are no tile.
	Tile *ref.Tile

	// Values are those of the elements that the caller promises.
	Values term.Values

	// Steps bounds the operations of a proof on terms; 0: hours.
	Steps int64
}

// maxSteps is hours, and a hundred times what any emitted function takes.
const maxSteps = 1 << 32

// All are the strategies for a subject in the order in which they are tried: the first one that proves or refutes it
// decides. Where the last one does not, it says why.
func All(s spec.Spec, t Traits) []term.Strategy {
	last := For(s, t)
	if by := algebra.WinnerPairs(s, t.Values); by != nil { // for what moves winners and their numbers
		pairs := last
		pairs.PairOrder, pairs.Laws = by, []term.Law{term.Pairs}
		return []term.Strategy{pairs, last}
	}
	if !s.RunTime() || !s.Pattern.Wraps() || s.Width&(s.Width-1) == 0 { // modulo a power of two, bits tell as much
		return []term.Strategy{last}
	}
	first := last
	first.Divisor = uint64(s.Width) // of distances that count modulo the width
	return []term.Strategy{first, last}
}

// For is the strategy for every subject of a spec: the last of [All].
func For(s spec.Spec, t Traits) term.Strategy {
	by := term.Strategy{
		Bodies: t.Bodies, CanonicalNaN: t.Extrema && comparesExtrema(s),
		Budget: term.Budget{Steps: cmp.Or(t.Steps, maxSteps)}, Values: t.Values,
	}
	orderVariables(&by, s, t)
	callFunctions(&by, s, t)
	encode(&by, s, t)
	if s.Pattern.Sorts() {
		sort(&by, s)
	}
	if t.Tile != nil {
		by.Tries = operator(s)
	}
	return by
}

// Paths is the strategy for the paths of a kernel of rows. Nobody compares results there.
func Paths(s spec.Spec) term.Strategy {
	return term.Strategy{CanonicalNaN: comparesExtrema(s), ExactWidening: s.HasLane() && s.In() != spec.AsType}
}

// ReadsWidened reports whether a Go function reads the bits of widened halves: where it reduces an array by an op that
// orders elements by an encoding. One machine gives a half the same bits wherever it widens it, and every NaN is the
// same to the op.
func ReadsWidened(s spec.Spec) bool {
	_, _, encoded := s.Encoded()
	return encoded && s.Shape().Grid() && !s.Shape().Each && s.In() != spec.AsType
}

// comparesExtrema reports whether a function looks at the bits of minima and maxima of floats, to see which element
// changed them.
func comparesExtrema(s spec.Spec) bool { return s.HasLane() && s.Type.Class() == spec.Float }

// orderVariables chooses the order of diagrams. The members before a lane are found by looking down from it. The
// source of a caller's distance is found by branching on the distance first, which comes after the mask. A spec with
// keys has a second word of mask bits, the group under proof, or by pairs one for each lane. In a sort a lane's
// elements stand beside its bit.
func orderVariables(by *term.Strategy, s spec.Spec, t Traits) {
	ranksPairs := false // a lane's rank among those of equal keys is looked for below it
	switch sh := s.Shape(); {
	case sh.Keyed() && t.Pairs:
		by.Interleave, ranksPairs = 1+sh.Lanes, s.User != nil
	case sh.Keyed():
		by.Interleave = 2
	case s.Pattern.Sorts():
		by.Interleave = s.Brings()
	}
	by.RestrictCalls = ranksPairs
	by.HighFirst = ranksPairs || s.RunTime() || s.Mask == spec.Active && ref.Scans(s.Pattern)
}

// callFunctions chooses uninterpreted functions. A map multiplies before the op combines: where the op is no product
// itself, no normal form joins the choices in a product again. Nor does a body that is executed.
func callFunctions(by *term.Strategy, s spec.Spec, t Traits) {
	switch {
	case t.Bodies == nil && (s.Map == nil || s.Op == spec.Prod):
	case t.Products:
		by.Products = term.ExactProducts
	default:
		by.Products = term.CalledProducts
	}
	by.AbsCalls = s.Map != nil && s.Map.Kind == spec.Abs
	by.Bools = s.Map != nil && s.Map.Kind == spec.Nonzero
}

// encode chooses what an op takes that orders elements by an encoding, or by keys that are made of their bits.
func encode(by *term.Strategy, s spec.Spec, t Traits) {
	by.ExactWidening = s.HasLane() && (s.In() != spec.AsType || t.Widening)
	e, ok := encoding.Of(s)
	if !ok {
		return
	}
	by.Values = term.Values{} // variables are integers
	by.UnslicedExtrema, by.Laws = true, []term.Law{term.Encoding}
	if s.Map != nil && s.Type.Class() == spec.Signed {
		by.CallCode = &term.Code{Bits: s.Type.Bits(), Decode: e.Decode}
	}
	if t.Widening {
		by.ExactWidening = true
		if s.Type == spec.Float32 {
			by.WidenedNaN = widenedNaN(e)
		}
	}
}

// widenedNaN is a NaN of float32 that a NaN of float16 becomes: its encoding is at most that of the greatest NaN.
func widenedNaN(e encoding.Encoding) *term.WidenedNaN {
	most, _ := e.OfNaN()
	widen := bv.WidenBits(bv.F16)
	nan := *widen
	nan.Name, nan.Most = widen.Name+".nan", most
	nan.Eval = func(x []uint64) uint64 {
		n := bv.Numbers{}
		k, _ := n.Known(e.Encode(n, n.Const(widen.Bits, widen.Eval(x))))
		return k
	}
	return &term.WidenedNaN{Fn: &nan, Decode: e.Decode}
}

// sort chooses what networks that sort take.
func sort(by *term.Strategy, s spec.Spec) {
	by.ZeroOne = true
	by.Merges = s.Pattern == spec.Sort && s.Width*s.Brings() > spec.MaxSortedElements
	by.Selection = s.Pattern.Picks() && s.Width > spec.WarpSize/2 // one segment alone takes rounds of the warp
	switch alone := s.Width*s.Brings() == 1; {
	case !s.KeepsLanes() || alone && s.LaneBeside():
		return
	case s.LaneBeside():
		by.PairOrder, by.Laws = algebra.PairOrder(s), []term.Law{term.Pairs}
	default:
		by.KeyOffset = s.LaneKeyRoom()
	}
	if algebra.Format(s.Type) != nil { // keys are the integers that floats are encoded as
		by.Laws = append(by.Laws, term.Encoding)
	}
}

// operator is the op of s as the domain knows it; nil for sums and products of floats: their trees are no lists
// anyway.
func operator(s spec.Spec) *term.Operator {
	if _, integers, ok := s.Encoded(); ok {
		s = integers
	}
	if f := algebra.Format(s.Type); f != nil {
		if op, ok := floatOperators[s.Op]; ok {
			return term.FloatOperator(op, *f)
		}
		return nil
	}
	op, ok := intOperators[s.Op]
	if signed, ofSigned := signedOperators[s.Op]; ofSigned && s.Type.Class() == spec.Signed {
		op = signed
	}
	if !ok {
		return nil
	}
	return term.IntOperator(op, s.Type.Bits())
}

var (
	intOperators = map[spec.Op]bv.IntOp{
		spec.Sum: bv.Add, spec.Prod: bv.Mul, spec.And: bv.And, spec.Or: bv.Or, spec.Xor: bv.Xor,
		spec.Min: bv.UMin, spec.Max: bv.UMax,
	}
	signedOperators = map[spec.Op]bv.IntOp{spec.Min: bv.SMin, spec.Max: bv.SMax}
	floatOperators  = map[spec.Op]bv.FloatOp{
		spec.Min: bv.FMin, spec.Max: bv.FMax, spec.Minimum: bv.FMinNaN, spec.Maximum: bv.FMaxNaN,
	}
)
