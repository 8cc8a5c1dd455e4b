package exec

import (
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
)

// call puts a function in place of a call of it: its registers, its variables and
// what it returns hold nothing at first, what it is passed is the caller's .param
// variables themselves, and ret goes on after the call. Threads that come from two
// calls never meet in one instruction, so a member mask that wants them to is
// refused as divergent.
func (l *loader) call(f *frame, in *parse.Instr) error {
	if len(in.Mods) > 1 || len(in.Mods) == 1 && in.Mods[0] != "uni" {
		return l.refuse(in, parse.Unknown, "form %s of call", in.Opcode())
	}
	if l.reported(f, in) {
		return nil
	}
	callee, returns, passes, err := l.called(in)
	if err != nil {
		return err
	}
	for _, k := range append(l.stack, f.k) {
		if k == callee {
			return l.refuse(in, parse.Unsupported, "%s calls itself", callee.Name)
		}
	}
	if in.Guard != "" { // around all of it
		skip := &parse.Instr{Place: in.Place, Guard: in.Guard, Negated: !in.Negated, Name: "ret"}
		out, err := l.instr(f, skip)
		if err != nil {
			return err
		}
		out.form, out.mods, out.opcode = forms["bra"][0], []string{""}, "call"
		at := len(l.p.instrs)
		l.p.instrs = append(l.p.instrs, out)
		defer func() { l.p.instrs[at].target = len(l.p.instrs) }()
	}
	regs, regions := len(l.p.widths), len(l.p.regions)
	inner := l.frame(callee)
	fresh := append([]*region(nil), l.p.regions[regions:]...)
	for i, vs := range [][]*parse.Variable{callee.Returns, callee.Params} {
		given := [][]parse.Operand{returns, passes}[i]
		if len(vs) != len(given) {
			return l.refuse(in, parse.Malformed, "%s passes or returns %d values, want %d", callee.Name, len(given), len(vs))
		}
		for j, v := range vs {
			n, _ := given[j].(parse.Name)
			r := f.vars[n.Name]
			if r == nil || r.space != "param" || r.input || r.size != v.Size || r.align < v.Align {
				return l.refuse(in, parse.Unsupported, "%s: want a .param variable of %d bytes for %s", callee.Name, v.Size, v.Name)
			}
			inner.vars[v.Name] = r
			if i == 0 {
				fresh = append(fresh, r)
			}
		}
	}
	end := regs + len(callee.Regs)
	l.does(in, func(t *thread, _ *instr) {
		for reg := regs; reg < end; reg++ {
			t.setReg(reg, t.m.blank[reg])
		}
		t.forgetFlags()
		t.forget(fresh)
	})
	if k := l.knownFunction(callee.Name); k != nil {
		err = l.known(k, in, callee, inner.vars)
	} else {
		outer := l.from
		l.stack, l.from = append(l.stack, f.k), l.placeOf(in).At
		err = l.body(inner)
		l.stack, l.from = l.stack[:len(l.stack)-1], outer
	}
	var passed []*region
	for _, v := range callee.Params {
		passed = append(passed, inner.vars[v.Name])
	}
	l.does(in, func(t *thread, _ *instr) {
		t.forgetFlags()
		t.forget(passed)
	})
	return err
}

// does adds what a call does beside the callee's instructions.
func (l *loader) does(in *parse.Instr, run action) {
	l.p.instrs = append(l.p.instrs, instr{Place: l.placeOf(in), opcode: in.Opcode(), guard: -1, target: -1,
		form: &form{name: "call", run: run}})
}

// forget leaves a thread's own regions as if nothing had been stored there.
func (t *thread) forget(all []*region) {
	for _, r := range all {
		if r.space != "shared" {
			t.setRegion(r.index, nil)
		}
	}
}

// reported puts in place a call of CUDA's own functions, which the file has no code for. A failed assertion ends the
// thread. Printing leaves memory as it is, and its result is not known.
func (l *loader) reported(f *frame, in *parse.Instr) bool {
	named := func(name string) bool {
		return slices.Contains(in.Operands, parse.Operand(parse.Name{Name: name})) && l.m.Func(name) == nil
	}
	switch {
	case named("__assertfail") && in.Guard == "":
		l.p.instrs = append(l.p.instrs, instr{Place: l.placeOf(in), opcode: "trap", form: forms["trap"][0], guard: -1,
			target: -1})
		return true
	case named("vprintf"):
		returns, _ := in.Operands[0].(parse.List)
		for _, to := range returns.Parts {
			n, _ := to.(parse.Name)
			if r := f.vars[n.Name]; r != nil && r.space == "param" && !r.input {
				l.does(in, func(t *thread, _ *instr) { t.forget([]*region{r}) })
			}
		}
		return true
	}
	return false
}

// called is the function that a call names, and its operands.
func (l *loader) called(in *parse.Instr) (callee *parse.Kernel, returns, passes []parse.Operand, err error) {
	ops := in.Operands
	if len(ops) > 0 {
		if r, ok := ops[0].(parse.List); ok {
			returns, ops = r.Parts, ops[1:]
		}
	}
	if len(ops) == 2 {
		if r, ok := ops[1].(parse.List); ok {
			passes, ops = r.Parts, ops[:1]
		}
	}
	if len(ops) != 1 {
		return nil, nil, nil, l.refuse(in, parse.Unsupported, "only direct calls are followed")
	}
	n, ok := ops[0].(parse.Name)
	if !ok {
		return nil, nil, nil, l.refuse(in, parse.Unsupported, "only direct calls are followed")
	}
	callee = l.m.Func(n.Name)
	if known := l.m.Declared(n.Name); callee == nil && known != nil && l.knownFunction(n.Name) != nil {
		callee = known
	}
	if callee == nil {
		if strings.HasPrefix(n.Name, "__nv_") {
			return nil, nil, nil, l.refuse(in, parse.Unsupported, "calls %s of CUDA's library, which nvcc has, and clang "+
				"without the toolkit has not", n.Name)
		}
		return nil, nil, nil, l.refuse(in, parse.Unsupported, "calls %s, which is not in the file", n.Name)
	}
	return callee, returns, passes, nil
}
