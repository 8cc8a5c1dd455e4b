package term

import (
	"math/bits"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/rule"
)

// Sums of integers. A shifted operand counts a power of two times, a negated one counts
// -1 times, and the complement of x is -1 - x. So the ways in which a sum is put together
// end in one list of entries.

// summands are what t is the sum of, with a vector of guards, if t is no sum itself.
func (d *Domain) summands(t *Term) (in []entry, offset *Term) {
	switch {
	case t.kind == kNeg:
		return []entry{{t.args[0], True, ones(t.w)}}, nil
	case t.kind == kConcat && t.args[0].is(0):
		return d.movedUp(t), nil
	case t.kind == kConcat:
		return d.besideSum(t), nil
	case flipped(t):
		if in, offset = d.complemented(t); in != nil {
			return in, offset
		}
	}
	return d.regions(t), nil
}

// addByRow adds n times t to a sum by the first row of a stage that matches t, and reports whether there is one.
func (f *flattening) addByRow(stage rule.Stage, t *Term, g Guard, n uint64) bool {
	for _, p := range patterns[stage][headSummand][t.kind] {
		var of found
		e := p.root
		if stage == rule.Twice {
			e = e.Args[0]
		}
		if f.match(e, t, &of) && f.holds(p, &of) {
			if f.onRow != nil {
				f.onRow(p.Row)
			}
			f.addExpr(p.Right, &of, g, n)
			return true
		}
	}
	return false
}

// addExpr adds n times an expression of what was found, part by part.
func (f *flattening) addExpr(e *rule.Expr, of *found, g Guard, n uint64) {
	code := bv.IntOp(e.Code)
	switch {
	case e.Op == rule.Int && code == bv.Add:
		f.addExpr(e.Args[0], of, g, n)
		f.addExpr(e.Args[1], of, g, n)
	case e.Op == rule.Int && code == bv.Sub:
		f.addExpr(e.Args[0], of, g, n)
		f.addExpr(e.Args[1], of, g, -n)
	case e.Op == rule.Int && code == bv.Mul:
		f.addExpr(e.Args[0], of, g, n*of.Of(e.Args[1].N))
	case e.Op == rule.Neg:
		f.addExpr(e.Args[0], of, g, -n)
	case e.Op == rule.Number:
		f.addConstant(bv.Add, f.made(e, of).bits, g, n)
	default:
		f.add(f.made(e, of), g, n)
	}
}

// maxRegions bounds in how many parts a bitwise function is taken apart.
const maxRegions = 8

// regions are the parts of a bitwise function of operands that take part where a guard
// holds: in each the same ones do. Nil for another term.
func (d *Domain) regions(t *Term) []entry {
	if t.kind != kMany || t.op.float || !t.op.bitwise() || t.bits != nil && !d.vector(t.bits).is(0) {
		return nil
	}
	if !slices.ContainsFunc(t.in, func(e entry) bool { return e.g != True }) {
		return nil
	}
	type region struct {
		g  Guard
		in []*Term
	}
	all := []region{{True, nil}}
	for _, e := range t.in {
		var next []region
		for _, r := range all {
			if g := d.and(r.g, e.g); g != False {
				next = append(next, region{g, append(slices.Clone(r.in), e.t)})
			}
			if g := d.and(r.g, d.not(e.g)); g != False {
				next = append(next, region{g, r.in})
			}
		}
		if all = next; len(all) > maxRegions {
			return nil
		}
	}
	out := make([]entry, len(all))
	for i, r := range all {
		v := d.constant(t.w, t.op.identity(t.w))
		for _, x := range r.in {
			v = d.intx(bv.IntOp(t.op.code), v, x)
		}
		out[i] = at(v, r.g)
	}
	return out
}

