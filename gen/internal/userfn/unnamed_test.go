package userfn

import (
	"go/types"
	"strings"
	"testing"
)

// TestUnnamed: a complex number within a struct that a file declares for its elements has no type of its own there.
func TestUnnamed(t *testing.T) {
	p := load(t, ".", "./testdata/refused")
	fn := p.Types.Scope().Lookup("Parts").(*types.Func)
	if _, err := Translate(p, fn, Options{Prefix: "x"}); err == nil || strings.Contains(err.Error(), "field of type") {
		t.Errorf("of a struct that the translation declares: %v", err)
	}
	known := func(typ types.Type) (Struct, bool) {
		named, ok := types.Unalias(typ).(*types.Named)
		return Struct{Name: "element", Members: []string{"Z"}}, ok && named.Obj().Name() == "C"
	}
	_, err := Translate(p, fn, Options{Prefix: "x", Struct: known})
	if err == nil || strings.Count(err.Error(), "field of type complex64") < 3 {
		t.Errorf("of one that the file declares: %v", err)
	}
}
