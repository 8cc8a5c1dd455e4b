package proof

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/verify"
)

// TestPlanOfShuffles: a compact by shuffles is proved where that of float32 takes shared memory and has no plan. A
// plan that is another text than that of functions of its width is refused, as these would use it.
func TestPlanOfShuffles(t *testing.T) {
	extent.NotQuick(t, "compiles")
	printed := func(s spec.Spec, _, _ string) ([]byte, error) {
		files, err := gen.Generate(s, gen.Options{Langs: []gen.Lang{gen.CUDA}})
		return files[s.FileName()+gen.CUDA.Ending()], err
	}
	for _, tt := range []struct {
		was, now string
		want     verify.Verdict
	}{
		{"", "", verify.Proved},
		{"found != 0u ? source : lane + 32u", "found != 0u ? source : lane + 64u", verify.Refused}, // as good for this one
	} {
		s, err := spec.ParseArgs(strings.Fields("-pattern compact -width 4 -n 2 -type float64"))
		if err != nil {
			t.Fatal(err)
		}
		text, err := printed(s, "", "")
		if err != nil {
			t.Fatal(err)
		}
		edited := strings.Replace(string(text), tt.was, tt.now, 1)
		if tt.was != "" && edited == string(text) {
			t.Fatalf("no %q", tt.was)
		}
		o := verify.Options{Arches: []string{"sm_80"}, Compilers: []string{"clang"}, Printed: printed}
		r, err := verify.Prove(t.Context(), verify.Subject{Path: s.FileName() + ".cu", Src: []byte(edited)}, o)
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != tt.want {
			t.Errorf("%q: %s", tt.now, r)
		}
	}
}
