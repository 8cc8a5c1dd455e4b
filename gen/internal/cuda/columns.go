package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/contract"
)

// promiseOfColumns says what the kernel of columns does, and how it is launched.
func (r *kernel) promiseOfColumns() []string {
	of, g := r.of.ColumnLaunch(), r.grid
	lines := append(contract.Gives(r.of, ""), fmt.Sprintf("Row r is %s[r * cols] to %[1]s[r * cols + cols - 1], of any "+
		"alignment; the result of column c is out[c].", r.names()[0]))
	return append(append(lines, contract.OtherRows(r.of)...),
		fmt.Sprintf("Launch: at least tiles * chunks blocks of %d threads, where tiles = ceil(cols / %d) and chunks =",
			of.Threads, of.Tile),
		fmt.Sprintf("max(1, ceil(rows / size)) with size = %d * max(%d, min(%d, ceil(rows / %d)), ceil(rows / %d)). More",
			g.Accumulators(), g.Rounds, g.Most, g.Accumulators()*g.Few, g.Accumulators()*g.Chunks),
		"blocks have nothing to do.",
		fmt.Sprintf("workspace: tiles * %d bytes of global memory, aligned to 8. The first 4 bytes of each %[1]d are zero",
			of.Workspace),
		"before the first launch, and after every one. Launches that may run at the same time need one each.")
}
