package lower

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// A thread of argmin or argmax goes through its elements from the lowest place on, and keeps the place of the first one
// that changes the extreme: 32 bits within a chunk. The threads of a block compare keys, and the least place of those
// with the winning key is the chunk's. A slot of a chunk has a word more, the place. At the end the first chunk that
// has the winning key has the array's.

// winner is how elements of an op that gives an index are compared: by keys, integers that are ordered as elements are.
// Of float64 a thread keeps the key of the extreme: the extreme of two NaNs is one of them, not the canonical NaN.
type winner struct {
	*ir.Program
	elem, key, held ir.Number
	place           string // where elements are, in a word
	than            ir.Op  // how a better key compares
}

func newWinner(p *ir.Program, t spec.Type, op spec.Op, place string) winner {
	w := winner{Program: p, elem: ir.Number{Type: t}, key: ir.Number{Type: network.KeyType(t)}, place: place,
		than: ir.Less}
	if w.held = w.elem; w.keeps() {
		w.held = w.key
	}
	if op == spec.ArgMax {
		w.than = ir.Greater
	}
	return w
}

func (g *gridReduce) winner() winner { return newWinner(g.Program, g.of.Type, g.of.Op, "place") }

// keeps reports whether a thread keeps the key of the extreme.
func (w winner) keeps() bool { return w.elem.Type == spec.Float64 }

// float reports whether a function makes keys.
func (w winner) float() bool { return w.elem.Class() == spec.Float }

// heldOf is what a thread keeps of an element, keyOf the key of that, and elementOf the element of a key.
func (w winner) heldOf(e ir.Expr) ir.Expr {
	if w.keeps() {
		return w.Call("_key", e)
	}
	return e
}

func (w winner) keyOf(held ir.Expr) ir.Expr {
	if w.float() && !w.keeps() {
		return w.Call("_key", held)
	}
	return held
}

func (w winner) elementOf(key ir.Expr) ir.Expr {
	switch {
	case w.float():
		return w.Call("_unkey", key)
	case w.key != w.elem:
		return key.To(w.elem)
	}
	return key
}

// functions adds those that compare elements.
func (w winner) functions() {
	w.primitives()
	w.take()
}

func (w winner) primitives() {
	w.Primitive("_op", w.elem, w.elem, w.elem)
	if w.float() {
		w.Primitive("_key", w.key, w.elem)
		w.Primitive("_unkey", w.elem, w.key)
	}
}

// bits are what is compared of what a thread keeps, to see whether it changes.
func (w winner) bits(held ir.Expr) ir.Expr {
	if w.float() && !w.keeps() {
		return held.Bits()
	}
	return held
}

// wins is the condition that a key is better than another one.
func (w winner) wins(key, other ir.Expr) ir.Expr {
	return ir.NewExpr(ir.Binary{Op: w.than, A: key, B: other}, ir.Bool{})
}

// take adds the function by which a thread takes in an element.
func (w winner) take() {
	does := "best takes in x of a %s, which becomes the thread's if that changes best."
	if w.keeps() {
		does = "The key best takes in that of x of a %s, which becomes the thread's if that is better."
	}
	b := w.Build("_take", nil, fmt.Sprintf(does, w.place))
	best, place := b.Passed(ir.ByReference, "best", w.held), b.Passed(ir.ByReference, w.place, ir.U32)
	x, at := b.Param("x", w.elem), b.Param("at", ir.U32)
	if w.keeps() {
		key := b.Let("key", w.heldOf(x))
		better := w.wins(key, best)
		b.Set(place, better.Choose(at, place))
		b.Set(best, better.Choose(key, best))
		return
	}
	next := b.Let("next", w.Call("_op", best, x))
	b.Set(place, w.bits(next).Unequal(w.bits(best)).Choose(at, place))
	b.Set(best, next)
}

// winnerOf builds the function of one thread.
func (t *reducing) winnerOf(loads func(*reducing)) {
	b, w := t.b, t.winner()
	b.Result = w.held
	placeOf := b.Passed(ir.ByAddress, "place_of", ir.U32)
	b.Step("The thread has nothing, in its first place.")
	t.none = t.absents(t.b)
	nothing := t.Call("_made", t.inputs[0].element(t.none.Words(), 0))
	if t.of.In() != spec.AsType { // bits that no instruction makes: those of a widened NaN are its own
		nothing = ir.U32.Digits(t.absent(t.of.Type)).FromBits(w.elem)
	}
	t.best = b.Let("best", w.heldOf(nothing))
	t.place = b.Let("place", t.first())
	t.at = b.Beside("at", t.place)
	loads(t)
	b.Step("The element and its place.")
	b.Set(placeOf, t.at)
	b.Return(t.best)
}

// takesPlace appends how the thread takes in an element so many places further.
func (t *reducing) takesPlace(further int, element ir.Expr) {
	t.b.Do("_take", t.best, t.at, t.Call("_made", element), t.place.Plus(u(further)))
}

// wins appends how the threads of a block find the winning element and the least place that has it, which all threads
// receive.
func (g *gridReduce) wins(b *ir.Builder, best, place ir.Expr) (result, first ir.Expr) {
	w := g.winner()
	key := b.LetAs("key", w.key, w.keyOf(best))
	most := b.Beside("most", g.Call("_threads", key))
	first = b.Let("first_place", g.Call("_places", key.Equal(most).Choose(place, ir.U32.Int(-1))))
	return b.LetAs("result", g.elem, w.elementOf(most)), first
}

// A thread of argmin or argmax goes through its columns from the lowest on and keeps the first one with an element that
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
	t.best = t.b.Let("best", t.winner().heldOf(ir.NewExpr(ir.Identity{}, t.elem)))
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

// A short row of a range goes past the rounds that it does not have: a column costs several instructions here, and one
// in a sum. Each test is for as many rounds as are before it, so that a long row meets few of them.

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
		if next < at.count && next&i == 0 && at.column == nil && t.of.Least() <= before {
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
