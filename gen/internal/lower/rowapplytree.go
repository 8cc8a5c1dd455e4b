package lower

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/spec"
)

// shuffled appends a butterfly of values over the lanes of a warp that share a row, where others may be aligned
// differently: of the distances from first to before end.
func (r *rowApply) shuffled(b *ir.Builder, all []ir.Expr, op func(a, b ir.Expr) ir.Expr, first, end int) {
	part := 0
	if r.Lanes < spec.WarpSize {
		part = r.Lanes
	}
	for d := first; d < end; d *= 2 {
		for _, x := range all {
			b.Set(x, op(x, x.FromPart(part, ir.Across, d)))
		}
	}
}

// starts shows that a reduction starts. Then the lanes of a warp that share the row combine, as [rowApply.shuffled] has
// it.
func (r *rowApply) starts(title string) {
	r.exchanges = append(r.exchanges, ir.Exchange{Title: title})
	r.butterfly(r.stride())
}

// butterfly shows the distances up to before end.
func (r *rowApply) butterfly(end int) {
	for d := 1; d < end; d *= 2 {
		r.exchanges = append(r.exchanges, ir.Exchange{
			Title: fmt.Sprintf("Distance %d: thread i and thread i^%d combine.", d, d),
			From:  func(t int) []int { return []int{t, t ^ d} },
		})
	}
}

// tree adds the function that combines the accumulators of a warp: those of a run first, then the lanes, then the runs.
// While the lanes combine, each pair of them may share the runs: a lane goes on with half of what both have. 8 runs of
// 32 lanes so take 12 shuffles in place of 40, and 4 runs 8 in place of 20. Measured on an H200, four functions of five
// odd numbers of float32 columns from 123 to 777: 4 runs take 0.99 of the time in the mean, layer norm x 123 0.95, at
// most 1.04. Rows of several warps gain nothing: on an H100, 8192 rows of 50,257 float32, softmax took 1116 µs and
// 1123 shared, RMS norm 1132 and 1136.
func (r *rowApply) tree() {
	b := r.Build("_tree", ir.F32,
		"The tree over the accumulators of the lanes of a warp that share a row: a lane's runs of "+
			"neighbours, the lanes, the runs.")
	a := b.Param("a", r.floats())
	if r.neighbours() {
		r.treeOfRuns(b, a, r.Vector)
		b.Return(a.At(0))
		return
	}
	run := b.Param("run", ir.U32)
	when := []ir.Expr{run.Equal(u(r.Vector))}
	ways := []func(){func() { r.treeOfRuns(b, a, r.Vector) }}
	words := func() { r.treeOfRuns(b, a, r.in.fraction()) }
	switch {
	case r.shifts:
		odd := b.Param("odd", ir.U32)
		ways = append(ways, func() {
			r.rotates(b, a, odd)
			words()
		})
	case r.singles:
		when = append(when, run.Equal(u(r.in.fraction())))
		ways = append(ways, words, func() { r.treeOfRuns(b, a, 1) })
	default:
		ways = append(ways, words)
	}
	chain(b, when, ways)
	b.Return(a.At(0))
}

// treeOfRuns appends the tree over runs of some accumulators. Runs of one are shared.
func (r *rowApply) treeOfRuns(b *ir.Builder, a ir.Expr, run int) {
	var runs []ir.Expr
	for v := 0; v < r.Vector; v += run {
		own := a.Elements()[v : v+run]
		tree(b, own, r.combined)
		runs = append(runs, own[0])
	}
	shared := 1 // lanes that share the runs
	for ; r.sharesRuns() && run == 1 && len(runs) > 1; shared *= 2 {
		var left []ir.Expr
		for i := 0; i < len(runs); i += 2 {
			b.Set(runs[i], r.Call("_share", runs[i], runs[i+1], u(shared)))
			left = append(left, runs[i])
		}
		runs = left
	}
	r.shuffled(b, runs, r.combined, shared, r.stride())
	r.shuffled(b, runs, r.combined, 1, shared)
	tree(b, runs, r.combined)
}

