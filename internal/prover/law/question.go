package law

import (
	"context"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/goexec"
	"github.com/shflgen/shflgen/internal/prover/gofunc"
	"github.com/shflgen/shflgen/internal/prover/tape"
	"github.com/shflgen/shflgen/internal/prover/term"
)

// question is whether a law of an operator holds, as a recording of both its sides.
type question struct {
	op      Op
	law     Law
	leaves  []gofunc.Leaf // of an element
	tape    *tape.Tape
	vars    int // of all operands; operand i has those from i*len(leaves)
	given   []*tape.Node
	claim   claim
	bad     *tape.Node // one bit: a counterexample
	valid   *tape.Node // one bit: the operands are valid
	assumes []string
	exact   bool // NaNs differ by their bits

	constants map[goexec.Constant]bool
	whys      []string
}

// claim is what has to hold: each pair is equal, and no bit of never is 1.
type claim struct {
	pairs []tape.Pair
	never []*tape.Node
}

func (c claim) empty() bool { return len(c.pairs) == 0 && len(c.never) == 0 }

// sides are both sides of a law, executed in a domain.
type sides struct {
	left, right []gofunc.Value
	panics      []bv.Value // of an application of the operator
	given       []bv.Value // the operands are valid
	valid       bv.Value   // of Closed: what the operator gives is
}

// execution gathers what executions have in common.
type execution struct {
	ctx context.Context
	dom bv.Domain
	op  Op

	panics    []bv.Value
	exact     bool // the operator computes with bits of its floats: no NaN is equal to another
	assumes   []string
	constants map[goexec.Constant]bool
	whys      []string
}

func (e *execution) note(out gofunc.Outcome) []gofunc.Value {
	e.exact = e.exact || len(out.ReadsBits) > 0
	for _, a := range out.Assumes {
		if !slices.Contains(e.assumes, a) {
			e.assumes = append(e.assumes, a)
		}
	}
	for c := range out.Constants {
		e.constants[c] = true
	}
	return out.Results
}

// apply is the operator of two elements.
func (e *execution) apply(a, b []gofunc.Value) ([]gofunc.Value, error) {
	out, err := e.op.Func.Call(e.ctx, e.dom, slices.Concat(a, b))
	if err != nil {
		return nil, err
	}
	e.panics = append(e.panics, out.Panics)
	for _, w := range out.Whys {
		if !slices.Contains(e.whys, w) {
			e.whys = append(e.whys, w)
		}
	}
	return e.note(out), nil
}

// isValid is the bit of whether an element is valid: the condition holds and does not panic.
func (e *execution) isValid(a []gofunc.Value) (bv.Value, error) {
	out, err := e.op.Valid.Call(e.ctx, e.dom, a)
	if err != nil {
		return nil, err
	}
	bit := e.dom.Extract(e.note(out)[0].V, 0, 1)
	return e.dom.Int(bv.And, bit, e.dom.Not(out.Panics)), nil
}

// sides executes both sides of a law on elements.
func (e *execution) sides(l Law, in [][]gofunc.Value) (s sides, err error) {
	fail := func(f func() error) {
		if err == nil {
			err = f()
		}
	}
	apply := func(a, b []gofunc.Value) (out []gofunc.Value) {
		fail(func() (err error) { out, err = e.apply(a, b); return err })
		return out
	}
	if e.op.Valid != nil {
		for _, a := range in {
			fail(func() error {
				bit, err := e.isValid(a)
				s.given = append(s.given, bit)
				return err
			})
		}
	}
	switch l {
	case Associative:
		s.left = apply(apply(in[0], in[1]), in[2])
		s.right = apply(in[0], apply(in[1], in[2]))
	case Commutative:
		s.left, s.right = apply(in[0], in[1]), apply(in[1], in[0])
	case Idempotent:
		s.left, s.right = apply(in[0], in[0]), in[0]
	case Identity:
		var id gofunc.Outcome
		fail(func() (err error) { id, err = e.op.Func.Named(e.ctx, e.dom, e.op.Identity); return err })
		if err != nil {
			return s, err
		}
		unit := e.note(id)
		s.left = slices.Concat(apply(unit, in[0]), apply(in[0], unit))
		s.right = slices.Concat(in[0], in[0])
		if e.op.Valid != nil {
			fail(func() (err error) { s.valid, err = e.isValid(unit); return err })
		}
	case Closed:
		out := apply(in[0], in[1])
		fail(func() (err error) { s.valid, err = e.isValid(out); return err })
	}
	s.panics = e.panics
	return s, err
}

