package cuda

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/gen/internal/contract"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/gen/internal/ops"
	"github.com/shflgen/shflgen/spec"
)

// grids prints a kernel that gives one value for an array. A block takes whole chunks: each of its
// threads combines its elements of a chunk, then a function of a block combines what they have. The
// kernel shares the chunks out, and combines their results.
type grids struct {
	*printer
	network.Grid
	of     spec.Spec // the array
	name   string    // of the kernel
	vector vector
	absent uint64 // the bits in memory of an element that changes nothing
	batch  int    // loads of a thread that are in flight at once
	inputs []gridInput
	row    *rows  // loads the inputs, and makes of them what is combined
	first  *first // of an op that gives an index
}

// gridFile is the file of an array's kernel.
func gridFile(n *network.Network, users Users) (*file, error) {
	s := n.Spec
	g := &grids{
		printer: newPrinter(&network.Network{Spec: network.Alone(s)}, archesOf(s)), Grid: *n.Grid,
		of: s, name: s.FileName(), vector: vectorOf(s.InType()), inputs: gridInputs(s),
	}
	g.batch = map[int]int{1: rowBatch, 2: rowBatch / 2, 3: rowBatch / 4}[len(g.inputs)]
	g.row = &rows{printer: g.printer, of: s, name: g.name, inputs: inputsOf(s)}
	g.row.Vector = g.Vector
	g.callsOnce(s, g.name)
	var ok bool
	if g.absent, ok = ops.IdentityBits(g.spec.Op, s.InType()); !ok && !g.row.leavesOut() {
		g.report("no identity of %s on %s", g.spec.Op, s.InType())
	}
	f := &file{Header: s.Header(), Guard: s.Guard(), Parameters: contract.Parameters(s), Includes: headers(s.InType())}
	types, err := structsOf(s)
	if err != nil {
		return nil, err
	}
	if types != nil {
		f.Structs = types.decls
	}
	for _, n := range []*network.Network{n.Grid.Across, n.Grid.Places} {
		if n == nil {
			continue
		}
		across, err := fileOf(n, users)
		if err != nil {
			return nil, err
		}
		across.Contract = append([]string{"The threads of a block combine what each has.", ""}, contract.Gives(n.Spec, "")...)
		f.helps(across.Helpers)
		f.Plan = append(f.Plan, across.function)
	}
	if s.HasLane() {
		g.first = newFirst(s, g.printer)
	}
	if s.User != nil {
		f.Plan = append(f.Plan, g.usersThreads())
	}
	f.Plan = append(f.Plan, g.fewThread(), g.thread("_thread"))
	if f.function, err = g.kernel(); err != nil {
		return nil, err
	}
	helpers, err := g.helpersOf(users)
	if err != nil {
		return nil, err
	}
	f.helps(helpers)
	if s.Parts {
		f.Plan, f.After = append(f.Plan, g.deep().thread(deepThread)), g.parts()
	}
	f.Host = g.host(f.function)
	return f, g.err
}

// helpersOf are the functions that the steps call.
func (g *grids) helpersOf(users Users) (all []string, err error) {
	if all, err = userFunctions(g.of, users); err != nil {
		return nil, err
	}
	for _, in := range g.row.inputs {
		if h := g.row.gatherHelper(in); !slices.Contains(all, h) {
			all = append(all, h)
		}
	}
	if g.of.In != spec.AsType {
		all = append(all, g.row.widenHelper())
	}
	if g.of.Map != nil && !g.of.Map.User() {
		more, err := g.row.mapHelpers()
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	if g.opHelper != "" {
		all = append(all, g.opHelper)
	}
	if g.of.User != nil {
		all = append(append(all, g.joins()...), g.helpers...)
	}
	if g.first != nil {
		all = append(all, g.firstHelpers()...)
	}
	if g.encoded != nil {
		more, err := g.encoded.helpers()
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	return append(all, g.protocol()...), nil
}

// accumulator is the local of accumulator v of a thread.
func accumulator(v int) expr { return name(fmt.Sprintf("a%d", v)) }

// tree is the step in which the accumulators of a thread combine.
func (g *grids) tree() step {
	var lines []string
	for d := 1; d < g.vector.count; d *= 2 {
		for v := 0; v < g.vector.count; v += 2 * d {
			lines = append(lines, fmt.Sprintf("%s = %s;", accumulator(v), g.joined(fmt.Sprintf("own + %du < count", v+d), accumulator(v), accumulator(v+d))))
		}
	}
	result := accumulator(0)
	if g.encoded != nil {
		result = g.encoded.decode(result)
	}
	return step{Title: "Neighbouring accumulators combine.", Lines: append(lines, fmt.Sprintf("return %s;", result))}
}
