package check

import (
	"context"
	"errors"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/algebra"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// before is what the numbers of every lane hold before a call on numbers.
const before = 0x5eed

// Replay makes one call on numbers, in every way, and compares it with the reference:
// nil where they agree, as [Claim] compares them. In holds the elements, then the keys; the
// mask is not read in mask mode full.
func Replay(ctx context.Context, s Subject, mask []uint32, in []uint64) (*Counterexample, error) {
	ways := s.Traits().Ways
	if ways == nil {
		ways = []string{""}
	}
	for i, way := range ways {
		c, err := replay(ctx, s, i, mask, in)
		if c != nil {
			c.Block = way
		}
		if c != nil || err != nil {
			return c, err
		}
	}
	return nil, nil
}

// Shown is [Replay] in a search: where the call shows a difference, the counterexample is the plainest that is found.
func Shown(ctx context.Context, s Subject, mask []uint32, in []uint64) (*Counterexample, error) {
	c, err := Replay(ctx, s, mask, in)
	if c == nil || err != nil {
		return c, err
	}
	return plainest(ctx, s, c), nil
}

// replay makes one call in one way.
func replay(ctx context.Context, s Subject, way int, mask []uint32, in []uint64) (*Counterexample, error) {
	of, n := s.Spec(), bv.Numbers{}
	sh := of.Shape()
	in = fitting(of, s.Traits(), in)
	shown := &Counterexample{Spec: of, Inputs: in, Role: spec.ElementRole}
	if sh.Masked() {
		mask = s.Traits().Masks.fitting(mask, sh.Lanes)
		shown.Mask = mask
	}
	call := numbers(n, sh, s.Traits(), shown.Mask, in)
	call.Way = way
	left, err := s.Run(ctx, call)
	var fault Fault
	switch {
	case err != nil && ctx.Err() != nil: // it shows nothing
		return nil, nil
	case errors.As(err, &fault) && fault.Shows():
		shown.Lane, shown.Fault = fault.FaultLane(), err.Error()
		return shown, nil
	case err != nil:
		return nil, err
	}
	for _, m := range left.Musts {
		if k, _ := n.Known(m.Bit); k == 0 {
			shown.Lane, shown.Fault = m.Lane, m.Why
			return shown, nil
		}
	}
	reference := ref.Call
	switch {
	case call.Tile != nil:
		reference = func(s spec.Spec, _ []uint32, in []uint64) (ref.Answer, error) {
			return ref.CallTile(s, *call.Tile, in)
		}
	case call.OneChunk:
		reference = ref.CallOneChunk
	}
	answer, err := reference(of, mask, in)
	if err != nil {
		return nil, err
	}
	for _, claim := range Claims(s, call, values(n, of, answer), left) {
		if claim.shows(n, shown) {
			return shown, nil
		}
	}
	return nil, nil
}

// numbers is a call on numbers.
func numbers(n bv.Numbers, sh spec.Shape, t Traits, mask []uint32, in []uint64) Call {
	c := Call{Dom: n, Shape: sh, OneChunk: t.OneChunk, Tile: t.Tile}
	for _, w := range mask {
		c.Mask = append(c.Mask, n.Const(spec.MaskWordBits, uint64(w)))
	}
	elements, keys, operands := sh.Split(in)
	for _, x := range operands {
		size := operandBits(sh, t)
		c.Operands = append(c.Operands, n.Const(size, x<<(64-size)>>(64-size)))
	}
	leaves := sh.InLeaves()
	for i, x := range elements {
		c.Elements = append(c.Elements, n.Const(leaves[i%len(leaves)].Type.Bits(), x))
	}
	if key, ok := sh.Takes(spec.KeyRole); ok {
		for _, x := range keys {
			c.Keys = append(c.Keys, n.Const(key.Bits, x))
		}
	}
	for k, port := range sh.Mapped() {
		var input []bv.Value
		leaves := port.Leaves()
		for i, x := range spec.Cut(sh, in).Mapped[k] {
			input = append(input, n.Const(leaves[i%len(leaves)].Type.Bits(), x))
		}
		c.Inputs = append(c.Inputs, input)
	}
	for _, port := range sh.Numbers() {
		c.Numbers = append(c.Numbers, slices.Repeat([]bv.Value{n.Const(port.Bits, before)}, sh.PortValues(port)))
	}
	return c
}

// values is an answer of the reference as values of the domain of numbers.
func values(n bv.Numbers, s spec.Spec, a ref.Answer) algebra.Outcome {
	out := algebra.Outcome{Named: a.Named}
	bit := func(b bool) bv.Value {
		if b {
			return n.Const(1, 1)
		}
		return n.Const(1, 0)
	}
	leaves := s.Shape().Slot()
	for i, x := range a.Value {
		out.Value = append(out.Value, n.Const(leaves[i%len(leaves)].Type.Bits(), x.Bits))
	}
	for i := range a.Gets {
		out.Gets, out.Specified = append(out.Gets, bit(a.Gets[i])), append(out.Specified, bit(a.Specified[i]))
	}
	for _, numbers := range a.Numbers {
		var all []bv.Value
		for _, x := range numbers {
			all = append(all, n.Const(32, uint64(uint32(x))))
		}
		out.Numbers = append(out.Numbers, all)
	}
	for _, p := range a.Pred {
		out.Pred = append(out.Pred, bit(p))
	}
	return out
}

// shows writes down what differs on numbers, if anything does.
func (c Claim) shows(n bv.Numbers, shown *Counterexample) bool {
	number := func(v bv.Value) uint64 { x, _ := n.Known(v); return x }
	if number(c.Gets) == 0 || number(c.Specified) == 0 && c.Role == spec.ElementRole &&
		(c.Got.Def == nil || number(c.Got.Def) == 1) {
		return false
	}
	want, got := number(c.Want), number(c.Got.V)
	undefined := c.Got.Def != nil && number(c.Got.Def) == 0
	same := want == got
	if c.Float != nil {
		same = ref.Same(shown.leaf(c.Leaf).Type, got, want)
	}
	if same && !undefined || c.Instead != nil && !c.Instead().shows(n, shown) {
		return false
	}
	shown.Leaf = c.Leaf
	shown.Lane, shown.Register, shown.Expected, shown.Got, shown.Undefined = c.Lane, c.Register, want, got, undefined
	shown.Role = c.Role
	return true
}
