package cuda

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/gen/internal/contract"
	"github.com/shflgen/shflgen/gen/internal/ops"
	"github.com/shflgen/shflgen/spec"
)

// The blocks of a grid share no memory but the workspace. Its first word counts the blocks that have
// begun. A slot for each chunk follows: words of 64 bits. The upper half says that the lower half
// is there. So a result and the sign that it is there are one word, and no fence has to
// order them.
//
// The block that begins last collects the results, and waits for them: all other blocks run
// already, or have ended. The block that reads a word sets it to zero, so a launch finds the workspace
// as the one before it did.

// words is the number of slots of an element.
func (g *grids) words() int { return max(1, g.of.Type.Bits()/32) }

// workspace is the size of the workspace in bytes.
func (g *grids) workspace() int { return g.of.GridLaunch().Workspace }

// protocol are the helpers by which blocks meet.
func (g *grids) protocol() []string {
	const slot = "unsigned long long *slot"
	all := []string{
		helper{
			does: "How many blocks have begun before this one.", result: "unsigned", name: g.name + "_begin", params: "unsigned long long *begun",
			body: lines("unsigned before;",
				`asm volatile("atom.relaxed.gpu.global.add.u32 %0, [%1], 1;" : "=r"(before) : "l"(begun) : "memory");`,
				"return before;"),
		}.String(),
		helper{
			does: "Puts the count back to zero.", result: "void", name: g.name + "_reset", params: "unsigned long long *begun",
			body: lines(`asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" : : "l"(begun), "r"(0u) : "memory");`),
		}.String(),
		helper{
			does: "Stores 32 bits and the sign that they are there, at once.", result: "void", name: g.name + "_publish", params: slot + ", unsigned bits",
			body: lines("unsigned long long word = 1ull << 32 | bits;",
				`asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" : : "l"(slot), "l"(word) : "memory");`),
		}.String(),
		helper{
			does: "Waits for 32 bits, and puts the slot back to zero.", result: "unsigned", name: g.name + "_await", params: slot,
			body: lines("unsigned long long word;", "do {",
				`    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(word) : "l"(slot) : "memory");`,
				"} while (word >> 32 == 0ull);",
				`asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" : : "l"(slot), "l"(0ull) : "memory");`,
				"return (unsigned)word;"),
		}.String(),
	}
	publish, result := g.slots()
	leave, collect := "", ""
	if g.first != nil {
		last := g.words() * g.Chunks
		publish = append(publish, fmt.Sprintf("%s_publish(slot + %d, place);", g.name, last))
		result = append([]string{fmt.Sprintf("*place = %s_await(slot + %d);", g.name, last)}, result...)
		leave, collect = ", unsigned place", ", unsigned *place"
	}
	return append(all,
		helper{does: "Leaves the result of a chunk.", result: "void", name: g.name + "_leave", params: slot + ", " + g.elem.name + " result" + leave, body: lines(publish...)}.String(),
		helper{does: "Waits for the result of a chunk.", result: g.elem.name, name: g.name + "_collect", params: slot + collect, body: lines(result...)}.String())
}

// slots are the statements that publish a result, and those that wait for one.
func (g *grids) slots() (publish, collect []string) {
	if g.composite != nil {
		return g.leafSlots()
	}
	vector := vectorOf(g.of.Type)
	publish = []string{fmt.Sprintf("%s_publish(slot, %s);", g.name, asWord(vector.of, name("result")))}
	collect = []string{"uint4 word;", fmt.Sprintf("word.x = %s_await(slot);", g.name), fmt.Sprintf("return %s;", vector.element(name("word"), 0))}
	if g.words() == 2 {
		publish = []string{
			fmt.Sprintf("unsigned long long bits = %s;", asWord(vector.of, name("result"))),
			fmt.Sprintf("%s_publish(slot, (unsigned)bits);", g.name),
			fmt.Sprintf("%s_publish(slot + %d, (unsigned)(bits >> 32));", g.name, g.Chunks),
		}
		collect = []string{
			"ulonglong2 word;",
			fmt.Sprintf("word.x = %s_await(slot);", g.name),
			fmt.Sprintf("word.x |= (unsigned long long)%s_await(slot + %d) << 32;", g.name, g.Chunks),
			fmt.Sprintf("return %s;", vector.element(name("word"), 0)),
		}
	}
	return publish, collect
}

