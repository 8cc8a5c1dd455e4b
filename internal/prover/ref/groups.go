package ref

import "github.com/shflgen/shflgen/spec"

// groups: for each lane by itself, the members of its segment that have its key are
// lined up by rank, the lowest lane first, and the tree over them is what the lane gets.
// Where no order shows they may stand where they are.
func (w warp[V, N, B]) groups() Outcome[V, N, B] {
	out := w.keep()
	width := w.spec.Width
	w.segments(func(base int) {
		for i := base; i < base+width; i++ {
			group := w
			group.member = append([]B(nil), w.member...)
			for j := base; j < base+width; j++ {
				group.member[j] = w.And(w.member[j], w.Same(i, j))
			}
			x := group.members(base, width)
			if l := w.spec.Laws(); !l.Associative || !l.Commutative || w.spec.Op == spec.User {
				x = group.lineUp(base, width)
			}
			out.Value[i] = w.settled(w.tree(x), i)
			out.Named[i] = true
		}
	})
	return out
}
