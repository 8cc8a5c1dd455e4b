package lower

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/ir"
)

// reducing builds the function of one thread that combines its elements of a chunk.
type reducing struct {
	*gridReduce
	b             *ir.Builder
	chunk         []ir.Expr // of each array
	count, thread ir.Expr
	own           ir.Expr // the place of its first element
	none          ir.Expr // a vector of what changes nothing, where elements that are not there are loaded as that
	accumulators  []ir.Expr
	from          []ir.Expr
	aligned       ir.Expr
	begun         ir.Expr // of a user's operator: an element was there

	best, place, at ir.Expr // of an op that gives an index: what the thread has, and the place of a round
}

// thread adds a function of one thread, in which count has a type.
func (g *gridReduce) thread(suffix string, count ir.Number, loads func(*reducing)) {
	t := &reducing{gridReduce: g, b: g.Build(suffix, g.held, g.threadDoes()...)}
	for _, in := range g.inputs {
		t.chunk = append(t.chunk, t.b.Restrict(in.chunk, ir.Pointer{To: in.of, ReadOnly: true}))
	}
	t.count, t.thread = t.b.Param("count", count), t.b.Param("thread", ir.U32)
	if g.of.HasLane() {
		t.winnerOf(loads)
		return
	}
	t.b.Result = g.elem
	t.b.Step("The accumulators have taken in nothing.")
	if !g.leavesOut() {
		t.none = g.absents(t.b)
	}
	for v := range g.Vector {
		t.accumulators = append(t.accumulators, t.b.Let(fmt.Sprintf("a%d", v), t.begins(v)))
	}
	loads(t)
	t.b.Step("Neighbouring accumulators combine.")
	a := t.accumulators
	for d := 1; d < g.Vector; d *= 2 {
		for v := 0; v < g.Vector; v += 2 * d {
			t.b.Set(a[v], g.joined(t.own.Plus(v+d).Less(t.count), a[v], a[v+d]))
		}
	}
	if g.coded {
		t.b.Return(g.Call("_unkey", a[0]))
		return
	}
	t.b.Return(a[0])
}

// threadDoes says what the function does.
func (g *gridReduce) threadDoes() []string {
	if g.of.HasLane() {
		return []string{
			fmt.Sprintf("Thread `thread` of %d: the extreme of its elements of a chunk of `count`, those in the places",
				g.Threads),
			fmt.Sprintf("%d * thread + v + %d * k, for v < %[1]d and k = 0, 1, …, and the lowest place that has it.",
				g.Vector, g.Accumulators()),
			"Without any, a place past the chunk's end.",
		}
	}
	of := "its elements"
	if g.of.Map != nil {
		of = "what the map makes of its elements"
	}
	return []string{
		fmt.Sprintf("Thread `thread` of %d combines %s of a chunk of `count`. Accumulator %d * thread + v, for", g.Threads,
			of, g.Vector),
		fmt.Sprintf("v < %d, takes in the elements %[1]d * thread + v + %d * k from left to right, for k = 0, 1, …, as "+
			"far as", g.Vector, g.Accumulators()),
		"there are any. Then neighbours combine, at distance 1, 2, 4, …",
	}
}

// begins is what an accumulator begins with. No input of a map is sure to give what changes nothing, so that it is the
// identity; a user's operator may have none, and then the first element replaces it.
func (t *reducing) begins(v int) ir.Expr {
	switch {
	case t.of.User != nil:
		return t.ofNothing()
	case t.of.Map != nil:
		return ir.NewExpr(ir.Identity{}, t.held)
	}
	return t.Call("_made", t.inputs[0].element(t.none.Words(), v))
}

// starts defines where the thread's elements are.
func (t *reducing) starts() {
	t.aligned = t.b.Let("aligned", ir.AllAligned(t.chunk, accessBytes))
	for i, in := range t.inputs {
		t.from = append(t.from, t.b.Let(in.from, t.chunk[i].Plus(t.first())))
	}
	if t.of.User != nil {
		t.begun = t.b.Let("begun", ir.False)
	}
}

// first is the place of the thread's first element.
func (t *reducing) first() ir.Expr { return ir.Times(t.Vector, t.thread) }

// where says which arrays have an alignment.
func (g *gridReduce) where() string {
	if len(g.inputs) > 1 {
		return "all arrays are"
	}
	return "the array is"
}

// vectors declares the vectors of so many rounds of each array, which begin with a value if one is given.
func (t *reducing) vectors(rounds int, value *ir.Expr) (all [][]ir.Expr) {
	for _, in := range t.inputs {
		all = append(all, t.b.Several(in.x, rounds, in.vector(), value))
	}
	return all
}

// loads appends the loads of rounds. Where a condition of a round is given, it is loaded if that holds. After those of
// an array, more are loaded by vectors or not.
func (t *reducing) loads(x [][]ir.Expr, when func(k int) ir.Expr, more func(i int, vectors bool)) {
	loads := func(vectors bool) func() {
		return func() {
			for i, in := range t.inputs {
				var from ir.Expr
				if vectors {
					from = t.b.Let(in.vectors, t.from[i].As(in.vector()))
				}
				for k, to := range x[i] {
					value := from.At(k * t.Threads)
					if !vectors {
						value = t.Call("_gather"+in.suffix, t.from[i].Plus(k*t.Accumulators()))
					}
					if when == nil {
						t.b.Set(to, value)
						continue
					}
					t.b.IfIn(ir.OneLine, when(k), func() { t.b.Set(to, value) })
				}
				if more != nil {
					more(i, vectors)
				}
			}
		}
	}
	t.b.IfElse(t.aligned, loads(true), loads(false))
}

