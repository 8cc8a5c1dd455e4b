package lower

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/spec"
)

// rowThread builds the function of one thread of the order, which combines the columns of its accumulators.
type rowThread struct {
	*rowReduce
	b            *ir.Builder
	rows         []ir.Expr // the row of each input
	cols         []ir.Expr // the number of columns, where the caller gives it
	thread       ir.Expr
	x, from      [][]ir.Expr // of each input: the vectors of a batch, and the address of the first one
	accumulators []ir.Expr

	best, at ir.Expr // of an op that gives a column
}

// params adds the parameters of a function of a row: the addresses of the row, the number of columns, and the thread's
// number among those of the row.
func (r *rowReduce) params(b *ir.Builder) (rows, cols []ir.Expr, thread ir.Expr) {
	for _, in := range r.inputs {
		rows = append(rows, b.Restrict(in.row, ir.Pointer{To: in.of, ReadOnly: true}))
	}
	cols = colsParam(r.of, b)
	return rows, cols, b.Param("thread", ir.U32)
}

// colsParam adds the number of columns of s, where the caller gives it.
func colsParam(s spec.Spec, b *ir.Builder) []ir.Expr {
	if !s.Ranged() {
		return nil
	}
	return []ir.Expr{b.Param("cols", ir.U32)}
}

// threadFunction adds the function.
func (r *rowReduce) threadFunction() {
	t := &rowThread{rowReduce: r, b: r.Build("_thread", r.elem, r.threadDoes()...)}
	t.rows, t.cols, t.thread = r.params(t.b)
	var columnOf ir.Expr
	if r.of.HasLane() {
		columnOf = t.b.Passed(ir.ByAddress, "column_of", ir.U32)
		t.b.Result = r.winner().held
	}
	if r.of.Ranged() {
		t.ranged()
	} else {
		t.rounds()
	}
	if r.Some {
		return
	}
	if r.of.HasLane() {
		t.b.Step("The column, from the thread's first one on.")
		t.b.Set(columnOf, t.at.Plus(t.first()))
		t.b.Return(t.best)
		return
	}
	t.b.Step("Neighbouring accumulators combine.")
	tree(t.b, t.accumulators, t.op)
	t.b.Return(t.decoded(t.accumulators[0]))
}

func (r *rowReduce) threadDoes() []string {
	if r.of.HasLane() {
		return []string{
			fmt.Sprintf("Thread `thread` of the %d of a row: the extreme of the columns %d * thread + v + %d * k, for "+
				"v < %[2]d and", r.Row.Threads, r.Vector, r.Accumulators()),
			"k = 0, 1, …, and the lowest column that has it. Without any, a column past the row.",
		}
	}
	return []string{
		fmt.Sprintf("Thread `thread` of the %d of a row combines its columns. Accumulator %d * thread + v, for v < %[2]d,",
			r.Row.Threads, r.Vector),
		fmt.Sprintf("takes in the columns %d * thread + v + %d * k from left to right, for k = 0, 1, …, as far as there",
			r.Vector, r.Accumulators()),
		"are any. Then neighbours combine, at distance 1, 2, 4, …",
	}
}

// first is the thread's first column.
func (t *rowThread) first() ir.Expr { return ir.Times(t.Vector, t.thread) }

// rounds appends how a thread of a row of one length takes in its columns.
func (t *rowThread) rounds() {
	batch, last := t.batch(), t.lastBatch()
	if last > 0 {
		t.some(0, batch)
	}
	if last > batch {
		t.loop(func(column ir.Expr) {
			t.loads([]ir.Expr{column}, 0, batch)
			if t.of.HasLane() {
				t.takesColumns(0, batch, []ir.Expr{column})
				return
			}
			for v, a := range t.accumulators {
				for i := range batch {
					t.b.Set(a, t.op(a, t.column(i, v)))
				}
			}
		})
	}
	t.some(last, t.Rounds-last)
}

// loop appends the step of the batches from the second up to the last.
func (t *rowThread) loop(body func(column ir.Expr)) {
	batch, last, p := t.batch(), t.lastBatch(), t.Accumulators()
	t.b.Step(fmt.Sprintf("Rounds %d to %d in the same way.", batch, last-1))
	t.b.For(ir.Rolled, "column", u(batch*p), func(c ir.Expr) ir.Expr { return c.Less(u(last * p)) },
		func(c ir.Expr) ir.Expr { return c.Plus(u(batch * p)) }, body)
}

// some appends the loads of some rounds from first on, and how they are combined.
func (t *rowThread) some(first, count int) {
	t.b.Step(fmt.Sprintf("%s: %s.", rounds(first, count), t.rowLoads()))
	t.loads(nil, first, count)
	switch {
	case t.of.HasLane():
		t.b.Step("The columns of the thread, from the lowest on.")
		if first == 0 {
			t.beginsWinner()
		}
		t.takesColumns(first, count, nil)
	case t.Some:
		t.takesSome()
	default:
		t.b.Step("Each accumulator takes in its columns from left to right.")
		t.takes(first, count)
	}
}

