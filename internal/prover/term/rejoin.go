package term

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// rejoin finds the term with the parts lo and hi, where hi is a choice among upper parts: the choice among the
// wholes, if its parts are these.
func (d *Domain) rejoin(lo, hi *Term) *Term {
	in := make([]entry, len(hi.in))
	for i, e := range hi.in {
		if e.t.kind != kExtract || e.t.lo < lo.w {
			return nil
		}
		in[i] = at(d.extract(e.t.args[0], e.t.lo-lo.w, lo.w+hi.w), e.g)
	}
	if lo.kind == kCase && len(lo.in) == len(hi.in) {
		alike := true // case by case
		for _, e := range in {
			alike = alike && slices.Contains(lo.in, at(d.extract(e.t, 0, lo.w), e.g))
		}
		if alike {
			return d.cases(in, append(slices.Clone(lo.bits), hi.bits...))
		}
	}
	nothing := d.constant(lo.w, 0).bits // what a sum is of no operands
	whole := d.cases(in, append(slices.Clone(nothing), hi.bits...))
	if d.extract(whole, 0, lo.w) != lo { // its upper part is hi by the way it was made
		return nil
	}
	return whole
}

// joinXor joins two xors with operands that can be joined one by one, or returns nil: a key of 64 bits that was moved
// half by half.
func (d *Domain) joinXor(lo, hi *Term) *Term {
	if len(lo.in) != len(hi.in) {
		return nil
	}
	used := make([]bool, len(hi.in))
	var in []entry
	for _, l := range lo.in {
		for i, h := range hi.in {
			if used[i] || l.g != h.g {
				continue
			}
			if j := d.join(l.t, h.t); j != nil {
				used[i] = true
				in = append(in, at(j, l.g))
				break
			}
		}
	}
	if len(in) < len(lo.in) {
		return nil
	}
	return d.many(lo.op, lo.w+hi.w, in, append(append([]Guard(nil), lo.bits...), hi.bits...))
}

// joinFlipped joins an upper part in which one operand is flipped with a lower part in
// which it is not, or gives nil.
func (d *Domain) joinFlipped(lo, hi *Term) *Term {
	g := hi.in[0].g
	below, of := d.constant(lo.w, 0).bits, lo
	if g != True {
		if lo.kind != kCase || len(lo.in) != 1 || lo.in[0].g != g {
			return nil
		}
		of = lo.in[0].t
		below = d.masked(intOp(bv.Xor), lo.bits, d.not(g)).bits
	}
	j := d.join(of, hi.in[0].t)
	if j == nil {
		return nil
	}
	return d.many(hi.op, lo.w+hi.w, []entry{at(j, g)}, append(slices.Clone(below), hi.bits...))
}

// splitFlip gives the cases of a number that is flipped where it takes part.
func (d *Domain) splitFlip(t *Term) ([]entry, bool) {
	g := t.in[0].g
	flips, ok := d.guardedConstants(g, t.bits)
	rest, also := d.guardedConstants(d.not(g), t.bits)
	if !ok || !also {
		return nil, false
	}
	for i, f := range flips {
		flips[i].t = d.many(t.op, t.w, []entry{at(t.in[0].t, True)}, f.t.bits)
	}
	return append(flips, rest...), true
}
