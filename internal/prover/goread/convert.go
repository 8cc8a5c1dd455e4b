package goread

import (
	"go/ast"
	"go/types"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// convert is a conversion between types of numbers.
func (r *run) convert(e *ast.CallExpr) value {
	if array, pointer := arrayOf(r.info.TypeOf(e)); array != nil {
		if _, slice := r.info.TypeOf(e.Args[0]).Underlying().(*types.Slice); slice && pointer {
			return r.part(e, array.Len())
		}
		return r.eval(e.Args[0]) // between names of one type
	}
	from, to := r.kind(e.Args[0]), r.kind(e)
	x := r.eval(e.Args[0])
	switch {
	case from.float && to.float:
		return r.convertFloat(e, from, to, x)
	case from.float != to.float:
		r.stop(e, "conversion between a float and an integer", "want integers, floats, or the bits of a float by package math")
	case from.bits == to.bits:
		if from.signed != to.signed { // a key is ordered as a signed integer
			r.noKey(e, x)
		}
		return x
	case x.loose&(looseLow|looseHigh) != 0 && from.bits == 32 && to.bits == 16 && !to.signed: // the low half alone
		return value{v: r.dom.Extract(r.noKey(e, x), 0, 16), loose: x.loose.moved(looseLow, looseWhole)}
	case to.bits < from.bits:
		return value{v: r.dom.Extract(r.exactly(e.Args[0], x), 0, to.bits)}
	case x.loose == looseWhole && from.bits == 16 && to.bits == 32 && !from.signed:
		return value{v: r.dom.Extend(r.noKey(e, x), 32, false), loose: looseLow}
	}
	return value{v: r.dom.Extend(r.exactly(e.Args[0], x), to.bits, from.signed)}
}

// convertFloat rounds a product to the type it is converted to. A conversion to a
// wider type has nothing to round to there: the product stays what it was.
func (r *run) convertFloat(e *ast.CallExpr, from, to kind, x value) value {
	if from.bits == to.bits {
		x.product = false
		return x
	}
	return value{
		v:       r.dom.Convert(to.format(), from.format(), r.float(e, x)),
		loose:   looseWhole,
		product: x.product && to.bits > from.bits,
	}
}

// resize extends a word without sign, or cuts it.
func (r *run) resize(x bv.Value, w int) bv.Value {
	switch {
	case x.Width() == w:
		return x
	case x.Width() > w:
		return r.dom.Extract(x, 0, w)
	}
	return r.dom.Extend(x, w, false)
}
