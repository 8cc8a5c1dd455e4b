package cuda

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/spec"
)

// structSpec is a shuffle of a struct that a package p calls T.
func structSpec(t *testing.T, fields ...spec.Field) spec.Spec {
	t.Helper()
	e, err := spec.StructElement(fields)
	if err != nil {
		t.Fatal(err)
	}
	s := spec.NewSpec(spec.Shfl)
	s.Type, s.Elem = spec.Composite, e.Named(spec.TypeName{Name: "T", Package: "p", Path: "example.com/p", Ref: "./p.T"})
	return s
}

// TestMemberNames wants names that C++ takes, each once, and leaves that reach them.
func TestMemberNames(t *testing.T) {
	i8 := spec.ScalarElement(spec.Int8)
	var fields []spec.Field
	for _, name := range []string{"X", "class", "class_", "Größe", "NULL", "EOF", "M_PI", "X_", "__y", "int", "_",
		"ID"} {
		fields = append(fields, spec.Field{Name: name, Elem: i8})
	}
	s := structSpec(t, fields...)
	want := ".X .class__ .class_ .Gru00f6u00dfe .NULL_ .EOF_ .M_PI_ .X_ .y .int_ .ID"
	got := strings.Join(s.Elem.CUDAPaths(), " ")
	if got != want && got != strings.Replace(want, ".X_", ".X__", 1) {
		t.Errorf("got %s, want %s", got, want)
	}
	seen := map[string]bool{}
	for _, m := range s.Elem.Members() {
		if seen[m.Name] {
			t.Errorf("%s twice", m.Name)
		}
		seen[m.Name] = true
	}
}

// TestStructsOfOneName refuses two types that would be one struct.
func TestStructsOfOneName(t *testing.T) {
	inner, err := spec.StructElement([]spec.Field{{Name: "A", Elem: spec.ScalarElement(spec.Int8)}})
	if err != nil {
		t.Fatal(err)
	}
	for path, wrong := range map[string]bool{"example.com/p": false, "example.com/q": true} {
		of := func(path string) *spec.Element {
			return inner.Named(spec.TypeName{Name: "In", Package: "p", Path: path})
		}
		s := structSpec(t, spec.Field{Name: "A", Elem: of("example.com/p")}, spec.Field{Name: "B", Elem: of(path)})
		if _, err := structsOf(s); (err != nil) != wrong || wrong && !strings.Contains(err.Error(), "both p_in in CUDA") {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// TestWords wants as few words as the leaves fill.
func TestWords(t *testing.T) {
	of := func(types ...spec.Type) (fields []spec.Field) {
		for i, typ := range types {
			fields = append(fields, spec.Field{Name: string(rune('A' + i)), Elem: spec.ScalarElement(typ)})
		}
		return fields
	}
	for _, tt := range []struct {
		types []spec.Type
		words int
	}{
		{[]spec.Type{spec.Int8, spec.Int32, spec.Int8}, 2},
		{[]spec.Type{spec.Int8, spec.Int16, spec.Int8, spec.Uint16, spec.Uint16}, 2},
		{[]spec.Type{spec.Float64, spec.Int8}, 3},
		{[]spec.Type{spec.Uint64, spec.Uint64}, 4},
		{[]spec.Type{spec.Int8, spec.Int8, spec.Int8, spec.Int16}, 2},
	} {
		s := structSpec(t, of(tt.types...)...)
		c := newComposite(s, "p_t")
		_, text := c.shuffle("__shfl_sync", []expr{everyone, name("v"), literal(1)})
		shuffles := 0
		for _, l := range c.leaves {
			if !narrow(l) {
				shuffles += l.Type.Bits() / 32
			}
		}
		if shuffles += len(c.words); shuffles != tt.words || s.Words() != tt.words || tt.words > (s.Elem.Size()+3)/4 {
			t.Errorf("%v: %d words, planned %d, want %d\n%s", tt.types, shuffles, s.Words(), tt.words, text)
		}
	}
}
