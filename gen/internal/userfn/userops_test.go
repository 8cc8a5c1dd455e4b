package userfn

import (
	"go/types"
	"path/filepath"
	"testing"

	"github.com/shflgen/shflgen/tests/extent"
)

// TestUserOps: every operator of tests/userops is translated. Their translations run beside the Go functions.
func TestUserOps(t *testing.T) {
	extent.NotQuick(t, "takes seconds")
	p := load(t, ".", "../../../tests/userops")
	var fns []*types.Func
	for _, fn := range exported(p) {
		sig := fn.Signature()
		if sig.Params().Len() != 2 || sig.Results().Len() != 1 ||
			!types.Identical(sig.Params().At(0).Type(), sig.Results().At(0).Type()) {
			continue
		}
		if filepath.Base(p.Fset.Position(fn.Pos()).Filename) == "maps.go" { // maps of two inputs: one may panic
			continue
		}
		code, err := Translate(p, fn, Options{Prefix: snake(fn.Name())})
		if err != nil {
			t.Errorf("%s: %v", fn.Name(), err)
			continue
		}
		if code.Traps() {
			t.Errorf("%s may trap", fn.Name())
		}
		fns = append(fns, fn)
	}
	if len(fns) < 12 {
		t.Errorf("%d operators are translated, want 12", len(fns))
	}
	for _, d := range build(t, p, fns, same).differences(t, 2000, 3) {
		t.Error(d)
	}
}
