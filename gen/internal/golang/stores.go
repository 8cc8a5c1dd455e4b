package golang

import (
	"fmt"

	"github.com/dave/jennifer/jen"
)

// stores write the results to v, from an element on.
func (p *printer) stores(from int) []jen.Code {
	var lines []jen.Code
	once, made := p.storedOften(), map[*value]string{}
	for i, v := range p.result {
		if i < from || p.keeps(i) {
			continue
		}
		stored := p.stored
		if !p.when[i].known {
			stored = p.storedBits
		}
		var e expr
		if p.batch != nil {
			if e = p.batch.places[v]; !p.when[i].known && p.dialect.users == nil {
				_, take, _ := p.elementBits()
				e = take.of(e)
			}
		} else {
			e = p.joinedParts(v, stored)
		}
		if when := p.when[i]; !when.known {
			lines = append(lines, p.storeIf(i/p.shape.Lanes, i%p.shape.Lanes, when, e)...)
			continue
		}
		if once[v] {
			if made[v] == "" {
				made[v] = p.slotLocal("out", i)
				lines = append(lines, define(made[v], e))
			}
			e = id(made[v])
		}
		lines = append(lines, assign(p.element(i/p.shape.Lanes, i%p.shape.Lanes), e))
	}
	return lines
}

// storedOften are the values that several lanes get as they are, and that take work to make an element of.
func (p *printer) storedOften() map[*value]bool {
	times, often := map[*value]int{}, map[*value]bool{}
	for i, v := range p.result {
		if p.keeps(i) || !p.when[i].known || v.kind == identity || p.batch == nil && p.dialect.store == nil &&
			len(p.parts) == 1 {
			continue
		}
		times[v]++
		often[v] = times[v] > 1
	}
	return often
}

// joinedParts is an element of the parts of a value.
func (p *printer) joinedParts(v *value, stored func(*value, part) expr) expr {
	e := stored(v, p.parts[0])
	if len(p.parts) == 2 {
		e = e.to("uint32").or(stored(v, p.parts[1]).to("uint32").shl(16))
	}
	return e
}

// stored is a value as a part of an element.
func (p *printer) stored(v *value, part part) expr {
	if v.kind == identity {
		return p.identity()
	}
	return p.dialect.store.of(p.local(v, part))
}

// identity is the op's identity as a part of an element.
func (p *printer) identity() expr {
	if u := p.dialect.users; u != nil {
		return u.call(u.identity)
	}
	return p.dialect.idElem
}

// storedBits is a value as the bits of a part of an element.
func (p *printer) storedBits(v *value, part part) expr {
	switch v.kind {
	case identity:
		if p.dialect.users != nil {
			return p.identity()
		}
		return p.dialect.idBits
	case bits, moveDown, moveUp, bitsOf:
		return p.dialect.decode.of(p.local(v, part))
	}
	return p.dialect.toBits.of(p.dialect.decode.of(p.local(v, part)))
}

// storeIf stores bits in a lane if a condition holds; else the lane keeps its element.
func (p *printer) storeIf(register, lane int, when truth, e expr) []jen.Code {
	p.defined[when.set.name()] = true
	if u := p.dialect.users; u != nil {
		v := p.element(register, lane)
		return []jen.Code{assign(v, u.call(u.pick, p.holds(when), e, v))}
	}
	bits, take, give := p.elementBits()
	gets, v := fmt.Sprintf("result%d", lane), p.element(register, lane)
	store := assign(v, give.of(chosen(id(gets), e, take.of(v))))
	if p.defined[gets] {
		return []jen.Code{store}
	}
	p.defined[gets] = true
	return []jen.Code{define(gets, spreadTo(bits, p.bit(when.set, when.member))), store}
}

// elementBits is the type of an element's bits, and the conversions to and from them.
func (p *printer) elementBits() (bits string, take, give conversion) {
	if isFloat(p.spec.Type) {
		return uintOf(p.spec.Type), bitsOfFloat(p.spec.Type), fromBitsOf(p.spec.Type)
	}
	return p.dialect.elem, nil, nil
}
