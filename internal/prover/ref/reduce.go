package ref

import "github.com/shflgen/shflgen/spec"

// tree reduces elements in the spec's order.
//
//	near  x[p] = op(x[p], x[p+d]) for p = 0, 2d, 4d, …, at d = 1, 2, 4, …
//	far   x[p] = op(x[p], x[p+d]) for every p, all at once, at d = …, 4, 2, 1
//
// wherever p+d is there; the result is x[0].
func (w warp[V, N, B]) tree(x []V) V {
	if w.spec.Order == spec.Near {
		for d := 1; d < len(x); d *= 2 {
			for p := 0; p+d < len(x); p += 2 * d {
				x[p] = w.Join(x[p], x[p+d])
			}
		}
		return x[0]
	}
	for d := largestPowerBelow(len(x)); d >= 1; d /= 2 {
		for p := 0; p+d < len(x); p++ { // x[p+d] is still what it was
			x[p] = w.Join(x[p], x[p+d])
		}
	}
	return x[0]
}

// largestPowerBelow is the largest power of two below n, 0 if there is none.
func largestPowerBelow(n int) int {
	d := 0
	for next := 1; next < n; next *= 2 {
		d = next
	}
	return d
}

// reduce: every lane of a segment gets the tree over its members.
func (w warp[V, N, B]) reduce() Outcome[V, N, B] {
	out := w.keep()
	width := w.spec.Width
	w.segments(func(base int) {
		result := w.tree(w.members(base, width))
		for i := base; i < base+width; i++ {
			out.Value[i] = w.settled(result, i)
			out.Named[i] = true
		}
	})
	return out
}

// xorReduce: both partners of a butterfly combine what they hold, the lower
// lane on the left, at the distances of the order.
func (w warp[V, N, B]) xorReduce() Outcome[V, N, B] {
	out := w.keep()
	width := w.spec.Width
	w.segments(func(base int) {
		x := w.members(base, width)
		for _, d := range w.butterflyDistances() {
			next := make([]V, width)
			for p := range next {
				lower, upper := min(p, p^d), max(p, p^d)
				next[p] = w.Join(x[lower], x[upper])
			}
			x = next
		}
		for p := range x {
			out.Value[base+p] = w.settled(x[p], base+p)
			out.Named[base+p] = true
		}
	})
	return out
}

func (w warp[V, N, B]) butterflyDistances() []int {
	var near, far []int
	for d := 1; d < w.spec.Width; d *= 2 {
		near = append(near, d)
		far = append([]int{d}, far...)
	}
	if w.spec.Order == spec.Near {
		return near
	}
	return far
}

// downReduce: the first lane of a segment gets the tree over its members.
func (w warp[V, N, B]) downReduce() Outcome[V, N, B] {
	out := w.keep()
	w.segments(func(base int) {
		out.Value[base] = w.settled(w.tree(w.members(base, w.spec.Width)), base)
		out.Named[base] = true
	})
	return out
}

// blockReduce: the tree of every warp (the last may be short), then the tree of the warps' results, then the tree of
// the results of the blocks of a cluster, for thread 0 or for all. Each register is reduced on its own.
func (w warp[V, N, B]) blockReduce() Outcome[V, N, B] {
	out, threads, block := w.keep(), w.spec.Lanes(), w.spec.Block().Threads
	for first := 0; first < len(w.in); first += threads {
		one := w
		one.in = w.in[first : first+threads]
		var blocks []V
		for start := 0; start < threads; start += block {
			var warps []V
			for base := start; base < start+block; base += spec.WarpSize {
				warps = append(warps, w.tree(one.members(base, min(spec.WarpSize, start+block-base))))
			}
			blocks = append(blocks, w.tree(warps))
		}
		result := w.tree(blocks)
		for i := range threads {
			if i == 0 || w.spec.All() {
				out.Value[first+i] = w.settled(result, first+i)
				out.Named[first+i] = true
			}
		}
	}
	return out
}
