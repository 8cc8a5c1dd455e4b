package golang

import (
	"fmt"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/gen/internal/ops"
	"github.com/shflgen/shflgen/spec"
)

// dialect is how one element type is held and combined in locals.
type dialect struct {
	elem string // type of an element of v
	bits string // integer type in which bits of an element are chosen

	// load turns an element into the bits to choose, fromBits chosen bits into a local,
	// toBits a local into the bits of its element, and store a local into its element.
	load, fromBits, toBits, store conversion

	// encode turns what is loaded into what is combined. It reads it more than once, and so
	// takes a local.
	encode conversion
	// decode turns an encoded element that moved to its rank into the bits of the element.
	decode conversion

	// The identity: as the bits that are chosen, as an element, and as an element's bits.
	id             constant
	idElem, idBits expr

	combine binary             // the op on two locals
	others  map[spec.Op]binary // of a sort: what is no combine

	// same and first are helpers of an op that gives a lane.
	same, first helper

	users   *users // of a user's function
	helpers []helper
}

// constant is a bit pattern with the expression that stands for it.
type constant struct {
	zero, ones bool
	expr       expr
}

// goTypes are the Go types that hold an element, where they are not called as it is.
var goTypes = map[spec.Type]string{
	spec.Float16: "uint16", spec.Bfloat16: "uint16",
	spec.Float16x2: "uint32", spec.Bfloat16x2: "uint32",
}

// goType is the type of an element in Go.
func goType(t spec.Type) string {
	if name, ok := goTypes[t]; ok {
		return name
	}
	return t.String()
}

// isFloat reports whether Go holds elements of t as its own floats.
func isFloat(t spec.Type) bool { return t == spec.Float32 || t == spec.Float64 }

// uintOf is the unsigned integer type of t's size.
func uintOf(t spec.Type) string { return fmt.Sprintf("uint%d", t.Bits()) }

// bitsOf and floatOf convert between a float and its bits.
func bitsOfFloat(t spec.Type) conversion {
	return func(e expr) expr { return callIn("math", fmt.Sprintf("Float%dbits", t.Bits()), e) }
}

func fromBitsOf(t spec.Type) conversion {
	return func(e expr) expr { return callIn("math", fmt.Sprintf("Float%dfrombits", t.Bits()), e) }
}

// dialectOf chooses the row for a spec. For a packed pair it is that of a half.
func dialectOf(s spec.Spec) (dialect, error) {
	d := dialect{elem: goType(s.Type), bits: uintOf(s.Type.Elem())}
	switch {
	case s.Combines() == nil:
		return moved(d, s), nil
	case s.Op == spec.User:
		return usersOf(d, s), nil
	case s.Shape().HasIndex():
		return winners(s)
	case s.Pattern.Sorts():
		return sortDialect(d, s)
	}
	return combined(d, s)
}

// combined holds elements that the op of s combines.
func combined(d dialect, s spec.Spec) (dialect, error) {
	if by, integers, ok := s.Encoded(); ok {
		return encoded(d, s, by, integers)
	}
	var err error
	if d.combine, err = operation(s.Op); err != nil {
		return dialect{}, err
	}
	switch t := s.Type.Elem(); {
	case t.Class() != spec.Float:
		return integers(d, s)
	case s.Op == spec.Sum || s.Op == spec.Prod:
		return arithmetic(d, s)
	}
	return ordered(d, s)
}

// sortDialect is the dialect of a sort: that of the op by which the first element is chosen.
func sortDialect(d dialect, s spec.Spec) (dialect, error) {
	if s.Width*s.Brings() == 1 && (s.Mask == spec.Full || !s.Pattern.Picks()) { // nothing is compared
		return moved(d, s), nil
	}
	d.others = map[spec.Op]binary{}
	for _, o := range s.Combines() {
		if o == s.Best() {
			continue
		}
		var err error
		if d.others[o], err = operation(o); err != nil {
			return dialect{}, err
		}
	}
	s.Op, s.Name = s.Best(), s.FuncName()
	d, err := combined(d, s)
	if s.KeepsLanes() && !s.LaneBeside() {
		d = d.withLanes(s)
	}
	if d.decode == nil {
		d.decode, d.toBits = d.toBits, nil // what moves to its rank is still encoded
	}
	return d, err
}

// moved holds elements that are only moved: floats as bits, if a mask chooses.
func moved(d dialect, s spec.Spec) dialect {
	d.bits = d.elem
	if s.Elem != nil {
		d.bits = "uint32" // of indices
	}
	if isFloat(s.Type) && s.Mask != spec.Full && !s.RunTime() && !s.Pattern.Counts() {
		d.bits, d.load, d.store = uintOf(s.Type), bitsOfFloat(s.Type), fromBitsOf(s.Type)
	}
	return d
}

// operation is an op as an expression of Go.
func operation(o spec.Op) (binary, error) {
	by, ok := ops.Operator(o)
	if !ok {
		return nil, fmt.Errorf("golang: no row for %s", o)
	}
	return func(a, b expr) expr { return operate(by, a, b) }, nil
}

