//go:build !js

package verify

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/cxx"
)

// tellsVersion matches the macros by which the toolkit tells its version.
var tellsVersion = regexp.MustCompile(`\b(CUDA_VERSION|CUDART_VERSION|__CUDACC_VER_(MAJOR|MINOR)__)\b`)

// toolkit is the major and the minor version of the toolkit where no nvcc says it.
var toolkit = [2]int{13, 0}

// version defines the macros that a file of someone's own has and that tell the version of the toolkit: that of nvcc,
// where it may compile the file. The verdict says what they are.
func (p *cuda) version(tokens []cxx.Token) {
	for _, t := range tokens {
		if t.Kind != cxx.Word && t.Kind != cxx.Directive {
			continue
		}
		for _, name := range tellsVersion.FindAllString(t.Text, -1) {
			if slices.Contains(definedBy(p.Define), name) {
				continue
			}
			v := p.toolkit()
			value := 1000*v[0] + 10*v[1]
			switch {
			case strings.Contains(name, "MAJOR"):
				value = v[0]
			case strings.Contains(name, "MINOR"):
				value = v[1]
			}
			p.Define = append(slices.Clone(p.Define), fmt.Sprintf("%s=%d", name, value))
			p.given = append(p.given, fmt.Sprintf("%s %d", name, value))
		}
	}
}

// toolkit is the version of nvcc, where it may compile the file.
func (p *cuda) toolkit() (v [2]int) {
	all, _ := p.compilers()
	for _, c := range all {
		text, err := c.Version(context.Background())
		if _, failed := fmt.Sscanf(text, "%d.%d", &v[0], &v[1]); err == nil && failed == nil && c.Name() == "nvcc" {
			return v
		}
	}
	return toolkit
}
