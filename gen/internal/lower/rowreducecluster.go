package lower

import "github.com/shflgen/shflgen/gen/internal/ir"

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

// leaves appends how thread 0 of each block leaves parts for block 0, whose thread 0 combines them.
func (f *rowFunction) leaves(c *exchange, come ir.Expr, parts []leftPart, combine func([]leftPart)) {
	b := f.b
	b.Step("Thread 0 of each block leaves its part in the shared memory of block 0, once all have begun.")
	c.sends(false, f.own.Equal(u(0)), u(0), come, parts)
	if come.Node != nil {
		b.If(c.block.Equal(u(0)), func() { b.Instruct(ir.CountWait, nil, come) })
	} else {
		b.Instruct(ir.ClusterArrive, nil)
		b.Instruct(ir.ClusterWait, nil)
	}
	b.Step("Thread 0 of block 0 combines the parts, neighbours first.")
	b.IfIn(ir.Braces, c.block.Equal(u(0)).Both(f.own.Equal(u(0))), func() { combine(parts) })
}
