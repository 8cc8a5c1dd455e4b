package operators_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/operator"
	"github.com/shflgen/shflgen/tests/extent"
)

// functions are operators and maps of users: without and with an identity, of scalars and of structs.
var functions = []string{
	"-op ../userops.Minus",
	"-op ../userops.SaturatingSum",
	"-op ../userops.MergeMoments",
	"-op ../userops.MulQuaternion",
	"-op ../userops.MulMatrix",
	"-op ../userops.Minus -map ../userops.Quotient",
	"-op ../userops.MergeMoments -map ../userops.LiftMoments",
}

// compiled are the valid specs of each pattern that combines, at narrow widths, in every mask mode.
func compiled(t *testing.T) (all []shflgen.Spec) {
	for _, of := range functions {
		base, err := shflgen.ParseArgs(strings.Fields("-pattern reduce " + of))
		if err != nil {
			t.Fatal(err)
		}
		if base, _, err = operator.Resolve(base, ".", ".", false); err != nil {
			t.Fatal(err)
		}
		for _, p := range shflgen.Patterns() {
			if !p.Reduces() || p.Applies() {
				continue
			}
			for _, m := range shflgen.MaskModes() {
				for _, size := range []int{1, 2, 3, 32} {
					s := shflgen.NewSpec(p)
					s.Type, s.Elem, s.Op, s.User, s.Map = base.Type, base.Elem, base.Op, base.User, base.Map
					if !p.InMemory() {
						s.Mask = m
					} else if m != shflgen.Full {
						continue
					}
					switch {
					case p.Block():
						s.Block = size
					case p.Row():
						s.Cols = size
					case !p.InMemory():
						s.Width = size
					}
					if p.Batch() {
						s.N = 2
					}
					s.Name = fmt.Sprintf("Fn%d", len(all))
					if s.Validate() == nil {
						all = append(all, s)
					}
				}
			}
		}
	}
	return all
}

// TestCompiles: emitted Go that calls functions of users compiles, with and without the check before it is written.
func TestCompiles(t *testing.T) {
	dir, err := os.MkdirTemp(".", "_compiles")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	specs := compiled(t)
	if len(specs) < 300 {
		t.Fatalf("%d specs: some patterns are missing", len(specs))
	}
	for _, s := range specs {
		files, err := gen.Generate(s, gen.Options{Package: "compiled", Langs: []gen.Lang{gen.Go}})
		if err != nil {
			t.Errorf("%s: %v", s.Args(), err)
			continue
		}
		for name, src := range files {
			if err := os.WriteFile(filepath.Join(dir, name), src, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	if extent.Compiles() {
		if out, err := exec.Command("go", "vet", "./"+dir).CombinedOutput(); err != nil {
			t.Errorf("go vet: %s", out)
		}
	}
}