// movedUp are the entries of t. Its low bits are zeros.
func (d *Domain) movedUp(t *Term) []entry {
	k := t.args[0].w
	upper := d.concat(t.args[1:]...)
	if whole := d.lifted(upper, t.w); whole != nil {
		return []entry{{whole, True, 1 << k}}
	}
	up := func(x *Term) *Term { return d.concat(d.constant(k, 0), x) }
	switch {
	case upper.kind == kNeg:
		return []entry{{up(upper.args[0]), True, ones(t.w)}}
	case upper.kind == kMany && upper.op == intOp(bv.Add):
		return append(entriesOf(upper.in, up), at(up(d.vector(upper.bits)), True))
	}
	return nil
}

// besideSum takes apart what has a sum in its lowest bits that never wraps: the sum, and what lies
// above it, moved up. So limbs of many values that were added in one register meet the limbs that
// were added in another. Nil for another term.
func (d *Domain) besideSum(t *Term) []entry {
	sum := t.args[0]
	if sum.kind != kMany || sum.op != intOp(bv.Add) {
		return nil
	}
	if _, ok := d.mostOfSum(sum); !ok {
		return nil
	}
	above := d.concat(t.args[1:]...)
	return []entry{
		at(d.concat(sum, d.constant(above.w, 0)), True),
		at(d.concat(d.constant(sum.w, 0), above), True),
	}
}

// lifted is a term of w bits with t as its low part, or nil if none is found.
func (d *Domain) lifted(t *Term, w int) *Term {
	if t.w == w {
		return t
	}
	k := liftKey{t, w}
	return d.lifts.Once(k, func() *Term { return d.liftedNew(t, w) })
}

type liftKey struct {
	t *Term
	w int
}

func (d *Domain) liftedNew(t *Term, w int) *Term {
	switch t.kind {
	case kExtract:
		if t.lo+w <= t.args[0].w {
			return d.extract(t.args[0], t.lo, w)
		}
	case kSExt:
		return d.sext(t.args[0], w)
	case kConcat:
		last := len(t.args) - 1
		top := t.args[last]
		below := t.w - top.w
		if top.is(0) {
			return d.concat(t, d.constant(w-t.w, 0))
		}
		if top = d.lifted(top, w-below); top != nil {
			return d.concat(append(slices.Clone(t.args[:last]), top)...)
		}
	case kNeg:
		if of := d.lifted(t.args[0], w); of != nil {
			return d.neg(of)
		}
	case kMany:
		if t.op.float || isExtremum(t) || t.op.code == uint8(bv.Mul) && len(t.in) > 2 {
			return nil
		}
		switch in := entriesOf(t.in, func(x *Term) *Term { return d.lifted(x, w) }); {
		case in == nil:
			return nil
		case t.bits == nil:
			return d.many(t.op, w, in, nil)
		default:
			return d.many(t.op, w, in, d.sext(d.vector(t.bits), w).bits)
		}
	case kSel:
		a, b := d.lifted(t.args[1], w), d.lifted(t.args[2], w)
		if a != nil && b != nil {
			return d.sel(t.args[0], a, b)
		}
	case kBits:
		return d.sext(t, w)
	}
	return nil
}

// complemented are the entries of an xor that flips all its bits where a guard holds,
// or only the highest.
func (d *Domain) complemented(t *Term) (in []entry, offset *Term) {
	top := t.w - 1
	if x, ok := t.known0(); ok && x == 1<<top { // the highest: which a sum flips as well
		inner := d.many(t.op, t.w, t.in, nil)
		return []entry{at(inner, True)}, d.constant(t.w, 1<<top)
	}
	if len(t.in) == 1 && d.flipsSign(t.in[0].g, t.bits) {
		return t.in, d.vector(t.bits)
	}
	h := t.bits[0]
	if h == False || slices.ContainsFunc(t.bits, func(b Guard) bool { return b != h }) {
		return nil, nil
	}
	inner := d.many(t.op, t.w, t.in, nil)
	minus := d.masked(intOp(bv.Add), d.constant(t.w, ones(t.w)).bits, h)
	return []entry{at(inner, d.not(h)), {inner, h, ones(t.w)}}, minus
}

// known0 is the number that the constant of t is.
func (t *Term) known0() (uint64, bool) { return (&Term{kind: kBits, bits: t.bits}).known() }

