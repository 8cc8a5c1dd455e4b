package term

import "github.com/shflgen/shflgen/internal/prover/bv"

// selTie sees the choice of the better of two winners, by their keys x and y and, where these are equal, their numbers:
//
//	y < x | (x = y & a < b) ? y : x    the least of x and y
//	y < x | (x = y & a < b) ? a : b    the least number whose key is the least key, M: y = M ? a, x = M ? b
//
// and as well of maxima, with x and y exchanged. It is nil for other choices.
func (d *Domain) selTie(c, a, b *Term) *Term {
	if c.kind != kMany || c.op != intOp(bv.Or) || len(c.in) != 2 || c.in[0].g != True || c.in[1].g != True {
		return nil
	}
	for i := range c.in {
		less := c.in[i].t
		if less.kind != kCmp || less.op == intOp(bv.Eq) {
			continue
		}
		y, x := less.args[0], less.args[1]
		least, greatest := bestOf(bv.IntOp(less.op.code), false), bestOf(bv.IntOp(less.op.code), true)
		lower := d.besideTie(c.in[1-i].t, less)
		switch {
		case lower == nil:
		case a == y && b == x:
			return d.intx(bv.IntOp(least.code), x, y)
		case a == x && b == y:
			return d.intx(bv.IntOp(greatest.code), x, y)
		case lower != d.intx(bv.ULt, a, b):
		case x.kind == kMany && x.op == least:
			return d.lowerOfBest(least, y, a, x, b)
		case x.kind == kMany && x.op == greatest:
			return d.lowerOfBest(greatest, x, a, y, b)
		}
	}
	return nil
}

// besideTie is the one bit that a condition asks besides that what less compares is equal; nil if it asks others.
func (d *Domain) besideTie(tie, less *Term) (beside *Term) {
	if tie.kind != kMany || tie.op != intOp(bv.And) {
		return nil
	}
	equal := d.intx(bv.Eq, less.args[0], less.args[1])
	asked := false
	for _, e := range tie.in {
		switch {
		case e.g != True:
			return nil
		case e.t == equal:
			asked = true
		case e.t == d.not1(less): // or that it is not less, which follows
		case beside == nil:
			beside = e.t
		default:
			return nil
		}
	}
	if !asked {
		return nil
	}
	return beside
}

// lowerOfBest is the least of the numbers a and b whose key, x or y, is the best of both.
func (d *Domain) lowerOfBest(o op, x, a, y, b *Term) *Term {
	best := d.intx(bv.IntOp(o.code), x, y)
	none := d.constant(a.w, ones(a.w))
	return d.intx(bv.UMin, d.sel(d.intx(bv.Eq, x, best), a, none), d.sel(d.intx(bv.Eq, y, best), b, none))
}
