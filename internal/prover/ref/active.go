package ref

import "github.com/shflgen/shflgen/spec"

// active is a call that the members of a segment make and nobody else: they are
// lined up by rank, the lowest lane first, and combined as n lanes side by side
// would be.
func (w warp[V, N, B]) active(pattern spec.Pattern) Outcome[V, N, B] {
	out := w.keep()
	w.segments(func(base int) {
		width := w.spec.Width
		has := w.ranks(base, width)
		result := w.byRank(pattern, w.lineUp(base, width))
		for p := range width {
			i, ranks := base+p, has[p]
			if pattern == spec.DownReduce { // the lowest member alone
				ranks = ranks[:1]
				out.Gets[i] = ranks[0]
			}
			out.Value[i] = w.settled(result[0], i)
			for r := range ranks {
				out.Value[i] = w.If(ranks[r], w.settled(result[r], i), out.Value[i])
			}
			out.Named[i] = true
		}
	})
	return out
}

// lineUp are the elements of the members among n lanes from base on, by rank: absent
// where there are fewer members.
func (w warp[V, N, B]) lineUp(base, n int) []V {
	has, x := w.ranks(base, n), make([]V, n)
	for r := range x {
		x[r] = w.Absent()
		for p := range n {
			x[r] = w.If(has[p][r], w.in[base+p], x[r])
		}
	}
	return x
}

// ranks are the ranks of n lanes from base on: has[p][r] is true where lane base+p is a member and r members of the
// segment come before it.
func (w warp[V, N, B]) ranks(base, n int) (has [][]B) {
	before := make([]B, n+1) // before[r]: there were r members so far
	for r := range before {
		before[r] = w.Known(r == 0)
	}
	for p := range n {
		member := w.member[base+p]
		row, after := make([]B, n), make([]B, n+1)
		for r := range before {
			if r < n {
				row[r] = w.And(member, before[r])
			}
			oneLess := w.Known(false)
			if r > 0 {
				oneLess = before[r-1]
			}
			after[r] = w.Choose(member, oneLess, before[r])
		}
		has, before = append(has, row), after
	}
	return has
}

// byRank is what the member of each rank gets, of the elements by rank.
func (w warp[V, N, B]) byRank(pattern spec.Pattern, x []V) []V {
	switch pattern {
	case spec.InclusiveScan:
		return w.scan(x)
	case spec.ExclusiveScan:
		return append([]V{w.Absent()}, w.scan(x)...)[:len(x)]
	}
	all := make([]V, len(x))
	sum := w.tree(x)
	for r := range all {
		all[r] = sum
	}
	return all
}
