package weak

import (
	"fmt"

	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
)

// A call of a function that the caller of this package names is not followed: it touches no memory but what it is passed and
// returns, and its result is made of what it is passed. Any other call is refused.

// passed is a variable that a call passes or returns: bytes of a thread's own memory.
type passed struct{ from, to uint64 }

// call is what a call passes and returns.
type call struct{ returns, passes []passed }

// passedVariables gives the variables that calls pass and return places after those of the thread.
func (p *program) passedVariables(all []*parse.Variable) {
	for _, v := range all {
		a := uint64(max(v.Align, 1))
		at := (p.local + a - 1) / a * a
		p.local = at + uint64(v.Size)
		p.passed[v.Name] = passed{at, p.local}
	}
}

// call reads a call.
func (p *program) call(in *parse.Instr, stays func(callee string) bool) (*call, error) {
	c, callee := new(call), ""
	for _, o := range in.Operands {
		switch o := o.(type) {
		case parse.Name:
			callee = o.Name
		case parse.List:
			all, err := p.places(o)
			if err != nil {
				return nil, err
			}
			if callee == "" {
				c.returns = all
			} else {
				c.passes = all
			}
		}
	}
	if callee == "" || !stays(callee) {
		return nil, fmt.Errorf("a call of %s", callee)
	}
	return c, nil
}

// places are those of variables.
func (p *program) places(of parse.List) (all []passed, err error) {
	for _, part := range of.Parts {
		n, ok := part.(parse.Name)
		if !ok || p.passed[n.Name] == (passed{}) {
			return nil, fmt.Errorf("a value %v that is no variable", part)
		}
		all = append(all, p.passed[n.Name])
	}
	return all, nil
}

// calls executes a call.
func (t *thread) calls(c *call) {
	made := uint64(0)
	for _, v := range c.passes {
		for _, b := range t.local[v.from:v.to] {
			made |= b.chunks
		}
	}
	for _, v := range c.returns {
		for i := range t.local[v.from:v.to] {
			t.local[v.from:v.to][i] = data(made).cut(8)
		}
	}
}
