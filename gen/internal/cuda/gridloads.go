package cuda

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/spec"
)

// gridInput is an array of which a thread loads elements.
type gridInput struct {
	rowInput
	address     string // of the first element of the chunk
	from, short string // of those of a batch of rounds, and of the last round, which is short
	vectors     string // the same batch by 16 bytes
	last        string // the vector of the short round
}

// gridInputs are those of an array of s: in, or the inputs of its map.
func gridInputs(s spec.Spec) []gridInput {
	var all []gridInput
	for _, in := range inputsOf(s) {
		g := gridInput{rowInput: in, address: "chunk", from: "from", short: "short_round", vectors: "vectors", last: "last"}
		if s.Map != nil {
			g.address, g.from, g.short, g.vectors, g.last = in.matrix, in.matrix+"_from", in.matrix+"_short", in.matrix+"_vectors", in.x+"_last"
		}
		all = append(all, g)
	}
	return all
}

// names are the arrays, each with some text after it.
func (g *grids) names(after string) (all []string) {
	for _, in := range g.inputs {
		all = append(all, in.matrix+after)
	}
	return all
}

// arrays are parameters for the arrays, by their names in the kernel or those of a chunk.
func (g *grids) arrays(name func(gridInput) string) (ps params) {
	for _, in := range g.inputs {
		ps = append(ps, param{name: name(in), declare: "const " + in.memory + " *__restrict__ " + name(in)})
	}
	return ps
}

// memory is the type of an element in memory, as CUDA spells it.
func (g *grids) memory() string { return g.inputs[0].memory }

// thread is the function of one thread, its name ending in suffix: it combines its elements of a chunk.
func (g *grids) thread(suffix string) function {
	p := g.Accumulators()
	var loaded, more []string
	for i := range g.batch {
		loaded = append(loaded, fmt.Sprint(i))
	}
	if g.of.User != nil {
		more = []string{"begun = true;"}
	}
	return g.threadOf(suffix, "unsigned long long", []step{
		{Title: fmt.Sprintf("Rounds of %d elements, %d at once: 16 bytes a load where %s aligned, else element by element.", p, g.batch, g.where()), Lines: slices.Concat(
			g.begins(), []string{
				fmt.Sprintf("unsigned long long rounds = count / %du;", p),
				"#pragma unroll 1",
				fmt.Sprintf("for (; rounds >= %du; rounds -= %[1]du) {", g.batch)}, indented(slices.Concat(g.loads(loaded), g.takes(0, loaded...), g.advances(), more)), []string{"}"})},
		{Title: "The other rounds, of which the last may be short: all are loaded before any is taken in.", Lines: g.others()},
	})
}

// where says which arrays have an alignment.
func (g *grids) where() string {
	if len(g.inputs) > 1 {
		return "all arrays are"
	}
	return "the array is"
}

// begins are the statements before the first loads.
func (g *grids) begins() []string {
	aligned := g.row.aligned(vectorBytes)
	if g.of.Map == nil {
		aligned = "((unsigned long long)chunk & 15u) == 0u"
	}
	lines := []string{fmt.Sprintf("bool aligned = %s;", aligned)}
	for _, in := range g.inputs {
		lines = append(lines, fmt.Sprintf("const %s *%s = %s + %s;", in.memory, in.from, in.address, g.own()))
	}
	if g.of.User != nil {
		lines = append(lines, "bool begun = false;")
	}
	return lines
}

