package golang

import (
	"fmt"
	mathbits "math/bits"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/spec"
)

// Elements that are no scalars have no bits to choose between. They are chosen by their index in
// v: the choice is among numbers, and what it names is copied once, whatever the element is made
// of. An array of two, indexed by a member's bit, copies both elements first; an if branches. 29
// choices among structs of 12 bytes, by random masks, take 35 ns by index, 44 ns by array and 111 ns
// by if (amd64).

// typeOf is the type of a port's values.
func typeOf(port spec.Port) jen.Code {
	if port.Elem == nil {
		return jen.Id(goType(port.Type))
	}
	n := port.Elem.TypeName()
	if n.Local {
		return jen.Id(n.Name)
	}
	return jen.Qual(n.Path, n.Name)
}

// imports tells the names of the packages that declare the elements, the inputs of a map and the functions of users.
func imports(f *jen.File, s spec.Spec) {
	for _, e := range s.Composites() {
		if n := e.TypeName(); !n.Local && n.Path != "" {
			f.ImportName(n.Path, n.Package)
		}
	}
	for _, m := range []*spec.Map{s.Map, s.Row().Fn} {
		if m.User() {
			f.ImportName(m.Path, m.Package)
		}
	}
	if s.User != nil {
		f.ImportName(s.User.Path, s.User.Package)
	}
}

// byIndex reports whether a value is an element of v at an index that depends on the mask alone.
func (x *expansion) byIndex(v *value) bool {
	if x.net.Spec.Elem == nil || x.net.Spec.User != nil {
		return false
	}
	return v.kind == element || v.kind == choose && x.byIndex(v.a) && x.byIndex(v.b)
}

// kept is v where a condition holds, else the element that a lane had.
func (x *expansion) kept(v *value, when truth, register, lane int) *value {
	own := x.number(value{kind: element, reg: register, lane: lane}, lane)
	if v == own {
		return v
	}
	return x.number(value{kind: choose, set: when.set, lane: when.member, a: v, b: own}, lane)
}

// chosenAt is the element of v that a value is, and the definitions of what its index needs.
func (p *printer) chosenAt(v *value) (e expr, lines []jen.Code) {
	register, lane, lines := p.place(v)
	e = id(spec.ElementRole.Name())
	if p.shape.Array() {
		e = e.index(register)
	}
	return e.index(lane), lines
}

// place is the register and the lane of an element that is chosen by its index.
func (p *printer) place(v *value) (register, lane expr, lines []jen.Code) {
	if v.kind == element {
		return dec(v.reg), dec(v.lane), nil
	}
	mask, a, lines := p.condition(v)
	aReg, aLane, aLines := p.place(a)
	bReg, bLane, bLines := p.place(v.b)
	register = picked(mask, aReg, bReg, topBits(p.shape.Registers()))
	lane = picked(mask, aLane, bLane, warpSize-1)
	return register, lane, append(lines, append(aLines, bLines...)...)
}

// condition is a word of ones where a choice takes its first value, and that value. A choice
// within a choice that falls back on the same element is one.
func (p *printer) condition(v *value) (mask expr, a *value, lines []jen.Code) {
	word, definition := p.spread(v.set, v.lane)
	if definition != nil {
		lines = append(lines, definition)
	}
	if v.a.kind != choose || v.a.b != v.b {
		return word, v.a, lines
	}
	inner, a, more := p.condition(v.a)
	return inner.and(word).grouped(), a, append(lines, more...)
}

// picked is index a where mask is ones, else b; both are at most last, a number of ones.
func picked(mask, a, b expr, last int) expr {
	zero := dec(0)
	switch {
	case same(a, b):
		return a
	case same(a, zero):
		return b.andNot(mask).and(dec(last))
	case same(b, zero):
		return a.and(mask).and(dec(last))
	}
	return chosen(mask, a, b).grouped().and(dec(last))
}

// same reports whether two expressions are one.
func same(a, b expr) bool { return fmt.Sprintf("%#v", &a.code) == fmt.Sprintf("%#v", &b.code) }

// topBits is the number with all bits set that n-1 has, where that stays below n.
func topBits(n int) int { return 1<<mathbits.Len(uint(n-1)) - 1 }
