package term

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// The least of some numbers, where each counts under separate conditions, is written in many ways: by choices, by
// bits that are set, by sums. They are read off here, for the winner of winners.

// numbered is a number that counts where a guard and all conditions hold: of these the least is the value
// of a term, and all ones if none counts. A condition is that two terms are equal, or that of two
// terms one is not less.
type numbered struct {
	number uint64
	g      Guard
	given  []*Term
}

// numberedOf are the numbers with t as their least, after those of all.
func (d *Domain) numberedOf(t *Term, all []numbered) ([]numbered, bool) {
	if more, ok := d.numberedParts(t, all); ok {
		return more, true
	}
	return d.numberedRunning(t, all)
}

// numberedRunning are those of a running winner that counts whatever its best is.
func (d *Domain) numberedRunning(t *Term, all []numbered) ([]numbered, bool) {
	for _, best := range d.runningBests(t) {
		keys := d.runningKeys(t, best, best.op)
		for _, k := range keys {
			all = append(all, numbered{k.number, True, []*Term{d.intx(bv.Eq, k.key, best)}})
		}
		if keys != nil {
			return all, true
		}
	}
	return nil, false
}

// numberedParts are the numbers of what t is made of.
func (d *Domain) numberedParts(t *Term, all []numbered) ([]numbered, bool) {
	switch t.kind {
	case kBits:
		x, counts, ok := d.oneNumber(t)
		if !ok || counts == False {
			return all, ok
		}
		return append(all, numbered{number: x, g: counts}), true
	case kFirst:
		if t.lo != nobody {
			return nil, false
		}
		for i, b := range t.args {
			switch eq, g, ok := laneBit(b); {
			case b.is(0):
			case ok:
				all = append(all, numbered{uint64(i), g, []*Term{eq}})
			default:
				return nil, false
			}
		}
		return all, true
	case kCase:
		if _, none, ok := d.otherwise(t); !ok || none != ones(t.w) {
			return nil, false
		}
		return d.unitedUnder(t.in, all)
	case kMany:
		if t.op == intOp(bv.UMin) {
			return d.unitedUnder(t.in, all)
		}
	case kConcat:
		if c, a, b := d.choiceOfParts(t); c != nil {
			return d.numberedByChoice(c, a, b, all)
		}
		if number, c := d.unlessAllBits(t); c != nil {
			return d.numberedIf(number, c, all)
		}
		return d.offset(t, all)
	case kSExt:
		from := len(all)
		all, ok := d.numberedOf(t.args[0], all)
		return all, ok && !slices.ContainsFunc(all[from:], func(n numbered) bool { return n.number >= 1<<(t.args[0].w-1) })
	case kSel:
		return d.numberedByChoice(t.args[0], t.args[1], t.args[2], all)
	}
	return nil, false
}

// oneNumber is the number of a term that is that number where a guard holds, and all ones elsewhere.
func (d *Domain) oneNumber(t *Term) (x uint64, counts Guard, ok bool) {
	none := False // where no number counts
	for i, b := range t.bits {
		switch {
		case b == True:
			x |= 1 << i
		case i > 0 && x != ones(i) && b != none:
			return 0, False, false // as a lower bit is
		default:
			none = b
		}
	}
	if x == ones(t.w) {
		return x, False, true
	}
	return x, d.not(none), true
}

// unitedUnder are the numbers of entries, each where its guard holds.
func (d *Domain) unitedUnder(in []entry, all []numbered) ([]numbered, bool) {
	for _, e := range in {
		from, ok := len(all), false
		if all, ok = d.numberedOf(e.t, all); !ok {
			return nil, false
		}
		for i := range all[from:] {
			all[from+i].g = d.and(all[from+i].g, e.g)
		}
	}
	return all, true
}

// numberedByChoice are the numbers of a choice between a, if c holds, and b.
func (d *Domain) numberedByChoice(c, a, b *Term, all []numbered) ([]numbered, bool) {
	if flipped(c) {
		c, a, b = d.not1(c), b, a
	}
	if c.kind != kCmp {
		return nil, false
	}
	lower, number := b.known()
	switch {
	case c.op == intOp(bv.Eq) && b.is(ones(b.w)):
		return d.numberedIf(a, c, all)
	case c.op != intOp(bv.Eq) && a.is(ones(a.w)):
		return d.numberedIf(b, d.not1(c), all)
	case c.op != intOp(bv.Eq) && number: // where both are equal, the lower number counts, so the others may as well
		from := len(all)
		all, ok := d.numberedIf(a, d.not1(d.intx(bv.IntOp(c.op.code), c.args[1], c.args[0])), all)
		ok = ok && !slices.ContainsFunc(all[from:], func(n numbered) bool { return n.number <= lower })
		return append(all, numbered{lower, True, []*Term{d.not1(c)}}), ok
	}
	return nil, false
}

// unlessAllBits is the number that t is where a condition holds, if it has all bits elsewhere; nil if none shows.
func (d *Domain) unlessAllBits(t *Term) (number, condition *Term) {
	for _, c := range d.conditions(t, nil) {
		yes, no := d.cofactor(t, c, true), d.cofactor(t, c, false)
		switch {
		case no.is(ones(t.w)):
			return yes, c
		case yes.is(ones(t.w)):
			return no, d.not1(c)
		}
	}
	return nil, nil
}

// choiceOfParts is a concatenation with some parts that are choices by one condition, as one choice; nil for others.
func (d *Domain) choiceOfParts(t *Term) (c, a, b *Term) {
	yes, no := slices.Clone(t.args), slices.Clone(t.args)
	for i, part := range t.args {
		switch {
		case part.kind != kSel:
		case c == nil || c == part.args[0]:
			c, yes[i], no[i] = part.args[0], part.args[1], part.args[2]
		default:
			return nil, nil, nil
		}
	}
	return c, d.concat(yes...), d.concat(no...)
}

// numberedIf are the numbers of t where a condition holds too.
func (d *Domain) numberedIf(t, c *Term, all []numbered) ([]numbered, bool) {
	if t.kind != kBits {
		for _, p := range (covering{Domain: d}).equals(c) {
			keys := d.runningKeys(t, p[0], p[1].op)
			for _, k := range keys {
				all = append(all, numbered{k.number, True, []*Term{d.intx(bv.Eq, k.key, p[0]), c}})
			}
			if keys != nil {
				return all, true
			}
		}
	}
	from := len(all)
	all, ok := d.numberedOf(t, all)
	if !ok {
		return nil, false
	}
	for i, n := range all[from:] {
		if !slices.Contains(n.given, c) {
			all[from+i].given = append(slices.Clone(n.given), c)
		}
	}
	return all, true
}

// offset are the numbers of a term with some bits set that none of them has: no number has all bits.
func (d *Domain) offset(t *Term, all []numbered) ([]numbered, bool) {
	var of *Term
	var set uint64
	at := 0
	for _, a := range t.args {
		switch {
		case a.kind == kExtract && a.lo == at && (of == nil || of == a.args[0]):
			of = a.args[0]
		case a.is(ones(a.w)):
			set |= ones(a.w) << at
		default:
			return nil, false
		}
		at += a.w
	}
	if of == nil || of.w != t.w {
		return nil, false
	}
	from := len(all)
	all, ok := d.numberedOf(of, all)
	if !ok {
		return nil, false
	}
	for i := range all[from:] {
		if all[from+i].number&set != 0 || all[from+i].number|set == nobody {
			return nil, false
		}
		all[from+i].number |= set
	}
	return all, true
}
