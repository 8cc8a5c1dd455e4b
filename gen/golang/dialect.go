package golang

import (
	"fmt"

	"github.com/shflgen/shflgen"
)

// dialect is how one element type is held and combined in locals.
type dialect struct {
	elem string // type of an element of v
	work string // type of a local
	word string // unsigned integer of the element's size, for masking bits

	// load turns an element into the bits to mask, and fromBits turns masked
	// bits into a local; both are formats of one operand.
	load, fromBits string

	// id is the identity as a constant of the masked bits, idElem as an element.
	id     constant
	idElem string

	// bits is the format of an element's bits from a local, idBits those of the
	// identity: where a lane keeps its element if it is no member.
	bits   string
	idBits string

	// combine is the format of the op on two locals, store of the element that
	// a local becomes.
	combine, store string

	// same and first are helpers of an op that gives a lane.
	same, first helper

	helpers []helper
}

// constant is a bit pattern with the text that stands for it.
type constant struct {
	zero, ones bool
	text       string
}

// goTypes are the Go types that hold an element.
var goTypes = map[shflgen.Type]string{
	shflgen.Float16: "uint16", shflgen.Bfloat16: "uint16",
	shflgen.Float16x2: "uint32", shflgen.Bfloat16x2: "uint32",
}

// goType is the type of an element in Go.
func goType(t shflgen.Type) string {
	if name, ok := goTypes[t]; ok {
		return name
	}
	return t.String()
}

// dialectOf picks the row for a spec. For a packed pair it is that of a half.
func dialectOf(s shflgen.Spec) (dialect, error) {
	t := s.Type.Elem()
	d := dialect{elem: goType(s.Type), word: fmt.Sprintf("uint%d", t.Bits())}
	switch {
	case !s.Pattern.Reduces():
		return moved(d, s), nil
	case s.HasLane():
		return winners(s)
	case t.Class() != shflgen.Float:
		return integers(d, s)
	case s.Op == shflgen.Sum || s.Op == shflgen.Prod:
		return arithmetic(d, s)
	}
	return ordered(d, s)
}

// moved holds elements that are only moved as bits.
func moved(d dialect, s shflgen.Spec) dialect {
	d.work, d.word = d.elem, fmt.Sprintf("uint%d", s.Type.Bits())
	d.load, d.fromBits, d.store = "%s", "%s", "%s"
	if s.Type.Class() == shflgen.Float && d.elem[0] == 'f' && s.Mask != shflgen.Full {
		d.work = d.word
		d.load, d.store = bitsOfFloat(s.Type), fromBits(s.Type)
	} else {
		d.word = d.elem
	}
	return d
}

// bitsOfFloat and fromBits are the formats of the casts between a float and its bits.
func bitsOfFloat(t shflgen.Type) string { return fmt.Sprintf("math.Float%dbits(%%s)", t.Bits()) }
func fromBits(t shflgen.Type) string    { return fmt.Sprintf("math.Float%dfrombits(%%s)", t.Bits()) }

// infix are the ops that Go spells between their operands.
var infix = map[shflgen.Op]string{
	shflgen.Sum: "%s + %s", shflgen.Prod: "%s * %s",
	shflgen.And: "%s & %s", shflgen.Or: "%s | %s", shflgen.Xor: "%s ^ %s",
	shflgen.Min: "min(%s, %s)", shflgen.Max: "max(%s, %s)",
	shflgen.Minimum: "min(%s, %s)", shflgen.Maximum: "max(%s, %s)",
}

// integers are held and combined as they are.
func integers(d dialect, s shflgen.Spec) (dialect, error) {
	d.work, d.word = d.elem, d.elem
	d.load, d.fromBits, d.store = "%s", "%s", "%s"
	d.combine, d.bits = infix[s.Op], "%s"
	bits := s.Type.Bits()
	lowest, highest := fmt.Sprintf("-%#x", uint64(1)<<(bits-1)), fmt.Sprintf("%#x", uint64(1)<<(bits-1)-1)
	unsigned := s.Type.Class() == shflgen.Unsigned
	switch s.Op {
	case shflgen.Sum, shflgen.Or, shflgen.Xor:
		d.id = constant{zero: true, text: "0"}
	case shflgen.Prod:
		d.id = constant{text: "1"}
	case shflgen.And:
		d.id = constant{ones: true, text: "-1"}
		if unsigned {
			d.id.text = fmt.Sprintf("%#x", ^uint64(0)>>(64-bits))
		}
	case shflgen.Min:
		d.id = constant{ones: unsigned, text: highest}
		if unsigned {
			d.id.text = fmt.Sprintf("%#x", ^uint64(0)>>(64-bits))
		}
	case shflgen.Max:
		d.id = constant{zero: unsigned, text: lowest}
		if unsigned {
			d.id.text = "0"
		}
	default:
		return dialect{}, fmt.Errorf("golang: no row for %s on %s", s.Op, s.Type)
	}
	d.idElem, d.idBits = d.id.text, d.id.text
	return d, nil
}