// takes appends how the accumulators take in rounds. The first round has a number. x are the vectors of each array.
func (t *reducing) takes(number int, x [][]ir.Expr) {
	element := func(round, v int) (all []ir.Expr) {
		for i, in := range t.inputs {
			all = append(all, in.element(x[i][round].Words(), v))
		}
		return all
	}
	if t.of.HasLane() {
		for round := range x[0] {
			for v := range t.Vector {
				t.takesPlace((number+round)*t.Accumulators()+v, element(round, v)[0])
			}
		}
		return
	}
	for v := range t.Vector {
		for round := range x[0] {
			t.takesOne(v, number+round == 0, element(round, v))
		}
	}
}

// takesOne appends how accumulator v takes in an element of each array, which may be its first.
func (t *reducing) takesOne(v int, first bool, in []ir.Expr) {
	a, made := t.accumulators[v], t.Call("_made", in...)
	if first && t.of.User != nil {
		t.b.Set(a, t.Call("_append", t.begun, a, made))
		return
	}
	t.b.Set(a, t.op(a, made))
}

// takesSome appends how the thread takes in the first elements of a vector that is not whole, each if it is there: a
// place from where some are, and how far that is into the round that begins there.
func (t *reducing) takesSome(from []ir.Expr, first int, there func(v int) (ir.Expr, bool)) {
	for v := range t.Vector - 1 {
		take := func() {
			var all []ir.Expr
			for _, x := range from {
				all = append(all, x.At(first+v))
			}
			if t.of.HasLane() {
				t.takesPlace(first+v, all[0])
				return
			}
			t.takesOne(v, true, all)
		}
		if cond, asked := there(v); asked {
			t.b.If(cond, take)
		} else {
			take()
		}
	}
}

// rounds appends the rounds of a chunk, a batch at once.
func (t *reducing) rounds(batch int) {
	b, p := t.b, t.Accumulators()
	b.Step(fmt.Sprintf("Rounds of %d elements, %d at once: %d bytes a load where %s aligned, else element by element.",
		p, batch, accessBytes, t.where()))
	t.starts()
	rounds := b.Let("rounds", t.count.Over(u(p)))
	b.Add(ir.For{
		While: rounds.GreaterEqual(u(batch)), Next: []ir.Set{{To: rounds, Value: rounds.Minus(u(batch))}}, Unroll: ir.Rolled,
		Body: b.Region(func() {
			x := t.vectors(batch, nil)
			t.loads(x, nil, nil)
			t.takes(0, x)
			for _, from := range t.from {
				b.Set(from, from.Plus(batch*p))
			}
			if t.of.HasLane() {
				b.Set(t.place, t.place.Plus(u(batch*p)))
			} else if t.of.User != nil {
				b.Set(t.begun, ir.True)
			}
		}),
	})
	t.others(batch-1, rounds)
}

// others appends the rounds that are left, up to some whole ones and a short one.
func (t *reducing) others(most int, rounds ir.Expr) {
	b, p := t.b, t.Accumulators()
	b.Step("The other rounds; the last one may be short. All are loaded before any is taken in.")
	left := b.Let("left", rounds.To(ir.U32))
	t.own = b.Beside("own", t.first())
	rest := b.Beside("rest", t.count.Mod(u(p)).To(ir.U32))
	whole, some := t.own.Plus(t.Vector).LessEqual(rest), func(k int) ir.Expr { return left.Greater(k) }
	var x, last [][]ir.Expr
	var short []ir.Expr
	for i, in := range t.inputs {
		x = append(x, b.Several(in.x, most, in.vector(), nil))
		if t.leavesOut() {
			last = append(last, []ir.Expr{b.Declare(in.last, in.vector())})
		} else {
			last = append(last, []ir.Expr{b.Let(in.last, t.none)})
		}
		short = append(short, b.Let(in.short, t.from[i].Plus(left.Times(u(p)))))
	}
	t.loads(x, some, func(i int, vectors bool) {
		value := t.Call("_gather"+t.inputs[i].suffix, short[i])
		if vectors {
			value = short[i].As(t.inputs[i].vector()).Pointed()
		}
		b.IfIn(ir.OneLine, whole, func() { b.Set(last[i][0], value) })
	})
	for k := range most {
		b.IfIn(ir.Braces, some(k), func() { t.takes(k, part(x, k)) })
	}
	if t.of.HasLane() {
		b.Set(t.place, t.place.Plus(left.Times(u(p))))
	} else if t.of.User != nil {
		b.Set(t.begun, t.begun.Either(some(0)))
	}
	t.takesWhole(whole, 0, last)
	b.IfIn(ir.Braces, t.own.Less(rest).Both(t.own.Plus(t.Vector).Greater(rest)), func() {
		t.takesSome(short, 0, func(v int) (ir.Expr, bool) { return t.own.Plus(v).Less(rest), true })
	})
}

// takesWhole appends how the thread takes in a vector, if it is there where that is asked.
func (t *reducing) takesWhole(there ir.Expr, number int, x [][]ir.Expr) {
	take := func() { t.takes(number, x) }
	if t.leavesOut() {
		t.b.IfIn(ir.Braces, there, take)
	} else {
		take()
	}
}

// part is one round of vectors.
func part(x [][]ir.Expr, k int) (round [][]ir.Expr) {
	for _, all := range x {
		round = append(round, all[k:k+1])
	}
	return round
}
