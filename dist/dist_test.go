package dist

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/verify"
)

// TestProved: the functions of the headers are proved, and they are what shflgen prints.
func TestProved(t *testing.T) {
	extent.NotQuick(t, "compiles each function for every architecture")
	headers, err := filepath.Glob("*.cuh")
	if err != nil || len(headers) < 8 {
		t.Fatalf("headers %v: %v", headers, err)
	}
	for _, name := range extent.Sample(headers, 3) {
		step := 61 // make prove takes all
		switch name {
		case "shfl.cuh":
			step = 31
		case "shfl_half.cuh": // needs the toolkit's headers
			continue
		}
		t.Run(name, func(t *testing.T) { proves(t, name, step*extent.Pick(4, 1)) })
	}
}

// proves proves every step-th function of a header.
func proves(t *testing.T, name string, step int) {
	subject, err := verify.ReadSubject(name)
	if err != nil {
		t.Fatal(err)
	}
	functions, err := verify.Split(subject, gen.Overloads)
	if err != nil {
		t.Fatal(err)
	}
	o := verify.Options{Timeout: 4 * time.Minute, Printed: func(s spec.Spec, _, _ string) ([]byte, error) {
		files, err := gen.Generate(s, gen.Options{Langs: []gen.Lang{gen.CUDA}})
		return files[s.FileName()+gen.CUDA.Ending()], err
	}}
	if os.Getenv("SHFLGEN_NVCC") == "" { // the variant for sm_100a needs nvcc
		o.Arches = []string{"sm_70", "sm_80", "sm_90"}
		extent.LeftOut(t, extent.ErrNoNVCC)
	}
	for i := step / 2; i < len(functions); i += step {
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

// overloaded is the start of an overload: what comes after its width is its name and its parameters.
var overloaded = regexp.MustCompile(`(?m)^template <int width[^>]*> \[\[maybe_unused\]\] .* (\w+\(.*\))$`)

// TestTogether: no two headers have the same overload, so that a file may include them all.
func TestTogether(t *testing.T) {
	headers, err := filepath.Glob("*.cuh")
	if err != nil {
		t.Fatal(err)
	}
	in := map[string]string{}
	for _, name := range headers {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range overloaded.FindAllSubmatch(src, -1) {
			overload := string(found[1])
			if other := in[overload]; other != "" {
				t.Errorf("%s: %s and %s", overload, other, name)
			}
			in[overload] = name
		}
	}
	if len(in) < 300 {
		t.Errorf("%d overloads", len(in))
	}
}
