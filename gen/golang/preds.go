package golang

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// preds is the word of preds. Where it depends on the mask, lanes that read at
// the same distance share a shift of it, and lanes that read the same source
// share its spread bit; the shorter of the two is taken.
func (p *printer) preds() (string, error) {
	always := uint32(0)
	byShift, bySource := map[int]uint32{}, map[int]uint32{}
	for lane := range p.spec.Lanes() {
		t, err := p.truth(p.net.Pred(), lane)
		if err != nil {
			return "", err
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
	var terms []string
	if len(byShift) <= len(bySource) {
		for _, shift := range slices.SortedFunc(maps.Keys(byShift), cmp.Compare[int]) {
			terms = append(terms, shifted(shift)+lanes(byShift[shift]))
		}
	} else {
		for _, source := range slices.Sorted(maps.Keys(bySource)) {
			terms = append(terms, fmt.Sprintf("-(%s)%s", p.memberBit(source), lanes(bySource[source])))
		}
	}
	if always != 0 || terms == nil {
		terms = append(terms, fmt.Sprintf("%#x", always))
	}
	return strings.Join(terms, " | "), nil
}

// shifted moves bit i+by of the mask to bit i.
func shifted(by int) string {
	switch {
	case by > 0:
		return fmt.Sprintf("mask>>%d", by)
	case by < 0:
		return fmt.Sprintf("mask<<%d", -by)
	}
	return "mask"
}

// lanes keeps the bits of a set of lanes.
func lanes(set uint32) string {
	if set == 1<<32-1 {
		return ""
	}
	return fmt.Sprintf("&%#x", set)
}
