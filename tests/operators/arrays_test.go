package operators_test

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/operator"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/verify"
)

// compiledArray is the PTX of an array's kernel by clang, in which the user's map stays a call, or is inlined.
func compiledArray(t *testing.T, s spec.Spec, src string, inlined bool) []byte {
	t.Helper()
	clang, err := compile.FindClang()
	if err != nil {
		extent.Missing(t, err)
	}
	b := compile.Build{Arch: "sm_80", Level: "O2", Define: []string{"SHFLGEN_CALLS"}}
	if inlined {
		b.Define = nil
	}
	u := compile.NewUnit(compile.Caller{Spec: s})
	code, err := clang.Compile(t.Context(), u.Files([]byte(src)), u.File, b)
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// arrayKernel is that kernel.
func arrayKernel(t *testing.T, s spec.Spec, src string, inlined bool) (*ptx.Array, error) {
	t.Helper()
	f, err := ptx.Read("array.ptx", compiledArray(t, s, src, inlined))
	if err != nil {
		return nil, err
	}
	if inlined {
		return f.Array(s, "", func() (bv.Bodies, error) { return operator.Bodies(t.Context(), s) })
	}
	return f.Array(s, "", nil)
}

// working is a block of a launch on n elements, and the chunk of the claimed result.
type working struct{ n, blocks, number, chunk int }

// provedOf is the proof of the results of some blocks.
func provedOf(t *testing.T, a *ptx.Array, blocks ...working) error {
	t.Helper()
	for _, of := range blocks {
		subject, err := a.Chunk(of.n, of.blocks, of.number, of.chunk)
		if err != nil {
			return err
		}
		if p, err := check.Prove(t.Context(), subject, check.Search{AfterFault: 1}); err != nil || p.Err() != nil {
			return errorOf(err, p.Err())
		}
	}
	return nil
}

func errorOf(err, other error) error {
	if err != nil {
		return err
	}
	return other
}

// cudaOf is the CUDA file of flags.
func cudaOf(t *testing.T, args string) (spec.Spec, string) {
	t.Helper()
	s, files := emit(t, args)
	return s, string(files[s.FileName()+".cu"])
}

const residual = "-pattern grid-reduce -map ../userops.Residual"

// TestMapsOfArrays: kernels of arrays with users' maps are proved, by calls of the map and with its body.
func TestMapsOfArrays(t *testing.T) {
	extent.NotQuick(t, "compiles CUDA")
	extent.OneIn(t, 8, 8)
	for _, of := range extent.Drawn(t, []struct {
		args    string
		inlined bool
		rounds  int // of a chunk that is claimed
	}{{residual, false, 2}, {residual, true, 2}, {"-pattern grid-reduce -op max -map ../userops.Negated", false, 0}}, 3,
		2) {
		s, src := cudaOf(t, of.args)
		a, err := arrayKernel(t, s, src, of.inlined)
		if err != nil {
			t.Fatal(err)
		}
		p := s.GridOrder().Accumulators()
		if err = provedOf(t, a, working{n: of.rounds*p + 5, blocks: 1}, working{16*p + 1, 3, 2, 2}); err == nil {
			err = a.Protocol(2, 3)
		}
		if err != nil {
			t.Errorf("%s, inlined %t: %v", of.args, of.inlined, err)
		}
	}
}

// TestMapsOfArraysFaults: each is shown by a call, or named.
func TestMapsOfArraysFaults(t *testing.T) {
	extent.NotQuick(t, "compiles CUDA")
	for _, f := range extent.Faults(t, []struct{ what, old, new, says string }{
		{"arguments swapped", "_map(a_short[0], b_short[0], c_short[0])", "_map(a_short[0], c_short[0], b_short[0])",
			"length   1"},
		{"forgotten", "grid_reduce_sum_residual_int32_map((int)x_last.x, (int)y_last.x, (int)z_last.x)", "(int)x_last.x",
			"4100 elements"},
		{"applied to a sum", "    return a0;", "    return grid_reduce_sum_residual_int32_map(a0, 1, 1);", "length   5"},
		{"the third array's first chunk again", "c + first", "c", "outside global memory of c"},
	}, 12) {
		s, src := cudaOf(t, residual)
		wrong := strings.Replace(src, f.old, f.new, 1)
		if wrong == src {
			t.Errorf("%s: no %s in\n%s", f.what, f.old, src)
			continue
		}
		a, err := arrayKernel(t, s, wrong, false)
		if err != nil {
			t.Fatal(err)
		}
		p := s.GridOrder().Accumulators()
		if err := provedOf(t, a, working{n: 5, blocks: 1}, working{n: 4*p + 4, blocks: 1},
			working{16*p + 1, 3, 2, 2}); err == nil || !strings.Contains(err.Error(), f.says) {
			t.Errorf("%s: %v, want %q", f.what, err, f.says)
		}
	}
}

// TestMapsOfArraysCalls: a call of a function that is not the map is refused where blocks talk to each other.
func TestMapsOfArraysCalls(t *testing.T) {
	extent.NotQuick(t, "compiles CUDA")
	s, src := cudaOf(t, residual)
	other := strings.ReplaceAll(src, "_map(", "_other(")
	if _, err := arrayKernel(t, s, other, false); err == nil ||
		!strings.Contains(err.Error(), "which is not in the file") {
		t.Errorf("a call of another function: %v", err)
	}
}

// TestMapsOfArraysGo: a fault in the Go function of an array with a user's map is shown.
func TestMapsOfArraysGo(t *testing.T) {
	const old = "userops.Negated(x[1])"
	s, files := emit(t, "-pattern grid-reduce -map ../userops.Negated")
	name := s.FileName() + ".go"
	wrong := strings.Replace(string(files[name]), old, "userops.Negated(x[0])", 1)
	if wrong == string(files[name]) {
		t.Fatalf("%s: no %s", name, old)
	}
	if r := prove(t, name, []byte(wrong)); r.Verdict != verify.Refuted {
		t.Errorf("%s: %s", name, r)
	}
}
