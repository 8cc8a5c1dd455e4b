package compare

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/compile"
)

// TestKernels compiles a kernel of each pattern and mask mode. Warnings are errors.
func TestKernels(t *testing.T) {
	nvcc, err := compile.FindNVCC()
	if err != nil {
		t.Skip(err)
	}
	var src strings.Builder
	done := map[string]bool{}
	for _, s := range Specs("", "") {
		what := s.Pattern.String() + s.Mask.String()
		if s.TakesMemory() {
			what += "memory"
		}
		if s.N == 0 && s.Shape().Array() {
			what += "results"
		}
		if done[what] || s.Shape().TakesElements() && s.Type != shflgen.Float32 || s.Width != 7 && s.Width != 8 && s.Block != 45 {
			continue
		}
		done[what] = true
		files, err := gen.Generate(s, gen.Options{Langs: []gen.Lang{gen.CUDA}})
		if err != nil {
			t.Fatal(err)
		}
		src.Write(files[s.FileName()+".cu"])
		src.WriteString(kernel(s))
	}
	for _, p := range shflgen.Patterns() {
		if p.Row() { // emitted as a kernel
			continue
		}
		for _, m := range p.MaskModes() {
			if !done[p.String()+m.String()] || p.MayTakeMemory() && !done[p.String()+m.String()+"memory"] {
				t.Errorf("%s with -mask %s: no kernel", p, m)
			}
		}
	}
	if _, err := nvcc.PTX([]byte(src.String()), "sm_90"); err != nil {
		t.Errorf("%.3000s", err)
	}
}
