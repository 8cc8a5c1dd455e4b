package rule

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Expr is a side of a rule, or a part of one: an operation over unknowns and numbers.
type Expr struct {
	Op    Op
	Code  uint8     // Int, Float: the operation, of two arguments, or of more if it is associative
	F, To bv.Format // Float, Convert, Quiet; the shape Result
	Slot  int       // Unknown: which
	W     *Num      // Unknown, Number, SExt, ZExt: how many bits; Extract: likewise
	N     *Num      // Number: the value; Extract: the first bit
	Shape Shape     // Unknown: what it is to look like
	Args  []*Expr
}

// Op is what an expression is made of.
type Op uint8

// The operations.
const (
	Unknown Op = iota
	Number
	Extract // bits N.. of the argument
	Concat  // the first argument lowest
	SExt    // the sign copied upward
	ZExt    // zeros above
	Not
	Neg
	Abs    // the magnitude, modulo 2^w
	Select // the second argument where the first, a bit, is 1; else the third
	Int
	Float
	Convert
	Quiet // the argument as a float operation returns it
	Is    // in a left side alone: a term equal to the argument; other parts of the side have all its unknowns
)

// Shape restricts what stands for an unknown. No rule is wrong without it: it keeps rules from undoing each other, and
// from leading away from the normal form.
type Shape uint8

// The shapes.
const (
	Any       Shape = iota
	Mask            // it depends on the mask alone, as a number does
	NotMask         // it depends on elements
	Sum             // a sum or a negative
	Unflipped       // neither it nor its complement is a xor
	Single          // neither of the mask alone nor a choice by it
	Result          // the result of an operation on floats of the format F
	Made            // made by the operation of the field Code
)

// The unknowns, and places for what is to be equal to something.
const (
	SlotA = iota
	SlotB
	SlotC
	SlotD
	SlotP
	SlotQ
	SlotLo
	SlotHi
	SlotZ
	firstHidden
	Slots = firstHidden + 3
)

// The unknowns as tables of rules write them.
var (
	a, b, c, d = of(SlotA, w), of(SlotB, w), of(SlotC, w), of(SlotD, w) // of w bits
	p, q       = of(SlotP, one), of(SlotQ, one)                         // bits
	lo, hi     = of(SlotLo, k), of(SlotHi, n)                           // of k and of n bits
	z          = of(SlotZ, m)                                           // of m bits
)

func of(slot int, w *Num) *Expr { return &Expr{Op: Unknown, Slot: slot, W: w} }

// shaped is an unknown that looks like something.
func shaped(u *Expr, s Shape) *Expr { t := *u; t.Shape = s; return &t }

// wide is an unknown of another width.
func wide(u *Expr, w *Num) *Expr { t := *u; t.W = w; return &t }

// made is an unknown that is made by an operation.
func made(u *Expr, o bv.IntOp) *Expr { t := *shaped(u, Made); t.Code = uint8(o); return &t }

func num(w, n *Num) *Expr { return &Expr{Op: Number, W: w, N: n} }

func cut(e *Expr, from, n *Num) *Expr { return &Expr{Op: Extract, N: from, W: n, Args: []*Expr{e}} }
func beside(lo, hi *Expr) *Expr       { return &Expr{Op: Concat, Args: []*Expr{lo, hi}} }
func sext(e *Expr, w *Num) *Expr      { return &Expr{Op: SExt, W: w, Args: []*Expr{e}} }
func zext(e *Expr, w *Num) *Expr      { return &Expr{Op: ZExt, W: w, Args: []*Expr{e}} }
func not(e *Expr) *Expr               { return &Expr{Op: Not, Args: []*Expr{e}} }
func neg(e *Expr) *Expr               { return &Expr{Op: Neg, Args: []*Expr{e}} }
func sel(c, a, b *Expr) *Expr         { return &Expr{Op: Select, Args: []*Expr{c, a, b}} }
func is(e *Expr) *Expr                { return &Expr{Op: Is, Args: []*Expr{e}} }
func abs(e *Expr) *Expr               { return &Expr{Op: Abs, Args: []*Expr{e}} }

// isWide is is of something of w bits.
func isWide(w *Num, e *Expr) *Expr { return &Expr{Op: Is, W: w, Args: []*Expr{e}} }

func op(o bv.IntOp, a, b *Expr) *Expr { return &Expr{Op: Int, Code: uint8(o), Args: []*Expr{a, b}} }
func add(a, b *Expr) *Expr            { return op(bv.Add, a, b) }
func add3(of ...*Expr) *Expr          { return &Expr{Op: Int, Code: uint8(bv.Add), Args: of} }
func sub(a, b *Expr) *Expr            { return op(bv.Sub, a, b) }
func mul(a, b *Expr) *Expr            { return op(bv.Mul, a, b) }
func and(a, b *Expr) *Expr            { return op(bv.And, a, b) }
func all(of ...*Expr) *Expr           { return &Expr{Op: Int, Code: uint8(bv.And), Args: of} }
func or(a, b *Expr) *Expr             { return op(bv.Or, a, b) }
func xor(a, b *Expr) *Expr            { return op(bv.Xor, a, b) }
func eq(a, b *Expr) *Expr             { return op(bv.Eq, a, b) }

func float(o bv.FloatOp, f bv.Format, a, b *Expr) *Expr {
	return &Expr{Op: Float, Code: uint8(o), F: f, Args: []*Expr{a, b}}
}
func convert(to, from bv.Format, e *Expr) *Expr {
	return &Expr{Op: Convert, F: from, To: to, Args: []*Expr{e}}
}
func quiet(f bv.Format, e *Expr) *Expr { return &Expr{Op: Quiet, F: f, Args: []*Expr{e}} }

// Commutes reports whether the two arguments of e may change places.
func (e *Expr) Commutes() bool {
	switch e.Op {
	case Int:
		o := bv.IntOp(e.Code)
		return o != bv.Sub && o != bv.ULt && o != bv.SLt
	case Float:
		return bv.FloatOp(e.Code) != bv.FLt
	}
	return false
}

// Same reports whether two expressions are the same.
func (e *Expr) Same(o *Expr) bool {
	return e == o || e.Op == o.Op && e.Code == o.Code && e.F == o.F && e.To == o.To && e.Slot == o.Slot && e.W == o.W &&
		e.N == o.N && e.Shape == o.Shape && slices.EqualFunc(e.Args, o.Args, (*Expr).Same)
}

// Walk calls f of e and of all its parts, the whole first.
func (e *Expr) Walk(f func(*Expr)) {
	f(e)
	for _, a := range e.Args {
		a.Walk(f)
	}
}
