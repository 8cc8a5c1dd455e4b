package lower

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/gen/internal/ir"
)

// A vector of a row that is not aligned to 16 bytes lies in two neighbouring vectors of memory that are. It is loaded
// as these two and shifted; the L1 cache most often has one of them. That reads bytes before and behind the vector, so
// those at the ends of a row are loaded element by element. Which registers the vector is in is the same for a whole
// row: a branch on the row's address decides it once. Measured on an H200: the maximum of 4096 rows of 50,257 bfloat16
// at 4355 GB/s with the bounds of [rowReduce.leastBlocks], 3589 element by element.

// shifts reports whether vectors that are not aligned are loaded as two that are: those of elements of which a 32-bit
// register has several, in rows that begin at elements which no load of several is aligned to. Where several rows share
// a block, or a row has several inputs, each may be aligned differently.
func (r *rowReduce) shifts() bool {
	return r.Rows == 1 && len(r.inputs) == 1 && r.inputs[0].fraction() > 1 && (r.of.Ranged() || r.apart() < minPiece)
}

// reach is how many columns from the first of a vector on may be read with it.
func (r *rowReduce) reach() int { return 2*r.Vector - 1 }

// inside adds the condition that a thread's vector of a round can be loaded as two, of threads that have the vector. In
// a loop, column is what is added to the number.
func (t *rowThread) inside(l *vectorLoad, column []ir.Expr, round, have int) {
	at := round * t.Accumulators()
	left := t.of.Cols - at - t.reach()
	if column != nil {
		behind := t.of.Cols - t.lastBatch()*t.Accumulators() // the loop
		if round == t.batch()-1 && behind < t.reach()-t.Vector {
			l.inside = []ir.Expr{column[0].Plus(t.first()).LessEqual(u(left))}
		}
		return
	}
	if l.ends = left < 0; l.ends {
		return
	}
	end := left/t.Vector + 1
	switch before := t.thread.Less(u(end)); {
	case at == 0 && end < have:
		l.inside = []ir.Expr{t.thread.Greater(u(0)).Both(before)}
	case at == 0:
		l.inside = []ir.Expr{t.thread.Greater(u(0))}
	case end < have:
		l.inside = []ir.Expr{before}
	}
}

// shifted are the ways of a row that is not aligned, by the word that it begins in. The last has no condition.
func (t *rowThread) shifted(loads []vectorLoad, set func(vectorLoad, ir.Expr), single func(vectorLoad) ir.Expr) (
	when []ir.Expr, ways []func()) {
	b, row := t.b, t.rows[0]
	in := row.AddressBits().And(u(accessBytes - 1))
	for words := range accessBytes / 4 {
		if words < 3 {
			when = append(when, in.Less(u(4*words+4)))
		}
		ways = append(ways, func() {
			lower := b.Let("lower", loads[0].from.As(ir.U8).Back(in).As(loads[0].in.vector()))
			by := b.Let("by", row.AddressBits().And(u(3)).To(ir.U32).Times(u(8)))
			for _, l := range loads {
				two := t.Call("_shifted", lower.Plus(l.round*t.Row.Threads), u(words), by)
				switch {
				case l.ends:
					set(l, single(l))
				case l.inside == nil:
					set(l, two)
				default:
					b.IfElse(l.inside[0], func() { b.Set(l.to, two) }, func() {
						if l.has == nil {
							b.Set(l.to, single(l))
							return
						}
						b.IfIn(ir.Chained, l.has[0], func() { b.Set(l.to, single(l)) })
					})
					b.Lay(ir.Chained)
				}
			}
		})
	}
	return when, ways
}

// shiftFunction adds the function that loads a vector as two aligned ones.
func (r *rowReduce) shiftFunction(in rowInput) {
	vector := in.vector()
	b := r.Build("_shifted", vector,
		fmt.Sprintf("%d elements of a row that is not aligned to 16 bytes, from the two aligned vectors that they are in. "+
			"They begin `by`", r.Vector), "bits into word `first` of the lower one.")
	from := b.Restrict("lower", ir.Pointer{To: vector, ReadOnly: true})
	first, by := b.Param("first", ir.U32), b.Param("by", ir.U32)
	low := b.Let("low", from.At(0))
	high := b.Beside("high", from.At(1))
	all := slices.Concat(low.Words(), high.Words())
	words := b.Constants("words", ir.U32, all)
	var shifted []ir.Expr
	for i := range vector.Words {
		at := func(i int) ir.Expr {
			if i == 0 {
				return words.At(first)
			}
			return words.At(first.Plus(u(i)))
		}
		shifted = append(shifted, at(i).Funnel(at(i+1), by))
	}
	b.Return(ir.Expr{Node: ir.Pack{Words: shifted}, Type: vector})
}
