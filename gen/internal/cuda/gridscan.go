package cuda

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/gen/internal/contract"
	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// gridScan prints a kernel that scans an array, which [lower.GridScan] makes: the text of its primitives, and what the
// kernel promises.
type gridScan struct {
	*printer
	spec.ScanOrder
	of   spec.Spec
	name string // of the kernel
	none expr   // what changes nothing, of what is combined
	row  *rows  // makes elements of the inputs
}

// scanFile is the file of the kernel of a scan.
func scanFile(n *network.Network, users Users) (*file, error) {
	s := n.Spec
	g := &gridScan{
		printer:   newAlone(network.Alone(s)),
		ScanOrder: s.ScanOrder(), of: s, name: s.FileName(),
	}
	g.row = &rows{printer: g.printer, of: s, name: g.name, inputs: inputsOf(s)}
	f := &file{Header: s.Header(), Guard: s.Guard(), Parameters: contract.Parameters(s), Includes: headers(s.InType())}
	algebra, err := contract.Algebra(s)
	if err != nil {
		return nil, fmt.Errorf("cuda: %w", err)
	}
	combining, err := g.combining(users)
	if err != nil {
		return nil, err
	}
	p := &program{problem: g.problem, none: g.none}
	p.put(f, n.Program, func(primitive *ir.Func) []string {
		switch strings.TrimPrefix(primitive.Name, g.name) {
		case "_op":
			return combining
		case "_key", "_unkey":
			return []string{g.coding.encode, g.coding.decode}
		case "_widen":
			return []string{g.row.widenHelper()}
		case "_map":
			return g.mapping()
		}
		g.report("no text of %s", primitive.Name)
		return nil
	})
	f.Contract = append(append(g.promise(), ""), algebra...)
	f.Frame = `extern "C" __global__`
	f.Type = fmt.Sprintf("void __launch_bounds__(%d, %d)", g.Threads(), scanThreads/g.Threads())
	f.Host = g.host(f.function)
	return f, g.err
}

// mapping is the function of a map of the table. Those of users stand before the op.
func (g *gridScan) mapping() []string {
	if g.of.Map.User() {
		return nil
	}
	all, err := g.row.mapHelpers()
	if err != nil {
		g.report("%w", err)
	}
	return all
}

// combining are the functions of the op, and of what changes nothing.
func (g *gridScan) combining(users Users) ([]string, error) {
	all, err := userFunctions(g.of, users)
	if g.none = g.identity; g.of.User != nil {
		return all, err
	}
	all = append(all, g.opFunction())
	if h := g.noneFunction(); h != "" {
		all = append(all, h)
	}
	return all, err
}

// opFunction makes the op a function, and returns it.
func (g *gridScan) opFunction() string {
	if g.opHelper != "" {
		return g.opHelper
	}
	h := helper{
		does: fmt.Sprintf("The %s of a and b.", g.of.Op), result: g.ctype.name, name: g.name + "_op",
		params: fmt.Sprintf("%s a, %[1]s b", g.ctype.name),
		body:   lines(fmt.Sprintf("return %s;", g.op(term("a"), term("b")))),
	}
	g.op = calling(h.name)
	return h.String()
}

// noneFunction is what changes nothing, of floats: a function with inline PTX that hides the constant: see
// [printer.withIdentity].
func (g *gridScan) noneFunction() string {
	if !isIdentityLocal(g.combined) {
		return ""
	}
	g.identityOf, g.none = &g.combined, call(g.name+"_none")
	steps := g.withIdentity(nil)
	return helper{
		does: steps[0].Title, result: g.ctype.name, name: g.name + "_none",
		body: lines(append(steps[0].Lines, "return identity;")...),
	}.String()
}

// scanThreads is the number of threads that a multiprocessor has at least, so that none spills. Measured on an H200.
const scanThreads = 1024

// promise says what the kernel does and how it is launched.
func (g *gridScan) promise() []string {
	return append(contract.Gives(g.of, ""),
		g.arrays()+" and out have n elements each, 0 to 2^40, of any alignment. They do not overlap.",
		fmt.Sprintf("Launch: %s<<<blocks, %d>>>(%s, n, out, workspace), with at least t = ceil(n / %d) blocks, "+
			"and at least one. More", g.name, g.Threads(), g.arrays(), g.Tile()),
		"do nothing; fewer end in a trap.",
		fmt.Sprintf("workspace: 16 + %d * w words of 64 bits of global memory, where w = t + t/32 + t/1024 + …, "+
			"each rounded down; aligned to 8", 2*g.of.ScanWords()),
		"and zero before the first launch. It serves launches of any n that it is large enough for, "+
			"one after the other; launches",
		"that may run at the same time, and programmatic dependent launches, need one each.")
}

// arrays are the arrays that the kernel reads, in a sentence.
func (g *gridScan) arrays() string {
	if g.of.Map == nil {
		return "in"
	}
	var all []string
	for _, in := range g.row.inputs {
		all = append(all, in.matrix)
	}
	return strings.Join(all, ", ")
}
