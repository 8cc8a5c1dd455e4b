package ptxsim

import (
	"strconv"
	"strings"
)

// builder makes the code of one function.
type builder struct {
	*parser
	fn    *function
	scope *scope
	op    string // of the instruction that is read
	// By value, type or name, the slots that exist.
	consts  map[uint64]int
	special map[string]int
	address map[*variable]int
}

// function reads .entry or .func after that word ("Kernel and Function
// Directives").
func (p *parser) function(kernel, external bool, line int) {
	f := &function{kernel: kernel}
	b := &builder{parser: p, fn: f, scope: newScope(p.module),
		consts: map[uint64]int{}, special: map[string]int{}, address: map[*variable]int{}}
	if external {
		refuse(line, "external function")
	}
	if !kernel && p.peek().text == "(" {
		f.results = b.formals()
	}
	f.name = p.name().text
	if p.peek().text == "(" {
		f.params = b.formals()
	}
	if old, ok := p.module.find(f.name); ok { // declared before
		if old.fn == nil || old.fn.defined || old.fn.kernel != kernel || !sameFormals(old.fn, f) {
			refuse(line, "%s is declared twice", f.name)
		}
		*old.fn = *f
		f = old.fn
		b.fn = f
	} else {
		p.module.declare(f.name, symbol{fn: f}, line)
		p.funcs = append(p.funcs, f)
	}
	b.tuning(f)
	if !kernel && p.accept(";") {
		return
	}
	f.defined = true
	p.expect("{")
	b.block()
	b.emit(instr{do: leave, guard: -1, line: p.peek().line}) // the end of a function returns
	b.scope.outer = nil
	b.scope.close()
}

func sameFormals(a, b *function) bool {
	same := func(x, y []formal) bool {
		for i := range min(len(x), len(y)) {
			if x[i].typ != y[i].typ || (x[i].v == nil) != (y[i].v == nil) || x[i].v != nil && x[i].v.size != y[i].v.size {
				return false
			}
		}
		return len(x) == len(y)
	}
	return same(a.params, b.params) && same(a.results, b.results)
}

// tuning reads the directives between a function's head and its body.
func (b *builder) tuning(f *function) {
	for {
		switch t := b.peek(); t.text {
		case ".reqntid", ".maxntid":
			b.next()
			dims := [3]int{b.integer(), 1, 1}
			for i := 1; i < 3 && b.accept(","); i++ {
				dims[i] = b.integer()
			}
			if t.text == ".reqntid" {
				f.reqntid = dims
			} else {
				f.maxntid = dims[0] * dims[1] * dims[2]
			}
		case ".minnctapersm", ".maxnreg":
			b.next()
			b.integer()
		case ".noreturn":
			refuse(t.line, ".noreturn")
		case ".pragma":
			b.skip(b.next())
		default:
			return
		}
	}
}

// formals reads a list of parameters in parentheses.
func (b *builder) formals() []formal {
	var all []formal
	b.expect("(")
	for b.peek().text != ")" {
		t := b.next()
		switch t.text {
		case ".param":
			v := b.variable(t)
			b.own(v)
			b.scope.declare(v.name, symbol{v: v}, t.line)
			all = append(all, formal{v: v, typ: v.typ})
		case ".reg":
			if b.fn.kernel {
				refuse(t.line, "a kernel's parameter in a register")
			}
			typ := b.registerType()
			name := b.name()
			slot := b.newSlot(typ.bits)
			b.scope.declare(name.text, symbol{reg: true, slot: slot, typ: typ}, t.line)
			all = append(all, formal{slot: slot, typ: typ})
		default:
			refuse(t.line, "%s in a list of parameters", t.text)
		}
		if !b.accept(",") {
			break
		}
	}
	b.expect(")")
	return all
}

// own gives a variable its place in the function's frame.
func (b *builder) own(v *variable) {
	v.index = len(b.fn.frame)
	b.fn.frame = append(b.fn.frame, v)
}

// newSlot adds a slot of so many bits.
func (b *builder) newSlot(bits int) int {
	b.fn.widths = append(b.fn.widths, uint8(bits))
	return len(b.fn.widths) - 1
}

func (b *builder) emit(in instr) {
	b.fn.code = append(b.fn.code, in)
}

// block reads statements up to the closing brace, in a scope of its own.
func (b *builder) block() {
	b.scope = newScope(b.scope)
	for !b.accept("}") {
		b.statement()
	}
	inner := b.scope
	b.scope = inner.outer
	inner.close()
}

// statement reads a label, a directive, a block or an instruction.
func (b *builder) statement() {
	t := b.peek()
	switch {
	case t.text == "{":
		b.next()
		b.block()
	case t.text == ";":
		b.next()
	case t.is(".loc", ".pragma"):
		b.skip(b.next())
	case t.text == ".reg":
		b.next()
		b.registers()
	case t.is(".local", ".shared", ".param"):
		b.next()
		v := b.variable(t)
		if v.space != shared {
			b.own(v)
		}
		b.scope.declare(v.name, symbol{v: v}, t.line)
		b.expect(";")
	case t.text == "@" || t.word() && t.text[0] != '.':
		if b.tokens[min(b.at+1, len(b.tokens)-1)].text == ":" {
			b.name()
			b.next()
			if _, ok := b.scope.labels[t.text]; ok {
				refuse(t.line, "label %s twice", t.text)
			}
			b.scope.labels[t.text] = len(b.fn.code)
			return
		}
		b.instruction()
	default:
		refuse(t.line, "%s where a statement is expected", t.text)
	}
}

func (b *builder) registerType() scalar {
	t := b.next()
	typ, ok := typeNames[strings.TrimPrefix(t.text, ".")]
	if !ok || typ.bits == 8 && typ.kind != untyped && typ.kind != unsigned && typ.kind != signed || typ.pair &&
		!typ.isFloat() {
		refuse(t.line, "register of type %s", t.text)
	}
	return typ
}

// registers reads .reg .type a, b<n>; ("Parameterized Variable Names").
func (b *builder) registers() {
	typ := b.registerType()
	for {
		t := b.name()
		if !b.accept("<") {
			b.scope.declare(t.text, symbol{reg: true, slot: b.newSlot(typ.bits), typ: typ}, t.line)
		} else {
			n := b.integer()
			if n < 0 || n > 1<<16 {
				refuse(t.line, "%d registers", n)
			}
			b.expect(">")
			for i := range n {
				b.scope.declare(t.text+strconv.Itoa(i), symbol{reg: true, slot: b.newSlot(typ.bits), typ: typ}, t.line)
			}
		}
		if !b.accept(",") {
			break
		}
	}
	b.expect(";")
}
