package term

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// applied gives masks on which a and b are the same: functions are taken apart where both sides
// are calls of one, and cases are gone through one by one. A tree by a function of which only the name
// is known needs that where elements may be absent: what a call has as an operand where its result
// does not matter may differ. On other masks a and b may still be the same.
func (d *Domain) applied(f bv.Format, a, b *Term) Guard {
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
	return bv.Once(d.calls, key, func() Guard { return d.appliedNew(f, a, b) })
}

func (d *Domain) appliedNew(f bv.Format, a, b *Term) Guard {
	if a.kind == kApply && b.kind == kApply {
		return d.appliedCalls(a, b)
	}
	if a.kind == b.kind && a.lo == b.lo && (a.kind == kConcat || a.kind == kExtract) && !d.fromFloat(a) &&
		!d.fromFloat(b) {
		return d.appliedParts(a, b)
	}
	as, ok1 := d.split2(a)
	bs, ok2 := d.split2(b)
	if !ok1 || !ok2 || len(as) == 1 && len(bs) == 1 && as[0].t == a && bs[0].t == b {
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
				g = d.and(g, d.applied(f, p.t, q.t))
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
		a.kind == kCase || b.kind == kCase || a.kind == kMany || b.kind == kMany
}

// appliedCalls is where two calls of one function have the same arguments.
func (d *Domain) appliedCalls(a, b *Term) Guard {
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
			g = d.and(g, d.applied(fn.Of[i], a.args[i], b.args[j]))
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

// appliedParts is where the parts of two words, or what the words are parts of, are the same: a bool is the lowest bit
// of what a call gives.
func (d *Domain) appliedParts(a, b *Term) Guard {
	if len(a.args) != len(b.args) {
		return False
	}
	g := True
	for i, x := range a.args {
		y := b.args[i]
		if x.w != y.w {
			return False
		}
		g = d.and(g, d.applied(bv.NoFormat, x, y))
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
