package term

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// covering knows which keys are among those of a best.
type covering struct {
	*Domain
	known map[*Term]map[*Term]Guard // of a best: where each key is among its own
}

// bit is the bit of a number that counts: that its key is the best of all, by steps from one best to another.
func (c covering) bit(n numbered) (*Term, bool) {
	bit := c.GuardOf(n.g)
	for i, condition := range slices.DeleteFunc(slices.Clone(n.given), func(t *Term) bool { return t.is(1) }) {
		if i == 0 {
			bit = condition
			continue
		}
		joined, ok := c.join(bit, condition, n.g)
		if !ok {
			return nil, false
		}
		bit = joined
	}
	return c.intx(bv.And, c.GuardOf(n.g), bit), true
}

// join is one condition for two that have a term in common, where a guard holds: k = M and M = K.
func (c covering) join(a, b *Term, g Guard) (*Term, bool) {
	for _, p := range c.equals(a) {
		for _, q := range c.equals(b) {
			k, m, most := p[0], p[1], q[1]
			if m == q[0] && m.op == most.op && c.covers(m, k, g) && c.covers(most, m, g) {
				return c.intx(bv.Eq, k, most), true
			}
		}
	}
	return nil, false
}

// equals are pairs of terms that are equal if a condition holds, and only then: x is not less than y if it is the
// greatest of both, and y the least.
func (c covering) equals(condition *Term) [][2]*Term {
	if condition.kind == kCmp && condition.op == intOp(bv.Eq) {
		x, y := condition.args[0], condition.args[1]
		return [][2]*Term{{x, y}, {y, x}}
	}
	less := c.not1(condition)
	if less.kind != kCmp || less.op == intOp(bv.Eq) {
		return nil
	}
	x, y := less.args[0], less.args[1]
	least, greatest := bv.UMin, bv.UMax
	if less.op == intOp(bv.SLt) {
		least, greatest = bv.SMin, bv.SMax
	}
	return [][2]*Term{{x, c.intx(greatest, x, y)}, {y, c.intx(least, x, y)}}
}

// covers reports whether best is at least as good as key where a guard holds: the keys that key is the best
// of are among its own.
func (c covering) covers(best, key *Term, g Guard) bool {
	signed, unsigned := best.op.ordering()
	if best.kind != kMany || !signed && !unsigned {
		return false
	}
	among := c.known[best]
	if among == nil {
		among = map[*Term]Guard{}
		for _, e := range best.in {
			among[e.t] = c.or(among[e.t], e.g)
		}
		c.known[best] = among
	}
	has := func(t *Term, where Guard) bool { return c.and(where, c.not(among[t])) == False }
	if key.kind != kMany || key.op != best.op {
		return has(key, g)
	}
	for _, e := range key.in {
		if !has(e.t, c.and(g, e.g)) {
			return false
		}
	}
	return true
}
