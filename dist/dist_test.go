// Package dist holds the ready header. Its test proves a sample of the functions in it.
package dist

import (
	"os"
	"testing"
	"time"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/verify"
)

// TestProved: the functions of the header are proved, and it is what shflgen prints.
func TestProved(t *testing.T) {
	extent.NotQuick(t, "compiles each function for every architecture")
	subject, err := verify.ReadSubject("shfl.cuh")
	if err != nil {
		t.Fatal(err)
	}
	functions, err := verify.Split(subject, gen.Overloads)
	if err != nil {
		t.Fatal(err)
	}
	o := verify.Options{Timeout: 4 * time.Minute, Printed: func(s shflgen.Spec, _, _ string) ([]byte, error) {
		files, err := gen.Generate(s, gen.Options{Langs: []gen.Lang{gen.CUDA}})
		return files[s.FileName()+gen.CUDA.Ending()], err
	}}
	if os.Getenv("SHFLGEN_NVCC") == "" { // the variant for sm_100a needs nvcc
		o.Arches = []string{"sm_70", "sm_80", "sm_90"}
	}
	for i := 0; i < len(functions); i += 31 { // make prove takes all
		f := functions[i]
		r, err := verify.Prove(t.Context(), f, o)
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != verify.Proved || r.Text != "text as printed" {
			t.Error(r)
		}
	}
}
