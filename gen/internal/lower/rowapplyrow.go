package lower

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/gen/internal/contract"
	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/gen/internal/rowfn"
	"github.com/shflgen/shflgen/spec"
)

// appliedRow builds the function of a row.
type appliedRow struct {
	*rowApply
	b             *ir.Builder
	row, to       ir.Expr
	second        ir.Expr   // another row that is read: a residual, or gradients
	sums          ir.Expr   // with a residual, the row of what elements become first
	reads         []rowRead // the rows, and what is loaded with them
	beside        []ir.Expr // weights and biases
	cols          ir.Expr   // their number
	label, named  ir.Expr   // the address of the row's label, and the column that it names
	thread        ir.Expr
	aligned       ir.Expr            // that all addresses are, where code is apart
	alignedBeside ir.Expr            // those of weights and biases, by words
	values        map[string]ir.Expr // of the row, by name

	first       ir.Expr // of the threads of the order that the thread stands for
	block, come ir.Expr // in a cluster
	exchanges   int     // that were appended

	all                         ir.Expr // bits of addresses
	run, lane, front, own, mine ir.Expr // the thread's columns
	odd, edge                   ir.Expr // of words that may begin at the second one
	has                         []having
	power                       []ir.Expr   // by number of a part
	asTaken                     bool        // the results are what the thread took in, not what it becomes
	arrived                     [][]ir.Expr // weights and biases that are loaded with the row
}

// rowFunctionOf adds the function: of several ways the first is for clusters, the other for older architectures.
func rowFunctionOf(all []*rowApply) {
	r := &appliedRow{rowApply: all[0]}
	r.b = r.Build("_row", r.result(), contract.Gives(r.of, "")[0])
	r.row = r.matrixParam(r.b, "row", ir.Pointer{To: r.in.of, ReadOnly: true})
	if r.fn.Second != "" {
		r.second = r.matrixParam(r.b, r.fn.Second, ir.Pointer{To: r.in.of, ReadOnly: true})
	}
	if !r.fn.PerRow() {
		r.to = r.matrixParam(r.b, "to", ir.Pointer{To: r.in.of})
	}
	if r.fn.Residual() {
		r.sums = r.matrixParam(r.b, "h", ir.Pointer{To: r.in.of})
	}
	for _, name := range r.fn.Beside() {
		r.beside = append(r.beside, r.b.Restrict(name, ir.Pointer{To: r.in.of, ReadOnly: true}))
	}
	own := r.ownParams(r.b)
	r.cols = u(r.of.Cols())
	for _, cols := range colsParam(r.of, r.b) {
		r.cols = cols
	}
	r.thread = r.b.Param("thread", ir.U32)
	if r.splits {
		r.aligned = r.b.Param("aligned", ir.Bool{})
	}
	way := func(of *rowApply) func() {
		return func() {
			way := *r
			way.rowApply, way.values = of, map[string]ir.Expr{}
			if r.fn.Eps {
				way.values["eps"] = own[0]
			}
			if r.fn.Picks {
				way.label = own[len(own)-1]
			}
			way.build()
		}
	}
	if len(all) == 1 {
		way(r.rowApply)()
	} else {
		r.b.Variant(clusterArch, way(all[0]), way(all[1]))
	}
}

// ownParams adds the parameters of a function that belong to no column: eps, and the address of labels.
func (r *rowApply) ownParams(b *ir.Builder) (all []ir.Expr) {
	if r.fn.Eps {
		all = append(all, b.Param("eps", ir.F32))
	}
	if r.fn.Picks {
		all = append(all, b.Restrict("label", ir.Pointer{To: ir.I32, ReadOnly: true}))
	}
	return all
}

