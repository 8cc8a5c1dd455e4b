package ptx

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
)

// inputs are the arrays of a block with some chunks. Their memory begins with a chunk. They are those of the kernel's
// spec, also where the block's spec is of the tree alone.
func (b *gridBlock) inputs(c check.Call, own []int, begins int) (all []exec.Arg) {
	given := [][]bv.Value{c.Elements}
	if b.spec.Map != nil { // which makes the elements
		given = c.Inputs
	}
	for i, p := range b.gridKernel.spec.Shape().In {
		var elements []bv.Value
		if i < len(given) {
			elements = given[i]
		}
		all = append(all, exec.Arg{Matrix: b.input(c.Dom, p.InMemory(), p.Bits, elements, own, begins)})
	}
	return all
}

// input is the part of an array that the block works on. The memory begins with the first element of a chunk. Chunks
// without a claimed result are undefined. Where the tree over all results is claimed, a known block's elements may be
// any; those of any block are undefined, so that the tree cannot depend on them.
func (b *gridBlock) input(d bv.Domain, name string, bits int, elements []bv.Value, own []int,
	begins int) *exec.Matrix {
	if b.claim != nil {
		return b.claim.input(d, name, bits)
	}
	in := &exec.Matrix{Name: name, Unit: bits / 8, ReadOnly: true, Vector: true}
	if len(own) == 0 {
		return in
	}
	in.From = (own[0] - begins) * b.size
	if b.any > 0 {
		in.Past = b.further(b.size)
	}
	other := exec.Cell{V: d.Const(bits, 0), Def: d.Const(1, 0)}
	for i := own[0] * b.size; i < min(b.n, (own[len(own)-1]+1)*b.size); i++ {
		cell := other
		if (b.chunk == allChunks && b.any == 0 || b.chunk != noChunk && b.executed != nil) && slices.Contains(own, i/b.size) {
			x, ok := bv.Fresh(d, firstElement+b.unread, bits)
			if !ok && b.chunk == allChunks {
				panic(bv.Stop{Why: "elements that may be any, in a domain without unknowns"})
			}
			if ok {
				cell, b.unread = exec.Cell{V: x, Def: d.Const(1, 1)}, b.unread+1
			}
		}
		if k := i - b.chunk*b.size; b.chunk >= 0 && k >= 0 && k < len(elements) {
			cell = exec.Cell{V: elements[k], Def: d.Const(1, 1)}
		}
		in.Cells = append(in.Cells, cell)
	}
	if b.spec.Ranged() {
		in.Has = b.there(d, len(in.Cells))
	}
	return in
}
