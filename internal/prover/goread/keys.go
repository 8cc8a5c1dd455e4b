package goread

import (
	"go/ast"

	"github.com/shflgen/shflgen/internal/prover/algebra"
	"github.com/shflgen/shflgen/internal/prover/axiom"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/goexec"
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
	pick := func(low, high uint64) uint64 {
		if keyed == nanLow {
			return low
		}
		return high
	}
	var bits, back uint64
	switch f {
	case bv.F16:
		b := axiom.Float16Unkey(int16(key))
		bits, back = uint64(b), pick(uint64(uint16(axiom.Float16NaNLow(b))), uint64(uint16(axiom.Float16NaNHigh(b))))
	case bv.BF16:
		b := axiom.Bfloat16Unkey(int16(key))
		bits, back = uint64(b), pick(uint64(uint16(axiom.Bfloat16NaNLow(b))), uint64(uint16(axiom.Bfloat16NaNHigh(b))))
	case bv.F32:
		b := axiom.Float32Unkey(int32(key))
		bits, back = uint64(b), pick(uint64(uint32(axiom.Float32NaNLow(b))), uint64(uint32(axiom.Float32NaNHigh(b))))
	case bv.F64:
		bits = axiom.Float64Unkey(int64(key))
		back = pick(uint64(axiom.Float64NaNLow(bits)), uint64(axiom.Float64NaNHigh(bits)))
	}
	if back != key {
		r.Stop(r.At, "choice between a key and another value", "which is the key of no float")
	}
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
