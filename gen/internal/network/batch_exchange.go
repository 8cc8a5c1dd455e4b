package network

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/spec"
)

// treesAreShorter reports whether n registers take no more shuffles by trees than
// by an exchange.
func (b *builder) treesAreShorter(n int) bool {
	s := b.net.Spec
	words := (n + b.fields - 1) / b.fields
	trees, exchange := words*(len(distances(s.Order, s.Width))+1), s.Width-1
	if n == 1 && !s.All() {
		trees-- // its result is in the first lane already
	}
	if s.All() {
		exchange += min(n, s.Width)
	}
	return trees <= exchange
}

// trees reduces registers, from first up to last, to the first lane of a segment.
func (b *builder) trees(first, last int) []holder {
	var now []*Node
	for k := first; k < last; k += b.fields {
		registers := slices.Repeat([]int{nothing}, b.fields)
		for i := range registers {
			if k+i < last {
				registers[i] = k + i
			}
		}
		now = append(now, b.contributed(registers))
	}
	has := b.own()
	for _, d := range distances(b.net.Spec.Order, b.net.Spec.Width) {
		b.step("Distance %[1]d: lane i takes in lane i+%[1]d.", d)
		by := b.route(Down, d).Move()
		hasFrom := has.moved(by)
		if !has.always() { // what is out of range is absent
			for t, x := range now {
				now[t] = b.join(x, b.node(Shuffle{x, by}), has, hasFrom)
			}
			has = has.and(hasFrom)
			continue
		}
		reads := b.named(fmt.Sprintf("reads%d", d), InLanes{by.InRange()})
		for t, x := range now {
			now[t] = b.wide(Select{reads, b.wide(Combine{b.fn, x, b.wide(Shuffle{x, by})}), x})
		}
	}
	var held []holder
	for k := range last - first {
		held = append(held, holder{now[k/b.fields], k % b.fields, func(place int) bool { return place == 0 }})
	}
	return held
}

// exchanged gives each lane all elements of the registers of its position, one of each
// block, and then reduces them within the lane.
func (b *builder) exchanged(first, last int) []holder {
	s := b.net.Spec
	w := s.Width
	give := make([]*Node, w) // nil where it is not used
	for place := range min(w, last-first) {
		registers := slices.Repeat([]int{nothing}, b.fields)
		for i := range registers {
			if k := first + i*w + place; k < last {
				registers[i] = k
			}
		}
		give[place] = b.contributed(registers)
	}
	b.step("A lane turns its registers by its place: the t-th is for the lane t places further.")
	give = b.rotated(give, 1)
	b.step("Lanes exchange: the t-th element comes from the lane t places further.")
	got := []*Node{give[0]}
	for t := 1; t < w; t++ {
		got = append(got, b.wide(Shuffle{give[w-t], b.route(Rotate, t).Move()}))
	}
	if !s.AnyTree() {
		b.step("A lane turns what it got back: the t-th element is that of place t.")
		got = b.rotated(got, -1)
	}
	b.step("A lane reduces what it got.")
	has := make([]presence, w)
	for p := range has {
		if b.optional() {
			own := b.route(Own, 0)
			has[p] = b.slots(MemberWord, func(lane int) int { return own.Base(lane) + p })
		}
	}
	for _, d := range distances(s.Order, w) {
		for p := 0; p+d < w; p++ {
			if s.Order == spec.Far || p%(2*d) == 0 {
				got[p] = b.join(got[p], got[p+d], has[p], has[p+d])
				has[p] = has[p].and(has[p+d])
			}
		}
	}
	var held []holder
	for k := range last - first {
		held = append(held, holder{got[0], k / w, func(place int) bool { return place == k%w }})
	}
	return held
}

// rotated is x rotated by the lane's position, times by: bit by bit of the position.
func (b *builder) rotated(x []*Node, by int) []*Node {
	w := len(x)
	for d := 1; d < w; d *= 2 {
		upper := b.inBit(d, b.places(func(place int) bool { return place&d != 0 }))
		next := make([]*Node, w)
		for i := range next {
			moved, plain := x[((i+by*d)%w+w)%w], x[i]
			switch {
			case moved == nil || moved == plain:
				next[i] = plain
			case plain == nil:
				next[i] = moved
			default:
				next[i] = b.wide(Select{upper, moved, plain})
			}
		}
		x = next
	}
	return x
}
