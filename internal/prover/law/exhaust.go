package law

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/shflgen/shflgen/internal/prover/tape"
)

// exhaust tries all inputs of what is left of a claim, at once or, if that depends on too many bits, of each part
// that depends on few. It gives how many they are, and what is left. The tried inputs depend on the condition's
// inputs as well.
func (q *question) exhaust(ctx context.Context, claim []tape.Pair, most int, work *int) (tried int, in []uint64,
	left []tape.Pair) {
	n, in, ok := q.tryAll(ctx, q.wrong(claim), most, work)
	if !ok && len(claim) > 1 {
		for _, p := range claim {
			switch n, in, ok = q.tryAll(ctx, q.wrong([]tape.Pair{p}), most, work); {
			case in != nil:
				return tried, newSearch(q).shrink(in), claim
			case ok:
				tried += n
			default:
				left = append(left, p)
			}
		}
		return tried, nil, left
	}
	switch {
	case in != nil:
		return 0, newSearch(q).shrink(in), claim
	case ok:
		return n, nil, nil
	}
	return 0, nil, claim
}

// mostWork is what all inputs of all claims may take, in operations: a number of them and no time, so that the
// same laws are established on every machine.
const mostWork = 1 << 34

// tryAll tries all inputs that a bit depends on, and returns their number, and one input with the bit 1; ok is
// whether they are few enough.
func (q *question) tryAll(ctx context.Context, bad *tape.Node, most int, work *int) (n int, in []uint64, ok bool) {
	p := q.tape.Program(bad)
	var vars []int
	bits := 0
	for i := range q.vars {
		if p.In(i) != nil {
			vars = append(vars, i)
			bits += bitsOf(q.leaves[i%len(q.leaves)])
		}
	}
	if bits > most || p.Len()<<bits > *work || ctx.Err() != nil {
		return 0, nil, false
	}
	*work -= p.Len() << bits
	var next atomic.Uint64 // of the batches
	var refuted atomic.Pointer[[]uint64]
	var all sync.WaitGroup
	for i := range runtime.GOMAXPROCS(0) {
		if i > 0 {
			p = q.tape.Program(bad)
		}
		mine := p
		all.Go(func() {
			for ctx.Err() == nil && refuted.Load() == nil {
				x := (next.Add(1) - 1) * tape.Batch
				if x >= 1<<bits {
					return
				}
				if in := q.tryBatch(mine, bad, vars, x, min(tape.Batch, 1<<bits-int(x))); in != nil {
					refuted.Store(&in)
				}
			}
		})
	}
	all.Wait()
	switch in := refuted.Load(); {
	case in != nil:
		return 1 << bits, *in, true
	case ctx.Err() != nil:
		return 0, nil, false
	}
	return 1 << bits, nil, true
}

// tryBatch tries n inputs, the first from the bits of x on, and returns one with the bit 1, or nil.
func (q *question) tryBatch(p *tape.Program, bad *tape.Node, vars []int, x uint64, n int) []uint64 {
	shift := 0
	for _, i := range vars {
		w := bitsOf(q.leaves[i%len(q.leaves)])
		row := p.In(i)[:n]
		for j := range row {
			row[j] = (x + uint64(j)) >> shift & (1<<w - 1)
		}
		shift += w
	}
	p.Run(n)
	for row, is := range p.Out(bad)[:n] {
		if is == 1 {
			in := make([]uint64, q.vars)
			for _, i := range vars {
				in[i] = p.In(i)[row]
			}
			return in
		}
	}
	return nil
}
