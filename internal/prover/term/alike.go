package term

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// alike gives masks on which a and b are the same; as floats, where f is a format. Cases are compared one by one.
// Two terms of one operation are the same where their operands are. One operand of a sum may be the identity.
//
// A tree over members by rank needs that: which elements meet depends on the mask, and to multiply the cases out would
// take a term for each set of members. A tree by an unknown function needs it, too, and a row of a range of columns:
// where a result does not matter, its operands may differ. On other masks a and b may still be the same.
func (d *Domain) alike(f bv.Format, a, b *Term) Guard {
	if a.w != b.w {
		return False
	}
	if f != bv.NoFormat && a.w == f.Bits() {
		a, b = d.anyPayload(f, a), d.anyPayload(f, b)
	}
	if a == b {
		return True
	}
	if a.id > b.id {
		a, b = b, a
	}
	key := alikeKey{f, a, b}
	return d.likes.Once(key, func() Guard { return d.alikeNew(f, a, b) })
}

// alikeKey is a pair of terms that are compared as floats of a format: what is a NaN in
// one of 16 bits is a number in the other.
type alikeKey struct {
	f    bv.Format
	a, b *Term
}

func (d *Domain) alikeNew(f bv.Format, a, b *Term) Guard {
	d.spent.step()
	if x, known := b.known(); known {
		return d.alikeNumber(f, a, x)
	}
	if x, known := a.known(); known {
		return d.alikeNumber(f, b, x)
	}
	cases := func(t *Term) bool {
		return t.kind == kCase || t.kind == kBits || flipped(t) && len(t.in) == 1 && t.in[0].g != True
	}
	if cases(a) || cases(b) {
		return d.alikeCases(f, a, b)
	}
	isSumOf := func(t *Term) bool { return isSum(t) && t.op.format == f }
	switch {
	case isSumOf(a) || isSumOf(b):
		return d.alikeSums(f, a, b)
	case !d.isNumber(f, a) || !d.isNumber(f, b):
		return False
	case a.kind == kApply && b.kind == kApply:
		return d.alikeCalls(a, b)
	case sameHead(a, b):
		return d.alikeOperands(f, a, b)
	}
	return False
}

// alikeSums is where two terms of format f are alike, at least one of them a sum or product. Ways that find nothing
// new cost the most, so each looks where none did.
func (d *Domain) alikeSums(f bv.Format, a, b *Term) Guard {
	same, one := False, isSum(a) && isSum(b) && a.op == b.op
	if one {
		same = d.alikeInTurn(True, a, b, 0)
	}
	for _, p := range [][2]*Term{{a, b}, {b, a}} {
		if isSum(p[0]) && p[0].op.format == f {
			same = d.or(same, d.alikeWhole(f, d.not(same), p[0], p[1]))
		}
	}
	if one {
		turned := d.alikeInTurn(d.not(same), a, b, 1)
		if turned != False {
			d.Use(Commutativity)
		}
		same = d.or(same, turned)
	}
	return same
}

// alikeInTurn is where, of the masks of care, the operands of two sums or products are alike: the first of a is
// compared with the first of b, or with the second one if turn is 1.
func (d *Domain) alikeInTurn(care Guard, a, b *Term, turn int) Guard {
	for i, x := range a.args {
		if care == False {
			return False
		}
		j := i ^ turn
		y := b.args[j]
		same := d.alike
		if d.covered(a.op, x, a.args[1-i]) && d.covered(b.op, y, b.args[1-j]) {
			same = d.alikeCovered
		}
		care = d.and(care, same(a.op.format, x, y))
	}
	return care
}

// alikeCovered is where two operands of sums or products are alike. Their bits do not matter where a float that they
// are parts of is a NaN: see [Domain.covered].
func (d *Domain) alikeCovered(f bv.Format, a, b *Term) Guard {
	if a.kind != kExtract && a.kind != kConcat || !sameHead(a, b) {
		return d.alike(f, a, b)
	}
	g := True
	for i, x := range a.args {
		if y := b.args[i]; d.fromFloat(x) && d.fromFloat(y) {
			g = d.and(g, d.alikeCovered(f, x, y))
		} else {
			g = d.and(g, d.alike(bv.NoFormat, x, y))
		}
	}
	return g
}

// sameHead reports whether two terms are one operation, on operands of their own.
func sameHead(a, b *Term) bool {
	return a.kind == b.kind && a.op == b.op && a.lo == b.lo && a.w == b.w && a.name == b.name &&
		slices.Equal(a.bits, b.bits) && len(a.args) == len(b.args) && len(a.in) == len(b.in) && len(a.args)+len(a.in) > 0
}

