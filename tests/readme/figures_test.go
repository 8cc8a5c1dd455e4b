package readme_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/spec"
)

const images = "../../docs/images"

// figures are the pictures of the pages beside those of the patterns' own pages.
var figures = map[string]struct {
	args    string
	members uint32
}{
	"reduce": {"-pattern reduce -width 12 -type float32", 0x5a5a1234},
	"member": {"-pattern reduce -width 16 -type float32", 0x5a5a1234},
	"active": {"-pattern reduce -width 16 -type float32 -mask active", 0x5a5a1234},
}

// drawnBlock is the number of threads of a block in a picture.
const drawnBlock = 64

// inMemory are the texts of the pictures of patterns in memory.
var inMemory = map[spec.Pattern]string{
	spec.RowReduce:  "How the threads of a row combine what they have: threads by steps",
	spec.RowApply:   "How the threads of a row combine what they have, once for each value of the row: threads by steps",
	spec.GridReduce: "How the threads of a block combine a chunk, and then the results of all chunks: threads by steps",
	spec.ColReduce:  "How the threads of a block combine rows, and then the results of all chunks: threads by steps",

	spec.GridInclusiveScan: scanText,
	spec.GridExclusiveScan: scanText,
}

const scanText = "How the threads of a block combine a tile, and then what is before it: threads by steps"

// imageOf is the name of the picture of a pattern's own page.
func imageOf(p spec.Pattern) string {
	if _, taken := figures[p.String()]; taken {
		return "pattern-" + p.String()
	}
	return p.String()
}

// TestFigures: every pattern has a picture, and the pictures are those of the networks of today.
func TestFigures(t *testing.T) {
	want := map[string][]byte{}
	draw := func(name string, s spec.Spec, members uint32) {
		f, err := gen.Draw(s, gen.CUDA, gen.DrawOptions{Members: members})
		if err != nil {
			t.Fatalf("%s: %v", s.Header(), err)
		}
		want[name+".svg"] = f.SVG()
	}
	for name, f := range figures {
		draw(name, parsed(t, f.args), f.members)
	}
	for _, p := range spec.Patterns() {
		text, err := os.ReadFile(filepath.Join(patternPages, p.String()+".md"))
		if err != nil {
			t.Fatal(err)
		}
		m := pageSpec.FindSubmatch(text)
		if m == nil {
			t.Fatalf("the page of %s has no spec", p)
		}
		s := parsed(t, string(m[1]))
		switch {
		case s.Pattern.InMemory() && inMemory[s.Pattern] == "":
			t.Fatalf("the picture of %s has no text", p)
		case s.Pattern.InMemory():
		case s.Shape().Block():
			s = s.With("block", drawnBlock)
		}
		draw(imageOf(p), s, 0xffffffff)
	}
	if *update {
		if err := os.MkdirAll(images, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for name, svg := range want {
		path := filepath.Join(images, name)
		old, err := os.ReadFile(path)
		switch {
		case *update:
			if err := os.WriteFile(path, svg, 0o666); err != nil {
				t.Fatal(err)
			}
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			t.Fatal(err)
		case !bytes.Equal(old, svg):
			t.Errorf("%s is stale; make docs draws it", path)
		}
	}
	files, err := os.ReadDir(images)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if want[f.Name()] == nil {
			t.Errorf("%s: no page shows it", filepath.Join(images, f.Name()))
		}
	}
}
