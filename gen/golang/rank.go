package golang

import (
	"fmt"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen/network"
)

// word is a word of 32 bits, one a lane, that the emitted function computes from
// the mask.
type word uint16

// The words. Those from moveBits on tell which elements move down by 1, 2, 4, …
const (
	memberBits word = iota // the mask itself
	lowestBits             // the lowest member of each segment
	rankedBits             // the ranks that a segment has a member of
	moveBits

	// From groupBits on every lane has words of its own: of the members of its segment
	// that have its key, as those above are of all members.
	groupBits word = 16
)

// of is a lane's own word.
func (w word) of(lane int) word { return groupBits*word(1+lane) + w }

// name is the local that holds the word.
func (w word) name() string {
	if w >= groupBits {
		if lane := w/groupBits - 1; w%groupBits != memberBits {
			return fmt.Sprintf("%sof%d", (w % groupBits).name(), lane)
		} else {
			return fmt.Sprintf("group%d", lane)
		}
	}
	switch w {
	case memberBits:
		return "mask"
	case lowestBits:
		return "lowest"
	case rankedBits:
		return "ranked"
	}
	return fmt.Sprintf("move%d", 1<<(w-moveBits))
}

// ranked lines up the members of a lane's segment: the bits of each move down by
// the number of lanes below it that are no members, bit by bit of that number.
func (x *expansion) ranked(lane int) *value {
	return x.rankedBy(lane, func(w word) word { return w })
}

// rankedBy is ranked by other words.
func (x *expansion) rankedBy(lane int, of func(word) word) *value {
	var slot func(stage, lane int) *value
	slot = func(stage, lane int) *value {
		if stage == 0 {
			return x.number(value{kind: bits, lane: lane}, lane)
		}
		d := 1 << (stage - 1)
		stays := slot(stage-1, lane)
		from := lane + d
		if from >= x.segments().Base(lane)+x.net.Spec.Width || from >= shflgen.WarpSize {
			return stays
		}
		return x.number(value{kind: moveDown, word: of(moveBits + word(stage-1)), lane: from, dist: d, a: slot(stage-1, from), b: stays}, lane)
	}
	return x.number(value{kind: fill, word: of(rankedBits), lane: lane, a: slot(x.stages(), lane)}, lane)
}

// ofRank takes values back from ranks to lanes: the moves of ranked, undone in
// the reverse order.
func (x *expansion) ofRank(lane int, get func(lane int) *value) *value {
	var slot func(stage, lane int) *value
	slot = func(stage, lane int) *value {
		if stage == x.stages() {
			return x.number(value{kind: bitsOf, a: get(lane)}, lane)
		}
		d := 1 << stage
		stayed := slot(stage+1, lane)
		if lane-d < x.segments().Base(lane) {
			return stayed
		}
		return x.number(value{kind: moveUp, word: moveBits + word(stage), lane: lane, dist: d, a: slot(stage+1, lane-d), b: stayed}, lane)
	}
	return slot(0, lane)
}

func (x *expansion) segments() network.Route {
	return network.Route{Mode: network.Own, Width: x.net.Spec.Width, Lanes: x.net.Spec.Lanes()}
}

// stages is how many bits the number of lanes below another has.
func (x *expansion) stages() int {
	n := 0
	for 1<<n < x.net.Spec.Width {
		n++
	}
	return n
}

// moves define the words that say which bits move down at each distance: the
// parallel suffix method of compress, Warren, "Hacker's Delight", 2nd ed., 7-4,
// kept within segments.
func (p *printer) moves() []string { return p.movesOf(memberBits, "") }

// movesOf are the moves of those in a word, with a suffix to every name.
func (p *printer) movesOf(of word, suffix string) []string {
	named := func(name string, d int) string { return fmt.Sprintf("%s%d%s", name, d, suffix) }
	here, gaps := named("here", 1), named("gaps", 1)
	lines := []string{here + " := " + p.inSegments(of.name(), 0)}
	if p.stages() > 0 {
		lines = append(lines, gaps+" := "+p.inSegments("^"+here+"<<1", 1))
	}
	for d := 1; d < p.spec.Width; d *= 2 {
		odd := gaps // gaps below a lane, modulo two
		for by := 1; by < p.spec.Width; by *= 2 {
			next := fmt.Sprintf("odd%dby%d%s", d, by, suffix)
			lines = append(lines, fmt.Sprintf("%s := %s ^ %s", next, odd, p.inSegments(fmt.Sprintf("%s<<%d", odd, by), by)))
			odd = next
		}
		move, next := named("move", d), named("here", 2*d)
		lines = append(lines, fmt.Sprintf("%s := %s & %s", move, odd, here))
		lines = append(lines, fmt.Sprintf("%s := %s ^ %s | %s>>%d", next, here, move, move, d))
		if 2*d < p.spec.Width {
			next := named("gaps", 2*d)
			lines = append(lines, fmt.Sprintf("%s := %s &^ %s", next, gaps, odd))
			gaps = next
		}
		here = next
	}
	return append(lines, "ranked"+suffix+" := "+here)
}

// lowest defines the word of the lowest members: those that have none below.
func (p *printer) lowest() []string {
	below := p.inSegments("mask<<1", 1)
	var lines []string
	for by := 1; by < p.spec.Width-1; by *= 2 {
		lines = append(lines, fmt.Sprintf("below%d := %s", by, below))
		below = fmt.Sprintf("below%d | %s", by, p.inSegments(fmt.Sprintf("below%d<<%d", by, by), by))
	}
	if p.spec.Width == 1 {
		return []string{"lowest := mask"}
	}
	return append(lines, fmt.Sprintf("lowest := mask &^ (%s)", below))
}

// inSegments keeps the bits of text that are at least from lanes into a segment.
func (p *printer) inSegments(text string, from int) string {
	keep := uint32(0)
	for i := range shflgen.WarpSize {
		if s := p.segments(); s.InSegment(i) && i-s.Base(i) >= from {
			keep |= 1 << i
		}
	}
	if p.spec.Width == shflgen.WarpSize {
		return text // shifted out, or in as zeros
	}
	return fmt.Sprintf("%s&%#x", text, keep)
}

// elementBits are the bits of an element as which a value is stored.
func (p *printer) elementBits(v *value, part part) string {
	d := p.dialect
	switch v.kind {
	case identity:
		return d.idBits
	case bits, moveDown, moveUp, bitsOf:
		return p.name(v, part)
	}
	return fmt.Sprintf(d.bits, p.name(v, part))
}

// settle stores bits in a lane where a condition holds; else the lane keeps its
// element.
func (p *printer) settle(lane int, when truth, text string) []string {
	p.defined[when.word.name()] = true
	word := p.dialect.elem
	take, give := "%s", "%s"
	if p.spec.Type == shflgen.Float32 || p.spec.Type == shflgen.Float64 {
		word = fmt.Sprintf("uint%d", p.spec.Type.Bits())
		take, give = bitsOfFloat(p.spec.Type), fromBits(p.spec.Type)
	}
	mine := fmt.Sprintf("result%d", lane)
	if len(p.parts) == 2 {
		text = "(" + text + ")"
	}
	return []string{
		fmt.Sprintf("%s := %s", mine, spreadTo(word, p.bit(when.word, when.member))),
		fmt.Sprintf("v[%d] = %s", lane, fmt.Sprintf(give, fmt.Sprintf("%s&%s | %s&^%s", text, mine, fmt.Sprintf(take, fmt.Sprintf("v[%d]", lane)), mine))),
	}
}
