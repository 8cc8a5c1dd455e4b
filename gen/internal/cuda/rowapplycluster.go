package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen/spec"
)

// A long row is shared by the blocks of a cluster, each of which keeps its part of it in registers: then a
// multiprocessor has parts of several rows, and loads one while it computes another. The tree is that of
// one block, so the bits are, too. Below sm_90 the first of these blocks has the row to itself.
// place are the arguments that say where a thread is, and by which mbarrier the blocks exchange what they have.
func (r *rowApply) place(exchange int) string {
	if r.blocks > 1 {
		return fmt.Sprintf("thread, block, come + %d", exchange)
	}
	return "thread"
}

// leastBlocks is how many blocks of a cluster a multiprocessor has at least, for the compiler, where a thread has at
// most 7 vectors: 5 of 256 threads with float32, which leave 20 of 48 registers. Of 128 threads with half types 7 where
// all exponentials are kept, 6 and 8 where the row is read thrice, with a maximum and without. Measured on 8192 rows of
// 50,257 columns: on an H200, softmax of float32 806 µs, 849 with the 54 registers of the compiler's choice; on an
// H100, softmax of bfloat16 568 and 595 with 80, log-softmax 635, 673 with 96 and 675 with 72, layer norm 655 and 660
// with 71.
func (r *rowApply) leastBlocks() int {
	switch {
	case len(r.parts) > 7:
	case !r.paired() && r.Block() == 256:
		return 5
	case r.Block() != 128:
	case r.powers:
		return 7
	case r.forgets() != nil && r.fn.Peak:
		return 6
	case r.forgets() != nil:
		return 8
	}
	return 0
}

// exchanges is how often the blocks combine what they have.
func (r *rowApply) exchanges() int {
	n := len(r.fn.Sums)
	if r.fn.Peak {
		n++
	}
	return n
}

// beginsApply is the step in which a block of a cluster finds which part of the row it has, and gets ready for what
// others store.
func (r *rowApply) beginsApply() step {
	bytes := make([]int, r.exchanges())
	for i := range bytes {
		bytes[i] = asyncOf["float"].bytes
	}
	return beginsRow(r.Row, clusterExpects(r.blocks, "thread == 0u", bytes...))
}

// acrossBlocks are the statements by which every thread combines what the blocks have as y0: thread t of each
// block stores it in the shared memory of block t. begun says whether the threads know that all blocks have begun.
func (r *rowApply) acrossBlocks(op func(a, b string) string, begun bool) []string {
	lines := append(clusterSends(r.blocks, everyBlock(r.blocks), begun, left{"float", "parts", "y0"}), countWait("come"))
	return append(append(lines, combinesParts("float", r.blocks, op)...), "return z0;")
}

// clusteredHelpers are the functions of a row in a cluster, and of one in a block where there are no clusters.
func (r *rowApply) clusteredHelpers(block []string) []string {
	if r.spec.Arch != spec.AnyArch {
		return r.helpers()
	}
	return eitherHelpers(clusterArch, r.helpers(), block)
}
