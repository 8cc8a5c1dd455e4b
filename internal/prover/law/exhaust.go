package law

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/tape"
)

// exhaust tries all inputs of what is left of a claim, at once or, if that depends on too many bits, of each part
// that depends on few. It gives how many they are, and what is left. The tried inputs depend on the condition's
// inputs as well.
func (q *question) exhaust(ctx context.Context, c claim, most int, work *int) (tried int, in []uint64, left claim) {
	type part struct {
		bad *tape.Node
		of  claim
	}
	var parts []part
	whole := part{q.tape.Const(1, 0).(*tape.Node), c}
	add := func(bad bv.Value, of claim) {
		parts = append(parts, part{bad.(*tape.Node), of})
		whole.bad = q.tape.Int(bv.Or, whole.bad, bad).(*tape.Node)
	}
	for _, p := range c.pairs {
		add(q.tape.Not(q.tape.Same(p.Float, p.A, p.B)), claim{pairs: []tape.Pair{p}})
	}
	for _, n := range c.never {
		add(n, claim{never: []*tape.Node{n}})
	}
	for _, p := range append([]part{whole}, parts...) {
		n, in, ok := q.tryAll(ctx, q.tape.Int(bv.And, p.bad, q.valid).(*tape.Node), most, work)
		switch {
		case in != nil:
			return tried, newSearch(q).shrink(in), c
		case ok && p.bad == whole.bad:
			return n, nil, claim{}
		case ok:
			tried += n
		case p.bad != whole.bad || len(parts) == 1:
			left.pairs, left.never = append(left.pairs, p.of.pairs...), append(left.never, p.of.never...)
		}
		if len(parts) == 1 {
			break
		}
	}
	return tried, nil, left
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
