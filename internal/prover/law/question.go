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
	claim   []tape.Pair // what has to be equal: the leaves of both sides, then bits and the 0 that they have to be
	sides   int         // how many of these are leaves
	bad     *tape.Node  // one bit: a counterexample
	valid   *tape.Node  // one bit: the operands are valid
	assumes []string
	exact   bool // NaNs differ by their bits

	constants map[goexec.Constant]bool
	whys      []string
}

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
	q.vars = laws[l].operands * len(q.leaves)
	s, err := e.sides(l, q.operands(q.tape, func(_, bits int) bv.Value { return q.tape.Var(bits) }))
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
	for i := range s.left {
		p := tape.Pair{Float: q.leaves[i%len(q.leaves)].Float, A: node(s.left[i].V), B: node(s.right[i].V)}
		if e.exact {
			p.Float = bv.NoFormat
		}
		q.claim = append(q.claim, p)
	}
	q.sides = len(q.claim)
	never := s.panics
	if s.valid != nil {
		never = append(never, q.tape.Not(s.valid))
	}
	for _, v := range never {
		if x, known := q.tape.Known(v); !known || x != 0 {
			q.claim = append(q.claim, tape.Pair{Float: bv.NoFormat, A: node(v), B: node(q.tape.Const(1, 0))})
		}
	}
	q.bad = q.wrong(q.claim)
	return q, nil
}

// wrong is the bit that the operands are valid, and one of some pairs differs.
func (q *question) wrong(claim []tape.Pair) *tape.Node {
	wrong := q.tape.Const(1, 0)
	for _, p := range claim {
		wrong = q.tape.Int(bv.Or, wrong, q.tape.Not(q.tape.Same(p.Float, p.A, p.B)))
	}
	return q.tape.Int(bv.And, wrong, q.valid).(*tape.Node)
}

// operands are those of the law in a domain, with a value of so many bits for each leaf by its number.
func (q *question) operands(d bv.Domain, value func(i, bits int) bv.Value) (all [][]gofunc.Value) {
	for i := range laws[q.law].operands {
		all = append(all, element(d, q.leaves, func(j, bits int) bv.Value { return value(i*len(q.leaves)+j, bits) }))
	}
	return all
}

// element is an element in a domain, with a value of so many bits for each leaf. A bool is a byte.
func element(d bv.Domain, leaves []gofunc.Leaf, value func(j, bits int) bv.Value) (all []gofunc.Value) {
	for j, leaf := range leaves {
		v := value(j, bitsOf(leaf))
		if leaf.Bool {
			v = d.Extend(v, 8, false)
		}
		all = append(all, gofunc.Value{V: v})
	}
	return all
}

// bitsOf is the width of a leaf's values: a bool has two.
func bitsOf(l gofunc.Leaf) int {
	if l.Bool {
		return 1
	}
	return l.Bits
}

// unproved are the pairs that are not proved, and by what others are, if there are any.
func unproved(claim []tape.Pair, by string, proved func(tape.Pair) bool) (left []tape.Pair, how []string) {
	left = slices.DeleteFunc(slices.Clone(claim), proved)
	if len(left) < len(claim) {
		how = []string{by}
	}
	return left, how
}

// byForms takes away what normal forms prove, and says by what if that is anything.
func (q *question) byForms() (left []tape.Pair, how []string) {
	return unproved(q.claim, "normal forms", func(p tape.Pair) bool { return q.tape.SameForm(p.Float, p.A, p.B) })
}

// byTerms is byForms by the terms of the other proofs of this project, of leaves.
func (q *question) byTerms(ctx context.Context, claim []tape.Pair) ([]tape.Pair, []string) {
	sides := q.claim[:q.sides]
	if !slices.ContainsFunc(claim, func(p tape.Pair) bool { return slices.Contains(sides, p) }) {
		return claim, nil
	}
	d := term.NewWithin(ctx, term.Strategy{Budget: term.Budget{Terms: 50_000, Steps: 200_000}})
	e := &execution{ctx: ctx, dom: d, op: q.op, constants: map[goexec.Constant]bool{}}
	s, err := e.sides(q.law, q.operands(d, func(i, bits int) bv.Value { return d.Var(i, bits) }))
	if err != nil {
		return claim, nil // what terms refuse others may prove
	}
	return unproved(claim, "terms", func(p tape.Pair) (equal bool) {
		defer bv.Stopped(func(string) { equal = false })
		i := slices.Index(sides, p)
		if i < 0 {
			return false
		}
		a, b := s.left[i].V, s.right[i].V
		return a == b || p.Float != bv.NoFormat && d.Quiet(p.Float, a) == d.Quiet(p.Float, b)
	})
}
