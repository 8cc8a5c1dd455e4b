package ptx

import (
	"context"
	"fmt"

	"github.com/shflgen/shflgen/internal/prover/algebra"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
	"github.com/shflgen/shflgen/internal/prover/term"
)

// Turns is how the kernel of an array takes in rounds: what the loop of each thread does is a guess, which [Array.Claim] decides.
type Turns struct {
	Takes int // rounds that a turn takes in
	plans map[int]*exec.Plan
}

// mostTurn is how many rounds a turn takes in at most.
const mostTurn = 32

// Turns looks at two turns of a loop over rounds. The error is that there is none, or what a thread holds after one is not known.
func (a *Array) Turns(ctx context.Context) (t *Turns, err error) {
	k := a.spec.GridOrder().Accumulators()
	if _, _, encoded := a.spec.Encoded(); encoded || a.spec.HasLane() || a.spec.Elem != nil || a.spec.Shape().Leaves() != 1 {
		return nil, fmt.Errorf("what a thread holds between turns are no elements: %s", a.spec.Op)
	}
	l, d := a.long(ctx, Kind{Of: LongChunk}, &Turns{Takes: 1, plans: map[int]*exec.Plan{}})
	l.plan = true
	err = l.run(d, func() error {
		l.fill(d, 2*mostTurn*k)
		return l.block.once(ctx, check.Call{Dom: d, Shape: l.block.spec.Shape()}, new(exec.Path), new(check.Left))
	})
	if err != nil {
		return nil, err
	}
	for _, p := range l.turns.plans {
		l.turns.Takes = int(p.Takes)
	}
	for thread := range a.spec.GridOrder().Threads {
		if p := l.turns.plans[thread]; p == nil || int(p.Takes) != l.turns.Takes || l.turns.Takes > mostTurn {
			return nil, l.block.fault("no loop over rounds that all threads take alike")
		}
	}
	return l.turns, nil
}

// long is a chunk of a kind in an execution.
type long struct {
	Kind
	block *arrayBlock
	turns *Turns
	plan  bool
	now   numbers
	held  []bv.Value // what stands for the accumulators
	rest  bv.Value   // how many elements the short round has
	first part       // elements of the first turn, if there is one
	turn  part       // of any one
	tail  part       // and of what is left over; where plans are made all
	fresh int
	port  int
	after map[int64]map[bv.Value]int
	ends  [2]bv.Value // the result where no turn was taken, and where some were
	laws  term.Laws
	went  bool // a turn was looked at
	ended bool // and a result
}

// part are some rounds: the elements of each array, and what they make.
type part struct {
	inputs [][]bv.Value
	made   []bv.Value
}

// long is the chunk, and a domain for it.
func (a *Array) long(ctx context.Context, of Kind, t *Turns) (*long, *term.Domain) {
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
	b.spec.Cols = (1 + of.Left) * k
	if of.Short {
		b.spec.Least, b.spec.Cols = b.spec.Cols+1, b.spec.Cols+k-1
	}
	d := algebra.Watched(b.spec, func() error { return context.Cause(ctx) })
	d.Limit(term.Budget{Steps: fewSteps})
	d.ExactProducts()
	b.long = &long{Kind: of, block: b, turns: t, after: map[int64]map[bv.Value]int{}}
	return b.long, d
}

// run does something that a domain, or the reference, may stop.
func (l *long) run(d *term.Domain, do func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			stop, ok := r.(bv.Stop)
			if !ok {
				panic(r)
			}
			err = l.block.fault("%s", stop.Why)
		}
	}()
	return do()
}

// Claim claims the result of each chunk of a kind, by a block of one for each chunk that does not begin last.
func (a *Array) Claim(ctx context.Context, of Kind, t *Turns) (check.Proof, error) {
	l, d := a.long(ctx, of, t)
	if _, some := of.launch(exec.NewGrid(new(exec.Path), exec.NoRow), a.spec, t.Takes, d.Const(intBits, 1)); !some {
		return check.Proof{Verdict: check.Proved}, nil
	}
	var left check.Left
	err := l.run(d, func() error {
		l.fill(d, 0)
		return l.block.all(ctx, check.Call{Dom: d, Shape: l.block.spec.Shape()}, &left)
	})
	if err != nil {
		return check.Proof{Differs: err.Error()}, context.Cause(ctx)
	}
	for _, m := range left.Musts {
		if g, ok := d.AsGuard(m.Bit); !ok || d.Flip(g) != term.False {
			return check.Proof{Differs: fmt.Sprintf("lane %d: %s", m.Lane, m.Why)}, nil
		}
	}
	if !l.ended || !l.went && (of.Of == LongChunk || of.Of == LongLast) {
		return check.Proof{Differs: "no execution came to the end of a chunk, or of a turn"}, nil
	}
	return check.Proof{Verdict: check.Proved, Laws: l.laws, Terms: d.Terms(), Nodes: d.Nodes()}, nil
}

