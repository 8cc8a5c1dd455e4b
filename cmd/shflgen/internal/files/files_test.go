package files

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shflgen/shflgen/spec"
)

const (
	header = spec.HeaderPrefix + "-pattern xor-reduce -width 8; DO NOT EDIT.\n"
	older  = header + "older"
	newer  = header + "newer"
	other  = spec.HeaderPrefix + "-pattern xor-reduce -width 16; DO NOT EDIT.\n"
	byHand = "// written by hand\n"
)

// pair is what the tests place.
func pair() map[string][]byte {
	return map[string][]byte{"a.cu": []byte(newer), "a.go": []byte(newer)}
}

// folder makes a folder with the given files; / stands for a folder, and a
// text that starts with -> for a link.
func folder(t *testing.T, content map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range content {
		path := filepath.Join(dir, name)
		var err error
		switch {
		case text == "/":
			err = os.Mkdir(path, 0o777)
		case len(text) > 2 && text[:2] == "->":
			err = os.Symlink(text[2:], path)
		default:
			err = os.WriteFile(path, []byte(text), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// content is a folder's content, in the form that folder takes.
func content(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		switch {
		case e.IsDir():
			all[e.Name()] = "/"
		case e.Type()&os.ModeSymlink != 0:
			to, err := os.Readlink(path)
			if err != nil {
				t.Fatal(err)
			}
			all[e.Name()] = "->" + to
		default:
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			all[e.Name()] = string(text)
		}
	}
	return all
}

func TestWrite(t *testing.T) {
	for _, test := range []struct {
		name    string
		before  map[string]string
		after   map[string]string // nil: as before, and a Foreign error for each of foreign
		foreign []string
	}{
		{"empty", nil, map[string]string{"a.cu": newer, "a.go": newer}, nil},
		{"older", map[string]string{"a.go": older}, map[string]string{"a.cu": newer, "a.go": newer}, nil},
		{"others stay", map[string]string{"b.go": byHand, "a.cu": older},
			map[string]string{"b.go": byHand, "a.cu": newer, "a.go": newer}, nil},
		{"first by hand", map[string]string{"a.cu": byHand, "a.go": older}, nil, []string{"a.cu"}},
		{"second by hand", map[string]string{"a.cu": older, "a.go": byHand}, nil, []string{"a.go"}},
		{"both by hand", map[string]string{"a.cu": byHand, "a.go": byHand}, nil, []string{"a.cu", "a.go"}},
		{"empty file", map[string]string{"a.go": ""}, nil, []string{"a.go"}},
		{"a folder", map[string]string{"a.go": "/"}, nil, []string{"a.go"}},
		{"a link to ours", map[string]string{"b": older, "a.go": "->b"}, nil, []string{"a.go"}},
		{"a link to nothing", map[string]string{"a.go": "->b"}, nil, []string{"a.go"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := folder(t, test.before)
			_, err := Write(t.Context(), dir, pair(), Options{})
			want := test.after
			if want == nil {
				want = test.before
			}
			if diff := cmp.Diff(want, content(t, dir)); diff != "" {
				t.Error(diff)
			}
			if len(test.foreign) == 0 {
				if err != nil {
					t.Error(err)
				}
				return
			}
			joined, ok := err.(interface{ Unwrap() []error })
			if !ok {
				t.Fatalf("%v, want joined errors", err)
			}
			var got []string
			for _, e := range joined.Unwrap() {
				var f *Foreign
				if !errors.As(e, &f) {
					t.Fatalf("%v, want a Foreign", e)
				}
				got = append(got, filepath.Base(f.Path))
			}
			if diff := cmp.Diff(test.foreign, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestClash wants a file of other flags to stay, unless it is said to be of the
// same function, with both commands in the error.
func TestClash(t *testing.T) {
	for _, test := range []struct {
		before string
		clash  bool
	}{
		{older, false},
		{strings.ReplaceAll(older, "\n", "\r\n"), false},
		{strings.Replace(older, "-pattern xor-reduce -width 8", "-width 8 -pattern xor-reduce -op sum", 1), false},
		{other, true},
		{strings.Replace(older, "-width 8", "-width 8 -name Sum", 1), true},
		{strings.Replace(older, "-width 8", "-gone 8", 1), true},
		{spec.HeaderPrefix, true},
	} {
		dir := folder(t, map[string]string{"a.go": test.before})
		_, err := Write(t.Context(), dir, pair(), Options{})
		var clash *Clash
		if errors.As(err, &clash) != test.clash || (err != nil) != test.clash {
			t.Errorf("%q: %v", test.before, err)
		}
		if test.clash {
			if diff := cmp.Diff(map[string]string{"a.go": test.before}, content(t, dir)); diff != "" {
				t.Error(diff)
			}
			if !strings.Contains(err.Error(), "`shflgen -pattern xor-reduce -width 8`") {
				t.Errorf("%v does not say what this is", err)
			}
		}
		if _, err := Write(t.Context(), dir, pair(), Options{Remake: true}); err != nil {
			t.Errorf("%q, remade: %v", test.before, err)
		}
		if diff := cmp.Diff(map[string]string{"a.cu": newer, "a.go": newer}, content(t, dir)); diff != "" {
			t.Error(diff)
		}
	}
}

// TestModes wants the permissions of what was there to be kept, and no file to
// be replaced that may not be written to.
func TestModes(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("has no such permissions")
	}
	dir := folder(t, map[string]string{"a.cu": older})
	path := filepath.Join(dir, "a.cu")
	for _, mode := range []os.FileMode{0o644, 0o600, 0o664, 0o755, 0o200} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		if mode == 0o200 && os.Geteuid() != 0 {
			continue // nor may it be read
		}
		if _, err := Write(t.Context(), dir, pair(), Options{}); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode() != mode {
			t.Errorf("%v, %v, want %v", info.Mode(), err, mode)
		}
	}
	if err := os.Chmod(path, 0o444); err != nil {
		t.Fatal(err)
	}
	var foreign *Foreign
	if _, err := Write(t.Context(), dir, pair(), Options{}); !errors.As(err, &foreign) {
		t.Errorf("%v, want that it is read-only", err)
	}
}

// TestLinks wants another name of a replaced file to keep the old content.
func TestLinks(t *testing.T) {
	dir := folder(t, map[string]string{"a.cu": older})
	if err := os.Link(filepath.Join(dir, "a.cu"), filepath.Join(dir, "same")); err != nil {
		t.Skip(err)
	}
	if _, err := Write(t.Context(), dir, pair(), Options{}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]string{"a.cu": newer, "a.go": newer, "same": older}, content(t, dir)); diff != "" {
		t.Error(diff)
	}
}

// TestLarge wants no file over the limit to be read, or replaced.
func TestLarge(t *testing.T) {
	dir := folder(t, map[string]string{"a.go": older})
	if err := os.Truncate(filepath.Join(dir, "a.go"), MaxSize+1); err != nil {
		t.Fatal(err)
	}
	var foreign *Foreign
	if _, err := Write(t.Context(), dir, pair(), Options{}); !errors.As(err, &foreign) {
		t.Errorf("%v, want that it is too large", err)
	}
	if _, err := Stale(dir, pair()); !errors.As(err, &foreign) {
		t.Errorf("%v, want that it is too large", err)
	}
}

// TestNoFolder has the folder missing.
func TestNoFolder(t *testing.T) {
	_, err := Write(t.Context(), filepath.Join(t.TempDir(), "b"), pair(), Options{})
	if !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v, want that the folder does not exist", err)
	}
}

func TestStale(t *testing.T) {
	dir := folder(t, map[string]string{"a.cu": newer, "a.go": older, "c.go": strings.ReplaceAll(newer, "\n", "\r\n"),
		"d.go": "/"})
	files := pair()
	for _, name := range []string{"b.go", "c.go", "d.go"} {
		files[name] = []byte(newer)
	}
	before := content(t, dir)
	got, err := Stale(dir, files)
	var foreign *Foreign
	if !errors.As(err, &foreign) || filepath.Base(foreign.Path) != "d.go" {
		t.Errorf("%v, want that d.go is a folder", err)
	}
	if diff := cmp.Diff([]string{filepath.Join(dir, "a.go"), filepath.Join(dir, "b.go")}, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(before, content(t, dir)); diff != "" {
		t.Error(diff)
	}
}