// loads appends the loads of some rounds from first on, in a loop so many columns further.
func (t *rowThread) loads(column []ir.Expr, first, count int) {
	full, rest := t.has(first, count)
	var loads []vectorLoad
	t.x, t.from = nil, nil
	for k, in := range t.inputs { // the addresses, and the vectors that are declared
		at := t.rows[k]
		if column != nil {
			at = at.Plus(column[0])
		}
		own := t.first()
		if first > 0 {
			own = u(first * t.Accumulators()).Plus(own)
		}
		t.from = append(t.from, []ir.Expr{t.b.Let(fmt.Sprintf("%s%d", in.from, first), at.Plus(own))})
	}
	for k, in := range t.inputs {
		whole := count
		if full < t.Row.Threads {
			whole--
		}
		x := t.severalFrom(in.x, first, whole, in.vector())
		if full < t.Row.Threads {
			x = append(x, t.tail(in, fmt.Sprintf("%s%d", in.x, first+whole)))
		}
		t.x = append(t.x, x)
		for i, to := range x {
			l, have := vectorLoad{in: in, to: to, from: t.from[k][0], round: i}, t.Row.Threads
			if i == whole {
				if have = full; full == 0 {
					continue
				}
				l.has = []ir.Expr{t.thread.Less(u(full))}
			}
			t.inside(&l, column, first+i, have)
			loads = append(loads, l)
		}
	}
	t.vectors(loads)
	if rest == 0 || full == t.Row.Threads {
		return
	}
	t.b.IfIn(ir.Braces, t.thread.Equal(u(full)), func() {
		for k, in := range t.inputs {
			last := t.x[k][count-1]
			words := in.gatherSome(func(i int) ir.Expr { return t.from[k][0].At((count-1)*t.Accumulators() + i) }, rest,
				t.pastEnd())
			for i, w := range last.Words() {
				t.b.Set(w, words[i])
			}
		}
	})
}

// severalFrom defines locals of numbers from first on in one declaration.
func (t *rowThread) severalFrom(x string, first, n int, of ir.Type) (all []ir.Expr) {
	for i := range n {
		name := fmt.Sprintf("%s%d", x, first+i)
		if i == 0 {
			all = append(all, t.b.Declare(name, of))
		} else {
			all = append(all, t.b.DeclareBeside(name, of))
		}
	}
	return all
}

// pastEnd are the bits of an element past the row's end.
func (t *rowThread) pastEnd() uint64 {
	if t.leavesOut() {
		return 0
	}
	return t.absent
}

// tail declares the vector of the last round, as of a thread that has nothing of it.
func (t *rowThread) tail(in rowInput, name string) ir.Expr {
	what := "the identity"
	if t.leavesOut() {
		what = "left out"
	}
	x := t.b.Declare(name, in.vector())
	t.b.NoteLet("past the row's end: " + what)
	for _, word := range x.Words() {
		t.b.Set(word, in.every(t.pastEnd()))
	}
	return x
}

// column is what is combined of element v of the vectors of round i of a batch.
func (t *rowThread) column(i, v int) ir.Expr {
	var all []ir.Expr
	for k, in := range t.inputs {
		words := t.x[k][i].Words()
		switch {
		case t.wide():
			all = append(all, in.upperHalf(words, v))
		default:
			all = append(all, in.element(words, v))
		}
	}
	if t.wide() {
		return t.Call("_wide", all...)
	}
	return t.Call("_made", all...)
}

// take appends how accumulator v takes in a column.
func (t *rowThread) take(v int, x ir.Expr) {
	t.b.Set(t.accumulators[v], t.op(t.accumulators[v], x))
}

// begin defines accumulator v.
func (t *rowThread) begin(v int, x ir.Expr) {
	t.accumulators = append(t.accumulators, t.b.LetAs(fmt.Sprintf("a%d", v), t.held, x))
}

// identity defines accumulators that have taken in nothing.
func (t *rowThread) identity() {
	for v := range t.Vector {
		t.begin(v, ir.NewExpr(ir.Identity{}, t.held))
	}
}

// takes appends how the accumulators take in the rounds from first on, as far as the row goes where that matters.
func (t *rowThread) takes(first, count int) {
	whole := count
	full, rest := t.has(first, count)
	if t.leavesOut() && full < t.Row.Threads {
		whole--
	}
	for v := range t.Vector {
		for i := range whole {
			if x := t.column(i, v); first+i == 0 {
				t.begin(v, x)
			} else {
				t.take(v, x)
			}
		}
	}
	if whole == count {
		return
	}
	if first+whole == 0 { // not every thread has columns
		t.identity()
	}
	some := func(when ir.Expr, n int) {
		if n > 0 {
			t.b.IfIn(ir.Braces, when, func() {
				for v := range n {
					t.take(v, t.column(whole, v))
				}
			})
		}
	}
	if full > 0 {
		some(t.thread.Less(u(full)), t.Vector)
	}
	some(t.thread.Equal(u(full)), rest)
}

// takesSome appends what a thread of a short row returns if the op has no identity: the combination of its columns.
// Some threads have none.
func (t *rowThread) takesSome() {
	t.b.Step("The columns that the thread has combine, neighbours first.")
	full, rest := t.has(0, 1)
	a := t.b.LetAs("a0", t.held, ir.NewExpr(ir.Zeros{}, t.held))
	t.b.NoteLet("of threads without columns, which nobody takes in")
	some := func(when ir.Expr, n int) {
		if n == 0 {
			return
		}
		t.b.IfIn(ir.Braces, when, func() {
			t.b.Set(a, t.column(0, 0))
			all := []ir.Expr{a}
			for v := 1; v < n; v++ {
				all = append(all, t.b.LetAs(fmt.Sprintf("a%d", v), t.held, t.column(0, v)))
			}
			tree(t.b, all, t.op)
		})
	}
	if full > 0 {
		some(t.thread.Less(u(full)), t.Vector)
	}
	some(t.thread.Equal(u(full)), rest)
	t.b.Return(a)
}
