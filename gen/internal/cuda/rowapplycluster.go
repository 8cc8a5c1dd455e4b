package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen"
)

// A long row is shared by the blocks of a cluster, each of which keeps its part of it in registers: then a
// multiprocessor has parts of several rows, and loads one while it computes another. The tree is that of
// one block, so the bits are, too. Below sm_90 the first of these blocks has the row to itself.

// begins is the step in which a block finds which part of the row it has.
func (r *rowApply) begins() step {
	return step{
		Title: fmt.Sprintf("The block's number among the %d of the row, and the first thread of the order that this one stands for.", r.blocks),
		Lines: append(clusterBegins(r.blocks), fmt.Sprintf("unsigned first = block * %du + thread;", r.Threads/r.blocks)),
	}
}

// place are the arguments that say where a thread is.
func (r *rowApply) place() string {
	if r.blocks > 1 {
		return "thread, block"
	}
	return "thread"
}

// acrossBlocks are the statements by which every thread combines what the blocks have as y0: thread t of each
// block leaves it in the shared memory of block t.
func (r *rowApply) acrossBlocks(op func(a, b string) string, begun bool) []string {
	lines := leaves(r.blocks, everyBlock(r.blocks), begun, left{"float", "parts", "y0"})
	var read []string
	for k := range r.blocks {
		read = append(read, fmt.Sprintf("z%d", k))
		lines = append(lines, fmt.Sprintf("float z%d = parts[%[1]d];", k))
	}
	return append(append(lines, treeOf(op, read)...), "return z0;")
}

// clustered are the steps of a row in a cluster, or in one block where there are no clusters.
func (r *rowApply) clustered(cluster, block []step) []step {
	if r.spec.Arch != shflgen.AnyArch {
		return cluster
	}
	return either(clusterArch, cluster, block)
}

// clusteredHelpers are the functions of a row in a cluster, and of one in a block where there are no clusters.
func (r *rowApply) clusteredHelpers(block []string) []string {
	if r.spec.Arch != shflgen.AnyArch {
		return r.helpers()
	}
	return eitherHelpers(clusterArch, r.helpers(), block)
}
