package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen/spec"
)

// What an array of argmin or argmax needs besides. A thread goes through its elements from the lowest place on, as in
// a row, and keeps the place of the first one that changes the extreme: 32 bits within a chunk. The threads of a
// block compare keys, and the least place of those with the winning key is the chunk's. A slot of a
// chunk has a word more, the place. At the end the first chunk that has the winning key has the array's.

// noPlace is the place of a thread whose key does not win.
const noPlace = "0xffffffffu"

// firstHelpers are the functions that the steps call.
func (g *grids) firstHelpers() []string {
	var all []string
	if g.first.encode != "" {
		all = append(all, g.first.encode, g.first.decode)
	}
	return append(all, g.first.takeHelper(g.printer, g.name, "place"))
}

// firstNothing defines what a thread has: nothing, in its first place. Without elements that is past the chunk's end.
func (g *grids) firstNothing() []string {
	own, nothing := fmt.Sprintf("%du * thread", g.vector.count), g.taken(g.vector.element(name("none"), 0))
	if g.of.In != spec.AsType { // bits that no instruction makes: those of a widened NaN are its own
		nothing = name(fmt.Sprintf("__uint_as_float(%#08xu)", g.absentResult()))
	}
	return []string{
		fmt.Sprintf("%s best = %s;", g.first.held.name, g.first.heldOf(nothing, g.name)),
		fmt.Sprintf("unsigned place = %s, at = place;", own),
	}
}

// firstTake is the statement by which a thread takes in the element at a place.
func (g *grids) firstTake(place string, plus int, e expr) string {
	return fmt.Sprintf("%s_take(best, at, %s, %s + %du);", g.name, g.taken(e), place, plus)
}

// firstTakes are those of a vector.
func (g *grids) firstTakes(place string, plus int, vector string) []string {
	var lines []string
	for v := range g.vector.count {
		lines = append(lines, g.firstTake(place, plus+v, g.vector.element(name(vector), v)))
	}
	return lines
}

// firstThread is the function of one thread.
func (g *grids) firstThread(suffix, count string, steps []step) function {
	t, p := g.Threads, g.Accumulators()
	steps[0].Title = "The thread has nothing, in its first place."
	steps = append(steps, step{Title: "The element and its place.", Lines: []string{"*place_of = at;", "return best;"}})
	return function{
		Contract: []string{
			fmt.Sprintf("Thread `thread` of %d: the extreme of its elements of a chunk of `count`, those in the places", t),
			fmt.Sprintf("%d * thread + v + %d * k, for v < %[1]d and k = 0, 1, …, and the lowest place that has it.", g.vector.count, p),
			"Without any, a place past the chunk's end.",
		},
		Type: g.first.held.name, Name: g.name + suffix, Steps: steps,
		Params: params{
			{name: "chunk", declare: "const " + g.memory() + " *__restrict__ chunk"}, {name: "count", declare: count + " count"},
			{name: "thread", declare: "unsigned thread"}, {name: "place_of", declare: "unsigned *place_of"},
		},
	}
}

// firstOf are the statements that give, in every thread, the winning element and the least place that has it, of
// what each thread has.
func (g *grids) firstOf(best, place string) []string {
	key := g.first.keyOf(name(best), g.name)
	return []string{
		fmt.Sprintf("%s key = %s, most = %s_threads(key);", g.first.key.name, key, g.name),
		fmt.Sprintf("unsigned first_place = %s_places(key == most ? %s : %s);", g.name, place, noPlace),
		fmt.Sprintf("%s result = %s;", g.elem.name, g.first.elementOf(name("most"), g.printer, g.name)),
	}
}

// firstChunk are the statements of a chunk.
func (g *grids) firstChunk() []string {
	return append(g.firstPart("_thread(in + first"),
		"if (threadIdx.x == 0u && chunks > 1u)",
		fmt.Sprintf("    %s_leave(workspace + %d + chunk, result, first_place);", g.name, spec.GridHeader),
		"if (threadIdx.x == 0u && chunks == 1u) {",
		"    *out = result;",
		"    *idx = (long long)first_place;",
		"}")
}

// firstPart are the statements that give the result of the elements that a function of a thread goes through.
func (g *grids) firstPart(thread string) []string {
	return append([]string{
		"unsigned place;",
		fmt.Sprintf("%s best = %s%s, count, threadIdx.x, &place);", g.first.held.name, g.name, thread),
	}, g.firstOf("best", "place")...)
}

// firstEnd are the steps in which the block that began last finds the array's result.
func (g *grids) firstEnd() []step {
	absent := vectorOf(g.of.Type)
	return []step{
		{Title: "The results of all chunks, one a thread. Threads without one have what changes nothing.", Lines: []string{
			fmt.Sprintf("%s none;", absent.name),
			fmt.Sprintf("none.x = %s;", absent.every(g.absentResult())),
			"unsigned place = 0u;",
			fmt.Sprintf("%s best = %s;", g.first.held.name, g.first.heldOf(absent.element(name("none"), 0), g.name)),
			"if (threadIdx.x < chunks)",
			fmt.Sprintf("    best = %s;", g.first.heldOf(name(fmt.Sprintf("%s_collect(workspace + %d + threadIdx.x, &place)", g.name, spec.GridHeader)), g.name)),
		}},
		{Title: "The first chunk that has the winning key has the result. All blocks have begun, so the count is put back.", Lines: append(
			g.firstOf("best", "threadIdx.x"),
			"if (threadIdx.x == 0u)",
			fmt.Sprintf("    %s_reset(workspace);", g.name),
			"if (threadIdx.x == first_place) {",
			"    *out = result;",
			"    *idx = (long long)(threadIdx.x * size + place);",
			"}")},
	}
}
