package term

import "github.com/shflgen/shflgen/internal/prover/bv"

// alike gives masks on which a and b are the same float: a sum or product is
// taken apart where both sides are one, or where one operand is the identity, and
// cases are gone through one by one. That is what a tree over members by rank
// needs: which elements meet depends on the mask, and to multiply the cases out
// would take a term for each set of members. On other masks a and b may still be
// the same.
func (d *Domain) alike(f bv.Format, a, b *Term) Guard {
	a, b = d.anyPayload(f, a), d.anyPayload(f, b)
	if a == b {
		return True
	}
	if a.id > b.id {
		a, b = b, a
	}
	key := alikeKey{f, a, b}
	return bv.Once(d.likes, key, func() Guard { return d.alikeNew(f, a, b) })
}

// alikeKey is a pair of terms that are compared as floats of a format: what is a NaN in
// one of 16 bits is a number in the other.
type alikeKey struct {
	f    bv.Format
	a, b *Term
}

func (d *Domain) alikeNew(f bv.Format, a, b *Term) Guard {
	d.spent.step()
	if a.kind == kCase || a.kind == kBits && b.kind != kBits {
		a, b = b, a
	}
	switch {
	case b.kind == kCase || b.kind == kBits && a.kind != kBits:
		parts, ok := d.split2(b)
		if !ok {
			return False
		}
		same := False
		for _, p := range parts {
			there := False
			if x, ok := p.t.known(); ok && a.kind != kBits {
				there = d.alikeNumber(f, a, x)
			} else {
				there = d.alike(f, a, p.t)
			}
			same = d.or(same, d.and(p.g, there))
		}
		return same
	case a.kind == kBits && b.kind == kBits:
		return d.not(d.differOnce(a, b, &f))
	case isSum(a) && isSum(b) && a.op == b.op:
		// Ways that find nothing new cost the most, so each looks where none did.
		same := d.alikeBoth(f, True, a.args[0], b.args[0], a.args[1], b.args[1])
		same = d.or(same, d.alikeWhole(f, d.not(same), a, b))
		same = d.or(same, d.alikeWhole(f, d.not(same), b, a))
		turned := d.alikeBoth(f, d.not(same), a.args[0], b.args[1], a.args[1], b.args[0])
		if turned != False {
			d.Use(Commutativity)
		}
		return d.or(same, turned)
	case isSum(a):
		return d.alikeWhole(f, True, a, b)
	case isSum(b):
		return d.alikeWhole(f, True, b, a)
	}
	return False
}

// alikeBoth is where, of the masks of care, a is alike b and p is alike q.
func (d *Domain) alikeBoth(f bv.Format, care Guard, a, b, p, q *Term) Guard {
	if care == False {
		return False
	}
	if care = d.and(care, d.alike(f, a, b)); care == False {
		return False
	}
	return d.and(care, d.alike(f, p, q))
}

// alikeWhole is where, of the masks of care, one operand of the sum is the identity
// and the other is alike other.
func (d *Domain) alikeWhole(f bv.Format, care Guard, sum, other *Term) Guard {
	id := sum.op.identity(sum.w)
	same := False
	for i := range sum.args {
		if absent := d.and(care, d.alikeNumber(f, sum.args[i], id)); absent != False {
			same = d.or(same, d.and(absent, d.alike(f, sum.args[1-i], other)))
		}
	}
	if same != False {
		d.Use(Identity)
	}
	return same
}

// alikeNumber gives masks on which a is the number x.
func (d *Domain) alikeNumber(f bv.Format, a *Term, x uint64) Guard {
	if a.kind != kCase && a.kind != kBits && !isSum(a) {
		return False
	}
	key := alikeKey{f, a, d.constant(a.w, x)}
	if g, ok := d.likes[key]; ok {
		return g
	}
	same := False
	switch {
	case !isSum(a):
		parts, ok := d.split2(a)
		if !ok {
			break
		}
		for _, p := range parts {
			if y, ok := p.t.known(); !ok {
				same = d.or(same, d.and(p.g, d.alikeNumber(f, p.t, x)))
			} else if x == y || isNaN(f, x) && isNaN(f, y) {
				same = d.or(same, p.g)
			}
		}
	case a.op.identity(a.w) == x: // of nothing
		same = d.and(d.alikeNumber(f, a.args[0], x), d.alikeNumber(f, a.args[1], x))
	}
	d.likes[key] = same
	return same
}

// isSum reports whether t is a sum or a product of floats.
func isSum(t *Term) bool { return t.kind == kFloat && bv.FloatOp(t.op.code) <= bv.FMul }
