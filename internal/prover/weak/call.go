package weak

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
)

// A call of a function that the caller of this package names is not followed: it touches no memory but what it is
// passed and returns, and its result is made of what it is passed. Another function of the module stands in place of
// its calls, as in package exec: unoptimised code calls what optimised code does by itself, such as __uint_as_float.
// Any other call is refused.

// passed is a variable that a call passes or returns: bytes of a thread's own memory.
type passed struct{ from, to uint64 }

// call is what a call passes and returns.
type call struct{ returns, passes []passed }

// loader makes a program of a kernel and the functions that it calls.
type loader struct {
	*program
	module *parse.Module
	stays  func(callee string) bool
	frames int // calls that are followed
}

// frame is a kernel, or one call of a function, with names of its own.
type frame struct {
	*loader
	of     *parse.Kernel
	caller *frame // nil of a kernel
	number int    // its registers are its own
	params map[string]int
	vars   map[string]uint64 // addresses of variables, in their own space
	passed map[string]passed
}

// variables gives variables their addresses: those of a thread after those of other frames.
func (f *frame) variables() {
	f.vars, f.passed = map[string]uint64{}, map[string]passed{}
	at := uint64(0)
	for _, v := range slices.Concat(f.module.Shared, f.of.Shared) {
		at = aligned(at, v)
		f.vars[v.Name] = at
		at += uint64(v.Size)
	}
	for _, v := range f.of.Local {
		f.vars[v.Name] = f.own(v).from
	}
	for _, v := range f.of.Passed {
		f.passed[v.Name] = f.own(v)
	}
}

// own is a place for a variable in a thread's own memory.
func (p *program) own(v *parse.Variable) passed {
	from := aligned(p.local, v)
	p.local = from + uint64(v.Size)
	return passed{from, p.local}
}

func aligned(at uint64, v *parse.Variable) uint64 {
	a := uint64(max(v.Align, 1))
	return (at + a - 1) / a * a
}

// reg is the number of a register of a frame.
func (f *frame) reg(name string) int {
	name = fmt.Sprint(f.number, name)
	if _, ok := f.regs[name]; !ok {
		f.regs[name] = len(f.regs)
	}
	return f.regs[name]
}

// call adds a call.
func (f *frame) call(in *parse.Instr) error {
	unknown := func(err error) error { return faultAt(in.Line, "unknown: %v", err) }
	c, callee := new(call), ""
	for _, o := range in.Operands {
		switch o := o.(type) {
		case parse.Name:
			callee = o.Name
		case parse.List:
			all, err := f.places(o)
			if err != nil {
				return unknown(err)
			}
			if callee == "" {
				c.returns = all
			} else {
				c.passes = all
			}
		}
	}
	out := instr{Instr: in, guard: -1, call: c}
	if in.Guard != "" {
		out.guard = f.reg(in.Guard)
	}
	if callee != "" && f.stays(callee) {
		f.code = append(f.code, out)
		return nil
	}
	inner, err := f.inner(callee, c)
	if err != nil {
		return unknown(err)
	}
	if in.Guard != "" { // around all of it
		at := len(f.code)
		f.code = append(f.code, instr{Instr: branch(in, !in.Negated), guard: out.guard})
		defer func() { f.code[at].target = len(f.code) }()
	}
	return inner.body()
}

// inner is the frame of a call, in which what it is passed and returns are the caller's variables.
func (f *frame) inner(callee string, c *call) (*frame, error) {
	k := f.module.Func(callee)
	if k == nil {
		return nil, fmt.Errorf("a call of %s", callee)
	}
	for outer := f; outer != nil; outer = outer.caller {
		if outer.of == k {
			return nil, fmt.Errorf("%s calls itself", callee)
		}
	}
	if len(k.Shared) > 0 {
		return nil, fmt.Errorf("a call of %s, which has memory of the block", callee)
	}
	f.frames++
	inner := &frame{loader: f.loader, of: k, caller: f, number: f.frames}
	inner.variables()
	for i, vs := range [][]*parse.Variable{k.Returns, k.Params} {
		given := [][]passed{c.returns, c.passes}[i]
		if len(given) != len(vs) {
			return nil, fmt.Errorf("a call of %s with %d values, want %d", callee, len(given), len(vs))
		}
		for j, v := range vs {
			if at := given[j]; at.to-at.from != uint64(v.Size) || at.from != aligned(at.from, v) {
				return nil, fmt.Errorf("a call of %s: want %d bytes for %s", callee, v.Size, v.Name)
			}
			inner.passed[v.Name] = given[j]
		}
	}
	return inner, nil
}

// places are those of variables.
func (f *frame) places(of parse.List) (all []passed, err error) {
	for _, part := range of.Parts {
		n, ok := part.(parse.Name)
		if !ok || f.passed[n.Name] == (passed{}) {
			return nil, fmt.Errorf("a value %v that is no variable", part)
		}
		all = append(all, f.passed[n.Name])
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
