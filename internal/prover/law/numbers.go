package law

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/goexec"
	"github.com/shflgen/shflgen/internal/prover/tape"
)

// onNumbers tests a claim of an operator that is not followed for all inputs at once, such as one with a loop that ends
// by data: the operator is executed for one input after the other. Why says why it is not followed.
func onNumbers(ctx context.Context, op Op, l Law, limits Limits, why string) Verdict {
	v := Verdict{Law: l, Answer: Unknown, How: why}
	q := &question{op: op, law: l, leaves: op.Func.Results(), tape: tape.New(), constants: map[goexec.Constant]bool{}}
	q.vars = laws[l].operands * len(q.leaves)
	q.operands(q.tape, func(_, bits int) bv.Value { return q.tape.Var(bits) })
	q.bad, q.valid = q.tape.Const(1, 0).(*tape.Node), q.tape.Const(1, 1).(*tape.Node)
	first, err := q.execute(ctx, make([]uint64, q.vars))
	if err != nil {
		return v
	}
	q.exact, v.Assumes = first.exact, first.assumes
	s := newSearch(q)
	in := make([]uint64, q.vars)
	for start := time.Now(); s.cases < limits.Tests && time.Since(start) < limits.Time; {
		if (s.cases+s.rejected)%2 == 1 || !s.systematic(0) {
			s.fill(0)
		}
		for i := range in {
			in[i] = s.inputs[i][0]
		}
		tried, err := q.execute(ctx, in)
		switch {
		case err != nil:
			v.How = why + "; and of some inputs: " + err.Error()
			return v
		case !tried.valid:
			s.rejected++
			continue
		case tried.bad:
			v.Answer, v.How, v.Witness = False, "", q.worded(q.smaller(ctx, tried))
			return v
		}
		s.cases++
	}
	if v.Cases = s.cases; s.cases > 0 {
		v.Answer = Tested
		v.How = fmt.Sprintf("no counterexample in %d inputs, one after the other: %s", s.cases, why)
	}
	return v
}

// trial is a claim, executed on numbers.
type trial struct {
	Witness
	in         []uint64
	bad, valid bool
	*execution
}

// execute executes the claim on numbers.
func (q *question) execute(ctx context.Context, in []uint64) (t trial, err error) {
	dom := bv.Numbers{}
	e := &execution{ctx: ctx, dom: dom, op: q.op, constants: q.constants}
	t = trial{in: in, valid: true, execution: e}
	t.In = slices.Collect(slices.Chunk(in, len(q.leaves)))
	s, err := e.sides(q.law, q.operands(dom, func(i, bits int) bv.Value { return dom.Const(bits, in[i]) }))
	if err != nil {
		return t, err
	}
	is := func(x bv.Value) bool { known, _ := dom.Known(x); return known&1 == 1 }
	for _, g := range s.given {
		t.valid = t.valid && is(g)
	}
	for i := range s.left {
		format := q.leaves[i%len(q.leaves)].Float
		a, _ := dom.Known(s.left[i].V)
		b, _ := dom.Known(s.right[i].V)
		if !e.exact {
			a, b = plainNaN(format, a), plainNaN(format, b)
		}
		t.Left, t.Right, t.bad = append(t.Left, a), append(t.Right, b), t.bad || a != b
	}
	for _, p := range s.panics {
		if is(p) {
			t.bad, t.Panics = true, strings.Join(e.whys, "; ")
		}
	}
	t.bad = t.bad || s.valid != nil && !is(s.valid)
	return t, nil
}

// smaller is a counterexample with smaller numbers, if there is one in few steps.
func (q *question) smaller(ctx context.Context, found trial) *Witness {
	for i := range found.in {
		for _, x := range []uint64{0, 1, 2, 3, 4, 5, 6, 7, 8, found.in[i] >> 1, found.in[i] >> 8} {
			if x >= found.in[i] {
				continue
			}
			in := append([]uint64(nil), found.in...)
			in[i] = x
			if t, err := q.execute(ctx, in); err == nil && t.valid && t.bad {
				found = t
				break
			}
		}
	}
	return &found.Witness
}
