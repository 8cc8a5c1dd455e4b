package cuda

import (
	"fmt"
	"slices"
)

// A few elements are one round of loads. For them a kernel waits for its launch, for memory and for instructions, so they take the
// shortest way: no chunks to count, no loop, no second round of blocks. Measured on an H100, float32, in graphs: 4096 elements
// take 1.28 us so and 1.46 us by way of chunks, an empty kernel 0.84 us.
//
// No address depends on the number of elements, so that the way is proved for every number at once.

// few are up to so many elements, if a thread has registers for them: so many vectors.
const (
	fewElements = 4096
	fewVectors  = 18
)

// fewSuffix is the end of the name of the function of one thread.
const fewSuffix = "_few"

// fewRounds are the rounds of a few elements.
func (g *grids) fewRounds() int {
	return min(fewElements/g.Accumulators(), fewVectors/len(g.inputs))
}

// most is how many elements are a few.
func (g *grids) most() int { return g.fewRounds() * g.Accumulators() }

// fewThread is the function of one thread that combines its elements of a few.
func (g *grids) fewThread() function {
	return g.threadOf(fewSuffix, "unsigned", []step{
		{
			Title: fmt.Sprintf("Up to %d rounds of %d elements: all are loaded before any is taken in, 16 bytes a load where %s aligned.", g.fewRounds(), g.Accumulators(), g.where()),
			Lines: slices.Concat(g.begins(), []string{fmt.Sprintf("unsigned own = %s;", g.own())}, g.fewLoads(), g.fewTakes()),
		},
		{Title: "The array may end within a vector of the thread.", Lines: g.fewLast()},
	})
}

// reaches is the condition that a thread has so many elements of a round.
func (g *grids) reaches(round, elements int) string {
	return fmt.Sprintf("own + %du <= count", round*g.Accumulators()+elements)
}

// fewLoads are the statements by which a thread loads its whole vectors. The others change nothing where they can.
func (g *grids) fewLoads() []string {
	var declares, vectors, scalars []string
	for _, in := range g.inputs {
		var names []string
		vectors = append(vectors, in.wide())
		for k := range g.fewRounds() {
			x := fmt.Sprintf("%s%d", in.x, k)
			vectors = append(vectors, fmt.Sprintf("if (%s) %s = %s[%d];", g.reaches(k, g.vector.count), x, in.vectors, k*g.Threads))
			scalars = append(scalars, fmt.Sprintf("if (%s) %s = %s;", g.reaches(k, g.vector.count), x, g.gathered(in, k)))
			if !g.row.leavesOut() {
				x += " = none"
			}
			names = append(names, x)
		}
		declares = append(declares, fmt.Sprintf("%s %s;", in.vector.name, joinNames(names)))
	}
	return slices.Concat(declares, []string{"if (aligned) {"}, indented(vectors), []string{"} else {"}, indented(scalars), []string{"}"})
}

// fewTakes are those by which it takes them in.
func (g *grids) fewTakes() (lines []string) {
	for k := range g.fewRounds() {
		takes := g.takes(k, fmt.Sprint(k))
		if g.row.leavesOut() {
			takes = slices.Concat([]string{fmt.Sprintf("if (%s) {", g.reaches(k, g.vector.count))}, indented(takes), []string{"}"})
		}
		lines = append(lines, takes...)
	}
	if g.of.User != nil {
		lines = append(lines, fmt.Sprintf("begun = %s;", g.reaches(0, g.vector.count)))
	}
	return lines
}

// fewLast are those by which a thread takes in the elements of a vector that is not whole.
func (g *grids) fewLast() []string {
	var lines []string
	for k := range g.fewRounds() {
		first := k * g.Accumulators()
		lines = append(lines, fmt.Sprintf("if (%s && count < own + %du) {", g.reaches(k, 1), first+g.vector.count))
		for v := range g.vector.count - 1 {
			take := g.takesOne(v, true, func(in gridInput) expr { return name(in.from).entry(first + v) })
			if g.first != nil {
				take = g.firstTake("place", first+v, name(g.inputs[0].from).entry(first+v))
			}
			if v > 0 {
				lines, take = append(lines, fmt.Sprintf("    if (%s)", g.reaches(k, v+1))), "    "+take
			}
			lines = append(lines, "    "+take)
		}
		lines = append(lines, "}")
	}
	ends := fmt.Sprintf("if (count %% %du != 0u && count / %[1]du %% %du == thread) {", g.vector.count, g.Threads)
	return slices.Concat([]string{ends}, indented(lines), []string{"}"})
}

// few is the step in which the first block gives the result of a few elements.
func (g *grids) few() step {
	body := append([]string{"if (blockIdx.x != 0u)", "    return;", "unsigned count = (unsigned)n;"}, g.fewResult()...)
	return step{
		Title: "The first block combines a few elements by itself.",
		Lines: slices.Concat([]string{fmt.Sprintf("if (n <= %du) {", g.most())}, indented(append(body, "return;")), []string{"}"}),
	}
}

// fewResult are the statements that store it.
func (g *grids) fewResult() []string {
	if g.first != nil {
		return append(g.firstPart(fewSuffix+"(in"),
			"if (threadIdx.x == 0u) {",
			"    *out = result;",
			"    *idx = count == 0u ? -1ll : (long long)first_place;",
			"}")
	}
	return []string{
		g.part(fewSuffix, ""),
		"if (threadIdx.x == 0u)",
		"    *out = result;",
	}
}
