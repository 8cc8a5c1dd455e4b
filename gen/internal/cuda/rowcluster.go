package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// A row may be shared by the blocks of a cluster: each combines consecutive threads of the order, and block 0
// what all have. The tree is that of one block, so the bits are, too. Below sm_90 the launch is the same, and
// the first of these blocks has the row to itself.

// frame is what stands before the kernel's name. Below sm_90, where a block has the whole row, its registers are not
// bounded: on sm_80 the bound of a softmax of 50,257 float32 put 4 KB of each thread into memory.
func (r *rows) frame() string {
	global, void := `extern "C" __global__`, fmt.Sprintf("void __launch_bounds__(%s)", r.bounds())
	if r.Blocks == 1 {
		return global + " " + void
	}
	dims := fmt.Sprintf("__cluster_dims__(%d, 1, 1)", r.Blocks)
	if r.of.Arch != spec.AnyArch {
		return global + " " + dims + " " + void
	}
	if r.least > 0 {
		return fmt.Sprintf("%s\n#if __CUDA_ARCH__ >= %d\n%s __launch_bounds__(%s)\n"+
			"#else\n__launch_bounds__(%d)\n#endif\nvoid", global, 10*clusterArch, dims, r.bounds(), r.Block())
	}
	return fmt.Sprintf("%s\n#if __CUDA_ARCH__ >= %d\n%s\n#endif\n%s", global, 10*clusterArch, dims, void)
}

// blockOfRow is the block's number among those that share the row.
func (r *rows) blockOfRow() string { return fmt.Sprintf("(blockIdx.x & %du)", r.Blocks-1) }

// alone is the step that leaves the row to one block, where there are no clusters.
func (r *rows) alone() []step {
	if r.of.Arch != spec.AnyArch {
		return nil
	}
	return []step{{
		Before: fmt.Sprintf("#if __CUDA_ARCH__ < %d", 10*clusterArch),
		Title:  fmt.Sprintf("Without clusters, the first of %d blocks has the row to itself.", r.Blocks),
		Lines:  []string{fmt.Sprintf("if (%s != 0u)", r.blockOfRow()), "    return;"},
		After:  "#endif",
	}}
}

// clustered are the steps of a row of s in a cluster, or in one block where there are no clusters.
func clustered(s spec.Spec, cluster, block []step) []step {
	if s.Arch != spec.AnyArch {
		return cluster
	}
	return either(clusterArch, cluster, block)
}

// inCluster are the steps of a row whose blocks share it.
func (r *rows) inCluster(across func(expr) expr) []step {
	own := r.standing(across, r.Stand/r.Blocks, name("first"))
	lines := append(r.combinesParts(r.Blocks), "y0 = z0;")
	return r.inBlocks(own, []left{{r.elem.name, "parts", "y0"}}, lines, "return y0;")
}

// inCluster are the steps of a row whose blocks share it.
func (f *first) inCluster(r *rows) []step {
	own := f.block(r, r.Stand/r.Blocks, name("first"), func(column string) []string {
		return []string{"unsigned least = " + column + ";"}
	})
	lines := []string{"most = parts[0];", "least = columns[0];"}
	for k := 1; k < r.Blocks; k++ {
		lines = append(lines, fmt.Sprintf("%s_better(most, least, parts[%d], columns[%[2]d]);", r.name, k))
	}
	return r.inBlocks(own, []left{{f.key.name, "parts", "most"}, {"unsigned", "columns", "least"}}, lines,
		f.ends(r, "least")...)
}

// betterHelper combines what two blocks have.
func (f *first) betterHelper(r *rows) string {
	return helper{
		does:   "key and column become those of another block, if its key wins, or is equal with a lower column.",
		result: "void", name: r.name + "_better", params: fmt.Sprintf("%s &key, unsigned &column, %[1]s other, unsigned at",
			f.key.name),
		body: lines(fmt.Sprintf("bool better = other %s key || (other == key && at < column);", f.than),
			"column = better ? at : column;", "key = better ? other : key;"),
	}.String()
}

// beginsRow is the step in which a block of a cluster finds which part of the row it has, behind the statements by
// which it begins.
func beginsRow(r network.Row, begins []string) step {
	return step{
		Title: fmt.Sprintf("The block's number among the %d of the row, and the first "+
			"thread of the order that this one stands for.", r.Blocks),
		Lines: append(begins, fmt.Sprintf("unsigned first = block * %du + thread;", r.Threads/r.Blocks)),
	}
}

// inBlocks are the steps of blocks that leave parts for block 0, the thread 0 of which combines them.
func (r *rows) inBlocks(own []step, parts []left, combine []string, ends ...string) []step {
	begins, leave := clusterBegins(r.Blocks), leaves(r.Blocks, onlyBlock0, false, parts...)
	if bytes := asyncBytes(parts); bytes > 0 {
		begins = clusterExpects(r.Blocks, "block == 0u && thread == 0u", bytes)
		leave = append(clusterSends(r.Blocks, onlyBlock0, false, parts...), "if (block == 0u)", "    "+clusterReceives)
	}
	lines := append(append([]string{"if (block == 0u && thread == 0u) {"}, indented(combine)...), "}")
	lines = append(lines, ends...)
	return append(append([]step{beginsRow(r.Row, begins)}, own...),
		step{Title: "Thread 0 of each block leaves its part in the shared memory of block 0, once all have begun.",
			Lines: leave},
		step{Title: "Thread 0 of block 0 combines the parts, neighbours first.", Lines: lines})
}
