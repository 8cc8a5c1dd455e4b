package cuda

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/gen/internal/contract"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/internal/spelling"
	"github.com/shflgen/shflgen/spec"
)

// grids prints a kernel that reduces an array, which [lower.GridReduce] makes: the text of its primitives and networks,
// and what the kernels promise.
type grids struct {
	*printer
	network.Grid
	of   spec.Spec // the array
	name string    // of the kernel
	row  *rows     // makes of inputs what is combined
}

// gridFile is the file of an array's kernel.
func gridFile(n *network.Network, users Users) (*file, error) {
	s := n.Spec
	g := &grids{
		printer: newAlone(network.Alone(s)), Grid: *n.Grid,
		of: s, name: s.FileName(),
	}
	g.row = &rows{printer: g.printer, of: s, name: g.name, inputs: inputsOf(s)}
	g.callsOnce(s, g.name)
	f := &file{Header: s.Header(), Guard: s.Guard(), Parameters: contract.Parameters(s), Includes: headers(s.InType())}
	if err := g.row.put(f, n, []*network.Network{n.Grid.Across, n.Grid.Places}, "block", users); err != nil {
		return nil, err
	}
	if err := g.promises(f); err != nil {
		return nil, err
	}
	f.Host = g.host(f.function)
	return f, g.err
}

// workspace is the size of the workspace in bytes.
func (g *grids) workspace() int { return g.of.GridLaunch().Workspace }

// promises says what the kernels do, and how they are launched.
func (g *grids) promises(f *file) error {
	f.Frame, f.Type = `extern "C" __global__`, fmt.Sprintf("void __launch_bounds__(%d, 2)", g.Threads)
	stored := "the result is *out."
	if g.of.HasLane() {
		stored = "the element is *out, and its number *idx, -1 of none."
	}
	algebra, err := contract.Algebra(g.of)
	if err != nil {
		return fmt.Errorf("cuda: %w", err)
	}
	promise := append(contract.Gives(g.of, ""), fmt.Sprintf("%s, 0 to 2^40, of any alignment; %s", g.lengths(), stored))
	f.Contract = slices.Concat(promise, g.launches(f.Params), []string{""}, algebra)
	for i := range f.After {
		after := &f.After[i]
		after.Frame = f.Frame
		if strings.HasSuffix(after.Name, "_chunks") {
			after.Contract, after.Type = g.promiseOfChunks(), fmt.Sprintf("void __launch_bounds__(%d, 1)", g.Threads)
			continue
		}
		after.Type = fmt.Sprintf("void __launch_bounds__(%d)", g.Threads)
		after.Contract = []string{
			fmt.Sprintf("The result of an array of n elements, of the results of its chunks: what %s gives of the whole array.",
				g.name),
			fmt.Sprintf("Launch: one block of %d threads.", g.Threads),
		}
	}
	return nil
}

// names are the arrays.
func (g *grids) names() (all []string) {
	for _, in := range g.row.inputs {
		all = append(all, in.matrix)
	}
	return all
}

// lengths says how many elements there are.
func (g *grids) lengths() string {
	if len(g.row.inputs) > 1 {
		return g.listed() + " have n elements each"
	}
	return g.listed() + " has n elements"
}

// listed are the names of the arrays in a sentence.
func (g *grids) listed() string { return spelling.List(g.names()) }

// launches says how the kernel is launched.
func (g *grids) launches(ps params) []string {
	var args []string
	for _, p := range ps {
		args = append(args, p.name)
	}
	return []string{
		fmt.Sprintf("Launch: any number of blocks of %d threads, %s<<<blocks, %[1]d>>>(%[3]s). The number", g.Threads, g.name,
			strings.Join(args, ", ")),
		fmt.Sprintf("of blocks does not change the result; those beyond %d, or beyond ceil(n / %d), have nothing to do.",
			g.Chunks, g.Accumulators()*g.Rounds),
		fmt.Sprintf("workspace: %d bytes of global memory, aligned to 8 and zero "+
			"before the first launch; every launch leaves", g.workspace()),
		"them zero. Launches that may run at the same time need one each.",
	}
}

// promiseOfChunks says what the kernel of some chunks does.
func (g *grids) promiseOfChunks() []string {
	of, spread, holds := "an array of n elements", "an array that is", "holds"
	if len(g.row.inputs) > 1 {
		of, spread, holds = "arrays of n elements", "arrays that are", "hold"
	}
	return []string{
		fmt.Sprintf("The results of some chunks of %s, for %s spread over devices. out has %d", of, spread, g.Chunks),
		fmt.Sprintf("elements; out[c] receives the result of chunk c, for from <= c < "+
			"to. A chunk has %d * max(%d, ceil(n / %d))", g.Accumulators(), g.Rounds, g.Accumulators()*g.Chunks),
		fmt.Sprintf("elements, the last one what is left; up to %d elements are one "+
			"chunk. %s %s the elements of these chunks", g.Accumulators()*g.Alone, g.listed(), holds),
		"only, from the first of chunk `from` on.",
		fmt.Sprintf("Launch: any number of blocks of %d threads; more than to - from have nothing to do.", g.Threads),
	}
}
