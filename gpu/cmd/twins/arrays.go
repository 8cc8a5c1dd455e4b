package main

import (
	"fmt"
	"iter"
	"strings"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/gpu/ends"
	"github.com/shflgen/shflgen/internal/catalogue"
	"github.com/shflgen/shflgen/spec"
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

// several ends the name of what registers a function of so many arrays.
func several(arrays int) string { return []string{"", "Two", "Three", "Four"}[arrays-1] }

func writeGrids(w *writer, _ []string) {
	w.all(func(s spec.Spec) string {
		of := "Of" + several(max(1, len(s.MapInputs())))
		if s.HasLane() {
			of = "OfIndex"
		}
		return fmt.Sprintf("grids.Register(%q, grids.%s(%s))", s.FileName(), of, s.FuncName())
	}, catalogue.Grids(), catalogue.MappedGrids())
	w.all(func(s spec.Spec) string {
		return fmt.Sprintf("grids.RegisterColumns(%q, grids.OfColumns%s(%s))", s.FileName(), several(len(s.Shape().In)),
			s.FuncName())
	}, catalogue.ColReductions(), catalogue.MappedColReductions())
	w.users("-pattern grid-reduce ", userGrids, func(s spec.Spec, text string) string {
		arrays := max(1, len(s.MapInputs()))
		return fmt.Sprintf("grids.RegisterUser(grids.User{Name: %q, Source: %s, In: spec.Type(%d), Arrays: %d}, "+
			"grids.Of%s(%s))",
			s.FileName(), text, s.InType(), arrays, several(arrays), s.FuncName())
	})
}

func writeScans(w *writer, _ []string) {
	w.all(func(s spec.Spec) string {
		return fmt.Sprintf("scans.Register(%q, scans.Of%s(%s))", s.FileName(), several(len(s.Shape().In)), s.FuncName())
	}, catalogue.GridScans(), catalogue.MadeScans())
	w.users("-pattern grid-", userScans, func(s spec.Spec, text string) string {
		var in []string
		for _, p := range s.Shape().In {
			in = append(in, fmt.Sprint(uint8(p.Type)))
		}
		return fmt.Sprintf("scans.RegisterUser(scans.User{Name: %q, Source: %s, Type: %d, In: []spec.Type{%s}}, "+
			"scans.Of%s(%s))",
			s.FileName(), text, uint8(s.Type), strings.Join(in, ", "), several(len(in)), s.FuncName())
	})
}

// all adds the emitted Go of specs.
func (w *writer) all(register func(spec.Spec) string, sets ...iter.Seq[spec.Spec]) {
	for _, specs := range sets {
		for s := range specs {
			files := ends.Must(gen.Generate(s, gen.Options{Package: w.name(), Langs: []gen.Lang{gen.Go}}))
			w.add(s.FileName(), files[s.FileName()+".go"], register(s))
		}
	}
}

// users adds functions with functions of users, and their CUDA.
func (w *writer) users(pattern string, flags []string, register func(s spec.Spec, text string) string) {
	for _, of := range flags {
		s := resolved(pattern + of)
		s = s.With("parts", s.Pattern == spec.GridReduce) // which changes nothing else
		src, cuda := emitted(s, w.name())
		w.add(s.FileName(), src, register(s, w.embed(cuda)))
	}
}
