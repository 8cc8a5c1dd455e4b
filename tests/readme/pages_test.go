package readme_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/userpkg"
	"github.com/shflgen/shflgen/spec"
)

// compare holds a page against what now makes of it; -update writes it.
func compare(t *testing.T, path string, now func(text string) string) {
	t.Helper()
	old, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text := now(string(old))
	if *update {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(old), text); diff != "" {
		t.Errorf("%s is stale; make docs writes it:\n%s", path, diff)
	}
}

// replaceAll replaces each match, given with its groups, and counts them.
func replaceAll(re *regexp.Regexp, text string, now func(groups []string) string) (string, int) {
	n := 0
	return re.ReplaceAllStringFunc(text, func(m string) string {
		n++
		return now(re.FindStringSubmatch(m))
	}), n
}

func parsed(t *testing.T, args string) spec.Spec {
	t.Helper()
	s, err := spec.ParseArgs(strings.Fields(args))
	if err != nil {
		t.Fatalf("%s: %v", args, err)
	}
	if s.Elem != nil {
		return resolved(t, s)
	}
	return s
}

// resolved is a spec of elements of the package that pages take for a user's.
func resolved(t *testing.T, s spec.Spec) spec.Spec {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":       "module example.com/m\n\ngo 1.25\n",
		"geom/geom.go": "package geom\n\ntype Vec3 struct{ X, Y, Z float32 }\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	s, _, err := userpkg.Resolve(s, dir, dir, true, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// generated is the file of a spec in one language.
func generated(t *testing.T, s spec.Spec, l gen.Lang) []byte {
	t.Helper()
	files, err := gen.Generate(s, gen.Options{Package: "shfl", Langs: []gen.Lang{l}})
	if err != nil {
		t.Fatalf("%s: %v", s.Header(), err)
	}
	return files[s.FileName()+l.Ending()]
}
