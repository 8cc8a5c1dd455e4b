package operators_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/operator"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/verify"
)

// inlined are specs with a proof of the build without calls as well: whole bodies have a normal
// form there. The proof of other specs ends undecided: inlining is shown to change nothing.
var inlined = []struct {
	args    string
	decided bool
}{
	{"-pattern reduce -op ../userops.MergeSummaries", true},
	{"-pattern reduce -width 8 -op ../userops.JoinBoxes", true},
	{"-pattern inclusive-scan -mask full -op ../userops.Compose", true},
	{"-pattern reduce -width 16 -mask full -op ../userops.MulGaussian", true},
	{"-pattern reduce -map ../userops.Weighted", true},
	{"-pattern exclusive-scan -width 6 -mask full -op ../userops.MulMatrix", false},
}

func TestInlined(t *testing.T) {
	extent.NotQuick(t, "compiles CUDA")
	extent.OneIn(t, 8, 8)
	for _, x := range inlined {
		_, files := emit(t, x.args)
		for name, src := range files {
			if !strings.HasSuffix(name, ".cu") {
				continue
			}
			r := prove(t, name, src)
			notes := strings.Join(r.Notes, ";")
			if r.Verdict != verify.Proved || strings.Contains(notes, "and proved with userops.") != x.decided ||
				strings.Contains(notes, " changes nothing: no function leaves anything undefined") == x.decided {
				t.Errorf("%s: want inlined builds decided: %t; got %s", x.args, x.decided, r)
			}
		}
	}
}

// TestInlinedFaults: what a compiler may do wrong with bodies that it sees is refuted, though each
// body by itself and the network by itself are right.
func TestInlinedFaults(t *testing.T) {
	extent.NotQuick(t, "compiles CUDA")
	for _, f := range []struct{ args, what, old, new string }{
		{"-pattern reduce -width 8 -op ../userops.Minus", "no fault", "", ""},
		{"-pattern reduce -width 8 -op ../userops.Minus", "operands exchanged", "sub.s32", "add.s32"},
		{"-pattern reduce -width 8 -op ../userops.MergeSummaries", "another minimum", "min.s32", "min.u32"},
		{"-pattern reduce -width 8 -op ../userops.MergeSummaries", "a maximum for a minimum", "min.s32", "max.s32"},
		{"-pattern inclusive-scan -width 4 -mask full -op ../userops.Compose", "a sum for a product", "mul.lo.s32",
			"add.s32"},
		{"-pattern reduce -mask full -width 8 -map ../userops.Weighted", "rounded towards zero", "mul.rn.f32", "add.rn.f32"},
	} {
		if _, err := proveInlined(t, f.args, f.old, f.new); (err == nil) != (f.old == "") {
			t.Errorf("%s: %s: %v", f.args, f.what, err)
		} else if refuted, _ := err.(*check.Counterexample); f.old != "" && refuted == nil {
			t.Errorf("%s: %s: not refuted: %v", f.args, f.what, err)
		}
	}
}

// proveInlined proves the build of a spec in which bodies are inlined, with old planted as new in
// the PTX at its first place.
func proveInlined(t *testing.T, args, old, new string) (check.Proof, error) {
	t.Helper()
	s, files := emit(t, args)
	clang, err := compile.FindClang()
	if err != nil {
		t.Fatal(err)
	}
	u := compile.NewUnitWithout([]string{"SHFLGEN_C_ABI"}, compile.Caller{Spec: s, Alone: true})
	code, err := clang.Compile(t.Context(), u.Files(files[s.FileName()+".cu"]), u.File,
		compile.Build{Arch: "sm_80", Level: "O2"})
	if err != nil {
		t.Fatal(err)
	}
	if old != "" && !bytes.Contains(code, []byte(old)) {
		t.Fatalf("%s: no %s in\n%s", args, old, code)
	}
	file, err := ptx.Read(s.FileName()+".ptx", bytes.Replace(code, []byte(old), []byte(new), 1))
	if err != nil {
		t.Fatal(err)
	}
	bodies, err := operator.Bodies(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	subject, err := file.Subject(s, "", bodies)
	if err != nil {
		t.Fatal(err)
	}
	p, err := check.Prove(t.Context(), subject, check.Search{})
	if err != nil {
		return p, fmt.Errorf("refused: %w", err)
	}
	return p, p.Err()
}

// TestLooseInlined: a sum of a user's operator without .rn may be contracted with a caller's product, as the verdict
// says.
func TestLooseInlined(t *testing.T) {
	extent.NotQuick(t, "compiles CUDA")
	s, files := emit(t, "-pattern reduce -width 2 -mask full -op ../userops.Mean -type float32")
	name := s.FileName() + ".cu"
	const exact = `asm("add.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));`
	for text, want := range map[string]bool{exact: false, "r = a + b;": true} {
		src := strings.Replace(string(files[name]), exact, text, 1)
		r := prove(t, name, []byte(src))
		limited := slices.ContainsFunc(r.Limits, func(l string) bool { return strings.HasPrefix(l, "add.f32 without .rn") })
		if r.Verdict != verify.Proved || limited != want || !strings.Contains(src, text) {
			t.Errorf("%s: a limit: %t, want %t: %s", text, limited, want, r)
		}
	}
}
