package files

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shflgen/shflgen"
)

const (
	older  = shflgen.HeaderPrefix + "older"
	newer  = shflgen.HeaderPrefix + "newer"
	byHand = "// written by hand\n"
)

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

// read is a folder's content, in the form that folder takes.
func read(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	content := map[string]string{}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		switch {
		case e.IsDir():
			content[e.Name()] = "/"
		case e.Type()&os.ModeSymlink != 0:
			to, err := os.Readlink(path)
			if err != nil {
				t.Fatal(err)
			}
			content[e.Name()] = "->" + to
		default:
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			content[e.Name()] = string(text)
		}
	}
	return content
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
		{"others stay", map[string]string{"b.go": byHand, "a.cu": older}, map[string]string{"b.go": byHand, "a.cu": newer, "a.go": newer}, nil},
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
			err := Write(map[string][]byte{filepath.Join(dir, "a.cu"): []byte(newer), filepath.Join(dir, "a.go"): []byte(newer)})
			want := test.after
			if want == nil {
				want = test.before
			}
			if diff := cmp.Diff(want, read(t, dir)); diff != "" {
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

// TestWriteFails has the second file's folder missing: the first stays.
func TestWriteFails(t *testing.T) {
	before := map[string]string{"a.cu": older}
	dir := folder(t, before)
	err := Write(map[string][]byte{filepath.Join(dir, "a.cu"): []byte(newer), filepath.Join(dir, "b", "a.go"): []byte(newer)})
	if !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v, want that the folder does not exist", err)
	}
	if diff := cmp.Diff(before, read(t, dir)); diff != "" {
		t.Error(diff)
	}
}

// TestUndo puts back one file that was there and one that was not.
func TestUndo(t *testing.T) {
	dir := folder(t, map[string]string{"a.cu": newer, "a.go": newer})
	cu, goFile := filepath.Join(dir, "a.cu"), filepath.Join(dir, "a.go")
	if err := undo([]string{cu, goFile}, map[string][]byte{cu: []byte(older), goFile: nil}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]string{"a.cu": older}, read(t, dir)); diff != "" {
		t.Error(diff)
	}
}

func TestStale(t *testing.T) {
	dir := folder(t, map[string]string{"a.cu": newer, "a.go": older})
	var want []string
	for _, name := range []string{"a.go", "b.go"} {
		want = append(want, filepath.Join(dir, name))
	}
	got, err := Stale(map[string][]byte{
		filepath.Join(dir, "b.go"): []byte(newer), filepath.Join(dir, "a.go"): []byte(newer), filepath.Join(dir, "a.cu"): []byte(newer),
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
