package ptx

import (
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
)

// The result of an array is an element, and of argmin and argmax its number, too.

// firstPlace is that of the first that is a place in a chunk.
const firstPlace = 1 << 24

// index is the number of the result's element, of the number of the winner among what is claimed: in the workspace the
// place in the chunk; of the tree over chunks that of the chunk's element.
func (b *gridBlock) index(d bv.Domain, winner bv.Value) bv.Value {
	switch {
	case b.chunk != allChunks && b.chunks > 1:
		return winner
	case b.chunk != allChunks:
		return d.Extend(winner, 64, false)
	}
	var numbers []uint64
	var values []bv.Value
	for c := range b.chunks {
		first := d.Const(64, uint64(c)*uint64(b.size))
		numbers, values = append(numbers, uint64(c)), append(values, d.Int(bv.Add, first, d.Extend(b.place(d, c), 64, false)))
	}
	return bv.Among(d, winner, numbers, values)
}

// place is the place in its chunk of the result of a chunk, where that may be any.
func (b *gridBlock) place(d bv.Domain, chunk int) bv.Value {
	x, ok := bv.Fresh(d, firstPlace+chunk, 32)
	if !ok {
		panic(bv.Stop{Why: "places that may be any, in a domain without unknowns"})
	}
	return x
}

// outputs are the results and their numbers. None is stored yet.
func (b *gridBlock) outputs(d bv.Domain, n int) (all []*exec.Matrix) {
	for _, port := range b.spec.Shape().Out {
		out := &exec.Matrix{Name: "out", Unit: alignOf(port), Vector: true, ByOne: true}
		if port.Role.Number() {
			out.Name = port.Role.Name()
		}
		out.Cells = unwritten(d, port, n)
		all = append(all, out)
	}
	return all
}

// stored are the leaves of the result of the array, and its number. It is a fault that it is not stored, or in part.
func (b *gridBlock) stored(d bv.Domain, outs []*exec.Matrix) (leaves []exec.Cell, err error) {
	for i, port := range b.spec.Shape().Out {
		stored := outs[i].Row(0)
		if stored == nil {
			return nil, b.fault("no thread stores the result").Wrong()
		}
		for k := range port.Leaves() {
			at := cellOf(port, k)
			if all, _ := stored.WrittenAt(at); !all {
				return nil, b.fault("no thread stores the whole result").Wrong()
			}
			leaves = append(leaves, stored.Get(d, at))
		}
	}
	return leaves, nil
}
