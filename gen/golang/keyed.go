package golang

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen"
)

// keyOfSpec is the type of a key as one of elements.
func keyOfSpec(s shflgen.Spec) shflgen.Type {
	if s.Key == shflgen.Key64 {
		return shflgen.Uint64
	}
	return shflgen.Uint32
}

// groupBlocks define, for every lane of a segment, the word of the members that have
// its key, and how these move to their ranks if the order shows. A lane asks whether
// the key of each other is its own: what lanes have in common is not made use of.
func (p *printer) groupBlocks(block func(title string, lines []string)) {
	var loads, groups, moves []string
	same := p.dialect.same.name
	laws := p.spec.Laws()
	byRank := !(laws.Associative && laws.Commutative)
	for lane := range p.spec.Lanes() {
		if !p.segments().InSegment(lane) {
			continue
		}
		loads = append(loads, fmt.Sprintf("key%d := key[%d]", lane, lane))
		base := p.segments().Base(lane)
		equal := []string{fmt.Sprintf("%#x", uint32(1)<<lane)}
		name := ""
		for j := base; j < base+p.spec.Width; j++ {
			if j != lane {
				bit := fmt.Sprintf("%s(key%d, key%d)", same, lane, j)
				if j > 0 {
					bit += fmt.Sprintf("<<%d", j)
				}
				equal = append(equal, bit)
			}
			if len(equal) == perLine && j+1 < base+p.spec.Width {
				name = fmt.Sprintf("equal%dto%d", lane, j)
				groups = append(groups, name+" := "+strings.Join(equal, " | "))
				equal = []string{name}
			}
		}
		text := strings.Join(equal, " | ")
		if p.spec.Mask != shflgen.Full {
			text = "(" + text + ") & mask"
		}
		group := memberBits.of(lane)
		groups = append(groups, group.name()+" := "+text)
		if byRank {
			moves = append(moves, p.movesOf(group, fmt.Sprintf("of%d", lane))...)
		}
	}
	block("The keys.", loads)
	who := "members"
	if p.spec.Mask == shflgen.Full {
		who = "lanes"
	}
	block(fmt.Sprintf("The %s of its segment that have a lane's key: bit j of groupI is set if lane j has that of lane I.", who), groups)
	block("How far each moves to its rank, bit by bit: Hacker's Delight, 7-4.", moves)
}

// perLine is how many bits a line joins.
const perLine = 5