// kernel is the frame: it shares the chunks out, and stores the result.
func (g *grids) kernel() (function, error) {
	promise := contract.Gives(g.of, "")
	stored, outs := "the result is *out.", params{{name: "out", declare: g.elem.name + " *__restrict__ out"}}
	if g.first != nil {
		stored = "the element is *out, and its number *idx, -1 of none."
		outs = append(outs, param{name: "idx", declare: "long long *__restrict__ idx"})
	}
	promise = append(promise, fmt.Sprintf("%s, 0 to 2^40, of any alignment; %s", g.lengths(), stored))
	promise = append(promise, g.launches()...)
	algebra, err := contract.Algebra(g.of)
	if err != nil {
		return function{}, fmt.Errorf("cuda: %w", err)
	}
	return function{
		Contract: append(append(promise, ""), algebra...), Name: g.name,
		Frame: `extern "C" __global__`, Type: fmt.Sprintf("void __launch_bounds__(%d, 2)", g.Threads),
		Params: slices.Concat(g.arrays(func(in gridInput) string { return in.matrix }), params{{name: "n", declare: "unsigned long long n"}}, outs, params{{name: "workspace", declare: "unsigned long long *workspace"}}),
		Steps: append([]step{
			g.few(),
			g.shape(),
			{Title: "The blocks that have a chunk. The answer to what is counted here is not waited for yet.", Lines: []string{
				"unsigned blocks = chunks < gridDim.x ? chunks : gridDim.x;",
				"if (blockIdx.x >= blocks)",
				"    return;",
				"unsigned before = 0u;",
				"if (threadIdx.x == 0u && chunks > 1u)",
				fmt.Sprintf("    before = %s_begin(workspace);", g.name),
			}},
			{Title: "The block's chunks.", Lines: slices.Concat([]string{
				"#pragma unroll 1",
				"for (unsigned chunk = blockIdx.x; chunk < chunks; chunk += blocks) {",
				"    unsigned long long first = chunk * size, count = n - first < size || chunks == 1u ? n - first : size;",
			}, indented(g.chunk()), []string{"}"})},
			{Title: "The block that began last goes on, if there are several chunks.", Lines: []string{
				"if (chunks == 1u)",
				"    return;",
				"__shared__ bool last;",
				"if (threadIdx.x == 0u)",
				"    last = before == blocks - 1u;",
				"__syncthreads();",
				"if (!last)",
				"    return;",
			}},
		}, g.end()...),
	}, nil
}

// lengths says how many elements there are.
func (g *grids) lengths() string {
	if len(g.inputs) > 1 {
		return g.listed() + " have n elements each"
	}
	return g.listed() + " has n elements"
}

// listed are the names of the arrays in a sentence.
func (g *grids) listed() string {
	all := g.names("")
	if last := len(all) - 1; last > 0 {
		return strings.Join(all[:last], ", ") + " and " + all[last]
	}
	return all[0]
}

// chunk are the statements of a chunk.
func (g *grids) chunk() []string {
	if g.first != nil {
		return g.firstChunk()
	}
	return []string{
		g.part("_thread", " + first"),
		"if (threadIdx.x == 0u && chunks > 1u)",
		fmt.Sprintf("    %s_leave(workspace + %d + chunk, result);", g.name, spec.GridHeader),
		"if (threadIdx.x == 0u && chunks == 1u)",
		"    *out = result;",
	}
}

// part is the statement that defines the result of the elements that a function of a thread goes through, which are those of
// the arrays from some place on.
func (g *grids) part(thread, from string) string {
	each := fmt.Sprintf("%s%s(%s, count, threadIdx.x)", g.name, thread, strings.Join(g.names(from), ", "))
	return fmt.Sprintf("%s result = %s;", g.elem.name, g.across(each, g.present()))
}

