//go:build !js

package verify

import (
	"maps"
	"slices"
)

// mayOverflow is the limit of a proof of someone's own file, unless no lane gets to a trap where a number overflows.
const mayOverflow = "signed overflow and floats beyond the range of an integer as " +
	"in these builds: C++ leaves them undefined"

// withoutTraps has one architecture of each class without a build that traps at undefined behaviour of C++: an
// unoptimised build of clang does.
func (p *cuda) withoutTraps(builds []Build) (arches []string) {
	lack := map[string]string{}
	for _, b := range builds {
		lack[p.division.class(b.Arch)] = b.Arch
	}
	for _, b := range builds {
		if b.Compiler == "clang" && b.Level == "O0" {
			delete(lack, p.division.class(b.Arch))
		}
	}
	return slices.Sorted(maps.Values(lack))
}

// traps reports whether unoptimised builds of clang trap where a number overflows. The addresses of a
// kernel of rows or arrays overflow, unless the number of rows and the pitch are what the kernel says.
func (p *cuda) traps() bool {
	if p.Spec != nil {
		return !p.wraps
	}
	return p.report.Spec.CallsUsers() && !p.report.Spec.Pattern.InMemory()
}
