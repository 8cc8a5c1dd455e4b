package oracle

import (
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/catalogue"
	"github.com/shflgen/shflgen/tests/extent"
)

// TestCompiledDistances runs emitted Go with a distance that the caller gives, at every
// value from -64 to 64 and about powers of two, in each mask mode.
func TestCompiledDistances(t *testing.T) {
	extent.NotQuick(t, "compiles and runs a hundred functions")
	extent.OneIn(t, 3, 2)
	var funcs []Func
	n := 0
	for s := range catalogue.RunTime() {
		if n++; n%extent.Pick(12, 4) == 0 || s.Type == spec.Int32 && (s.Width == 12 || s.Width == 27) {
			files, err := gen.Generate(s, gen.Options{Package: "main", Langs: []gen.Lang{gen.Go}})
			if err != nil {
				t.Fatal(err)
			}
			funcs = append(funcs, Func{s.FuncName(), s, files[s.FileName()+".go"]})
		}
	}
	const calls = 3000
	reports, err := Run(funcs, 0, calls)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range reports {
		if r.Mismatch != "" || r.Calls != calls {
			t.Errorf("%s: %s after %d calls", r.Name, r.Mismatch, r.Calls)
		}
	}
	if len(reports) < extent.Pick(15, 35) {
		t.Errorf("%d functions", len(reports))
	}
}
