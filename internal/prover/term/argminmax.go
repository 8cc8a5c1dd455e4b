package term

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// The normal form of the winner among lanes, each with a guard g and a key k, is kFirst: the lowest lane with the bit
// g ∧ k = K set, where K is the min or max of the keys with a true guard. It rests on one law:
//
//	some lane has the bit exactly where some guard holds,
//
// because K is one of the keys it is taken over. A term of another form stays separate, equal only to itself.

// nobody is the number of no lane.
const nobody = 1<<32 - 1

type firstKey struct {
	t    *Term
	none uint64
}

// First gives, in 32 bits, the number of the lowest bit of v that is 1, or none.
func (d *Domain) First(v bv.Value, none uint64) bv.Value {
	t := v.(*Term)
	k := firstKey{t, none}
	return d.firsts.Once(k, func() *Term { return d.first(t, none) })
}

func (d *Domain) first(t *Term, none uint64) *Term {
	if t.w > 32 {
		return bv.FirstOf(d, t, none).(*Term)
	}
	bits := make([]bv.Value, t.w)
	for i := range bits {
		bits[i] = d.extract(t, i, 1)
	}
	return d.FirstBit(bits, none).(*Term)
}

// FirstBit is [Domain.First] of any number of bits.
func (d *Domain) FirstBit(all []bv.Value, none uint64) bv.Value {
	all = slices.Clone(all)
	bits := make([]*Term, len(all))
	asked := false // a lane is asked for its key
	for i, b := range all {
		bits[i] = d.askedUnder(b.(*Term))
		all[i] = bits[i]
		_, _, is := laneBit(bits[i])
		asked = asked || is
	}
	d.oneBest(bits)
	if !asked {
		return bv.FirstOfBits(d, all, none)
	}
	if some, ok := d.someWins(bits); ok {
		lane := d.intern(Term{kind: kFirst, w: 32, args: bits, lo: nobody, laws: lawsOf(Winner)})
		return d.cases([]entry{at(lane, some)}, d.constant(32, none).bits)
	}
	return d.intern(Term{kind: kFirst, w: 32, args: bits, lo: int(none)})
}

// oneBest sees lanes that each compare their key with what is the best where they
// are asked, whatever it is elsewhere: of all their keys, each where its lane is
// asked. Then they compare with that.
func (d *Domain) oneBest(bits []*Term) {
	type rival struct {
		bit       int
		key, best *Term
		g         Guard
	}
	var all []rival
	var o op
	for i, b := range bits {
		if b.is(0) {
			continue
		}
		eq, g, ok := laneBit(b)
		if !ok {
			return
		}
		r := rival{i, eq.args[0], eq.args[1], g}
		if r.best.kind != kMany {
			r.key, r.best = r.best, r.key
		}
		if !isExtremum(r.best) || len(all) > 0 && r.best.op != o {
			return
		}
		o = r.best.op
		all = append(all, r)
	}
	if len(all) == 0 {
		return
	}
	w, signed := all[0].key.w, false
	for _, s := range []bool{false, true} { // keys that are extended are as well compared before that
		n := 0
		for _, r := range all {
			n = max(n, d.narrowed(r.key, s))
		}
		if n = natural(n); n < w {
			w, signed = n, s
		}
	}
	if less, _ := o.ordering(); less && w < all[0].key.w && !signed { // no sign bit is ever set
		o = intOp(map[bv.IntOp]bv.IntOp{bv.SMin: bv.UMin, bv.SMax: bv.UMax}[bv.IntOp(o.code)])
	}
	var in []entry
	for i, r := range all {
		all[i].key = d.extract(r.key, 0, w)
		in = append(in, at(all[i].key, r.g))
	}
	best := d.many(o, w, in, nil)
	for _, r := range all {
		same := d.Extend(best, r.best.w, signed).(*Term)
		if r.best != same && d.whereTerm(r.best, r.g) != d.whereTerm(same, r.g) {
			return
		}
	}
	for _, r := range all {
		bits[r.bit] = d.cases([]entry{at(d.intx(bv.Eq, r.key, best), r.g)}, []Guard{False})
	}
}

