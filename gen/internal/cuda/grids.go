package cuda

import (
	"bytes"
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
	promise := g.promises
	if s.Pattern.Columns() {
		promise = g.promiseOfColumns
	}
	if err := promise(f); err != nil {
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
			fmt.Sprintf("The result of an array of n elements, from the results of its chunks: that of %s for the whole array.",
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

// passed are the parameters of a kernel, but for the workspace, which is the launcher's; and the addresses of all.
func passed(kernel function) (declares, addresses string) {
	var declared, at []string
	for _, p := range kernel.Params {
		if p.name != "workspace" {
			declared = append(declared, strings.ReplaceAll(p.declare, "__restrict__ ", ""))
		}
		at = append(at, "(void *)&"+p.name)
	}
	return strings.Join(declared, ", "), strings.Join(at, ", ")
}

// host are the functions of C++ that launch a scan: the workspace depends on the longest array.
func (g *gridScan) host(kernel function) string {
	if !g.of.Grid().Launcher {
		return ""
	}
	nodes := "tiles"
	for level := 1; level < g.Levels; level++ {
		nodes += fmt.Sprintf(" + (tiles >> %d)", 5*level)
	}
	declares, addresses := passed(kernel)
	var out bytes.Buffer
	if err := tmpl().ExecuteTemplate(&out, "scanlauncher.cu.tmpl", map[string]any{
		"Name": g.name, "Threads": g.Threads(), "Tile": g.Tile(), "Nodes": nodes,
		"Header": 8 * spec.GridHeader, "Node": 8 * 2 * g.of.ScanWords(),
		"Declares": declares, "Addresses": addresses,
	}); err != nil {
		g.report("scanlauncher.cu.tmpl: %v", err)
	}
	return strings.TrimSpace(out.String())
}

// host are functions of C++ for the host. With parts, they cut an array. With a launcher, they launch the
// kernel with a shape from the device; their errors say which call failed and what to do.
func (g *grids) host(kernel function) string {
	declares, addresses := passed(kernel)
	values := map[string]any{
		"Name": g.name, "Threads": g.Threads, "Chunks": g.Chunks, "Workspace": g.workspace(),
		"Round": g.Accumulators(), "Rounds": g.Rounds, "Alone": g.Alone,
		"Least":    g.Accumulators() * g.Rounds, // elements of a chunk
		"Declares": declares, "Addresses": addresses,
	}
	var texts []string
	for _, text := range []struct {
		wanted bool
		name   string
	}{{g.of.Grid().Parts, "parts.cu.tmpl"}, {g.of.Grid().Launcher, "launcher.cu.tmpl"}} {
		if !text.wanted {
			continue
		}
		var out bytes.Buffer
		if err := tmpl().ExecuteTemplate(&out, text.name, values); err != nil {
			g.report("%s: %v", text.name, err)
		}
		texts = append(texts, strings.TrimSpace(out.String()))
	}
	return strings.Join(texts, "\n\n")
}

// Data that passes once is loaded and stored as such (.cs, PTX ISA "Cache Operators"): the caches then drop it first.

// streamed are the parts of an instruction that loads or stores words of so many bits: the end of its opcode, the
// words, and what they are in C++. The mode of words that are loaded is "=".
func streamed(bits int, words []string, mode string) (suffix, slots, operands string) {
	constraint := map[int]string{16: "h", 32: "r", 64: "l"}[bits]
	var of, all []string
	for i, word := range words {
		of = append(of, fmt.Sprintf("%%%d", i))
		all = append(all, fmt.Sprintf(`"%s%s"(%s)`, mode, constraint, word))
	}
	suffix, slots = fmt.Sprintf("u%d", bits), of[0]
	if len(of) > 1 {
		suffix, slots = fmt.Sprintf("v%d.%s", len(of), suffix), "{"+strings.Join(of, ", ")+"}"
	}
	return suffix, slots, strings.Join(all, ", ")
}

// loadStreamed is the statement that loads words. Data that no thread writes (.nc) may be loaded at any time: the
// compiler then moves loads as it moves its own.
func loadStreamed(bits int, words []string, from string, written bool) string {
	suffix, slots, to := streamed(bits, words, "=")
	asm, op, after := "asm", "ld.global.cs.nc", ""
	if written {
		asm, op, after = "asm volatile", "ld.global.cs", ` : "memory"`
	}
	return fmt.Sprintf(`%s("%s.%s %s, [%%%d];" : %s : "l"(%s)%s);`, asm, op, suffix, slots, len(words), to, from, after)
}
