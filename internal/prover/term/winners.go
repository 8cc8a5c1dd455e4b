package term

import (
	"cmp"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// The winner of winners. A thread, a loop or a tree keeps the best of some keys and the number of the first key that is
// best, and compares the bests of sets of keys in many ways. All are the winner's number by one theorem:
//
//	Keys k, each with a number of its own, take part where guards hold. A term is the number of the first key that is
//	best if, for each k, it is k's number wherever k takes part, no key is better, and none of a lower number is as good;
//	and if it has all bits where no key takes part.
//
// So a term is looked at once for each key, under the assumption that the key wins. That settles the comparisons of
// sets with the key. Comparisons of other sets make no difference then: their keys have higher numbers or are worse.
// The numbers are found in the same way, by the assumption that a key is better than all others.

// winning is a term that may be the number of a winner, and the assumption about it.
type winning struct {
	*Domain
	best    *Term            // of all keys
	taken   map[*Term]Guard  // where a key takes part
	numbers map[*Term]uint64 // of the keys
	sets    bv.Memo[*Term, keySet]

	wins  *Term // the key that wins; nil: none takes part
	ties  bool  // keys of higher numbers may be as good; else all others are worse, and of no keys as well
	memo  bv.Memo[whereKey, interval]
	ever  *bv.Memo[*Term, interval]   // what terms may be on any mask, with any winner
	parts bv.Memo[[2]*Term, *winning] // by what may be the number of their winner, and their best
}

// allWinners are the sets of keys with t as the number of their winner.
func (d *Domain) allWinners(t *Term) (all []*winning) {
	first := t
	if t.kind == kCase {
		first = d.given(t, d.someOf(t.in))
	}
	if first.kind == kFirst {
		if _, is := d.someWins(first.args); is { // in the form of one
			return nil
		}
	}
	for _, best := range d.bestsAsked(t) {
		if isExtremum(best) && len(best.in) > 1 {
			if c := d.winnerOver(t, best); c != nil {
				all = append(all, c)
			}
		}
	}
	return all
}

// winnerOver is t as the number of the winner of the keys with this best; nil if that does not follow.
func (d *Domain) winnerOver(t, best *Term) *winning {
	c := &winning{Domain: d, best: best, taken: map[*Term]Guard{}, ever: new(bv.Memo[*Term, interval])}
	for _, e := range best.in {
		c.taken[e.t] = e.g
	}
	numbers, seen := map[*Term]uint64{}, map[uint64]bool{}
	for _, e := range best.in {
		n := c.ifWins(e.t, e.g, t)
		if n.least != n.most || n.least >= maxNumber || seen[n.least] {
			return nil
		}
		seen[n.least], numbers[e.t] = true, n.least
	}
	c.ties, c.numbers, c.sets = true, numbers, nil
	for _, e := range best.in {
		if n := c.numbers[e.t]; c.ifWins(e.t, e.g, t) != (interval{n, n}) {
			return nil
		}
	}
	if g := d.noneOf(best.in); g != False && c.ifWins(nil, g, t) != (interval{ones(t.w), ones(t.w)}) {
		return nil
	}
	return c
}

// maxNumber bounds the lanes of a union.
const maxNumber = 1 << 20

// byWinners are the forms of a winner's number.
func (d *Domain) byWinners(t *Term) []form {
	if t.w != wordBits || t.op.float {
		return nil
	}
	return d.forms.Once(t, func() (forms []form) {
		for _, c := range d.allWinners(t) {
			forms = append(forms, form{c.winner(), False, lawsOf(Winners)})
		}
		return forms
	})
}

// winner is the number of the winner in the form of one: of the first key that equals the best.
func (c *winning) winner() *Term {
	last := uint64(wordBits - 1)
	for _, n := range c.numbers {
		last = max(last, n)
	}
	bits := slices.Repeat([]bv.Value{c.constant(1, 0)}, int(last)+1)
	for _, e := range c.best.in {
		bits[c.numbers[e.t]] = c.intx(bv.And, c.GuardOf(e.g), c.intx(bv.Eq, e.t, c.best))
	}
	return c.FirstBit(bits, nobody).(*Term)
}

// bestsAsked are what may be the best of all keys: that of the most that the comparisons compare by which t is chosen.
// There are none if t is made of what is no number.
func (d *Domain) bestsAsked(t *Term) []*Term {
	keys := func(asks *Term) int {
		of := map[*Term]bool{} // a set may be a part of that which it is compared with
		for _, t := range asks.args {
			if !isExtremum(t) {
				of[t] = true
				continue
			}
			for _, e := range t.in {
				of[e.t] = true
			}
		}
		return len(of)
	}
	var asked []*Term
	if !d.comparisons(t, &asked, map[*Term]bool{}) || len(asked) == 0 {
		return nil
	}
	most := slices.MaxFunc(asked, func(a, b *Term) int { return cmp.Compare(keys(a), keys(b)) })
	if most.op == intOp(bv.Eq) {
		return most.args
	}
	var bests []*Term
	for _, greatest := range []bool{false, true} {
		o := bestOf(bv.IntOp(most.op.code), greatest)
		bests = append(bests, d.intx(bv.IntOp(o.code), most.args[0], most.args[1]))
	}
	return bests
}

// comparisons adds the comparisons that numbers are chosen by. It reports false if t is made of what is no number.
func (d *Domain) comparisons(t *Term, all *[]*Term, seen map[*Term]bool) bool {
	if seen[t] {
		return true
	}
	seen[t] = true
	switch t.kind {
	case kBits:
		return true
	case kCmp:
		*all = append(*all, t)
		return true
	case kSel, kConcat, kSExt, kExtract, kFirst, kCase, kMany:
		return !t.op.float && !t.some(func(part *Term) bool { return !d.comparisons(part, all, seen) })
	}
	return false
}
