package masks

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/spec"
)

// TestKernels compiles one kernel of each mask mode, pattern, type and op. Warnings are errors.
func TestKernels(t *testing.T) {
	nvcc, err := compile.FindNVCC()
	if err != nil {
		t.Skip(err)
	}
	src := strings.Builder{}
	src.WriteString("#include <cuda_fp16.h>\n" + prelude)
	done := map[string]bool{}
	for _, s := range Specs() {
		what := s.Mask.String() + s.Pattern.String() + s.Type.String() + s.Op.String()
		if done[what] || s.Width != 7 && s.Width != 8 && (s.Type != spec.Float32 || s.Op != spec.Max) {
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
	if _, err := nvcc.PTX([]byte(src.String()), "sm_90"); err != nil {
		t.Errorf("%.3000s", err)
	}
}
