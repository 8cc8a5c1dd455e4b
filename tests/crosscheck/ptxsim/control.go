package ptxsim

// bra is "Control Flow Instructions: bra".
func bra(b *builder, in *inst) func(t *thread) {
	in.flag("uni")
	in.end(1)
	if in.args[0].kind != 'l' || in.args[0].pair != nil {
		refuse(in.line, "bra to what is no label")
	}
	to := new(int)
	b.scope.jumps = append(b.scope.jumps, jump{in.args[0].text, in.line, to})
	return func(t *thread) { t.pc = *to }
}

// ret is "Control Flow Instructions: ret".
func ret(_ *builder, in *inst) func(t *thread) {
	in.flag("uni")
	in.end(0)
	return leave
}

// exit ends the thread.
func exit(_ *builder, in *inst) func(t *thread) {
	in.end(0)
	return func(t *thread) { t.status = exited }
}

// trap faults.
func trap(_ *builder, in *inst) func(t *thread) {
	in.end(0)
	return func(t *thread) { t.fault("trap") }
}

// fence is membar and fence: threads of one block run one at a time here.
func fence(_ *builder, in *inst) func(t *thread) {
	if in.op == "fence" {
		in.oneOf("sc", "acq_rel")
		in.must("cta", "gpu", "sys")
	} else {
		in.must("cta", "gl", "sys")
	}
	in.end(0)
	return func(*thread) {}
}

// passed is an argument or a result of a call.
type passed struct {
	slot int
	v    *variable
}

// call is "Control Flow Instructions: call" of a function by its name.
func (b *builder) call(in *inst) func(t *thread) {
	in.flag("uni")
	if len(in.mods) > 0 {
		refuse(in.line, "call.%s", in.mods[0])
	}
	list := func() []operand {
		var all []operand
		b.expect("(")
		for b.peek().text != ")" {
			all = append(all, b.operand())
			if !b.accept(",") {
				break
			}
		}
		b.expect(")")
		return all
	}
	var results, args []operand
	if b.peek().text == "(" {
		results = list()
		b.expect(",")
	}
	name := b.name()
	if b.accept(",") {
		args = list()
	}
	sym, ok := b.scope.find(name.text)
	if !ok || sym.fn == nil || sym.fn.kernel {
		refuse(in.line, "call of %s, which is no function", name.text)
	}
	f := sym.fn
	ins, outs := b.pass(in, f.params, args, false), b.pass(in, f.results, results, true)
	return func(t *thread) { t.call(f, ins, outs) }
}

// pass matches what a call names with what the function declares.
func (b *builder) pass(in *inst, formals []formal, actual []operand, result bool) []passed {
	if len(formals) != len(actual) {
		refuse(in.line, "call with %d of %d parameters", len(actual), len(formals))
	}
	var all []passed
	for i, o := range actual {
		f := formals[i]
		switch {
		case f.v != nil && o.kind == 's' && o.v.space == param && o.off == 0 && o.v.size == f.v.size:
			all = append(all, passed{slot: -1, v: o.v})
		case f.v != nil && o.kind == 's':
			refuse(in.line, "parameter %d of another size", i)
		case result:
			all = append(all, passed{slot: b.target(o, f.typ)})
		default:
			all = append(all, passed{slot: b.source(o, f.typ)})
		}
	}
	return all
}

// call enters a function with its arguments; its results are copied when it
// returns.
func (t *thread) call(f *function, ins, outs []passed) {
	if len(t.frames) >= 64 {
		t.fault("calls too deep")
	}
	old := frame{r: t.r, fn: t.fn, pc: t.pc, memory: t.memory, live: len(t.local)}
	t.enter(f)
	give := func(p passed, r []uint64, memory []*allocation) []byte {
		if p.v != nil {
			return memory[p.v.index].data
		}
		var whole [8]byte
		store(whole[:], r[p.slot])
		return whole[:]
	}
	for i, p := range ins {
		from := give(p, old.r, old.memory)
		if to := f.params[i]; to.v != nil {
			copy(t.memory[to.v.index].data, from)
		} else {
			t.r[to.slot] = load(from[:8]) & ones(to.typ.bits)
		}
	}
	inner, memory := t.r, t.memory
	old.back = func() {
		for i, p := range outs {
			o := f.results[i]
			formal := passed{slot: o.slot, v: o.v}
			from := give(formal, inner, memory)
			if p.v != nil {
				copy(old.memory[p.v.index].data, from)
				continue
			}
			var whole [8]byte
			copy(whole[:], from)
			old.r[p.slot] = load(whole[:]) & ones(o.typ.bits)
		}
	}
	t.frames = append(t.frames, old)
}
