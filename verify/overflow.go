package verify

import (
	"maps"
	"slices"
)

// mayOverflow is the limit of a proof of someone's own file, unless no lane gets to a trap where a number overflows.
const mayOverflow = "signed overflow and floats beyond the range of an integer as in these builds: C++ leaves them undefined"

// allTrap reports whether for each class of architectures a build traps where a number overflows.
func (p *cuda) allTrap(builds []Build) bool {
	trap := map[string]bool{}
	for _, b := range builds {
		class := p.division.class(b.Arch)
		trap[class] = trap[class] || b.Compiler == "clang" && b.Level == "O0"
	}
	return !slices.Contains(slices.Collect(maps.Values(trap)), false)
}

// traps reports whether unoptimised builds of clang trap where a number overflows. The addresses of a
// kernel of rows or arrays overflow, unless the number of rows and the pitch are what the kernel says.
func (p *cuda) traps() bool {
	if p.Spec != nil {
		return !p.wraps
	}
	return p.report.Spec.CallsUsers() && !p.report.Spec.Pattern.InMemory()
}
