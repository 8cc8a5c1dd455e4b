package gen_test

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/catalogue"
	"github.com/shflgen/shflgen/tests/extent"
)

// maxGo bounds a Go file, in bytes. Code that lanes, warps or registers share is emitted once, in a helper.
const maxGo = 100_000

// TestGoSizes holds the size of emitted Go over a sample of the catalogue, and over the specs of each pattern that
// have the most elements.
func TestGoSizes(t *testing.T) {
	extent.OnlyFull(t, "emits the largest functions")
	largest := map[spec.Pattern]int{}
	elements := func(s spec.Spec) int { return s.Shape().Lanes * s.Shape().Registers() * max(1, s.Width) }
	for s := range catalogue.All() {
		largest[s.Pattern] = max(largest[s.Pattern], elements(s))
	}
	n := 0
	for s := range catalogue.All() {
		if n++; n%127 != 0 && elements(s) < largest[s.Pattern] {
			continue
		}
		files, err := gen.Generate(s, gen.Options{Package: "p", Langs: []gen.Lang{gen.Go}})
		if err != nil {
			t.Fatal(err)
		}
		for name, src := range files {
			if len(src) > maxGo {
				t.Errorf("%s: %d bytes: %s", name, len(src), strings.Join(s.Args(), " "))
			}
		}
	}
}

// TestSortSizes holds the size of the sorts that have the most elements: what blocks of elements and registers have in
// common stands once.
func TestSortSizes(t *testing.T) {
	for _, args := range []string{
		"sort -width 32 -n 8", "sort -width 32 -n 4 -type float32 -mask full", "sort -width 16 -n 4 -value int64",
		"sort -width 32 -n 4 -type float64 -stable -value int32", "sort -width 12 -n 8 -type uint64 -from",
		"topk -width 32 -n 8 -k 32 -type float64", "select -width 32 -n 8 -k 9 -type uint64",
	} {
		s, err := spec.ParseArgs(strings.Fields("-pattern " + args))
		if err != nil {
			t.Fatal(err)
		}
		files, err := gen.Generate(s, gen.Options{Package: "p", Langs: []gen.Lang{gen.Go}})
		if err != nil {
			t.Fatal(err)
		}
		for name, src := range files {
			if len(src) > maxGo {
				t.Errorf("%s: %d bytes: %s", name, len(src), args)
			}
		}
	}
}
