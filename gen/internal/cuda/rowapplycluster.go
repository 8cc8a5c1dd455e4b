package cuda

import "github.com/shflgen/shflgen"

// A long row is shared by the blocks of a cluster, each of which keeps its part of it in registers: then a
// multiprocessor has parts of several rows, and loads one while it computes another. The tree is that of
// one block, so the bits are, too. Below sm_90 the first of these blocks has the row to itself.

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
	return append(append(lines, combinesParts("float", r.blocks, op)...), "return z0;")
}

// clusteredHelpers are the functions of a row in a cluster, and of one in a block where there are no clusters.
func (r *rowApply) clusteredHelpers(block []string) []string {
	if r.spec.Arch != shflgen.AnyArch {
		return r.helpers()
	}
	return eitherHelpers(clusterArch, r.helpers(), block)
}
