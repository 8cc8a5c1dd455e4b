package lower

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// colReduce lowers the reduction of the columns of a matrix. A block takes one chunk of the rows of a tile of columns.
// Each of its warps has some accumulators of all columns of the tile, a lane some columns; then the warps combine what
// they have. The block of a tile that begins last combines the results of the chunks in the same way, where a chunk
// stands for an accumulator.
type colReduce struct {
	*gridReduce
	ofLane int     // columns of a lane
	held   ir.Type // these
}

// The shape of a block. Warps times accumulators are those of a chunk.
const (
	colWarps        = 8
	colAccumulators = spec.ColumnChunks / colWarps // of a warp
	colBatch        = 2                            // rounds that are loaded at once, of one matrix
)

// tile is how many columns a block takes.
func (c *colReduce) tile() int { return spec.WarpSize * c.ofLane }

// record is how many words of the workspace a tile has.
func (c *colReduce) record() int { return spec.GridHeader + c.Chunks*c.tile() }

// ColReduce is the kernel of a reduction of columns of s. Its primitives are those of [GridReduce].
func ColReduce(s spec.Spec, grid network.Grid) (*ir.Program, error) {
	t := newThreads(s, s.ColumnLaunch().Threads)
	c := &colReduce{gridReduce: &gridReduce{threads: t, Grid: grid, inputs: gridInputs(s)}}
	c.Program = c.threads.program
	c.ofLane = s.ColumnLaunch().Tile / spec.WarpSize
	c.held = ir.Array{Of: c.threads.held, N: c.ofLane}
	var elements []ir.Type
	for i, in := range c.inputs {
		c.inputs[i].count, elements = c.ofLane, append(elements, in.of)
	}
	c.Primitive("_made", c.threads.held, elements...)
	c.threads.primitives()
	c.counting()
	c.leaves()
	c.rows()
	c.results()
	c.kernel()
	return c.Program, ir.Check(c.Program)
}

// nothing defines locals of accumulators that have taken in nothing: of each column of the lane.
func (c *colReduce) nothing(b *ir.Builder, none ir.Expr) (all [][]ir.Expr) {
	begin := ir.NewExpr(ir.Identity{}, c.threads.held)
	if !c.leavesOut() {
		begin = c.Call("_made", c.inputs[0].element(none.Words(), 0))
	}
	for v := range c.ofLane {
		all = append(all, b.Several(fmt.Sprintf("a%d_", v), colAccumulators, c.threads.held, &begin))
	}
	return all
}

// gives appends the tree over the accumulators of each column.
func (c *colReduce) gives(b *ir.Builder, to ir.Expr, accumulators [][]ir.Expr) {
	b.Step("Neighbouring accumulators combine.")
	for v, a := range accumulators {
		tree(b, a, c.op)
		b.Set(to.At(v), a[0])
	}
}

// leaves adds the function that leaves the result of a chunk, as a word.
func (c *colReduce) leaves() {
	b := c.Build("_leave", nil, "Leaves the result of a chunk.")
	slot, result := b.Param("slot", words), b.Param("result", c.elem)
	b.Add(ir.Store{To: slot, Words: []ir.Expr{b.Let("word", result.Bits().To(ir.U64))}})
}

// results adds the function of a thread that combines the results of chunks of its columns.
func (c *colReduce) results() {
	b := c.Build("_results", nil,
		fmt.Sprintf("A thread combines the results of its columns of up to %d chunks, as it combines rows.", colAccumulators))
	slots, count, to := b.Param("slots", words), b.Param("count", ir.I32), b.Param("to", c.held)
	b.Step("The accumulators have taken in nothing.")
	var none ir.Expr
	if !c.leavesOut() {
		none = c.absents(b)
	}
	a := c.nothing(b, none)
	b.Step("All are loaded before any is taken in.")
	var all [][]ir.Expr
	for v := range a {
		all = append(all, b.Several(fmt.Sprintf("x%d_", v), colAccumulators, ir.U64, nil))
	}
	each := func(do func(j, v int)) {
		for j := range colAccumulators {
			b.IfIn(ir.Braces, count.Greater(j), func() {
				for v := range a {
					do(j, v)
				}
			})
		}
	}
	each(func(j, v int) {
		b.Add(ir.Load{To: []ir.Expr{all[v][j]}, From: slots.Plus(j*c.tile() + v*spec.WarpSize)})
	})
	each(func(j, v int) { b.Set(a[v][j], c.heldOf(all[v][j])) })
	c.gives(b, to, a)
}

