package ref

// rowReduce: column j goes to accumulator j modulo their number, from left to right; then the tree
// over the accumulators. docs/order.md states how many there are.
func (w warp[V, N, B]) rowReduce() Outcome[V, N, B] {
	out := w.keep()
	n, vector, threads := len(w.in), 128/w.spec.InType().Bits(), 32
	for vector*threads*8 < n && threads < 8192 {
		threads *= 2
	}
	out.Value[0], out.Named[0] = w.settled(w.accumulated(w.in, vector*threads), 0), true
	return out
}
