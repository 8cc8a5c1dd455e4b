package lower

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/gen/internal/ir"
)

// Of rows of an odd number of half types that lie one after the other, every second row begins in the middle of a word.
// Where such rows share a warp, a thread loads and stores the words of its vector, and a half before and behind them:
// six accesses in place of eight, and as many of a row at an odd address as of another one, so that no lane waits for
// lanes of other rows. Selectors of bytes then move the halves into their places. Rows with a residual have four
// addresses, and their elements are loaded one by one: a proof would execute every combination of odd ones. So are rows
// of one thread: a block has 256 of them.

// wordsAt are the words of a vector in memory; a thread has its first elements.
type wordsAt struct {
	odd     ir.Expr // that an element comes before the words
	left    ir.Expr // elements from the first word on
	amounts []int   // each that left may be
	all     ir.Expr // a pointer to the words
}

// words appends where the words of a vector are. They begin behind an element at an odd address, in elements.
func (r *rowApply) words(b *ir.Builder, at, count ir.Expr) wordsAt {
	has := r.amounts
	odd := at.AddressBits().And(u(2)).To(ir.U32).Shr(1)
	before := b.Let("before", above(count, 0, has).Choose(odd, u(0)))
	w := wordsAt{odd: before.Unequal(u(0)), left: b.Let("left", count.Minus(before))}
	for _, n := range has {
		w.amounts = append(w.amounts, n, max(n-1, 0))
	}
	w.all = b.Let("words", at.Plus(before).As(ir.U32))
	return w
}

// whole is the condition that word i is there.
func (w wordsAt) whole(i int) ir.Expr { return above(w.left, 2*i+1, w.amounts) }

// halfBehind is the condition that an element comes behind the words.
func (w wordsAt) halfBehind() ir.Expr { return w.left.Mod(u(2)).Equal(u(1)) }

// halvesBehind are the numbers of the words that may give a thread their first half alone.
func (r *rowApply) halvesBehind() (all []int) {
	for _, count := range []int{r.of.Cols() % r.Vector, r.Vector} {
		for left := count - 1; left <= count; left++ {
			if left%2 == 1 && left >= 0 {
				all = append(all, left/2)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// load adds the function that loads a vector of neighbours so. Weights and biases may be aligned to vectors; of the
// rows of a matrix one in eight is, and is loaded as the others are.
func (r *rowApply) load() {
	b := r.Build("_load", r.in.vector(), "The elements that the thread has of a vector of neighbours; any for others. "+
		"At an odd address, in elements, the first one comes before the words of memory.")
	from := r.matrixParam(b, "from", ir.Pointer{To: r.in.of, ReadOnly: true})
	count := b.Param("count", ir.U32)
	if len(r.fn.Beside()) > 0 {
		aligned := b.Param("aligned", ir.Bool{})
		b.IfIn(ir.Braces, aligned.Both(count.Equal(u(r.Vector))), func() { b.Return(from.As(r.in.vector()).At(0)) })
	}
	at := r.words(b, from, count)
	half := func(there ir.Expr, i ir.Expr) ir.Expr { return there.Choose(from.At(i).Bits().To(ir.U32), u(0)) }
	first := b.Let("first", half(at.odd, u(0)))
	last := b.Let("last", half(at.halfBehind(), count.Minus(u(1))))
	x := b.Declare("x", r.in.vector())
	words := x.Words()
	for i, w := range words {
		b.Set(w, at.whole(i).Choose(at.all.At(i), u(0)))
	}
	for _, i := range r.halvesBehind() {
		b.If(at.left.Equal(u(2*i+1)), func() { b.Set(words[i], last) })
	}
	halves := b.LetAs("halves", ir.U32, at.odd.Choose(ir.U16.Digits(0x5432), ir.U16.Digits(0x7654)))
	before := first.Shl(16)
	var placed []ir.Expr
	for _, w := range words {
		placed = append(placed, before.PickBytes(w, halves))
		before = w
	}
	r.returns(b, placed)
}

// store adds the function that stores such a vector.
func (r *rowApply) store() {
	b := r.Build("_store", nil, "Stores the elements that the thread has of a vector of neighbours.")
	to := r.matrixParam(b, "to", ir.Pointer{To: r.in.of})
	count, x := b.Param("count", ir.U32), b.Param("x", r.in.vector())
	at := r.words(b, to, count)
	halves := b.LetAs("halves", ir.U32, at.odd.Choose(ir.U16.Digits(0x5432), ir.U16.Digits(0x3210)))
	all := x.Words()
	var words []ir.Expr
	for i, w := range all {
		words = append(words, b.Let(fmt.Sprintf("w%d", i), w.PickBytes(all[min(i+1, len(all)-1)], halves)))
	}
	b.If(at.odd, func() { b.Set(to.At(0), r.in.element(all, 0)) })
	for i, w := range words {
		b.If(at.whole(i), func() { b.Set(at.all.At(i), w) })
	}
	b.If(at.halfBehind(), func() {
		var last ir.Expr
		for n, i := range r.halvesBehind() {
			if n == 0 {
				last = words[i]
			} else {
				last = at.whole(i-1).Choose(words[i], last)
			}
		}
		b.Set(to.At(count.Minus(u(1))), last.FromBits(r.in.of))
	})
}

// loaded is a part that is loaded so, of weights and biases that are aligned or not.
func (r *appliedRow) loaded(of ir.Expr, p rowPart) ir.Expr {
	args := []ir.Expr{r.at(of, p), r.has[p.number].count}
	switch beside := slices.ContainsFunc(r.beside, func(b ir.Expr) bool { return b.Node == of.Node }); {
	case beside:
		args = append(args, r.alignedBeside)
	case len(r.beside) > 0:
		args = append(args, ir.False)
	}
	return r.Call("_load", args...)
}
