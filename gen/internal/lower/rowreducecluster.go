package lower

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/ir"
)

// A row may be shared by the blocks of a cluster: each combines consecutive threads of the order, and block 0
// what all have. The tree is that of one block, so the bits are, too. Below sm_90 the launch is the same, and
// the first of these blocks has the row to itself.
//
// Blocks that share a row exchange what they have by asynchronous stores that an mbarrier counts: a barrier of the
// cluster that releases stores waits for the whole GPU's memory. Measured in one run on an H200, softmax of 8192 rows
// of 50,257 bfloat16: 599 µs, 684 by barriers of the cluster.

// clusterArch is the first architecture that has clusters, as a compute capability times ten.
const clusterArch = 90

// leftPart is what each block leaves for others, in an array.
type leftPart struct {
	name  string
	value ir.Expr
	array ir.Expr
}

// inCluster appends how the blocks of a cluster combine what they have.
func (f *rowFunction) inCluster() {
	own := f.b
	words := f.elem
	if f.of.HasLane() {
		words = f.winner().key
	}
	async := asynchronous(words)
	block, first, come := f.beginsRow(async, words)
	stand := f.Stand / f.Blocks
	if !f.of.HasLane() {
		y := f.standing(stand, first)
		f.leaves(block, come, []leftPart{{name: "parts", value: y}}, func(all []leftPart) {
			z := f.partsOf(all[0].array)
			tree(own, z, f.both)
			own.Set(y, z[0])
		})
		own.Return(y)
		return
	}
	f.winnerOf(stand, first, f.idx, func(most, column ir.Expr) {
		least := own.Let("least", column)
		f.leaves(block, come, []leftPart{{name: "parts", value: most}, {name: "columns", value: least}},
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

// partsOf are what the blocks have left, read.
func (f *rowFunction) partsOf(parts ir.Expr) (all []ir.Expr) {
	for k := range f.Blocks {
		all = append(all, f.b.LetAs(fmt.Sprintf("z%d", k), f.elem, parts.At(k)))
	}
	return all
}

// beginsRow appends how a block of a cluster finds which part of the row it has, and lets the others know that it has
// begun. In a cluster of another number of blocks, or in none, it traps.
func (f *rowFunction) beginsRow(async bool, t ir.Type) (block, first, come ir.Expr) {
	b := f.b
	b.Step(fmt.Sprintf("The block's number among the %d of the row, and the first thread of the order that this one "+
		"stands for.", f.Blocks))
	block = b.Declare("block", ir.U32)
	blocks := b.DeclareBeside("blocks", ir.U32)
	b.Instruct(ir.ClusterRank, []ir.Expr{block})
	b.Instruct(ir.ClusterBlocks, []ir.Expr{blocks})
	b.If(blocks.Unequal(u(f.Blocks)), func() { b.Add(ir.Trap{Why: "another cluster"}) })
	if async {
		come = b.Share("come", ir.Array{Of: ir.U64, N: 1})
		b.If(block.Equal(u(0)).Both(f.own.Equal(u(0))), func() {
			first := come.Plus(0)
			b.Instruct(ir.CountInit, nil, first)
			b.Instruct(ir.CountFence, nil)
			b.Instruct(ir.CountExpect, nil, first, ir.I32.Int(f.bytesOf(t)*f.Blocks))
		})
		b.Instruct(ir.ClusterBegins, nil) // nothing is released
	} else {
		b.Instruct(ir.ClusterArrive, nil)
	}
	return block, b.Let("first", block.Times(u(f.Row.Threads/f.Blocks)).Plus(f.own)), come
}

// leaves appends how thread 0 of each block leaves parts for block 0, whose thread 0 combines them.
func (f *rowFunction) leaves(block, come ir.Expr, parts []leftPart, combine func([]leftPart)) {
	b := f.b
	b.Step("Thread 0 of each block leaves its part in the shared memory of block 0, once all have begun.")
	for i, p := range parts {
		parts[i].array = b.Share(p.name, ir.Array{Of: p.value.Type, N: f.Blocks})
	}
	b.Instruct(ir.ClusterWait, nil)
	remote := func(name string, of ir.Expr) ir.Expr {
		to := b.Declare(name, ir.U64)
		b.Instruct(ir.Remote, []ir.Expr{to}, of.AddressBits(), u(0))
		return to
	}
	b.IfIn(ir.Braces, f.own.Equal(u(0)), func() {
		var there ir.Expr
		if come.Node != nil {
			there = remote("there", come)
		}
		for _, p := range parts {
			slot := remote(p.name+"_slot", p.array.At(block).Address())
			if come.Node != nil {
				b.Instruct(ir.StoreAsync, nil, slot, p.value, there)
			} else {
				b.Set(slot.As(p.value.Type).Pointed(), p.value)
			}
		}
	})
	if come.Node != nil {
		b.If(block.Equal(u(0)), func() { b.Instruct(ir.CountWait, nil, come) })
	} else {
		b.Instruct(ir.ClusterArrive, nil)
		b.Instruct(ir.ClusterWait, nil)
	}
	b.Step("Thread 0 of block 0 combines the parts, neighbours first.")
	b.IfIn(ir.Braces, block.Equal(u(0)).Both(f.own.Equal(u(0))), func() { combine(parts) })
}
