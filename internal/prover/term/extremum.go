package term

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/rule"
)

// Rules of min and max.

// xorMinMax sees min and max in a xor with p < q ? p ^ q : 0, which is both
// min(p, q) ^ q and max(p, q) ^ p, if q or p cancels with the rest.
func (d *Domain) xorMinMax(w int, in []entry, c []Guard) *Term {
	for i, e := range in {
		if e.t.kind != kSel || e.g != True {
			continue
		}
		cond, yes, no := e.t.args[0], e.t.args[1], e.t.args[2]
		if flipped(cond) {
			cond, yes, no = d.not1(cond), no, yes
		}
		if cond.kind != kCmp || cond.op == intOp(bv.Eq) || cond.args[0].w != w {
			continue
		}
		p, q := cond.args[0], cond.args[1]
		withQ, withP := bv.UMin, bv.UMax
		if cond.op == intOp(bv.SLt) {
			withQ, withP = bv.SMin, bv.SMax
		}
		if yes.is(0) { // p < q ? 0 : p ^ q is max ^ q and min ^ p
			withQ, withP, yes, no = withP, withQ, no, yes
		}
		if !no.is(0) || yes != d.intx(bv.Xor, p, q) {
			continue
		}
		rest := slices.Delete(slices.Clone(in), i, i+1)
		for _, side := range []struct {
			t    *Term
			code bv.IntOp
		}{{q, withQ}, {p, withP}} {
			left := d.many(intOp(bv.Xor), w, append(slices.Clone(rest), at(side.t, True)), c)
			if d.operands(left) < len(rest) || len(rest) == 0 && left.is(0) {
				return d.intx(bv.Xor, d.intx(side.code, p, q), left)
			}
		}
	}
	return nil
}

// ordered reports whether o is a min or max.
func (o op) ordered() bool {
	signed, unsigned := o.ordering()
	return signed || unsigned || o.float
}

// flippedWhere is what t is where its operands take part, if all do so on the same masks: one that is flipped there in
// its sign, below it or in all bits; else nil. Of elements that are left whole it may be flipped in any bits, or have a
// number added. It may be the xor of several, as an encoded element is with both parts chosen by its member's bit.
func (d *Domain) flippedWhere(t *Term) *Term {
	whole := d.strategy.UnslicedExtrema
	if !flipped(t) && !(whole && t.kind == kMany && t.op == intOp(bv.Add) && len(t.in) == 1) || len(t.in) == 0 ||
		t.in[0].g == True || len(t.in) > 1 && !whole {
		return nil
	}
	g, in := t.in[0].g, slices.Clone(t.in)
	for i, e := range in {
		if in[i].g = True; e.g != g {
			return nil
		}
	}
	x, ok := d.numberWhere(g, t.bits)
	switch {
	case !ok, !whole && x != ones(t.w) && x != 1<<(t.w-1) && x != ones(t.w)>>1:
		return nil
	case whole && len(in) == 1 && in[0].n == 1:
		if r := d.partByPart(bv.IntOp(t.op.code), in[0].t, x); r != nil {
			return r
		}
	}
	return d.many(t.op, t.w, in, d.constant(t.w, x).bits)
}

// partByPart is a concatenation after a number is added to it, or after some of its bits are
// flipped, as a concatenation of two; nil where the parts depend on each other.
func (d *Domain) partByPart(code bv.IntOp, t *Term, by uint64) *Term {
	if t.kind == kMany && t.op == intOp(bv.Add) && len(t.in) == 1 && t.in[0].g == True && t.in[0].n == 1 {
		if x, ok := d.vector(t.bits).known(); ok {
			if t = d.partByPart(bv.Add, t.in[0].t, x); t == nil {
				return nil
			}
		}
	}
	if t.kind != kConcat {
		return nil
	}
	lo, hi := t.args[0], d.concat(t.args[1:]...)
	if below := by & ones(lo.w); below != 0 {
		if code == bv.Add { // with a carry
			return nil
		}
		lo = d.intx(code, lo, d.constant(lo.w, below))
	}
	return d.concat(lo, d.intx(code, hi, d.constant(hi.w, by>>t.args[0].w)))
}

