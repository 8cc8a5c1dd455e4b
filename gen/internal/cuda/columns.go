package cuda

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/gen/internal/contract"
)

// promiseOfColumns says what the kernel of columns does, and how it is launched.
func (g *grids) promiseOfColumns(f *file) error {
	of := g.of.ColumnLaunch()
	f.Frame, f.Type = `extern "C" __global__`, fmt.Sprintf("void __launch_bounds__(%d)", of.Threads)
	algebra, err := contract.Algebra(g.of)
	if err != nil {
		return fmt.Errorf("cuda: %w", err)
	}
	size := g.Accumulators() * g.Rounds
	f.Contract = slices.Concat(contract.Gives(g.of, ""), []string{
		"Row r is in[r * cols] to in[r * cols + cols - 1], of any alignment; the result of column c is out[c].",
		fmt.Sprintf("Launch: at least tiles * chunks blocks of %d threads, where tiles = ceil(cols / %d) and chunks =", of.Threads,
			of.Tile),
		fmt.Sprintf("max(1, ceil(rows / size)) with size = max(%d, %d * ceil(rows / %d)). More blocks have nothing to do.", size,
			g.Accumulators(), g.Accumulators()*g.Chunks),
		fmt.Sprintf("workspace: tiles * %d bytes of global memory, aligned to 8; the first 4 bytes of each %[1]d are zero before",
			of.Workspace),
		"the first launch, and every launch leaves them zero. Launches that may run at the same time need one each.",
	}, []string{""}, algebra)
	return nil
}
