package golang

import (
	"maps"
	"slices"

	"github.com/shflgen/shflgen"
)

// preds are the preds of all lanes, one bit a lane. If they depend on the mask, lanes with the
// same distance share a shift of the mask, and lanes with the same source share its bit. The
// shorter form is used.
func (p *printer) preds() (expr, error) {
	if p.runTime() {
		return p.givenPreds(), nil
	}
	always := uint32(0)
	byShift, bySource := map[int]uint32{}, map[int]uint32{}
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
			byShift[t.member-lane] |= bit
			bySource[t.member] |= bit
		}
	}
	var terms []expr
	if len(byShift) <= len(bySource) {
		for _, by := range slices.Sorted(maps.Keys(byShift)) {
			terms = append(terms, keep(shiftedMask(by), byShift[by]))
		}
	} else {
		for _, source := range slices.Sorted(maps.Keys(bySource)) {
			terms = append(terms, keep(p.memberBit(source).neg(), bySource[source]))
		}
	}
	if always != 0 || terms == nil {
		terms = append(terms, hex(uint64(always)))
	}
	word := union(terms)
	if p.shape.Calls == shflgen.Active { // no other lane makes the call
		word = word.grouped().and(shiftedMask(0))
	}
	return word, nil
}

// shiftedMask moves bit i+by of the mask to bit i.
func shiftedMask(by int) expr {
	mask := id(shflgen.MaskRole.Name())
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
	if set == 1<<shflgen.MaskWordBits-1 {
		return e
	}
	return e.and(hex(uint64(set)))
}
