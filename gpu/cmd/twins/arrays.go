package main

import (
	"fmt"
	"iter"
	"strings"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/gpu/ends"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/catalogue"
)

// userGrids are reductions by users' functions: of each size of elements and of results, of up to three arrays.
var userGrids = []string{
	"-op @.Minus", "-op @.MulMod", "-op @.Norm", "-op @.SaturatingSum", "-op @.LastSet", "-op @.ComposeMaps",
	"-op @.Mean -map square", "-op @.Added -map @.Halved", "-op @.Minus -map @.Residual",
	"-op @.MergeMoments -map @.LiftMoments", "-op @.MergeSoftmax -map @.LiftSoftmax",
	"-op @.MergeSummaries -map @.LiftSummary", "-op @.MergeSpreads -map @.LiftSpread",
	"-op @.MergeRecords -map @.LiftRecord",
}

// userScans are scans by users' functions: inclusive ones, and exclusive ones by operators with an identity.
var userScans = []string{
	"inclusive-scan -op @.Minus", "inclusive-scan -op @.MulMod", "inclusive-scan -op @.Norm", "inclusive-scan -op @.Mean",
	"inclusive-scan -op @.LastSet", "exclusive-scan -op @.LastSet", "exclusive-scan -op @.Added",
	"inclusive-scan -op @.Added",
	"inclusive-scan -op @.Minus -map @.Residual", "inclusive-scan -op @.Mean -map square",
	"exclusive-scan -op @.Added -map @.Halved", "exclusive-scan -op max -map @.Negated",
	"inclusive-scan -op @.Mean -in float16", "exclusive-scan -op @.Added -in bfloat16 -map product",
}

func writeGrids(w *writer, _ []string) {
	w.all(catalogue.Grids(), catalogue.MappedGrids(), catalogue.ColReductions(), catalogue.MappedColReductions())
	w.users("-pattern grid-reduce ", userGrids)
}

func writeScans(w *writer, _ []string) {
	w.all(catalogue.GridScans(), catalogue.MadeScans())
	w.users("-pattern grid-", userScans)
}

// all adds the emitted Go of specs.
func (w *writer) all(sets ...iter.Seq[spec.Spec]) {
	for _, specs := range sets {
		for s := range specs {
			files := ends.Must(gen.Generate(s, gen.Options{Package: w.name(), Langs: []gen.Lang{gen.Go}}))
			w.add(s.FileName(), files[s.FileName()+".go"], fmt.Sprintf("twin.Register(%q, %s)", s.FileName(), s.FuncName()))
		}
	}
}

// users adds functions with functions of users, and their CUDA.
func (w *writer) users(pattern string, flags []string) {
	for _, of := range flags {
		s := resolved(pattern + of)
		s = s.With("parts", s.Pattern == spec.GridReduce) // which changes nothing else
		src, cuda := emitted(s, w.name())
		var in []string
		for _, p := range s.Shape().In {
			in = append(in, fmt.Sprint(uint8(p.Type)))
		}
		w.add(s.FileName(), src, fmt.Sprintf("twin.RegisterUser(twin.User{Name: %q, Source: %s, Pattern: %d, Type: %d, "+
			"In: []spec.Type{%s}}, %s)",
			s.FileName(), w.embed(cuda), s.Pattern, s.Type, strings.Join(in, ", "), s.FuncName()))
	}
}
