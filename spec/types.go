package spec

// Type is the element type of one register of a lane.
type Type uint8

// The element types. A packed pair holds two halves, the first in its low bits.
const (
	Int8 Type = iota
	Int16
	Int32
	Int64
	Uint8
	Uint16
	Uint32
	Uint64
	Float16
	Bfloat16
	Float32
	Float64
	Float16x2
	Bfloat16x2

	Composite // no scalar: [Spec.Elem] holds the layout
)

// Class is the interpretation of an element's bits.
type Class uint8

// The classes.
const (
	Signed   Class = iota // two's complement
	Unsigned              // modulo 2^bits
	Float                 // IEEE 754 layout: sign, exponent, significand
	Opaque                // no number: what no op reads
)

type typeRow struct {
	name  string // as -type takes it
	class Class
	bits  int  // of the whole element
	exp   int  // exponent bits of a float
	elem  Type // of a packed pair: its half type; else the type itself
}

var typeTable = [...]typeRow{
	Int8:       {"int8", Signed, 8, 0, Int8},
	Int16:      {"int16", Signed, 16, 0, Int16},
	Int32:      {"int32", Signed, 32, 0, Int32},
	Int64:      {"int64", Signed, 64, 0, Int64},
	Uint8:      {"uint8", Unsigned, 8, 0, Uint8},
	Uint16:     {"uint16", Unsigned, 16, 0, Uint16},
	Uint32:     {"uint32", Unsigned, 32, 0, Uint32},
	Uint64:     {"uint64", Unsigned, 64, 0, Uint64},
	Float16:    {"float16", Float, 16, 5, Float16},
	Bfloat16:   {"bfloat16", Float, 16, 8, Bfloat16},
	Float32:    {"float32", Float, 32, 8, Float32},
	Float64:    {"float64", Float, 64, 11, Float64},
	Float16x2:  {"float16x2", Float, 32, 5, Float16},
	Bfloat16x2: {"bfloat16x2", Float, 32, 8, Bfloat16},
	Composite:  {"composite", Opaque, 0, 0, Composite},
}

// Types lists every scalar type in the order of the table: those that -type names.
func Types() []Type { return enum[Type](int(Composite)) }

// String is the name that -type takes.
func (t Type) String() string { return t.row().name }

// Class tells how the bits of t (of a pair: of each half) are read.
func (t Type) Class() Class { return t.row().class }

// Bits is the size of a whole element in bits: 8, 16, 32 or 64; of [Composite] 0.
func (t Type) Bits() int { return t.row().bits }

// ExpBits is the number of exponent bits of a float, 0 for an integer.
func (t Type) ExpBits() int { return t.row().exp }

// Elem is what an op works on: of a packed pair its half type, else t.
func (t Type) Elem() Type { return t.row().elem }

// Packed reports whether t is a pair of halves.
func (t Type) Packed() bool { return t.Elem() != t }

// Half reports whether an op on t works on 16-bit floats.
func (t Type) Half() bool { return t.Class() == Float && t.Elem().Bits() == 16 }

func (t Type) row() typeRow {
	if int(t) >= len(typeTable) {
		return typeRow{name: "no type", class: Opaque, elem: t}
	}
	return typeTable[t]
}
