package term

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// interval is the least and the greatest number that a term may be.
type interval struct{ least, most uint64 }

// keySet is what is to be known of the keys that one is the best of.
type keySet struct {
	in     []entry // by the numbers of their terms
	some   Guard   // where one takes part
	others Guard   // where another key does than those of the winner
	last   uint64  // their highest number
}

// standing is how good a key is beside the one that wins.
type standing uint8

const (
	anyStanding standing = iota
	asGood               // it is the one that wins, or equal to it
	noBetter
	worse
)

// ifWins is what t may be where a guard holds and a key wins.
func (c *winning) ifWins(key *Term, g Guard, t *Term) interval {
	c.wins, c.memo = key, nil
	return c.number(t, g)
}

func anyOf(w int) interval { return interval{0, ones(w)} }

func (i interval) or(j interval) interval {
	return interval{min(i.least, j.least), max(i.most, j.most)}
}

// number is what t may be where a guard holds.
func (c *winning) number(t *Term, g Guard) interval {
	if x, ok := t.known(); ok {
		return interval{x, x}
	}
	k := whereKey{t, g}
	return c.memo.Once(k, func() interval { return c.numberNew(t, g) })
}

func (c *winning) numberNew(t *Term, g Guard) interval {
	if t.op.float {
		return anyOf(t.w)
	}
	switch t.kind {
	case kBits, kCase:
		return c.ofCases(t, g)
	case kSel:
		return c.chosen(t.args[0], t.args[1], t.args[2], g)
	case kCmp:
		return c.compared(t, g)
	case kFirst:
		return c.first(t, g)
	case kConcat:
		all, at := interval{}, 0
		for _, p := range t.args {
			n := c.number(p, g)
			all, at = interval{all.least | n.least<<at, all.most | n.most<<at}, at+p.w
		}
		return all
	case kExtract:
		n := c.number(t.args[0], g)
		least, most := n.least>>t.lo, n.most>>t.lo
		if least&^ones(t.w) == most&^ones(t.w) { // with the same bits above
			return interval{least & ones(t.w), most & ones(t.w)}
		}
	case kSExt: // which keeps the order of numbers without signs
		n, of := c.number(t.args[0], g), t.args[0].w
		above := ones(t.w) &^ ones(of)
		return interval{n.least | n.least>>(of-1)*above, n.most | n.most>>(of-1)*above}
	case kMany:
		return c.ofMany(t, g)
	}
	return anyOf(t.w)
}

// chosen is what a choice may be: a if a bit is 1, else b.
func (c *winning) chosen(bit, a, b *Term, g Guard) interval {
	switch when := c.number(bit, g); {
	case when.least == 1:
		return c.number(a, g)
	case when.most == 0:
		return c.number(b, g)
	}
	if flipped(bit) {
		bit, a, b = c.not1(bit), b, a
	}
	x, y := c.number(a, g), c.number(b, g)
	if bit.kind == kCmp && !bit.op.float && c.ties {
		for i, t := range bit.args {
			other, code := bit.args[1-i], bv.IntOp(bit.op.code)
			switch ordered := c.best.op == bestOf(code, true) || c.best.op == bestOf(code, false); {
			case c.standing(t, g) != asGood || c.standing(other, g) != noBetter:
			case code == bv.Eq:
				x.least = max(x.least, c.ofTie(a, other))
			case ordered: // the key that wins is not better than what is as good
				y.least = max(y.least, c.ofTie(b, other))
			}
		}
	}
	return x.or(y)
}

// ofTie is the least number that t may be where the best of others is as good as the key that wins: that of the key, if
// it is one of them, or of one with a higher number, if t is the number of their winner.
func (c *winning) ofTie(t, others *Term) uint64 {
	if !isExtremum(others) || others.op != c.best.op {
		return 0
	}
	of := c.parts.Once([2]*Term{t, others}, func() *winning { return c.winnerOver(t, others) })
	if of == nil {
		return 0
	}
	least := ones(t.w)
	for key, n := range of.numbers {
		if c.numbers[key] >= c.numbers[c.wins] {
			least = min(least, n)
		}
	}
	return least
}

// ofCases is what a choice by the mask may be.
func (c *winning) ofCases(t *Term, g Guard) interval {
	parts, ok := c.guardedConstants(c.and(g, c.noneOf(t.in)), t.bits)
	if !ok {
		return anyOf(t.w)
	}
	all := interval{ones(t.w), 0}
	for _, e := range append(parts, t.in...) {
		if both := c.and(g, e.g); both != False {
			all = all.or(c.number(e.t, both))
		}
	}
	return all
}

// first is what the number of the first bit that is 1 may be.
func (c *winning) first(t *Term, g Guard) interval {
	all := interval{ones(t.w), 0}
	for i, b := range t.args {
		n := c.number(b, g)
		if n.most == 1 {
			all = all.or(interval{uint64(i), uint64(i)})
		}
		if n.least == 1 {
			return all
		}
	}
	return all.or(interval{uint64(t.lo), uint64(t.lo)})
}

