package cuda

import "fmt"

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

// everyBlock are all of them. One thread stores to each.
func everyBlock(blocks int) receiver { return receiver{fmt.Sprintf("thread < %du", blocks), "thread"} }

// leaves are the statements by which threads of each block leave values in the shared memory of others, which
// are waited for until they have begun.
func leaves(blocks int, to receiver, values ...left) []string {
	var declared, stores []string
	for _, p := range values {
		declared = append(declared, fmt.Sprintf("__shared__ %s %s[%d];", p.typ, p.array, blocks))
		stores = append(stores,
			fmt.Sprintf("    unsigned long long %s_slot;", p.array),
			"    "+remote(p.array+"_slot", fmt.Sprintf("(unsigned long long)&%s[block]", p.array), to.block),
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

// combinesParts is the same by the op.
func (p *printer) combinesParts(blocks int) []string {
	return combinesParts(p.elem.name, blocks, p.takesIn)
}
