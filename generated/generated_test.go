package generated_test

import (
	"bufio"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/verify"
)

// stubs are the specs of the go:generate lines.
func stubs(t *testing.T) []spec.Spec {
	f, err := os.Open("generate.go")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var specs []spec.Spec
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if args, ok := strings.CutPrefix(lines.Text(), "//go:generate go run ../cmd/shflgen "); ok {
			s, err := spec.ParseArgs(strings.Fields(args))
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
	want := map[string]bool{"generate.go": true, "generated_test.go": true, "cuda_test.go": true, "example_test.go": true}
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

// TestCovers wants every pattern, type and op among the stubs. Kernels are not here, nor what only takes
// structs of a package.
func TestCovers(t *testing.T) {
	seen := map[any]bool{}
	for _, s := range stubs(t) {
		seen[s.Pattern], seen[s.Type], seen[s.Mask] = true, true, true
		if s.Pattern.Reduces() {
			seen[s.Op], seen[s.Order] = true, true
		}
	}
	for _, p := range spec.Patterns() {
		if !seen[p] && !p.InMemory() && !p.Global() {
			t.Errorf("no stub of pattern %s", p)
		}
	}
	for _, typ := range spec.Types() {
		if !seen[typ] {
			t.Errorf("no stub of type %s", typ)
		}
	}
	for _, m := range spec.MaskModes() {
		if !seen[m] {
			t.Errorf("no stub of mask mode %s", m)
		}
	}
	for _, o := range spec.Ops() {
		if !seen[o] {
			t.Errorf("no stub of op %s", o)
		}
	}
}

// TestGoProved proves the Go files as they lie on disk.
func TestGoProved(t *testing.T) {
	extent.NotQuick(t, "takes seconds")
	for _, f := range onDisk(t, ".go") {
		t.Run(f.path, func(t *testing.T) {
			t.Parallel()
			if r, err := verify.Prove(t.Context(), verify.Subject{Path: f.path, Src: f.src},
				verify.Options{Alone: true}); err != nil || r.Verdict != verify.Proved {
				t.Errorf("%v %v", err, r)
			}
		})
	}
}

// emitted is a file that shflgen wrote.
type emitted struct {
	path string
	src  []byte
	spec spec.Spec
}

// onDisk lists the emitted files of an ending.
func onDisk(t *testing.T, ending string) (files []emitted) {
	t.Helper()
	paths, err := filepath.Glob("*" + ending)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.HasPrefix(src, []byte(spec.HeaderPrefix)) {
			continue
		}
		s, err := spec.ParseHeader(string(src[:bytes.IndexByte(src, '\n')]))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, emitted{path, src, s})
	}
	if len(files) < 50 {
		t.Errorf("%d files that end in %s", len(files), ending)
	}
	return files
}