func (r *appliedRow) build() {
	b := r.b
	r.power = make([]ir.Expr, len(r.parts))
	if r.first = r.thread; r.blocks > 1 {
		r.begins()
	}
	if r.fn.Picks {
		b.Step("The column that the label of the row names.")
		r.named = b.Let("named", r.label.At(0).To(ir.U32))
	}
	runs := "The thread's columns, in runs of neighbours: the better all addresses are aligned, the longer."
	if r.neighbours() {
		runs = "The thread's columns, a vector of neighbours at once."
	}
	b.Step(runs +
		r.shifted(" Words of a row at an odd address begin at its second column; on the edge of a warp, an element is the "+
			"column before its words."))
	r.places()
	if r.keeps {
		row := "The row, a run at once."
		switch {
		case r.fn.Residual():
			row = "The row and the residual, a run at once, and what they become first."
		case r.fn.SumsBeside():
			row = "The row, its gradients and the weights, a run at once."
		case r.of.HasGrad():
			row = "The row and its gradients, a run at once."
		}
		b.Step(row +
			r.shifted(" First the columns before a warp's words, of each part by another lane."))
		r.loadsKept()
	}
	if r.early {
		whose := "an aligned row's"
		if r.byWords {
			whose = "the thread's"
		}
		b.Step("The " + strings.Join(r.fn.Beside(), " and ") + " of " + whose +
			" columns, which arrive while the sums are computed.")
		r.loadsBeside()
	}
	if r.keeps && r.fn.Residual() {
		b.Step("The elements combined with the residual, as a second result.")
		r.givesFirst(r.parts)
	}
	if r.fn.Picks {
		r.picks()
	}
	if r.fn.Peak {
		r.peak()
	}
	for i, sum := range r.fn.Sums {
		if i > 0 || r.fn.Peak {
			r.reloads()
		}
		r.sum(i, sum)
	}
	if r.fn.PerRow() {
		r.givesValue()
		return
	}
	r.reloads()
	r.gives()
}

// begins appends how a block of a cluster begins.
func (r *appliedRow) begins() {
	c := &exchange{b: r.b, blocks: r.blocks, thread: r.thread}
	exchanges := len(r.fn.Sums)
	if r.fn.Peak {
		exchanges++
	}
	bytes := make([]int, exchanges)
	for i := range bytes {
		bytes[i] = ir.F32.Bits() / 8
	}
	r.first, r.come = c.begins(r.Row.Threads, func() ir.Expr { return r.thread.Equal(u(0)) }, bytes...)
	r.block = c.block
}

// acrossThreads is what the threads of the row make of what each has.
func (r *appliedRow) acrossThreads(suffix string, own ir.Expr) ir.Expr {
	args := []ir.Expr{own, r.thread}
	if r.blocks > 1 {
		args = append(args, r.block, r.come.Plus(r.exchanges))
	}
	r.exchanges++
	return r.Call(suffix, args...)
}

// addresses are those of all that the row reads and writes.
func (r *appliedRow) addresses() []ir.Expr {
	all := []ir.Expr{r.row}
	if !r.fn.PerRow() {
		all = append(all, r.to)
	}
	if r.fn.Second != "" {
		all = append(all, r.second)
	}
	if r.fn.Residual() {
		all = append(all, r.sums)
	}
	return append(all, r.beside...)
}

// alignedTo is the condition that an address is a multiple of so many bytes.
func alignedTo(bytes int, address ir.Expr) ir.Expr { return address.And(u(bytes - 1)).Equal(u(0)) }

// wordBytes are those of a word.
const wordBytes = 4

// places appends how the thread finds its columns.
func (r *appliedRow) places() {
	b := r.b
	if r.neighbours() {
		r.own = b.Let("own", r.first.Times(u(r.Vector)))
		r.starts()
		if r.vectors {
			return
		}
		switch {
		case !r.byWords:
			r.aligned = b.Let("aligned", ir.AllAligned(r.addresses(), r.piece))
		case len(r.beside) > 0:
			r.alignedBeside = b.Let("aligned_beside", ir.AllAligned(r.beside, r.piece))
		}
		return
	}
	if !r.splits || r.singles {
		for i, at := range r.addresses() {
			if i == 0 {
				r.all = at.AddressBits()
			} else {
				r.all = r.all.Or(at.AddressBits())
			}
		}
		r.all = b.Let("all", r.all)
	}
	aligned, words := r.aligned, u(r.in.fraction())
	if !r.splits {
		aligned = alignedTo(accessBytes, r.all)
	}
	if r.singles {
		words = alignedTo(wordBytes, r.all).Choose(words, u(1))
	}
	r.run = b.Let("run", aligned.Choose(u(r.Vector), words))
	s := r.stride()
	r.lane = b.Let("lane", r.first.Mod(u(s)))
	r.front = b.Beside("front", r.first.Over(u(s)).Times(u(s*r.Vector)))
	own := r.front.Plus(r.lane.Times(r.run))
	if r.shifts {
		r.odd = b.Let("odd", r.row.AddressBits().And(u(wordBytes-1)).Unequal(u(0)).Choose(u(1), u(0)))
		r.own = b.Beside("own", own.Plus(r.odd))
		r.edge = b.Let("edge", r.isOdd().Both(r.lane.Equal(u(s-1))))
	} else {
		r.own = b.Let("own", own)
	}
	r.starts()
}

