package userpkg

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/spec"
)

func itoa(n int) string { return strconv.Itoa(n) }

// files writes files below a folder.
func files(t *testing.T, dir string, texts map[string]string) {
	t.Helper()
	for name, text := range texts {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// TestResolveTypes wants a reference to lead to one type from wherever it is written, and the
// reference in a header to lead there from the folder of the header.
func TestResolveTypes(t *testing.T) {
	root := t.TempDir()
	files(t, root, map[string]string{
		"go.mod": "module example.com/m\n\ngo 1.25\n",
		"geom/geom.go": "package geom\n\ntype Vec3 struct{ X, Y, Z float32 }\n\ntype small struct{ A int8 }\n\n" +
			"var x = NotYetGenerated\n\nfunc F() {}\n",
		"geom/stale.go":     "package geom\n\nfunc ShflVec3W32S3(v *[32]Vec4) {}\n",
		"app/app.go":        "package app\n\nimport _ \"example.com/m/geom\"\n",
		"main/main.go":      "package main\n\ntype T struct{ A int32 }\n",
		"cycle/cycle.go":    "package cycle\n\nimport _ \"example.com/m/target\"\n\ntype T struct{ A int32 }\n",
		"target/target.go":  "package target\n",
		"broken/broken.go":  "package broken\n\ntype T struct{ A Missing }\n",
		"empty/readme.txt":  "",
		"two/a.go":          "package a\n\ntype T struct{ A int32 }\n",
		"two/b.go":          "package b\n",
		"with space/geo.go": "package geo\n\ntype T struct{ A int32 }\n",
	})
	in := func(dir string) string { return filepath.Join(root, dir) }
	for _, tt := range []struct{ from, to, ref, want string }{
		{".", "app", "./geom.Vec3", "../geom.Vec3 geom.Vec3"},
		{"app", "app", "../geom.Vec3", "../geom.Vec3 geom.Vec3"},
		{".", "geom", "./geom.Vec3", ".Vec3 Vec3"},
		{"geom", "geom", ".Vec3", ".Vec3 Vec3"},
		{".", "geom", ".small", ".small small"},
		{".", "app", "example.com/m/geom.Vec3", "example.com/m/geom.Vec3 geom.Vec3"},
		{".", "geom", "example.com/m/geom.Vec3", "example.com/m/geom.Vec3 Vec3"},
		{"app", ".", "../geom.Vec3", "./geom.Vec3 geom.Vec3"},
		{".", "new/folder", "./geom.Vec3", "../../geom.Vec3 geom.Vec3"},
		{".", "app", "./geom.small", "not exported"},
		{".", "app", "./geom.Vec4", "did you mean Vec3?"},
		{".", "app", "./geom.F", "F is a func; want a type"},
		{".", "app", "./gone.T", "there is no folder"},
		{".", "app", "./main.T", "no package can import a package main"},
		{".", "main", "./main.T", ".T T"},
		{".", "target", "./cycle.T", "imports the package that is generated into"},
		{".", "app", "./broken.T", "does not compile"},
		{".", "app", "./empty.T", "does not load"},
		{".", "app", "./two.T", "does not load"},
		{".", "app", "example.com/gone.T", "does not load"},
		{".", "app", "std/gone.T", "does not load"},
	} {
		s := spec.NewSpec(spec.Shfl)
		s.Type, s.Elem = spec.Composite, spec.UnresolvedElement(tt.ref)
		s, _, err := Resolve(s, in(tt.from), in(tt.to), true, nil)
		if err != nil {
			if !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s from %s to %s: %v, want %q", tt.ref, tt.from, tt.to, err, tt.want)
			}
			continue
		}
		n := s.Elem.TypeName()
		name := n.Package + "." + n.Name
		if n.Local {
			name = n.Name
		}
		if got := s.TypeText() + " " + name; got != tt.want {
			t.Errorf("%s from %s to %s: %s, want %s", tt.ref, tt.from, tt.to, got, tt.want)
			continue
		}
		if _, err := os.Stat(in(tt.to)); err != nil {
			continue
		}
		again := s
		again.Elem = spec.UnresolvedElement(s.TypeText())
		if again, _, err = Resolve(again, in(tt.to), in(tt.to), true, nil); err != nil || again != s {
			t.Errorf("%s: its header's %s is %v, %v", tt.ref, s.TypeText(), again.Elem, err)
		}
	}
}

// TestNoModule wants a type of a folder outside of every module.
func TestNoModule(t *testing.T) {
	dir := t.TempDir()
	files(t, dir, map[string]string{"geom.go": "package geom\n\ntype Vec2 struct{ X, Y float32 }\n"})
	e, err := element(".Vec2", dir, dir)
	if err != nil || !e.TypeName().Local || e.Size() != 8 {
		t.Errorf("%v, %v", e, err)
	}
}
