package cuda

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen/internal/contract"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/gen/internal/ops"
)

// grids prints a kernel that gives one value for an array. A block takes whole chunks: each of its
// threads combines its elements of a chunk, then a function of a block combines what they have. The
// kernel shares the chunks out, and combines their results.
type grids struct {
	*printer
	network.Grid
	of     shflgen.Spec // the array
	name   string       // of the kernel
	vector vector
	absent uint64 // the bits in memory of an element that changes nothing
	batch  int    // loads of a thread that are in flight at once
	first  *first // of an op that gives an index
}

// gridFile is the file of an array's kernel.
func gridFile(n *network.Network, op, mapped User) (*file, error) {
	s := n.Spec
	g := &grids{
		printer: newPrinter(&network.Network{Spec: network.Alone(s)}, archesOf(s)), Grid: *n.Grid,
		of: s, name: s.FileName(), vector: vectorOf(s.InType()), batch: rowBatch,
	}
	var ok bool
	if g.absent, ok = ops.IdentityBits(g.spec.Op, s.InType()); !ok {
		g.report("no identity of %s on %s", g.spec.Op, s.InType())
	}
	f := &file{Header: s.Header(), Guard: s.Guard(), Parameters: contract.Parameters(s), Includes: headers(s.InType())}
	for _, n := range []*network.Network{n.Grid.Across, n.Grid.Places} {
		if n == nil {
			continue
		}
		across, err := fileOf(n, op, mapped)
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
	f.Plan = append(f.Plan, g.thread("_thread"))
	var err error
	if f.function, err = g.kernel(); err != nil {
		return nil, err
	}
	helpers, err := g.helpersOf()
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
func (g *grids) helpersOf() (all []string, err error) {
	all = append(all, g.gatherHelper())
	if g.of.In != shflgen.AsType {
		all = append(all, (&rows{of: g.of, name: g.name}).widenHelper())
	}
	if g.opHelper != "" {
		all = append(all, g.opHelper)
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

// memory is the type of an element in memory, as CUDA spells it.
func (g *grids) memory() string { return ctypes[g.of.InType()].name }

// taken is an element of memory as it is combined.
func (g *grids) taken(e expr) expr {
	if g.of.In != shflgen.AsType {
		e = call(g.name+"_widen", e)
	}
	if g.encoded != nil {
		return g.encoded.encode(e)
	}
	return e
}

// gatherHelper loads a vector element by element.
func (g *grids) gatherHelper() string {
	words := g.vector.gather(func(i int) expr { return name("from").entry(i) }, g.vector.count, 0)
	return helper{
		does:   fmt.Sprintf("%d elements of an array that is not aligned to 16 bytes.", g.vector.count),
		result: g.vector.name, name: g.name + "_gather", params: "const " + g.memory() + " *__restrict__ from",
		body: lines(fmt.Sprintf("return %s%s;", g.vector.name, braced(words))),
	}.String()
}

// accumulator is the local of accumulator v of a thread.
func accumulator(v int) expr { return name(fmt.Sprintf("a%d", v)) }

// thread is the function of one thread, its name ending in suffix: it combines its elements of a chunk.
func (g *grids) thread(suffix string) function {
	t, p := g.Threads, g.Accumulators()
	count, at := name("unsigned long long"), fmt.Sprintf("%du * thread", g.vector.count)
	all := make([]string, g.batch)
	for i := range all {
		all[i] = fmt.Sprintf("x%d", i)
	}
	steps := []step{
		{Title: "The accumulators have taken in nothing.", Lines: g.nothing()},
		{Title: fmt.Sprintf("Rounds of %d elements, %d at once: 16 bytes a load where the array is aligned, else element by element.", p, g.batch), Lines: slices.Concat([]string{
			"bool aligned = ((unsigned long long)chunk & 15u) == 0u;",
			fmt.Sprintf("const %s *from = chunk + %s;", g.memory(), at),
			fmt.Sprintf("%s rounds = count / %du;", count, p),
			"#pragma unroll 1",
			fmt.Sprintf("for (; rounds >= %du; rounds -= %[1]du) {", g.batch)}, indented(slices.Concat(g.loads(all), g.takes(0, all...), g.advances())), []string{"}"})},
		{Title: "The other rounds, of which the last may be short: all are loaded before any is taken in.", Lines: g.others(at)},
	}
	if g.first != nil {
		return g.firstThread(steps)
	}
	steps = append(steps, g.tree())
	return function{
		Contract: []string{
			fmt.Sprintf("Thread `thread` of %d combines its elements of a chunk of `count`. Accumulator %d * thread + v, for", t, g.vector.count),
			fmt.Sprintf("v < %d, takes in the elements %[1]d * thread + v + %d * k from left to right, for k = 0, 1, …, as far as", g.vector.count, p),
			"there are any. Then neighbours combine, at distance 1, 2, 4, …",
		},
		Type: g.elem.name, Name: g.name + suffix, Steps: steps,
		Params: params{
			{name: "chunk", declare: "const " + g.memory() + " *__restrict__ chunk"}, {name: "count", declare: "unsigned long long count"},
			{name: "thread", declare: "unsigned thread"},
		},
	}
}

// advances are the statements after a batch of rounds.
func (g *grids) advances() []string {
	lines := []string{fmt.Sprintf("from += %d;", g.batch*g.Accumulators())}
	if g.first != nil {
		lines = append(lines, fmt.Sprintf("place += %du;", g.batch*g.Accumulators()))
	}
	return lines
}

// nothing defines the accumulators.
func (g *grids) nothing() []string {
	lines := []string{fmt.Sprintf("%s none;", g.vector.name)}
	for _, word := range g.vector.words(name("none")) {
		lines = append(lines, fmt.Sprintf("%s = %s;", word, g.vector.every(g.absent)))
	}
	if g.first != nil {
		return append(lines, g.firstNothing()...)
	}
	for v := range g.vector.count {
		lines = append(lines, fmt.Sprintf("%s %s = %s;", g.ctype.name, accumulator(v), g.taken(g.vector.element(name("none"), v))))
	}
	return lines
}

// loads are the statements by which a thread loads whole rounds.
func (g *grids) loads(into []string) []string {
	lines := []string{fmt.Sprintf("%s %s;", g.vector.name, joinNames(into)), "if (aligned) {",
		fmt.Sprintf("    const %s *vectors = reinterpret_cast<const %[1]s *>(from);", g.vector.name)}
	for i, x := range into {
		lines = append(lines, fmt.Sprintf("    %s = vectors[%d];", x, i*g.Threads))
	}
	lines = append(lines, "} else {")
	for i, x := range into {
		lines = append(lines, fmt.Sprintf("    %s = %s;", x, g.gathered(i)))
	}
	return append(lines, "}")
}

// gathered is round i, element by element.
func (g *grids) gathered(i int) string {
	return fmt.Sprintf("%s_gather(from + %d)", g.name, i*g.Accumulators())
}

// takes are the statements by which the accumulators take in rounds, the first of which has a number.
func (g *grids) takes(number int, rounds ...string) []string {
	var lines []string
	if g.first != nil {
		for i, x := range rounds {
			lines = append(lines, g.firstTakes("place", (number+i)*g.Accumulators(), x)...)
		}
		return lines
	}
	for v := range g.vector.count {
		for _, x := range rounds {
			lines = append(lines, g.takesOne(v, g.vector.element(name(x), v)))
		}
	}
	return lines
}

// takesOne is the statement by which accumulator v takes in an element of memory.
func (g *grids) takesOne(v int, e expr) string {
	return fmt.Sprintf("%s = %s;", accumulator(v), g.op(accumulator(v), g.taken(e)))
}

// others are the statements by which a thread takes in the last rounds of a chunk.
func (g *grids) others(at string) []string {
	var names, vectors, scalars, takes []string
	for i := range g.batch - 1 {
		x := fmt.Sprintf("x%d", i)
		names = append(names, x)
		vectors = append(vectors, fmt.Sprintf("    if (left > %du) %s = vectors[%d];", i, x, i*g.Threads))
		scalars = append(scalars, fmt.Sprintf("    if (left > %du) %s = %s;", i, x, g.gathered(i)))
		takes = append(append(append(takes, fmt.Sprintf("if (left > %du) {", i)), indented(g.takes(i, x))...), "}")
	}
	lines := []string{
		fmt.Sprintf("unsigned left = (unsigned)rounds, own = %s, rest = (unsigned)(count %% %du);", at, g.Accumulators()),
		fmt.Sprintf("%s %s;", g.vector.name, joinNames(names)),
		fmt.Sprintf("%s last = none;", g.vector.name),
		fmt.Sprintf("const %s *short_round = from + left * %du;", g.memory(), g.Accumulators()),
		"if (aligned) {",
		fmt.Sprintf("    const %s *vectors = reinterpret_cast<const %[1]s *>(from);", g.vector.name),
	}
	lines = append(append(lines, vectors...),
		fmt.Sprintf("    if (own + %du <= rest) last = *reinterpret_cast<const %s *>(short_round);", g.vector.count, g.vector.name), "} else {")
	lines = append(append(lines, scalars...),
		fmt.Sprintf("    if (own + %du <= rest) last = %s_gather(short_round);", g.vector.count, g.name), "}")
	lines = append(lines, takes...)
	if g.first != nil {
		lines = append(lines, fmt.Sprintf("place += left * %du;", g.Accumulators()))
	}
	lines = append(lines, g.takes(0, "last")...)
	lines = append(lines, fmt.Sprintf("if (own < rest && own + %du > rest) {", g.vector.count))
	for v := range g.vector.count - 1 {
		take := g.takesOne(v, name("short_round").entry(v))
		if g.first != nil {
			take = g.firstTake("place", v, name("short_round").entry(v))
		}
		lines = append(lines, fmt.Sprintf("    if (own + %du < rest)", v), "        "+take)
	}
	return append(lines, "}")
}

// tree is the step in which the accumulators of a thread combine.
func (g *grids) tree() step {
	var lines []string
	for d := 1; d < g.vector.count; d *= 2 {
		for v := 0; v < g.vector.count; v += 2 * d {
			lines = append(lines, fmt.Sprintf("%s = %s;", accumulator(v), g.op(accumulator(v), accumulator(v+d))))
		}
	}
	result := accumulator(0)
	if g.encoded != nil {
		result = g.encoded.decode(result)
	}
	return step{Title: "Neighbouring accumulators combine.", Lines: append(lines, fmt.Sprintf("return %s;", result))}
}
