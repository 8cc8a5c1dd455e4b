// Package ops says once what each op is to every target: its identity, and the
// expression that it is on what the target's language computes with; and what an encoding
// is, as two expressions. A new op on integers, or one that orders elements by an encoding,
// is one row here; of another op on floats, targets say besides how it treats NaNs and rounds.
package ops

import (
	"slices"

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

// Term is an expression on two operands.
type Term struct {
	Kind Kind
	Args []Term
	N    uint64 // of a literal
}

// Kind is the operator of a term, or the operand that it is.
type Kind uint8

// The kinds.
const (
	A Kind = iota
	B
	Add
	Mul
	And
	Or
	Xor
	Not
	Min
	Max

	// Those of encodings, on unsigned integers.
	Literal
	Sub
	Neg
	Shl
	Shr
)

// row is what the targets know of an op.
type row struct {
	integers, floats Constant // identities, None where the op is not defined
	body             Term
	undo             Term // on integers, of A = body(x, B) that x; of an op that no operand can be taken out of, zero
}

func on(k Kind, args ...Term) Term { return Term{Kind: k, Args: args} }

var a, b = on(A), on(B)

var table = map[spec.Op]row{
	spec.Sum:     {Zero, MinusZero, on(Add, a, b), on(Sub, a, b)},
	spec.Prod:    {One, FloatOne, on(Mul, a, b), Term{}},
	spec.And:     {AllOnes, None, on(And, a, b), Term{}},
	spec.Or:      {Zero, None, on(Or, a, b), Term{}},
	spec.Xor:     {Zero, None, on(Xor, a, b), on(Xor, a, b)},
	spec.Min:     {Largest, NaN, on(Min, a, b), Term{}},
	spec.Max:     {Smallest, NaN, on(Max, a, b), Term{}},
	spec.Minimum: {None, PlusInf, on(Min, a, b), Term{}},
	spec.Maximum: {None, MinusInf, on(Max, a, b), Term{}},
	spec.AbsMax:  {Zero, NaN, on(Max, a, b), Term{}},
}

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

// Body is the expression that an op is, and whether there is one: of an op that orders
// elements by an encoding, on encoded ones. On floats it says nothing of NaNs and rounding.
func Body(o spec.Op) (Term, bool) {
	r, ok := table[o]
	return r.body, ok
}

// Undo is the expression of the x with A = op(x, B), and whether the elements of a type form a group under the op, so
// that there is one.
func Undo(o spec.Op, t spec.Type) (Term, bool) {
	undo := table[o].undo
	return undo, len(undo.Args) > 0 && t.Class() != spec.Float && o.On(t)
}

// Bitwise reports whether a term works on each bit by itself, so that it may be applied to
// registers that hold several elements.
func (t Term) Bitwise() bool {
	switch t.Kind {
	case A, B, And, Or, Xor, Not:
		return !slices.ContainsFunc(t.Args, func(arg Term) bool { return !arg.Bitwise() })
	default:
		return false
	}
}

// Chooses reports whether a term is one of its operands, which needs no wider type.
func (t Term) Chooses() bool {
	if t.Kind == A || t.Kind == B {
		return true
	}
	for _, arg := range t.Args {
		if !arg.Chooses() {
			return false
		}
	}
	return t.Kind == Min || t.Kind == Max
}

// Apply builds a term in a target's expressions, by its operators.
func Apply[E any](t Term, a, b E, operators map[Kind]func(...E) E) E {
	return build(t, a, b, operators, nil)
}

func build[E any](t Term, a, b E, operators map[Kind]func(...E) E, literal func(uint64) E) E {
	switch t.Kind {
	case A:
		return a
	case B:
		return b
	case Literal:
		return literal(t.N)
	}
	args := make([]E, len(t.Args))
	for i, arg := range t.Args {
		args[i] = build(arg, a, b, operators, literal)
	}
	return operators[t.Kind](args...)
}

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
