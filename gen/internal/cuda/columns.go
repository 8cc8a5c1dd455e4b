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
	f.Contract = slices.Concat(contract.Gives(g.of, ""), []string{
		fmt.Sprintf("Row r is %s[r * cols] to %[1]s[r * cols + cols - 1], of any alignment; the result of column c is "+
			"out[c].", g.row.inputs[0].matrix),
	}, contract.OtherRows(g.of), []string{
		fmt.Sprintf("Launch: at least tiles * chunks blocks of %d threads, where tiles = ceil(cols / %d) and chunks =",
			of.Threads, of.Tile),
		fmt.Sprintf("max(1, ceil(rows / size)) with size = %d * max(%d, min(%d, ceil(rows / %d)), ceil(rows / %d)). More",
			g.Accumulators(), g.Rounds, g.Most, g.Accumulators()*g.Few, g.Accumulators()*g.Chunks),
		"blocks have nothing to do.",
		fmt.Sprintf("workspace: tiles * %d bytes of global memory, aligned to 8. The first 4 bytes of each %[1]d are zero",
			of.Workspace),
		"before the first launch, and after every one. Launches that may run at the same time need one each.",
	}, []string{""}, algebra)
	return nil
}
