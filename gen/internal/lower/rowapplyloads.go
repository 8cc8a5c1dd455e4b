package lower

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/gen/internal/ir"
)

// The ways in which a thread takes the elements of a part from memory, and stores what they become: a vector at once,
// words, single elements. Some threads have not all of a part.

// at is the address of the thread's first element of a part.
func (r *appliedRow) at(of ir.Expr, p rowPart) ir.Expr {
	if slices.ContainsFunc(r.reads, func(row rowRead) bool { return row.mine.Is(of) }) {
		return of.Plus(p.at)
	}
	return of.Plus(p.at).Plus(r.own)
}

// elements loads a part element by element. A thread's next run is so many runs further on: the runs of a warp lie
// beside each other, or they are those of a piece of a vector.
func (r *appliedRow) elements(of ir.Expr, p rowPart, runs int) ir.Expr {
	return r.Call("_gather", append([]ir.Expr{r.at(of, p), u(runs * r.grain())}, r.edged(p)...)...)
}

// edged are the arguments that say which elements the thread has of a part.
func (r *appliedRow) edged(p rowPart) []ir.Expr {
	args := r.has[p.number].args()
	if r.shifts {
		args = append(args, r.edge)
	}
	return args
}

// nothing is a vector of no elements. Unoptimised code of nvcc copies a constant from global memory.
func (r *appliedRow) nothing() ir.Expr {
	args := []ir.Expr{r.mine, u(1), u(0)}
	if r.shifts {
		args = append(args, ir.False, ir.False)
	}
	return r.Call("_gather", args...)
}

// scatters appends the stores of such a part of x.
func (r *appliedRow) scatters(p rowPart, runs int, x ir.Expr) {
	args := append([]ir.Expr{r.at(r.to, p), u(runs * r.grain())}, r.edged(p)...)
	r.b.Do("_scatter", append(args, x)...)
}

// ofWords is a part loaded by words. Behind those of the last lane, the row may end.
func (r *appliedRow) ofWords(of ir.Expr, p rowPart) ir.Expr {
	count := r.has[p.number].count
	if r.shifts && p.at+r.span(r.Row)*r.Vector == r.of.Cols() {
		count = r.edge.Choose(u(r.Vector-1), u(r.Vector))
	}
	return r.Call("_gather_pairs", r.at(of, p), count)
}

// toWords appends the stores of a part by words; on the edge of words that are shifted, without the last. It returns
// the vector.
func (r *appliedRow) toWords(p rowPart, x ir.Expr) ir.Expr {
	if r.shifts {
		x = r.b.Let(fmt.Sprintf("y%d", p.number), x)
	}
	r.b.Do("_scatter_pairs", append(append([]ir.Expr{r.at(r.to, p)}, r.edged(p)...), x)...)
	return x
}

// vectorsOf are the vectors of an aligned row.
func (r *appliedRow) vectorsOf(of ir.Expr) ir.Expr { return of.Plus(r.own).As(r.in.vector()) }

// ifWhole appends statements for threads that have a vector of an aligned row, for one that has a piece of one, if any
// has, and for those that have nothing; nil for none.
func (r *appliedRow) ifWhole(p rowPart, whole, piece, nothing func()) {
	if (r.of.Cols()-p.at)%r.Vector != 0 || r.of.Ranged() {
		nothing = piece
	}
	when := r.has[p.number].count.Equal(u(r.Vector))
	if nothing == nil {
		r.b.If(when, whole)
		return
	}
	r.b.IfElse(when, whole, nothing)
	r.b.Lay(ir.Chained)
}

// alignedPart appends statements for a part of an aligned row: of all threads the whole, or of some.
func (r *appliedRow) alignedPart(p rowPart, whole, piece, nothing func()) {
	switch {
	case !r.partial(p):
		whole()
	case r.inPieces(p):
		piece()
	default:
		r.ifWhole(p, whole, piece, nothing)
	}
}

// inPieces reports whether no thread has the whole of a part.
func (r *rowApply) inPieces(p rowPart) bool { return p.whole == 0 && !r.of.Ranged() }

// isWord is the condition that a run is a word.
func (r *appliedRow) isWord() ir.Expr {
	if r.singles {
		return r.run.Equal(u(r.in.fraction()))
	}
	return alignedTo(wordBytes, r.all)
}

// loads appends the loads of some parts.
func (r *appliedRow) loads(parts []rowPart) {
	var heads []*strip
	if r.shifts {
		heads = strips(parts)
		r.heads(heads)
	}
	for _, row := range r.reads {
		r.declares(row, parts)
	}
	if r.neighbours() {
		r.loadsNeighbours(parts)
		r.takesFirst(parts)
		return
	}
	when := []ir.Expr{r.run.Equal(u(r.Vector))}
	ways := []func(){func() { r.loadsVectors(parts) }}
	words := r.eachRead(parts, r.ofWords)
	singles := r.eachRead(parts, func(from ir.Expr, p rowPart) ir.Expr { return r.elements(from, p, r.stride()) })
	r.ways(when, ways, words, singles)
	r.takesHeads(heads)
	r.takesFirst(parts)
}

// loadsVectors appends the loads of some parts of an aligned row.
func (r *appliedRow) loadsVectors(parts []rowPart) {
	for i := range r.reads {
		r.loadsVectorsOf(&r.reads[i], parts)
	}
}

