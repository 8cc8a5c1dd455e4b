package ref

import "github.com/shflgen/shflgen/spec"

// rowReduce is the reduction of a row in its order. The order of a range of columns is that of the longest row, which
// as many threads share; the columns past the row's end are left out.
func (w warp[V, N, B]) rowReduce() Outcome[V, N, B] {
	out, row := w.keep(), w.in
	if w.spec.Ranged() {
		row = w.members(0, len(w.in))
	}
	out.Value[0], out.Named[0] = w.settled(inRowOrder(w.Join, row, w.spec.InType()), 0), true
	return out
}

// inRowOrder combines a row of elements that have the type t in memory. docs/order.md states how many
// accumulators there are.
func inRowOrder[V any](join func(x, y V) V, row []V, t spec.Type) V {
	n, vector, threads := len(row), 128/t.Bits(), 32
	for vector*threads*8 < n && threads < 8192 {
		threads *= 2
	}
	return accumulated(join, row, vector*threads)
}

// accumulated: element j goes to accumulator j modulo their number, from left to right; then the tree
// over the accumulators.
func accumulated[V any](join func(x, y V) V, x []V, p int) V {
	p = min(p, len(x))
	a := append([]V(nil), x[:p]...)
	for c := p; c < len(x); c++ {
		a[c%p] = join(a[c%p], x[c])
	}
	for d := 1; d < p; d *= 2 {
		for i := 0; i+d < p; i += 2 * d {
			a[i] = join(a[i], a[i+d])
		}
	}
	return a[0]
}
