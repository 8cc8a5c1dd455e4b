package ptx

import (
	"fmt"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/check"
)

// An array of a few elements is combined by one block, in a form where no address depends on the number of elements.
// Then that number can be an unknown of the execution, as that of columns is in rowrange.go: one proof covers every
// length.

// fewSteps bounds the proof of every number of elements at once. Kernels of the catalogue take up to a million.
const fewSteps = 1 << 23

// Few is one block on an array of each number of elements from 1 to most, which is an unknown of the execution. An
// element is there if its number is below it, and what is read must be there on every way that leads to the load.
func (a *Array) Few(most int) (check.Subject, error) {
	o := a.spec.GridOrder()
	if most > o.Alone*o.Accumulators() {
		return nil, fmt.Errorf("%d elements may be several chunks", most)
	}
	b := a.block(most, 1, 0)
	b.total = maxBlocks
	b.spec = b.spec.OfRange(1, most)
	return b, b.executes()
}

// there are of each of so many elements the bit that the array has it.
func (b *gridBlock) there(d bv.Domain, elements int) (all []bv.Value) {
	for i := range elements {
		all = append(all, d.Int(bv.ULt, d.Const(intBits, uint64(i)), b.length))
	}
	return all
}

// elements is the number of elements that a call gives the kernel.
func (b *gridBlock) elements(c check.Call) bv.Value {
	if b.claim != nil {
		return b.claim.now.elements
	}
	if b.most > b.n {
		return b.grid.Unknown(64, "the number of elements", int64(b.n), int64(b.most))
	}
	if !b.spec.Ranged() {
		return c.Dom.Const(64, uint64(b.n))
	}
	b.length = c.Operands[0]
	return c.Dom.Extend(b.length, 64, false)
}
