package grids

import (
	"context"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/verify"
)

// TestNotProved: kernels are not proved yet: they are refused, and never called proved.
func TestNotProved(t *testing.T) {
	s := sumOf(t, "float32")
	files, err := gen.Generate(s, gen.Options{Package: "shfl", Langs: []gen.Lang{gen.CUDA}})
	if err != nil {
		t.Fatal(err)
	}
	for name, src := range files {
		for _, o := range []verify.Options{{}, {Spec: &s}} {
			r, err := verify.Prove(context.Background(), verify.Subject{Path: t.TempDir() + "/" + name, Src: src}, o)
			if err != nil || r.Verdict != verify.Refused || !strings.Contains(r.Differs, "grid-reduce is not proved yet") {
				t.Errorf("%s: %v, %s", name, err, r)
			}
		}
	}
}