// fill makes the elements that are looked at; all of some number for a plan.
func (l *long) fill(d *term.Domain, all int) {
	k := l.rounds(1)
	for range k {
		l.held = append(l.held, l.unknown(d, l.block.Array.spec.Type.Bits()))
	}
	if l.Short {
		short := l.block.spec
		short.Least, short.Cols = 1, k-1
		l.rest = check.SymbolicCols(d, short.Shape(), intBits)
	}
	if l.plan {
		l.tail = l.part(d, all)
		return
	}
	turn := l.rounds(l.turns.Takes)
	l.first, l.turn, l.tail = l.part(d, turn), l.part(d, turn), l.part(d, l.rounds(l.Left)+l.shorts()*(k-1))
}

// rounds is how many elements so many rounds have.
func (l *long) rounds(n int) int { return n * l.block.Array.spec.GridOrder().Accumulators() }

// unknown is the next value of which nothing is known.
func (l *long) unknown(d *term.Domain, bits int) bv.Value {
	l.fresh++
	return d.Fresh(firstElement+l.fresh, bits)
}

// part makes n elements of each array.
func (l *long) part(d *term.Domain, n int) (p part) {
	if n == 0 {
		return p
	}
	s := l.block.spec
	s.Least, s.Cols = 0, n
	for _, port := range s.Shape().In {
		var all []bv.Value
		for range n {
			all = append(all, l.unknown(d, port.Bits))
		}
		p.inputs = append(p.inputs, all)
	}
	p.made = algebra.Combined(d, s, p.inputs)
	return p
}

// begin makes the numbers of a launch.
func (l *long) begin(d bv.Domain, g *exec.Grid) {
	s := l.block.Array.spec
	plans := l.turns.plans
	if l.Of == LeastChunk || l.Of == LeastLast { // all rounds are known
		plans = nil
	}
	g.Loop = &exec.Loop{Plans: plans, Plan: l.plan, Made: func(v bv.Value, taken int64) (int, bool) { return l.is(d, v, taken) },
		Held: func(at int) bv.Value { return l.held[at] }}
	l.now, _ = l.launch(g, s, l.turns.Takes, l.rest)
	l.port = 0
	g.Loop.Turns, g.Loop.Left = l.now.turns, l.now.left
	g.Ready = func() bool { return l.block.role.(*whole).protocol.left() }
}

// input is the memory of an array, as far as it is looked at.
func (l *long) input(d bv.Domain, name string, bits int) *exec.Matrix {
	g := l.block.grid
	in := &exec.Matrix{Name: name, Unit: bits / 8, ReadOnly: true, Vector: true}
	turn := int64(l.rounds(l.turns.Takes))
	window := func(p part, there func() bool, turns, left int64) *exec.Matrix {
		w := &exec.Matrix{Name: name, Unit: in.Unit, ReadOnly: true, Vector: true, There: there}
		w.Past = g.Plus(l.now.first, exec.Multiple{By: turns, Of: []bv.Value{l.now.turns}}, exec.Multiple{By: -left, Of: []bv.Value{l.now.left}})
		if l.port < len(p.inputs) {
			for _, x := range p.inputs[l.port] {
				w.Cells = append(w.Cells, exec.Cell{V: x, Def: d.Const(1, 1)})
			}
			in.Windows = append(in.Windows, w)
		}
		return w
	}
	if l.plan {
		window(l.tail, nil, 0, 0)
	} else {
		window(l.turn, func() bool { least, _ := g.Bounds(l.now.left); return least > 0 }, turn, turn)
		window(l.first, func() bool { least, _ := g.Bounds(l.now.turns); return least > 0 }, 0, 0)
		if w := window(l.tail, nil, turn, 0); l.Short {
			w.Has = l.there(d, len(w.Cells))
		}
	}
	l.port++
	return in
}

// there are of each element of the tail the bit that the array has it.
func (l *long) there(d bv.Domain, n int) (all []bv.Value) {
	for i := range n {
		has := d.Const(1, 1)
		if j := i - l.rounds(l.Left); j >= 0 {
			has = d.Int(bv.ULt, d.Const(intBits, uint64(j)), l.rest)
		}
		all = append(all, has)
	}
	return all
}

