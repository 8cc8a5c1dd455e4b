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

// Blocks of a cluster meet at barriers of the cluster, and reach each other's shared memory by addresses
// that mapa gives (PTX ISA, "barrier.cluster" and "mapa"). A block may be reached from the first barrier
// on, at which all have begun, until the last that lies before it ends.

// clusterArch is the first architecture that has clusters.
const clusterArch = 90

// steps are those of the call.
func (c clusterCall) steps(block spec.Spec) []step {
	arg, typ := "v", c.elem.name
	if block.Shape().Masked() {
		arg = "member, v"
	}
	who, to, title := "thread == 0u", "0u", "Thread 0 of each block leaves its result in the "+
		"shared memory of block 0, once all have begun."
	if c.all {
		who, to = fmt.Sprintf("thread < %du", c.blocks), "thread" // one thread stores to each block
		title = "Thread t of each block leaves its result in the shared memory of block t, once all have begun."
	}
	last := append(c.joined(), "return z0;")
	if !c.all {
		last = append(ofThreads("block == 0u", append(c.joined(), "x = z0;")), "return x;")
	}
	return []step{
		{Title: "The thread and the block, by their numbers in the block and the cluster.", Lines: []string{
			"unsigned number = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z), thread;",
			`asm("mov.u32 %0, %1;" : "=r"(thread) : "r"(number)); // compared as one number, not as coordinates`,
			"unsigned block, blocks;",
			`asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(block));`,
			`asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(blocks));`,
			fmt.Sprintf("if (blocks != %du)", c.blocks),
			"    __trap();",
			clusterArrive,
		}},
		{Title: "The block's own result.", Lines: []string{fmt.Sprintf("%s x = %s(%s);", typ, block.FileName(), arg)}},
		{Title: title, Lines: []string{
			fmt.Sprintf("__shared__ %s parts[%d];", typ, c.blocks), clusterWait,
			fmt.Sprintf("if (%s) {", who),
			"    unsigned long long parts_slot;",
			"    " + fmt.Sprintf(remote, "parts_slot", "(unsigned long long)&parts[block]", to),
			fmt.Sprintf("    *reinterpret_cast<%s *>(parts_slot) = x;", typ),
			"}", clusterArrive, clusterWait,
		}},
		{Title: "The blocks' results combine, neighbours first.", Lines: last},
	}
}

// joined are the statements by which a thread combines what the blocks have left, neighbours first, to z0.
func (c clusterCall) joined() (lines []string) {
	for k := range c.blocks {
		lines = append(lines, fmt.Sprintf("%s z%d = parts[%[2]d];", c.elem.name, k))
	}
	for d := 1; d < c.blocks; d *= 2 {
		for i := 0; i+d < c.blocks; i += 2 * d {
			to := name(fmt.Sprintf("z%d", i))
			lines = append(lines, fmt.Sprintf("%s = %s;", to, c.combined2(to, name(fmt.Sprintf("z%d", i+d)))))
		}
	}
	return lines
}
