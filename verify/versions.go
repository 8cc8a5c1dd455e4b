//go:build !js

package verify

import (
	"context"
	"fmt"
	"regexp"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/cxx"
)

// tellsVersion matches the macros by which the toolkit tells its version.
var tellsVersion = regexp.MustCompile(`\b(CUDA_VERSION|CUDART_VERSION|__CUDACC_VER_(MAJOR|MINOR)__)\b`)

// version defines the macros that a file of someone's own has and that tell the version of the toolkit: that of nvcc,
// where it may compile the file, else 13.0. The verdict says what they are.
func (p *cuda) version(tokens []cxx.Token) {
	major, minor := 13, 0
	for _, t := range tokens {
		if t.Kind != cxx.Word && t.Kind != cxx.Directive || !tellsVersion.MatchString(t.Text) {
			continue
		}
		all, _ := p.compilers()
		for _, c := range all {
			if text, err := c.Version(context.Background()); err == nil && c.Name() == "nvcc" {
				_, _ = fmt.Sscanf(text, "%d.%d", &major, &minor)
			}
		}
		of := map[string]int{"__CUDACC_VER_MAJOR__": major, "__CUDACC_VER_MINOR__": minor,
			"CUDA_VERSION": 1000*major + 10*minor, "CUDART_VERSION": 1000*major + 10*minor}
		for _, name := range tellsVersion.FindAllString(t.Text, -1) {
			if !slices.Contains(definedBy(p.Define), name) {
				p.Define = append(slices.Clone(p.Define), fmt.Sprintf("%s=%d", name, of[name]))
				p.given = append(p.given, fmt.Sprintf("%s %d", name, of[name]))
			}
		}
	}
}
