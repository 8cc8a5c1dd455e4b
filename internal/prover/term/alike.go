package term

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// alike gives masks on which a and b are the same; as floats, where f is a format. Cases are compared one by one. Calls
// of one function, parts of words, and sums and products of floats are taken apart; one operand of a sum may be the
// identity. A tree over members by rank needs that: which elements meet depends on the mask, and to multiply the cases
// out would take a term for each set of members. A tree by an unknown function needs it, too: where the result of a
// call does not matter, its operands may differ. On other masks a and b may still be the same.
func (d *Domain) alike(f bv.Format, a, b *Term) Guard {
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
	if x, known := b.known(); known {
		return d.alikeNumber(f, a, x)
	}
	if x, known := a.known(); known {
		return d.alikeNumber(f, b, x)
	}
	cases := func(t *Term) bool {
		return t.kind == kCase || t.kind == kBits || flipped(t) && len(t.in) == 1 && t.in[0].g != True
	}
	switch sumA, sumB := isSum(a) && a.op.format == f, isSum(b) && b.op.format == f; {
	case cases(a) || cases(b):
		return d.alikeCases(f, a, b)
	case a.kind == kApply && b.kind == kApply:
		return d.alikeCalls(a, b)
	case a.kind == b.kind && a.lo == b.lo && (a.kind == kConcat || a.kind == kExtract) && !d.fromFloat(a) &&
		!d.fromFloat(b):
		return d.alikeParts(a, b)
	case a.kind == kConv && b.kind == kConv && a.op == b.op:
		return d.alike(a.op.format, a.args[0], b.args[0])
	case sumA && sumB && a.op == b.op:
		// Ways that find nothing new cost the most, so each looks where none did.
		same := d.alikeBoth(f, True, a.args[0], b.args[0], a.args[1], b.args[1])
		same = d.or(same, d.alikeWhole(f, d.not(same), a, b))
		same = d.or(same, d.alikeWhole(f, d.not(same), b, a))
		turned := d.alikeBoth(f, d.not(same), a.args[0], b.args[1], a.args[1], b.args[0])
		if turned != False {
			d.Use(Commutativity)
		}
		return d.or(same, turned)
	case sumA:
		return d.alikeWhole(f, True, a, b)
	case sumB:
		return d.alikeWhole(f, True, b, a)
	}
	return False
}

// alikeCases is where two terms are alike, case by case, if one is a choice by the mask.
func (d *Domain) alikeCases(f bv.Format, a, b *Term) Guard {
	as, ok1 := d.split2(a)
	bs, ok2 := d.split2(b)
	if !ok1 || !ok2 {
		return False
	}
	same := False
	for _, p := range as {
		for _, q := range bs {
			if p.t != q.t && !meets(p.t, q.t) {
				continue
			}
			g := d.and(p.g, q.g)
			if g == False {
				continue
			}
			if p.t != q.t {
				g = d.and(g, d.alike(f, p.t, q.t))
			}
			same = d.or(same, g)
		}
	}
	return same
}

// meets reports whether two cases that are different terms may be the same on some masks: elements, which most cases
// are, never are.
func meets(a, b *Term) bool {
	return a.kind == b.kind && a.name == b.name && (a.kind == kApply || a.kind == kConcat || a.kind == kExtract) ||
		a.kind == kCase || b.kind == kCase || a.kind == kMany || b.kind == kMany || isSum(a) || isSum(b) ||
		a.kind == kBits && b.kind == kBits || a.kind == kQuiet || b.kind == kQuiet || a.kind == kConv && b.kind == kConv
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
			} else if x == y || f != bv.NoFormat && isNaN(f, x) && isNaN(f, y) {
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

// alikeParts is where the parts of two words, or what the words are parts of, are the same: a bool is the lowest bit
// of what a call gives.
func (d *Domain) alikeParts(a, b *Term) Guard {
	if len(a.args) != len(b.args) {
		return False
	}
	g := True
	for i, x := range a.args {
		y := b.args[i]
		if x.w != y.w {
			return False
		}
		g = d.and(g, d.alike(bv.NoFormat, x, y))
	}
	return g
}

// calling reports whether a term is a call of a function that is known by its name, or one of its
// cases or parts is.
func calling(t *Term) bool {
	switch t.kind {
	case kApply:
		return true
	case kExtract, kConcat:
		return slices.ContainsFunc(t.args, calling)
	}
	for _, e := range t.in {
		if t.kind == kCase && calling(e.t) {
			return true
		}
	}
	return false
}