// is finds the accumulator that a value is after some rounds of those at the beginning; of none any that changes nothing.
func (l *long) is(d bv.Domain, v bv.Value, rounds int64) (int, bool) {
	t, ok := d.(*term.Domain)
	if !ok || v.Width() != l.block.Array.spec.Type.Bits() {
		return 0, false
	}
	all, known := l.after[rounds]
	if rounds == 0 {
		at, ok := all[v]
		if !ok {
			x := l.held[0]
			both := l.fold(d, []bv.Value{v, x})
			if at = 0; t.Differ(both, x, algebra.Format(l.block.Array.spec.Type)) == term.False {
				at, l.laws = exec.Any, l.laws|t.LawsOf(both, x)
			}
			if all == nil {
				all = map[bv.Value]int{}
			}
			all[v], l.after[rounds] = at, all
		}
		return exec.Any, at == exec.Any
	}
	if !known {
		all = map[bv.Value]int{}
		from := l.tail.made
		if !l.plan {
			from = l.first.made
		}
		for i := range l.held {
			var column []bv.Value
			for round := range int(rounds) {
				if at := l.rounds(round) + i; at < len(from) {
					column = append(column, from[at])
				}
			}
			all[l.fold(d, column)] = i
		}
		l.after[rounds] = all
	}
	at, ok := all[v]
	return at, ok
}

// fold combines values from left to right.
func (l *long) fold(d bv.Domain, values []bv.Value) bv.Value {
	s := l.block.spec
	s.Least, s.Cols = 0, 2
	x := values[0]
	for _, y := range values[1:] {
		out, err := algebra.OfChunk(d, s, []bv.Value{x, y}, nil)
		if err != nil {
			panic(bv.Stop{Why: err.Error()})
		}
		x = out.Value[0]
	}
	return x
}

// stepped claims what a turn makes of the accumulators.
func (l *long) stepped(d bv.Domain, loop *exec.Loop) error {
	t := d.(*term.Domain)
	if l.went = true; !l.plan && loop.Back != l.block.Array.spec.GridOrder().Threads {
		return l.block.fault("threads that do not go round with the others")
	}
	seen := map[exec.Step]bool{}
	want := map[int]bv.Value{}
	for _, s := range loop.Steps {
		if seen[s] {
			continue
		}
		seen[s] = true
		if want[s.At] == nil {
			column := []bv.Value{l.held[s.At]}
			for round := range l.turns.Takes {
				column = append(column, l.turn.made[l.rounds(round)+s.At])
			}
			want[s.At] = l.fold(d, column)
		}
		if err := l.same(t, want[s.At], s.Got, fmt.Sprintf("accumulator %d after a turn of the loop", s.At)); err != nil {
			return err
		}
	}
	return nil
}

// same claims that two values are equal.
func (l *long) same(d *term.Domain, want, got bv.Value, what string) error {
	if where := d.Differ(want, got, algebra.Format(l.block.Array.spec.Type)); where != term.False {
		return l.block.fault("%s differs (%s)", what, d.Difference(where, got, want, false))
	}
	l.laws |= d.LawsOf(want, got)
	return nil
}

// results claims that of an execution, in which threads came to the loop or did not.
func (l *long) results(d bv.Domain, came bool, got exec.Cell) error {
	t := d.(*term.Domain)
	l.ended = true
	if x, known := d.Known(got.Def); !known || x != 1 {
		return l.block.fault("the result may be undefined")
	}
	i := 0
	if came {
		i = 1
	} else if _, most := l.block.grid.Bounds(l.now.turns); most > 0 {
		return l.block.fault("rounds are taken in without the loop over them")
	}
	if l.ends[i] == nil {
		elements, s := append(append([]bv.Value(nil), l.held[:i*len(l.held)]...), l.tail.made...), l.block.spec
		var members []bv.Value
		if l.Short {
			for range i * len(l.held) {
				members = append(members, d.Const(1, 1))
			}
			members = append(members, l.there(d, len(l.tail.made))...)
		}
		if s.Cols = len(elements); l.Short {
			s.Least = s.Cols - l.rounds(1) + 2
		}
		out, err := algebra.OfChunk(d, s, elements, members)
		if err != nil {
			return err
		}
		l.ends[i] = out.Value[0]
	}
	return l.same(t, l.ends[i], got.V, "the result")
}