func (r *appliedRow) loadsVectorsOf(row *rowRead, parts []rowPart) {
	b := r.b
	if named := r.vectors && r.keeps && !row.all.None(); !r.inPieces(r.parts[0]) && !named {
		row.all = b.Let(row.vectors, row.mine.As(r.in.vector()))
	}
	vectors := row.all
	r.eachPart(parts, func(p rowPart) {
		x := row.x[p.number]
		r.alignedPart(p, func() {
			if r.once && !row.again {
				b.Set(x, r.Call("_once", vectors.Plus(p.at/r.Vector)))
			} else {
				b.Set(x, vectors.At(p.at/r.Vector))
			}
		}, func() { b.Set(x, r.elements(row.mine, p, 1)) }, func() { b.Set(x, r.nothing()) })
	})()
}

// loadsBeside appends the loads of weights and biases of an aligned row.
func (r *appliedRow) loadsBeside() {
	b := r.b
	r.arrived = make([][]ir.Expr, len(r.beside))
	for i, name := range r.fn.Beside() {
		r.arrived[i] = make([]ir.Expr, len(r.parts))
		begun := false
		for _, p := range r.parts {
			switch name := fmt.Sprintf("%s%d", name, p.number); {
			case r.inPieces(p) && !r.pieced():
			case begun:
				r.arrived[i][p.number] = b.DeclareBeside(name, r.in.vector())
			default:
				r.arrived[i][p.number], begun = b.Declare(name, r.in.vector()), true
			}
		}
	}
	nothing := func(to ir.Expr) func() {
		if !r.vectors {
			return nil
		}
		return func() { b.Set(to, r.nothing()) }
	}
	r.asAligned(func() {
		for i, of := range r.beside {
			for _, p := range r.parts {
				if r.inPieces(p) && !r.pieced() {
					continue
				}
				to := r.arrived[i][p.number]
				if r.pieced() {
					b.Set(to, r.ofPieces(of, p))
				} else {
					r.alignedPart(p, func() { b.Set(to, r.vectorsOf(of).At(p.at/r.Vector)) }, nil, nothing(to))
				}
			}
		}
	}, nil)
}

// given is what a part becomes, with weights and biases that are loaded in some way.
func (r *appliedRow) given(p rowPart, load func(i int) ir.Expr) ir.Expr {
	if r.asTaken {
		return r.x(p)
	}
	args := []ir.Expr{r.x(p)}
	if r.powers {
		args[0] = r.power[p.number]
	}
	for _, row := range r.kept()[1:] {
		args = append(args, row.x[p.number])
	}
	if !r.fn.SumsBeside() {
		for i := range r.beside {
			args = append(args, load(i))
		}
	}
	for _, n := range r.fn.Give.Names() {
		args = append(args, r.values[n])
	}
	return r.Call("_give", args...)
}

// gives appends the stores of the results.
func (r *appliedRow) gives() {
	r.batches("The result for each element.", r.parts, func(some []rowPart) {
		if !r.keeps {
			r.givesFirst(some)
		}
		r.givesSome(some)
	})
}

func (r *appliedRow) givesSome(parts []rowPart) {
	if r.neighbours() {
		r.givesNeighbours(parts)
		return
	}
	vectors := r.eachPart(parts, r.givesVector)
	byWords := func(p rowPart) ir.Expr {
		return r.given(p, func(i int) ir.Expr { return r.ofWords(r.beside[i], p) })
	}
	single := func(p rowPart) ir.Expr {
		return r.given(p, func(i int) ir.Expr { return r.elements(r.beside[i], p, r.stride()) })
	}
	words := r.eachPart(parts, func(p rowPart) { r.toWords(p, byWords(p)) })
	elements := r.eachPart(parts, func(p rowPart) { r.scatters(p, r.stride(), single(p)) })
	when := []ir.Expr{r.run.Equal(u(r.Vector))}
	if !r.shifts {
		r.ways(when, []func(){vectors}, words, elements)
		return
	}
	aligned := func(of ir.Expr) ir.Expr { return alignedTo(wordBytes, of.Plus(r.own).AddressBits()) }
	ways := []func(){vectors}
	if len(r.beside) > 0 { // words that are not shifted, with those of weights and biases
		all := r.odd.Equal(u(0)).Both(aligned(r.to))
		for _, of := range r.beside {
			all = all.Both(aligned(of))
		}
		when, ways = append(when, all), append(ways, words)
	}
	mixed := func() {
		y := map[int]ir.Expr{}
		for _, p := range parts {
			y[p.number] = r.toWords(p, single(p))
		}
		r.tails(parts, y)
	}
	chain(r.b, append(when, aligned(r.to)), append(ways, mixed, elements))
}

// ways appends a choice: the first way with a condition that holds, else, by the run, words or single elements.
func (r *appliedRow) ways(when []ir.Expr, ways []func(), words, singles func()) {
	switch {
	case r.in.fraction() == 1:
		ways = append(ways, singles)
	case r.shifts:
		ways = append(ways, words)
	default:
		when, ways = append(when, r.isWord()), append(ways, words, singles)
	}
	chain(r.b, when, ways)
}

// givesVector appends the store of a part of an aligned row.
func (r *appliedRow) givesVector(p rowPart) {
	r.alignedPart(p, func() {
		r.b.Set(r.vectorsOf(r.to).At(p.at/r.Vector), r.given(p, func(i int) ir.Expr {
			if r.arrived != nil {
				return r.arrived[i][p.number]
			}
			return r.vectorsOf(r.beside[i]).At(p.at / r.Vector)
		}))
	}, func() { r.givesElements(p) }, nil)
}
