package exec

import (
	"math/bits"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// maxUnion is how many numbers of the launch a union has at most.
const maxUnion = 6

// residue are the low k bits of a polynomial.
type residue struct {
	of linear
	k  int
}

// union are one or more residues, or'd, as a value of w bits, which are as many or more: a number that is not known
// yet. Kernels so ask at once whether several addresses are aligned; nothing else is known of several.
type union struct {
	n  int
	of [maxUnion]residue // in the order of the program
	w  int
}

// Width is the number of bits.
func (u union) Width() int { return u.w }

// lowBitsOf are the low k bits of a polynomial, in w bits.
func lowBitsOf(l linear, k, w int) union { return union{1, [maxUnion]residue{{l, k}}, w} }

// with is u or'd with another number of the launch; ok is false where that is too many.
func (u union) with(r residue) (_ union, ok bool) {
	for _, known := range u.of[:u.n] {
		if known == r {
			return u, true
		}
	}
	if u.n == maxUnion {
		return u, false
	}
	u.of[u.n] = r
	u.n++
	return u, true
}

// lowest are the low k bits of u, in w bits.
func (u union) lowest(k, w int) union {
	for i := range u.of[:u.n] {
		u.of[i].k = min(u.of[i].k, k)
	}
	u.w = w
	return u
}

// unionOf is a value that the launch does not tell as a union: an address of a matrix too.
func (t *thread) unionOf(v bv.Value) (u union, ok bool) {
	switch v := v.(type) {
	case union:
		return v, true
	case linear:
		return lowBitsOf(v, v.w, v.w), true
	case address:
		if v.of.matrix != nil && v.generic {
			l := v.of.matrix.address(t.linearOf(v.off))
			return lowBitsOf(l, l.w, l.w), true
		}
	}
	return u, false
}

// or is the union of two values that the launch does not tell; nil where it is not followed.
func (t *thread) or(a, b bv.Value) bv.Value {
	u, ok := t.unionOf(a)
	v, both := t.unionOf(b)
	if !ok || !both {
		return nil
	}
	for _, r := range v.of[:v.n] {
		if u, ok = u.with(r); !ok {
			return nil
		}
	}
	return u
}

// onUnion is op on values if one is a union, or two are or'd; nil where that is an operation on a number.
func (t *thread) onUnion(op bv.IntOp, a, b bv.Value) bv.Value {
	if op == bv.Or && ofGrid(a) && ofGrid(b) {
		return t.or(a, b)
	}
	u, is := a.(union)
	if !is {
		if u, is = b.(union); !is {
			return nil
		}
		b = a
	}
	x, known := uint64(0), false
	if plain(b) {
		x, known = t.m.Dom.Known(b)
	}
	switch one := u.n == 1; {
	case known && op == bv.Or && !one:
		if all, ok := u.with(residue{constantOf(u.w, x), u.w}); ok {
			return all
		}
	case known && op == bv.And && x != 0 && x&(x+1) == 0:
		if k := bits.Len64(x); one {
			return t.lowest(u.of[0].of, min(u.of[0].k, k), u.w)
		} else {
			return u.lowest(k, u.w)
		}
	case known && op == bv.Eq && (one || x == 0): // each is: from the first that is not, the others do not matter
		all := t.m.one
		for _, r := range u.of[:u.n] {
			if all = t.m.and(all, t.m.remains(r, x)); all == t.m.zero {
				break
			}
		}
		return all
	case one:
		return nil
	}
	stop("bits of several numbers of the launch that are not followed")
	return nil
}
