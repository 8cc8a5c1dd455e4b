package law

import (
	"context"

	"github.com/shflgen/shflgen/internal/prover/tape"
)

// maxOrders bounds the inputs that are tried where order alone matters.
const maxOrders = 1 << 22

// byOrders takes away what only compares and moves words, and is right of all orders of them. It returns inputs with
// a wrong part, if there are any.
func (q *question) byOrders(ctx context.Context, claim []tape.Pair) (left []tape.Pair, how []string, in []uint64) {
	left, how = unproved(claim, "orders", func(p tape.Pair) (proved bool) {
		if in == nil {
			proved, in = q.allOrders(ctx, p)
		}
		return proved
	})
	return left, how, in
}

// allOrders tries a pair on all orders of the inputs on which it depends.
func (q *question) allOrders(ctx context.Context, p tape.Pair) (proved bool, in []uint64) {
	p = q.tape.Bits(p)
	samples := q.tape.Samples(p, q.given)
	if samples == nil {
		return false, nil
	}
	total := 1
	for i := range q.vars {
		if s := samples[i]; s != nil {
			if total *= len(s); total > maxOrders {
				return false, nil
			}
		}
	}
	program := q.tape.Program(p.A, p.B, q.valid)
	for from := 0; from < total; from += tape.Batch {
		if ctx.Err() != nil {
			return false, nil
		}
		n := min(tape.Batch, total-from)
		for row := range n {
			rest := from + row
			for i := range q.vars {
				s := samples[i]
				if s == nil {
					continue
				}
				if to := program.In(i); to != nil {
					to[row] = s[rest%len(s)]
				}
				rest /= len(s)
			}
		}
		program.Run(n)
		a, b, valid := program.Out(p.A), program.Out(p.B), program.Out(q.valid)
		for row := range n {
			if valid[row] == 1 && !p.Equal(a[row], b[row]) {
				in = make([]uint64, q.vars)
				for i := range in {
					if from := program.In(i); from != nil {
						in[i] = from[row]
					}
				}
				return false, in
			}
		}
	}
	return true, nil
}
