package term

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/rule"
)

// Extract gives bits lo..lo+n-1 of v.
func (d *Domain) Extract(v bv.Value, lo, n int) bv.Value { return d.extract(v.(*Term), lo, n) }

func (d *Domain) extract(t *Term, lo, n int) *Term {
	if lo < 0 || n < 1 || lo+n > t.w {
		stop("bits %d..%d of %d", lo, lo+n-1, t.w)
	}
	if n == t.w {
		return t
	}
	key := extractKey{t, lo, n}
	return d.extracts.Once(key, func() *Term { return d.extractNew(t, lo, n) })
}

func (d *Domain) extractNew(t *Term, lo, n int) *Term {
	if p := d.lowProduct(t, lo, n); p != nil {
		return p
	}
	if h := d.upperHalf(t); h != nil && lo >= h.w {
		return d.by(lawsOf(Extension), d.extract(h, lo-h.w, n))
	}
	if r := d.rewrite(rule.Early, headExtract, op{}, [2]int{lo, n}, t, nil, nil); r != nil {
		return r
	}
	switch t.kind {
	case kBits:
		return d.vector(t.bits[lo : lo+n])
	case kConcat:
		var parts []*Term
		at := 0
		for _, p := range t.args {
			from, to := max(lo, at), min(lo+n, at+p.w)
			if from < to {
				parts = append(parts, d.extract(p, from-at, to-from))
			}
			at += p.w
		}
		return d.concat(parts...)
	case kCase:
		return d.cases(entriesOf(t.in, func(x *Term) *Term { return d.extract(x, lo, n) }), t.bits[lo:lo+n])
	case kMany:
		if r := d.extractMany(t, lo, n); r != nil {
			return d.by(t.laws, r)
		}
	case kVar, kNeg, kCmp, kFirst, kFloat, kConv, kProduct, kQuiet, kApply: // those not named are rewritten
	default:
		panic(unexpected("kind of term", t.kind))
	}
	return d.intern(Term{kind: kExtract, w: n, lo: lo, args: []*Term{t}})
}

// extractMany is extractNew of an op over entries, nil where it stays as it is.
func (d *Domain) extractMany(t *Term, lo, n int) *Term {
	if r := d.zerosAbove(t, lo, n); r != nil {
		return r
	}
	if t.op == intOp(bv.Add) && lo > 0 && d.splitsAt(t, lo) {
		return d.by(lawsOf(Parts), d.upperSum(t, lo, n))
	}
	if r := d.pushed(rule.AnyBits, t, placed(t.w, lo, 0, n)); r != nil {
		return r
	}
	if lo == 0 {
		if r := d.pushed(rule.LowestBits, t, placed(t.w, 0, 0, n)); r != nil {
			return r
		}
	}
	// A smaller one has no greater top. A word of what is longer is left, since its
	// words are moved one by one and then put together again.
	signed, unsigned := t.op.ordering()
	if r := d.ofLowerWord(t, lo, n); r != nil {
		return r
	}
	if k := d.rankBits(t); k > 0 && k == lo {
		return d.extract(d.keysOfRanked(t, k), 0, n)
	}
	amongNumbers := t.w > d.strategy.KeyOffset && lo < d.strategy.KeyOffset
	whole := d.strategy.UnslicedExtrema && !slices.ContainsFunc(t.in, func(e entry) bool { return !ofElement(e.t) })
	top := (signed || unsigned) && !amongNumbers && !whole
	if top && lo+n == t.w && (t.w <= 32 || n < 32) {
		return d.pushed(rule.TopBits, t, placed(t.w, lo, 0, 0))
	}
	if top && lo > 0 && t.w <= 32 { // the middle is the low part of the top
		return d.extract(d.extract(t, lo, t.w-lo), 0, n)
	}
	if signed || unsigned {
		if r := d.extractNarrow(t, lo, n, signed); r != nil {
			return r
		}
	}
	if signed && t.w > 1 && d.present(t.in) && !slices.ContainsFunc(t.in, func(e entry) bool {
		return d.narrowed(e.t, true) > 1
	}) {
		// bits, each spread over a word
		return d.extract(d.pulled(rule.SignCopied, t.op, t.w, t.in, placed(t.w, 0, 1, 0)), lo, n)
	}
	return nil
}

// ofElement reports whether t is an element, or a part of one.
func ofElement(t *Term) bool {
	return t.kind == kVar || t.kind == kExtract && t.args[0].kind == kVar
}

// Concat puts lo below hi.
func (d *Domain) Concat(lo, hi bv.Value) bv.Value { return d.concat(lo.(*Term), hi.(*Term)) }

// concat joins parts, the first lowest.
func (d *Domain) concat(parts ...*Term) *Term {
	var flat []*Term
	for _, p := range parts {
		if p.kind == kConcat {
			flat = append(flat, p.args...)
		} else {
			flat = append(flat, p)
		}
	}
	out := flat[:1:1]
	for _, p := range flat[1:] {
		last := out[len(out)-1]
		if j := d.join(last, p); j != nil {
			out[len(out)-1] = j
			for len(out) > 1 { // what is whole now may belong to what lies below
				if j = d.join(out[len(out)-2], out[len(out)-1]); j == nil {
					break
				}
				out = append(out[:len(out)-2], j)
			}
		} else {
			out = append(out, p)
		}
	}
	if len(out) == 1 {
		return out[0]
	}
	if len(out) == 2 && out[1].is(0) {
		if t := d.widenedSum(out[0], out[0].w+out[1].w); t != nil {
			return t
		}
	}
	// A choice among the parts becomes a choice among the wholes, so that the
	// halves of a guarded element meet again.
	for _, p := range out {
		if p.kind == kCase || flipped(p) && len(p.in) == 1 && p.in[0].g != True {
			if t := d.alignedN(out, func(ts []*Term) *Term { return d.concat(ts...) }); t != nil {
				return t
			}
			break
		}
	}
	w := 0
	for _, p := range out {
		w += p.w
	}
	return d.intern(Term{kind: kConcat, w: w, args: out})
}