// threadOf is the function of one thread that takes in its elements of a chunk by loads; count is the type of their number.
func (g *grids) threadOf(suffix, count string, loads []step) function {
	t, p := g.Threads, g.Accumulators()
	steps := append([]step{{Title: "The accumulators have taken in nothing.", Lines: g.nothing()}}, loads...)
	if g.first != nil {
		return g.firstThread(suffix, count, steps)
	}
	of := "its elements"
	if g.of.Map != nil {
		of = "what the map makes of its elements"
	}
	return function{
		Contract: []string{
			fmt.Sprintf("Thread `thread` of %d combines %s of a chunk of `count`. Accumulator %d * thread + v, for", t, of, g.vector.count),
			fmt.Sprintf("v < %d, takes in the elements %[1]d * thread + v + %d * k from left to right, for k = 0, 1, …, as far as", g.vector.count, p),
			"there are any. Then neighbours combine, at distance 1, 2, 4, …",
		},
		Type: g.elem.name, Name: g.name + suffix, Steps: g.withIdentity(append(steps, g.tree())),
		Params: append(g.arrays(func(in gridInput) string { return in.address }), param{name: "count", declare: count + " count"}, param{name: "thread", declare: "unsigned thread"}),
	}
}

// own is the place of a thread's first element.
func (g *grids) own() string { return fmt.Sprintf("%du * thread", g.vector.count) }

// advances are the statements after a batch of rounds.
func (g *grids) advances() (lines []string) {
	for _, in := range g.inputs {
		lines = append(lines, fmt.Sprintf("%s += %d;", in.from, g.batch*g.Accumulators()))
	}
	if g.first != nil {
		lines = append(lines, fmt.Sprintf("place += %du;", g.batch*g.Accumulators()))
	}
	return lines
}

