package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen/spec"
)

// What an array of a user's operator needs besides. The operator may have no identity, so it is called on elements that are
// there alone: an accumulator begins with its first element, and the trees over accumulators, threads and chunks leave out
// what has none. Those that have some come first, so a number says which they are.

// ofNothing defines a local of what no element went into: the identity, or zeros, which are the result of no elements.
func (g *grids) ofNothing(local string) string {
	if g.of.User.Identity == nil {
		return fmt.Sprintf("%s %s = {};", g.elem.name, local)
	}
	return fmt.Sprintf("%s %s = %s;", g.elem.name, local, g.identity)
}

// joins are the op where one side may have no element.
func (g *grids) joins() []string {
	both := fmt.Sprintf("return %s;", g.op(name("a"), name("b")))
	join := func(suffix, does, has, alone string) string {
		return helper{
			does: does, result: g.elem.name, name: g.name + suffix, params: fmt.Sprintf("bool %s, %s a, %[2]s b", has, g.elem.name),
			body: lines(fmt.Sprintf("if (!%s)", has), "    return "+alone+";", both),
		}.String()
	}
	of := g.of.User.String()
	return []string{
		join("_append", of+" of a and b, or b where it is the first element.", "begun", "b"),
		join("_join", of+" of a and b, or a where b is not there.", "there", "a"),
	}
}

// joined is the op of two values. A user's operator is called only if the right one is there.
func (g *grids) joined(there string, a, b expr) expr {
	if g.of.User == nil {
		return g.op(a, b)
	}
	return call(g.name+"_join", name(there), a, b)
}

// present is how many threads have an element of a chunk of `count`, where somebody asks.
func (g *grids) present() string {
	if g.of.User == nil {
		return ""
	}
	return fmt.Sprintf("count < %du ? (unsigned)(count + %du) / %du : %du", g.Accumulators(), g.vector.count-1, g.vector.count, g.Threads)
}

// across is what the threads of a block make of what each has.
func (g *grids) across(each, present string) string {
	if g.of.User != nil {
		each += ", " + present
	}
	return fmt.Sprintf("%s_threads(%s)", g.name, each)
}

// usersThreads is the function by which the threads of a block combine what the first of them have.
func (g *grids) usersThreads() function {
	piece := g.Threads / spec.WarpSize // of a lane of the first warp
	x := func(i int) string { return fmt.Sprintf("x%d", i) }
	read := []string{
		fmt.Sprintf("unsigned first = %du * threadIdx.x;", piece),
		fmt.Sprintf("const %s *piece = &slots[%du * threadIdx.x];", g.elem.name, piece+1),
	}
	var own, shuffled []string
	for i := range piece {
		read = append(read, fmt.Sprintf("%s %s = %s;", g.elem.name, x(i), g.copied(name("piece").entry(i))))
	}
	for d := 1; d < piece; d *= 2 {
		for i := 0; i < piece; i += 2 * d {
			own = append(own, fmt.Sprintf("%s = %s;", x(i), g.joined(fmt.Sprintf("first + %du < present", i+d), name(x(i)), name(x(i+d)))))
		}
	}
	for d := 1; d < spec.WarpSize; d *= 2 {
		from := g.ctype.travel(name(x(0)), func(e expr) expr { return g.at.shfl("__shfl_down_sync", everyone, e, literal(d)) })
		shuffled = append(shuffled,
			fmt.Sprintf("%s from%d = %s;", g.elem.name, d, from),
			fmt.Sprintf("x0 = %s;", g.joined(fmt.Sprintf("first + %du < present", d*piece), name(x(0)), name(fmt.Sprintf("from%d", d)))))
	}
	block := func(title string, lines []string) []string {
		return append([]string{"", "    // " + title}, indented(lines)...)
	}
	warp := append([]string{"if (threadIdx.x < 32u) {"}, indented(read)...)
	warp = append(warp, block("Each lane combines them, as far as they are there.", own)...)
	warp = append(warp, block("Distance 1, 2, 4, …: lane i takes in lane i + 1, i + 2, i + 4, …, as far as it has any.", shuffled)...)
	return function{
		Contract: []string{
			fmt.Sprintf("The threads of a block of %d combine what the first `present` of them have, in near order: distance 1, 2, 4, …,", g.Threads),
			"the lower on the left. Thread 0 receives the result; without any, what it has.",
		},
		Type: g.elem.name, Name: g.name + "_threads",
		Params: params{{name: "v", declare: g.elem.name + " v"}, {name: "present", declare: "unsigned present"}},
		Steps: []step{
			{Title: "Every thread leaves what it has for the first warp to read.", Lines: []string{
				fmt.Sprintf("__shared__ %s slots[%d];", g.elem.name, g.Threads+spec.WarpSize-1),
				fmt.Sprintf("slots[threadIdx.x + threadIdx.x / %du] = v;", piece),
				"__syncthreads();",
			}},
			{Title: fmt.Sprintf("Each lane of the first warp reads those of %d threads.", piece), Lines: append(warp, "    v = x0;", "}")},
			{Title: "No thread writes the next call's before these are read.", Lines: []string{"__syncthreads();", "return v;"}},
		},
	}
}
