package algebra

import (
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/internal/prover/term"
	"github.com/shflgen/shflgen/spec"
)

// PairOrder is the order of pairs in a sort of s: by the key, then by the slot.
func PairOrder(s spec.Spec) *term.PairOrder {
	return pairOrder(Order(s), uint64(s.NoSlot()))
}

// pairOrder is the order of pairs by which the first one is that of argmin or argmax.
func pairOrder(s spec.Spec, lastSlot uint64) *term.PairOrder {
	_, last := best(s)
	less := bv.SLt
	if s.Type.Class() == spec.Unsigned {
		less = bv.ULt
	}
	return &term.PairOrder{Less: less, Greatest: s.Op == spec.ArgMax, LastKey: last, LastSlot: lastSlot,
		KeyBits: s.Type.Bits()}
}

// WinnerPairs is the order of pairs of elements and numbers of lanes, or threads: argmin and argmax give the first
// pair. It is nil for other specs, and where keys are no elements. Floats are keys if comparisons order them, and none
// is absent.
func WinnerPairs(s spec.Spec, v term.Values) *term.PairOrder {
	sh := s.Shape()
	if !s.HasLane() || s.User != nil || s.Map != nil || sh.Row() || sh.Grid() || sh.Blocks > 1 || s.Mask == spec.Active ||
		sh.Inputs() != sh.Lanes || s.Type.Bits() < 32 || s.Type.Packed() {
		return nil
	}
	format := Format(s.Type)
	if format != nil && !(v.Ordered() && s.Mask == spec.Full) {
		return nil
	}
	if _, whole := sh.Segment(sh.Lanes - 1); !whole { // lanes past the last segment have no winner
		return nil
	}
	by := pairOrder(s, nobody)
	by.Float, by.Winner = format, true
	return by
}

// runWinner is [Run] of argmin and argmax by the order of pairs: the winner's is the least token.
func runWinner(d *term.Domain, s spec.Spec, in Input) (Outcome, error) {
	elements := in.Elements
	in.Elements = nil
	for i, x := range elements {
		in.Elements = append(in.Elements, d.Pair(x, uint64(i)))
	}
	out, err := ref.Run(algebraOf(d, ofTokens(s)), ofTokens(s), in)
	if err != nil {
		return Outcome{}, err
	}
	d.Use(term.Pairs)
	out.Numbers = [][]bv.Value{nil}
	for i, token := range out.Value {
		none := d.Int(bv.Eq, token, d.Const(token.Width(), ^uint64(0)))
		out.Numbers[0] = append(out.Numbers[0], d.PairSlot(token))
		out.Value[i], out.Specified[i] = d.PairKey(token), d.Int(bv.Xor, none, d.Const(1, 1))
	}
	return out, nil
}

// ofTokens is the spec of the least token, of a spec of a winner.
func ofTokens(s spec.Spec) spec.Spec {
	s.Op, s.Type = spec.Min, spec.Uint64
	return s
}

// MakePairs makes the pairs that a subject of s compares, if its strategy orders pairs.
func MakePairs(d *term.Domain, s spec.Spec, elements []bv.Value) {
	if d.Strategy().PairOrder == nil {
		return
	}
	if s.Sort().Value != nil {
		elements, _ = spec.Apart(s.Shape(), elements)
	}
	order, lanes := Order(s), s.Lanes()
	for i, x := range elements {
		if d.Strategy().PairOrder.Winner {
			d.Pair(x, uint64(i))
			continue
		}
		d.Pair(Key(d, order, x), uint64(i%lanes*s.Brings()+i/lanes))
	}
}

// runBeside is [Run] of a sort that gives lanes, of keys of 64 bits: on terms a sort of the tokens of
// their pairs, which are ordered as unsigned integers; elsewhere the plain insertion.
func runBeside(d bv.Domain, s spec.Spec, in Input) (Outcome, error) {
	t, ok := d.(*term.Domain)
	if !ok || t.Strategy().PairOrder == nil {
		return runPlain(d, s, in)
	}
	order, lanes := Order(s), s.Lanes()
	together := spec.NewSpec(spec.Sort)
	together.Width, together.N, together.Mask, together.Type = s.Width, s.N, s.Mask, spec.Uint64
	elements := in.Elements
	in.Elements = nil
	for i, x := range elements {
		in.Elements = append(in.Elements, t.Pair(Key(d, order, x), uint64(i%lanes*s.Brings()+i/lanes)))
	}
	out, err := ref.Run(sortingOf(d, together), together, in)
	if err != nil {
		return Outcome{}, err
	}
	from := make([]bv.Value, len(out.Value))
	for i, token := range out.Value {
		out.Value[i], from[i] = Unkey(d, order, t.PairKey(token)), t.PairSlot(token)
	}
	return withSlots(d, s, in, out, elements, from), nil
}
