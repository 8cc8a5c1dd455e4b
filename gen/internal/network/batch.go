package network

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/shflgen/shflgen/spec"
)

// buildBatchReduce reduces N registers a lane at once. Register k of a segment of
// w lanes belongs to position k mod w, so that the registers come in blocks of w.
//
// Where w is a power of two, or so large that the warp has one segment only, all
// blocks go through the transposing butterfly. Else each block, of n registers,
// takes the way of fewer shuffles: w-1 to exchange all elements first and reduce
// them within a lane, or ceil(log2 w) for each register's tree and one for each
// that then has to move. With f elements to a packed register, an exchange takes f blocks
// at once, and f registers share a tree.
func buildBatchReduce(b *builder) {
	s := b.net.Spec
	var from []holder
	if w := enclosing(s.Width); w == s.Width || w == s.Warp() && !s.KeepsWithoutMembers() {
		from = b.butterflies(w)
	} else {
		b.late = false
		b.contributes(false)
		for first := 0; first < s.N; first += b.fields * s.Width {
			last := min(first+b.fields*s.Width, s.N)
			if b.treesAreShorter(last - first) {
				from = append(from, b.trees(first, last)...)
			} else {
				from = append(from, b.exchanged(first, last)...)
			}
		}
	}
	if s.All() {
		b.spread(from)
	} else {
		b.placed(from)
	}
}

// holder is where the reduction of one register is: in an element of a node, in the lanes
// at the positions for which holds is true.
type holder struct {
	node  *Node
	field int
	holds func(place int) bool
}

// enclosing is the least power of two that is at least w.
func enclosing(w int) int { return 1 << bits.Len(uint(w-1)) }

// named is the condition of a set of lanes that many nodes test: one node a name.
func (b *builder) named(name string, e Expr) *Node {
	for n := range b.net.All() {
		if n.Name == name {
			return n
		}
	}
	n := b.node(e)
	n.Name = name
	return n
}

// inBit is the condition that bit d of a lane's position is set.
func (b *builder) inBit(d int, set Lanes) *Node {
	return b.named(fmt.Sprintf("upper%d", d), InLanes{set})
}

// places is the set of lanes, of whole segments, at the positions for which is holds.
func (b *builder) places(is func(place int) bool) Lanes {
	own := b.route(Own, 0)
	return LanesWhere(own.Lanes, func(i int) bool { return own.InSegment(i) && is(i-own.Base(i)) })
}

// contributes begins the step in which lanes contribute: their registers, or the identity
// for a lane that is no member or, with outside, past the last segment.
func (b *builder) contributes(outside bool) {
	s := b.net.Spec
	if b.optional() {
		b.step("Every lane brings its registers; those of a lane that is no member are left out.")
		return
	}
	member, who := s.Mask == spec.Member, "A lane that is no member"
	switch {
	case outside && member:
		who = "A lane that is no member, or past the segment,"
	case outside:
		who = "A lane past the segment"
	}
	contributes := "Every lane contributes its registers"
	if member || outside {
		contributes = who + " contributes the identity"
	}
	if b.late {
		contributes += ", and its partner takes nothing of it"
	}
	if b.fields > 1 {
		contributes += fmt.Sprintf("; %d elements travel in one word", b.fields)
	}
	b.step("%s.", contributes)
	var terms []*Node
	if outside {
		terms = append(terms, b.node(InLanes{b.segments()}))
	}
	if member {
		terms = append(terms, b.isMember())
	}
	if terms != nil {
		b.member = b.named("takes_part", All{terms})
	}
}

// nothing stands for a register where an element of a packed register is not used.
const nothing = -1

// contributed is a node of several registers, or of the identity.
func (b *builder) contributed(registers []int) *Node {
	var of []*Node
	for i, r := range registers {
		if r == nothing {
			of = append(of, of[i-1])
		} else {
			of = append(of, b.node(Input{r}))
		}
	}
	x := b.pack(of)
	if b.member == nil || b.late {
		return x
	}
	return b.masked(x)
}

// masked is x, or the identity where the lane does not contribute.
func (b *builder) masked(x *Node) *Node {
	if b.absent == nil {
		b.absent = b.pack(slices.Repeat([]*Node{b.node(Identity{})}, b.fields))
	}
	return b.wide(Select{b.member, x, b.absent})
}

// placed are the results where the contract wants them: register k at position k mod w of
// register k / w. Others move there from position 0.
func (b *builder) placed(held []holder) {
	w := b.net.Spec.Width
	b.step("A lane takes the register of its place.")
	moved := map[*Node]*Node{}
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
		r, has := len(b.net.Outs), b.places(func(place int) bool { return place < len(block) })
		b.net.Outs = append(b.net.Outs, Out{spec.ElementRole, r, b.kept(result, b.whole(), r), has})
	}
}

// spread are the results in every lane, each in its own register.
func (b *builder) spread(held []holder) {
	type source struct {
		node  *Node
		place int
	}
	w := b.net.Spec.Width
	b.step("Every lane takes each register from a lane that holds it.")
	moved := map[source]*Node{}
	var results []*Node
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
		results = append(results, b.kept(b.field(result, h.field), b.whole(), len(results)))
	}
	b.give(spec.ElementRole, b.segments(), results...)
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
