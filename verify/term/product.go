package term

import "github.com/shflgen/shflgen/verify/bv"

// A float32 by 1 or by -1 is exact, and of a NaN it is the canonical one, 0x7fffffff:
// CUDA C++ Programming Guide, "Floating-Point Standard". So its key needs no test for
// a NaN to be one of [Key], and is known as that: with the canonical NaN the greatest
// of all keys is that of a NaN, and the complement of the key of -x is ordered as x
// is, with a NaN's as the least.

// Product is the float32 x by 1, or by -1.
func (d *Domain) Product(x bv.Value, negative bool) bv.Value {
	t := Term{kind: kProduct, w: 32, args: []*Term{x.(*Term)}}
	if negative {
		t.lo = 1
	}
	p := d.intern(t)
	highest := uint64(ones(32) >> 1)
	key := func(lost uint64) *Term { return Key(d, bv.F32, IsNaN(d, bv.F32, x), x, lost).(*Term) }
	signs := d.Extend(d.Extend(d.Extract(p, 31, 1), 31, true), 32, false)
	if of := d.intx(bv.Xor, p, signs.(*Term)); negative { // not by Int, which remembers what it gives
		d.keyed[d.not1(of)] = key(highest + 1)
	} else {
		d.keyed[of] = key(highest)
	}
	return p
}

// factor is the bits of 1, or of -1.
func (t *Term) factor() uint64 { return 0x3f800000 | uint64(t.lo)<<31 }
