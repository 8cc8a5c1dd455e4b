package proof_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/verify"
)

// TestSourcesOfEachLane proves Go in which each lane names its source. A full run takes every width
// to 24, and 28 and 32. The diagrams of 25, 26, 27, 29 and 30 take five sixths of the time of all
// widths: -catalogue takes them too. Those of 31 exceed the budget.
func TestSourcesOfEachLane(t *testing.T) {
	widths := extent.Pick([]int{13, 23}, everyWidth())
	switch {
	case *all:
		widths = everyWidth()
	case extent.Of() == extent.Quick:
		widths = []int{7}
	}
	for _, w := range widths {
		s, err := shflgen.ParseArgs(strings.Fields(fmt.Sprintf("-pattern shfl -src each -width %d", w)))
		if err != nil {
			t.Fatal(err)
		}
		t.Run(s.FuncName(), func(t *testing.T) {
			files, err := gen.Generate(s, gen.Options{Package: "p", Langs: []gen.Lang{gen.Go}})
			if err != nil {
				t.Fatal(err)
			}
			name := s.FileName() + ".go"
			src := string(files[name])
			if v := proved(t.Context(), t, name, src); v != verify.Proved {
				t.Errorf("%s is %v", name, v)
			}
			if w&(w-1) == 0 {
				return
			}
			wrong := strings.Replace(src, fmt.Sprintf("rest0>>31&%d", w), fmt.Sprintf("rest0>>31&%d", w-1), 1)
			if wrong == src {
				t.Fatal("no remainder to plant a fault in")
			}
			if v := proved(t.Context(), t, name, wrong); v != verify.Refuted {
				t.Errorf("%s with another remainder of a negative source is %v", name, v)
			}
		})
	}
}

// everyWidth is every width of a full run, or of one with -catalogue.
func everyWidth() []int {
	var widths []int
	for w := 1; w <= shflgen.WarpSize; w++ {
		if w <= 24 || w == 28 || w == shflgen.WarpSize || *all && w != 31 {
			widths = append(widths, w)
		}
	}
	return widths
}

// proved is the verdict on a file.
func proved(ctx context.Context, t *testing.T, name, src string) verify.Verdict {
	t.Helper()
	r, err := verify.Prove(ctx, verify.Subject{Path: name, Src: []byte(src)}, verify.Options{Alone: true})
	if err != nil {
		t.Fatal(err)
	}
	return r.Verdict
}
