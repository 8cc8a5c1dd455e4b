package lower

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/gen/internal/ir"
)

// Rows that share a warp and have an odd number of elements begin anywhere, one after the other: they are loaded and
// stored word by word. Of half types, every second row begins in the middle of a word. A thread then loads the words of
// its vector, and a half before and behind them: six accesses in place of eight, and as many of a row at an odd address
// as of another one, so that no lane waits for lanes of other rows. Selectors of bytes move the halves into their
// places. Rows with a residual have four addresses, and their elements are loaded one by one: a proof would execute
// every combination of odd ones. So are rows of one thread: a block has 256 of them.

// wordsAt are the words of a vector in memory; a thread has its first elements.
type wordsAt struct {
	odd     ir.Expr // that an element comes before the words
	left    ir.Expr // elements from the first word on
	amounts []int   // each that left may be
	all     ir.Expr // a pointer to the words
}

// oddAddress is 1 where halves begin in the middle of a word, else 0.
func oddAddress(at ir.Expr) ir.Expr { return at.AddressBits().And(u(2)).To(ir.U32).Shr(1) }

// words appends where the words of a vector are. They begin behind an element at an odd address, in elements.
func (r *rowApply) words(b *ir.Builder, at, count ir.Expr) wordsAt {
	has := r.amounts
	before := b.Let("before", above(count, 0, has).Choose(oddAddress(at), u(0)))
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
	b := r.Build("_load", r.in.vector(), "The elements that the thread has of a vector of neighbours; any for others."+
		r.ofHalves(" At an odd address, in elements, the first one comes before the words of memory."))
	from := r.matrixParam(b, "from", ir.Pointer{To: r.in.of, ReadOnly: true})
	count := b.Param("count", ir.U32)
	if len(r.fn.Beside()) > 0 {
		aligned := b.Param("aligned", ir.Bool{})
		b.IfIn(ir.Braces, aligned.Both(count.Equal(u(r.Vector))), func() { b.Return(from.As(r.in.vector()).At(0)) })
	}
	if r.in.fraction() == 1 {
		var words []ir.Expr
		for i := range r.Vector {
			words = append(words, above(count, i, r.amounts).Choose(from.At(i).Bits(), u(0)))
		}
		r.returns(b, words)
		return
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

// store adds the function that stores the results of a vector by words. A thread has the words of its vector; if each
// thread stored them, a store of the warp would touch as many sectors of memory as it has threads. So threads swap
// words first, and threads beside each other store words beside each other.
//
// Measured on an H200, 65,536 rows of bfloat16, in µs: softmax x 243 with 16 lanes 31.6, swapped 22.7, with 8 lanes
// 42.5 and 22.2; RMS norm x 207 with 8 lanes 36.4 and 20.0. Loads gain nothing: caches have the sectors.
func (r *rowApply) store() {
	b := r.Build("_store", nil, "Stores the words that are left of each thread's vector of neighbours."+
		r.ofHalves(" At an odd address they begin with its second element; next is what follows all vectors."))
	to := r.matrixParam(b, "to", ir.Pointer{To: r.in.of})
	thread, left := b.Param("thread", ir.U32), b.Param("left", ir.U32)
	words := b.Param("x", r.in.vector()).Words()
	if r.in.fraction() > 1 {
		odd, next := b.Param("odd", ir.U32), b.Param("next", ir.U32)
		last := thread.Equal(u(r.Lanes - 1))
		from := last.Choose(ir.Thread.Minus(u(r.Lanes-1)), ir.Thread.Plus(u(1)))
		behind := b.Let("behind", thread.Equal(u(0)).Choose(next, words[0]).FromPart(r.Lanes, ir.Idx, from))
		halves := b.LetAs("halves", ir.U32, odd.Unequal(u(0)).Choose(ir.U16.Digits(0x5432), ir.U16.Digits(0x3210)))
		to = to.Plus(odd)
		for i, w := range append(words[1:len(words):len(words)], behind) {
			words[i] = words[i].PickBytes(w, halves)
		}
	}
	for i, w := range words {
		words[i] = b.Let(fmt.Sprintf("w%d", i), w)
	}
	swap := wordSwap{r.Lanes}
	swap.words(b, thread, words)
	place := b.Let("place", swap.place(thread))
	all := b.Let("words", to.As(ir.U32))
	for i, w := range words {
		at := place
		if i > 0 {
			at = place.Plus(u(swap.offset(i)))
		}
		b.If(at.Less(left), func() { b.Set(all.At(at), w) })
	}
}

// givesWords appends the stores of the results of such a row. One half is none of its words.
func (r *appliedRow) givesWords() {
	parts := slices.SortedFunc(slices.Values(r.parts), func(p, q rowPart) int { return cmp.Compare(p.at, q.at) })
	halves := r.in.fraction() > 1
	if halves {
		r.odd = r.b.Let("odd", oddAddress(r.to))
	}
	var y []ir.Expr
	gives := func(p rowPart) {
		given := r.given(p, func(i int) ir.Expr { return r.loaded(r.beside[i], p) })
		y = append(y, r.b.Let(fmt.Sprintf("y%d", p.number), given))
	}
	gives(parts[0])
	for i, p := range parts {
		next := u(0)
		if i+1 < len(parts) {
			gives(parts[i+1])
			next = y[i+1].Words()[0]
		}
		args := []ir.Expr{r.to.Plus(p.at), r.thread, u((r.of.Cols() - p.at) / r.in.fraction()), y[i]}
		if halves {
			args = append(args, r.odd, next)
		}
		r.b.Do("_store", args...)
	}
	if !halves {
		return
	}
	r.b.Step("The element before the words, or behind them.")
	end := r.of.Cols() - 1
	last := parts[len(parts)-1]
	stores := func(odd ir.Expr, thread, column int, x ir.Expr) {
		r.b.If(odd.Both(r.thread.Equal(u(thread))), func() { r.b.Set(r.to.At(column), x) })
	}
	stores(r.odd.Unequal(u(0)), 0, 0, r.in.element(y[0].Words(), 0))
	stores(r.odd.Equal(u(0)), (end-last.at)/r.Vector, end, r.in.element(y[len(y)-1].Words(), (end-last.at)%r.Vector))
}

// ofHalves is text about halves.
func (r *rowApply) ofHalves(text string) string {
	if r.in.fraction() > 1 {
		return text
	}
	return ""
}

// loaded is a part that is loaded so, of weights and biases that are aligned or not.
func (r *appliedRow) loaded(of ir.Expr, p rowPart) ir.Expr {
	args := []ir.Expr{r.at(of, p), r.has[p.number].count}
	switch beside := slices.ContainsFunc(r.beside, func(b ir.Expr) bool { return b.Is(of) }); {
	case beside:
		args = append(args, r.alignedBeside)
	case len(r.beside) > 0:
		args = append(args, ir.False)
	}
	return r.Call("_load", args...)
}
