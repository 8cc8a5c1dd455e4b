package cuda

import (
	"github.com/shflgen/shflgen/gen/internal/network"
)

// inLanes is a condition that agrees with set in every lane of where. It is a comparison that
// holds in every segment if there is one, else a comparison that is enough for where, else a bit
// of a constant. There is no condition if it always holds.
func (p *position) inLanes(set, where network.Lanes) expr {
	if agree(set, where, func(int) bool { return true }) {
		return expr{}
	}
	segments := p.withSegments(where)
	if p.testsBits {
		if bit := p.bit(set, segments); !bit.none() {
			return bit.notZero()
		}
	}
	for _, care := range []network.Lanes{segments, where} {
		if c := p.comparison(set, care); !c.none() {
			return c
		}
	}
	bits := uint32(0)
	for i := range set.Len() {
		if set.Has(i) {
			bits |= 1 << i
		}
	}
	return hex(8, bits).bit(p.lane())
}

// withSegments are the lanes of where, and those of every segment.
func (p *position) withSegments(where network.Lanes) network.Lanes {
	return network.LanesWhere(where.Len(), func(i int) bool {
		return where.Has(i) || i/p.width*p.width+p.width <= p.count
	})
}

// bit is the bit of the lane's number, or of its position, that is set in the lanes of set and in no
// other lane of care, if there is one.
func (p *position) bit(set, care network.Lanes) expr {
	switch k, ofPosition := p.whichBit(set, care); {
	case k == 0:
		return expr{}
	case ofPosition:
		return p.pos().and(number(k))
	default:
		return p.lane().and(number(k))
	}
}

// whichBit is the value of that bit, 0 if there is none.
func (p *position) whichBit(set, care network.Lanes) (k int, ofPosition bool) {
	for k := 1; k < warpSize; k *= 2 {
		switch {
		case agree(set, care, func(i int) bool { return i&k != 0 }):
			return k, false
		case agree(set, care, func(i int) bool { return i%p.width&k != 0 }):
			return k, true
		}
	}
	return 0, false
}

// comparison is a comparison that agrees with set in the lanes of care, if there is one.
func (p *position) comparison(set, care network.Lanes) expr {
	for k := 1; k < p.width; k++ {
		switch {
		case agree(set, care, func(i int) bool { return i%p.width >= k }):
			return p.pos().op(">=", orderBinds, number(k))
		case agree(set, care, func(i int) bool { return i%p.width < k }):
			return p.pos().less(number(k))
		}
	}
	if bit := p.bit(set, care); !bit.none() {
		return bit.notZero()
	}
	for k := 1; k < warpSize; k++ {
		if agree(set, care, func(i int) bool { return i < k }) {
			return p.lane().less(number(k))
		}
	}
	return expr{}
}

// agree reports whether holds is true exactly for the lanes of set, among those of care.
func agree(set, care network.Lanes, holds func(i int) bool) bool {
	for i := range care.Len() {
		if care.Has(i) && set.Has(i) != holds(i) {
			return false
		}
	}
	return true
}
