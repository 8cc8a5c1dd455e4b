package exec

import "github.com/shflgen/shflgen/internal/prover/ptx/parse"

// maxDynamic is how much shared memory a launch may have beside variables (CUDA guide, "Technical Specifications": more
// is asked for).
const maxDynamic = 48 << 10

// dynamic is the memory that a launch sizes. All variables without a size begin there.
func (l *loader) dynamic(v *parse.Variable) *region {
	if l.p.dynamic == nil {
		l.p.dynamic = l.region(v, "shared")
		l.p.dynamic.size = maxDynamic
	}
	l.p.dynamic.align = max(l.p.dynamic.align, v.Align)
	return l.p.dynamic
}

// maxDynamicAlign is what the start of a block's shared memory is aligned to at least.
const maxDynamicAlign = 16

// alignDynamic says how the memory that a launch sizes is aligned in a kernel with all its variables: it lies behind
// them, in an order that the linker chooses. Without others it begins where shared memory does.
func (p *Program) alignDynamic() {
	if p.dynamic == nil {
		return
	}
	end := maxDynamicAlign
	for _, r := range p.regions {
		if r.space == "shared" && r != p.dynamic {
			both := r.size | r.align
			end = min(end, both&-both)
		}
	}
	p.dynamic.align = max(p.dynamic.align, end)
}

// Dynamic is how many bytes of shared memory a launch has to have beside variables, as far as executions have shown.
func (p *Program) Dynamic() int {
	if p.dynamic == nil {
		return 0
	}
	return p.dynamic.most
}

// DynamicAlign is what launches have to align that memory to, as far as executions have shown; 0: to no more than the
// file says.
func (p *Program) DynamicAlign() int {
	if p.dynamic == nil || !p.dynamic.loose {
		return 0
	}
	return maxDynamicAlign
}
