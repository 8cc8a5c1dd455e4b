package goread

import (
	"go/ast"

	"github.com/shflgen/shflgen"

	"github.com/shflgen/shflgen/verify/algebra"
	"github.com/shflgen/shflgen/verify/bv"
)

// callLane is the meaning of a helper of an op that gives a lane. There a key is an
// integer like any other, the one that package algebra says.
func (r *run) callLane(h helper, e *ast.CallExpr) value {
	switch h.role {
	case nanLow, nanHigh:
		if x := r.eval(e.Args[0]); !x.loose && losing(r.Spec.Op) == h.role {
			return value{v: algebra.Key(r.dom, r.Spec, x.v)}
		}
		r.stop(e, h.axiom, "want the key of an element, with NaN where it loses to every number")
	case unkey:
		return value{v: algebra.Unkey(r.dom, r.Spec, r.exact(e.Args[0])), loose: true}
	case same:
		bit := r.dom.Int(bv.Eq, r.exact(e.Args[0]), r.exact(e.Args[1]))
		return value{v: r.dom.Extend(bit, 32, false)}
	case first:
		return value{v: bv.First(r.dom, r.exact(e.Args[0]), 0xffffffff)}
	}
	r.stop(e, h.axiom, "not a helper of an op that gives a lane")
	return value{}
}

// losing is the key of a NaN that loses by op.
func losing(op shflgen.Op) role {
	if op == shflgen.ArgMin {
		return nanHigh
	}
	return nanLow
}
