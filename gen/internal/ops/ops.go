// Package ops says once what each op is to every target: its identity, and the
// operator that it is on what the target's language computes with; and what an encoding
// is, as two expressions. A new op on integers, or one that orders elements by an encoding,
// is one row here; of another op on floats, targets say besides how it treats NaNs and rounds.
package ops

import (
	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/spec"
)

// Constant is a value that each type of a class has.
type Constant uint8

// The constants: of integers, then of floats.
const (
	None Constant = iota
	Zero
	One
	AllOnes
	Largest
	Smallest
	MinusZero
	FloatOne
	NaN
	PlusInf
	MinusInf
)

// row is what the targets know of an op.
type row struct {
	integers, floats Constant // identities, None where the op is not defined
	by               ir.Op
}

var table = map[spec.Op]row{
	spec.Sum:     {Zero, MinusZero, ir.Add},
	spec.Prod:    {One, FloatOne, ir.Mul},
	spec.And:     {AllOnes, None, ir.And},
	spec.Or:      {Zero, None, ir.Or},
	spec.Xor:     {Zero, None, ir.Xor},
	spec.Min:     {Largest, NaN, ir.Min},
	spec.Max:     {Smallest, NaN, ir.Max},
	spec.Minimum: {None, PlusInf, ir.Min},
	spec.Maximum: {None, MinusInf, ir.Max},
	spec.AbsMax:  {Zero, NaN, ir.Max},
}

// undo are the operators that take an operand out of what an op has combined, on integers.
var undo = map[spec.Op]ir.Op{spec.Sum: ir.Sub, spec.Xor: ir.Xor}

// Identity is the identity of an op on a type; None if there is none.
func Identity(o spec.Op, t spec.Type) Constant {
	if t.Class() == spec.Float {
		return table[o].floats
	}
	return table[o].integers
}

// IdentityBits is the identity of an op on a type as its bits, and whether there is one.
func IdentityBits(o spec.Op, t spec.Type) (bits uint64, ok bool) {
	c := Identity(o, t)
	if t.Class() == spec.Float {
		return FloatBits(c, t)
	}
	ones := ^uint64(0) >> (64 - t.Bits())
	least, greatest := uint64(0), ones
	if t.Class() == spec.Signed {
		least, greatest = ones^ones>>1, ones>>1
	}
	bits, ok = map[Constant]uint64{Zero: 0, One: 1, AllOnes: ones, Largest: greatest, Smallest: least}[c]
	return bits, ok
}

// Operator is the operator that an op is, and whether there is one: of an op that orders
// elements by an encoding, on encoded ones. On floats it says nothing of NaNs and rounding.
func Operator(o spec.Op) (ir.Op, bool) {
	r, ok := table[o]
	return r.by, ok
}

// Undo is the operator that gives the x with a = op(x, b) of a and b, and whether the elements of a type form a group
// under the op, so that there is one.
func Undo(o spec.Op, t spec.Type) (ir.Op, bool) {
	by, ok := undo[o]
	return by, ok && t.Class() != spec.Float && o.On(t)
}

// Bitwise reports whether an operator works on each bit by itself, so that it may be applied to
// registers that hold several elements.
func Bitwise(o ir.Op) bool { return o == ir.And || o == ir.Or || o == ir.Xor }

// Chooses reports whether an operator gives one of its operands, which needs no wider type.
func Chooses(o ir.Op) bool { return o == ir.Min || o == ir.Max }

// FloatBits is a constant of a float type as its bits; the NaN is the one that products
// have, all ones but for the sign.
func FloatBits(c Constant, t spec.Type) (bits uint64, ok bool) {
	n := t.Bits()
	ones := ^uint64(0) >> (64 - n)
	inf := (uint64(1)<<t.ExpBits() - 1) << (n - 1 - t.ExpBits())
	one := (uint64(1)<<(t.ExpBits()-1) - 1) << (n - 1 - t.ExpBits())
	sign := ones ^ ones>>1
	bits, ok = map[Constant]uint64{
		MinusZero: sign, FloatOne: one, NaN: ones >> 1, PlusInf: inf, MinusInf: inf | sign,
	}[c]
	return bits, ok
}
