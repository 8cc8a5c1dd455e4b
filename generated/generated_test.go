package generated_test

import (
	"bufio"
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/verify"
	"github.com/shflgen/shflgen/verify/compile"
)

var nvcc = flag.Bool("nvcc", extent.Of() == extent.Full, "prove all CUDA through nvcc as well, not the half types alone")

// stubs are the specs of the go:generate lines.
func stubs(t *testing.T) []shflgen.Spec {
	f, err := os.Open("generate.go")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var specs []shflgen.Spec
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if args, ok := strings.CutPrefix(lines.Text(), "//go:generate go run ../cmd/shflgen "); ok {
			s, err := shflgen.ParseArgs(strings.Fields(args))
			if err != nil {
				t.Fatal(err)
			}
			specs = append(specs, s)
		}
	}
	return specs
}

// TestFresh wants the folder to hold what the stubs make, and nothing else.
func TestFresh(t *testing.T) {
	want := map[string]bool{"generate.go": true, "generated_test.go": true, "example_test.go": true}
	for _, s := range stubs(t) {
		files, err := gen.Generate(s, gen.Options{Package: "generated", Langs: gen.Langs()})
		if err != nil {
			t.Fatal(err)
		}
		for name, src := range files {
			want[name] = true
			have, err := os.ReadFile(name)
			if err != nil {
				t.Error(err)
			} else if diff := cmp.Diff(string(src), string(have)); diff != "" {
				t.Errorf("%s is stale; run make generate:\n%s", name, diff)
			}
		}
	}
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !want[e.Name()] {
			t.Errorf("%s is made by no stub", e.Name())
		}
	}
}

// TestCovers wants every pattern, type and op among the stubs.
func TestCovers(t *testing.T) {
	seen := map[any]bool{}
	for _, s := range stubs(t) {
		seen[s.Pattern], seen[s.Type], seen[s.Mask] = true, true, true
		if s.Pattern.Reduces() {
			seen[s.Op], seen[s.Order] = true, true
		}
	}
	for _, p := range shflgen.Patterns() {
		if !seen[p] {
			t.Errorf("no stub of pattern %s", p)
		}
	}
	for _, typ := range shflgen.Types() {
		if !seen[typ] {
			t.Errorf("no stub of type %s", typ)
		}
	}
	for _, m := range shflgen.MaskModes() {
		if !seen[m] {
			t.Errorf("no stub of mask mode %s", m)
		}
	}
	for _, o := range shflgen.Ops() {
		if !seen[o] {
			t.Errorf("no stub of op %s", o)
		}
	}
}

// TestProved proves the files as they lie on disk: Go, and CUDA for each
// architecture.
func TestProved(t *testing.T) {
	paths, err := filepath.Glob("*")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		src, err := os.ReadFile(path)
		if err != nil || !bytes.HasPrefix(src, []byte(shflgen.HeaderPrefix)) {
			continue
		}
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			if filepath.Ext(path) == ".go" {
				proved(t)(verify.File(path, src))
				return
			}
			s, err := shflgen.ParseHeader(string(src[:bytes.IndexByte(src, '\n')]))
			if err != nil {
				t.Fatal(err)
			}
			if !s.Type.Half() {
				arches := slices.Clone(compile.Arches)
				if older := slices.Index(arches, s.Arch.String()); older > 0 { // for which the file is not written
					arches = arches[older:]
				}
				throughCompiler(t, path, src, verify.Clang, arches, false)
			}
			if s.Type.Half() || *nvcc { // halves need the toolkit's headers
				throughCompiler(t, path, src, verify.NVCC, []string{"sm_80", "sm_90", "sm_100a"}, !*nvcc)
			}
		})
	}
}

// throughCompiler proves a CUDA file by the PTX of a compiler, for each
// architecture. A compiler that is missing is a failure, unless it may be.
func throughCompiler(t *testing.T, path string, src []byte, compiler func(string) (verify.Compile, error), arches []string, optional bool) {
	for _, arch := range arches {
		toPTX, err := compiler(arch)
		if err != nil && (extent.Of() == extent.Quick || testing.Short() || optional) {
			t.Skip(err)
		}
		if err != nil {
			t.Fatal(err)
		}
		proved(t)(verify.CUDA(path, src, toPTX))
	}
}

func proved(t *testing.T) func(verify.Result, error) {
	return func(r verify.Result, err error) {
		t.Helper()
		if err != nil || r.Verdict != verify.Proved {
			t.Errorf("%v %v", err, r)
			return
		}
		t.Log(r)
	}
}
