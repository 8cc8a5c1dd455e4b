package oracle

import (
	"bytes"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/catalogue"
	"github.com/shflgen/shflgen/tests/extent"
)

// TestCompiledMaps runs emitted Go of specs with maps over all masks at widths up to 8 and at random
// masks above.
func TestCompiledMaps(t *testing.T) {
	extent.NotQuick(t, "compiles and runs functions")
	var funcs []Func
	for s := range catalogue.Mapped() {
		files, err := gen.Generate(s, gen.Options{Package: "main", Langs: []gen.Lang{gen.Go}})
		if err != nil {
			t.Fatalf("%s: %v", s.Args(), err)
		}
		for _, src := range files {
			funcs = append(funcs, Func{s.FuncName(), s, src})
		}
	}
	funcs = extent.Drawn(t, funcs, 4, 4)
	fault := spec.NewSpec(spec.Reduce)
	fault.Map, fault.Name = spec.KnownMap(spec.Square), "Planted"
	files, err := gen.Generate(fault, gen.Options{Package: "main", Langs: []gen.Lang{gen.Go}})
	if err != nil {
		t.Fatal(err)
	}
	for _, src := range files {
		funcs = append(funcs, Func{"Planted", fault, bytes.Replace(src, []byte("a[3] * a[3]"), []byte("a[3] * a[2]"), 1)})
	}
	reports, err := Run(funcs, 1<<8, 300)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range reports {
		if r.Name == "Planted" {
			if r.Mismatch == "" {
				t.Error("the inputs of another lane are not noticed")
			}
			continue
		}
		if r.Mismatch != "" || r.Calls == 0 {
			t.Errorf("%s: %s after %d calls", r.Name, r.Mismatch, r.Calls)
		}
	}
	t.Logf("%d functions", len(reports))
}
