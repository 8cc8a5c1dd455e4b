package term

import (
	"iter"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Laws that compute a reduction from reductions of narrower values. Each law is written over any
// domain: the prover makes terms by it, and tests check it on numbers and with solvers.

// ByWords is the minimum or maximum of x, signed or unsigned, by their upper and lower halves
// (words). o reduces the upper words. Then an unsigned op reduces the lower words of the values
// that have the best upper word; the other values contribute the op's identity.
func ByWords(d bv.Domain, o bv.IntOp, x []bv.Value) bv.Value {
	lower, upper := wordsOf(d, o, x, nil)
	return d.Concat(lower, upper)
}

// wordsOf are the two words of [ByWords], over the x with the bit in set; nil means all.
func wordsOf(d bv.Domain, o bv.IntOp, x, in []bv.Value) (lower, upper bv.Value) {
	w := x[0].Width() / 2
	below, none := bv.UMax, uint64(0)
	if o == bv.SMin || o == bv.UMin {
		below, none = bv.UMin, ones(w)
	}
	upper = foldOf(d, o, x, in, func(x bv.Value) bv.Value { return d.Extract(x, w, w) })
	lower = foldOf(d, below, x, in, func(x bv.Value) bv.Value {
		return d.Select(d.Int(bv.Eq, d.Extract(x, w, w), upper), d.Extract(x, 0, w), d.Const(w, none))
	})
	return lower, upper
}

// fromWords is the minimum or maximum with the words lo and hi by the law of [ByWords], or nil. It
// finds the elements in the operands of hi and lo and applies the law to them: the result must be
// lo and hi.
func (d *Domain) fromWords(lo, hi *Term) *Term {
	if lo.kind != kMany || !isExtremum(hi) || lo.w != 32 || hi.w != 32 || len(lo.in) != len(hi.in) {
		return nil
	}
	lower := map[*Term]*Term{} // by the upper word
	for _, e := range lo.in {
		if e.t.kind != kSel || e.t.args[0].kind != kCmp {
			return nil
		}
		mine, other, below := e.t.args[0].args[0], e.t.args[0].args[1], e.t.args[1]
		switch {
		case e.t.args[0].op != intOp(bv.Eq): // of two upper words: this one is worse than the other
			if below = e.t.args[2]; hi.op == intOp(bv.SMin) || hi.op == intOp(bv.UMin) {
				mine = other
			}
		case mine == hi:
			mine = other
		}
		lower[d.given(mine, e.g)] = below
	}
	t := Term{kind: kMany, w: 64, op: hi.op}
	for _, e := range hi.in {
		if lower[e.t] == nil {
			return nil
		}
		t.in = append(t.in, at(d.concat(lower[e.t], e.t), e.g))
	}
	sorted(t.in)
	for l, h := range d.wordsOf(&t) {
		if l == lo && h == hi {
			return d.many(hi.op, 64, t.in, nil)
		}
	}
	return nil
}

// wordsOf are the words of t, a minimum or maximum, by the law of [ByWords]: of its operands with the bits that they
// take part, then of elements that are the identity elsewhere.
func (d *Domain) wordsOf(t *Term) iter.Seq2[*Term, *Term] {
	return func(yield func(lower, upper *Term) bool) {
		x, in, _ := d.operandsOf(t)
		lower, upper := wordsOf(d, bv.IntOp(t.op.code), x, in)
		if yield(lower.(*Term), upper.(*Term)) {
			lower, upper = wordsOf(d, bv.IntOp(t.op.code), d.elements(t), nil)
			yield(lower.(*Term), upper.(*Term))
		}
	}
}

// withWord joins two parts of a minimum or maximum of 64 bits, where one is cut from its lower word of [ByWords], or is
// the upper one; else it gives nil.
func (d *Domain) withWord(lo, hi *Term) *Term {
	if lo.kind != kExtract {
		return nil
	}
	whole, word := lo.args[0], hi // hi is the upper word
	if hi.kind == kExtract {
		whole, word = hi.args[0], lo.args[0]
	}
	if word.kind != kMany || word.w != 32 || !isExtremum(whole) || whole.w != 64 ||
		word == hi && (lo.lo+lo.w != 32 || hi.op != whole.op) || word != hi && hi.lo != lo.lo+lo.w {
		return nil
	}
	for lower, upper := range d.wordsOf(whole) {
		if word == hi && upper == hi || word != hi && lower == word {
			return d.by(lawsOf(Words), d.extract(whole, lo.lo, lo.w+hi.w))
		}
	}
	return nil
}

// ofLowerWord is bits lo..lo+n-1 of t, the lower word of [ByWords], as those of the minimum or maximum itself; nil
// of other values. Compilers take them from the lower word where they do not need the upper one.
func (d *Domain) ofLowerWord(t *Term, lo, n int) *Term {
	if t.w != 32 || t.op != intOp(bv.UMax) && t.op != intOp(bv.UMin) || len(t.in) == 0 || t.in[0].t.kind != kSel {
		return nil
	}
	cond := t.in[0].t.args[0]
	if cond.kind != kCmp || cond.op != intOp(bv.Eq) || cond.args[0].w != 32 {
		return nil
	}
	for _, upper := range cond.args {
		if whole := d.fromWords(t, upper); whole != nil {
			return d.by(lawsOf(Words), d.extract(whole, lo, n))
		}
	}
	return nil
}

// foldOf is o over part of every x with the bit in set; nil means all.
func foldOf(d bv.Domain, o bv.IntOp, x, in []bv.Value, part func(bv.Value) bv.Value) (all bv.Value) {
	for i, v := range x {
		p := part(v)
		if in != nil {
			p = d.Select(in[i], p, d.Const(p.Width(), intOp(o).identity(p.Width())))
		}
		if all == nil {
			all = p
			continue
		}
		all = d.Int(o, all, p)
	}
	return all
}

// form is another term for the same value, on all masks except those of except.
type form struct {
	t      *Term
	except Guard
	laws   Laws
}

// otherForms are terms equal to t by the laws of winners, ranks and keys; as floats, if float is the format
// of t.
func (d *Domain) otherForms(t *Term, float *bv.Format) []form {
	if float == nil {
		if forms := d.byWinners(t); forms != nil {
			return forms
		}
		if forms := d.byRank(t); forms != nil {
			return forms
		}
	}
	if float == nil || t.kind != kMany || !t.op.float || t.op.format != *float {
		return nil
	}
	return d.forms.Once(t, func() []form { return d.byKeys(t, *float) })
}

// elements are the entries of t; the identity where an entry takes no part.
func (d *Domain) elements(t *Term) []bv.Value {
	id := d.constant(t.w, t.op.identity(t.w))
	all := make([]bv.Value, len(t.in))
	for i, e := range t.in {
		all[i] = d.choose(e.g, e.t, id)
	}
	return all
}

// operandsOf are the entries of t, the bit of each that it takes part, and the masks on which none
// does.
func (d *Domain) operandsOf(t *Term) (x, in []bv.Value, none Guard) {
	for _, e := range t.in {
		x, in = append(x, e.t), append(in, d.GuardOf(e.g))
	}
	return x, in, d.noneOf(t.in)
}
