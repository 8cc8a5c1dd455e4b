package operators_test

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/operator"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/internal/prover/weak"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

// arrayScans are scans of arrays by users' operators. Their builds hold calls of the operator or its body.
var arrayScans = []struct {
	args    string
	inlined bool
}{
	{"-pattern grid-inclusive-scan -op ../userops.Minus", false},
	{"-pattern grid-exclusive-scan -op ../userops.LastSet", false},
	{"-pattern grid-inclusive-scan -op ../userops.Norm", false},
	{"-pattern grid-exclusive-scan -op ../userops.Added", true},
	{"-pattern grid-inclusive-scan -op ../userops.Minus -map ../userops.Residual", false},
	{"-pattern grid-exclusive-scan -op max -map ../userops.Negated", false},
}

// scanKernel is the kernel of an array's scan.
func scanKernel(t *testing.T, s spec.Spec, src string, inlined bool) (*ptx.Scan, error) {
	t.Helper()
	f, err := ptx.Read("array.ptx", compiledArray(t, s, src, inlined))
	if err != nil {
		return nil, err
	}
	if inlined {
		return f.Scan(s, "", func() (bv.Bodies, error) { return operator.Bodies(t.Context(), s) })
	}
	return f.Scan(s, "", nil)
}

// provedScan proves some blocks of a kernel: of one tile and of several, of a first and a last one, and one with nodes
// of every level before it.
func provedScan(t *testing.T, s spec.Spec, src string, inlined bool) error {
	t.Helper()
	k, err := scanKernel(t, s, src, inlined)
	if err != nil {
		return err
	}
	tile, threads := k.Tile(), s.ScanOrder().Threads()
	for _, l := range []ptx.Ticket{
		{N: 5, Blocks: 1, More: true}, {N: tile, Blocks: 1}, {N: tile + 1, Blocks: 2, Used: 2*threads + 1},
		{N: 2*tile + 135, Blocks: 3, Number: 2, Side: 1}, {N: 40 * tile, Blocks: 40, Number: 31},
		{N: 1100 * tile, Blocks: 1100, Number: 1024, Side: 1},
		{N: 1100 * tile, Blocks: 1100, Number: 1060, Side: 1},
		{N: 1 << 40, Blocks: 1 << 28, Number: 1<<28 - 1, Side: 1},
	} {
		b, err := k.Block(l)
		if err != nil {
			return err
		}
		if p, err := check.Prove(t.Context(), b, check.Search{AfterFault: 1}); err != nil || p.Err() != nil {
			return errorOf(err, p.Err())
		}
	}
	return nil
}

// TestArrayScans: kernels of scans of arrays by users' operators are proved, and what their blocks say to each other.
func TestArrayScans(t *testing.T) {
	extent.NotQuick(t, "compiles CUDA")
	extent.OneIn(t, 4, 4)
	for _, of := range extent.Drawn(t, arrayScans, 12, 12) { // each takes the better part of a minute
		s, src := cudaOf(t, of.args)
		if err := provedScan(t, s, src, of.inlined); err != nil {
			t.Errorf("%s, inlined %t: %v", of.args, of.inlined, err)
		}
		if of.inlined {
			continue
		}
		k, err := scanKernel(t, s, src, of.inlined)
		if err == nil {
			err = k.Meet(weak.Scan{Blocks: 2, Tiles: 2, Used: 3})
		}
		if err != nil {
			t.Errorf("%s, inlined %t: %v", of.args, of.inlined, err)
		}
	}
}

// TestArrayScansFaults: each is shown by a call. $ is the name before functions.
func TestArrayScansFaults(t *testing.T) {
	extent.NotQuick(t, "compiles CUDA")
	const minus, mean = "-pattern grid-inclusive-scan -op ../userops.Minus",
		"-pattern grid-inclusive-scan -op ../userops.Mean"
	const added = "-pattern grid-exclusive-scan -op ../userops.Added"
	for _, f := range extent.Faults(t, []struct{ args, what, old, new string }{
		{minus, "operands exchanged", "both = $_op(a, b)", "both = $_op(b, a)"},
		{minus, "what is not there taken in", "return there ? both : b;", "return there || true ? both : b;"},
		{minus, "a first piece after what is not there", "$_append(r > 0 || lane > 0u, before, x[r][0])",
			"$_op(before, x[r][0])"},
		{minus, "a row of pieces that are not after the rows before", "r > 0 || lane > 0u, before, x[r][3]",
			"lane > 0u, before, x[r][3]"},
		{minus, "the first lane after the lane before it", "before = lane == 0u ? total : both;", "before = both;"},
		{minus, "a strip after what is not there", "warp > 0u || tile > 0u", "true"},
		{minus, "a first strip that is not after its tile", "warp > 0u || tile > 0u", "warp > 0u"},
		{minus, "a tile without the strips before", "warp > 0u || tile > 0u", "tile > 0u"},
		{mean, "a node that is not there", "v = lane + 4u < count ? both4 : v;", "v = both4;"},
		{minus, "a node left out", "v = lane + 1u < count ? both1 : v;", "v = lane + 2u < count ? both1 : v;"},
		{minus, "nodes of a node left out", "lane < 31u, sum), 32u)", "lane < 31u, sum), 31u)"},
		{minus, "levels above that are not there", "$_append(tile >> 5u != 0u, prefix, parts[0])", "$_op(prefix, parts[0])"},
		{minus, "levels above that are there", "$_append(tile >> 10u != 0u, prefix, parts[1])", "parts[1]"},
		{mean, "a level that is not there", "if ((tile >> 5u) % 32u != 0u)", "if (tile >> 5u != 0u)"},
		{minus, "a first strip after none in its tile", "warp == 0u ? prefix : both", "both"},
		{minus, "a first tile after what is not there", "tile == 0u ? before : ", ""},
		{added, "another identity", "0x80000000", "0x00000000"},
		{added, "a first lane without the identity", "    if (lane == 0u)\n            before = $_identity();\n", ""},
	}, 12) {
		s, src := cudaOf(t, f.args)
		in := strings.NewReplacer("$", s.FileName())
		wrong := replaced(src, in.Replace(f.old), in.Replace(f.new))
		if wrong == src {
			t.Errorf("%s: no %s in\n%s", f.what, in.Replace(f.old), src)
			continue
		}
		if err := provedScan(t, s, wrong, false); err == nil || !strings.Contains(err.Error(), "refuted") {
			t.Errorf("%s: %v, want a call that shows it", f.what, err)
		} else {
			t.Logf("%s: %.130s", f.what, strings.ReplaceAll(err.Error(), "\n", "; "))
		}
	}
}
