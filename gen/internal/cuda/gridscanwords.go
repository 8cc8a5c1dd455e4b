package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen"
)

// The blocks of a scan share no memory but the workspace. Its first word counts tickets in its lower half; bit 63 is the side of
// this launch, and bits 32 to 62 are the number of words that the last launch used on the other side. Nodes follow, each word of
// them twice: one for each side.
//
// A word is zero, or 32 bits of a node and a sign above them that it is there: both are one word, and no fence has to order
// them. It is written once a launch, on the side of the launch. Meanwhile the blocks clear the other side, so that the next launch
// finds that zero and turns the sides round. A block waits only for tiles of lower tickets, whose blocks run or have ended.

// words is the number of words of a node on one side.
func (g *gridScan) words() int { return int(g.of.ScanWords()) }

// bits is a node as an unsigned integer of its size.
func (g *gridScan) bits(e expr) expr { return asWord(g.of.Type, g.out(e)) }

// protocol are the helpers by which blocks meet.
func (g *gridScan) protocol() []string {
	const word = "unsigned long long"
	leave := []string{fmt.Sprintf("%s_word(to, 1ull << 32 | %s);", g.name, g.bits(name("value")))}
	value, there := ofWord(g.of.Type, name("(unsigned)word"), "unsigned"), "word >> 32 != 0ull"
	collect := []string{word + " word = 1ull << 32;", "do {", "    if (wanted)", "        word = " + g.name + "_read(from);"}
	if g.words() == 2 {
		leave = []string{
			fmt.Sprintf("%s bits = %s;", word, g.bits(name("value"))),
			g.name + "_word(to, 1ull << 32 | (bits & 0xffffffffull));",
			g.name + "_word(to + 2, 1ull << 32 | bits >> 32);",
		}
		value, there = ofWord(g.of.Type, name("(high << 32 | (low & 0xffffffffull))"), word), "low >> 32 != 0ull && high >> 32 != 0ull"
		collect = []string{
			word + " low = 1ull << 32, high = low;", "do {", "    if (wanted) {",
			"        low = " + g.name + "_read(from);",
			"        high = " + g.name + "_read(from + 2);", "    }",
		}
	}
	collect = append(collect, fmt.Sprintf("} while (!__all_sync(%s, %s));", everyone, there), fmt.Sprintf("return wanted ? %s : none;", g.in(value)))
	nodes := "tile"
	for level := 1; level < g.Levels; level++ {
		nodes += fmt.Sprintf(" + (tile >> %d)", 5*level)
	}
	return []string{
		helper{
			does: "The first word, in which a ticket is taken.", result: word, name: g.name + "_ticket", params: word + " *workspace",
			body: lines(word+" word;", `asm volatile("atom.relaxed.gpu.global.add.u64 %0, [%1], 1;" : "=l"(word) : "l"(workspace) : "memory");`, "return word;"),
		}.String(),
		helper{
			does: "Stores a word at once.", result: "void", name: g.name + "_word", params: word + " *to, " + word + " word",
			body: lines(`asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" : : "l"(to), "l"(word) : "memory");`),
		}.String(),
		helper{
			does: "Loads a word at once.", result: word, name: g.name + "_read", params: "const " + word + " *from",
			body: lines(word+" word;", `asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(word) : "l"(from) : "memory");`, "return word;"),
		}.String(),
		helper{
			does: "How many nodes end before a tile: the number of its node of level 0.", result: "unsigned", name: g.name + "_nodes", params: "unsigned tile",
			body: lines(fmt.Sprintf("return %s;", nodes)),
		}.String(),
		helper{
			does: "The word of a node.", result: word + " *", name: g.name + "_at", params: word + " *side, unsigned node",
			body: lines(fmt.Sprintf("return side + %dull * node;", 2*g.words())),
		}.String(),
		helper{does: "Leaves a node.", result: "void", name: g.name + "_leave", params: word + " *to, " + g.ctype.name + " value", body: lines(leave...)}.String(),
		helper{
			does: "A warp waits for the nodes that its lanes want, all at once: lanes that wait one by one take longer.", result: g.ctype.name, name: g.name + "_collect",
			params: fmt.Sprintf("const %s *from, bool wanted, %s none", word, g.ctype.name), body: lines(collect...),
		}.String(),
	}
}

