package algebra

import (
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/encoding"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// runEncoded is [Run] of an op that orders elements by an encoding: by the law of package
// encoding, the reference of the integers' op, between encoding and decoding. An encoding
// is one-to-one, so an element that is only moved comes back as it was.
func runEncoded(d bv.Domain, s spec.Spec, e encoding.Encoding, in Input) (Outcome, error) {
	_, integers, _ := s.Encoded()
	of := algebraOf(d, integers)
	of.packed = s.Type.Packed()
	encoded := make([]bv.Value, len(in.Elements))
	for i, x := range in.Elements {
		encoded[i] = convert(d, s.Type, x, e.Encode)
	}
	in.Elements = encoded
	out, err := ref.Run(of, s, in)
	for i, x := range out.Value {
		out.Value[i] = convert(d, s.Type, x, e.Decode)
	}
	return out, err
}

// convert is an element converted, half by half if it is a packed pair.
func convert(d bv.Domain, t spec.Type, x bv.Value, by func(bv.Domain, bv.Value) bv.Value) bv.Value {
	if !t.Packed() {
		return by(d, x)
	}
	return d.Concat(by(d, d.Extract(x, 0, 16)), by(d, d.Extract(x, 16, 16)))
}

// OfNumbers is the integer of an element that is a number, and of every NaN the greatest that one becomes, if the op of
// s orders floats by an encoding; else it is nil. So it is one function of two elements if both are NaNs or they are
// the same number.
func OfNumbers(d bv.Domain, s spec.Spec) func(x bv.Value) bv.Value {
	e, ok := encoding.Of(s)
	if !ok {
		return nil
	}
	most, floats := e.OfNaN()
	if !floats {
		return nil
	}
	number := func(d bv.Domain, x bv.Value) bv.Value {
		k := e.Encode(d, x)
		return d.Int(bv.UMax, k, d.Const(k.Width(), most))
	}
	return func(x bv.Value) bv.Value { return convert(d, s.Type, x, number) }
}

// Any is an element with the bits x, an arbitrary value. If an op orders elements by an encoding, x is the integer.
// An encoding is one-to-one on as many bits, and so this is every element too, and to encode it gives x itself. Of
// elements that are narrower in memory x is the bits.
func Any(d bv.Domain, s spec.Spec, x bv.Value) bv.Value {
	if e, ok := encoding.Of(s); ok && x.Width() == s.Type.Bits() {
		return convert(d, s.Type, x, e.Decode)
	}
	return x
}

// Encoder encodes an element, if the op of s orders elements by an encoding; else it is nil.
func Encoder(d bv.Domain, s spec.Spec) func(x bv.Value) bv.Value {
	e, ok := encoding.Of(s)
	if !ok {
		return nil
	}
	return func(x bv.Value) bv.Value { return convert(d, s.Type, x, e.Encode) }
}
