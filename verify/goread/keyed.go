package goread

import (
	"go/ast"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/verify/bv"
)

// sameKeys are the axioms by which keys are compared.
var sameKeys = map[shflgen.KeyType]string{shflgen.Key32: "Uint32Same", shflgen.Key64: "Uint64Same"}

// keysEqual is 1 where two lanes have the same key, else 0. Nothing else is asked of
// keys.
func (r *run) keysEqual(e *ast.CallExpr) value {
	a, b := r.eval(e.Args[0]), r.eval(e.Args[1])
	if a.of == 0 || b.of == 0 {
		r.stop(e, "comparison", "want the keys of two lanes, unaltered")
	}
	var bit bv.Value
	if r.state.Same != nil {
		bit = r.state.Same(a.of-1, b.of-1)
	} else {
		bit = r.dom.Int(bv.Eq, a.v, b.v)
	}
	return value{v: r.dom.Extend(bit, 32, false)}
}
