package lower

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/spec"
)

// rowInput is a matrix: a thread loads columns of a row of it. It holds the names of what the thread loads.
type rowInput struct {
	array
	pitch   string // a parameter of the kernel
	row     string // the address of the thread's row
	from    string // what names of the address of a batch start with
	vectors string // the same batch by 16 bytes
}

func rowInputs(s spec.Spec) (all []rowInput) {
	inputs := inputsOf(s, 0)
	for i, in := range inputs {
		r := rowInput{in, "pitch", "row", "from", "vectors"}
		if s.Map != nil {
			r.pitch, r.row = in.name+"_pitch", in.name
		}
		if i > 0 {
			r.from = in.name + "_from"
		}
		if len(inputs) > 1 {
			r.vectors = in.name + "_vectors"
		}
		all = append(all, r)
	}
	return all
}

// loadFunctions adds the functions that load a vector of an input. As each is loaded once, the first says so, of one
// input; of several, one may have a row for all. On an H100, sums of 4096 rows of 768 bfloat16 take 3.87 µs, 4.11
// without, of 1000 float32 7.08 and 7.23, of 12288 65.96 and 66.26.
func (r *rowReduce) loadFunctions(in rowInput) {
	gather(r.Program, "_gather"+in.suffix, "a row", in.piece)
	if len(r.inputs) == 1 {
		onceFunction(r.Program, in.piece)
	}
	if r.shifts() {
		r.shiftFunction(in)
	}
	if bytes := slices.Min(r.widths()); bytes < accessBytes {
		r.piecesFunction(in, bytes)
	}
}

// onceFunction adds the function that loads a vector of a row as data that passes once.
func onceFunction(p *ir.Program, in piece) {
	b := p.Build("_once", in.vector(),
		"Loads a vector of a row, which no other thread reads: caches may drop it first (.cs).")
	from, x := b.Param("from", ir.Pointer{To: in.vector(), ReadOnly: true}), b.Declare("piece", in.vector())
	b.Add(ir.Load{To: x.Words(), From: from, Order: ir.Constant})
	b.Return(x)
}

// piecesFunction adds the function that loads a vector by loads of so many bytes: 4 or 8, of words of 4.
func (r *rowReduce) piecesFunction(in rowInput, bytes int) {
	b := r.Build("_pieces"+in.suffix, in.vector(),
		fmt.Sprintf("%d elements of a row that is aligned to %d bytes.", r.Vector, bytes))
	from := b.Restrict("from", ir.Pointer{To: in.of, ReadOnly: true})
	of := ir.Type(ir.U32)
	if bytes > 4 {
		of = ir.Vector{Word: ir.U32, Words: bytes / 4}
	}
	pieces := b.Let("pieces", from.As(of))
	var words []ir.Expr
	for i := range accessBytes / bytes {
		if bytes == 4 {
			words = append(words, pieces.At(i))
		} else {
			words = append(words, pieces.At(i).Words()...)
		}
	}
	b.Return(ir.NewExpr(ir.Pack{Words: words}, in.vector()))
}

// apart is what the start of every row is a multiple of where rows lie one after the other and the first
// one is aligned, in bytes: that of a vector at most.
func (r *rowReduce) apart() int {
	bytes := accessBytes
	for _, in := range r.inputs {
		bytes = min(bytes, 1<<bits.TrailingZeros(uint(r.of.Cols()*in.of.Bits()/8)))
	}
	return bytes
}

// minPiece is the least size of loads that a vector is loaded by.
const minPiece = 4

// widths are the sizes of loads, in bytes, that a row of one length chooses from by its alignment, before it loads
// element by element. Rows that share a warp all take the same: the lanes of the others would wait. Measured on an
// H200, 4096 rows of 100 bfloat16: 16 bytes or one by one 2.26 µs, 8 bytes 1.70, either of both 1.78.
func (r *rowReduce) widths() []int {
	bytes := r.apart()
	switch {
	case r.of.Row().Aligned || r.of.Ranged() || bytes == accessBytes || bytes < minPiece ||
		slices.ContainsFunc(r.inputs, func(in rowInput) bool { return bytes <= in.of.Bits()/8 }):
		return []int{accessBytes}
	case r.Lanes < spec.WarpSize:
		return []int{bytes}
	}
	return []int{accessBytes, bytes}
}

// batchLoads is the number of loads of a thread that are in flight at once.
const batchLoads = 8

// batch is the number of rounds that are loaded at once.
func (r *rowReduce) batch() int {
	n := map[int]int{1: batchLoads, 2: batchLoads / 2, 3: batchLoads / 4}[len(r.inputs)]
	if r.Blocks > 1 && r.Vector >= 8 { // each thread stands for several, with as many accumulators; measured on an H200
		n /= 2
	}
	return n
}

// lastBatch is the round with which the last batch begins.
func (r *rowReduce) lastBatch() int { return (r.Rounds - 1) / r.batch() * r.batch() }

// has is how much of the last of some rounds there is: the threads with a whole vector, and the elements of the next
// one.
func (r *rowReduce) has(first, count int) (full, rest int) {
	if first+count < r.Rounds {
		return r.Row.Threads, 0
	}
	left := r.of.Cols() - (r.Rounds-1)*r.Accumulators()
	return left / r.Vector, left % r.Vector
}

