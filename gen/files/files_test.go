package files

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shflgen/shflgen"
)

const ours = shflgen.HeaderPrefix + "-pattern xor-reduce; DO NOT EDIT.\n"

// tree is the content of a folder by name.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[e.Name()] = string(data)
	}
	return all
}

func TestWrite(t *testing.T) {
	for _, test := range []struct {
		name    string
		before  map[string]string
		write   map[string]string
		after   map[string]string
		wantErr bool
	}{
		{"new files", nil, map[string]string{"a.go": ours, "a.cu": ours}, map[string]string{"a.go": ours, "a.cu": ours}, false},
		{"our own is replaced", map[string]string{"a.go": ours + "old"}, map[string]string{"a.go": ours + "new"}, map[string]string{"a.go": ours + "new"}, false},
		{"a stranger's stays, and nothing beside it is made", map[string]string{"a.cu": "mine"},
			map[string]string{"a.go": ours, "a.cu": ours}, map[string]string{"a.cu": "mine"}, true},
		{"an empty file is a stranger's", map[string]string{"a.go": ""}, map[string]string{"a.go": ours}, map[string]string{"a.go": ""}, true},
		{"one that cannot be made stops the others", map[string]string{"a.go": ours + "old"},
			map[string]string{"a.go": ours + "new", "missing/b.go": ours}, map[string]string{"a.go": ours + "old"}, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			for name, text := range test.before {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			write := map[string][]byte{}
			for name, text := range test.write {
				write[filepath.Join(dir, name)] = []byte(text)
			}
			if err := Write(write); (err != nil) != test.wantErr {
				t.Fatalf("error %v, want one: %v", err, test.wantErr)
			}
			if test.after == nil {
				test.after = map[string]string{}
			}
			if diff := cmp.Diff(test.after, tree(t, dir)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestUndo puts back what was there, and removes what was not.
func TestUndo(t *testing.T) {
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a.go"), filepath.Join(dir, "b.go")
	for _, path := range []string{a, b} {
		if err := os.WriteFile(path, []byte("new"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := undo([]string{a, b}, map[string][]byte{a: []byte("old")}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]string{"a.go": "old"}, tree(t, dir)); diff != "" {
		t.Error(diff)
	}
}

func TestGuardNamesEach(t *testing.T) {
	dir := t.TempDir()
	files := map[string][]byte{}
	for _, name := range []string{"a.go", "b.cu"} {
		path := filepath.Join(dir, name)
		files[path] = []byte(ours)
		if err := os.WriteFile(path, []byte("mine"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	err := Guard(files)
	var foreign *Foreign
	joined, ok := err.(interface{ Unwrap() []error })
	if !errors.As(err, &foreign) || !ok || len(joined.Unwrap()) != 2 {
		t.Errorf("want two foreign files, got %v", err)
	}
}
