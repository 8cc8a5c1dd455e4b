package operators_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/gopackage"
	"github.com/shflgen/shflgen/internal/prover/goread"
	"github.com/shflgen/shflgen/internal/prover/induction"
	"github.com/shflgen/shflgen/internal/prover/operator"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

// arrayOps are reductions of arrays by users' operators. Their builds hold calls of the operator or its body.
var arrayOps = []struct {
	args    string
	inlined bool
}{
	{"-pattern grid-reduce -op ../userops.Minus", false},
	{"-pattern grid-reduce -op ../userops.Added -map ../userops.Halved", true},
	{"-pattern grid-reduce -op ../userops.MergeRecords -map ../userops.LiftRecord", false},
}

// TestDrawnArrayOps: a picture has the distances of the shuffles in the CUDA, for a chunk and for the chunks.
func TestDrawnArrayOps(t *testing.T) {
	s, files := emit(t, arrayOps[0].args)
	f, err := gen.Draw(s, gen.CUDA, gen.DrawOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var emitted, drawn []string
	shuffled := regexp.MustCompile(`__shfl_down_sync\([^;]*, (\d+)\);`)
	for _, m := range shuffled.FindAllSubmatch(files[s.FileName()+".cu"], -1) {
		emitted = append(emitted, string(m[1]))
	}
	for _, title := range f.Titles() {
		if d, ok := strings.CutPrefix(title, "Distance "); ok {
			drawn = append(drawn, d[:strings.Index(d, ":")])
		}
	}
	if want := slices.Repeat(emitted, 2); len(want) == 0 || !slices.Equal(drawn, want) {
		t.Errorf("distances %v, want %v", drawn, want)
	}
}

// ends proves what a kernel leaves of no elements, and the tree over the results of chunks.
func ends(t *testing.T, s spec.Spec, a *ptx.Array, chunks int) error {
	t.Helper()
	got, err := a.Nothing()
	if want := ref.OfNothing(s); err != nil || !slices.Equal(got, want) {
		return errorOf(err, fmt.Errorf("of no elements %#x, want %#x", got, want))
	}
	for _, of := range []func() (check.Subject, error){
		func() (check.Subject, error) { return a.Tree(chunks, chunks, chunks-1) }, func() (check.Subject, error) {
			return a.AnyTree(chunks)
		},
	} {
		subject, err := of()
		if err != nil {
			return err
		}
		if p, err := check.Prove(t.Context(), subject, check.Search{AfterFault: 1}); err != nil || p.Err() != nil {
			return errorOf(err, p.Err())
		}
	}
	return nil
}

// provedArray proves some claims of a kernel: about chunks of few elements, of some rounds and of many, and the tree.
func provedArray(t *testing.T, s spec.Spec, src string, inlined bool) error {
	t.Helper()
	a, err := arrayKernel(t, s, src, inlined)
	if err != nil {
		return err
	}
	p := s.GridOrder().Accumulators()
	if err := provedOf(t, a, working{n: 5, blocks: 1}, working{n: 9*p + 5, blocks: 1},
		working{16*p + 1, 3, 2, 2}); err != nil {
		return err
	}
	return ends(t, s, a, 3)
}

// TestArrayOps: kernels of arrays with users' operators are proved.
func TestArrayOps(t *testing.T) {
	extent.NotQuick(t, "compiles CUDA")
	extent.OneIn(t, 8, 8)
	for _, of := range extent.Drawn(t, arrayOps, 6, 6) {
		s, src := cudaOf(t, of.args)
		if err := provedArray(t, s, src, of.inlined); err != nil {
			t.Errorf("%s, inlined %t: %v", of.args, of.inlined, err)
		}
	}
}

// TestArrayOpsProtocol: what blocks say to each other is right with calls of an operator.
func TestArrayOpsProtocol(t *testing.T) {
	extent.NotQuick(t, "compiles CUDA")
	s, src := cudaOf(t, arrayOps[0].args)
	a, err := arrayKernel(t, s, src, false)
	if err == nil {
		err = a.Protocol(2, 3)
	}
	if err != nil {
		t.Error(err)
	}
}

// TestArrayOpsFaults: each is shown by a call, or named.
func TestArrayOpsFaults(t *testing.T) {
	extent.NotQuick(t, "compiles CUDA")
	const minus, mean = "-pattern grid-reduce -op ../userops.Minus", "-pattern grid-reduce -op ../userops.Mean"
	for _, f := range extent.Faults(t, []struct{ args, what, old, new, says string }{
		{minus, "the first element combined with what is no identity", "bool begun = false", "bool begun = true",
			"9221 elements"},
		{minus, "operands exchanged", "_op(a, b)", "_op(b, a)", "length   5"},
		{mean, "an absent accumulator used", "own + 1u < count", "true", "length   1"},
		{mean, "an absent thread used", "first + 1u < present", "true", "length   1"},
		{minus, "accumulators that begin again", "begun = true", "begun = false", "9221 elements"},
		{mean, "results of chunks that are not there", "_threads(result, chunks)", "_threads(result, 256u)",
			"the array's result"},
		{mean, "a result of no elements", "*out = result;\n        return;",
			"*out = count == 0u ? 1.f : result;\n        return;", "of no elements [0x3f800000]"},
	}, 12) {
		s, src := cudaOf(t, f.args)
		wrong := replaced(src, f.old, f.new)
		if wrong == src {
			t.Errorf("%s: no %s in\n%s", f.what, f.old, src)
			continue
		}
		if err := provedArray(t, s, wrong, false); err == nil || !strings.Contains(err.Error(), f.says) {
			t.Errorf("%s: %v, want %q", f.what, err, f.says)
		}
	}
}

// TestArrayOpsWords: a result of several words is whole before it is used. Each fault in a word is named, or shown by a
// call.
func TestArrayOpsWords(t *testing.T) {
	extent.NotQuick(t, "compiles CUDA")
	s, src := cudaOf(t, "-pattern grid-reduce -op ../userops.MergeSummaries -map ../userops.LiftSummary -name Array")
	const publish, await = "array_publish(slot + 256, (unsigned)result.Max);", "array_await(slot + 256)"
	for _, f := range extent.Faults(t, []struct{ what, old, new, says string }{
		{"a word that is not published", publish, "", "the result of chunk 2 is stored 0 times"},
		{"a word that is published plainly", publish, "slot[256] = 1ull << 32 | (unsigned)result.Max;",
			"that is not relaxed"},
		{"a word that is not waited for", await, "(unsigned)slot[256]", "that is not relaxed"},
		{"words exchanged", await, "array_await(slot + 512)", "reads a result again"},
		{"another identity", "e.Max = -2147483647 - 1", "e.Max = 0", "of no elements"},
	}, 12) {
		wrong := replaced(src, f.old, f.new)
		a, err := arrayKernel(t, s, wrong, false)
		switch {
		case err != nil:
		case f.old == publish:
			err = provedOf(t, a, working{16*s.GridOrder().Accumulators() + 1, 3, 2, 2})
		default:
			err = ends(t, s, a, 3)
		}
		if wrong == src || err == nil || !strings.Contains(err.Error(), f.says) {
			t.Errorf("%s: %v, want %q", f.what, err, f.says)
		}
	}
}

// replaced is a text with a fault in the last place of a text: steps come after helpers.
func replaced(src, old, new string) string {
	if at := strings.LastIndex(src, old); at >= 0 {
		return src[:at] + new + src[at+len(old):]
	}
	return src
}

// goArray is the Go function of an array in a file.
func goArray(t *testing.T, s spec.Spec, src string) *goread.File {
	t.Helper()
	path, text := inFolder(t, s.FileName()+".go", []byte(src))
	u, err := new(gopackage.Loader).Load(t.Context(), path, text)
	if err != nil {
		t.Fatal(err)
	}
	u.Resolve = func(s spec.Spec) (spec.Spec, error) {
		s, _, err := operator.Resolve(s, ".", ".", false)
		return s, err
	}
	f, err := goread.ReadUnit(u)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// provedLengths is the proof of a Go function for some lengths.
func provedLengths(t *testing.T, s spec.Spec, src string, lengths ...int) error {
	t.Helper()
	f := goArray(t, s, src)
	got, err := f.OfNothing()
	if want := ref.OfNothing(s); err != nil || !slices.Equal(got, want) {
		return errorOf(err, fmt.Errorf("of no elements %#x, want %#x", got, want))
	}
	for _, n := range lengths {
		if p, err := check.Prove(t.Context(), f.OfLength(n), check.Search{}); err != nil || p.Err() != nil {
			return errorOf(err, p.Err())
		}
	}
	return nil
}

// TestArrayOpsGo proves Go functions of arrays with users' operators for a few lengths.
func TestArrayOpsGo(t *testing.T) {
	for _, of := range extent.Sample(arrayOps, 2) {
		s, files := emit(t, of.args)
		p := s.GridOrder().Accumulators()
		if err := provedLengths(t, s, string(files[s.FileName()+".go"]), 1, 5, 37, 70, 2*p+9); err != nil {
			t.Errorf("%s: %v", of.args, err)
		}
	}
}

// TestArrayOpsEveryLength: these functions have the form that is proved for every length.
func TestArrayOpsEveryLength(t *testing.T) {
	extent.OneIn(t, 8, 8)
	for _, args := range []string{
		arrayOps[0].args, "-pattern grid-reduce -op ../userops.MergeMoments -map ../userops.LiftMoments",
		"-pattern grid-reduce -op ../userops.SaturatingSum",
	} {
		s, files := emit(t, args)
		if _, why := induction.Of(goArray(t, s, string(files[s.FileName()+".go"]))); why != "" {
			t.Errorf("%s: %s", args, why)
		}
	}
}

// TestArrayOpsGoFaults: each is shown by a call.
func TestArrayOpsGoFaults(t *testing.T) {
	s, files := emit(t, arrayOps[0].args)
	src := string(files[s.FileName()+".go"])
	for _, f := range extent.Faults(t, []struct{ what, old, new, says string }{
		{"a result of no elements", "var zero int32", "var zero int32 = 1", "of no elements [0x1]"},
		{"operands exchanged", "userops.Minus(a3, e[3])", "userops.Minus(e[3], a3)", "2057"},
		{"what is no identity used", "a3 := e[3]", "a3 := userops.Minus(0, e[3])", "2057"},
		{"another tree", "userops.Minus(c[2], c[3])", "userops.Minus(c[3], c[2])", "37"},
		{"another operator", "userops.Minus(first, second)", "first + second", "length   4"},
	}, 12) {
		wrong := strings.Replace(src, f.old, f.new, 1)
		if wrong == src {
			t.Errorf("%s: no %s in\n%s", f.what, f.old, src)
			continue
		}
		if err := provedLengths(t, s, wrong, 4, 5, 37, 2*s.GridOrder().Accumulators()+9); err == nil ||
			!strings.Contains(err.Error(), f.says) {
			t.Errorf("%s: %v, want %q", f.what, err, f.says)
		}
	}
}
