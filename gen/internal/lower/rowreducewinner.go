package lower

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/ir"
)

// A thread of argmin or argmax goes through its columns from the lowest on and keeps the first one whose element
// changes the extreme. The threads then compare keys, integers that are ordered as elements are; the least column of
// those with the winning key is the row's. See [winner].

func (r *rowReduce) winner() winner { return newWinner(r.Program, r.of.Type, r.of.Op, "column") }

// winnerFunctions adds those that compare elements.
func (r *rowReduce) winnerFunctions() {
	w := r.winner()
	w.primitives()
	if r.Stand > 1 {
		w.join()
	}
	if r.Blocks > 1 {
		w.betterFunction()
	}
	w.take()
}

// join adds the function by which a thread takes in what another one of the order has.
func (w winner) join() {
	b := w.Build("_join", nil,
		"best and column take in those of another thread: of equal elements the lower column stays.")
	best, column := b.Passed(ir.ByReference, "best", w.held), b.Passed(ir.ByReference, "column", ir.U32)
	other, at := b.Param("other", w.held), b.Param("at", ir.U32)
	var next ir.Expr
	if w.keeps() {
		next = b.Let("next", w.wins(other, best).Choose(other, best))
	} else {
		next = b.LetAs("next", w.held, w.Call("_op", best, other))
	}
	none := ir.U32.Int(-1)
	own := b.Let("own", w.bits(next).Equal(w.bits(best)).Choose(column, none))
	b.Set(at, w.bits(next).Equal(w.bits(other)).Choose(at, none))
	b.Set(column, own.Less(at).Choose(own, at))
	b.Set(best, next)
}

// betterFunction adds the function by which a block takes in what another one has.
func (w winner) betterFunction() {
	b := w.Build("_better", nil,
		"key and column become those of another block, if its key wins, or is equal with a lower column.")
	key, column := b.Passed(ir.ByReference, "key", w.key), b.Passed(ir.ByReference, "column", ir.U32)
	other, at := b.Param("other", w.key), b.Param("at", ir.U32)
	better := b.Let("better", w.wins(other, key).Either(other.Equal(key).Both(at.Less(column))))
	b.Set(column, better.Choose(at, column))
	b.Set(key, better.Choose(other, key))
}

// beginsWinner appends the definitions of what a thread has before its first column.
func (t *rowThread) beginsWinner() {
	t.best = t.b.Let("best", t.winner().heldOf(ir.Expr{Node: ir.Identity{}, Type: t.elem}))
	t.at = t.b.Let("at", u(0))
}

// takesColumns appends how a thread takes in rounds, in a loop so many columns further.
func (t *rowThread) takesColumns(first, count int, column []ir.Expr) {
	for i := range count {
		t.takesRound(first, i, column)
	}
}

func (t *rowThread) takesRound(first, i int, column []ir.Expr) {
	for v := range t.Vector {
		place := u((first+i)*t.Accumulators() + v)
		if column != nil {
			place = column[0].Plus(place)
		}
		t.b.Do("_take", t.best, t.at, t.column(i, v), place)
	}
}

// A short row of a range goes past the rounds that it does not have: to take in a column costs several instructions, of
// which those of sums need one. Each test is for as many rounds as are before it, so that a long row meets few of them.

// takesColumnsAt appends how a thread takes in some rounds of a row of a range, the last of them also the row's end.
func (t *rowThread) takesColumnsAt(at roundsAt) {
	if at.first == 0 && at.column == nil {
		t.beginsWinner()
	}
	t.takesFrom(at, 0)
	if at.column == nil && at.first+at.count == t.Rounds && t.Vector > 1 {
		t.takesEnd()
	}
}

// takesFrom appends how the thread takes in the whole vectors of the rounds from i on.
func (t *rowThread) takesFrom(at roundsAt, i int) {
	for ; i < at.count; i++ {
		t.takesRound(at.first, i, at.column)
		next := i + 1
		before := (at.first + next) * t.Accumulators()
		if next < at.count && next&i == 0 && at.column == nil && t.of.Least <= before {
			t.b.IfIn(ir.Braces, t.cols[0].Greater(u(before)), func() { t.takesFrom(at, next) })
			return
		}
	}
}

// takesEnd appends how the thread takes in the columns that make no whole vector. They are higher than any other of
// their thread, so that they come last.
func (t *rowThread) takesEnd() {
	cols, p := t.cols[0], t.Accumulators()
	rest := cols.Mod(u(t.Vector))
	t.b.IfIn(ir.Braces, rest.Unequal(u(0)).Both(t.hasEnd()), func() {
		round := t.b.Let("round", cols.Over(u(p)).Times(u(p)))
		end := t.b.Let("end", t.rows[0].Plus(cols.Minus(rest)))
		t.endColumns(func(v int) {
			t.b.Do("_take", t.best, t.at, t.stored([][]ir.Expr{{end}}, v), round.Plus(u(v)))
		})
	})
}

// winnerOf appends how the threads of a block find the best of what they have, where each stands for some threads of
// the order from one on: an element in every thread, or what ends makes of the winning key and its column.
func (f *rowFunction) winnerOf(stand int, from ir.Expr, idx ir.Expr, ends func(most, column ir.Expr)) {
	b, w := f.b, f.winner()
	b.Step("Each thread finds the extreme of its columns.")
	var best, column ir.Expr
	for k := range stand {
		at, number := from, ""
		if k > 0 {
			at, number = from.Plus(u(k*f.Lanes)), fmt.Sprint(k)
		}
		c := b.Declare("column"+number, ir.U32)
		other := b.Let("best"+number, f.thread(at, c))
		if k == 0 {
			best, column = other, c
		} else {
			b.Do("_join", best, column, other, c)
		}
	}
	if f.Across == nil {
		b.Step("The thread has the row to itself.")
		b.Set(idx, column.To(ir.I32))
		if w.keeps() {
			best = w.elementOf(best)
		}
		b.Return(best)
		return
	}
	b.Step("The winning key, in every thread, and the least of the columns that have it.")
	key := b.LetAs("key", w.key, w.keyOf(best))
	most := b.Let("most", f.Call("_threads", key))
	ends(most, f.Call("_columns", key.Equal(most).Choose(column, ir.U32.Int(-1))))
}