func newQuestion(ctx context.Context, op Op, l Law) (*question, error) {
	q := &question{op: op, law: l, leaves: op.Func.Results(), tape: tape.New(), constants: map[goexec.Constant]bool{}}
	e := &execution{ctx: ctx, dom: q.tape, op: op, constants: q.constants}
	var in [][]gofunc.Value
	for range laws[l].operands {
		var element []gofunc.Value
		for _, leaf := range q.leaves {
			v := bv.Value(q.tape.Var(bitsOf(leaf)))
			if leaf.Bool {
				v = q.tape.Extend(v, 8, false)
			}
			element = append(element, gofunc.Value{V: v})
			q.vars++
		}
		in = append(in, element)
	}
	s, err := e.sides(l, in)
	if err != nil {
		return nil, err
	}
	if e.exact {
		if err := op.Func.AllExact(append(s.left, s.right...)); err != nil {
			return nil, err
		}
	}
	q.assumes, q.whys, q.exact = e.assumes, e.whys, e.exact
	node := func(v bv.Value) *tape.Node { return v.(*tape.Node) }
	q.valid = node(q.tape.Const(1, 1))
	for _, g := range s.given {
		q.given = append(q.given, node(g))
		q.tape.Bounded(node(g))
		q.valid = node(q.tape.Int(bv.And, q.valid, g))
	}
	bad := q.tape.Const(1, 0)
	for i := range s.left {
		p := tape.Pair{Float: q.leaves[i%len(q.leaves)].Float, A: node(s.left[i].V), B: node(s.right[i].V)}
		if e.exact {
			p.Float = bv.NoFormat
		}
		q.claim.pairs = append(q.claim.pairs, p)
		bad = q.tape.Int(bv.Or, bad, q.tape.Not(q.tape.Same(p.Float, p.A, p.B)))
	}
	never := s.panics
	if s.valid != nil {
		never = append(never, q.tape.Not(s.valid))
	}
	for _, v := range never {
		if x, known := q.tape.Known(v); known && x == 0 {
			continue
		}
		q.claim.never = append(q.claim.never, node(v))
		bad = q.tape.Int(bv.Or, bad, v)
	}
	q.bad = node(q.tape.Int(bv.And, bad, q.valid))
	return q, nil
}

// bitsOf is the width of a leaf's values: a bool has two.
func bitsOf(l gofunc.Leaf) int {
	if l.Bool {
		return 1
	}
	return l.Bits
}

// byForms takes away what normal forms prove, and says by what if that is anything.
func (q *question) byForms() (left claim, how []string) {
	for _, p := range q.claim.pairs {
		if !q.tape.SameForm(p.Float, p.A, p.B) {
			left.pairs = append(left.pairs, p)
		}
	}
	zero := q.tape.Const(1, 0)
	for _, n := range q.claim.never {
		if q.tape.Normal(n) != zero {
			left.never = append(left.never, n)
		}
	}
	if len(left.pairs) < len(q.claim.pairs) || len(left.never) < len(q.claim.never) {
		how = []string{"normal forms"}
	}
	return left, how
}

// byTerms is byForms by the terms of the other proofs of this project.
func (q *question) byTerms(ctx context.Context, left claim) (claim, []string) {
	if len(left.pairs) == 0 {
		return left, nil
	}
	d := term.NewWithin(ctx, term.Strategy{Budget: term.Budget{Terms: 50_000, Steps: 200_000}})
	e := &execution{ctx: ctx, dom: d, op: q.op, constants: map[goexec.Constant]bool{}}
	var in [][]gofunc.Value
	for i := range laws[q.law].operands {
		var element []gofunc.Value
		for j, leaf := range q.leaves {
			v := bv.Value(d.Var(i*len(q.leaves)+j, bitsOf(leaf)))
			if leaf.Bool {
				v = d.Extend(v, 8, false)
			}
			element = append(element, gofunc.Value{V: v})
		}
		in = append(in, element)
	}
	s, err := e.sides(q.law, in)
	if err != nil {
		return left, nil // what terms refuse others may prove
	}
	same := func(f bv.Format, a, b bv.Value) (equal bool) {
		defer bv.Stopped(func(string) { equal = false })
		return a == b || f != bv.NoFormat && d.Quiet(f, a) == d.Quiet(f, b)
	}
	after := claim{never: left.never}
	for _, p := range left.pairs {
		i := slices.Index(q.claim.pairs, p)
		if !same(p.Float, s.left[i].V, s.right[i].V) {
			after.pairs = append(after.pairs, p)
		}
	}
	if len(after.pairs) < len(left.pairs) {
		return after, []string{"terms"}
	}
	return after, nil
}