// heldOf is what is combined of the element in a word.
func (c *colReduce) heldOf(word ir.Expr) ir.Expr {
	t := ir.Number{Type: c.of.Type}
	bits := map[int]ir.Number{8: ir.U8, 16: ir.U16, 32: ir.U32, 64: ir.U64}[t.Bits()]
	e := word.To(bits).FromBits(t)
	if c.coded {
		return c.Call("_key", e)
	}
	return e
}

// colFrame builds the kernel.
type colFrame struct {
	*colReduce
	b            *ir.Builder
	parts        ir.Expr // what each warp has of each column of the tile
	lane, warp   ir.Expr
	column, cols ir.Expr
	out          ir.Expr
}

// kernel adds the frame: it shares chunks and tiles out, and stores the results.
func (c *colReduce) kernel() {
	k := &colFrame{colReduce: c, b: c.Build("", nil)}
	b := k.b
	var inputs, matrices []ir.Expr
	for _, in := range c.inputs {
		x := b.Restrict(in.name, ir.Pointer{To: in.of, ReadOnly: true})
		if inputs = append(inputs, x); !in.ofRow {
			matrices = append(matrices, x)
		}
	}
	rows := b.Param("rows", ir.U64)
	k.cols = b.Param("cols", ir.U64)
	k.out = b.Restrict("out", ir.Pointer{To: c.elem})
	workspace := b.Param("workspace", words)

	b.Step(fmt.Sprintf("The chunks, in rounds of %d rows: of at least %d rounds each, and at most %d; at most %d, as "+
		"long as these have at most %d rounds.", c.Accumulators(), c.Rounds, c.Chunks, c.Few, c.Most))
	all := b.Let("all", rows.Plus(c.Accumulators()-1).Over(c.Accumulators()))
	rounds := b.Let("rounds", all.Plus(c.Few-1).Over(c.Few))
	even := b.Let("even", all.Plus(c.Chunks-1).Over(c.Chunks))
	number := ir.U64.Int
	b.Set(rounds, rounds.Less(c.Rounds).Choose(number(c.Rounds), rounds.Less(c.Most).Choose(rounds, number(c.Most))))
	b.Set(rounds, rounds.Less(even).Choose(even, rounds))
	size := b.Let("size", rounds.Times(c.Accumulators()))
	chunks := b.Let("chunks", all.Plus(rounds).Minus(1).Over(rounds).To(ir.U32))
	b.Set(chunks, chunks.Equal(0).Choose(u(1), chunks))

	b.Step(fmt.Sprintf("The block's tile of %d columns, and its chunk.", c.tile()))
	tiles := b.Let("tiles", k.cols.Plus(c.tile()-1).Over(c.tile()).To(ir.U32))
	chunk := b.Let("chunk", ir.Block.Over(tiles.Equal(0).Choose(u(1), tiles)))
	b.If(tiles.Equal(0).Either(chunk.GreaterEqual(chunks)), b.End)
	tile := b.Let("tile", ir.Block.Minus(chunk.Times(tiles)))
	record := b.Let("record", workspace.Plus(tile.To(ir.U64).Times(c.record())))

	b.Step("The thread's columns and rows.")
	k.lane, k.warp = b.Let("lane", ir.Thread.Mod(spec.WarpSize)), b.Let("warp", ir.Thread.Over(spec.WarpSize))
	aligned := b.Let("aligned", ir.AllAligned(matrices, accessBytes).Both(k.cols.Mod(c.ofLane).Equal(0)))
	k.column = b.Let("column", tile.To(ir.U64).Times(c.tile()))
	own := b.Let("own", k.column.Plus(aligned.Choose(k.lane.Times(c.ofLane), k.lane)))
	first := b.Let("first", chunk.To(ir.U64).Times(size))
	end := b.Let("end", rows.Minus(first).Less(size).Choose(rows.Minus(first), size))
	begin := b.Let("begin", k.warp.Times(colAccumulators))
	count := b.Let("count", own.Less(k.cols).Choose(end.To(ir.I64).Minus(begin.To(ir.I64)), ir.I64.Int(0)))
	var args []ir.Expr
	for i, in := range c.inputs {
		at := first.Plus(begin)
		if !in.ofRow {
			at = at.Times(k.cols).Plus(own)
		}
		args = append(args, b.Let(in.from, inputs[i].Plus(at)))
	}
	a := b.Declare("partial", c.held)
	b.Do("_rows", append(args, k.cols, count, k.cols.Minus(own), aligned, a)...)

	b.Step("The warps combine what they have.")
	k.parts = b.Share("parts", ir.Array{Of: ir.Array{Of: c.threads.held, N: c.tile()}, N: colWarps})
	k.shows(func(column int) int { return column / c.ofLane })
	k.across(a, func(v int) ir.Expr {
		return aligned.Choose(k.lane.Times(c.ofLane).Plus(v), k.lane.Plus(v*spec.WarpSize))
	}, func(result ir.Expr) {
		slot := record.Plus(spec.GridHeader).Plus(chunk.Times(c.tile())).Plus(ir.Thread)
		b.If(chunks.Greater(1), func() { b.Do("_leave", slot, result) })
		k.store(chunks.Equal(1), result)
	})
	b.If(chunks.Equal(1), b.End)
	k.ends(record, chunks)
	b.Do("_results", record.Plus(spec.GridHeader).Plus(begin.Times(c.tile())).Plus(k.lane),
		chunks.To(ir.I32).Minus(begin.To(ir.I32)), a)
	c.Shows("", nil)
	k.shows(func(column int) int { return column % spec.WarpSize })
	k.across(a, func(v int) ir.Expr { return k.lane.Plus(v * spec.WarpSize) }, func(result ir.Expr) {
		k.store(ir.Expr{}, result)
	})
}

