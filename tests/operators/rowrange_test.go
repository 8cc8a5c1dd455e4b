package operators_test

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/tests/extent"
)

// TestRowRange proves unoptimised kernels of rows of a range of lengths by operators without an identity, on structs of
// floats: two of them are copied in a word, and the number of columns says which. It proves none with a fault.
func TestRowRange(t *testing.T) {
	clang, err := compile.FindClang()
	if err != nil {
		extent.Missing(t, err)
	}
	s, files := emit(t, "-pattern row-reduce -cols 129..131 -op ../userops.MergeSoftmax -map ../userops.LiftSoftmax")
	src := string(files[s.FileName()+".cu"])
	prove := func(from, to string) error {
		t.Helper()
		changed := strings.Replace(src, from, to, 1)
		if from != to && changed == src {
			t.Fatalf("no %q in\n%s", from, src)
		}
		u := compile.NewUnit(compile.Caller{Spec: s})
		code, err := clang.Compile(t.Context(), u.Files([]byte(changed)), u.File,
			compile.Build{Arch: "sm_80", Level: "O0", Define: []string{"SHFLGEN_CALLS"}, Lax: true})
		if err != nil {
			t.Fatal(err)
		}
		_, err = ptx.Prove(s, "rows.ptx", code)
		return err
	}
	if err := prove("", ""); err != nil {
		t.Error(err)
	}
	for _, f := range extent.Faults(t, []struct{ what, from, to string }{
		{"a column of the end left out", "if (cols % 4u > 0u)", "if (cols % 4u > 1u)"},
		{"a vector that the row does not have", "if (own0 + 132u <= cols) {", "if (true) {"},
		{"the end in another thread", "thread == cols / 4u % 32u", "thread == cols / 5u % 32u"},
		{"operands exchanged", "c129to131_op(a0, a2)", "c129to131_op(a2, a0)"},
		{"a field that the columns choose", "    return a0;\n",
			"    if (cols == 131u)\n        a0.Sum = a0.Max;\n    return a0;\n"},
	}, 12) {
		if err := prove(f.from, f.to); err == nil {
			t.Errorf("%s: proved", f.what)
		} else {
			t.Logf("%s: %.60v", f.what, err)
		}
	}
}
