package term

import (
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/rule"
)

// The least or greatest of ranked keys: each has its own number in the low bits, as a key
// with its lane has. Its upper part is the least or greatest of the keys; its lower part
// is the number of the first lane, or the last, that has that key.

// rankBits is how many low bits of every entry of t are a number, 0 if t is no least or
// greatest of such.
func (d *Domain) rankBits(t *Term) int {
	if !isExtremum(t) {
		return 0
	}
	n := 0
	for _, e := range t.in {
		if e.t.kind != kConcat || len(e.t.args) < 2 {
			return 0
		}
		if _, ok := e.t.args[0].known(); !ok || n != 0 && e.t.args[0].w != n {
			return 0
		}
		n = e.t.args[0].w
	}
	return n
}

// keysOfRanked is the least or greatest of the upper parts of ranked keys: with the same
// upper part, the lower ones have no say in it.
func (d *Domain) keysOfRanked(t *Term, n int) *Term {
	return d.pushed(rule.TopBits, t, placed(t.w, n, 0, 0))
}

// byRank are the forms of the lower part of ranked keys, or of a number less that part:
// where some entry takes part, the lane of a winner.
func (d *Domain) byRank(t *Term) []form {
	if t.kind == kMany && t.op == intOp(bv.Add) && len(t.in) == 1 {
		var forms []form
		for _, f := range d.byRank(t.in[0].t) {
			whole := d.many(t.op, t.w, []entry{{f.t, t.in[0].g, t.in[0].n}}, t.bits)
			forms = append(forms, form{whole, d.and(t.in[0].g, f.except), f.laws})
		}
		return forms
	}
	if t.kind != kExtract || t.lo != 0 || t.w != wordBits || d.rankBits(t.args[0]) != t.w {
		return nil
	}
	ranked := t.args[0]
	last := uint64(0)
	for _, e := range ranked.in {
		x, _ := e.t.args[0].known()
		last = max(last, x)
	}
	least := ranked.op == intOp(bv.UMin) || ranked.op == intOp(bv.SMin)
	best := d.keysOfRanked(ranked, t.w)
	bits := make([]*Term, wordBits)
	for i := range bits {
		bits[i] = d.constant(1, 0)
	}
	for _, e := range ranked.in {
		at, _ := e.t.args[0].known()
		if !least {
			at = last - at
		}
		if at >= wordBits || !bits[at].is(0) {
			return nil // two of one number: the lower part does not tell which
		}
		bits[at] = d.intx(bv.And, d.GuardOf(e.g), d.intx(bv.Eq, d.extract(e.t, t.w, ranked.w-t.w), best))
	}
	first := d.first(d.concat(bits...), nobody)
	number := func(lane *Term) *Term {
		if least {
			return lane
		}
		return d.intx(bv.Sub, d.constant(t.w, last), lane)
	}
	none := d.extract(d.constant(ranked.w, ranked.op.identity(ranked.w)), 0, t.w)
	switch {
	case first.kind == kFirst:
		return []form{{number(first), False, lawsOf(Ranked)}}
	case first.kind == kCase && len(first.in) == 1:
		some := first.in[0].g
		lane := number(first.in[0].t)
		return []form{{d.choose(some, lane, none), False, lawsOf(Ranked)}, {lane, d.not(some), lawsOf(Ranked)}}
	}
	return nil
}
