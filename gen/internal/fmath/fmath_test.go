package fmath

import (
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

// TestGoIsMath32 compares the Go text of each function with package math32. The compiled functions of math32 are
// tested.
func TestGoIsMath32(t *testing.T) {
	want := bodies(t, "../../../math32/math32.go", nil)
	for _, f := range All {
		text := fmt.Sprintf("package p\n\nfunc %s(x float32) float32 {\n%s\n}\n", f.Name, strings.Join(f.GoBody, "\n"))
		name := strings.TrimSuffix(f.Name, "NotPositive")
		if got := bodies(t, f.Name+".go", text)[f.Name]; got == "" || got != want[name] {
			t.Errorf("%s:\n%s\nwant\n%s", f.Name, got, want[name])
		}
	}
}

// bodies are the function bodies of a file, formatted, without comments.
func bodies(t *testing.T, name string, src any) map[string]string {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, d := range file.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok {
			var b strings.Builder
			if err := format.Node(&b, token.NewFileSet(), fn.Body); err != nil {
				t.Fatal(err)
			}
			all[fn.Name.Name] = b.String()
		}
	}
	return all
}

// TestArches: a text for architectures of one kind has no question to the preprocessor.
func TestArches(t *testing.T) {
	for _, f := range All {
		for _, c := range []struct {
			from, below int
			asks, has   bool // #if, max.NaN
		}{{0, 1 << 30, true, true}, {80, 1 << 30, false, true}, {90, 100, false, true}, {70, 80, false, false},
			{70, 90, true, true}} {
			text := strings.Join(f.CUDABody(c.from, c.below), "\n")
			exp := strings.HasPrefix(f.Name, "Exp")
			if strings.Contains(text, "#") != (c.asks && exp) || strings.Contains(text, "max.NaN") != (c.has && exp) {
				t.Errorf("%s from %d below %d:\n%s", f.Name, c.from, c.below, text)
			}
			if strings.Contains(text, "approx") && f.Name != "Rsqrt" || strings.Contains(text, "ftz") {
				t.Errorf("%s: not exact:\n%s", f.Name, text)
			}
		}
	}
}
