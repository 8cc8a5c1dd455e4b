package main

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/fresh"
	"github.com/shflgen/shflgen/internal/prover/cxx"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/catalogue"
	"github.com/shflgen/shflgen/tests/extent"
)

// TestTokens: every emitted CUDA file of a sample of the catalogue has only tokens that the
// prover accepts, and no plan reads an element that is not written.
func TestTokens(t *testing.T) {
	extent.NotQuick(t, "takes seconds")
	every := extent.Pick(28, 7)
	n, checked, patterns := 0, 0, map[spec.Pattern]bool{}
	for s := range catalogue.All() {
		n++
		if patterns[s.Pattern] && n%every != 0 {
			continue
		}
		patterns[s.Pattern] = true
		checked++
		src, err := fresh.Printed(s, ".cu", "")
		if err != nil {
			t.Fatal(err)
		}
		tokens, err := cxx.Lex(src)
		if err == nil {
			err = cxx.CheckEmitted(cxx.FloatMasks(tokens))
		}
		if err == nil {
			err = cxx.CheckPlan(tokens, s.FileName()+"_plan")
		}
		if err != nil {
			t.Errorf("%s: %v", strings.Join(s.Args(), " "), err)
		}
	}
	if checked < extent.Pick(150, 500) {
		t.Errorf("%d files were read", checked)
	}
	t.Logf("%d of %d files", checked, n)
}