// ticket are the statements by which a block finds its tile and its side, and clears its share of the other one.
func (g *gridScan) ticket() []string {
	used := "(unsigned long long)" + g.name + "_nodes(tiles)"
	if g.words() > 1 {
		used += fmt.Sprintf(" * %dull", g.words())
	}
	return []string{
		"__shared__ unsigned long long taken;",
		"if (threadIdx.x == 0u) {",
		fmt.Sprintf("    unsigned long long word = %s_ticket(workspace);", g.name),
		"    taken = word;",
		"    if ((unsigned)word == gridDim.x - 1u) // all others have theirs: the next launch finds the other side",
		fmt.Sprintf("        %s_word(workspace, (~word & 1ull << 63) | %s << 32);", g.name, used),
		"}",
		"__syncthreads();",
		"unsigned long long word = taken;",
		"tile = (unsigned)word;",
		"if (tile >= tiles)",
		"    return;",
		"unsigned now = (unsigned)(word >> 63), used = (unsigned)(word >> 32) & 0x7fffffffu;",
		"side += now;",
		notUnrolled,
		fmt.Sprintf("for (unsigned long long i = (unsigned long long)tile * %du + threadIdx.x; i < used; i += (unsigned long long)tiles * %[1]du)", g.Threads()),
		fmt.Sprintf("    %s_word(workspace + %dull + 2ull * i + (1u - now), 0ull);", g.name, shflgen.GridHeader),
	}
}

// publish is the function by which a warp publishes what ends with a tile.
func (g *gridScan) publish() function {
	c := g.ctype.name
	top := g.ctype.travel(name("v"), func(e expr) expr { return call("__shfl_sync", everyone, e, literal(0)) })
	return function{
		Contract: []string{"A warp publishes the sum of a tile, and the nodes of higher levels that end with it, each once the 31 others of its tree are there."},
		Type:     "void", Name: g.name + "_publish",
		Params: params{{name: "side", declare: "unsigned long long *side"}, {name: "tile", declare: "unsigned tile"}, {name: "sum", declare: c + " sum"}},
		Steps: []step{
			{Title: "The node of level 0.", Lines: []string{
				fmt.Sprintf("unsigned lane = threadIdx.x %% 32u, node = %s_nodes(tile);", g.name),
				"if (lane == 0u)",
				fmt.Sprintf("    %s_leave(%[1]s_at(side, node), sum);", g.name),
			}},
			{Title: "The others: the node of a lane ends 31 - lane nodes before this one.", Lines: []string{
				notUnrolled,
				"for (unsigned level = 0u, shift = 0u; (tile >> shift) % 32u == 31u; shift += 5u) {",
				fmt.Sprintf("    const unsigned long long *from = %s_at(side, %[1]s_nodes(tile - ((31u - lane) << shift)) + level);", g.name),
				fmt.Sprintf("    %s v = %s_tree(%[2]s_collect(from, lane < 31u, sum)%s);", c, g.name, g.ofMany("32u")),
				fmt.Sprintf("    sum = %s;", top),
				"    ++level;",
				"    if (lane == 0u)",
				fmt.Sprintf("        %s_leave(%[1]s_at(side, node + level), sum);", g.name),
				"}",
			}},
		},
	}
}

// part is the function by which a warp awaits the nodes of a level.
func (g *gridScan) part() function {
	without := "Lanes without one have what changes nothing."
	if g.leaves {
		without = "Lanes without one are left out."
	}
	return function{
		Contract: []string{"Lane 0 of a warp receives what a level has before a tile: the tree over its nodes since the last node of the next level."},
		Type:     g.ctype.name, Name: g.name + "_part",
		Params: params{{name: "side", declare: "unsigned long long *side"}, {name: "tile", declare: "unsigned tile"}, {name: "level", declare: "unsigned level"}},
		Steps: []step{{Title: "At most 31, one a lane. " + without, Lines: []string{
			"unsigned lane = threadIdx.x % 32u, shift = 5u * level, node = tile >> shift, count = node % 32u;",
			"if (count == 0u)",
			fmt.Sprintf("    return %s;", g.none),
			fmt.Sprintf("const unsigned long long *from = %s_at(side, %[1]s_nodes(((node - count + lane + 1u) << shift) - 1u) + level);", g.name),
			fmt.Sprintf("return %s_tree(%[1]s_collect(from, lane < count, %s)%s);", g.name, g.none, g.ofMany("count")),
		}}},
	}
}
