package ptxsim

import "strings"

// inst is an instruction while it is read.
type inst struct {
	line int
	op   string
	mods []string
	args []operand
	at   int // the index that it will have
	meet *meeting
}

// flag takes the next modifier if it is that one.
func (in *inst) flag(name string) bool {
	if len(in.mods) > 0 && in.mods[0] == name {
		in.mods = in.mods[1:]
		return true
	}
	return false
}

// oneOf takes the next modifier if it is one of the names, else gives "".
func (in *inst) oneOf(names ...string) string {
	for _, n := range names {
		if in.flag(n) {
			return n
		}
	}
	return ""
}

// must takes the next modifier, which has to be one of the names.
func (in *inst) must(names ...string) string {
	m := in.oneOf(names...)
	if m == "" {
		refuse(in.line, "%s: want one of .%s", in.op, strings.Join(names, " ."))
	}
	return m
}

// typ takes a type out of a list in one string.
func (in *inst) typ(names string) scalar { return typeNames[in.must(strings.Fields(names)...)] }

// end refuses modifiers that are left, and another number of operands.
func (in *inst) end(counts ...int) {
	if len(in.mods) > 0 {
		refuse(in.line, "%s: modifier .%s", in.op, in.mods[0])
	}
	for _, n := range counts {
		if len(in.args) == n {
			return
		}
	}
	refuse(in.line, "%s: %d operands", in.op, len(in.args))
}

// instruction reads one instruction with its guard ("Predicated Execution").
func (b *builder) instruction() {
	guard, neg := -1, false
	if b.accept("@") {
		neg = b.accept("!")
		o := b.operand()
		if o.kind != 'r' || o.not {
			refuse(o.line, "guard that is no predicate")
		}
		guard = b.source(o, pred)
	}
	t := b.next()
	if !t.word() {
		refuse(t.line, "%s where an opcode is expected", t.text)
	}
	parts := strings.Split(t.text, ".")
	in := &inst{line: t.line, op: parts[0], mods: parts[1:], at: len(b.fn.code)}
	b.op = in.op
	var do func(t *thread)
	if in.op == "call" {
		do = b.call(in)
	} else {
		for b.peek().text != ";" {
			in.args = append(in.args, b.operand())
			if !b.accept(",") {
				break
			}
		}
		make, ok := opcodes[in.op]
		if !ok {
			refuse(in.line, "opcode %s", t.text)
		}
		do = make(b, in)
	}
	b.expect(";")
	b.emit(instr{do: do, guard: guard, neg: neg, line: in.line, meet: in.meet})
}

// args are the values of an instruction's operands.
type args [4]uint64

// apply is an instruction on operands of these types. Its result is cut to the size
// of its type.
func (b *builder) apply(in *inst, to scalar, f func(t *thread, a args) uint64, from ...scalar) func(t *thread) {
	in.end(len(from) + 1)
	var at [4]int
	for i, s := range from {
		at[i] = b.source(in.args[i+1], s)
	}
	n, d, m := len(from), b.target(in.args[0], to), ones(to.bits)
	return func(t *thread) {
		var a args
		for i, slot := range at[:n] {
			a[i] = t.r[slot]
		}
		t.r[d] = f(t, a) & m
	}
}

// unary, binary and ternary are instructions on operands of one type.

func (b *builder) unary(in *inst, s scalar, f func(a uint64) uint64) func(t *thread) {
	return b.apply(in, s, func(_ *thread, a args) uint64 { return f(a[0]) }, s)
}

func (b *builder) binary(in *inst, s scalar, f func(a, c uint64) uint64) func(t *thread) {
	return b.apply(in, s, func(_ *thread, a args) uint64 { return f(a[0], a[1]) }, s, s)
}

func (b *builder) ternary(in *inst, s scalar, f func(a, c, e uint64) uint64) func(t *thread) {
	return b.apply(in, s, func(_ *thread, a args) uint64 { return f(a[0], a[1], a[2]) }, s, s, s)
}

// halves applies f to each 16-bit half.
func halves(f func(a, c uint64) uint64) func(a, c uint64) uint64 {
	return func(a, c uint64) uint64 {
		return f(a&0xffff, c&0xffff)&0xffff | f(a>>16, c>>16)<<16
	}
}
