package verify

import (
	"fmt"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/verify/algebra"
	"github.com/shflgen/shflgen/verify/bv"
	"github.com/shflgen/shflgen/verify/goread"
	"github.com/shflgen/shflgen/verify/ref"
	"github.com/shflgen/shflgen/verify/term"
)

// laneDifference is [difference] of an op that gives a lane. A lane whose segment
// has no member keeps its element, and one that the contract does not name its
// index too.
func laneDifference(d *term.Domain, s shflgen.Spec, in symbols, got goread.State) (what string, where term.Guard, err error) {
	want, err := algebra.RunLane(d, s, in.lanes, in.member)
	if err != nil {
		return "", term.False, err
	}
	float := algebra.Format(s.Type)
	for i := range in.lanes {
		value, index := in.lanes[i], in.index[i]
		if want.Named[i] {
			value, index = d.Select(want.Some[i], want.Value[i], value), want.Lane[i]
		}
		if s.Mask == shflgen.Active { // who does not make the call keeps both
			value, index = d.Select(in.member[i], value, in.lanes[i]), d.Select(in.member[i], index, in.index[i])
		}
		if where := d.Differ(got.Lanes[i], value, float); where != term.False {
			return fmt.Sprintf("the terms of lane %d differ%s", i, how(d.Difference(where, got.Lanes[i], value))), where, nil
		}
		if where := d.Differ(got.Index[i], index, nil); where != term.False {
			return fmt.Sprintf("the indices of lane %d differ%s", i, how(d.Difference(where, got.Index[i], index))), where, nil
		}
	}
	return "", term.False, nil
}

// untouched is what idx holds before a call that is replayed.
const untouched = 0x5eed

// compareLanes is [Compare] of what an op that gives a lane left behind.
func compareLanes(c *Counterexample, state goread.State) (*Counterexample, error) {
	s, n := c.Spec, bv.Numbers{}
	want, err := ref.CallLane(s, c.Mask, c.Inputs)
	if err != nil {
		return nil, err
	}
	for i, x := range want.Value {
		value, index := c.Inputs[i], uint64(untouched)
		if want.Named[i] && (s.Mask != shflgen.Active || c.Mask[0]>>i&1 == 1) {
			index = uint64(uint32(want.Lane[i]))
			if x.Present {
				value = x.Bits
			}
		}
		got, _ := n.Known(state.Lanes[i])
		if c.Lane, c.Expected, c.Got = i, value, got; !ref.Same(s.Type, got, value) {
			return c, nil
		}
		got, _ = n.Known(state.Index[i])
		if c.Expected, c.Got, c.Index = index, got, got != index; c.Index {
			return c, nil
		}
	}
	return nil, nil
}
