package ptx

import (
	"context"
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/algebra"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
	"github.com/shflgen/shflgen/internal/prover/rounds"
	"github.com/shflgen/shflgen/internal/prover/strategy"
	"github.com/shflgen/shflgen/internal/prover/term"
)

// chunkClaim is a chunk of a kind in an execution.
type chunkClaim struct {
	Kind
	block *gridBlock
	loop  *RoundLoop
	infer bool // the loop's invariants
	idle  bool // the block has no chunk
	last  bool // the block begins last; what it holds then is noted
	into  *Ends
	now   numbers
	held  []bv.Value // what stands for the accumulators
	rest  bv.Value   // how many elements the short round has
	first part       // elements of the first iteration, if there is one
	any   part       // of an iteration
	tail  part       // and of the rounds that are left over; where invariants are made, all
	fresh int
	port  int
	after map[int64]map[bv.Value]int
	ends  [2]bv.Value // the result without an iteration, and with some
	laws  term.Laws
	steps bool // an iteration was looked at
	ended bool // and a result
}

// part are some rounds: the elements of each array, and what they make.
type part struct {
	inputs [][]exec.Cell
	made   []bv.Value
}

// chunkClaim is a chunk of a kind, and a domain for it.
func (a *Array) chunkClaim(ctx context.Context, of Kind, loop *RoundLoop) (*chunkClaim, *term.Domain) {
	o := a.spec.GridOrder()
	k := o.Accumulators()
	n := k * o.Chunks * 2 * o.Rounds
	if of.Of == OnlyChunk {
		n = k * o.Alone
	}
	b := a.block(n, max(1, n/k/o.Rounds), 0)
	switch b.chunk = 0; of.Of {
	case OnlyChunk:
	case LeastLast, LongLast:
		b.number, b.chunk, b.any = o.Chunks-1, o.Chunks-1, 1
	default:
		b.any = 1
	}
	b.spec = b.spec.OfCols((1 + of.Left) * k)
	if of.Short {
		b.spec = b.spec.OfRange(b.spec.Cols()+1, b.spec.Cols()+k-1)
	}
	d := term.NewWithin(ctx, strategy.For(b.spec, strategy.Traits{Products: true, Steps: fewSteps}))
	b.claim = &chunkClaim{Kind: of, block: b, loop: loop, after: map[int64]map[bv.Value]int{}}
	return b.claim, d
}

// run does something that a domain, or the reference, may stop.
func (l *chunkClaim) run(d *term.Domain, do func() error) (err error) {
	defer bv.Stopped(func(why string) { err = l.block.fault("%s", why) })
	return do()
}

// Claim claims the result of each chunk of a kind, by a block of one for each chunk that does not begin last.
func (a *Array) Claim(ctx context.Context, of Kind, loop *RoundLoop) (check.Proof, error) {
	l, d := a.chunkClaim(ctx, of, loop)
	return a.claim(ctx, l, d)
}

func (a *Array) claim(ctx context.Context, l *chunkClaim, d *term.Domain) (check.Proof, error) {
	if _, some := l.launch(exec.NewGrid(new(exec.Path), exec.NoRow), a.spec, l.loop.Rounds, d.Const(intBits, 1)); !some {
		return check.Proof{Verdict: check.Proved}, nil
	}
	var left check.Left
	err := l.run(d, func() (err error) {
		l.fill(d, 0)
		left, err = l.block.Run(ctx, check.Call{Dom: d, Shape: l.block.spec.Shape()})
		return err
	})
	if err != nil {
		return check.Proof{Differs: err.Error()}, context.Cause(ctx)
	}
	for _, m := range left.Musts {
		if g, ok := d.AsGuard(m.Bit); !ok || d.Flip(g) != term.False {
			return check.Proof{Differs: fmt.Sprintf("lane %d: %s", m.Lane, m.Why)}, nil
		}
	}
	if !l.ended || !l.last && !l.steps && (l.Of == LongChunk || l.Of == LongLast) {
		return check.Proof{Differs: "no execution came to the end of a chunk, or of an iteration"}, nil
	}
	return check.Proof{Verdict: check.Proved, Laws: l.laws, Terms: d.Terms(), Nodes: d.Nodes()}, nil
}

