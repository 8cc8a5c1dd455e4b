package golang

import (
	"fmt"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen/contract"
	"github.com/shflgen/shflgen/gen/network"
)

// winners is the row of an op that gives a lane: that of the min or max of its
// keys, with two helpers more.
func winners(s shflgen.Spec) (dialect, error) {
	key := s
	key.Op, key.Name = contract.Extreme(s.Op), s.FuncName()
	row, of := integers, s.Type
	if s.Type.Class() == shflgen.Float {
		row = ordered
		of = map[int]shflgen.Type{16: shflgen.Int16, 32: shflgen.Int32, 64: shflgen.Int64}[s.Type.Bits()]
	}
	d, err := row(dialect{elem: goType(s.Type), word: fmt.Sprintf("uint%d", s.Type.Bits())}, key)
	if err != nil {
		return dialect{}, err
	}
	if s.Width == 1 { // nothing is compared
		return dialect{elem: d.elem}, nil
	}
	same := "SameSigned"
	if of.Class() == shflgen.Unsigned {
		same = "SameUnsigned"
	}
	d.same, d.first = helperFor(s, of, same), helperFor(s, shflgen.Uint32, "First")
	d.helpers = append(d.helpers, d.same, d.first)
	return d, nil
}

// winnerBlocks find the winner of each segment and store it: the bits of the
// lanes that have the winning key, of which the lowest wins. Where a segment has
// no member, its elements are kept.
func (p *printer) winnerBlocks(block func(title string, lines []string)) error {
	first, ok := p.net.Index().Expr.(network.First)
	if !ok {
		return fmt.Errorf("golang: unexpected lane %T", p.net.Index().Expr)
	}
	lanes, width := p.spec.Lanes(), p.spec.Width
	part := p.parts[0]
	var stores []string
	if width == 1 {
		for lane := range lanes {
			text := fmt.Sprint(lane)
			if p.spec.Mask == shflgen.Member {
				text += fmt.Sprintf(" | (int32(%s) - 1)", p.memberBit(lane))
			}
			stores = append(stores, p.numbered(lane, text)...)
		}
		block("A lane by itself wins, if it is a member.", stores)
		return nil
	}
	for base := 0; base+width <= lanes; base += width {
		best := p.result[base]
		var lines []string
		won := ""
		for lane := base; lane < base+width; lane++ {
			if p.memo[first.Best.ID*lanes+lane] != best {
				return fmt.Errorf("golang: lane %d asks for another key than lane %d", lane, base)
			}
			text := fmt.Sprintf("%s(%s, %s)", p.dialect.same.name, p.keyOf(lane), p.name(best, part))
			if lane > 0 {
				text += fmt.Sprintf("<<%d", lane)
			}
			if won != "" {
				text = won + " | " + text
			}
			won = fmt.Sprintf("won%d", lane)
			lines = append(lines, won+" := "+text)
		}
		if p.spec.Mask != shflgen.Full {
			won += " & mask"
		}
		lines = append(lines,
			fmt.Sprintf("first%d := %s(%s)", base, p.dialect.first.name, won),
			fmt.Sprintf("best%d := %s", base, fmt.Sprintf(p.bits(p.dialect.store), p.name(best, part))))
		if p.spec.Mask == shflgen.Member {
			segment := "mask"
			if width < lanes {
				segment = fmt.Sprintf("mask & %#x", (uint32(1)<<width-1)<<base)
			}
			lines = append(lines,
				fmt.Sprintf("members%d := %s", base, segment),
				fmt.Sprintf("some%d := -%s((members%d|-members%[1]d)>>31)", base, p.bitsType(), base))
		}
		block(fmt.Sprintf("Lanes %d..%d: bit i is set if member i has the winning key; the first one wins.", base, base+width-1), lines)
		for lane := base; lane < base+width; lane++ {
			if p.net.Outs[0].Lanes.Has(lane) {
				value, number := fmt.Sprintf("v[%d] = %s", lane, p.winner(lane, base)), p.numbered(lane, fmt.Sprintf("first%d", base))
				if p.spec.Mask == shflgen.Active { // which defines who takes the value
					stores = append(append(stores, number...), value)
				} else {
					stores = append(append(stores, value), number...)
				}
			}
		}
	}
	for lane := lanes / width * width; lane < lanes; lane++ {
		stores = append(stores, p.numbered(lane, "-1")...)
	}
	block("Results.", stores)
	return nil
}

// numbered stores a lane's index; who does not make the call keeps it.
func (p *printer) numbered(lane int, text string) []string {
	if p.spec.Mask != shflgen.Active {
		return []string{fmt.Sprintf("idx[%d] = %s", lane, text)}
	}
	number := fmt.Sprintf("%s&gets%d | idx[%[2]d]&^gets%[2]d", text, lane)
	if text == "-1" {
		number = fmt.Sprintf("idx[%d] | gets%[1]d", lane)
	}
	lines := []string{
		fmt.Sprintf("gets%d := %s", lane, spreadTo("int32", p.memberBit(lane))),
		fmt.Sprintf("idx[%d] = %s", lane, number),
	}
	if takes := p.takes(lane); takes != fmt.Sprintf("gets%d", lane) && p.spec.Width > 1 && lane < p.spec.Lanes()/p.spec.Width*p.spec.Width {
		lines = append(lines, fmt.Sprintf("%s := %s", takes, spreadTo(p.bitsType(), p.memberBit(lane))))
	}
	return lines
}

// keyOf is the local that holds a lane's key, member or not.
func (p *printer) keyOf(lane int) string {
	if p.spec.Mask != shflgen.Full {
		return fmt.Sprintf("key%d", lane)
	}
	return fmt.Sprintf("in%d", lane)
}

// floats reports whether v holds Go's floats.
func (p *printer) floats() bool { return p.dialect.elem[0] == 'f' }

// bits is the format of a store that leaves a float as its bits.
func (p *printer) bits(store string) string {
	if p.floats() {
		return p.dialect.helpers[1].name + "(%s)"
	}
	return store
}

// bitsType is the type in which stored elements are chosen.
func (p *printer) bitsType() string {
	if p.floats() {
		return fmt.Sprintf("uint%d", p.spec.Type.Bits())
	}
	return p.dialect.elem
}

// winner is the element that a lane gets.
func (p *printer) winner(lane, base int) string {
	text, own := fmt.Sprintf("best%d", base), fmt.Sprintf("v[%d]", lane)
	if p.floats() {
		own = fmt.Sprintf(bitsOfFloat(p.spec.Type), own)
	}
	switch p.spec.Mask {
	case shflgen.Member:
		text += fmt.Sprintf("&some%d | %s&^some%[1]d", base, own)
	case shflgen.Active:
		text += fmt.Sprintf("&%s | %s&^%[1]s", p.takes(lane), own)
	}
	if p.floats() {
		return fmt.Sprintf(fromBits(p.spec.Type), text)
	}
	return text
}

// takes is the local that is all ones, in the type in which elements are chosen, if a
// lane is a member, else 0.
func (p *printer) takes(lane int) string {
	if p.bitsType() == "int32" {
		return fmt.Sprintf("gets%d", lane)
	}
	return fmt.Sprintf("takes%d", lane)
}