// nothing defines the accumulators. No input of a map is sure to give what changes nothing, so that they begin with
// the identity; else elements that are not there can be loaded as such. Of a user's function they begin with their first
// elements.
func (g *grids) nothing() (lines []string) {
	if g.of.User != nil {
		for v := range g.vector.count {
			lines = append(lines, g.ofNothing(accumulator(v).text))
		}
		return lines
	}
	if g.of.Map != nil {
		g.usesIdentity = g.usesIdentity || isIdentityLocal(g.combined)
		for v := range g.vector.count {
			lines = append(lines, fmt.Sprintf("%s %s = %s;", g.ctype.name, accumulator(v), g.identity))
		}
		return lines
	}
	lines = append(lines, fmt.Sprintf("%s none;", g.vector.name))
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

// taken is what is combined of an element of each array.
func (g *grids) taken(in ...expr) expr { return g.row.element(in) }

// loads are the statements by which a thread loads whole rounds.
func (g *grids) loads(rounds []string) (lines []string) {
	var vectors, scalars []string
	for _, in := range g.inputs {
		var names []string
		vectors = append(vectors, in.wide())
		for i, round := range rounds {
			x := in.x + round
			names = append(names, x)
			vectors = append(vectors, fmt.Sprintf("%s = %s[%d];", x, in.vectors, i*g.Threads))
			scalars = append(scalars, fmt.Sprintf("%s = %s;", x, g.gathered(in, i)))
		}
		lines = append(lines, fmt.Sprintf("%s %s;", in.vector.name, joinNames(names)))
	}
	return slices.Concat(lines, []string{"if (aligned) {"}, indented(vectors), []string{"} else {"}, indented(scalars), []string{"}"})
}

// wide defines the address of a batch by 16 bytes.
func (in gridInput) wide() string {
	return fmt.Sprintf("const %s *%s = reinterpret_cast<const %[1]s *>(%[3]s);", in.vector.name, in.vectors, in.from)
}

// gathered is round i, element by element.
func (g *grids) gathered(in gridInput, i int) string {
	return fmt.Sprintf("%s(%s + %d)", g.row.gather(in.rowInput), in.from, i*g.Accumulators())
}

// takes are the statements by which the accumulators take in rounds, the first of which has a number.
func (g *grids) takes(number int, rounds ...string) (lines []string) {
	if g.first != nil {
		for i, round := range rounds {
			lines = append(lines, g.firstTakes("place", (number+i)*g.Accumulators(), g.inputs[0].x+round)...)
		}
		return lines
	}
	for v := range g.vector.count {
		for i, round := range rounds {
			lines = append(lines, g.takesOne(v, number+i == 0, func(in gridInput) expr { return in.vector.element(name(in.x+round), v) }))
		}
	}
	return lines
}

// takesOne is the statement by which accumulator v takes in an element of each array, which may be its first.
func (g *grids) takesOne(v int, first bool, element func(gridInput) expr) string {
	var all []expr
	for _, in := range g.inputs {
		all = append(all, element(in))
	}
	if first && g.of.User != nil {
		return fmt.Sprintf("%s = %s;", accumulator(v), call(g.name+"_append", name("begun"), accumulator(v), g.taken(all...)))
	}
	return fmt.Sprintf("%s = %s;", accumulator(v), g.op(accumulator(v), g.taken(all...)))
}

// others are the statements by which a thread takes in the last rounds of a chunk, the whole ones and the elements of a
// short one.
func (g *grids) others() []string {
	var declares, vectors, scalars []string
	whole := fmt.Sprintf("own + %du <= rest", g.vector.count)
	for _, in := range g.inputs {
		var names []string
		vectors = append(vectors, in.wide())
		for i := range g.batch - 1 {
			x := fmt.Sprintf("%s%d", in.x, i)
			names = append(names, x)
			vectors = append(vectors, fmt.Sprintf("if (left > %du) %s = %s[%d];", i, x, in.vectors, i*g.Threads))
			scalars = append(scalars, fmt.Sprintf("if (left > %du) %s = %s;", i, x, g.gathered(in, i)))
		}
		vectors = append(vectors, fmt.Sprintf("if (%s) %s = *reinterpret_cast<const %s *>(%s);", whole, in.last, in.vector.name, in.short))
		scalars = append(scalars, fmt.Sprintf("if (%s) %s = %s(%s);", whole, in.last, g.row.gather(in.rowInput), in.short))
		last := in.last + " = none"
		if g.row.leavesOut() {
			last = in.last
		}
		declares = append(declares, fmt.Sprintf("%s %s;", in.vector.name, joinNames(names)), fmt.Sprintf("%s %s;", in.vector.name, last),
			fmt.Sprintf("const %s *%s = %s + left * %du;", in.memory, in.short, in.from, g.Accumulators()))
	}
	lines := slices.Concat([]string{fmt.Sprintf("unsigned left = (unsigned)rounds, own = %s, rest = (unsigned)(count %% %du);", g.own(), g.Accumulators())},
		declares, []string{"if (aligned) {"}, indented(vectors), []string{"} else {"}, indented(scalars), []string{"}"})
	for i := range g.batch - 1 {
		lines = append(append(append(lines, fmt.Sprintf("if (left > %du) {", i)), indented(g.takes(i, fmt.Sprint(i)))...), "}")
	}
	switch {
	case g.first != nil:
		lines = append(lines, fmt.Sprintf("place += left * %du;", g.Accumulators()))
	case g.of.User != nil:
		lines = append(lines, "begun = begun || left > 0u;")
	}
	return append(lines, g.shortRound(whole)...)
}

// shortRound are the statements by which a thread takes in the short round: its whole vector, or some elements.
func (g *grids) shortRound(whole string) (lines []string) {
	for v := range g.vector.count {
		lines = append(lines, g.takesOne(v, true, func(in gridInput) expr { return in.vector.element(name(in.last), v) }))
	}
	if g.first != nil {
		lines = g.firstTakes("place", 0, g.inputs[0].last)
	}
	if g.row.leavesOut() {
		lines = slices.Concat([]string{"if (" + whole + ") {"}, indented(lines), []string{"}"})
	}
	lines = append(lines, fmt.Sprintf("if (own < rest && own + %du > rest) {", g.vector.count))
	for v := range g.vector.count - 1 {
		take := g.takesOne(v, true, func(in gridInput) expr { return name(in.short).entry(v) })
		if g.first != nil {
			take = g.firstTake("place", v, name(g.inputs[0].short).entry(v))
		}
		lines = append(lines, fmt.Sprintf("    if (own + %du < rest)", v), "        "+take)
	}
	return append(lines, "}")
}