// end are the steps in which the block that began last combines what the chunks have.
func (g *grids) end() []step {
	if g.first != nil {
		return g.firstEnd()
	}
	return []step{
		g.ofChunks(fmt.Sprintf("%s_collect(workspace + %d + threadIdx.x)", g.name, spec.GridHeader)),
		{Title: "The result of the array. All blocks have begun, so the count is put back.", Lines: []string{
			"if (threadIdx.x == 0u) {",
			fmt.Sprintf("    %s_reset(workspace);", g.name),
			"    *out = result;",
			"}",
		}},
	}
}

// shape is the step in which a kernel computes the size of the chunks of n elements, and their number.
func (g *grids) shape() step {
	p := g.Accumulators()
	chunks := g.number()
	size := fmt.Sprintf("unsigned long long size = (unsigned long long)rounds * %du;", p)
	last := len(chunks.Lines) - 1
	chunks.Lines = append(chunks.Lines[:last:last], size, chunks.Lines[last])
	return chunks
}

// number is the step in which a kernel computes the number of the chunks of n elements.
func (g *grids) number() step {
	p, most := g.Accumulators(), g.Chunks
	return step{Title: fmt.Sprintf("The chunks, in rounds of %d elements: one of up to %d rounds, else of at least %d rounds each, and at most %d.", p, g.Alone, g.Rounds, most), Lines: []string{
		fmt.Sprintf("unsigned all = (unsigned)((n + %du) / %du);", p-1, p),
		fmt.Sprintf("unsigned rounds = (all + %du) / %du;", most-1, most),
		fmt.Sprintf("rounds = rounds < %du ? %[1]du : rounds;", g.Rounds),
		fmt.Sprintf("unsigned chunks = all <= %du ? 1u : (all + rounds - 1u) / rounds;", g.Alone),
	}}
}

// ofChunks is the step in which a block combines the results of all chunks, of which a thread reads its
// own.
func (g *grids) ofChunks(own string) step {
	if g.of.User != nil {
		return step{Title: "The results of all chunks, one a thread. Threads without one are left out.", Lines: []string{
			g.ofNothing("result"), "if (threadIdx.x < chunks)", fmt.Sprintf("    result = %s;", own), fmt.Sprintf("result = %s;", g.across("result", "chunks")),
		}}
	}
	absent := vectorOf(g.of.Type)
	return step{Title: "The results of all chunks, one a thread. Threads without one have what changes nothing.", Lines: []string{
		fmt.Sprintf("%s none;", absent.name),
		fmt.Sprintf("none.x = %s;", absent.every(g.absentResult())),
		fmt.Sprintf("%s result = %s;", g.elem.name, absent.element(name("none"), 0)),
		"if (threadIdx.x < chunks)",
		fmt.Sprintf("    result = %s;", own),
		fmt.Sprintf("result = %s;", g.across("result", "")),
	}}
}

// absentResult are the bits of a result that changes nothing.
func (g *grids) absentResult() uint64 {
	bits, ok := ops.IdentityBits(g.spec.Op, g.of.Type)
	if !ok {
		g.report("no identity of %s on %s", g.of.Op, g.of.Type)
	}
	return bits
}

// launches says how the kernel is launched.
func (g *grids) launches() []string {
	outs := "out"
	if g.first != nil {
		outs = "out, idx"
	}
	return []string{
		fmt.Sprintf("Launch: any number of blocks of %d threads, %s<<<blocks, %[1]d>>>(%[3]s, n, %[4]s, workspace). The number", g.Threads, g.name, strings.Join(g.names(""), ", "), outs),
		fmt.Sprintf("of blocks does not change the result; those beyond %d, or beyond ceil(n / %d), have nothing to do.", g.Chunks, g.Accumulators()*g.Rounds),
		fmt.Sprintf("workspace: %d bytes of global memory, aligned to 8 and zero before the first launch; every launch leaves", g.workspace()),
		"them zero. Launches that may run at the same time need one each.",
	}
}
