package goexec

import (
	"fmt"
	"go/ast"
	"go/types"
	"math"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// convert is a conversion between types.
func (r *Run) convert(e *ast.CallExpr) Value {
	arg, to := e.Args[0], r.Info.TypeOf(e)
	if array, pointer := ArrayOf(to); array != nil {
		if pointer && r.isSlice(arg) {
			return r.part(e, array.Len())
		}
		return r.Eval(arg) // between names of one type
	}
	from := r.Info.TypeOf(arg)
	if r.Operator {
		if a, ok := complexPart(from); ok {
			if b, ok := complexPart(to); ok {
				x := r.Eval(arg).Arr
				return Value{Arr: r.newArray(2, func(i int) Value { return r.convertFloat(arg, a, b, x.Cells[i].Val) })}
			}
		}
		if _, ok := to.Underlying().(*types.Struct); ok {
			return r.Eval(arg)
		}
	}
	k := r.Kind(e)
	return r.converted(e, arg, r.Kind(arg), k, r.Eval(arg))
}

// converted is a scalar of another kind.
func (r *Run) converted(e *ast.CallExpr, arg ast.Expr, from, to Kind, x Value) Value {
	switch {
	case from.Float && to.Float:
		return r.convertFloat(arg, from, to, x)
	case from.Float != to.Float && !r.Operator && !(to.Float && r.Slices && r.isKnown(x)):
		r.Stop(e, "conversion between a float and an integer",
			"want integers, floats, or the bits of a float by package math")
	case from.Float:
		return r.truncated(e, from, to, r.Float(arg, x))
	case to.Float:
		v := r.Exactly(arg, x)
		c := bv.Conversion{Float: to.Format(), Bits: from.Bits, Signed: from.Signed}
		if c.Bits < 64 { // one function for all that 64 bits hold
			v, c.Bits, c.Signed = r.Dom.Extend(v, 64, from.Signed), 64, true
		}
		return Value{V: bv.Apply(r.Dom, bv.FromInteger(c), v)}
	case from.Bits == to.Bits:
		if from.Signed != to.Signed { // a key is ordered as a signed integer
			r.NoKey(e, x)
		}
		return x
	case x.Loose&(Low|High) != 0 && from.Bits == 32 && to.Bits == 16 && !to.Signed: // the low half alone
		return Value{V: r.Dom.Extract(r.NoKey(e, x), 0, 16), Loose: x.Loose.moved(Low, Whole)}
	case to.Bits < from.Bits:
		return Value{V: r.Dom.Extract(r.Exactly(arg, x), 0, to.Bits)}
	case x.Loose == Whole && from.Bits == 16 && to.Bits == 32 && !from.Signed:
		return Value{V: r.Dom.Extend(r.NoKey(e, x), 32, false), Loose: Low}
	}
	return Value{V: r.Dom.Extend(r.Exactly(arg, x), to.Bits, from.Signed)}
}

// isKnown reports whether a scalar is a known number, such as a length.
func (r *Run) isKnown(x Value) bool {
	_, known := r.Dom.Known(x.V)
	return known
}

// SizeOfInt is the reason for refusing code with a result that depends on the size of int.
const SizeOfInt = "its result depends on the size of int"

// truncated is a float without its fraction.
func (r *Run) truncated(e *ast.CallExpr, from, to Kind, x bv.Value) Value {
	d := r.Dom
	if r.IntBits < 64 && isWord(r.Info.TypeOf(e)) {
		r.Stop(e, "", SizeOfInt)
	}
	c := bv.Conversion{Float: from.Format(), Bits: to.Bits, Signed: to.Signed}
	lo, hi := c.Range()
	within := r.And(d.Float(bv.FLt, c.Float, r.float(from, lo), x), d.Float(bv.FLt, c.Float, x, r.float(from, hi)))
	r.Panics(e, r.Not(within), Panic{Why: "a float outside of the integer type; Go leaves the result to the " +
		"machine"})
	return Value{V: bv.Apply(d, bv.ToInteger(c), x)}
}

// isWord reports whether a type is an integer of the size of the machine's words.
func isWord(typ types.Type) bool {
	b, ok := typ.Underlying().(*types.Basic)
	return ok && (b.Kind() == types.Int || b.Kind() == types.Uint)
}

// convertFloat rounds a product to the type it is converted to.
func (r *Run) convertFloat(arg ast.Expr, from, to Kind, x Value) Value {
	r.Float(arg, x)
	x.Product = x.Product && from.Bits != to.Bits
	return r.resized(from, to, x)
}

// part is a conversion of a slice to a pointer to an array: (*[N]T)(x[i:]). Both are the same elements.
func (r *Run) part(e *ast.CallExpr, n int64) Value {
	var of *Array
	if cut, ok := ast.Unparen(e.Args[0]).(*ast.SliceExpr); ok {
		of = r.slice(cut).Arr
	} else if of = r.elementsOf(e.Args[0]); !r.Slices {
		r.Stop(e, "conversion of a slice", "want that of a part of an array, as in (*[N]T)(x[i:])")
	}
	if uint64(n) > uint64(len(of.Cells)) {
		r.Panics(e, r.Yes, Panic{What: fmt.Sprintf("%d elements of a slice of %d", n, len(of.Cells)),
			Want: "want no more than there are"})
		return Value{}
	}
	return Value{Ptr: true, Arr: of.cut(0, uint64(n))}
}

// float is a number as a float of a kind.
func (r *Run) float(k Kind, x float64) bv.Value {
	if k.Bits == 32 {
		return r.Dom.Const(32, uint64(math.Float32bits(float32(x))))
	}
	return r.Dom.Const(64, math.Float64bits(x))
}
