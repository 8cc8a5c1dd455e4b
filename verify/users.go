//go:build !js

package verify

import (
	"context"

	"github.com/shflgen/shflgen/internal/prover/gopackage"
	"github.com/shflgen/shflgen/internal/prover/goread"
	"github.com/shflgen/shflgen/internal/prover/operator"
	"github.com/shflgen/shflgen/spec"
)

// resolve finds the functions and structs that a spec names, from a folder.
func resolve(s spec.Spec, from string) (spec.Spec, error) {
	s, _, err := operator.Resolve(s, from, from, false)
	return s, err
}

// limitsOf are the conditions under which what is known of the functions of a spec holds.
func limitsOf(s spec.Spec) []string { return operator.Limits(s) }

// loader keeps the packages of files that were proved.
var loader gopackage.Loader

// load loads the package of a Go file.
func load(ctx context.Context, subject Subject) (*goread.Unit, error) {
	return loader.Load(ctx, subject.Path, subject.Src)
}
