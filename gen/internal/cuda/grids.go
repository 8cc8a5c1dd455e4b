package cuda

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/gen/internal/contract"
	"github.com/shflgen/shflgen/internal/spelling"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/templates"
)

// promiseOfArray says what the kernel of an array does, and how it is launched.
func (r *kernel) promiseOfArray(ps params) []string {
	stored := "the result is *out."
	if r.of.HasLane() {
		stored = "the element is *out, and its number *idx, -1 of none."
	}
	lengths := r.listed() + " has n elements"
	if len(r.inputs) > 1 {
		lengths = r.listed() + " have n elements each"
	}
	promise := append(contract.Gives(r.of, ""), fmt.Sprintf("%s, 0 to 2^40, of any alignment; %s", lengths, stored))
	return append(promise, r.launches(ps)...)
}

// promiseAfter gives the kernels that come after that of an array their frames, and what they promise.
func (r *kernel) promiseAfter(f *file) {
	g := r.grid
	for i := range f.After {
		after := &f.After[i]
		after.Frame = `extern "C" __global__`
		if strings.HasSuffix(after.Name, "_chunks") {
			after.Contract, after.Type = r.promiseOfChunks(), fmt.Sprintf("void __launch_bounds__(%d, 1)", g.Threads)
			continue
		}
		after.Type = fmt.Sprintf("void __launch_bounds__(%d)", g.Threads)
		after.Contract = []string{
			fmt.Sprintf("The result of an array of n elements, from the results of its chunks: that of %s for the whole array.",
				r.name),
			fmt.Sprintf("Launch: one block of %d threads.", g.Threads),
		}
	}
}

// names are the arrays or matrices.
func (r *kernel) names() (all []string) {
	for _, in := range r.inputs {
		if r.of.Map == nil {
			return []string{"in"}
		}
		all = append(all, in.InMemory())
	}
	return all
}

// listed are the names of the arrays in a sentence.
func (r *kernel) listed() string { return spelling.List(r.names()) }

// launches says how the kernel is launched.
func (r *kernel) launches(ps params) []string {
	g := r.grid
	var args []string
	for _, p := range ps {
		args = append(args, p.name)
	}
	return []string{
		fmt.Sprintf("Launch: any number of blocks of %d threads, %s<<<blocks, %[1]d>>>(%[3]s). The number", g.Threads, r.name,
			strings.Join(args, ", ")),
		fmt.Sprintf("of blocks does not change the result; those beyond %d, or beyond ceil(n / %d), have nothing to do.",
			g.Chunks, g.Accumulators()*g.Rounds),
		fmt.Sprintf("workspace: %d bytes of global memory, aligned to 8 and zero "+
			"before the first launch; every launch leaves", r.of.GridLaunch().Workspace),
		"them zero. Launches that may run at the same time need one each.",
	}
}

// promiseOfChunks says what the kernel of some chunks does.
func (r *kernel) promiseOfChunks() []string {
	g := r.grid
	of, spread, holds := "an array of n elements", "an array that is", "holds"
	if len(r.inputs) > 1 {
		of, spread, holds = "arrays of n elements", "arrays that are", "hold"
	}
	return []string{
		fmt.Sprintf("The results of some chunks of %s, for %s spread over devices. out has %d", of, spread, g.Chunks),
		fmt.Sprintf("elements; out[c] receives the result of chunk c, for from <= c < "+
			"to. A chunk has %d * max(%d, ceil(n / %d))", g.Accumulators(), g.Rounds, g.Accumulators()*g.Chunks),
		fmt.Sprintf("elements, the last one what is left; up to %d elements are one "+
			"chunk. %s %s the elements of these chunks", g.Accumulators()*g.Alone, r.listed(), holds),
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

// host are functions of C++ for the host. With parts, they cut an array. With a launcher, they launch the kernel with a
// shape from the device; their errors say which call failed and what to do. The workspace of a scan depends on the
// longest array.
func (r *kernel) host(of function) string {
	if !r.of.Shape().Grid() {
		return ""
	}
	declares, addresses := passed(of)
	values := map[string]any{"Name": r.name, "Declares": declares, "Addresses": addresses}
	launcher, grid := templates.Launcher, r.of.Grid()
	if r.of.Pattern.GridScan() {
		launcher = templates.ScanLauncher
		order, nodes := r.of.ScanOrder(), "tiles"
		for level := 1; level < order.Levels; level++ {
			nodes += fmt.Sprintf(" + (tiles >> %d)", 5*level)
		}
		values["Threads"], values["Tile"], values["Nodes"] = order.Threads(), order.Tile(), nodes
		values["Header"], values["Node"] = 8*spec.GridHeader, 8*2*r.of.ScanWords()
	} else {
		g := r.grid
		values["Threads"], values["Chunks"], values["Workspace"] = g.Threads, g.Chunks, r.of.GridLaunch().Workspace
		values["Round"], values["Rounds"], values["Alone"] = g.Accumulators(), g.Rounds, g.Alone
		values["Least"] = g.Accumulators() * g.Rounds // elements of a chunk
	}
	var texts []string
	if grid.Parts {
		texts = append(texts, templates.Parts)
	}
	if grid.Launcher {
		texts = append(texts, launcher)
	}
	text := strings.Join(texts, "\n\n")
	for name, value := range values {
		text = strings.ReplaceAll(text, "{{."+name+"}}", fmt.Sprint(value))
	}
	if _, after, missing := strings.Cut(text, "{{."); missing {
		r.report("internal error: a launcher has no value of the name %s", strings.SplitN(after, "}}", 2)[0])
	}
	return text
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
