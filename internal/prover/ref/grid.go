package ref

import (
	"slices"

	"github.com/shflgen/shflgen/spec"
)

// Grid is the result of an array or a column: that of each chunk, then the tree over the chunks. docs/order.md
// states how long a chunk is. It changes nothing in x.
func Grid[V, N, B any](alg Algebra[V, N, B], s spec.Spec, x []V) V {
	w := warp[V, N, B]{Algebra: alg, spec: s}
	if s.Elem != nil && s.Map == nil { // results of chunks: an array in memory has scalars
		return w.tree(slices.Clone(x))
	}
	p := accumulators(s)
	rounds := max(8, (len(x)+256*p-1)/(256*p))
	switch {
	case s.Pattern == spec.ColReduce:
		rounds = max(4, min(16, (len(x)+8*p-1)/(8*p)), (len(x)+64*p-1)/(64*p))
	case len(x) <= 16*p:
		rounds = 16
	}
	var chunks []V
	for first := 0; first < len(x); first += rounds * p {
		chunks = append(chunks, accumulated(w.Join, x[first:min(first+rounds*p, len(x))], p))
	}
	switch {
	case chunks == nil && s.KeepsWithoutMembers():
		return w.Absent() // all bits are zeros
	case chunks == nil:
		return w.Settle(w.Absent())
	}
	return w.tree(chunks)
}

// accumulators is how many a chunk has.
func accumulators(s spec.Spec) int {
	if s.Pattern == spec.ColReduce {
		return 64
	}
	return 256 * 128 / s.InType().Bits()
}

// OfNothing are the leaves of the result of no elements.
func OfNothing(s spec.Spec) []uint64 {
	if s.Elem == nil {
		return []uint64{Grid(Numbers{Spec: s}, s, nil).Bits}
	}
	if x := Grid(Composites{Spec: s}, s, nil); x.Present {
		return x.Leaves
	}
	return make([]uint64, len(s.Elem.Leaves()))
}

// gridReduce: an array of as many elements as there are lanes, or a chunk of so many.
func (w warp[V, N, B]) gridReduce() Outcome[V, N, B] {
	out := w.keep()
	out.Named[0] = true
	switch {
	case w.OneChunk && w.spec.Ranged(): // an element past the length is left out
		out.Value[0] = w.settled(accumulated(w.Join, w.members(0, len(w.in)), accumulators(w.spec)), 0)
		return out
	case w.OneChunk:
		out.Value[0] = accumulated(w.Join, w.in, accumulators(w.spec))
		return out
	}
	out.Value[0] = Grid(w.Algebra, w.spec, w.in)
	return out
}
