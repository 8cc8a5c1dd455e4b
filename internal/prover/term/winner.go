package term

import "github.com/shflgen/shflgen/internal/prover/bv"

// The winning lane's element is the float of the best key. This rests on the law of
// kFirst: where some bit is set, the first one belongs to a lane with the best key. So
// the lane's element is the float of that key, but for the payload of a NaN, which a
// key does not hold.

// At gives the element of xs at the number of a lane that won by keys of xs, and
// whether it is defined there: where every lane is that may win. Other numbers it
// does not know.
func (d *Domain) At(lane bv.Value, xs, defs []bv.Value) (x, def bv.Value, ok bool) {
	t := lane.(*Term)
	switch t.kind {
	case kFirst:
		if t.lo != nobody {
			return nil, nil, false
		}
		return d.ofWinner(t, xs, defs)
	case kCase: // some lane won, or what is a number known beforehand
		_, none, ok := d.otherwise(t)
		if !ok {
			return nil, nil, false
		}
		last := none % uint64(len(xs)) // a shuffle takes no more of a number
		x, def = xs[last], defs[last]
		for _, e := range t.in {
			won, is, ok := d.At(e.t, xs, defs)
			if !ok {
				return nil, nil, false
			}
			x, def = d.choose(e.g, won.(*Term), x.(*Term)), d.choose(e.g, is.(*Term), def.(*Term))
		}
		return x, def, true
	}
	return nil, nil, false
}

// ofWinner is the element of the first lane that has the best key.
func (d *Domain) ofWinner(first *Term, xs, defs []bv.Value) (x, def bv.Value, ok bool) {
	if len(first.args) != len(xs) {
		return nil, nil, false
	}
	var best *Term
	may := True // every lane that may win is defined
	part := partOf(xs[0].(*Term))
	for i, b := range first.args {
		if b.is(0) {
			continue
		}
		eq, g, ok := laneBit(b)
		if !ok {
			return nil, nil, false
		}
		other, x := -1, xs[i].(*Term)
		if partOf(x) != part {
			return nil, nil, false
		}
		for k, arg := range eq.args {
			if arg == d.keyOf(part.whole(x), eq.args[1-k]) {
				other = 1 - k
			}
		}
		if other < 0 || best != nil && eq.args[other] != best {
			return nil, nil, false
		}
		best = eq.args[other]
		is, ok := d.AsGuard(defs[i])
		if !ok {
			return nil, nil, false
		}
		may = d.and(may, d.or(d.not(g), is))
	}
	if best == nil {
		return nil, nil, false
	}
	f := formats[best.w]
	won := d.by(lawsOf(Winner, Encoding), d.quiet(f, Unkey(d, f, best).(*Term)))
	return d.extract(won, part.lo, part.w), d.GuardOf(may), true
}

// part is which bits of an element a lane gives away: a float64 is moved by words.
type part struct {
	lo, w int
	of    int // bits of the element
}

func partOf(x *Term) part {
	if x.kind == kExtract && x.args[0].w == 64 {
		return part{x.lo, x.w, 64}
	}
	return part{0, x.w, x.w}
}

// whole is the element that x is the part of.
func (p part) whole(x *Term) *Term {
	if p.w < p.of {
		return x.args[0]
	}
	return x
}

// formats are those of the floats that a key determines but for the payload of a NaN.
var formats = map[int]bv.Format{32: bv.F32, 64: bv.F64}

// keyOf is the key of a float in an argmin or argmax with the best key best, or nil. A
// NaN has the key to which every other is preferred.
func (d *Domain) keyOf(x, best *Term) *Term {
	f, ok := formats[x.w]
	if !ok || best.kind != kMany || best.w != x.w {
		return nil
	}
	lost := uint64(1) << (x.w - 1)
	switch best.op {
	case intOp(bv.SMin):
		lost--
	case intOp(bv.SMax):
	default:
		return nil
	}
	return Key(d, f, IsNaN(d, f, x), x, lost).(*Term)
}

// LowestOf is the word with v as its lowest set bit, as x & -x computes it.
func (d *Domain) LowestOf(v bv.Value) (of bv.Value, ok bool) {
	of, ok = d.lowest[v.(*Term)]
	return of, ok
}

// keepLowest remembers that r is the lowest bit of a or b, if one is the other's
// negative: both have the same.
func (d *Domain) keepLowest(a, b, r *Term) {
	if r.kind == kBits {
		return
	}
	for _, p := range [][2]*Term{{a, b}, {b, a}} {
		if isNegative(p[1]) && d.neg(p[0]) == p[1] {
			d.lowest.Keep(r, p[0])
		}
	}
}

func isNegative(t *Term) bool {
	return t.kind == kNeg || t.kind == kCase && t.some(isNegative)
}
