package golang

import (
	"fmt"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/gen/internal/ops"
	"github.com/shflgen/shflgen/spec"
)

// encoded holds elements as the integers by which the op of s orders them.
func encoded(d dialect, s spec.Spec, with spec.Encoding, integers spec.Spec) (dialect, error) {
	by, err := ops.EncodingOf(with, s.Type)
	if err != nil {
		return dialect{}, err
	}
	d, err = combined(d, integers)
	if err != nil || by.Trivial() {
		return d, err
	}
	d.bits = goType(integers.Type)
	d.encode = func(e expr) expr { return ops.Convert(by.Encode, e, operators, literal) }
	decode := func(e expr) expr { return ops.Convert(by.Decode, e, operators, literal) }
	d.toBits, d.store = decode, decode
	switch t := s.Type.Elem(); {
	case t.Class() == spec.Signed:
		d.load = func(e expr) expr { return e.to(d.bits) }
		d.store = func(e expr) expr { return decode(e).to(d.elem) }
		d.toBits = d.store
		return d, nil // whose identity is 0
	case isFloat(t):
		d.load = bitsOfFloat(t)
		d.store = func(e expr) expr { return fromBitsOf(t)(decode(e)) }
	}
	id, ok := ops.FloatBits(ops.Identity(s.Op, s.Type), s.Type.Elem())
	if !ok {
		return dialect{}, fmt.Errorf("golang: no row for %s on %s", s.Op, s.Type)
	}
	d.idBits, d.idElem = hex(id), hex(id)
	if isFloat(s.Type) {
		d.idElem = fromBitsOf(s.Type)(d.idBits)
	}
	return d, nil
}

// literal is a number as a reader would write it.
func literal(n uint64) expr {
	if n < 256 {
		return dec(int(n))
	}
	return hex(n)
}

// encoded defines a local of what was loaded, and is its encoding.
func (p *printer) encoded(v *value, part part, loaded expr, lines *[]jen.Code) expr {
	of := fmt.Sprintf("%d", v.lane)
	if p.shape.Array() {
		of += fmt.Sprintf("reg%d", v.reg)
	}
	raw := "raw" + of + part.suffix
	*lines = append(*lines, define(raw, loaded))
	return p.dialect.encode(id(raw))
}
