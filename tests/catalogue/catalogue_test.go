package catalogue

import (
	"go/build"
	"os"
	"path/filepath"
	"testing"

	"github.com/shflgen/shflgen/spec"
)

func TestSpecs(t *testing.T) {
	names := map[string]bool{}
	files := map[string]bool{}
	n := 0
	for s := range All() {
		n++
		if err := s.Validate(); err != nil {
			t.Fatalf("%s: %v", s.Header(), err)
		}
		if names[s.FuncName()] || files[s.FileName()] {
			t.Fatalf("%s: name %s or file %s is not unique", s.Header(), s.FuncName(), s.FileName())
		}
		names[s.FuncName()], files[s.FileName()] = true, true
		if n%50 == 0 {
			got, err := spec.ParseHeader(s.Header())
			if err != nil {
				t.Fatal(err)
			}
			if got != s { // elements are interned
				t.Fatalf("%s comes back from its header as %+v, want %+v", s.FuncName(), got, s)
			}
		}
	}
	if n < 40_000 {
		t.Errorf("%d specs, want the whole cross product", n)
	}
}

// TestShapeAgrees compares the shape with the counts of the spec.
func TestShapeAgrees(t *testing.T) {
	n := 0
	for s := range All() {
		if n++; n%997 != 0 {
			continue
		}
		sh := s.Shape()
		if sh.Lanes != s.Lanes() || sh.Elements() != s.Elements() || sh.Inputs() != s.Inputs() ||
			sh.MaskWords() != s.Warps() {
			t.Errorf("%v: %+v", s.Args(), sh)
		}
		if in, ok := sh.Takes(spec.ElementRole); !ok || in != sh.Element() {
			t.Errorf("%v: the elements that go in are not those that come out", s.Args())
		}
		if _, ok := sh.Gives(spec.PredRole); ok != s.Pattern.HasPred() || sh.HasIndex() != s.HasLane() ||
			sh.Keyed() != s.Pattern.Keyed() {
			t.Errorf("%v: %+v", s.Args(), sh)
		}
	}
}

// TestFileNames: go build compiles the emitted files. It would leave out files with a name that
// ends in a platform.
func TestFileNames(t *testing.T) {
	dir := t.TempDir()
	for s := range All() {
		if s.Type != spec.Int32 || s.Width%8 != 1 && !s.Pattern.Block() {
			continue
		}
		name := s.FileName() + ".go"
		if err := os.WriteFile(filepath.Join(dir, name), []byte("package p\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		if ok, err := build.Default.MatchFile(dir, name); err != nil || !ok {
			t.Errorf("go build leaves out %s: %v", name, err)
		}
	}
}
