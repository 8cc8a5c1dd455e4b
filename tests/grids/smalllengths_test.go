package grids

import (
	"context"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

// proveEach is the proof of a kernel on arrays of each number of elements up to most, which is an unknown. The text is
// what is wrong.
func proveEach(t testing.TB, s spec.Spec, src string, most int) string {
	t.Helper()
	f, err := ptx.Read("array.ptx", kernelOf(t, s, src))
	if err != nil {
		return err.Error()
	}
	a, err := f.Array(s, "", nil)
	if err != nil {
		return err.Error()
	}
	b, err := a.Few(most)
	if err != nil {
		t.Fatal(err)
	}
	p, err := check.Prove(context.Background(), b, check.Search{AfterFault: 1})
	if err == nil {
		err = p.Err()
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

// TestEachLength: kernels are proved for every number of elements up to 4096 at once, of a sample of ops and types.
func TestEachLength(t *testing.T) {
	for nth, s := range extent.Sample(gridSpecs(), 29) {
		if s.HasLane() || extent.Of() == extent.Full && nth%14 != 3 {
			continue
		}
		if wrong := proveEach(t, s, emit(t, s, gen.CUDA), 4096); wrong != "" {
			t.Errorf("%s: %s", s.FileName(), wrong)
		}
	}
}

// TestEachLengthFaults: each is at lengths that no list would have. Some are shown by a call, others end undecided.
func TestEachLengthFaults(t *testing.T) {
	extent.OnlyFull(t, "proves each length up to the fault")
	s := sumOf(t, "float32")
	src := emit(t, s, gen.CUDA)
	const stores = "*out = result;\n        return;"
	for _, f := range extent.Faults(t, []fault{
		{"another result of one length", stores, "*out = count == 777u ? 0.f : result;\n        return;", ""},
		{"no result of one length", stores, "if (count != 2049u) *out = result;\n        return;", "stores"},
		{"an element left out of one length", "(own + 1028u <= count) x1", "(own + 1028u <= count && count != 3001u) x1", ""},
		{"an element past the end of one length", "(own + 1028u <= count) x1", "(own + 1028u <= count || count == 1999u) x1",
			"may end before it"},
		{"another end of one length", "from[1]", "from[count == 2u ? 0 : 1]", ""},
		{"a round by an address", "x1 = vectors[256]", "x1 = vectors[count / 1024u * 256u]", "depends on the data"},
	}, 24) {
		if said := proveEach(t, s, planted(t, src, "_few(const", f), 4096); said == "" || !strings.Contains(said, f.says) {
			t.Errorf("%s: %q, want %q", f.name, said, f.says)
		}
	}
}
