package term

import "github.com/shflgen/shflgen/verify/bv"

// Key is an integer that is ordered as floats are, -0 below +0; of a NaN it is
// lost. The same function takes a key, but for lost, back to its float: it flips
// all bits but the sign of what is negative.
func Key(d bv.Domain, f bv.Format, x bv.Value, lost uint64) bv.Value {
	return keyIf(d, f, d.Float(bv.FUnordered, f, x, x), x, lost)
}

func keyIf(d bv.Domain, f bv.Format, isNaN, x bv.Value, lost uint64) bv.Value {
	return d.Select(isNaN, d.Const(f.Bits(), lost), Unkey(d, f, x))
}

// Unkey is the float of a key.
func Unkey(d bv.Domain, f bv.Format, key bv.Value) bv.Value {
	w := f.Bits()
	signs := d.Extend(d.Extract(key, w-1, 1), w-1, true)
	return d.Int(bv.Xor, key, d.Extend(signs, w, false))
}

// NaNBits tells a NaN by its bits: but for the sign, more than those of infinity.
func NaNBits(d bv.Domain, f bv.Format, x bv.Value) bv.Value {
	w := f.Bits()
	inf := map[bv.Format]uint64{bv.F16: 0x7c00, bv.BF16: 0x7f80, bv.F32: 0x7f800000, bv.F64: 0x7ff << 52}[f]
	return d.Int(bv.ULt, d.Const(w, inf), d.Extend(d.Extract(x, 0, w-1), w, false))
}

// KeyOrder is the order of the keys by which floats can be reduced by o, and the
// key of a NaN: at the end that loses, if it is missing data, else at that which
// wins. Either comes back as a NaN, and no number has it.
func KeyOrder(o bv.FloatOp, w int) (by bv.IntOp, lost uint64, ok bool) {
	lowest, highest := uint64(1)<<(w-1), ones(w)>>1
	switch o {
	case bv.FMin:
		return bv.SMin, highest, true
	case bv.FMax:
		return bv.SMax, lowest, true
	case bv.FMinNaN:
		return bv.SMin, lowest, true
	case bv.FMaxNaN:
		return bv.SMax, highest, true
	}
	return 0, 0, false
}

// byKeys are the forms of a min or max of floats as that of their keys, with each
// test for a NaN. Where an element takes no part, its key is that of the identity,
// or takes no part either; then nothing is told where none does.
func (d *Domain) byKeys(t *Term, f bv.Format) []form {
	by, lost, ok := KeyOrder(bv.FloatOp(t.op.code), f.Bits())
	if !ok {
		return nil
	}
	for _, e := range t.in {
		if d.fromFloat(e.t) {
			return nil // its bits are not those of an element
		}
	}
	var forms []form
	parts, in, none := d.operandsOf(t)
	for _, isNaN := range []func(x bv.Value) bv.Value{
		func(x bv.Value) bv.Value { return d.Float(bv.FUnordered, f, x, x) },
		func(x bv.Value) bv.Value { return NaNBits(d, f, x) },
	} {
		for _, of := range []struct {
			x, in  []bv.Value
			except Guard
		}{{d.elements(t), nil, False}, {parts, in, none}} {
			keys := make([]bv.Value, len(of.x))
			for i, x := range of.x {
				keys[i] = keyIf(d, f, isNaN(x), x, lost)
			}
			whole := foldOf(d, by, keys, of.in, func(x bv.Value) bv.Value { return x })
			forms = append(forms, form{Unkey(d, f, whole).(*Term), of.except})
			if f == bv.F64 {
				forms = append(forms, form{Unkey(d, f, ByWordsOf(d, by, keys, of.in)).(*Term), of.except})
			}
		}
	}
	return forms
}
