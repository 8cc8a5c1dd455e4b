package cuda

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/gen/internal/ops"
	"github.com/shflgen/shflgen/spec"
)

// packedType is the type of a packed register.
const packedType = "unsigned"

// packedOps prints registers that hold several elements.
type packedOps struct {
	*problem
	spec spec.Spec
	on   arches

	inPlace         bool // elements are compared where they stand in a register
	packs, combines bool // helpers that are called
}

// pack is a register of elements.
func (p *packedOps) pack(of []expr) expr {
	p.packs = true
	return call(p.spec.FileName()+"_word", of...)
}

// pick is a register of elements of two others, byte by byte.
func (p *packedOps) pick(e network.Permute, a, b expr, c *conditions) expr {
	chosen := selector(p.spec.Type, e.Then)
	if e.If != nil {
		holds := c.of(e.If)
		if holds.none() {
			p.report("node %d always holds", e.If.ID)
		}
		chosen = holds.choose(chosen, selector(p.spec.Type, e.Else))
	}
	return call("__byte_perm", a, b, chosen)
}

// combine is the op on two registers.
func (p *packedOps) combine(a, b expr) expr {
	if body, ok := ops.Body(p.spec.Op); ok && body.Bitwise() {
		return ops.Apply(body, a, b, operators)
	}
	p.combines = true
	return call(p.spec.FileName()+"_combine", a, b)
}

// selector is the operand of __byte_perm that selects these elements of two packed registers.
func selector(t spec.Type, fields []int) expr {
	bytes, bits := t.Bits()/8, 0
	for i, f := range fields {
		for j := range bytes {
			bits |= (f*bytes + j) << (4 * (i*bytes + j))
		}
	}
	return hex(4, uint32(bits))
}

// toBits and ofBits are the conversions between an element and its bits.
var (
	toBits = map[spec.Type]func(expr) expr{
		spec.Float16: caller("__half_as_ushort"), spec.Bfloat16: caller("__bfloat16_as_ushort"),
		spec.Int8: caster("unsigned char"), spec.Uint8: same, spec.Int16: caster("unsigned short"), spec.Uint16: same,
	}
	ofBits = map[spec.Type]func(expr) expr{
		spec.Float16:  func(e expr) expr { return call("__ushort_as_half", e.to("unsigned short")) },
		spec.Bfloat16: func(e expr) expr { return call("__ushort_as_bfloat16", e.to("unsigned short")) },
		spec.Int8:     caster("signed char"), spec.Uint8: caster("unsigned char"), spec.Int16: caster("short"),
		spec.Uint16: caster("unsigned short"),
	}
	pairs = map[spec.Type]spec.Type{spec.Float16: spec.Float16x2, spec.Bfloat16: spec.Bfloat16x2}
)

func same(e expr) expr                  { return e }
func caller(f string) func(expr) expr   { return func(e expr) expr { return call(f, e) } }
func caster(typ string) func(expr) expr { return func(e expr) expr { return e.to(typ) } }

// fieldOf is an element of a register.
func fieldOf(t spec.Type, register expr, at int) expr {
	if at > 0 {
		register = register.shr(literal(at * t.Bits()))
	}
	return ofBits[t](register)
}

// placed is an element, shifted to its position in a register.
func placed(t spec.Type, element expr, at int) expr {
	bits := toBits[t](element).to(packedType)
	if at > 0 {
		return bits.shl(literal(at * t.Bits()))
	}
	return bits
}

// union joins expressions by |.
func union(terms []expr) expr {
	all := terms[0]
	for _, t := range terms[1:] {
		all = all.or(t)
	}
	return all
}

// fieldTable is, for each lane, the number of an element of a packed register, and the local
// by how many bits the lane shifts it.
type fieldTable struct {
	fields       []int
	local, value expr
}

// shift is the local of by how many bits a lane shifts a packed register, of elements of so
// many bits, to have the element lowest that fields names.
func (p *position) shift(fields []int, bits int) expr {
	for _, t := range p.fields {
		if slices.Equal(t.fields, fields) {
			return t.local
		}
	}
	local := name(fmt.Sprintf("shift%d", len(p.fields)))
	p.fields = append(p.fields, fieldTable{fields, local, p.field(fields).times(number(bits))})
	return local
}

// field is the number of the element: (pos / d + c) mod m, if it is such, else two bits of
// constants.
func (p *position) field(fields []int) expr {
	whole := p.count / p.width * p.width // lanes of segments
	for _, m := range []int{2, 3, 4} {
		for d := 1; d < p.width; d++ {
			for c := range m {
				if !some(whole, func(i int) bool { return fields[i] != (i%p.width/d+c)%m }) {
					e := p.pos()
					if d > 1 {
						e = e.over(number(d))
					}
					return e.plusConstant(c).op("%", mulBinds, number(m))
				}
			}
		}
	}
	var low, high uint32
	for i, f := range fields {
		low |= uint32(f&1) << i
		high |= uint32(f>>1) << i
	}
	bit := func(bits uint32) expr { return hex(8, bits).shr(p.lane()).and(number(1)).grouped() }
	e := bit(low)
	if high != 0 {
		e = e.plus(bit(high).times(number(2)))
	}
	return e.grouped()
}

// some reports whether holds is true of a number below n.
func some(n int, holds func(i int) bool) bool {
	for i := range n {
		if holds(i) {
			return true
		}
	}
	return false
}

// fieldAt is the element of a packed register that is a lane's.
func (p *printer) fieldAt(register expr, fields []int) expr {
	t := p.spec.Type
	return ofBits[t](register.shr(p.at.shift(fields, t.Bits())))
}
