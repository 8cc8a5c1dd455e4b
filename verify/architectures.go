//go:build !js

package verify

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/cxx"
	"github.com/shflgen/shflgen/spec"
)

// capability is the number in the name of an architecture: 90 of sm_90a.
func capability(arch string) int {
	n, _ := strconv.Atoi(strings.TrimRight(strings.TrimPrefix(arch, "sm_"), "af"))
	return n
}

// division says which architectures a source cannot tell apart.
type division struct {
	bounds   []int // numbers that __CUDA_ARCH__ is compared with
	specific bool  // it asks for the macros of one architecture alone, or of its family
	family   bool  // of these only for the family of sm_100
	all      bool  // it may do anything with them
}

var (
	comparison = regexp.MustCompile(`^#\s*(?:if|elif) +__CUDA_ARCH__ *(?:<|>|<=|>=|==|!=) *\d+$`)
	familyTest = regexp.MustCompile(`^#\s*(?:if|elif) +__CUDA_ARCH_FAMILY_SPECIFIC__ / 100 == 10$`)
	literal    = regexp.MustCompile(`\b\d+\b`)
)

// divide reads how a source tells architectures apart.
func divide(tokens []cxx.Token) division {
	v := division{family: true}
	for _, t := range tokens {
		switch {
		case t.Kind == cxx.Word && (strings.HasPrefix(t.Text, "__CUDA_ARCH") || strings.HasPrefix(t.Text, "NV_")):
			v.all, v.specific, v.family = true, true, false
		case t.Kind != cxx.Directive || !strings.Contains(t.Text, "__CUDA_ARCH") && !strings.Contains(t.Text, "NV_"):
		case familyTest.MatchString(t.Text):
			v.specific = true
		default:
			v.all = v.all || !comparison.MatchString(t.Text)
			if strings.Contains(t.Text, "SPECIFIC") || strings.Contains(t.Text, "FEAT") {
				v.specific, v.family = true, false
			}
			for _, n := range literal.FindAllString(t.Text, -1) {
				if x, err := strconv.Atoi(n); err == nil {
					v.bounds = append(v.bounds, x)
				}
			}
		}
	}
	return v
}

// class is a name for the architectures that a source cannot tell from arch.
func (v division) class(arch string) string {
	if v.all {
		return arch
	}
	x := 10 * capability(arch)
	var b strings.Builder
	for _, bound := range v.bounds {
		switch {
		case x < bound:
			b.WriteByte('<')
		case x == bound:
			b.WriteByte('=')
		default:
			b.WriteByte('>')
		}
	}
	if own := strings.TrimLeft(arch, "sm_0123456789"); own != "" && v.specific {
		if v.family {
			fmt.Fprintf(&b, "family %t", x/100 == 10)
		} else {
			b.WriteString(arch)
		}
	} else if v.specific && v.family {
		b.WriteString("family false")
	}
	return b.String()
}

// choice is what the builds of a proof are chosen by.
type choice struct {
	spec      spec.Spec
	compilers []compile.Compiler
	each      bool     // every compiler is wanted, not the first that knows an architecture
	arches    []string // that are asked for; nil: those of the file
	division  division
	dropped   compile.Compiler // one that refused the file, if any
}

// notLookedAt reports whether a proof may leave out architectures that the file has code for: no
// installed compiler builds it for them, and nobody asked for them or chose the compilers.
func (c choice) notLookedAt(ctx context.Context, arches []string) bool {
	known := func(arch string) bool { return c.dropped != nil && c.can(ctx, c.dropped, arch) }
	return !c.each && c.arches == nil && !slices.ContainsFunc(arches, known)
}

// pick is a compiler and an architecture for it.
type pick struct {
	compiler compile.Compiler
	arch     string
}

// picks chooses compilers and architectures; missing are architectures that no
// compiler of the choice knows, though the file has code for them.
func (c choice) picks(ctx context.Context) (all []pick, missing []string, err error) {
	wanted := c.arches
	if wanted == nil {
		wanted = c.those(usual)
		if c.division.all {
			wanted = c.those(universe)
		}
	}
	covered := map[string]bool{}
	add := func(arch string) bool {
		found := false
		for _, compiler := range c.compilers {
			if c.can(ctx, compiler, arch) && (!found || c.each) {
				all = append(all, pick{compiler, arch})
				covered[c.division.class(arch)] = true
				found = true
			}
		}
		return found
	}
	for _, arch := range wanted {
		if c.arches != nil {
			if err := compile.Fits(c.spec, arch); err != nil {
				return nil, nil, err
			}
		}
		if !add(arch) && c.arches != nil {
			missing = append(missing, arch)
		}
	}
	if c.arches == nil {
		for _, arch := range c.those(universe) {
			if class := c.division.class(arch); !covered[class] && !add(arch) {
				missing = append(missing, arch)
			}
		}
		missing = slices.DeleteFunc(missing, func(arch string) bool { return covered[c.division.class(arch)] })
	}
	return all, missing, nil
}

// those are the architectures of a list that the spec is for.
func (c choice) those(list []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(arch string) bool {
		return capability(arch) < c.spec.Arch.Capability()
	})
}

// can reports whether a compiler makes PTX of the spec's types for an architecture.
func (c choice) can(ctx context.Context, compiler compile.Compiler, arch string) bool {
	if c.spec.InType().Half() && compiler.Name() == "clang" {
		return false
	}
	return compiler.Knows(ctx, arch)
}
