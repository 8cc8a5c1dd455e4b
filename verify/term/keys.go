package term

import "github.com/shflgen/shflgen/verify/bv"

// Key is an integer that is ordered as floats are, -0 below +0; of a NaN it is
// lost. The same function takes a key, but for lost, back to its float: it flips
// all bits but the sign of what is negative.
func Key(d bv.Domain, f bv.Format, x bv.Value, lost uint64) bv.Value {
	return d.Select(d.Float(bv.FUnordered, f, x, x), d.Const(f.Bits(), lost), Unkey(d, f, x))
}

// Unkey is the float of a key.
func Unkey(d bv.Domain, f bv.Format, key bv.Value) bv.Value {
	w := f.Bits()
	signs := d.Extend(d.Extract(key, w-1, 1), w-1, true)
	return d.Int(bv.Xor, key, d.Extend(signs, w, false))
}

// byKeys is a min or max of floats, to which a NaN is missing data, as the min or
// max of their keys: a NaN's key loses to every other, and comes back as a NaN if
// nothing else is there. It is nil for any other term.
func (d *Domain) byKeys(t *Term, f bv.Format) *Term {
	if t.kind != kMany || !t.op.float || t.op.format != f {
		return nil
	}
	w := f.Bits()
	var o op
	var lost uint64
	switch bv.FloatOp(t.op.code) {
	case bv.FMin:
		o, lost = intOp(bv.SMin), ones(w)>>1
	case bv.FMax:
		o, lost = intOp(bv.SMax), 1<<(w-1)
	default:
		return nil
	}
	keys := make([]entry, len(t.in))
	for i, e := range t.in {
		if d.fromFloat(e.t) {
			return nil // its bits are not those of an element
		}
		keys[i] = entry{Key(d, f, e.t, lost).(*Term), e.g}
	}
	return Unkey(d, f, d.many(o, w, keys, nil)).(*Term)
}
