package lower

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/gen/internal/ir"
)

// A thread has the elements of a vector in runs of neighbouring columns, a warp's runs beside each other: a vector
// where every address is aligned to 16 bytes, else a word. Words are loaded and stored as such where their addresses
// are aligned to 4 bytes. Where a warp has a row to itself and words are not, a run is one element: a load or store of
// the warp is one of neighbours.

// grain is how many neighbours a thread has where it takes single elements.
func (r *rowApply) grain() int {
	if r.singles {
		return 1
	}
	return r.in.fraction()
}

// apart is the distance of the words of a thread, in elements, where a run is a word.
func (r *rowApply) apart() int { return r.stride() * r.in.fraction() }

// having is which elements a thread has of a part: the first ones, and of words that may begin at the second column
// the last one, too, or not.
type having struct {
	count   ir.Expr
	last    []ir.Expr
	of      int
	amounts []int // each that count may be
}

// hasFirst is that it has so many first ones.
func (r *rowApply) hasFirst(count ir.Expr) having {
	return having{count: count, of: r.Vector, amounts: r.amounts}
}

// amountsOf are the numbers of elements that threads have of a part.
func (r *rowApply) amountsOf() (all []int) {
	if !r.neighbours() || r.of.Ranged() {
		for n := 0; n <= r.Vector; n += r.pieceElements() {
			all = append(all, n)
		}
		return all
	}
	for _, p := range r.parts {
		left := r.of.Cols() - p.at
		rest := left % r.Vector
		if p.whole > 0 {
			all = append(all, r.Vector)
		}
		if r.partial(p) && rest > 0 {
			all = append(all, rest)
		}
		if left <= (r.span(r.Row)-1)*r.Vector {
			all = append(all, 0)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// above is the condition that x, which is one of some numbers, is greater than n. The same numbers give the same
// condition, which a compiler computes once.
func above(x ir.Expr, n int, amounts []int) ir.Expr {
	upTo := slices.DeleteFunc(slices.Clone(amounts), func(a int) bool { return a > n })
	switch len(upTo) {
	case 0:
		return ir.True
	case len(amounts):
		return ir.False
	}
	return x.Greater(u(slices.Max(upTo)))
}

// having adds parameters for them.
func (r *rowApply) having(b *ir.Builder) having {
	h := r.hasFirst(b.Param("count", ir.U32))
	if r.shifts {
		h.last = []ir.Expr{b.Param("last", ir.Bool{})}
	}
	return h
}

// args are the arguments for them.
func (h having) args() []ir.Expr { return append([]ir.Expr{h.count}, h.last...) }

// one is the condition that the thread has element i.
func (h having) one(i int) ir.Expr {
	if h.last != nil && i == h.of-1 {
		return h.last[0]
	}
	return above(h.count, i, h.amounts)
}

// stepped are the parameters of a function of single elements.
type stepped struct {
	having
	step ir.Expr
	edge []ir.Expr
}

func (r *rowApply) stepped(b *ir.Builder) stepped {
	s := stepped{step: b.Param("step", ir.U32), having: r.having(b)}
	s.edge = r.edgeParam(b)
	return s
}

func (r *rowApply) edgeParam(b *ir.Builder) []ir.Expr {
	if !r.shifts {
		return nil
	}
	return []ir.Expr{b.Param("edge", ir.Bool{})}
}

// place is the place of element i in memory, from that of the first.
func (r *rowApply) place(s stepped, i int) ir.Expr {
	n := r.grain()
	at := ir.I32.Int(i / n).Times(s.step)
	if i%n > 0 {
		at = at.Plus(ir.I32.Int(i % n))
	}
	switch {
	case r.shifts && i == r.Vector-1:
		return s.edge[0].Choose(ir.I32.Int(1).Minus(s.step.To(ir.I32)), at.To(ir.I32))
	case i < n:
		return ir.I32.Int(i)
	}
	return at
}

// doesStep says where the elements are that such a function takes.
func (r *rowApply) doesStep() string {
	if r.grain() > 1 {
		return "that the thread has of a vector, with words step elements apart in memory"
	}
	return "that the thread has of a vector, step apart in memory"
}

// returns ends a function with a vector.
func (r *rowApply) returns(b *ir.Builder, words []ir.Expr) {
	packed := ir.NewExpr(ir.Pack{Words: words}, r.in.vector())
	b.Add(ir.Return{Value: &packed, Lines: true})
}

// gather adds the function that loads elements one by one.
func (r *rowApply) gather() {
	b := r.Build("_gather", r.in.vector(), "The elements "+r.doesStep()+"; zeros for others.")
	from := r.matrixParam(b, "from", ir.Pointer{To: r.in.of, ReadOnly: true})
	s := r.stepped(b)
	var words []ir.Expr
	for v := range r.Vector {
		e := s.one(v).Choose(from.At(r.place(s, v)).Bits().To(ir.U32), u(0))
		if by := v % r.in.fraction(); by > 0 {
			words[len(words)-1] = words[len(words)-1].Or(e.Shl(by * r.in.of.Bits()))
		} else {
			words = append(words, e)
		}
	}
	r.returns(b, words)
}

// scatter adds the function that stores elements one by one.
func (r *rowApply) scatter() {
	b := r.Build("_scatter", nil, "Stores the elements "+r.doesStep()+".")
	to := r.matrixParam(b, "to", ir.Pointer{To: r.in.of})
	s := r.stepped(b)
	x := b.Param("x", r.in.vector())
	for v := range r.Vector {
		b.If(s.one(v), func() { b.Set(to.At(r.place(s, v)), r.in.element(x.Words(), v)) })
	}
}

// gatherPairs adds the function that loads the words of a vector.
func (r *rowApply) gatherPairs() {
	b := r.Build("_gather_pairs", r.in.vector(),
		fmt.Sprintf("The elements that the thread has of a vector, with words %d words apart in memory; "+
			"zeros for others.", r.stride()))
	from := r.matrixParam(b, "from", ir.Pointer{To: r.in.of, ReadOnly: true})
	count := b.Param("count", ir.U32)
	all := b.Let("words", from.As(ir.U32))
	var words []ir.Expr
	for w := range r.in.words() {
		n := r.in.fraction()
		half := from.At(w * r.apart()).Bits().To(ir.U32)
		words = append(words, count.Greater(u(w*n+n-1)).Choose(all.At(w*r.stride()),
			count.Greater(u(w*n)).Choose(half, u(0))))
	}
	r.returns(b, words)
}

// scatterPairs adds the function that stores the words of a vector.
func (r *rowApply) scatterPairs() {
	b := r.Build("_scatter_pairs", nil,
		fmt.Sprintf("Stores the elements that the thread has of a vector, with words %d words apart in "+
			"memory", r.stride())+r.shifted(", but for the last word on the edge")+".")
	to := r.matrixParam(b, "to", ir.Pointer{To: r.in.of})
	has, edge, x := r.having(b), r.edgeParam(b), b.Param("x", r.in.vector())
	all := b.Let("words", to.As(ir.U32))
	for w, word := range x.Words() {
		first := w * r.in.fraction()
		whole, half := has.one(first+r.in.fraction()-1), has.one(first)
		if r.shifts && w == r.in.words()-1 {
			whole, half = edge[0].Not().Both(whole), edge[0].Not().Both(half)
		}
		b.IfElse(whole, func() { b.Set(all.At(w*r.stride()), word) }, func() {
			b.IfIn(ir.Chained, half, func() { b.Set(to.At(w*r.apart()), r.in.element(x.Words(), first)) })
		})
		b.Lay(ir.Chained)
	}
}

// counted adds the function that says how many elements a thread has of a part with some columns left.
func (r *rowApply) counted() {
	b := r.Build("_count", ir.U32,
		"How many of a thread's elements are among the columns that are left of a row.")
	own, left := b.Param("own", ir.U32), b.Param("left", ir.U32)
	more := own.Less(left).Choose(left.Minus(own), u(0))
	if r.neighbours() {
		has := b.Let("has", more)
		b.Return(has.Less(u(r.Vector)).Choose(has, u(r.Vector)))
		return
	}
	run := b.Param("run", ir.U32)
	more = b.Let("more", more)
	n := r.in.fraction()
	rest := more.Mod(u(r.apart()))
	words := more.Over(u(r.apart())).Times(u(n)).Plus(rest.Less(u(n)).Choose(rest, u(n)))
	switch singles := more.Plus(u(r.stride() - 1)).Over(u(r.stride())); {
	case r.singles:
		words = run.Equal(u(n)).Choose(words, singles)
	case n == 1:
		words = singles
	}
	has := b.Let("has", run.Equal(u(r.Vector)).Choose(more, words))
	b.Return(has.Less(u(r.Vector)).Choose(has, u(r.Vector)))
}

// loadsKept appends the loads of a row that stays in registers; with a residual, of a few parts at a time, as twice the
// registers are needed until they are added.
func (r *appliedRow) loadsKept() {
	most := len(r.parts)
	if r.fn.Residual() {
		most = r.batch
	}
	for some := range slices.Chunk(r.parts, most) {
		r.loads(some)
	}
}

// takesFirst appends what elements of some parts become first.
func (r *appliedRow) takesFirst(parts []rowPart) {
	if !r.fn.Residual() {
		return
	}
	for _, p := range parts {
		r.b.Set(r.x(p), r.Call("_first", r.x(p), r.reads[1].x[p.number]))
	}
}

// givesFirst appends the stores of what elements of some parts became first.
func (r *appliedRow) givesFirst(parts []rowPart) {
	if !r.fn.Residual() {
		return
	}
	of := *r
	of.to, of.beside, of.asTaken = r.sums, nil, true
	of.givesSome(parts)
}

// matrixParam adds a pointer to a row or a matrix. With a residual, results may take the place of what is read.
func (r *rowApply) matrixParam(b *ir.Builder, name string, t ir.Pointer) ir.Expr {
	if r.fn.Residual() {
		return b.Param(name, t)
	}
	return b.Restrict(name, t)
}
