package ptx

import (
	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/verify/algebra"
	"github.com/shflgen/shflgen/verify/bv"
	"github.com/shflgen/shflgen/verify/ptx/exec"
	"github.com/shflgen/shflgen/verify/ref"
	"github.com/shflgen/shflgen/verify/term"
)

// laneDoubts is [check.doubts] of an op that gives a lane: where a segment has no
// member, the element is unspecified, and the index is not.
func (c *check) laneDoubts(d *term.Domain, l *launch, always func(lane int, bit bv.Value, what string) *doubt) (*doubt, error) {
	want, err := algebra.RunLane(d, c.spec, l.in, l.members())
	if err != nil {
		return nil, err
	}
	for i, named := range want.Named {
		if !named {
			continue
		}
		got, index := l.result(0, i), l.index.Get(d, i)
		gets := term.True
		if c.spec.Mask == shflgen.Active { // of who does not make the call nothing is told
			gets, _ = d.AsGuard(l.gets(i))
			got.V = l.outs[0].Get(d, i).V
			index.Def = d.Select(l.gets(i), index.Def, d.Const(1, 1))
		}
		for _, def := range []bv.Value{got.Def, index.Def} {
			if f := always(i, def, "the result may be undefined"); f != nil {
				return f, nil
			}
		}
		some, ok := d.AsGuard(want.Some[i])
		if !ok {
			some = term.True
		}
		if g := d.And(some, d.DifferWhere(gets, want.Value[i], got.V, algebra.Format(c.spec.Type))); g != term.False {
			return &doubt{i, "the result differs", g, said(d.Difference(g, got.V, want.Value[i]))}, nil
		}
		if g := d.DifferWhere(gets, want.Lane[i], index.V, nil); g != term.False {
			return &doubt{i, "the index differs", g, said(d.Difference(g, index.V, want.Lane[i]))}, nil
		}
	}
	return nil, nil
}

// said is how terms of a winner differ, and what to write instead.
func said(how string) string {
	const followed = "ways to a winner that are followed: the best value, then a vote of the lanes that have it; " +
		"or the least key of 64 bits with the value above the lane (the greatest, above 31 less the lane)"
	if how == "" {
		return followed
	}
	return how + "; " + followed
}

// replayLanes compares what an op that gives a lane left behind, on numbers.
func (c *check) replayLanes(l *launch, mask []uint32, in []uint64) *Counterexample {
	want, err := ref.CallLane(c.spec, mask, in)
	if err != nil {
		return &Counterexample{Fault: err.Error()}
	}
	wrong := func(i int, got exec.Cell, want uint64, same func(uint64) bool) *Counterexample {
		e := compare(got, want, same)
		if e != nil {
			e.Lane = i
		}
		return e
	}
	for i, x := range want.Value {
		if !want.Named[i] || c.spec.Mask == shflgen.Active && mask[0]>>i&1 == 0 {
			continue
		}
		same := func(y uint64) bool { return !x.Present || ref.Same(c.spec.Type, x.Bits, y) }
		if e := wrong(i, l.result(0, i), x.Bits, same); e != nil {
			return e
		}
		lane := uint64(uint32(want.Lane[i]))
		if e := wrong(i, l.index.Get(l.dom, i), lane, func(y uint64) bool { return y == lane }); e != nil {
			e.Index = true
			return e
		}
	}
	return nil
}
