package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/operator"
	"github.com/shflgen/shflgen/spec"
)

// userops is the package of the functions.
const userops = "github.com/shflgen/shflgen/tests/userops"

// users are reductions by functions of that package, which stands for @: of each size of elements and of results, of up to three
// arrays.
var users = []string{
	"-op @.Minus", "-op @.MulMod", "-op @.Norm", "-op @.SaturatingSum", "-op @.LastSet", "-op @.ComposeMaps", "-op @.Mean -map square",
	"-op @.Added -map @.Halved", "-op @.Minus -map @.Residual", "-op @.MergeMoments -map @.LiftMoments", "-op @.MergeSoftmax -map @.LiftSoftmax",
	"-op @.MergeSummaries -map @.LiftSummary", "-op @.MergeSpreads -map @.LiftSpread", "-op @.MergeRecords -map @.LiftRecord",
}

// writeUsers writes the files of these reductions, what registers them, and what embeds the CUDA.
func writeUsers(dir string, register *strings.Builder) (embeds string, err error) {
	for i, of := range users {
		s, err := spec.ParseArgs(strings.Fields("-pattern grid-reduce " + strings.ReplaceAll(of, "@", userops)))
		if err != nil {
			return "", err
		}
		if s, _, err = operator.Resolve(s, ".", ".", false); err != nil {
			return "", err
		}
		s.Parts = true // which changes nothing else
		options := gen.Options{Package: "twins", Langs: gen.Langs()}
		loaded, err := operator.Loaded(s)
		if err != nil {
			return "", err
		}
		for _, fn := range loaded {
			if fn.Flag == "map" {
				options.Map = gen.Operator{Package: fn.Pkg, Func: fn.Fn}
				continue
			}
			options.Operator = gen.Operator{Package: fn.Pkg, Func: fn.Fn}
		}
		files, err := gen.Generate(s, options)
		if err != nil {
			return "", err
		}
		for name, as := range map[string]string{s.FileName() + ".go": s.FileName() + "_twin.go", s.FileName() + ".cu": fmt.Sprintf("user%d.txt", i)} {
			if err := os.WriteFile(filepath.Join(dir, as), files[name], 0o666); err != nil {
				return "", err
			}
		}
		arrays := max(1, len(s.MapInputs()))
		embeds += fmt.Sprintf("//go:embed user%d.txt\nvar user%[1]d string\n\n", i)
		fmt.Fprintf(register, "\tgrids.RegisterUser(grids.User{Name: %q, Source: user%d, In: spec.Type(%d), Arrays: %d}, grids.TwinOf%s(%s))\n",
			s.FileName(), i, s.InType(), arrays, []string{"", "Two", "Three"}[arrays-1], s.FuncName())
	}
	return embeds, nil
}