// alikeOperands is where the operands of one operation are alike.
func (d *Domain) alikeOperands(f bv.Format, a, b *Term) Guard {
	of := bv.NoFormat
	if a.op.float {
		of = a.op.format
	}
	switch {
	case a.kind == kMany && d.signFlipped(a): // of a float, as which it is compared
		return d.alikeEntries(f, a, b)
	case a.kind == kMany:
		return d.alikeEntries(of, a, b)
	case a.kind == kSel:
		return d.and(d.alike(of, a.args[0], b.args[0]), d.alikeBoth(f, True, a.args[1], b.args[1], a.args[2], b.args[2]))
	}
	g := True
	for i, x := range a.args {
		if g != False {
			g = d.and(g, d.alike(of, x, b.args[i]))
		}
	}
	if a.kind == kFloat && bv.FloatOp(a.op.code) != bv.FLt { // a comparison that commutes
		g = d.or(g, d.alikeBoth(of, d.not(g), a.args[0], b.args[1], a.args[1], b.args[0]))
	}
	return g
}

// maxMatched is how many operands of an associative and commutative op are matched with others: each is compared with
// all.
const maxMatched = 16

// alikeEntries is where each operand of an op that is associative and commutative is alike one of another's, as floats
// where f is a format.
func (d *Domain) alikeEntries(f bv.Format, a, b *Term) Guard {
	rest, left := different(a.in, b.in), different(b.in, a.in)
	if len(rest) > maxMatched || len(rest) != len(left) {
		return False
	}
	g := True
	for _, e := range rest {
		place, best := -1, False
		for i, o := range left {
			if e.g != o.g || e.n != o.n {
				continue
			}
			if same := d.and(g, d.alike(f, e.t, o.t)); same != False {
				if place, best = i, same; same == g {
					break
				}
			}
		}
		if place < 0 {
			return False
		}
		g, left = best, slices.Delete(left, place, place+1)
	}
	return g
}

// different are the entries of a term that are none of another's.
func different(in, others []entry) (rest []entry) {
	for _, e := range in {
		if _, found := slices.BinarySearchFunc(others, e, byID); !found {
			rest = append(rest, e)
		}
	}
	return rest
}

// alikeCases is where two terms are alike, case by case, if one is a choice by the mask.
func (d *Domain) alikeCases(f bv.Format, a, b *Term) Guard {
	same, _ := d.byCases(a, b, meets, func(p, q *Term, _ Guard) Guard { return d.alike(f, p, q) })
	return same
}

// byCases is where a case of a and a case of b are as f says, of those that may be so. f is asked where both hold. It
// fails where there are too many cases.
func (d *Domain) byCases(a, b *Term, may func(p, q *Term) bool, f func(p, q *Term, g Guard) Guard) (where Guard,
	ok bool) {
	as, ok1 := d.split2(a)
	bs, ok2 := d.split2(b)
	if !ok1 || !ok2 {
		return False, false
	}
	for _, p := range as {
		for _, q := range bs {
			if !may(p.t, q.t) {
				continue
			}
			if g := d.and(p.g, q.g); g != False {
				where = d.or(where, d.and(g, f(p.t, q.t, g)))
			}
		}
	}
	return where, true
}

// meets reports whether two cases may be the same on some masks: different elements, which most cases are, never are.
func meets(a, b *Term) bool {
	inside := func(t *Term) bool { return t.kind == kCase || t.kind == kMany || t.kind == kQuiet || isSum(t) }
	return a == b || a.kind == b.kind && a.kind != kVar && a.name == b.name || inside(a) || inside(b)
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
	return d.likes.Once(key, func() (same Guard) {
		if isSum(a) {
			if a.op.identity(a.w) == x { // of nothing
				same = d.and(d.alikeNumber(f, a.args[0], x), d.alikeNumber(f, a.args[1], x))
			}
			return same
		}
		parts, _ := d.split2(a)
		return d.where(parts, func(t *Term) Guard {
			if y, ok := t.known(); ok {
				return guardIf(x == y || f != bv.NoFormat && bv.IsNaN(f, x) && bv.IsNaN(f, y))
			}
			return d.alikeNumber(f, t, x)
		})
	})
}

// isSum reports whether t is a sum or a product of floats.
func isSum(t *Term) bool { return t.kind == kFloat && bv.FloatOp(t.op.code) <= bv.FMul }

// alikeCalls is where two calls of one function have the same arguments.
func (d *Domain) alikeCalls(a, b *Term) Guard {
	if a.name != b.name {
		return False
	}
	fn := d.fns[a.name]
	if len(a.args) != len(b.args) {
		return False
	}
	n := max(fn.Operand, 1)
	both := func(turn bool) Guard {
		g := True
		for i := 0; i < len(a.args) && g != False; i++ {
			j := i
			if turn && i < 2*n {
				j = (i + n) % (2 * n)
			}
			g = d.and(g, d.alike(fn.Of[i], a.args[i], b.args[j]))
		}
		return g
	}
	same := both(false)
	if fn.Commutes && same != True {
		if turned := both(true); turned != False {
			d.Use(Commutativity)
			same = d.or(same, turned)
		}
	}
	return same
}

// calling reports whether a term is a call of a function that is known by its name, or one of its
// cases or parts is.
func calling(t *Term) bool {
	return t.kind == kApply || (t.kind == kExtract || t.kind == kConcat || t.kind == kCase) && t.some(calling)
}
