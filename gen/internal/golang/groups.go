package golang

import (
	"fmt"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen"
)

// grouped reports whether lanes compare their grouping keys: in a segment of one lane
// there is nothing to compare.
func (p *printer) grouped() bool { return p.shape.Keyed() && p.shape.Width > 1 }

// addGroups defines, for every lane of a segment, the set of members with its key, and their
// moves to ranks if the op is not associative. Each lane compares its key with the key of every
// other lane; comparisons are not shared.
func (p *printer) addGroups(out *blocks) {
	var loads, groups, moves []jen.Code
	byRank := p.spec.Pattern.Reduces() && !p.spec.AnyTree()
	for lane := range p.shape.Lanes {
		if !p.segments().InSegment(lane) {
			continue
		}
		loads = append(loads, define(keyName(lane), id(shflgen.KeyRole.Name()).at(lane)))
		definitions, equal := p.equalKeys(lane)
		groups = append(groups, definitions...)
		if p.spec.Mask != shflgen.Full {
			equal = equal.grouped().and(id(memberBits.name()))
		}
		group := memberBits.of(lane)
		groups = append(groups, define(group.name(), equal))
		if byRank {
			moves = append(moves, p.moves(group, fmt.Sprintf("of%d", lane))...)
		}
	}
	who := "members"
	if p.spec.Mask == shflgen.Full {
		who = "lanes"
	}
	out.add("The keys.", loads)
	out.add(fmt.Sprintf("The %s of its segment that have a lane's key: bit j of groupI is set if lane j has that of lane I.", who), groups)
	out.add("How far each moves to its rank, bit by bit: Hacker's Delight, 7-4.", moves)
}

// bitsPerLine is how many bits one statement joins.
const bitsPerLine = 5

// equalKeys is the set of lanes of a segment that have the key of a lane, and the definitions of
// its parts.
func (p *printer) equalKeys(lane int) (definitions []jen.Code, word expr) {
	base := p.segments().Base(lane)
	terms := []expr{hex(1 << lane)}
	for j := base; j < base+p.shape.Width; j++ {
		if j != lane {
			terms = append(terms, p.dialect.same.call(id(keyName(lane)), id(keyName(j))).shifted(j))
		}
		if len(terms) == bitsPerLine && j+1 < base+p.shape.Width {
			name := fmt.Sprintf("equal%dto%d", lane, j)
			definitions = append(definitions, define(name, union(terms)))
			terms = []expr{id(name)}
		}
	}
	return definitions, union(terms)
}

func keyName(lane int) string { return fmt.Sprintf("key%d", lane) }
