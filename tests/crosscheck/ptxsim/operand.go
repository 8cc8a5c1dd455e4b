package ptxsim

import (
	"math"
	"strings"
)

// operand is what an instruction names.
type operand struct {
	kind byte // 'r' register, 'n' number, 'v' vector, 'a' address, '_' sink, 's' variable, 'l' other name
	line int
	text string
	slot int
	typ  scalar
	lit  literal
	not  bool      // !p
	list []operand // of a vector
	pair *operand  // q of p|q
	v    *variable // of an address or a variable
	off  int64
}

// operand reads one operand ("Using Addresses, Arrays, and Vectors").
func (b *builder) operand() operand {
	t := b.peek()
	switch {
	case t.text == "[":
		b.next()
		o := b.addressOf()
		b.expect("]")
		return o
	case t.text == "{":
		b.next()
		o := operand{kind: 'v', line: t.line}
		for {
			o.list = append(o.list, b.operand())
			if !b.accept(",") {
				break
			}
		}
		b.expect("}")
		return o
	case t.text == "!":
		b.next()
		o := b.operand()
		if o.kind != 'r' || o.typ.kind != truth {
			refuse(t.line, "! before what is no predicate")
		}
		o.not = !o.not
		return o
	case t.text == "-" || t.text == "~" || t.number():
		return operand{kind: 'n', line: t.line, lit: b.constant()}
	case t.text == "_":
		b.next()
		o := operand{kind: '_', line: t.line}
		if b.accept("|") {
			q := b.operand()
			o.pair = &q
		}
		return o
	case t.word():
		o := b.named()
		if o.kind == 's' && b.peek().is("+", "-") {
			neg := b.next().text == "-"
			o.off = b.offset(neg)
		}
		if b.accept("|") {
			q := b.operand()
			o.pair = &q
		}
		return o
	}
	refuse(t.line, "%s where an operand is expected", t.text)
	return operand{}
}

// constant reads a number with unary operators ("Constant Expressions"; others
// are not read).
func (b *builder) constant() literal {
	t := b.next()
	switch t.text {
	case "-":
		l := b.constant()
		switch l.float {
		case 's':
			l.bits ^= 1 << 31
		case 'd':
			l.bits ^= 1 << 63
		default:
			l.bits = -l.bits
		}
		return l
	case "~":
		l := b.constant()
		if l.float != 0 {
			refuse(t.line, "~ of a float")
		}
		l.bits = ^l.bits
		return l
	}
	if !t.number() {
		refuse(t.line, "%s where a number is expected", t.text)
	}
	return parseLiteral(t)
}

func (b *builder) offset(neg bool) int64 {
	line := b.peek().line
	l := b.constant()
	if l.float != 0 || int64(l.bits) > math.MaxInt32 || int64(l.bits) < math.MinInt32 {
		refuse(line, "offset of an address")
	}
	if neg {
		return -int64(l.bits)
	}
	return int64(l.bits)
}

// addressOf reads an address between brackets ("Addresses as Operands").
func (b *builder) addressOf() operand {
	t := b.peek()
	o := operand{kind: 'a', line: t.line, slot: -1}
	switch {
	case t.number():
		o.off = int64(b.constant().bits)
	case t.word():
		n := b.named()
		switch {
		case n.kind == 's':
			o.v = n.v
		case n.kind == 'r' && n.typ.isInt() && n.typ.bits >= 32:
			o.slot, o.typ = n.slot, n.typ
		default:
			refuse(t.line, "%s is no address", t.text)
		}
	default:
		refuse(t.line, "%s where an address is expected", t.text)
	}
	for b.peek().is("+", "-") {
		neg := b.next().text == "-"
		o.off += b.offset(neg)
	}
	return o
}

// named resolves a name.
func (b *builder) named() operand {
	t := b.next()
	o := operand{line: t.line, text: t.text}
	if sym, ok := b.scope.find(t.text); ok {
		switch {
		case sym.reg:
			o.kind, o.slot, o.typ = 'r', sym.slot, sym.typ
		case sym.v != nil:
			o.kind, o.v = 's', sym.v
		default:
			o.kind = 'l'
		}
		return o
	}
	if t.text == "WARP_SZ" {
		o.kind, o.lit = 'n', literal{bits: warpSize}
		return o
	}
	if of, ok := specials[t.text]; ok {
		slot, ok := b.special[t.text]
		if !ok {
			slot = b.newSlot(64)
			b.special[t.text] = slot
			b.fn.special = append(b.fn.special, specialSlot{slot, of})
		}
		o.kind, o.slot, o.typ = 'r', slot, scalar{kind: unsigned, bits: 32}
		o.text = "special " + t.text
		return o
	}
	if strings.HasPrefix(t.text, "%") || strings.Contains(t.text, ".") {
		refuse(t.line, "%s is not declared", t.text)
	}
	o.kind = 'l'
	return o
}

// constSlot is a slot that holds a value.
func (b *builder) constSlot(x uint64) int {
	slot, ok := b.consts[x]
	if !ok {
		slot = b.newSlot(64)
		b.consts[x] = slot
		b.fn.consts = append(b.fn.consts, constant{slot, x})
	}
	return slot
}

// addressSlot is a slot that holds the address of a variable in its space.
func (b *builder) addressSlot(v *variable) int {
	slot, ok := b.address[v]
	if !ok {
		slot = b.newSlot(64)
		b.address[v] = slot
		b.fn.address = append(b.fn.address, addressSlot{slot, v})
	}
	return slot
}

// source is the slot of an operand that is read as type s.
func (b *builder) source(o operand, s scalar) int {
	switch {
	case o.pair != nil || o.not:
	case o.kind == 'r':
		if strings.HasPrefix(o.text, "special") && b.op != "mov" && b.op != "cvt" {
			refuse(o.line, "%s in an instruction that is no mov or cvt", o.text)
		}
		if !s.takes(o.typ) {
			refuse(o.line, "operand %s of another type", o.text)
		}
		return o.slot
	case o.kind == 'n':
		if s.pair || s.isFloat() && s.bits == 16 {
			refuse(o.line, "constant of a half type")
		}
		return b.constSlot(o.lit.as(s, o.line))
	}
	refuse(o.line, "operand that cannot be read")
	return 0
}

// wide is the slot of an operand of ld, st or cvt. Its register may be wider than
// the type.
func (b *builder) wide(o operand, s scalar) int {
	if o.kind == 'r' && o.pair == nil && !o.not {
		if !s.agrees(o.typ) || o.typ.bits < s.bits || s.isFloat() && o.typ.isFloat() && o.typ != s {
			refuse(o.line, "operand %s of another type", o.text)
		}
		return o.slot
	}
	return b.source(o, s)
}

// target is the slot of an operand that is written as type s.
func (b *builder) target(o operand, s scalar) int {
	if o.kind != 'r' || o.pair != nil || o.not || strings.HasPrefix(o.text, "special") {
		refuse(o.line, "operand that cannot be written")
	}
	if !s.takes(o.typ) {
		refuse(o.line, "operand %s of another type", o.text)
	}
	return o.slot
}

// condition is the value of a predicate that may be negated.
func (b *builder) condition(o operand) func(t *thread) uint64 {
	not := boolBit(o.not)
	o.not = false
	slot := b.source(o, pred)
	return func(t *thread) uint64 { return t.r[slot] ^ not }
}
