package dist

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
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
		case "shfl_half.cuh", together: // needs the toolkit's headers; has the functions of the others
			continue
		}
		t.Run(name, func(t *testing.T) { proves(t, name, step*extent.Pick(4, 2)) })
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

// overloaded is the start of an overload's body: what comes after its type is its name and its parameters.
var overloaded = regexp.MustCompile(`(?m)^template <int (?:width|block)> __device__ .* (\w+\(.*\))$`)

// together is the header that has the functions of the others.
const together = "shfl_all.cuh"

// TestTogether: no two headers have the same overload, so that a file may include them all, but for the one that has
// them all.
func TestTogether(t *testing.T) {
	headers, err := filepath.Glob("*.cuh")
	if err != nil {
		t.Fatal(err)
	}
	in := map[string]string{}
	all := map[string]bool{}
	for _, name := range headers {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if name == together {
			for _, found := range overloaded.FindAllSubmatch(src, -1) {
				all[string(found[1])] = true
			}
			continue
		}
		for _, found := range overloaded.FindAllSubmatch(src, -1) {
			overload := string(found[1])
			if other := in[overload]; other != "" {
				t.Errorf("%s: %s and %s", overload, other, name)
			}
			in[overload] = name
		}
	}
	for overload, name := range in {
		if name != "shfl_half.cuh" && !all[overload] {
			t.Errorf("%s: no %s, which is in %s", together, overload, name)
		}
	}
	if len(in) < 500 {
		t.Errorf("%d overloads", len(in))
	}
}

// TestAllOfParts: the functions of the header of all are byte by byte those of the others, which are proved.
func TestAllOfParts(t *testing.T) {
	sections := func(name string) (all []string) {
		subject, err := verify.ReadSubject(name)
		if err != nil {
			t.Fatal(err)
		}
		functions, err := verify.Split(subject, gen.Overloads)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, f := range functions {
			all = append(all, string(f.Src))
		}
		return all
	}
	var want []string
	for _, name := range parts {
		want = append(want, sections(name)...)
	}
	got := sections(together)
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("%s has %d functions, which are not the %d of the other headers", together, len(got), len(want))
	}
}

// TestEdited: a change of what stands around the functions of a header is named.
func TestEdited(t *testing.T) {
	src, err := os.ReadFile("shfl.cuh")
	if err != nil {
		t.Fatal(err)
	}
	for _, edit := range []struct{ from, to, want string }{
		{"unsigned reduce_and(unsigned mask, unsigned v);", "unsigned reduce_and(unsigned mask, int v);", "precedes the"},
		{"reduce_and(mask, v)", "reduce_and(v)", "precedes the functions"},
		{"return ::reduce_sum_int32_w2(mask, v)", "return ::reduce_sum_int32_w4(mask, v)", "follows the"},
		{"(long long)v)", "(int)v)", "follows the functions"},
		{"elsewhere  shfl_ops.cuh  reduce_prod(mask, v)", "elsewhere  shfl_ops.cuh  reduce_prod\");//", "want a header"},
	} {
		edited := strings.Replace(string(src), edit.from, edit.to, 1)
		if edited == string(src) {
			t.Fatalf("no %s", edit.from)
		}
		_, err := verify.Split(verify.Subject{Path: "shfl.cuh", Src: []byte(edited)}, gen.Overloads)
		if err == nil || !strings.Contains(err.Error(), edit.want) {
			t.Errorf("%s for %s: error %v, want %q", edit.to, edit.from, err, edit.want)
		}
	}
}