// factors takes the coefficients out of two factors.
func (d *Domain) factors(a, b *Term) (n uint64, x, y *Term) {
	one := func(t *Term) (uint64, *Term) {
		switch {
		case t.kind == kNeg:
			return ones(t.w), t.args[0]
		case t.kind == kSExt && t.args[0].w == 1:
			return ones(t.w), d.neg(t)
		case t.kind == kMany && t.op == intOp(bv.Add) && len(t.in) == 1 && t.in[0].g == True && d.vector(t.bits).is(0):
			return t.in[0].n, t.in[0].t
		}
		if t.kind == kCase && d.negatives(t) {
			return ones(t.w), d.neg(t)
		}
		return 1, t
	}
	m, x := one(a)
	n, y = one(b)
	return m * n & ones(a.w), x, y
}

// negatives reports whether every case of t is negative, as what is chosen beside -1 is.
func (d *Domain) negatives(t *Term) bool {
	none := d.noneOf(t.in)
	return !slices.ContainsFunc(t.in, func(e entry) bool { return e.t.kind != kNeg }) &&
		!slices.ContainsFunc(t.bits, func(b Guard) bool { return d.and(none, b) != none })
}

// sumOf is a sum in another form than a list of entries, or nil.
func (d *Domain) sumOf(w int, in []entry, constant *Term) *Term {
	add := intOp(bv.Add)
	for _, rule := range []func(int, []entry) ([]entry, bool){d.adjacent, d.mixed, d.pairHalves} {
		if next, ok := rule(w, in); ok {
			return d.by(lawsOf(Parts), d.manyOf(add, w, next, constant.bits, false)) // what was mixed stays so
		}
	}
	if len(in) == 1 && in[0].g == True {
		x, ok := constant.known()
		switch {
		case !ok:
		case x == 0:
			return d.multiple(in[0].t, in[0].n)
		case x == 1<<(w-1) && in[0].n == 1, x == ones(w) && in[0].n == ones(w):
			if k := in[0].t.kind; w > 1 && k != kCase && k != kConcat {
				return d.many(intOp(bv.Xor), w, []entry{at(in[0].t, True)}, constant.bits)
			}
		}
	}
	if len(in) == 1 && w > 1 && in[0].n == 1 && d.flipsSign(in[0].g, constant.bits) { // a flip of the sign
		if k := in[0].t.kind; k != kCase && k != kConcat {
			return d.many(intOp(bv.Xor), w, []entry{at(in[0].t, in[0].g)}, constant.bits)
		}
	}
	return d.shiftedSum(w, in, constant)
}

// flipsSign reports whether a vector is the sign bit alone wherever g holds.
func (d *Domain) flipsSign(g Guard, v []Guard) bool {
	x, ok := d.numberWhere(g, v)
	return ok && x == 1<<(len(v)-1)
}

// shiftedSum is a sum of what is moved up: the sum, moved up; or nil.
func (d *Domain) shiftedSum(w int, in []entry, constant *Term) *Term {
	if len(in) == 0 || len(in) == 1 && in[0].g != True && constant.is(0) {
		return nil
	}
	k := d.zerosBelow(constant)
	for _, e := range in {
		k = min(k, bits.TrailingZeros64(e.n)+d.zerosBelow(e.t))
	}
	if k == 0 || k >= w {
		return nil
	}
	out := make([]entry, len(in))
	for i, e := range in {
		s := min(k, bits.TrailingZeros64(e.n))
		out[i] = entry{d.extract(e.t, k-s, w-k), e.g, e.n >> s}
	}
	return d.concat(d.constant(k, 0), d.many(intOp(bv.Add), w-k, out, constant.bits[k:]))
}

// times is a multiplied by a number. Once, it is a itself and no sum of its bits.
func (d *Domain) times(a *Term, n uint64) *Term {
	if n == 1 {
		return a
	}
	return d.many(intOp(bv.Add), a.w, []entry{{a, True, n}}, nil)
}
