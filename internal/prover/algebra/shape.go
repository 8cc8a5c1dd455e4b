package algebra

import (
	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/encoding"
	"github.com/shflgen/shflgen/internal/prover/term"
)

// KeepShape keeps applications of the op of s as they stand, so that the terms of a scan do not grow with the square of its
// length: see [term.Domain.Shaped]. A float sum or product is no list anyway.
func KeepShape(d *term.Domain, s shflgen.Spec) {
	if _, ok := encoding.Of(s); ok {
		_, s, _ = s.Encoded()
	}
	t := s.Type
	if f := Format(t); f != nil {
		if op, ok := floatShapes[s.Op]; ok {
			d.ShapedFloat(op, *f)
		}
		return
	}
	op, ok := intShapes[s.Op]
	if signed, ofSigned := signedShapes[s.Op]; ofSigned && t.Class() == shflgen.Signed {
		op = signed
	}
	if ok {
		d.Shaped(op, t.Bits())
	}
}

var (
	intShapes = map[shflgen.Op]bv.IntOp{
		shflgen.Sum: bv.Add, shflgen.Prod: bv.Mul, shflgen.And: bv.And, shflgen.Or: bv.Or, shflgen.Xor: bv.Xor, shflgen.Min: bv.UMin, shflgen.Max: bv.UMax,
	}
	signedShapes = map[shflgen.Op]bv.IntOp{shflgen.Min: bv.SMin, shflgen.Max: bv.SMax}
	floatShapes  = map[shflgen.Op]bv.FloatOp{shflgen.Min: bv.FMin, shflgen.Max: bv.FMax, shflgen.Minimum: bv.FMinNaN, shflgen.Maximum: bv.FMaxNaN}
)
