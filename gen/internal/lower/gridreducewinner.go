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
	return ir.Expr{Node: ir.Binary{Op: w.than, A: key, B: other}, Type: ir.Bool{}}
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
	t.nothing()
	nothing := t.Call("_made", t.inputs[0].element(t.none.Words(), 0))
	if t.of.In != spec.AsType { // bits that no instruction makes: those of a widened NaN are its own
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
