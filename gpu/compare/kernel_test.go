package compare

import (
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/spec"
)

// TestKernels compiles a kernel of each pattern and mask mode. Warnings are errors.
func TestKernels(t *testing.T) {
	nvcc, err := compile.FindNVCC()
	if err != nil {
		t.Skip(err)
	}
	var specs []spec.Spec
	var functions [][]byte
	done, modes, lent := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, s := range Specs("", "") {
		what := s.Pattern.String() + s.Mask.String()
		if s.TakesMemory() {
			what += "memory"
		}
		if s.N == 0 && s.Shape().Array() {
			what += "results"
		}
		other := s.Shape().TakesElements() && s.Type != spec.Float32 ||
			s.Width != 7 && s.Width != 8 && s.Block().Threads != 45
		if done[what] || other && !s.Pattern.Global() {
			continue
		}
		mode := s.Pattern.String() + s.Mask.String()
		done[what], modes[mode], lent[mode] = true, true, lent[mode] || s.TakesMemory()
		files, err := gen.Generate(s, gen.Options{Langs: []gen.Lang{gen.CUDA}})
		if err != nil {
			t.Fatal(err)
		}
		specs, functions = append(specs, s), append(functions, files[s.FileName()+".cu"])
	}
	for _, p := range spec.Patterns() {
		if p.InMemory() { // emitted as a kernel
			continue
		}
		for _, m := range p.MaskModes() {
			if mode := p.String() + m.String(); !modes[mode] || p.MayTakeMemory() && !lent[mode] {
				t.Errorf("%s with -mask %s: no kernel", p, m)
			}
		}
	}
	if _, err := nvcc.PTX([]byte(source(specs, functions)), "sm_90"); err != nil {
		t.Errorf("%.3000s", err)
	}
}
