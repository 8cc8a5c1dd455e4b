package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen/spec"
)

// position holds the expressions of a thread's number and of its position in its segment. It
// defines the names that the code uses.
type position struct {
	*problem

	width int // lanes in a segment
	count int // lanes, or threads, in all
	block bool
	first bool // of a block, the first warp alone asks for its lanes: they are its threads

	// An exchange or a product tests bits of the lane's number all in one form, that of the upper half
	// too: ptxas keeps a predicate for each form. A select alone takes less of a comparison.
	testsBits bool

	usesLane, usesPos, usesBase, usesOne bool

	tables    []table      // sources that are locals
	fields    []fieldTable // elements of packed registers, likewise
	ranked    expr         // the lane that the lane's rank names, if it is used
	usesVotes bool         // of the lane, and of those up to it
	usesZero  bool         // which ptxas does not know

	moves func(intrinsic string, args []expr) expr // a shuffle of an element that is no scalar; else nil
}

// warpSize is the number of lanes of a warp of CUDA.
const warpSize = spec.WarpSize

// The modulus of a shuffle's lane operand, and the member mask of all lanes (PTX ISA,
// "shfl.sync").
var (
	lastLane = number(warpSize - 1)
	everyone = hex(0, 1<<warpSize-1)
)

func powerOfTwo(n int) bool { return n&(n-1) == 0 }

// lanes is the mask of a segment's lanes, at the segment's start.
func lanes(n int) uint32 { return uint32(1<<n - 1) }

func (p *position) lane() expr {
	if p.first {
		return name("thread")
	}
	p.usesLane = true
	return name("lane")
}

// one is 1, which no compiler knows: it would drop a product with it.
func (p *position) one() expr {
	p.usesOne = true
	p.lane()
	return name("one")
}

// pos is the lane's position in its segment.
func (p *position) pos() expr {
	if p.width == warpSize || p.block {
		return p.lane()
	}
	p.usesPos = true
	return name("pos")
}

// base is the first lane of the segment.
func (p *position) base() expr {
	if p.width == warpSize {
		return number(0)
	}
	p.usesBase = true
	return name("base")
}

// cut is the part of a mask in the lane's segment.
func (p *position) cut(mask expr) expr {
	switch {
	case p.width == p.count:
		return mask
	case p.width > p.count/2: // the only one
		return mask.and(hex(8, lanes(p.width)))
	}
	return mask.and(hex(0, lanes(p.width)).shl(p.base()))
}

// inWhole is x in the lanes of segments, 0 past the last one.
func (p *position) inWhole(x expr) expr {
	if rest := p.count % p.width; rest > 0 {
		return p.lane().less(number(p.count-rest)).choose(x, number(0))
	}
	return x
}

// rank is the lane of the segment that has as many lanes before it as the lane itself has
// members.
func (p *position) rank(mask expr) expr {
	before := number(1).shl(p.pos()).grouped().minus(number(1)).grouped()
	if p.count/p.width > 1 {
		mask = mask.shr(p.base()).grouped()
	}
	p.ranked = call("__popc", mask.and(before))
	if p.width < warpSize && p.count/p.width > 1 {
		p.ranked = p.ranked.plus(p.base())
	}
	return name("ranked")
}

// votes are the bits of the lane itself in a ballot, and of the lanes up to it.
func (p *position) votes() (mine, upTo expr) {
	p.usesVotes = true
	p.lane()
	return name("mine"), name("upTo")
}

// zero is 0, made of the votes so that ptxas does not know it.
func (p *position) zero() expr {
	p.usesZero = true
	p.votes()
	return name("zero")
}

// lines define the names that were used.
func (p *position) lines() []string {
	var lines []string
	if p.usesPos || p.usesBase {
		p.usesLane = true
	}
	if p.usesLane {
		lines = append(lines, "unsigned lane;", `asm("mov.u32 %0, %%laneid;" : "=r"(lane));`)
	}
	if p.usesOne {
		lines = append(lines, "unsigned one = (lane >> 5u) + 1u;")
	}
	if p.usesPos || p.usesBase {
		pos := fmt.Sprintf("lane %% %du", p.width)
		if powerOfTwo(p.width) {
			pos = fmt.Sprintf("lane & %du", p.width-1)
		}
		if p.usesPos || !powerOfTwo(p.width) {
			lines = append(lines, fmt.Sprintf("unsigned pos = %s;", pos))
		}
	}
	if p.usesBase {
		base := "lane - pos"
		if powerOfTwo(p.width) {
			base = fmt.Sprintf("lane & ~%du", p.width-1)
		}
		lines = append(lines, fmt.Sprintf("unsigned base = %s;", base))
	}
	if p.usesVotes {
		lines = append(lines, "unsigned mine = 1u << lane, upTo = 2u * mine - 1u;")
	}
	if p.usesZero {
		lines = append(lines, "unsigned zero = mine & upTo >> 1u;")
	}
	for _, t := range p.tables {
		lines = append(lines, fmt.Sprintf("unsigned %s = %s;", t.local, t.value))
	}
	for _, t := range p.fields {
		lines = append(lines, fmt.Sprintf("unsigned %s = %s;", t.local, t.value))
	}
	if !p.ranked.none() {
		lines = append(lines, fmt.Sprintf("unsigned ranked = %s;", p.ranked))
	}
	return lines
}