// counts defines how many elements the thread has of each part that some threads lack.
func (r *appliedRow) counts() {
	r.has = nil
	for _, p := range r.parts {
		h := r.hasFirst(u(r.Vector))
		if r.shifts {
			h.last = []ir.Expr{ir.True}
		}
		if r.partial(p) {
			left, own, columns := r.of.Cols()-p.at, r.own, r.cols
			if !r.of.Ranged() {
				columns = u(left)
			} else if p.at > 0 {
				own = own.Plus(u(p.at))
			}
			h.count = r.b.Let(fmt.Sprintf("count%d", p.number), r.Call("_count", r.withRun(own, columns)...))
			if r.shifts {
				has := r.edge.Choose(r.own.Less(u(left+r.apart()-1)), h.count.Equal(u(r.Vector)))
				h.last = []ir.Expr{r.b.Let(fmt.Sprintf("last%d", p.number), has)}
			}
		}
		r.has = append(r.has, h)
	}
}

// peak appends the maximum of the row.
func (r *appliedRow) peak() {
	b := r.b
	b.Step("The maximum of the row.")
	peak := b.Let("peak", lowest)
	r.over("The maximum of the thread's columns.", r.parts, func(p rowPart) {
		args := append([]ir.Expr{peak, r.x(p)}, r.has[p.number].args()...)
		b.Set(peak, r.Call("_peak_of", args...))
	})
	b.Step("The maximum of the threads.")
	b.Set(peak, r.acrossThreads("_peak", peak))
	r.values["peak"] = peak
}

// picks appends the element that the label of the row names: the first thread stores the result and no other needs it.
func (r *appliedRow) picks() {
	b := r.b
	b.Step("The element of that column, or NaN if there is none, in the first thread of the row.")
	element := r.row.At(r.named)
	if r.of.In() != spec.AsType {
		element = r.Call("_widen", element)
	}
	none := ir.U32.Digits(0x7fc00000).FromBits(ir.F32)
	r.values["picked"] = b.Let("picked", r.first.Equal(u(0)).Both(r.named.Less(r.cols)).Choose(element, none))
}

// withRun are arguments and the run, where that depends on the row.
func (r *appliedRow) withRun(args ...ir.Expr) []ir.Expr {
	if r.neighbours() {
		return args
	}
	return append(args, r.run)
}

// sum appends a reduction.
func (r *appliedRow) sum(i int, sum rowfn.Sum) {
	b := r.b
	var all []ir.Expr
	for k := range r.stand {
		var parts []rowPart
		for _, p := range r.parts {
			if p.group == k {
				parts = append(parts, p)
			}
		}
		b.Step("Accumulators, which take in their columns from left to right; " + r.absentWord() + " changes nothing.")
		a := b.Declare(fmt.Sprintf("a%d_%d", i, k), r.floats())
		all = append(all, a)
		if r.powers && r.of.Ranged() {
			r.declaresPowers(parts)
		}
		r.over("The thread's columns.", parts, func(p rowPart) {
			args := append([]ir.Expr{a}, r.elementsOf(sum.Of, p)...)
			for _, n := range sum.Of.Names() {
				args = append(args, r.values[n])
			}
			if r.powers {
				if !r.of.Ranged() {
					r.declaresPowers([]rowPart{p})
				}
				args = append(args, r.power[p.number])
			}
			take := takeOf(i)
			if p.number == parts[0].number {
				take = beginOf(i)
			}
			b.Do(take, append(args, r.has[p.number].args()...)...)
		})
	}
	b.Step("The tree over the accumulators of all threads.")
	var trees []ir.Expr
	for _, a := range all {
		args := r.withRun(a)
		if r.shifts {
			args = append(args, r.odd)
		}
		trees = append(trees, r.Call("_tree", args...))
	}
	t := b.Let(fmt.Sprintf("t%d", i), ir.NewExpr(ir.Pack{Words: trees}, ir.Array{Of: ir.F32, N: len(trees)}))
	r.values[sum.Name] = b.Let(sum.Name, r.acrossThreads(acrossOf(i), t))
	for _, l := range sum.Then {
		r.values[l.Name] = b.Let(l.Name, r.expr(l.Is, rowUses{values: r.values, cols: r.cols}))
	}
}
