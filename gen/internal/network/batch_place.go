package network

import "fmt"

// placed are the results where the contract wants them: register k at position k mod w of
// register k / w. Others move there from position 0.
func (b *builder) placed(held []holder) []Out {
	w := b.net.Spec.Width
	b.step("A lane takes the register of its place.")
	moved := map[*Node]*Node{}
	var outs []Out
	for first := 0; first < len(held); first += w {
		block := held[first:min(first+w, len(held))]
		result := b.field(block[0].node, block[0].field)
		for place, h := range block {
			if h.node == block[0].node && h.field == block[0].field && h.holds(place) {
				continue
			}
			if moved[h.node] == nil {
				moved[h.node] = b.wide(Shuffle{h.node, b.from(0)})
			}
			here := b.named(fmt.Sprintf("at%d", place), InLanes{b.places(func(p int) bool { return p == place })})
			result = b.node(Select{here, b.field(moved[h.node], h.field), result})
		}
		result = b.kept(result, b.whole(), len(outs))
		outs = append(outs, b.element(len(outs), result, b.places(func(place int) bool { return place < len(block) })))
	}
	return outs
}

// spread are the results in every lane, each in its own register.
func (b *builder) spread(held []holder) []Out {
	type source struct {
		node  *Node
		place int
	}
	w := b.net.Spec.Width
	everywhere := b.places(func(int) bool { return true })
	b.step("Every lane takes each register from a lane that holds it.")
	moved := map[source]*Node{}
	var outs []Out
	for _, h := range held {
		at, everyone := -1, true
		for place := range w {
			switch {
			case !h.holds(place):
				everyone = false
			case at < 0:
				at = place
			}
		}
		result := h.node
		if from := (source{h.node, at}); !everyone {
			if moved[from] == nil {
				moved[from] = b.wide(Shuffle{h.node, b.from(at)})
			}
			result = moved[from]
		}
		element := b.kept(b.field(result, h.field), b.whole(), len(outs))
		outs = append(outs, b.element(len(outs), element, everywhere))
	}
	return outs
}

// from reads the lane at a position of the segment; of the warp where it has one segment,
// so that no lane has to compute where its own begins.
func (b *builder) from(place int) Move {
	by := b.route(Idx, place)
	if by.Width > by.Lanes/2 {
		by.Width = by.Lanes
	}
	return by.Move()
}
