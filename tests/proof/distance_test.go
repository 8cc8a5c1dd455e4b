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

// TestSourcesOfEachLane proves Go in which each lane names its source, for every width but 31, whose
// diagrams exceed the budget; in a usual run for two widths whose remainders have large diagrams.
func TestSourcesOfEachLane(t *testing.T) {
	widths := extent.Pick([]int{13, 27}, everyWidth())
	if extent.Of() == extent.Quick {
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

// everyWidth is every width that is decided.
func everyWidth() []int {
	var all []int
	for w := 1; w <= shflgen.WarpSize; w++ {
		if w == 31 {
			continue
		}
		all = append(all, w)
	}
	return all
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
