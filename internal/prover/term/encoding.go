package term

import "github.com/shflgen/shflgen/internal/prover/bv"

// Key is the order-preserving integer encoding (key) of a float, -0 below +0. It flips all bits
// except the sign of negative floats; applied again, it decodes. The key of a NaN is beyond the
// keys of the infinities, and a key beyond them decodes to a NaN.
//
// For a min or max by keys, NaNs must be at one end: the losing end for NaN-ignoring ops, the
// winning end for NaN-propagating ops. lost is the last key of that end. It replaces the key where
// the bit moved is set: for every NaN, or for the NaNs at the other end.
func Key(d bv.Domain, f bv.Format, moved, x bv.Value, lost uint64) bv.Value {
	return d.Select(moved, d.Const(f.Bits(), lost), Unkey(d, f, x))
}

// KeyUpper is [Key] of a float64, but replaces only the upper 32 bits of a moved key by those of
// lost. With any lower 32 bits such a key is beyond infinity and decodes to a NaN.
func KeyUpper(d bv.Domain, moved, x bv.Value, lost uint64) bv.Value {
	key := Unkey(d, bv.F64, x)
	return d.Concat(d.Extract(key, 0, 32), d.Select(moved, d.Const(32, lost>>32), d.Extract(key, 32, 32)))
}

// KeyTurned is the key of x, rotated: all keys are shifted, modulo 2^w, by the number of NaNs of
// one sign. The NaNs at the other end than lost wrap around to the end of lost, and no number
// does. It needs no test for a NaN.
func KeyTurned(d bv.Domain, f bv.Format, x bv.Value, lost uint64) bv.Value {
	return d.Int(bv.Add, Unkey(d, f, x), d.Const(f.Bits(), turn(f, lost)))
}

// UnkeyTurned decodes a rotated key.
func UnkeyTurned(d bv.Domain, f bv.Format, key bv.Value, lost uint64) bv.Value {
	return Unkey(d, f, d.Int(bv.Sub, key, d.Const(f.Bits(), turn(f, lost))))
}

// turn is the rotation, added modulo 2^w, that moves the NaNs to the end of lost: up by the number
// of NaNs of one sign for the lowest end, down by it for the highest end.
func turn(f bv.Format, lost uint64) uint64 {
	w := f.Bits()
	nans := ones(w-1) - bv.Infinity(f)
	if lost>>(w-1) == 1 {
		return nans
	}
	return -nans & ones(w)
}

// Unkey decodes a key that is not rotated.
func Unkey(d bv.Domain, f bv.Format, key bv.Value) bv.Value {
	w := f.Bits()
	signs := d.Extend(d.Extract(key, w-1, 1), w-1, true)
	return d.Int(bv.Xor, key, d.Extend(signs, w, false))
}

// UnkeyWords is [Unkey] of a float64, by its lower and upper 32 bits.
func UnkeyWords(d bv.Domain, lower, upper bv.Value) bv.Value {
	signs := d.Extend(d.Extract(upper, 31, 1), 32, true)
	return d.Concat(d.Int(bv.Xor, lower, signs), Unkey(d, bv.F32, upper))
}

// IsNaN is the bit that x is a NaN.
func IsNaN(d bv.Domain, f bv.Format, x bv.Value) bv.Value { return d.Float(bv.FUnordered, f, x, x) }

// Stray is the bit that x is a NaN with a key at the other end than lost: its bits are above the
// bits of the infinity there.
func Stray(d bv.Domain, f bv.Format, x bv.Value, lost uint64) bv.Value {
	w := f.Bits()
	inf := bv.Infinity(f)
	if lost>>(w-1) == 1 { // the lowest key: NaNs without a sign are at the other end
		return d.Int(bv.SLt, d.Const(w, inf), x)
	}
	return d.Int(bv.ULt, d.Const(w, inf|1<<(w-1)), x)
}

// KeyOrder is the integer op on keys that computes o on floats, and the last key of the end where
// NaNs must be.
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

// TwiceOrder is the integer op on the registers of [KeyTwice] that computes o on halves, and
// whether these hold keys of -x. The key of a NaN is the greatest: it loses a minimum.
func TwiceOrder(o bv.FloatOp) (by bv.IntOp, negative bool) {
	switch o {
	case bv.FMin:
		return bv.SMin, false
	case bv.FMax:
		return bv.SMin, true
	case bv.FMaxNaN:
		return bv.SMax, false
	}
	return bv.SMax, true
}

// byKeys are the forms of a min or max of floats by their keys: rotated, with the key of every NaN
// moved, or with the keys of strays moved. Where an element takes no part, its key is the key of
// the identity, or takes no part either. In the second case a form claims nothing for masks on
// which no element takes part.
func (d *Domain) byKeys(t *Term, f bv.Format) []form {
	by, lost, ok := KeyOrder(bv.FloatOp(t.op.code), f.Bits())
	if !ok {
		return nil
	}
	if d.strategy.ZeroOne {
		return d.sortedByKeys(t, f, lost)
	}
	if t.some(d.fromFloat) { // bits that are not those of an element
		return nil
	}
	parts, in, none := d.operandsOf(t)
	var forms []form
	for _, of := range []struct {
		x, in  []bv.Value
		except Guard
	}{{d.elements(t), nil, False}, {parts, in, none}} {
		each := func(key func(x bv.Value) bv.Value) []bv.Value {
			keys := make([]bv.Value, len(of.x))
			for i, x := range of.x {
				keys[i] = key(x)
			}
			return keys
		}
		whole := func(keys []bv.Value) bv.Value {
			return foldOf(d, by, keys, of.in, func(x bv.Value) bv.Value { return x })
		}
		add := func(float bv.Value) {
			forms = append(forms, form{float.(*Term), of.except, lawsOf(Encoding, NaNPayload)})
		}
		turned := each(func(x bv.Value) bv.Value { return KeyTurned(d, f, x, lost) })
		add(UnkeyTurned(d, f, whole(turned), lost))
		if f.Bits() == 16 {
			twice, negative := TwiceOrder(bv.FloatOp(t.op.code))
			words := each(func(x bv.Value) bv.Value { return KeyTwice(d, f, x, negative) })
			add(UnkeyTwice(d, foldOf(d, twice, words, of.in, func(x bv.Value) bv.Value { return x }), negative))
		}
		for _, moved := range []func(x bv.Value) bv.Value{
			func(x bv.Value) bv.Value { return IsNaN(d, f, x) },
			func(x bv.Value) bv.Value { return Stray(d, f, x, lost) },
		} {
			keys := each(func(x bv.Value) bv.Value { return Key(d, f, moved(x), x, lost) })
			add(Unkey(d, f, whole(keys)))
			if f == bv.F64 {
				upperMoved := each(func(x bv.Value) bv.Value { return KeyUpper(d, moved(x), x, lost) })
				for _, keys := range [][]bv.Value{keys, upperMoved} {
					lower, upper := wordsOf(d, by, keys, of.in)
					add(UnkeyWords(d, lower, upper))
				}
			}
		}
	}
	return forms
}