// askedUnder settles a comparison by the guard under which it counts.
func (d *Domain) askedUnder(b *Term) *Term {
	b = d.noWorse(b)
	eq, g, ok := laneBit(b)
	if !ok || g == True || eq.args[0].kind != kCase && eq.args[1].kind != kCase {
		return b
	}
	settled := d.intx(bv.Eq, d.given(eq.args[0], g), d.given(eq.args[1], g))
	return d.cases([]entry{at(settled, g)}, b.bits)
}

// noWorse sees a bit that is set where a guard holds and x is not less than y, or not
// y less than x: x is the max of both, or the min. Where neither is one of many,
// the guard settles x.
func (d *Domain) noWorse(b *Term) *Term {
	if !flipped(b) || len(b.in) != 1 || b.in[0].t.kind != kCmp || b.in[0].g != b.bits[0] {
		return b
	}
	less, g := b.in[0].t, b.in[0].g // the guard, but not where less holds
	for i, key := range less.args { // not key < max, not min < key
		o := bestOf(bv.IntOp(less.op.code), i == 0)
		if o.float {
			continue
		}
		key, best := d.given(key, g), less.args[1-i]
		if best.kind != kMany || best.op != o {
			if less.args[i] == key { // settled by no guard: the mask has no say
				continue
			}
			best = d.intx(bv.IntOp(o.code), less.args[i], best)
		}
		if best.kind != kMany || best.op != o {
			continue
		}
		for _, e := range best.in {
			if e.t == key && d.and(g, d.not(e.g)) == False {
				return d.cases([]entry{at(d.intx(bv.Eq, key, best), g)}, []Guard{False})
			}
		}
	}
	return b
}

// bestOf is the max, or the min, of an ordering.
func bestOf(less bv.IntOp, greatest bool) op {
	switch {
	case less == bv.SLt && greatest:
		return intOp(bv.SMax)
	case less == bv.SLt:
		return intOp(bv.SMin)
	case less == bv.ULt && greatest:
		return intOp(bv.UMax)
	case less == bv.ULt:
		return intOp(bv.UMin)
	}
	return op{float: true, code: 255}
}

// laneBit sees a bit that is set where a guard holds and two keys are equal.
func laneBit(b *Term) (eq *Term, g Guard, ok bool) {
	switch b.kind {
	case kCmp:
		eq, g = b, True
	case kCase:
		if len(b.in) != 1 || b.bits[0] != False {
			return nil, False, false
		}
		eq, g = b.in[0].t, b.in[0].g
	default:
		return nil, False, false
	}
	return eq, g, eq.kind == kCmp && eq.op == intOp(bv.Eq)
}

// lane is a lane that may win: its key and where it takes part.
type lane struct {
	eq *Term
	g  Guard
}

// someWins is where some bit is set, if the law tells: every bit that is not
// known to be 0 compares a key with one and the same best.
func (d *Domain) someWins(bits []*Term) (some Guard, ok bool) {
	var lanes []lane
	for _, b := range bits {
		if b.is(0) {
			continue
		}
		eq, g, ok := laneBit(b)
		if !ok {
			return False, false
		}
		lanes = append(lanes, lane{eq, g})
	}
	if len(lanes) == 0 {
		return False, false
	}
	for _, best := range lanes[0].eq.args {
		if some, ok := d.winners(best, lanes); ok {
			return some, true
		}
	}
	return False, false
}

// winners is where some lane has the best key: where some entry of best takes
// part, if each entry is the key of a lane that is asked wherever the entry takes
// part, and no lane is asked where no entry does.
func (d *Domain) winners(best *Term, lanes []lane) (some Guard, ok bool) {
	if !isExtremum(best) {
		return False, false
	}
	some = d.someOf(best.in)
	asked := map[*Term]Guard{}
	for _, l := range lanes {
		key := l.eq.args[0]
		if key == best {
			key = l.eq.args[1]
		}
		if l.eq.args[0] != best && l.eq.args[1] != best || d.and(l.g, d.not(some)) != False {
			return False, false
		}
		asked[key] = d.or(asked[key], l.g)
	}
	for _, e := range best.in {
		if d.and(e.g, d.not(asked[e.t])) != False {
			return False, false
		}
	}
	return some, true
}
