package golang

import (
	"maps"
	"slices"

	"github.com/shflgen/shflgen/spec"
)

// preds are the preds of all lanes, one bit a lane.
func (p *printer) preds() (expr, error) {
	if p.runTime() {
		return p.givenPreds(), nil
	}
	always, sources := uint32(0), map[int]int{}
	for lane := range p.shape.Lanes {
		t, err := p.truth(p.net.Pred(), lane)
		if err != nil {
			return expr{}, err
		}
		bit := uint32(1) << lane
		switch {
		case t.known && t.value:
			always |= bit
		case t.known:
		default:
			sources[lane] = t.member
		}
	}
	terms := p.bitsOfSources(sources)
	if always != 0 || terms == nil {
		terms = append(terms, hex(uint64(always)))
	}
	word := union(terms)
	if p.shape.Calls == spec.Active { // no other lane makes the call
		word = word.grouped().and(shiftedMask(0))
	}
	return word, nil
}

// bitsOfSources have, of each lane that has a source, the source's bit of the mask. Lanes with the
// same distance share a shift of the mask, and lanes with the same source share its bit. The
// shorter form is used.
func (p *printer) bitsOfSources(sources map[int]int) (terms []expr) {
	byShift, bySource := map[int]uint32{}, map[int]uint32{}
	for lane, source := range sources {
		byShift[source-lane] |= 1 << lane
		bySource[source] |= 1 << lane
	}
	if len(byShift) <= len(bySource) {
		for _, by := range slices.Sorted(maps.Keys(byShift)) {
			terms = append(terms, keep(shiftedMask(by), byShift[by]))
		}
		return terms
	}
	for _, source := range slices.Sorted(maps.Keys(bySource)) {
		terms = append(terms, keep(p.memberBit(source).neg(), bySource[source]))
	}
	return terms
}

// shiftedMask moves bit i+by of the mask to bit i.
func shiftedMask(by int) expr {
	mask := id(spec.MaskRole.Name())
	switch {
	case by > 0:
		return mask.shr(by)
	case by < 0:
		return mask.shl(-by)
	}
	return mask
}

// keep is e with the bits of other lanes cleared.
func keep(e expr, set uint32) expr {
	if set == 1<<spec.MaskWordBits-1 {
		return e
	}
	return e.and(hex(uint64(set)))
}
