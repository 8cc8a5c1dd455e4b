package remember

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/shflgen/shflgen/spec"
)

// TestOnce: a proof is remembered for the same prover, spec and bytes, and for nothing else.
func TestOnce(t *testing.T) {
	sum, product := spec.NewSpec(spec.Reduce), spec.NewSpec(spec.Reduce)
	product.Op = spec.Prod
	p := &Proofs{t.TempDir(), "prover"}
	proves := func(p *Proofs, s spec.Spec, file string) (asked bool) {
		t.Helper()
		if err := p.Once(s, []byte(file), func() error { asked = true; return nil }); err != nil {
			t.Fatal(err)
		}
		return asked
	}
	wrong := errors.New("wrong")
	for range 2 {
		if err := p.Once(sum, []byte("file"), func() error { return wrong }); err != wrong {
			t.Errorf("an error is remembered: %v", err)
		}
	}
	for _, tt := range []struct {
		what  string
		p     *Proofs
		spec  spec.Spec
		file  string
		asked bool
	}{
		{"the first time", p, sum, "file", true},
		{"the second time", p, sum, "file", false},
		{"another file", p, sum, "files", true},
		{"another spec", p, product, "file", true},
		{"another prover", &Proofs{p.dir, "prove"}, sum, "file", true},
		{"the first again", p, sum, "file", false},
		{"without a folder", nil, sum, "file", true},
	} {
		if asked := proves(tt.p, tt.spec, tt.file); asked != tt.asked {
			t.Errorf("%s: proved anew: %v, want %v", tt.what, asked, tt.asked)
		}
	}
}

// TestPlanted replaces the entry of one file by another's.
func TestPlanted(t *testing.T) {
	s := spec.NewSpec(spec.Reduce)
	p := &Proofs{t.TempDir(), "prover"}
	proved := func() error { return nil }
	entry := func() string {
		all, err := filepath.Glob(filepath.Join(p.dir, "*", "*"))
		if err != nil || len(all) != 1 {
			t.Fatal(all, err)
		}
		return all[0]
	}
	if err := p.Once(s, []byte("wrong"), proved); err != nil {
		t.Fatal(err)
	}
	place := entry()
	os.Remove(place)
	if err := p.Once(s, []byte("right"), proved); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(place), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(entry(), place); err != nil {
		t.Fatal(err)
	}
	refuted := errors.New("refuted")
	if err := p.Once(s, []byte("wrong"), func() error { return refuted }); err != refuted {
		t.Errorf("an entry for other bytes is used: %v", err)
	}
}

// TestProver: a change of the prover's sources makes another prover, other changes do not.
func TestProver(t *testing.T) {
	root := t.TempDir()
	write := func(name, text string) string {
		t.Helper()
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		id, err := proverOf(root)
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	last := write("spec/op.go", "package spec")
	for _, tt := range []struct {
		name, text string
		another    bool
	}{
		{"internal/prover/term/sum.go", "package term", true},
		{"internal/prover/term/sum.go", "package term // changed", true},
		{"spec/op.go", "package spec // changed", true},
		{"go.sum", "a module", true},
		{"internal/prover/compile/prelude.cuh", "int x;", true},
		{"gen/gen.go", "package gen", false},
		{"internal/prover/term/sum_test.go", "package term", false},
	} {
		id := write(tt.name, tt.text)
		if another := id != last; another != tt.another {
			t.Errorf("%s: another prover: %v, want %v", tt.name, another, tt.another)
		}
		last = id
	}
}

// TestOpen: nothing is remembered unless the variable is on.
func TestOpen(t *testing.T) {
	for value, want := range map[string]string{"": "off", "on": "on", "1": "error"} {
		t.Setenv(Variable, value)
		p, err := Open("../..")
		got := "on"
		if p == nil {
			got = "off"
		}
		if err != nil {
			got = "error"
		}
		if got != want {
			t.Errorf("%q: got %s (%v), want %s", value, got, err, want)
		}
	}
}
