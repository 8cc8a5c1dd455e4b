package weak

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
	"github.com/shflgen/shflgen/internal/prover/weak"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

// scanLaunches are launches of scans. The workspace of the second is what a first one may leave.
var scanLaunches = []weak.Scan{{Blocks: 2, Tiles: 2, Used: 3}, {Blocks: 3, Tiles: 2, Side: 1, Used: 300},
	{Blocks: 3, Tiles: 3, Used: 7}}

// checkScan checks the kernel of a file for some launches.
func checkScan(t *testing.T, s spec.Spec, src string, launches ...weak.Scan) string {
	t.Helper()
	m, err := parse.Parse("k.ptx", compiled(t, s, src, "-O2"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := exec.Load(m, m.Kernels[0], exec.Meeting)
	if err != nil {
		return err.Error()
	}
	for _, l := range launches {
		if err := weak.CheckScan(s, p, l); err != nil {
			return err.Error()
		}
	}
	return ""
}

func scanOf(ty spec.Type) spec.Spec {
	s := spec.NewSpec(spec.GridInclusiveScan)
	s.Type = ty
	return s
}

// TestScans: launches leave the workspace as the next one wants it, by elements of one word and of two.
func TestScans(t *testing.T) {
	for _, ty := range []spec.Type{spec.Float32, spec.Int64} {
		if wrong := checkScan(t, scanOf(ty), emit(t, scanOf(ty)),
			extent.Pick(scanLaunches[:1], scanLaunches)...); wrong != "" {
			t.Errorf("%s: %s", ty, wrong)
		}
	}
}

// scanFaults are texts of the kernel of a scan that are replaced, where $ is the name before helpers.
var scanFaults = []fault{
	{"tickets of the block's scope", "atom.relaxed.gpu", "atom.relaxed.cta", "unsupported by design"},
	{"plain stores", "st.relaxed.gpu", "st", "is not relaxed"},
	{"waits of the block's scope", "ld.relaxed.gpu", "ld.relaxed.cta", "unsupported by design"},
	{"the tile is the block's number", "tile = (unsigned)word;", "tile = blockIdx.x;", "which may not have begun"},
	{"nobody clears", "$_word(workspace + 16ull + 2ull * i + (1u - now), 0ull);", "continue;", "not cleared"},
	{"a word is not cleared", "i < used;", "i + 1u < used;", "not cleared"},
	{"the own side is cleared", "2ull * i + (1u - now)", "2ull * i + now", ""},
	{"the other side is read", "side += now;", "side += 1u - now;", ""},
	{"nobody publishes", "if (warp == 3u)", "if (warp == 4u)", "waits for ever"},
	{"nobody puts the tickets back", "(unsigned)word == gridDim.x - 1u", "(unsigned)word == gridDim.x",
		"not as the next launch wants it"},
	{"the first block puts the tickets back", "(unsigned)word == gridDim.x - 1u", "(unsigned)word == 0u", ""},
	{"the same side again", "(~word & 1ull << 63)", "(word & 1ull << 63)", "not as the next launch wants it"},
	{"too little is cleared next", "_nodes(tiles) << 32", "_nodes(tiles - 1u) << 32", "not as the next launch wants it"},
	{"an element is stored twice", "v < count)\n", "v <= count)\n", "outside global memory of out"},
	{"a wait in turns", "while (!__all_sync(0xffffffffu, word >> 32 != 0ull));",
		"while (!__all_sync(0xffffffffu, word >> 32 != 0ull) && (wanted = !wanted, true));", "a wait with different rounds"},
	{"a wait that stores", "while (!__all_sync(0xffffffffu, word >> 32 != 0ull));",
		"while (!__all_sync(0xffffffffu, word >> 32 != 0ull) && ($_word((unsigned long long *)from + 1, 0ull), true));",
		"does what others see in a round of a wait"},
	{"lanes without a node wait", "word = 1ull << 32;", "word = 0ull;", ""},
	{"two tickets", "word = $_ticket(workspace)", "word = ($_ticket(workspace), $_ticket(workspace))", ""},
}

func TestScanFaults(t *testing.T) {
	s := scanOf(spec.Float32)
	src := emit(t, s)
	for _, f := range extent.Sample(scanFaults, 4) {
		from, to := strings.ReplaceAll(f.from, "$", s.FileName()), strings.ReplaceAll(f.to, "$", s.FileName())
		if !strings.Contains(src, from) {
			t.Errorf("%s: no %q", f.what, from)
			continue
		}
		if wrong := checkScan(t, s, strings.Replace(src, from, to, 1), scanLaunches[0]); wrong == "" ||
			!strings.Contains(wrong, f.says) {
			t.Errorf("%s: %q, want %q", f.what, wrong, f.says)
		} else {
			t.Logf("%s: %s", f.what, wrong)
		}
	}
}