// fill makes the elements that are looked at; all of some number for a plan.
func (l *chunkClaim) fill(d *term.Domain, all int) {
	k := l.rounds(1)
	for range k {
		l.held = append(l.held, l.unknown(d, l.block.gridKernel.spec.Type.Bits()))
	}
	if l.Short {
		short := l.block.spec.OfRange(1, k-1)
		l.rest = check.SymbolicCols(d, short.Shape(), intBits)
	}
	if l.infer {
		l.tail = l.part(d, all)
		return
	}
	iteration := l.rounds(l.loop.Rounds)
	l.first, l.any, l.tail = l.part(d, iteration), l.part(d, iteration), l.part(d, l.rounds(l.Left)+l.shorts()*(k-1))
}

// rounds is how many elements so many rounds have.
func (l *chunkClaim) rounds(n int) int { return n * l.block.gridKernel.spec.GridOrder().Accumulators() }

// unknown is the next unknown value.
func (l *chunkClaim) unknown(d *term.Domain, bits int) bv.Value {
	l.fresh++
	return d.Fresh(firstElement+l.fresh, bits)
}

// part makes n elements of each array.
func (l *chunkClaim) part(d *term.Domain, n int) (p part) {
	if n == 0 {
		return p
	}
	if l.last { // elements are undefined: nothing that ends hold may depend on one
		for _, port := range l.block.spec.Shape().In {
			p.inputs = append(p.inputs, slices.Repeat([]exec.Cell{{V: d.Const(port.Bits, 0), Def: d.Const(1, 0)}}, n))
		}
		return p
	}
	s := l.block.spec.OfCols(n)
	var inputs [][]bv.Value
	for _, port := range s.Shape().In {
		var all []bv.Value
		var cells []exec.Cell
		for range n {
			x := l.unknown(d, port.Bits)
			all, cells = append(all, x), append(cells, exec.Cell{V: x, Def: d.Const(1, 1)})
		}
		inputs, p.inputs = append(inputs, all), append(p.inputs, cells)
	}
	p.made = algebra.Combined(d, s, inputs)
	return p
}

// begin makes the numbers of a launch.
func (l *chunkClaim) begin(d bv.Domain, g *exec.Grid) {
	s := l.block.gridKernel.spec
	invariants := l.loop.invariants
	if l.Of == LeastChunk || l.Of == LeastLast { // all rounds are known
		invariants = nil
	}
	g.Loop = &exec.Loop{Invariants: invariants, Infer: l.infer, Accumulator: func(v bv.Value, decrease int64) (int, bool) {
		return l.accumulator(d, v, decrease)
	},
		Symbol: func(at int) bv.Value { return l.held[at] }}
	l.now, _ = l.launch(g, s, l.loop.Rounds, l.rest)
	l.port = 0
	if l.idle {
		l.idles(g)
	}
	if l.last {
		g.Late, l.now.left = nil, g.Unknown(64, "iterations that are left", 0, 0)
	}
	g.Loop.Iterations, g.Loop.Left = l.now.iterations, l.now.left
	g.Ready = func() bool { return l.block.role.(*whole).protocol.left() }
}

// input is the memory of an array, as far as it is looked at.
func (l *chunkClaim) input(d bv.Domain, name string, bits int) *exec.Matrix {
	g := l.block.grid
	in := &exec.Matrix{Name: name, Unit: bits / 8, ReadOnly: true, Vector: true}
	iteration := int64(l.rounds(l.loop.Rounds))
	window := func(p part, there func() bool, before, left int64) *exec.Matrix {
		w := &exec.Matrix{Name: name, Unit: in.Unit, ReadOnly: true, Vector: true, There: there}
		w.Past = l.now.first.Plus(before, l.now.iterations).Plus(-left, l.now.left)
		if l.port < len(p.inputs) {
			w.Cells = p.inputs[l.port]
			in.Windows = append(in.Windows, w)
		}
		return w
	}
	if l.infer {
		window(l.tail, nil, 0, 0)
	} else {
		window(l.any, func() bool { least, _ := g.Bounds(l.now.left); return least > 0 }, iteration, iteration)
		window(l.first, func() bool { least, _ := g.Bounds(l.now.iterations); return least > 0 }, 0, 0)
		if w := window(l.tail, nil, iteration, 0); l.Short {
			w.Has = l.there(d, len(w.Cells))
		}
	}
	l.port++
	return in
}