// rowLoads says how vectors are loaded.
func (r *rowReduce) rowLoads() string {
	if r.of.Row().Aligned {
		return "16 bytes at once"
	}
	if r.shifts() {
		return "16 bytes at once; where the row is not aligned, from two aligned vectors, and at its ends element by " +
			"element"
	}
	widths := r.widths()
	at := fmt.Sprintf("%d bytes at once where the row is aligned", widths[0])
	if len(widths) > 1 {
		at = fmt.Sprintf("%d or %d bytes at once as the row is aligned", widths[0], widths[1])
	}
	return at + ", else element by element"
}

// rounds names some rounds.
func rounds(first, count int) string {
	if count > 1 {
		return fmt.Sprintf("Rounds %d to %d", first, first+count-1)
	}
	return fmt.Sprintf("Round %d", first)
}

// vectorLoad is the load of a thread's vector of a round.
type vectorLoad struct {
	in       rowInput
	to, from ir.Expr   // what it is loaded to, and the address of the vector of round 0 of these loads
	round    int       // behind that one
	has      []ir.Expr // a condition, where not every thread has the vector
	inside   []ir.Expr // a condition, where not every thread that has it may load it as two
	ends     bool      // no thread may
}

// vectors appends some loads: by vectors, or as the row is aligned.
func (t *rowThread) vectors(loads []vectorLoad) {
	if len(loads) == 0 {
		return
	}
	set := func(l vectorLoad, value ir.Expr) {
		if l.has == nil {
			t.b.Set(l.to, value)
			return
		}
		t.b.IfIn(ir.OneLine, l.has[0], func() { t.b.Set(l.to, value) })
	}
	var ways []func()
	var when []ir.Expr
	for _, bytes := range t.widths() {
		if !t.of.Row().Aligned {
			when = append(when, ir.AllAligned(t.rows, bytes))
		}
		ways = append(ways, func() {
			var by ir.Expr
			for i, l := range loads {
				switch {
				case bytes < accessBytes:
					set(l, t.Call("_pieces"+l.in.suffix, l.from.Plus(l.round*t.Accumulators())))
					continue
				case i == 0 || loads[i-1].in.name != l.in.name:
					by = t.b.Let(l.in.vectors, l.from.As(l.in.vector()))
				}
				if len(t.inputs) > 1 {
					set(l, by.At(l.round*t.Row.Threads))
				} else {
					set(l, t.Call("_once", by.Plus(l.round*t.Row.Threads)))
				}
			}
		})
	}
	single := func(l vectorLoad) ir.Expr {
		return t.Call("_gather"+l.in.suffix, l.from.Plus(l.round*t.Accumulators()))
	}
	if t.shifts() && slices.ContainsFunc(loads, func(l vectorLoad) bool { return !l.ends }) {
		w, s := t.shifted(loads, set, single)
		when, ways = append(when, w...), append(ways, s...)
	} else if when != nil {
		ways = append(ways, func() {
			for _, l := range loads {
				set(l, single(l))
			}
		})
	}
	chain(t.b, when, ways)
}

// chain appends a choice: the first way with a condition that holds. The last way has no condition.
func chain(b *ir.Builder, when []ir.Expr, ways []func()) {
	switch len(when) {
	case 0: // of its own, as names of another batch may be the same
		b.Scope(ways[0])
		return
	case 1:
		b.IfElse(when[0], ways[0], ways[1])
		return
	}
	b.IfElse(when[0], ways[0], func() {
		chain(b, when[1:], ways[1:])
		b.Lay(ir.ElseIf)
	})
}

// A vector of a row that is not aligned to 16 bytes lies in two neighbouring vectors of memory that are. It is loaded
// as these two and shifted; the L1 cache most often has one of them. That reads bytes before and behind the vector, so
// those at the ends of a row are loaded element by element. Which registers the vector is in is the same for a whole
// row: a branch on the row's address decides it once. Measured on an H200: the maximum of 4096 rows of 50,257 bfloat16
// at 4355 GB/s with the bounds of [rowReduce.leastBlocks], 3589 element by element.

// shifts reports whether vectors that are not aligned are loaded as two that are. Their elements share 32-bit
// registers, and their rows begin at elements to which no load of several elements is aligned. Where several rows
// share a block, or a row has several inputs, each may be aligned differently.
func (r *rowReduce) shifts() bool {
	return !r.of.Row().Aligned && r.Rows == 1 && len(r.inputs) == 1 && r.inputs[0].fraction() > 1 &&
		(r.of.Ranged() || r.apart() < minPiece)
}

// reach is how many columns from the first of a vector on may be read with it.
func (r *rowReduce) reach() int { return 2*r.Vector - 1 }

// inside adds the condition that a thread's vector of a round can be loaded as two, of threads that have the vector. In
// a loop, column is what is added to the number.
func (t *rowThread) inside(l *vectorLoad, column []ir.Expr, round, have int) {
	at := round * t.Accumulators()
	left := t.of.Cols() - at - t.reach()
	if column != nil {
		behind := t.of.Cols() - t.lastBatch()*t.Accumulators() // the loop
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
	b.Return(ir.NewExpr(ir.Pack{Words: shifted}, vector))
}
