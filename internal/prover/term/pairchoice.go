package term

import (
	"github.com/shflgen/shflgen/internal/prover/bv"
)

// selPair is a choice of two keys, or of two slots, by the order of their pairs; nil for any other.
func (d *Domain) selPair(c, a, b *Term) *Term {
	if d.strategy.PairOrder == nil || c.kind == kBits || a.w != d.pairs.KeyBits && a.w != slotBits {
		return nil
	}
	k := pairChoice{c, a, b}
	return d.pairs.joined.Once(k, func() *Term { return d.selPairNew(c, a, b) })
}

func (d *Domain) selPairNew(c, a, b *Term) *Term {
	if d.pairs.Winner {
		c, a, b = d.oneChoice(c, a, b)
	}
	if x, y := d.tokenOf(a, d.tokenOfKey), d.tokenOf(b, d.tokenOfKey); x != nil && y != nil {
		if code, ok := d.chosen(c, x, y); ok {
			return d.PairKey(d.intx(code, x, y)).(*Term)
		}
	}
	if x, y := d.tokenOf(a, d.tokenOfSlot), d.tokenOf(b, d.tokenOfSlot); x != nil && y != nil {
		if code, ok := d.chosen(c, x, y); ok {
			return d.slotOf(code, x, y, a, b)
		}
	}
	return d.selHalf(c, a, b)
}

// chosen is the op of tokens by which x, if c holds, and else y is one of both.
func (d *Domain) chosen(c, x, y *Term) (code bv.IntOp, ok bool) {
	ordered := c.kind == kCmp && c.op == intOp(bv.ULt) && d.isPair(c.args[0]) && d.isPair(c.args[1])
	before := ordered && c.args[0] == x && c.args[1] == y
	after := ordered && c.args[0] == y && c.args[1] == x
	if !ordered {
		o := d.newPairOrder(x, y)
		before = o.is(c, o.before, 1, 0) || o.is(c, o.notAfter, 1, 0)
		after = !before && (o.is(c, o.after, 0, 1) || o.is(c, o.notBefore, 0, 1))
	}
	switch two := d.isPair(x) && d.isPair(y); {
	case before:
		return bv.UMin, true
	case after && (two || !d.pairs.Winner):
		return bv.UMax, true
	}
	return 0, false
}

// slotOf is the slot of the first or the last of two tokens with the slots a and b. For two elements it is a choice of
// two numbers, which may as well be a bit.
func (d *Domain) slotOf(code bv.IntOp, x, y, a, b *Term) *Term {
	_, number := a.known()
	_, both := b.known()
	switch {
	case !number || !both || !d.isPair(x) || !d.isPair(y):
		return d.PairSlot(d.intx(code, x, y)).(*Term)
	case code == bv.UMin:
		return d.selNumbers(x, y, a, b)
	}
	return d.selNumbers(x, y, b, a)
}

// Unoptimised code chooses a pair step by step: by the keys, then, where these are equal, by the slots. Each step is a
// choice of its own. A choice of choices of two terms is one choice of these, by a condition that is chosen alike.

// oneChoice is a choice of two terms by one condition. The arms of the original may be choices of these terms; other
// choices stay.
func (d *Domain) oneChoice(c, a, b *Term) (condition, x, y *Term) {
	leaves := twoLeaves{Domain: d, seen: map[*Term]bool{}}
	leaves.add(a)
	leaves.add(b)
	if len(leaves.all) != 2 || a == leaves.all[0] && b == leaves.all[1] {
		return c, a, b
	}
	x, y = leaves.all[0], leaves.all[1]
	is := map[*Term]*Term{x: d.GuardOf(True), y: d.GuardOf(False)}
	return d.sel(c, d.chooses(a, is), d.chooses(b, is)), x, y
}

// twoLeaves are the terms that others are chosen of, each once. More than two are not looked for.
type twoLeaves struct {
	*Domain
	all  []*Term
	seen map[*Term]bool
}

// add adds what t is chosen of.
func (l *twoLeaves) add(t *Term) {
	if l.seen[t] || len(l.all) > 2 {
		return
	}
	l.seen[t] = true
	if _, x, y, ok := l.choiceOf(t); ok {
		l.add(x)
		l.add(y)
		return
	}
	l.all = append(l.all, t)
}

// choiceOf are the condition and the arms of a choice, or of a choice in fewer bits that is extended. The least of two
// slots is a choice of these. The slot of one of two elements is none: it is known by its token.
func (d *Domain) choiceOf(t *Term) (c, a, b *Term, ok bool) {
	of := t
	switch {
	case t.w == slotBits && d.slotOfTwo(t) != nil:
		return nil, nil, nil, false
	case t.kind == kSExt, t.kind == kConcat && len(t.args) == 2 && t.args[1].is(0):
		of = t.args[0]
	}
	extend := func(arm *Term) *Term { return d.Extend(arm, t.w, t.kind == kSExt).(*Term) }
	switch {
	case of.kind == kSel:
		return of.args[0], extend(of.args[1]), extend(of.args[2]), true
	case t.w == slotBits && of.kind == kMany && of.op == intOp(bv.UMin) && len(of.in) == 2:
		a, b = extend(of.in[0].t), extend(of.in[1].t)
		ok = d.and(of.in[0].g, of.in[1].g) == True && d.tokenOfSlot(a) != nil && d.tokenOfSlot(b) != nil
		return d.intx(bv.ULt, a, b), a, b, ok
	}
	return nil, nil, nil, false
}

// chooses is whether t is the first of two terms that it is chosen of; is has the answer for known terms.
func (d *Domain) chooses(t *Term, is map[*Term]*Term) *Term {
	bit := is[t]
	if bit == nil {
		c, a, b, _ := d.choiceOf(t)
		bit = d.sel(c, d.chooses(a, is), d.chooses(b, is))
		is[t] = bit
	}
	return bit
}
