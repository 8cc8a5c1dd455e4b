package cuda

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/spec"
)

// A row may be shared by the blocks of a cluster: each combines consecutive threads of the order, and block 0
// what all have. The tree is that of one block, so the bits are, too. Below sm_90 the launch is the same, and
// the first of these blocks has the row to itself.

// bounds are the threads of a block, and of some rows how many blocks a multiprocessor has at least.
func (r *rows) bounds() string {
	if r.least == 0 {
		return fmt.Sprint(r.Block())
	}
	return fmt.Sprintf("%d, %d", r.Block(), r.least)
}

// frame is what stands before the kernel's name. Below sm_90 registers of row-apply are not bounded: some
// multiprocessors have fewer threads, and where a block has the whole row, on sm_80, the bound of a softmax of 50,257
// float32 put 4 KB of each thread into memory.
func (r *rows) frame() string {
	global, void := `extern "C" __global__`, fmt.Sprintf("void __launch_bounds__(%s)", r.bounds())
	dims := ""
	if r.Blocks > 1 {
		dims = fmt.Sprintf("__cluster_dims__(%d, 1, 1) ", r.Blocks)
	}
	switch {
	case r.of.Arch != spec.AnyArch, dims == "" && (r.least == 0 || !r.of.Pattern.Applies()):
		return global + " " + dims + void
	case r.least > 0:
		return fmt.Sprintf("%s\n#if __CUDA_ARCH__ >= %d\n%s__launch_bounds__(%s)\n"+
			"#else\n__launch_bounds__(%d)\n#endif\nvoid", global, 10*clusterArch, dims, r.bounds(), r.Block())
	}
	return fmt.Sprintf("%s\n#if __CUDA_ARCH__ >= %d\n%s\n#endif\n%s", global, 10*clusterArch, strings.TrimSpace(dims),
		void)
}