// integers are held and combined as they are.
func integers(d dialect, s spec.Spec) (dialect, error) {
	d.bits = d.elem
	bits, ok := ops.IdentityBits(s.Op, s.Type)
	if !ok {
		return dialect{}, fmt.Errorf("golang: no row for %s on %s", s.Op, s.Type)
	}
	ones, signed := ^uint64(0)>>(64-s.Type.Bits()), s.Type.Class() == spec.Signed
	d.id = constant{bits == 0, bits == ones, hex(bits)}
	switch {
	case bits <= 1:
		d.id.expr = dec(int(bits))
	case signed && bits == ones:
		d.id.expr = dec(1).neg()
	case signed && bits == ones^ones>>1:
		d.id.expr = hex(bits).neg()
	}
	d.idElem, d.idBits = d.id.expr, d.id.expr
	return d, nil
}

// arithmetic adds and multiplies floats: a half through float32, rounded once,
// which is exact because 24 bits are more than twice 11 and two (Figueroa,
// "When is double rounding innocuous?", 1995).
func arithmetic(d dialect, s spec.Spec) (dialect, error) {
	t := s.Type.Elem()
	id, ok := ops.IdentityBits(s.Op, t)
	if !ok {
		return dialect{}, fmt.Errorf("golang: no row for %s on %s", s.Op, s.Type)
	}
	if !t.Half() {
		return d.floats(t, id), nil
	}
	d.id = constant{expr: hex(id)}
	d.idElem, d.idBits = d.id.expr, d.id.expr
	decode, encode := helperFor(s, t, decodeHelper), helperFor(s, t, encodeHelper)
	d.helpers = []helper{decode, encode}
	op := d.combine
	d.combine = func(a, b expr) expr { return encode.call(op(decode.call(a), decode.call(b))) }
	return d, nil
}

// floats are combined as they are, and chosen by their bits.
func (d dialect) floats(t spec.Type, identity uint64) dialect {
	d.load, d.fromBits, d.toBits = bitsOfFloat(t), fromBitsOf(t), bitsOfFloat(t)
	d.id, d.idBits, d.idElem = constant{expr: hex(identity)}, hex(identity), fromBitsOf(t)(hex(identity))
	return d
}

// ordered compares floats. Go's min and max are minimum and maximum; where a
// NaN must lose, or the type is a half, an order-preserving integer encoding is
// compared in their place.
func ordered(d dialect, s spec.Spec) (dialect, error) {
	t := s.Type.Elem()
	bits, inf := t.Bits(), uint64(1)<<t.ExpBits()-1
	inf <<= t.Bits() - 1 - t.ExpBits()
	if !t.Half() && (s.Op == spec.Minimum || s.Op == spec.Maximum) {
		if s.Op == spec.Maximum {
			inf |= 1 << (bits - 1)
		}
		return d.floats(t, inf), nil
	}
	nan, negative := inf|inf>>1, inf|1<<(bits-1)
	// The encodings of NaN and of the infinities; see the helpers.
	lowest, highest := hex(1<<(bits-1)).neg(), hex(1<<(bits-1)-1)
	row, ok := map[spec.Op]struct {
		kind helperKind
		id   expr
		elem uint64
	}{
		spec.Min:     {nanHighHelper, highest, nan},
		spec.Max:     {nanLowHelper, lowest, nan},
		spec.Minimum: {nanLowHelper, hex(inf), inf},
		spec.Maximum: {nanHighHelper, hex(inf + 1).neg(), negative},
	}[s.Op]
	if !ok {
		return dialect{}, fmt.Errorf("golang: no row for %s on %s", s.Op, s.Type)
	}
	key, unkey := helperFor(s, t, row.kind), helperFor(s, t, unkeyHelper)
	d.helpers = []helper{key, unkey}
	d.bits = fmt.Sprintf("int%d", bits)
	d.id, d.idBits = constant{expr: row.id}, hex(row.elem)
	d.load, d.toBits, d.store, d.idElem = key.of, unkey.of, unkey.of, d.idBits
	if isFloat(t) {
		d.load = func(e expr) expr { return key.call(bitsOfFloat(t)(e)) }
		d.store = func(e expr) expr { return fromBitsOf(t)(unkey.call(e)) }
		d.idElem = fromBitsOf(t)(d.idBits)
	}
	return d, nil
}

// encoded holds elements as the integers by which the op of s orders them.
func encoded(d dialect, s spec.Spec, with spec.Encoding, integers spec.Spec) (dialect, error) {
	by, err := ops.EncodingOf(with, s.Type, encoding)
	if err != nil {
		return dialect{}, err
	}
	d, err = combined(d, integers)
	if err != nil || by.Trivial {
		return d, err
	}
	d.bits = goType(integers.Type)
	d.encode, d.toBits, d.store = by.Encode, by.Decode, by.Decode
	switch t := s.Type.Elem(); {
	case t.Class() == spec.Signed:
		d.load = func(e expr) expr { return e.to(d.bits) }
		d.store = func(e expr) expr { return by.Decode(e).to(d.elem) }
		d.toBits = d.store
		return d, nil // its identity is 0
	case isFloat(t):
		d.load = bitsOfFloat(t)
		d.store = func(e expr) expr { return fromBitsOf(t)(by.Decode(e)) }
	}
	id, ok := ops.IdentityBits(s.Op, s.Type.Elem())
	if !ok {
		return dialect{}, fmt.Errorf("golang: no row for %s on %s", s.Op, s.Type)
	}
	d.idBits, d.idElem = hex(id), hex(id)
	if isFloat(s.Type) {
		d.idElem = fromBitsOf(s.Type)(d.idBits)
	}
	return d, nil
}

// encoding is how encodings are written.
var encoding = ops.Language[expr]{Binary: operate, Not: expr.not, Negative: expr.neg, Number: literal}

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