// arithmetic adds and multiplies floats: a half through float32, rounded once,
// which is exact because 24 bits are more than twice 11 and two (Figueroa,
// "When is double rounding innocuous?", 1995).
func arithmetic(d dialect, s shflgen.Spec) (dialect, error) {
	t := s.Type.Elem()
	zero, one := uint64(1)<<(t.Bits()-1), uint64(1)<<(t.ExpBits()-1)-1
	one <<= t.Bits() - 1 - t.ExpBits()
	d.id = constant{text: fmt.Sprintf("%#x", zero)}
	if s.Op == shflgen.Prod {
		d.id.text = fmt.Sprintf("%#x", one)
	}
	d.combine, d.idElem, d.idBits, d.bits = infix[s.Op], d.id.text, d.id.text, "%s"
	if !t.Half() {
		d.bits = bitsOfFloat(t)
		d.work, d.load, d.fromBits, d.store = d.elem, bitsOfFloat(t), fromBits(t), "%s"
		d.idElem = fmt.Sprintf(fromBits(t), d.id.text)
		return d, nil
	}
	d.work, d.load, d.fromBits, d.store = "uint16", "%s", "%s", "%s"
	decode, encode := helperFor(s, t, "Decode"), helperFor(s, t, "Encode")
	d.helpers = []helper{decode, encode}
	d.combine = fmt.Sprintf("%s(%s)", encode.name,
		fmt.Sprintf(d.combine, decode.name+"(%s)", decode.name+"(%s)"))
	return d, nil
}

// ordered compares floats. Go's min and max are minimum and maximum; where a
// NaN must lose, or the type is a half, an integer key that orders the floats
// is compared in their place.
func ordered(d dialect, s shflgen.Spec) (dialect, error) {
	t := s.Type.Elem()
	d.combine = infix[s.Op]
	bits, inf := t.Bits(), uint64(1)<<t.ExpBits()-1
	inf <<= t.Bits() - 1 - t.ExpBits()
	if !t.Half() && (s.Op == shflgen.Minimum || s.Op == shflgen.Maximum) {
		if s.Op == shflgen.Maximum {
			inf |= 1 << (bits - 1)
		}
		d.work, d.load, d.fromBits, d.store = d.elem, bitsOfFloat(t), fromBits(t), "%s"
		d.id = constant{text: fmt.Sprintf("%#x", inf)}
		d.bits, d.idBits = bitsOfFloat(t), d.id.text
		d.idElem = fmt.Sprintf(fromBits(t), d.id.text)
		return d, nil
	}
	nan, negative := inf|inf>>1, inf|1<<(bits-1)
	// The keys of NaN and of the infinities; see the helpers.
	lowest, highest := fmt.Sprintf("-%#x", uint64(1)<<(bits-1)), fmt.Sprintf("%#x", uint64(1)<<(bits-1)-1)
	row, ok := map[shflgen.Op]struct {
		key, id string
		elem    uint64
	}{
		shflgen.Min:     {"NaNHigh", highest, nan},
		shflgen.Max:     {"NaNLow", lowest, nan},
		shflgen.Minimum: {"NaNLow", fmt.Sprintf("%#x", inf), inf},
		shflgen.Maximum: {"NaNHigh", fmt.Sprintf("-%#x", inf+1), negative},
	}[s.Op]
	if !ok {
		return dialect{}, fmt.Errorf("golang: no row for %s on %s", s.Op, s.Type)
	}
	key, unkey := helperFor(s, t, row.key), helperFor(s, t, "Unkey")
	d.helpers = []helper{key, unkey}
	d.work = fmt.Sprintf("int%d", bits)
	d.word = d.work
	d.id, d.idElem = constant{text: row.id}, fmt.Sprintf("%#x", row.elem)
	d.load, d.fromBits, d.store = key.name+"(%s)", "%s", unkey.name+"(%s)"
	d.bits, d.idBits = d.store, d.idElem
	if !t.Half() {
		d.load = key.name + "(" + bitsOfFloat(t) + ")"
		d.store = fmt.Sprintf(fromBits(t), d.store)
		d.idElem = fmt.Sprintf(fromBits(t), d.idElem)
	}
	return d, nil
}
