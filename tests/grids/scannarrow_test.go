package grids

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/tests/extent"
)

// narrowScans are scans of elements of 8 and 16 bits, by the flags after the pattern.
var narrowScans = []string{
	"grid-inclusive-scan -type int8", "grid-exclusive-scan -type float16", "grid-exclusive-scan -type uint16 -op max",
	"grid-inclusive-scan -type bfloat16 -op minimum",
	"grid-inclusive-scan -type int16 -in uint8 -map abs", "grid-inclusive-scan -type float16 -map square",
	"grid-exclusive-scan -type int8 -op absmax",
}

// TestScanNarrowGo proves Go functions of scans of narrow elements for every length.
func TestScanNarrowGo(t *testing.T) {
	extent.NotQuick(t, "proofs of every length")
	extent.OneIn(t, 12, 12)
	for _, args := range extent.Sample(narrowScans, 3) {
		if said := proveGo(t, emit(t, scanBy(t, args), gen.Go)); !strings.Contains(said, everyScanLength) {
			t.Errorf("%s: %s", args, said)
		}
	}
}

// TestScanNarrowKernels proves kernels of scans of narrow elements. TestScanKernels takes others.
func TestScanNarrowKernels(t *testing.T) {
	extent.NotQuick(t, "compiles CUDA")
	extent.OneIn(t, 12, 12)
	for _, args := range narrowScans[:extent.Pick(1, 2)] {
		s := scanBy(t, args)
		if wrong := wrongScan(t, s, emit(t, s, gen.CUDA), someTickets(s)[1:5]); wrong != "" {
			t.Errorf("%s: %s", args, wrong)
		}
	}
}

// TestScanNarrowFaults: each fault in how kernels pack elements is shown by a call, or named.
func TestScanNarrowFaults(t *testing.T) {
	extent.NotQuick(t, "compiles CUDA")
	for _, f := range extent.Faults(t, []struct{ args, what, old, new, says string }{
		{narrowScans[0], "a sign above the node", "1ull << 32 | (unsigned char)value", "1ull << 32 | (unsigned)value",
			"a node without the sign that it is there"},
		{narrowScans[0], "a node of 7 bits", "1ull << 32 | (unsigned char)value", "1ull << 32 | (value & 0x7f)", "refuted"},
		{narrowScans[0], "an element of another byte", "(piece.x >> 16)", "(piece.x >> 8)", "refuted"},
		{narrowScans[0], "signs in the bytes above", "uint1{(unsigned char)", "uint1{(unsigned)", "refuted"},
		{narrowScans[0], "two elements in one byte", "<< 24});", "<< 16});", "refuted"},
		{narrowScans[0], "half of the alignment of in", "(unsigned long long)in & 3u", "(unsigned long long)in & 1u",
			"not aligned"},
		{narrowScans[1], "elements in the place of others", "piece.y >> 16", "piece.x >> 16", "refuted"},
		{narrowScans[1], "half of the alignment of out", "(unsigned long long)out & 7u", "(unsigned long long)out & 3u",
			"not aligned"},
		{narrowScans[1], "another op", "add.rn.f16", "mul.rn.f16", "refuted"},
	}, 24) {
		s := scanBy(t, f.args)
		src := emit(t, s, gen.CUDA)
		wrong := strings.Replace(src, f.old, f.new, 1)
		if wrong == src {
			t.Errorf("%s: no %s in\n%s", f.what, f.old, src)
			continue
		}
		tile := s.ScanOrder().Tile()
		if said := wrongScan(t, s, wrong, []ptx.Ticket{{N: 5, Blocks: 1}, {N: tile + 1, Blocks: 2},
			{N: 2*tile + 135, Blocks: 3, Number: 2}}); !strings.Contains(said, f.says) || said == "" {
			t.Errorf("%s: %q, want %q", f.what, said, f.says)
		}
	}
}

// TestScanNarrowGoFaults: each is shown by a call, or named.
func TestScanNarrowGoFaults(t *testing.T) {
	for _, f := range extent.Faults(t, []struct{ args, what, old, new, says string }{
		{narrowScans[0], "another op", "return a + b", "return a - b", "refuted"},
		{narrowScans[0], "an identity of another op", "return 0\n", "return -1\n", "refuted"},
		{narrowScans[1], "another zero", "return 0x8000", "return 0x0000", "refuted"},
		{narrowScans[1], "bits in the place of a number", "Decode(a)", "Decode(a|1)", "bits of a float op's result"},
		{narrowScans[1], "pieces of 8", "e[3]", "e[2]", "refuted"},
		{narrowScans[2], "an order of signed numbers", "max(a, b)", "uint16(max(int16(a), int16(b)))", "refuted"},
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