// ends appends that the last block of a tile goes on alone. Stores of the block's threads come before the barrier, the
// fence and the count (PTX ISA, "Release and Acquire Patterns"); in the block that counts last, their loads come after
// these.
func (k *colFrame) ends(record, chunks ir.Expr) {
	b := k.b
	b.Step("The block that ends last of those of the tile goes on. It puts the count back.")
	last := b.Share("last", ir.Bool{})
	b.Add(ir.Barrier{})
	b.IfIn(ir.Braces, ir.Thread.Equal(0), func() {
		b.Instruct(ir.Fence, nil)
		before := b.Let("before", k.Call("_begin", record))
		b.Set(last, before.Equal(chunks.Minus(1)))
		b.IfIn(ir.Braces, before.Equal(chunks.Minus(1)), func() {
			b.Instruct(ir.Fence, nil)
			b.Do("_reset", record)
		})
	})
	b.Add(ir.Barrier{})
	b.If(last.Not(), b.End)
}

// shows adds a step to the pictures: the threads read what the warps have left, which one lane of each has of a column.
func (k *colFrame) shows(lane func(column int) int) {
	title := fmt.Sprintf("Thread t of the first %d reads column t of each warp in shared memory.", k.tile())
	k.Shows(title, func(t int) (from []int) {
		for w := 0; w < colWarps && t < k.tile(); w++ {
			from = append(from, w*spec.WarpSize+lane(t))
		}
		return from
	})
}

// across appends how the warps combine what they have: thread t the column t of the tile. place is that of a thread's
// column v.
func (k *colFrame) across(a ir.Expr, place func(v int) ir.Expr, then func(result ir.Expr)) {
	b := k.b
	for v := range k.ofLane {
		b.Set(k.parts.At(k.warp, place(v)), a.At(v))
	}
	b.Add(ir.Barrier{})
	b.If(ir.Thread.Less(k.tile()), func() {
		var all []ir.Expr
		for w := range colWarps {
			all = append(all, b.Let(fmt.Sprintf("z%d", w), k.parts.At(w, ir.Thread)))
		}
		tree(b, all, k.op)
		result := all[0]
		if k.coded {
			result = k.Call("_unkey", result)
		}
		then(b.Let("result", result))
	})
}

// store appends the store of a result, where its column is there and a condition holds.
func (k *colFrame) store(cond, result ir.Expr) {
	at := k.column.Plus(ir.Thread)
	here := at.Less(k.cols)
	if !cond.None() {
		here = cond.Both(here)
	}
	k.b.If(here, func() { k.b.Set(k.out.At(at), result) })
}
