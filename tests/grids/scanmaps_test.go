package grids

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

// scanArgs are scans of what is made of arrays, by the flags after the pattern.
var scanArgs = []string{
	"grid-inclusive-scan -type float32 -map product", "grid-exclusive-scan -type float32 -in float16",
	"grid-inclusive-scan -type int32 -op max -map abs",
	"grid-inclusive-scan -type float64 -op minimum -map square",
	"grid-exclusive-scan -type float32 -in bfloat16 -op max -map abs",
	"grid-exclusive-scan -type uint64 -map product",
	"grid-inclusive-scan -type float32 -in bfloat16 -op prod -map product",
	"grid-inclusive-scan -type int64 -in int8 -map abs", "grid-exclusive-scan -type uint32 -in uint16",
}

// scanBy is the spec of a scan by its flags.
func scanBy(t testing.TB, args string) spec.Spec {
	t.Helper()
	s, err := spec.ParseArgs(strings.Fields("-pattern " + args))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestScanMapsKernels proves kernels of scans of what is made of arrays.
func TestScanMapsKernels(t *testing.T) {
	extent.NotQuick(t, "compiles CUDA")
	extent.OneIn(t, 12, 12)
	for _, args := range extent.Drawn(t, extent.Every(scanArgs, 3), 12, 12) { // each takes the better part of a minute
		s := scanBy(t, args)
		if wrong := wrongScan(t, s, emit(t, s, gen.CUDA), someTickets(s)[:extent.Pick(4, 9)]); wrong != "" {
			t.Errorf("%s: %s", args, wrong)
		}
	}
}

// TestScanMapsGo proves Go functions of scans of what is made of arrays for every length.
func TestScanMapsGo(t *testing.T) {
	extent.NotQuick(t, "proofs of every length")
	extent.OneIn(t, 12, 12)
	for _, args := range extent.Drawn(t, scanArgs, 24, 24) {
		if said := proveGo(t, emit(t, scanBy(t, args), gen.Go)); !strings.Contains(said, everyScanLength) {
			t.Errorf("%s: %s", args, said)
		}
	}
}

// TestScanMapsFaults: each fault in how kernels make elements is shown by a call, or named. $ is the name before
// functions.
func TestScanMapsFaults(t *testing.T) {
	extent.NotQuick(t, "compiles CUDA")
	for _, f := range extent.Faults(t, []struct{ args, what, old, new, says string }{
		{scanArgs[0], "one array twice", "a + first, b + first", "a + first, a + first", "refuted"},
		{scanArgs[0], "the second array's first tile again", "b + first", "b", "refuted"},
		{scanArgs[0], "an input of another element", "$_map(__uint_as_float(a_piece[1]), __uint_as_float(b_piece[1]))",
			"$_map(__uint_as_float(a_piece[1]), __uint_as_float(b_piece[2]))", "refuted"},
		{scanArgs[0], "an array taken for aligned", " && ((unsigned long long)b & 15u) == 0u", "", "not aligned"},
		{scanArgs[0], "a sum in the place of a product", "x[r][3] = $_map(", "x[r][3] = $_op(", "refuted"},
		{scanArgs[1], "a half of another word", "in_piece[0] >> 16", "in_piece[1] >> 16", "refuted"},
		{scanArgs[1], "another row", "in_from + 128 * r", "in_from + 64 * r", "refuted"},
		{scanArgs[1], "an element of another piece", "in_from[128 * r + v]", "in_from[128 * r]", "refuted"},
		{scanArgs[7], "an integer without its sign", "return (long long)narrow;", "return (long long)(unsigned char)narrow;",
			"refuted"},
		{scanArgs[1], "a piece taken for aligned", "((unsigned long long)in & 7u)", "((unsigned long long)in & 3u)",
			"not aligned"},
	}, 24) {
		s := scanBy(t, f.args)
		src, in := emit(t, s, gen.CUDA), strings.NewReplacer("$", s.FileName())
		wrong := strings.Replace(src, in.Replace(f.old), in.Replace(f.new), 1)
		if wrong == src {
			t.Errorf("%s: no %s in\n%s", f.what, f.old, src)
			continue
		}
		tile := s.ScanOrder().Tile()
		some := []ptx.Ticket{{N: 5, Blocks: 1}, {N: tile + 1, Blocks: 2}, {N: 2*tile + 135, Blocks: 3, Number: 2}}
		if said := wrongScan(t, s, wrong, some); !strings.Contains(said, f.says) || said == "" {
			t.Errorf("%s: %q, want %q", f.what, said, f.says)
		}
	}
}

// TestScanMapsGoFaults: each is shown by a call, or named.
func TestScanMapsGoFaults(t *testing.T) {
	for _, f := range extent.Faults(t, []struct{ args, what, old, new, says string }{
		{scanArgs[0], "one array twice", "Made(x[:], a, b)", "Made(x[:], a, a)", "refuted"},
		{scanArgs[0], "lengths that may differ", "len(b) != len(a)", "len(b) < len(a)", "here len(b) != len(a)"},
		{scanArgs[0], "a second array that stays", "b[128:]", "b[0:]", "refuted"},
		{scanArgs[0], "an input of another element", "b[i])", "b[0])", "refuted"},
		{scanArgs[0], "the last element of a short row left out", "x[:len(a)], a", "x[:len(a)-1], a", "refuted"},
		{scanArgs[1], "bits in the place of a number", "Decode(in[i])", "Decode(in[i]|1)", "refuted"},
		{scanArgs[1], "the second strip's inputs again", "in, out = in[n:], out[n:]", "in, out = in[0:], out[n:]", "panics"},
		{scanArgs[7], "an integer without its sign", "int64(a[i])", "int64(uint8(a[i]))", "refuted"},
		{scanArgs[4], "the sign of a half", "0x7fff", "0xffff", "refuted"},
	}, 24) {
		src := emit(t, scanBy(t, f.args), gen.Go)
		wrong := strings.Replace(src, f.old, f.new, 1)
		if wrong == src {
			t.Errorf("%s: no %s in\n%s", f.what, f.old, src)
			continue
		}
		if said := proveGo(t, wrong); !strings.Contains(said, f.says) || strings.Contains(said, ": proved") {
			t.Errorf("%s: %s, want %q", f.what, said, f.says)
		}
	}
}