// there are of each element of the tail the bit that the array has it.
func (l *chunkClaim) there(d bv.Domain, n int) (all []bv.Value) {
	for i := range n {
		has := d.Const(1, 1)
		if j := i - l.rounds(l.Left); j >= 0 {
			has = d.Int(bv.ULt, d.Const(intBits, uint64(j)), l.rest)
		}
		all = append(all, has)
	}
	return all
}

// accumulator is the number of the accumulator that has a value after the first rounds, one or more.
func (l *chunkClaim) accumulator(d bv.Domain, v bv.Value, rounds int64) (int, bool) {
	t, ok := d.(*term.Domain)
	if !ok || v.Width() != l.block.gridKernel.spec.Type.Bits() || rounds == 0 {
		return 0, false
	}
	all, known := l.after[rounds]
	if !known {
		all = map[bv.Value]int{}
		from := l.tail.made
		if !l.infer {
			from = l.first.made
		}
		from = from[:min(len(from), l.rounds(int(rounds)))]
		for i := range l.held {
			all[l.invariant(t, nil, from, i)] = i
		}
		l.after[rounds] = all
	}
	at, ok := all[v]
	return at, ok
}

// chunk are the claims of the chunk.
func (l *chunkClaim) chunk(d *term.Domain) rounds.Chunk {
	return rounds.Chunk{Dom: d, Spec: l.block.spec, K: l.rounds(1), Laws: &l.laws}
}

// invariant is what an accumulator holds after some rounds, of one that held one value before, or none.
func (l *chunkClaim) invariant(d *term.Domain, held, elements []bv.Value, i int) bv.Value {
	x, err := l.chunk(d).Invariant(held, elements, i)
	if err != nil {
		panic(bv.Stop{Why: err.Error()})
	}
	return x[0]
}

// iterated claims what an iteration makes of the accumulators.
func (l *chunkClaim) iterated(d bv.Domain, loop *exec.Loop) error {
	t := d.(*term.Domain)
	if l.steps = true; !l.infer && loop.Iterated != l.block.gridKernel.spec.GridOrder().Threads {
		return l.block.fault("some threads do not iterate with the others")
	}
	seen := map[exec.Step]bool{}
	want := map[int]bv.Value{}
	for _, s := range loop.Steps {
		if seen[s] {
			continue
		}
		seen[s] = true
		if want[s.Accumulator] == nil {
			want[s.Accumulator] = l.invariant(t, l.held[s.Accumulator:s.Accumulator+1], l.any.made, s.Accumulator)
		}
		if err := l.same(t, want[s.Accumulator], s.Got, fmt.Sprintf("accumulator %d after an iteration",
			s.Accumulator)); err != nil {
			return err
		}
	}
	return nil
}

// same claims that two values are equal.
func (l *chunkClaim) same(d *term.Domain, want, got bv.Value, what string) error {
	if err := l.chunk(d).Same([]bv.Value{want}, []bv.Value{got}, what); err != nil {
		return l.block.fault("%s", err)
	}
	return nil
}

// results claims that of an execution, in which threads entered the loop or did not.
func (l *chunkClaim) results(d bv.Domain, entered bool, got exec.Cell) error {
	t := d.(*term.Domain)
	l.ended = true
	if x, known := d.Known(got.Def); !known || x != 1 {
		return l.block.fault("the result may be undefined")
	}
	i := 0
	if entered {
		i = 1
	} else if _, most := l.block.grid.Bounds(l.now.iterations); most > 0 {
		return l.block.fault("rounds are combined without the loop over them")
	}
	if l.ends[i] == nil {
		elements, least := append(slices.Clip(l.held[:i*len(l.held)]), l.tail.made...), 0
		var members []bv.Value
		if l.Short {
			members = append(slices.Repeat([]bv.Value{d.Const(1, 1)}, i*len(l.held)), l.there(d, len(l.tail.made))...)
			least = len(elements) - l.rounds(1) + 2
		}
		out, err := l.chunk(t).End(elements, members, least)
		if err != nil {
			return err
		}
		l.ends[i] = out[0]
	}
	return l.same(t, l.ends[i], got.V, "the result")
}
