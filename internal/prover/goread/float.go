package goread

import (
	"go/ast"
	"go/token"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// The Go specification, "Floating-point operators": an implementation may fuse
// floating-point operations, possibly across statements, and an explicit conversion
// prevents fusion that would discard its rounding. An assignment does not, to a
// variable or through a pointer, nor does a call. Compilers fuse x*y + z and x*y - z.
// So a product that no conversion rounds is followed through all of these, and
// refused as the operand of a sum or difference. A quotient by a power of two is
// a product: gc multiplies by the reciprocal, and then fuses.

// floatOp is arithmetic on floats.
func (r *run) floatOp(n ast.Node, op token.Token, k kind, x, y value) value {
	a, b := r.float(n, x), r.float(n, y)
	fused := func() {
		if x.product || y.product {
			r.stop(n, "float "+op.String()+" of a product", "Go may fuse the two, even across statements; want the product rounded, as in "+k.name()+"(x*y) or "+k.name()+"(x/2)")
		}
	}
	switch op {
	case token.ADD:
		fused()
		return value{v: r.dom.Float(bv.FAdd, k.format(), a, b), loose: looseWhole}
	case token.SUB: // is to add the negative: of a NaN too, up to its bits
		fused()
		return value{v: r.dom.Float(bv.FAdd, k.format(), a, r.negated(k, b)), loose: looseWhole}
	case token.MUL:
		return value{v: r.dom.Float(bv.FMul, k.format(), a, b), loose: looseWhole, product: true}
	case token.QUO:
		return value{v: bv.Apply(r.dom, bv.FDiv(k.format()), a, b), loose: looseWhole, product: bv.ByReciprocal(r.dom, k.format(), b)}
	}
	r.stop(n, "float "+op.String(), "want +, -, * or /")
	return value{}
}

func (k kind) name() string {
	if k.bits == 32 {
		return "float32"
	}
	return "float64"
}

// float is a value that is to be computed with as a float.
func (r *run) float(n ast.Node, x value) bv.Value {
	if x.loose&^looseWhole != 0 {
		r.stop(n, "bits of a float op's result as another float", unspecifiedNaN)
	}
	return r.noKey(n, x)
}

// negated is a float with its sign flipped.
func (r *run) negated(k kind, x bv.Value) bv.Value {
	return r.dom.Int(bv.Xor, x, r.dom.Const(k.bits, 1<<(k.bits-1)))
}

// extreme is Go's builtin min or max of floats: a NaN wins, -0 < +0. It may give a
// product, unrounded.
func (r *run) extreme(n ast.Node, k kind, isMin bool, x, y value) value {
	op := bv.FMaxNaN
	if isMin {
		op = bv.FMinNaN
	}
	return value{
		v:     r.dom.Float(op, k.format(), r.float(n, x), r.float(n, y)),
		loose: looseWhole, product: x.product || y.product,
	}
}