// flippedExtremum is a min or max with every operand flipped, in its sign or in all bits, as the flipped extremum of
// the original operands; or nil. Signs turn an order without signs into one with them; complements turn it round.
func (d *Domain) flippedExtremum(o op, w int, in []entry) *Term {
	signed, unsigned := o.ordering()
	if !signed && !unsigned || w < 2 {
		return nil
	}
	by := uint64(0)
	for _, e := range in {
		if !flipped(e.t) || len(e.t.in) != 1 || e.t.in[0].g != True {
			continue
		}
		x, ok := e.t.known0()
		if !ok || x != ones(w) && x != 1<<(w-1) && x != ones(w-1) || by != 0 && x != by {
			return nil
		}
		by = x
	}
	if by == 0 {
		return nil
	}
	if slices.ContainsFunc(in, func(e entry) bool { return e.t.kind != kBits && !flipped(e.t) }) {
		return nil
	}
	way := rule.AllFlipped
	switch by {
	case 1 << (w - 1):
		way = rule.SignFlipped
	case ones(w - 1):
		way = rule.RestFlipped
	}
	return d.pulled(way, o, w, in, placed(w, 0, 0, 0))
}

// narrowMany does min and max of extended values before the extension.
func (d *Domain) narrowMany(o op, w int, in []entry) *Term {
	signed, unsigned := o.ordering()
	if !signed && !unsigned || len(in) < 2 || w <= 8 {
		return nil
	}
	n, positive := 1, 1
	for _, e := range in {
		n, positive = max(n, d.narrowed(e.t, signed)), max(positive, d.narrowed(e.t, false))
	}
	if signed && positive < w { // no sign bit is ever set
		return d.withoutSign(o, w, in, natural(positive))
	}
	if n = natural(n); n >= w {
		return d.raised(o, w, in)
	}
	if signed {
		return d.pulled(rule.SignCopied, o, w, in, placed(w, 0, n, 0))
	}
	return d.pulled(rule.ZerosAbove, o, w, in, placed(w, 0, n, 0))
}

// raised does min and max of what is moved up before that; nil where some low bit is not 0.
func (d *Domain) raised(o op, w int, in []entry) *Term {
	k := d.zerosBelow(d.constant(w, o.identity(w)))
	if d.present(in) {
		k = w
	}
	for _, e := range in {
		k = min(k, d.zerosBelow(e.t))
	}
	if k == 0 || k >= w {
		return nil
	}
	return d.pulled(rule.MovedUp, o, w, in, placed(w, k, 0, 0))
}

// withoutSigns reports whether t is the unsigned min or max of values without a sign, where some entry always takes
// part: it is then the signed one, which f is of.
func (f *flattening) withoutSigns(t *Term) bool {
	least, greatest := f.o == intOp(bv.SMin) && t.op == intOp(bv.UMin), f.o == intOp(bv.SMax) && t.op == intOp(bv.UMax)
	if t.kind != kMany || !least && !greatest || !f.present(t.in) {
		return false
	}
	return !slices.ContainsFunc(t.in, func(e entry) bool { return f.narrowed(e.t, false) == t.w })
}

// withoutSign is a signed min or max of values with zeros above n bits as an unsigned one. An entry that is absent
// everywhere would need the other identity, so one must be present.
func (d *Domain) withoutSign(o op, w int, in []entry, n int) *Term {
	switch {
	case !d.present(in):
		return nil
	case n < w:
		return d.pulled(rule.ZerosAbove, o, w, in, placed(w, 0, n, 0))
	}
	return d.many(byOuter[rule.ZerosAbove][o.head()][o.format].inner, w, in, nil)
}

// extractNarrow is bits lo..lo+n-1 of a min or max of extended values that may have no operand: where
// it has one, those of the extended min or max; where it has none, those of the identity, which is not
// the extension of a narrower one (narrow leaves such a min or max as it is). Nil of other values.
func (d *Domain) extractNarrow(t *Term, lo, n int, signed bool) *Term {
	k := 1
	for _, e := range t.in {
		k = max(k, d.narrowed(e.t, signed))
	}
	if k = natural(k); k >= t.w || len(t.in) < 2 {
		return nil
	}
	in, some := entriesOf(t.in, func(x *Term) *Term { return d.extract(x, 0, k) }), d.someOf(t.in)
	extended := d.Extend(d.many(t.op, k, in, nil), t.w, signed).(*Term)
	return d.choose(some, d.extract(extended, lo, n), d.extract(d.constant(t.w, t.op.identity(t.w)), lo, n))
}

// present reports whether at least one entry takes part on every mask.
func (d *Domain) present(in []entry) bool { return d.someOf(in) == True }
