package exec

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
)

// limit is what hardware from sm_70 on has of something. ptxas rejects a kernel that asks for more, or no launch of it
// starts.
type limit struct {
	most   int
	what   string // with %d for what the kernel asks for
	source string
	of     func(p *Program, n needs) int
}

// oldParams are the bytes of a kernel's parameters before PTX 8.1.
const oldParams = 4352

// limits are those that depend on no launch. CUDA guide is the CUDA programming guide, "Compute Capabilities".
var limits = []limit{
	{48 << 10, "%d bytes of shared memory that is declared",
		"ptxas: 0xc000; CUDA guide, Technical Specifications: more is dynamic alone", func(p *Program, _ needs) int {
			return p.bytesOf("shared")
		}},
	{512 << 10, "%d bytes of local memory for each thread", "CUDA guide, Technical Specifications",
		func(p *Program, _ needs) int { return p.bytesOf("local") }},
	{1024, "blocks of %d threads (.maxntid, .reqntid)", "CUDA guide, Technical Specifications",
		func(p *Program, _ needs) int { return p.Threads() }},
	{8, "clusters of %d blocks (.reqnctapercluster)", "CUDA guide, Thread Block Clusters: the greatest portable size",
		func(p *Program, _ needs) int { return p.Kernel.ReqCluster }},
	{32764, "%d bytes of parameters", "PTX ISA, Kernel Function Parameters: PTX 8.1, sm_70",
		func(p *Program, _ needs) int { return p.paramBytes() }},
	{oldParams, "%d bytes of parameters before PTX 8.1", "PTX ISA, Kernel Function Parameters",
		func(p *Program, n needs) int {
			if n.isa >= 801 {
				return 0
			}
			return p.paramBytes()
		}},
}

// bytesOf is how many bytes the variables in a state space take, each at its alignment.
func (p *Program) bytesOf(space string) int {
	return spanned(slices.DeleteFunc(slices.Clone(p.regions), func(r *region) bool {
		return r.space != space || r == p.dynamic
	}))
}

// paramBytes are those of the kernel's parameters.
func (p *Program) paramBytes() int { return spanned(p.params) }

func spanned(regions []*region) (at int) {
	for _, r := range regions {
		at = (at+r.align-1)/r.align*r.align + r.size
	}
	return at
}

// limited refuses a kernel that no GPU runs.
func (p *Program) limited(n needs) error {
	for _, l := range limits {
		if got := l.of(p, n); got > l.most {
			return parse.Refuse(p.File, p.Kernel.Place, "%s needs %s: at most %d (%s)", p.Kernel.Name,
				fmt.Sprintf(l.what, got), l.most, l.source)
		}
	}
	return nil
}