// join gives lo and hi side by side as one term that is no concatenation, or nil.
func (d *Domain) join(lo, hi *Term) *Term {
	if lo.kind == kBits && hi.kind == kBits {
		return d.vector(append(append([]Guard(nil), lo.bits...), hi.bits...))
	}
	if t := d.rewrite2(rule.Early, headConcat, lo, hi); t != nil {
		return t
	}
	if flipped(lo) && flipped(hi) {
		return d.joinXor(lo, hi)
	}
	if flipped(hi) && len(hi.in) == 1 {
		if t := d.joinFlipped(lo, hi); t != nil {
			return t
		}
	}
	if t := d.rewrite2(rule.Late, headConcat, lo, hi); t != nil {
		return t
	}
	if t := d.withWord(lo, hi); t != nil {
		return t
	}
	if t := d.rewrite2(rule.Parts, headConcat, lo, hi); t != nil {
		return t
	}
	if hi.kind == kCase {
		return d.rejoin(lo, hi)
	}
	if t := d.joinSum(lo, hi); t != nil && t.kind != kConcat {
		return d.by(lawsOf(Parts)|lo.laws|hi.laws, t)
	}
	return d.by(lawsOf(Words)|lo.laws|hi.laws, d.fromWords(lo, hi))
}

// Extend widens v.
func (d *Domain) Extend(v bv.Value, w int, signed bool) bv.Value {
	t := v.(*Term)
	switch {
	case w == t.w:
		return t
	case w < t.w:
		stop("%d bits widened to %d", t.w, w)
	case signed:
		return d.sext(t, w)
	}
	return d.zext(t, w)
}

func (d *Domain) zext(t *Term, w int) *Term {
	if w == t.w {
		return t
	}
	return d.concat(t, d.constant(w-t.w, 0))
}

func (d *Domain) sext(t *Term, w int) *Term {
	if w == t.w {
		return t
	}
	if r := d.rewrite(rule.Early, headSExt, op{}, [2]int{w}, t, nil, nil); r != nil {
		return r
	}
	switch t.kind {
	case kBits:
		bits := append([]Guard(nil), t.bits...)
		for len(bits) < w {
			bits = append(bits, t.bits[t.w-1])
		}
		return d.vector(bits)
	case kCase:
		return d.cases(entriesOf(t.in, func(x *Term) *Term { return d.sext(x, w) }), d.sext(d.vector(t.bits), w).bits)
	case kConcat:
		if top := t.args[len(t.args)-1]; top.kind == kBits {
			return d.concat(t, d.sext(d.extract(top, top.w-1, 1), w-t.w))
		}
	}
	return d.intern(Term{kind: kSExt, w: w, args: []*Term{t}})
}

// narrowed gives the width from which t is extended, with its sign or with
// zeros; t.w if it is not.
func (d *Domain) narrowed(t *Term, signed bool) int {
	if t.kind != kMany && t.kind != kCase && t.kind != kSel {
		return d.narrowedNew(t, signed)
	}
	k := widthKey{t, signed}
	return d.widths.Once(k, func() int { return d.narrowedNew(t, signed) })
}

func (d *Domain) narrowedNew(t *Term, signed bool) int {
	switch t.kind {
	case kSExt:
		if signed {
			return t.args[0].w
		}
	case kConcat:
		top := t.args[len(t.args)-1]
		switch {
		case top.is(0) && signed:
			return t.w - top.w + 1
		case top.is(0):
			return t.w - top.w
		case signed && top.kind == kSExt:
			return t.w - top.w + top.args[0].w
		}
	case kBits:
		if signed {
			n := t.w
			for n > 1 && t.bits[n-2] == t.bits[t.w-1] {
				n--
			}
			return n
		}
		n := t.w
		for n > 1 && t.bits[n-1] == False {
			n--
		}
		return n
	case kCase:
		n := d.narrowed(d.vector(t.bits), signed)
		for _, e := range t.in {
			n = max(n, d.narrowed(e.t, signed))
		}
		return n
	case kSel:
		return max(d.narrowed(t.args[1], signed), d.narrowed(t.args[2], signed))
	case kMany:
		// A sign stays one under any of these; zeros do not meet the ones for
		// which an operand of and that is absent stands.
		if t.op == intOp(bv.Or) || t.op == intOp(bv.Xor) || t.op == intOp(bv.And) && signed {
			n := 1
			if t.bits != nil {
				n = d.narrowed(d.vector(t.bits), signed)
			}
			for _, e := range t.in {
				n = max(n, d.narrowed(e.t, signed))
			}
			return n
		}
	}
	return t.w
}

// natural rounds a width up to one that registers have.
func natural(n int) int {
	for _, w := range []int{8, 16, 32} {
		if n <= w {
			return w
		}
	}
	return 64
}
