package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/contract"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// clusterFile is the file of a function that the blocks of a cluster call: each combines its threads by a
// function of a block, then its result goes to the shared memory of block 0, or of every block.
func clusterFile(n *network.Network) (*file, error) {
	s := n.Spec
	f, err := fileOf(n.Block, Users{})
	if err != nil {
		return nil, err
	}
	f.function.Contract = append([]string{"The threads of a block combine what they have.", ""},
		contract.Gives(n.Block.Spec, "A thread with member true is one")...)
	f.Header, f.Guard, f.Parameters = s.Header(), s.Guard(), contract.Parameters(s)
	f.Plan = append(f.Plan, f.function)
	p := newAlone(network.Alone(s)) // few values: no encoding pays
	c := clusterCall{p, s.ClusterBlocks(), s.All()}
	promise, err := c.promise(s)
	if err != nil {
		return nil, err
	}
	f.function = function{
		Contract: promise, Type: p.elem.name, Name: s.FileName(), Params: paramsOf(s.Shape()),
		Steps: c.steps(n.Block.Spec),
	}
	if p.opHelper != "" && p.combines {
		f.helps([]string{p.opHelper})
	}
	f.links(s)
	return f, p.err
}

// clusterCall prints one call.
type clusterCall struct {
	*printer
	blocks int
	all    bool // every thread gets the result
}

// promise is the contract.
func (c clusterCall) promise(s spec.Spec) ([]string, error) {
	lines := contract.Gives(s, "A thread with member true is one")
	lines = append(lines,
		fmt.Sprintf("All threads of a cluster of %d blocks of %d threads must make the "+
			"call; clusters and blocks may have 1, 2 or 3", c.blocks, s.Block().Threads),
		"dimensions, and blocks count by %cluster_ctarank. In a cluster of any other number of blocks, or in none, it traps.")
	if !c.all {
		lines = append(lines, "The results of the other threads are unspecified.")
	}
	lines = append(lines, everyBarrier)
	algebra, err := contract.Algebra(s)
	if err != nil {
		return nil, fmt.Errorf("cuda: %w", err)
	}
	return append(append(lines, ""), algebra...), nil
}

// steps are those of the call.
func (c clusterCall) steps(block spec.Spec) []step {
	arg := "v"
	if block.Shape().Masked() {
		arg = "member, v"
	}
	begin := append([]string{
		"unsigned number = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z), thread;",
		`asm("mov.u32 %0, %1;" : "=r"(thread) : "r"(number)); // compared as one number, not as coordinates`,
	}, clusterBegins(c.blocks)...)
	to, title := onlyBlock0, "Thread 0 of each block leaves its result in the "+
		"shared memory of block 0, once all have begun."
	if c.all {
		to = receiver{fmt.Sprintf("thread < %du", c.blocks), "thread"} // one thread stores to each block
		title = "Thread t of each block leaves its result in the shared memory of block t, once all have begun."
	}
	combine := combinesParts(c.elem.name, c.blocks, func(a, b string) string {
		return fmt.Sprintf("%s = %s;", a, c.combined2(name(a), name(b)))
	})
	last := append(combine, "return z0;")
	if !c.all {
		last = append(append([]string{"if (block == 0u) {"}, indented(append(combine, "x = z0;"))...), "}", "return x;")
	}
	return []step{
		{Title: "The thread and the block, by their numbers in the block and the cluster.", Lines: begin},
		{Title: "The block's own result.", Lines: []string{fmt.Sprintf("%s x = %s(%s);", c.elem.name, block.FileName(),
			arg)}},
		{Title: title, Lines: leaves(c.blocks, to, left{c.elem.name, "parts", "x"})},
		{Title: "The blocks' results combine, neighbours first.", Lines: last},
	}
}

// Blocks of a cluster meet at barriers of the cluster, and reach each other's shared memory by addresses
// that mapa gives (PTX ISA, "barrier.cluster" and "mapa"). A block may be reached from the first barrier
// on, at which all have begun, until the last that lies before it ends.

// clusterArch is the first architecture that has clusters.
const clusterArch = 90

// clusterBegins are the statements by which a block finds its number in a cluster of some blocks, and lets
// the others know that it has begun. In a cluster of another number of blocks, or in none, it traps.
func clusterBegins(blocks int) []string {
	return []string{
		"unsigned block, blocks;",
		`asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(block));`,
		`asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(blocks));`,
		fmt.Sprintf("if (blocks != %du)", blocks),
		"    __trap();",
		clusterArrive,
	}
}

// left is a value that each block leaves for others, in an array.
type left struct{ typ, array, value string }

// receiver says which threads of a block leave values, and which block's shared memory receives them.
type receiver struct{ threads, block string }

// onlyBlock0 is block 0, to which thread 0 gives.
var onlyBlock0 = receiver{"thread == 0u", "0u"}

// leaves are the statements by which threads of each block leave values in the shared memory of others, which
// are waited for until they have begun.
func leaves(blocks int, to receiver, values ...left) []string {
	var declared, stores []string
	for _, p := range values {
		declared = append(declared, fmt.Sprintf("__shared__ %s %s[%d];", p.typ, p.array, blocks))
		stores = append(stores,
			fmt.Sprintf("    unsigned long long %s_slot;", p.array),
			"    "+fmt.Sprintf(remote, p.array+"_slot", fmt.Sprintf("(unsigned long long)&%s[block]", p.array), to.block),
			fmt.Sprintf("    *reinterpret_cast<%s *>(%s_slot) = %s;", p.typ, p.array, p.value))
	}
	lines := append(declared, clusterWait)
	lines = append(append(lines, fmt.Sprintf("if (%s) {", to.threads)), stores...)
	return append(lines, "}", clusterArrive, clusterWait)
}

// treeOf are the statements of a tree over values.
func treeOf(op func(a, b string) string, of []string) []string {
	var lines []string
	for d := 1; d < len(of); d *= 2 {
		for i := 0; i+d < len(of); i += 2 * d {
			lines = append(lines, op(of[i], of[i+d]))
		}
	}
	return lines
}

// combinesParts are the statements by which a thread combines what the blocks have left in the array parts,
// neighbours first, to z0. combine is a statement that takes b in to a.
func combinesParts(typ string, blocks int, combine func(a, b string) string) []string {
	var read, parts []string
	for k := range blocks {
		parts = append(parts, fmt.Sprintf("z%d", k))
		read = append(read, fmt.Sprintf("%s z%d = parts[%[2]d];", typ, k))
	}
	return append(read, treeOf(combine, parts)...)
}
