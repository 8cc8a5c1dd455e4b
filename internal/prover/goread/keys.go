package goread

import (
	"go/ast"

	"github.com/shflgen/shflgen/internal/prover/algebra"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/goexec"
	"github.com/shflgen/shflgen/internal/prover/term"
)

// SameKeys makes a key of a constant beside a key, so that both or neither are keys.
func (r *run) SameKeys(x, y goexec.Value) (goexec.Value, goexec.Value) {
	switch {
	case x.IsKey && !y.IsKey:
		y = r.constantKey(y.V, x.Keyed)
	case y.IsKey && !x.IsKey:
		x = r.constantKey(x.V, y.Keyed)
	}
	if x.IsKey != y.IsKey || x.Keyed != y.Keyed {
		r.Stop(r.At, "choice", "between keys of two kinds")
	}
	return x, y
}

// constantKey is the key that a constant is.
func (r *run) constantKey(v bv.Value, keyed role) goexec.Value {
	key, known := r.Dom.Known(v)
	f := algebra.FormatOf(r.Spec.Type)
	if !known || f == bv.NoFormat {
		r.Stop(r.At, "choice between a key and another value", "want keys, or a constant that is one")
	}
	n, lost := bv.Numbers{}, uint64(1)<<(f.Bits()-1) // the key of NaNs
	if keyed == nanHigh {
		lost--
	}
	x := term.Unkey(n, f, n.Const(f.Bits(), key))
	if back, _ := n.Known(term.Key(n, f, term.IsNaN(n, f, x), x, lost)); back != key {
		r.Stop(r.At, "choice between a key and another value", "which is the key of no float")
	}
	bits, _ := n.Known(x)
	return goexec.Value{V: r.Dom.Const(f.Bits(), CanonicalNaN(f, bits)), IsKey: true, Keyed: keyed}
}

// CanonicalNaN is bits, or one and the same NaN for every NaN of a format.
func CanonicalNaN(f bv.Format, bits uint64) uint64 {
	n := bv.Numbers{}
	x := n.Const(f.Bits(), bits)
	if isNaN, _ := n.Known(n.Float(bv.FUnordered, f, x, x)); isNaN == 0 {
		return bits
	}
	nan, _ := n.Known(n.Convert(f, bv.F64, n.Const(64, 0x7fffffffffffffff)))
	return nan
}

// KeyExtreme is min or max of keys: the float op that the keys make of it.
func (r *run) KeyExtreme(e *ast.CallExpr, isMin bool, x, y goexec.Value) goexec.Value {
	if k := r.Kind(e); !k.Signed || k.Bits != algebra.FormatOf(r.Spec.Type).Bits() {
		r.Stop(e, "min or max of keys as "+r.info.TypeOf(e).String(), "want it as the signed integer that a key is")
	}
	x, y = r.SameKeys(x, y)
	op := keyOps[keyed{x.Keyed, isMin}]
	return goexec.Value{V: r.Dom.Float(op, algebra.FormatOf(r.Spec.Type), x.V, y.V), IsKey: true, Keyed: x.Keyed}
}
