package lower

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/gen/internal/rowfn"
	"github.com/shflgen/shflgen/spec"
)

// Of rows of an odd number of half types that lie one after the other, every second row begins in the middle of a word.
// Where such rows share a warp, a thread loads and stores the words of its vector, and a half before and behind them:
// six accesses in place of eight, and as many of a row at an odd address as of another one, so that no lane waits for
// lanes of other rows. Selectors of bytes then move the halves into their places. Rows with a residual have four
// addresses, and their elements are loaded one by one: a proof would execute every combination of odd ones. So are rows
// of one thread: a block has 256 of them.

// byWords reports whether rows of s are taken so, where lanes with vectors of so many elements in all share one.
//
// Elements that are taken one by one are spread over all lanes. By words each lane has those of a vector, so that lanes
// without a whole one compute on elements that are not there. That costs more than the accesses save where rows end far
// from the end of a vector, the more the longer a function takes for an element. Measured on an H200, 65,536 rows of
// bfloat16, the time of elements over that of words: softmax x 65 0.73, x 99 0.92, x 103 1.00, x 115 1.07, x 127 1.13;
// log-softmax 0.89, 0.97, 1.04, 1.25, 1.74; RMS norm 0.96, 1.41, 1.52, 1.63, 1.71. Rows of up to 32 columns gain in
// all functions but one, up to 1.7.
func byWords(s spec.Spec, fn rowfn.Fn, elements int) bool {
	const short = 32
	if s.InType().Bits() != 16 || s.Cols()%2 == 0 || fn.Second != "" {
		return false
	}
	saved := oneByOne
	if fn.Calls("exp") {
		saved = besideExp
	}
	if fn.PerRow() {
		saved /= 2
	}
	each := fn.Instructions()
	return elements <= short || float64(elements)*each <= float64(s.Cols())*(each+saved)
}

// oneByOne is what a load and a store of an element by itself take, in instructions of an element. Beside exponentials
// a part of them takes no time.
const oneByOne, besideExp = 5.5, 4.0

// wordsAt are the words of a vector in memory; a thread has its first elements.
type wordsAt struct {
	odd  ir.Expr // that an element comes before the words
	left ir.Expr // elements from the first word on
	all  ir.Expr // a pointer to the words
}

// words appends where the words of a vector are. It has none where it is loaded or stored at once.
func (r *rowApply) words(b *ir.Builder, at, count, vector ir.Expr) wordsAt {
	odd := b.Let("odd", count.Greater(u(0)).Both(at.AddressBits().And(u(wordBytes-1)).Unequal(u(0))))
	before := b.Let("before", odd.Choose(u(1), u(0)))
	left := b.Let("left", vector.Choose(u(0), count.Minus(before)))
	return wordsAt{odd, left, b.Let("words", at.Plus(before).As(ir.U32))}
}

// whole is the condition that word i is there.
func (w wordsAt) whole(i int) ir.Expr { return w.left.Greater(u(2*i + 1)) }

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

// load adds the function that loads a vector of neighbours so.
func (r *rowApply) load() {
	b := r.Build("_load", r.in.vector(), "The elements that the thread has of a vector of neighbours; any for others. "+
		"At an odd address, in elements, the first one comes before the words of memory.")
	from := r.matrixParam(b, "from", ir.Pointer{To: r.in.of, ReadOnly: true})
	count, aligned := b.Param("count", ir.U32), b.Param("aligned", ir.Bool{})
	vector := b.Let("vector", aligned.Both(count.Equal(u(r.Vector))))
	at := r.words(b, from, count, vector)
	half := func(there ir.Expr, i ir.Expr) ir.Expr { return there.Choose(from.At(i).Bits().To(ir.U32), u(0)) }
	first := b.Let("first", half(at.odd, u(0)))
	last := b.Let("last", half(at.halfBehind(), count.Minus(u(1))))
	x := b.Declare("x", r.in.vector())
	words := x.Words()
	for _, w := range words {
		b.Set(w, u(0))
	}
	b.If(vector, func() { b.Set(x, from.As(r.in.vector()).At(0)) })
	for i, w := range words {
		b.If(at.whole(i), func() { b.Set(w, at.all.At(i)) })
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
	count, aligned := b.Param("count", ir.U32), b.Param("aligned", ir.Bool{})
	x := b.Param("x", r.in.vector())
	vector := b.Let("vector", aligned.Both(count.Equal(u(r.Vector))))
	at := r.words(b, to, count, vector)
	halves := b.LetAs("halves", ir.U32, at.odd.Choose(ir.U16.Digits(0x5432), ir.U16.Digits(0x3210)))
	all := x.Words()
	var words []ir.Expr
	for i, w := range all {
		words = append(words, b.Let(fmt.Sprintf("w%d", i), w.PickBytes(all[min(i+1, len(all)-1)], halves)))
	}
	b.If(vector, func() { b.Set(to.As(r.in.vector()).At(0), x) })
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

// loaded is a part that is loaded so.
func (r *appliedRow) loaded(of ir.Expr, p rowPart, aligned ir.Expr) ir.Expr {
	return r.Call("_load", r.at(of, p), r.has[p.number].count, aligned)
}
