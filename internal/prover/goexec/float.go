package goexec

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// The Go specification, "Floating-point operators": an implementation may fuse
// floating-point operations, possibly across statements, and an explicit conversion
// prevents fusion that would discard its rounding. An assignment does not, to a
// variable or through a pointer, nor does a call. Compilers fuse x*y + z and x*y - z.
// So an execution follows a product that no conversion rounds through all of these, and reports a sum
// or difference of one to the host. A quotient by a power of two is a product: gc multiplies by the
// reciprocal, and then fuses.

// FloatOp is arithmetic on floats.
func (r *Run) FloatOp(n ast.Node, op token.Token, k Kind, x, y Value) Value {
	a, b := r.Float(n, x), r.Float(n, y)
	if (op == token.ADD || op == token.SUB) && (x.Product || y.Product) {
		r.Host.Fuses(n, op, k)
	}
	switch op {
	case token.ADD:
		return Value{V: r.Dom.Float(bv.FAdd, k.Format(), a, b), Loose: Whole}
	case token.SUB: // is to add the negative: of a NaN too, up to its bits
		return Value{V: r.Dom.Float(bv.FAdd, k.Format(), a, bv.Negate(r.Dom, k.Format(), b)), Loose: Whole}
	case token.MUL:
		return Value{V: r.Dom.Float(bv.FMul, k.Format(), a, b), Loose: Whole, Product: true}
	case token.QUO:
		return Value{V: bv.Apply(r.Dom, bv.FDiv(k.Format()), a, b), Loose: Whole,
			Product: bv.ByReciprocal(r.Dom, k.Format(), b)}
	}
	r.Stop(n, "float "+op.String(), "want +, -, * or /")
	return Value{}
}

// complexOp computes as the gc compiler does: a product in float64, rounded at its end.
func (r *Run) complexOp(n ast.Node, op token.Token, part Kind, x, y Value) Value {
	at := func(x Value, i int) Value { return x.Arr.Cells[i].Val }
	switch op {
	case token.ADD, token.SUB:
		return Value{Arr: r.newArray(2, func(i int) Value { return r.FloatOp(n, op, part, at(x, i), at(y, i)) })}
	case token.MUL:
		wide := kinds[types.Float64]
		product := func(i, j int) Value {
			return r.FloatOp(n, token.MUL, wide, r.resized(part, wide, at(x, i)), r.resized(part, wide, at(y, j)))
		}
		re := r.FloatOp(n, token.SUB, wide, product(0, 0), product(1, 1))
		im := r.FloatOp(n, token.ADD, wide, product(0, 1), product(1, 0))
		r.Assume(n, "a complex product is computed in float64 and rounded once, as gc does")
		return Value{Arr: r.newArray(2, func(i int) Value { return r.resized(wide, part, []Value{re, im}[i]) })}
	}
	r.Stop(n, "", "a complex operation that is not supported yet; want +, -, * or the parts by real and imag")
	return Value{}
}

// resized is a float of another format. A conversion to a wider type has nothing to round: a product stays what it was.
func (r *Run) resized(from, to Kind, x Value) Value {
	if from.Bits == to.Bits {
		return x
	}
	return Value{
		V: r.Dom.Convert(to.Format(), from.Format(), x.V), Loose: Whole, Product: x.Product && to.Bits > from.Bits,
	}
}

// extreme is Go's builtin min or max of floats: a NaN wins, -0 < +0. It may give a
// product, unrounded.
func (r *Run) extreme(n ast.Node, k Kind, isMin bool, x, y Value) Value {
	op := bv.FMaxNaN
	if isMin {
		op = bv.FMinNaN
	}
	return Value{
		V:     r.Dom.Float(op, k.Format(), r.Float(n, x), r.Float(n, y)),
		Loose: Whole, Product: x.Product || y.Product,
	}
}
