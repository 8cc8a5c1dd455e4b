package gen_test

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/catalogue"
)

// Bounds of a Go file, in bytes. What lanes or registers have in common stands once, in a helper;
// the threads of a block still stand one by one.
const (
	maxGo       = 100_000
	maxOfThread = 350
)

// TestGoSizes holds the size of emitted Go over a sample of the catalogue, and of the
// groups of a whole warp.
func TestGoSizes(t *testing.T) {
	n := 0
	for s := range catalogue.All() {
		if n++; n%61 != 0 && !(s.Pattern.Keyed() && s.Width == 32) {
			continue
		}
		files, err := gen.Generate(s, gen.Options{Package: "p", Langs: []gen.Lang{gen.Go}})
		if err != nil {
			t.Fatal(err)
		}
		for name, src := range files {
			if len(src) > max(maxGo, maxOfThread*s.Block) {
				t.Errorf("%s: %d bytes: %s", name, len(src), strings.Join(s.Args(), " "))
			}
		}
	}
}
