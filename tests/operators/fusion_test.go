package operators_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/fresh"
	"github.com/shflgen/shflgen/internal/prover/operator"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/verify"
)

const fused = "github.com/shflgen/shflgen/tests/operators/testdata/fused."

// TestFusedAcrossCalls: a product that one call gives and another adds is refused where the file does not round it.
func TestFusedAcrossCalls(t *testing.T) {
	const row = "-pattern row-reduce -cols 9 "
	for _, f := range []struct{ args, old, new string }{
		{row + "-map " + fused + "Square", "a1 := float32(fused.Square(c[1]))", "a1 := fused.Square(c[1])"},
		{row + "-type float32 -map square -op " + fused + "Plus", "a1 := float32(c[1] * c[1])", "a1 := c[1] * c[1]"},
		{row + "-map " + fused + "Square -op " + fused + "Plus", "a1 := float32(fused.Square(c[1]))",
			"a1 := fused.Square(c[1])"},
		{row + "-type float32 -op " + fused + "Middle", "a0 = float32(fused.Middle(a0, a1))", "a0 = fused.Middle(a0, a1)"},
		{"-pattern reduce -width 4 -map " + fused + "Square", "return float32(fused.Square(a))", "return fused.Square(a)"},
		{"-pattern inclusive-scan -width 4 -type float32 -op " + fused + "Middle", "return float32(fused.Middle(a, b))",
			"return fused.Middle(a, b)"},
		{"-pattern grid-reduce -type float32 -op " + fused + "Middle", "float32(fused.Middle(a[j], x[j]))",
			"fused.Middle(a[j], x[j])"},
		{"-pattern grid-inclusive-scan -type float32 -op " + fused + "Middle", "float32(fused.Middle(a, b))",
			"fused.Middle(a, b)"},
	} {
		_, files := emit(t, f.args, gen.Go)
		for name, src := range files {
			wrong := strings.Replace(string(src), f.old, f.new, 1)
			if wrong == string(src) {
				t.Errorf("%s: nothing to change in\n%s", name, src)
			} else if r := prove(t, name, []byte(wrong)); r.Verdict != verify.Refused ||
				!strings.Contains(r.String(), "product") {
				t.Errorf("%s: %s: %s", f.args, f.new, r)
			}
		}
	}
}

// TestFusedFields: emitted Go rounds no fields between calls, so the verdict says where Go may fuse.
func TestFusedFields(t *testing.T) {
	for args, want := range map[string]bool{
		"-op " + fused + "Add -map " + fused + "Lift":        true,
		"-op " + fused + "Add -map " + fused + "LiftRounded": false,
		"-op " + fused + "Mix":                               false,
		"-op " + fused + "Turn":                              true,
	} {
		_, files := emit(t, "-pattern reduce -width 3 -mask full "+args, gen.Go)
		for name, src := range files {
			r := prove(t, name, src)
			limited := slices.ContainsFunc(r.Limits, func(l string) bool {
				return strings.Contains(l, "a product that one call leaves in a field")
			})
			if r.Verdict != verify.Proved || limited != want {
				t.Errorf("%s: a limit: %t, want %t: %s", args, limited, want, r)
			}
		}
	}
}

// TestUnrounded: where Go may fuse a product and a sum there is no CUDA, which rounds both.
func TestUnrounded(t *testing.T) {
	for args, want := range map[string]string{
		"-op " + fused + "Within": "a.Y += b.Y * b.X", "-op " + fused + "Through": "times(a.Y, b.Y) + 1",
		"-op " + fused + "Middle": "a result, as an operand of the next call", "-op " + fused + "Halves": "a.X/2 + b.X",
		"-op " + fused + "First": "a result", "-op " + fused + "Second": "a result",
		"-op " + fused + "Apart": "", "-op " + fused + "Thirds": "",
		"-map " + fused + "Poly": "x*x + 1", "-map " + fused + "Rounded": "",
	} {
		s, err := spec.ParseArgs(strings.Fields("-pattern reduce -width 4 -mask full " + args))
		if err == nil {
			if s, _, err = operator.Resolve(s, ".", ".", false); err == nil {
				_, err = fresh.Printed(s, gen.CUDA.Ending(), "")
			}
		}
		switch {
		case want == "" && err != nil:
			t.Errorf("%s: %v", args, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "fuses")):
			t.Errorf("%s: got %v, want an error of %s", args, err, want)
		}
	}
}