// withAny is what t may be with any winner.
func (c *winning) withAny(t *Term) interval {
	return c.ever.Once(t, func() interval {
		return (&winning{Domain: c.Domain, best: c.best, ever: c.ever}).number(t, True)
	})
}

// ofMany is what the least of some numbers may be, a number with another added, or a bitwise function of bits.
func (c *winning) ofMany(t *Term, g Guard) interval {
	code := bv.IntOp(t.op.code)
	id := t.op.identity(t.w)
	all := interval{id, id}
	if t.bits != nil {
		all = c.ofCases(&Term{kind: kBits, w: t.w, bits: t.bits}, g)
	}
	for _, e := range t.in {
		both := c.and(g, e.g)
		if both == False || code == bv.UMin && c.withAny(e.t).least >= all.most {
			continue
		}
		n := c.number(e.t, both)
		if both != g {
			n = n.or(interval{id, id})
		}
		switch {
		case code == bv.UMin || t.w == 1 && (code == bv.And || code == bv.Or):
			all = interval{t.op.apply(t.w, all.least, n.least), t.op.apply(t.w, all.most, n.most)}
		case code == bv.Add && e.n == 1 && all.most+n.most <= ones(t.w) && all.most+n.most >= n.most:
			all = interval{all.least + n.least, all.most + n.most}
		case all.least == all.most && n.least == n.most:
			x := t.op.apply(t.w, all.least, t.op.times(t.w, n.least, e.n))
			all = interval{x, x}
		default:
			return anyOf(t.w)
		}
	}
	return all
}

// compared is what the bit of a comparison may be: of keys, or else of numbers.
func (c *winning) compared(t *Term, g Guard) interval {
	no, yes := interval{0, 0}, interval{1, 1}
	code := bv.IntOp(t.op.code)
	x, y := c.standing(t.args[0], g), c.standing(t.args[1], g)
	greatest := c.best.op == bestOf(code, true)
	if greatest { // the second is better where it holds
		x, y = y, x
	}
	switch ordered := greatest || c.best.op == bestOf(code, false); {
	case code == bv.Eq && x == asGood && y == asGood:
		return yes
	case code == bv.Eq && (x == asGood && y == worse || x == worse && y == asGood):
		return no
	case ordered && x == asGood && y == worse:
		return yes
	case ordered && x != anyStanding && y == asGood:
		return no
	case x != anyStanding && y != anyStanding:
		return anyOf(1)
	}
	a, b := c.number(t.args[0], g), c.number(t.args[1], g)
	switch apart := a.most < b.least || b.most < a.least; {
	case code == bv.Eq && apart, code == bv.ULt && b.most <= a.least:
		return no
	case code == bv.Eq && a == b && a.least == a.most, code == bv.ULt && a.most < b.least:
		return yes
	}
	return anyOf(1)
}

// standing is how good t is where a guard holds.
func (c *winning) standing(t *Term, g Guard) standing {
	switch {
	case c.wins == nil || t.w != c.best.w:
		return anyStanding
	case t.is(c.best.op.identity(t.w)):
		return noBetter
	case t.kind == kCase:
		return c.standingOfCases(t, g)
	}
	s := c.setOf(t)
	has := False // where the key that wins is one of these
	if i, in := slices.BinarySearchFunc(s.in, c.wins.id, func(e entry, id int) int { return e.t.id - id }); in {
		has = s.in[i].g
	}
	switch {
	case c.and(g, s.others) != False:
		return anyStanding
	case c.and(g, c.not(has)) == False:
		return asGood
	case c.and(g, has) == False && (!c.ties || s.last < c.numbers[c.wins] && c.and(g, c.not(s.some)) == False):
		return worse
	}
	return noBetter
}

// standingOfCases is how good a choice by the mask is.
func (c *winning) standingOfCases(t *Term, g Guard) (all standing) {
	in, ok := c.split2(t)
	if !ok {
		return anyStanding
	}
	first := true
	for _, e := range in {
		both := c.and(g, e.g)
		if both == False {
			continue
		}
		switch s := c.standing(e.t, both); {
		case s == anyStanding:
			return s
		case first:
			all, first = s, false
		case s != all:
			all = noBetter
		}
	}
	return all
}

// setOf are the keys that one is the best of.
func (c *winning) setOf(t *Term) keySet {
	return c.sets.Once(t, func() keySet {
		s := keySet{in: []entry{at(t, True)}}
		if t.kind == kMany && t.op == c.best.op {
			s.in = t.in
		}
		for _, e := range s.in {
			s.some = c.or(s.some, e.g)
			s.others = c.or(s.others, c.and(e.g, c.not(c.taken[e.t])))
			s.last = max(s.last, c.numbers[e.t])
		}
		return s
	})
}