// share adds the function that combines what two lanes have of two values, one value in each lane.
func (r *rowApply) share() {
	b := r.Build("_share", ir.F32,
		"The combination of this lane and the one at distance d: of a in the lower lane, of b in "+
			"the other.")
	x, y, d := b.Param("a", ir.F32), b.Param("b", ir.F32), b.Param("d", ir.U32)
	upper := b.Let("upper", ir.Thread.And(d).Unequal(u(0)))
	own := b.Let("own", upper.Choose(y, x))
	other := b.Beside("other", upper.Choose(x, y).From(ir.Across, d))
	b.Return(r.combined(own, other))
}

// across adds the function that combines what the warps of a row have through shared memory, which each call has its
// own of. Every thread gets the result. A maximum combines the lanes of a warp first. begun says whether the blocks
// that share the row know that all have begun.
func (r *rowApply) across(suffix string, most bool, stand int, begun bool) {
	does := "The tree over the sums of a row's warps, in every thread."
	if most {
		does = "The maximum over a row's threads, in every thread."
	}
	b := r.Build(suffix, ir.F32, does)
	var own []ir.Expr
	op := r.combined
	if most {
		own = []ir.Expr{b.Param("t", ir.F32)}
		op = func(x, y ir.Expr) ir.Expr { return r.Call("_most", x, y) }
		r.shuffled(b, own, op, 1, r.stride())
	} else {
		own = b.Param("t", ir.Array{Of: ir.F32, N: stand}).Elements()
	}
	warps := r.Lanes / spec.WarpSize
	if warps <= 1 {
		b.Param("", ir.U32) // the thread
		tree(b, own, op)
		b.Return(own[0])
		return
	}
	thread, all := b.Param("thread", ir.U32), warps*stand
	slots := b.Share("warps", ir.Array{Of: ir.F32, N: max(all, spec.WarpSize)})
	b.IfIn(ir.Braces, thread.Mod(u(spec.WarpSize)).Equal(u(0)), func() {
		for k, x := range own {
			b.Set(slots.At(ir.I32.Int(k*warps).Plus(thread.Over(u(spec.WarpSize)))), x)
		}
	})
	b.Add(ir.Barrier{})
	var read []ir.Expr
	lanes := min(all, spec.WarpSize)
	for q := 0; q*spec.WarpSize < all; q++ {
		at := ir.I32.Int(q * spec.WarpSize).Plus(thread.Mod(u(lanes)))
		read = append(read, b.Let(fmt.Sprintf("y%d", q), slots.At(at)))
	}
	r.shuffled(b, read, op, 1, lanes)
	r.exchanges = append(r.exchanges, ir.Exchange{
		Title: "Each thread reads what the first lane of a warp has left in shared memory.",
		From: func(t int) (from []int) {
			for slot := t % lanes; slot < all; slot += lanes {
				from = append(from, slot%warps*spec.WarpSize)
			}
			return from
		}})
	r.butterfly(lanes)
	tree(b, read, op)
	if r.blocks > 1 {
		read = r.acrossBlocks(b, thread, read[0], op, begun)
	}
	b.Return(read[0])
}

// acrossBlocks appends how every thread combines what the blocks have: thread t of each block stores it in the shared
// memory of block t.
func (r *rowApply) acrossBlocks(b *ir.Builder, thread, own ir.Expr, op func(x, y ir.Expr) ir.Expr,
	begun bool) []ir.Expr {
	c := exchange{b: b, blocks: r.blocks, thread: thread, block: b.Param("block", ir.U32)}
	come := b.Param("come", ir.Pointer{To: ir.U64})
	parts := []leftPart{{name: "parts", value: own}}
	c.sends(begun, thread.Less(u(r.blocks)), thread, come, parts)
	b.Instruct(ir.CountWait, nil, come)
	z := partsOf(b, parts[0].array, r.blocks)
	tree(b, z, op)
	return z
}

// sharesRuns reports whether lanes share runs of single elements.
func (r *rowApply) sharesRuns() bool { return r.singles || r.splits && r.in.fraction() == 1 }
