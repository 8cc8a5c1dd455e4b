package lower

import (
	"fmt"
	"math/bits"

	"github.com/shflgen/shflgen/gen/internal/contract"
	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// rowFunction builds the function of a row, which combines what the threads have.
type rowFunction struct {
	*rowReduce
	b    *ir.Builder
	args []ir.Expr // of the function of a thread, before the thread
	own  ir.Expr   // the thread's number
	idx  ir.Expr   // of an op that gives a column
}

// thread is what a thread of the order has; more are more arguments.
func (f *rowFunction) thread(thread ir.Expr, more ...ir.Expr) ir.Expr {
	args := append(append([]ir.Expr(nil), f.args...), thread)
	return f.Call("_thread", append(args, more...)...)
}

// acrossThreads is what the threads of a row make of what each has.
func (f *rowFunction) acrossThreads(e ir.Expr) ir.Expr {
	switch {
	case f.Across == nil:
		return e
	case f.Across.Spec.Mask == spec.Member:
		return f.Call("_threads", ir.U32.Digits(uint64(f.Members(f.of))), e)
	}
	return f.Call("_threads", e)
}

// rowFunction adds the function.
func (r *rowReduce) rowFunction() {
	f := &rowFunction{rowReduce: r, b: r.Build("_row", r.elem, contract.Gives(r.of, "")[0], r.whoGets())}
	var cols []ir.Expr
	f.args, cols, f.own = r.params(f.b)
	f.args = append(f.args, cols...)
	if r.of.HasLane() {
		f.idx = f.b.Passed(ir.ByAddress, "idx", ir.I32)
	}
	block := func() { f.inBlock() }
	switch {
	case r.Blocks == 1:
		block()
	case r.of.Arch != spec.AnyArch:
		f.inCluster()
	default:
		f.b.Variant(clusterArch, f.inCluster, block)
	}
}

// whoGets says which thread receives a row's result.
func (r *rowReduce) whoGets() string {
	switch {
	case r.Lanes == 1:
		return "One thread has the row to itself."
	case r.Blocks > 1:
		return fmt.Sprintf("Thread 0 of the first of the %d blocks that share the row receives the result.", r.Blocks)
	}
	return fmt.Sprintf("Thread 0 of the %d that share the row receives the result.", r.Lanes)
}

// inBlock appends how the threads of one block, or fewer, combine what they have.
func (f *rowFunction) inBlock() {
	switch {
	case f.of.HasLane():
		f.winnerOf(f.Stand, f.own, f.idx, func(most, column ir.Expr) { f.gives(most, column) })
	case f.Stand == 1:
		f.b.Step("Each thread combines its columns, then the threads combine what they have.")
		f.b.Return(f.acrossThreads(f.thread(f.own)))
	default:
		f.b.Return(f.standing(f.Stand, f.own))
	}
}

// gives appends how the function ends with a winning key and its column.
func (f *rowFunction) gives(most, column ir.Expr) {
	f.b.Set(f.idx, column.To(ir.I32))
	f.b.Return(f.winner().elementOf(most))
}

// standing appends how a block combines what its threads have, where each stands for several threads of the order. The
// first one stands for the thread with number first.
func (f *rowFunction) standing(stand int, first ir.Expr) ir.Expr {
	b := f.b
	b.Step(fmt.Sprintf("Thread t does the work of threads t, t + %d, … of the order.", f.Lanes))
	var all []ir.Expr
	for k := range stand {
		at := first
		if k > 0 {
			at = first.Plus(u(k * f.Lanes))
		}
		all = append(all, b.LetAs(fmt.Sprintf("y%d", k), f.elem, f.thread(at)))
	}
	b.Step("The threads of each group combine what they have.")
	for _, y := range all {
		b.Set(y, f.acrossThreads(y))
	}
	if stand > 1 {
		b.Step("Neighbouring groups combine.")
		tree(b, all, f.both)
	}
	return all[0]
}

// rowKernel builds the kernel.
type rowKernel struct {
	*rowReduce
	b    *ir.Builder
	rows ir.Expr
}

// kernel adds the frame: it finds the row of the thread, and stores its result.
func (r *rowReduce) kernel() {
	k := &rowKernel{rowReduce: r, b: r.Build("", nil)}
	b := k.b
	var matrices, pitches []ir.Expr
	for _, in := range r.inputs {
		matrices = append(matrices, b.Restrict(in.name, ir.Pointer{To: in.of, ReadOnly: true}))
		pitches = append(pitches, b.Param(in.pitch, ir.I64))
	}
	cols := colsParam(r.of, b)
	out := b.Restrict("out", ir.Pointer{To: r.elem})
	var idx ir.Expr
	if r.of.HasLane() {
		idx = b.Restrict("idx", ir.Pointer{To: ir.I32})
	}
	k.rows = b.Param("rows", ir.I64)
	onlyInRange(r.of, b, cols)
	b.Step("The thread's row. The threads of a row return together; a shuffle waits for none that has returned.")
	row, thread := placed(b, k.Row, r.of, k.rows)
	b.Step("Its result.")
	var args []ir.Expr
	for i := range matrices {
		args = append(args, matrices[i].Plus(row.Times(pitches[i])))
	}
	args = append(append(args, cols...), thread)
	var column ir.Expr
	if r.of.HasLane() {
		column = b.Declare("column", ir.I32)
		args = append(args, column)
	}
	result := b.LetAs("result", r.elem, r.Call("_row", args...))
	store := func() {
		b.Set(out.At(row), result)
		if r.of.HasLane() {
			b.Set(idx.At(row), column)
		}
	}
	if r.Lanes == 1 {
		store()
		return
	}
	b.If(firstOf(r.Row, thread), store)
}

// firstOf is the condition that a thread is the first one of its row.
func firstOf(of network.Row, thread ir.Expr) ir.Expr {
	first := thread.Equal(u(0))
	if of.Blocks > 1 {
		first = blockOfRow(of).Equal(u(0)).Both(first)
	}
	return first
}

// onlyInRange appends how a kernel ends where the number of columns is given and out of the range of s.
func onlyInRange(s spec.Spec, b *ir.Builder, cols []ir.Expr) {
	if s.Ranged() {
		b.Step("If the number of columns is out of the range, nothing is read or written.")
		b.If(cols[0].Less(u(s.Least())).Either(cols[0].Greater(u(s.Cols()))), b.End)
	}
}

// placed appends how a thread of a kernel of rows finds its row and its number in it, and ends where there is no row.
func placed(b *ir.Builder, of network.Row, s spec.Spec, rows ir.Expr) (row, thread ir.Expr) {
	at, thread := ir.Block, ir.Thread
	switch {
	case of.Blocks > 1:
		at = ir.Block.Shr(bits.TrailingZeros(uint(of.Blocks)))
	case of.Rows > 1:
		own := ir.Thread
		if of.Lanes > 1 {
			own, thread = ir.Thread.Over(u(of.Lanes)), ir.Thread.Mod(u(of.Lanes))
		} else {
			thread = u(0)
		}
		at = ir.Block.To(ir.I64).Times(ir.I32.Int(of.Rows)).Plus(own)
	}
	row = b.LetAs("row", ir.I64, at)
	b.If(row.GreaterEqual(rows), b.End)
	if of.Blocks > 1 && s.Arch == spec.AnyArch {
		b.Variant(clusterArch, nil, func() {
			b.Step(fmt.Sprintf("Without clusters, the first of %d blocks has the row to itself.", of.Blocks))
			b.If(blockOfRow(of).Unequal(u(0)), b.End)
		})
	}
	return row, thread
}

// blockOfRow is the block's number among those that share a row.
func blockOfRow(of network.Row) ir.Expr { return ir.Block.And(u(of.Blocks - 1)) }

// inCluster appends how the blocks of a cluster combine what they have.
func (f *rowFunction) inCluster() {
	own := f.b
	words := f.elem
	if f.of.HasLane() {
		words = f.winner().key
	}
	c := &exchange{b: own, blocks: f.Blocks, thread: f.own}
	var bytes []int
	if asynchronous(words) {
		bytes = []int{f.bytesOf(words)}
	}
	first, come := c.begins(f.Row.Threads, func() ir.Expr { return c.block.Equal(u(0)).Both(f.own.Equal(u(0))) }, bytes...)
	stand := f.Stand / f.Blocks
	if !f.of.HasLane() {
		y := f.standing(stand, first)
		f.leaves(c, come, []leftPart{{name: "parts", value: y}}, func(all []leftPart) {
			z := partsOf(own, all[0].array, f.Blocks)
			tree(own, z, f.both)
			own.Set(y, z[0])
		})
		own.Return(y)
		return
	}
	f.winnerOf(stand, first, f.idx, func(most, column ir.Expr) {
		least := own.Let("least", column)
		f.leaves(c, come, []leftPart{{name: "parts", value: most}, {name: "columns", value: least}},
			func(all []leftPart) {
				own.Set(most, all[0].array.At(0))
				own.Set(least, all[1].array.At(0))
				for k := 1; k < f.Blocks; k++ {
					own.Do("_better", most, least, all[0].array.At(k), all[1].array.At(k))
				}
			})
		f.gives(most, least)
	})
}

// asynchronous reports whether values of a type are stored asynchronously.
func asynchronous(t ir.Type) bool {
	n, ok := t.(ir.Number)
	return ok && n.Bits() >= 32
}

// bytesOf are the bytes that a block stores asynchronously.
func (f *rowFunction) bytesOf(t ir.Type) int {
	n := t.(ir.Number).Bits() / 8
	if f.of.HasLane() {
		n += 4
	}
	return n
}

// leaves appends how thread 0 of each block leaves parts for block 0, where thread 0 combines them.
func (f *rowFunction) leaves(c *exchange, come ir.Expr, parts []leftPart, combine func([]leftPart)) {
	b := f.b
	b.Step("Thread 0 of each block leaves its part in the shared memory of block 0, once all have begun.")
	c.sends(false, f.own.Equal(u(0)), u(0), come, parts)
	if !come.None() {
		b.If(c.block.Equal(u(0)), func() { b.Instruct(ir.CountWait, nil, come) })
	} else {
		b.Instruct(ir.ClusterArrive, nil)
		b.Instruct(ir.ClusterWait, nil)
	}
	b.Step("Thread 0 of block 0 combines the parts, neighbours first.")
	b.IfIn(ir.Braces, c.block.Equal(u(0)).Both(f.own.Equal(u(0))), func() { combine(parts) })
}
