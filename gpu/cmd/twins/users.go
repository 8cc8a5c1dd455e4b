package main

import (
	"strings"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/gpu/ends"
	"github.com/shflgen/shflgen/internal/prover/operator"
	"github.com/shflgen/shflgen/spec"
)

// userops is the package of users' functions, which stands for @ in flags.
const userops = module + "/tests/userops"

// resolved is the spec of flags with users' functions, which are loaded.
func resolved(flags string) spec.Spec {
	s := ends.Must(spec.ParseArgs(strings.Fields(strings.ReplaceAll(flags, "@", userops))))
	s, _, err := operator.Resolve(s, ".", ".", false)
	return ends.Must(s, err)
}

// emitted is the Go, of a package, and the CUDA of a resolved spec.
func emitted(s spec.Spec, pkg string) (goText, cudaText []byte) {
	options := gen.Options{Package: pkg, Langs: gen.Langs()}
	for _, fn := range ends.Must(operator.Loaded(s)) {
		of := gen.Operator{Package: fn.Pkg, Func: fn.Fn}
		if fn.Flag == "map" {
			options.Map = of
		} else {
			options.Operator = of
		}
	}
	files := ends.Must(gen.Generate(s, options))
	return files[s.FileName()+".go"], files[s.FileName()+".cu"]
}
