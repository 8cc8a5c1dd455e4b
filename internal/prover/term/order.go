package term

import "fmt"

// The variables of decision diagrams are of three kinds: mask bits, bits of elements
// and bits of other terms. Each has a place in the order of diagrams, and no two share
// one: places are cut into zones, which this file alone computes and checks.
//
//	0 … termZone          slots of spread places: first a mask bit, then the bits of
//	                      the element of that number
//	termZone … lastPlace  termBits places a term
const (
	spread    = 128     // places of a slot
	slots     = 1 << 16 // mask bits, and elements
	termBits  = 64      // places of a term: its width is at most that
	termZone  = 1 << 29
	lastPlace = 1 << 30 // of the constants
	wordBits  = 32      // of a word of mask bits
)

// The zones do not overlap: an array of negative length does not compile.
var (
	_ [termZone - (slots+1)*spread]struct{}
	_ [lastPlace - termZone - (maxTerms+1)*termBits]struct{}
	_ [spread - 1 - termBits]struct{}
)

// slot is where mask bit i, and element i, stand in the order. It is one-to-one.
func (g *guards) slot(i int) int {
	if i < 0 || i >= slots {
		stop("element or mask bit %d of at most %d", i, slots)
	}
	if i < g.interleave*wordBits {
		i = i%wordBits*g.interleave + i/wordBits
	}
	if g.highFirst {
		i = slots - i
	}
	return i
}

// maskPlace is the place of mask bit i.
func (g *guards) maskPlace(i int) int32 { return int32(g.slot(i) * spread) }

// elementPlace is the place of the nth bit that is asked of element i.
func (g *guards) elementPlace(i, n int) int32 {
	check(n, termBits)
	return int32(g.slot(i)*spread + 1 + n)
}

// termPlace is the place of the nth bit that is asked of the term of that id.
func termPlace(id, n int) int32 {
	check(id, maxTerms+1)
	check(n, termBits)
	return int32(termZone + id*termBits + n)
}

func check(n, limit int) {
	if n < 0 || n >= limit {
		panic(fmt.Sprintf("variable %d of %d", n, limit))
	}
}

// maskBit is the mask bit that is asked at a place.
func (g *guards) maskBit(place int32) int {
	if place >= termZone || place%spread != 0 {
		panic("a guard that depends on more than the mask")
	}
	i := int(place / spread)
	if g.highFirst {
		i = slots - i
	}
	if i < g.interleave*wordBits {
		i = i%g.interleave*wordBits + i/g.interleave
	}
	return i
}
