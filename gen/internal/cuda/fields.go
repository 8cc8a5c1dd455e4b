package cuda

import (
	"fmt"
	"slices"
)

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
