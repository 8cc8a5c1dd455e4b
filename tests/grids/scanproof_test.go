package grids

import (
	"context"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/goread"
	"github.com/shflgen/shflgen/internal/prover/induction"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

// scanOf is a scan of an array by its pattern without grid-, its type and its op.
func scanOf(t testing.TB, pattern, typ, op string) spec.Spec {
	t.Helper()
	s, err := spec.ParseArgs([]string{"-pattern", "grid-" + pattern, "-type", typ, "-op", op})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

const everyScanLength = "and of every other one up to 2^40, 2^30 where int has 32 bits, " +
	"by induction over rows, strips and tiles"

// TestScanEveryLength proves scans for every length: of both sizes of elements, of an op that is not associative, of
// ones that are, and of one that orders elements by an encoding.
func TestScanEveryLength(t *testing.T) {
	extent.OneIn(t, 12, 12)
	all := [][3]string{
		{"inclusive-scan", "float64", "sum"}, {"exclusive-scan", "float32", "prod"}, {"exclusive-scan", "uint64", "max"},
		{"inclusive-scan", "int32", "sum"}, {"exclusive-scan", "float64", "minimum"}, {"inclusive-scan", "int64", "absmax"},
		{"exclusive-scan", "float64", "absmax"},
	}
	for _, of := range extent.Some(all, 3, 8) {
		s := scanOf(t, of[0], of[1], of[2])
		if said := proveGo(t, emit(t, s, gen.Go)); !strings.Contains(said, everyScanLength) {
			t.Errorf("%s: %s", s.FileName(), said)
		}
	}
}

// TestScanTiles proves some lengths of several tiles by terms, which the induction covers: the one form as a whole
// against the reference.
func TestScanTiles(t *testing.T) {
	extent.OneIn(t, 12, 12)
	s := scanOf(t, "exclusive-scan", "float64", "sum")
	f, err := goread.Read("array.go", []byte(emit(t, s, gen.Go)))
	if err != nil {
		t.Fatal(err)
	}
	tile := s.ScanOrder().Tile()
	for _, n := range extent.Pick([]int{tile + 1, 3*tile - 65},
		[]int{tile - 1, tile, 2 * tile, 2*tile + 1, 3*tile + 577, 33*tile + 131}) {
		if p, err := check.Prove(context.Background(), f.OfLength(n), check.Search{}); err != nil || p.Err() != nil {
			t.Fatalf("n %d: %v, %v", n, err, p.Err())
		}
	}
}

// Parts of the function of a sum of float64.
const (
	scanWhole  = "func GridExclusiveScanSumFloat64("
	scanBefore = "func gridExclusiveScanSumFloat64Before("
	scanAdd    = "func gridExclusiveScanSumFloat64Add("
	scanTile   = "func gridExclusiveScanSumFloat64Tile("
	scanStrip  = "func gridExclusiveScanSumFloat64Strip("
	scanRow    = "func gridExclusiveScanSumFloat64Row("
	scanLanes  = "func gridExclusiveScanSumFloat64Lanes("
	scanStrips = "func gridExclusiveScanSumFloat64Strips("
	scanTree   = "func gridExclusiveScanSumFloat64Tree("
	scanJoin   = "func gridExclusiveScanSumFloat64Join("
	scanNone   = "func gridExclusiveScanSumFloat64Identity("
)

// short are the faults with calls of the function's helpers named by their last word alone.
func short(f fault) fault {
	for _, word := range []string{"Join(", "Tree(", "Row(", "Strips(", "Strip("} {
		for _, text := range []*string{&f.old, &f.new} {
			*text = strings.ReplaceAll(*text, "."+word, "gridExclusiveScanSumFloat64"+word)
		}
	}
	return f
}

// TestScanFaults: each is named, or shown by a call.
func TestScanFaults(t *testing.T) {
	src := emit(t, scanOf(t, "exclusive-scan", "float64", "sum"), gen.Go)
	for after, faults := range map[string][]fault{
		scanWhole: {
			{"lengths that may differ", "len(out) != len(in)", "len(out) < len(in)", "here len(out) != len(in)"},
			{"the input overwritten", "for len(in) > 0 {", "for len(in) > 0 {\n\t\tin[0] = 0", "assignment to an element of in"},
			{"the last element left out", "for len(in) > 0 {", "for len(in) > 1 {", "length   1"},
			{"every tile at the first one's place", "in[n:], out[n:]", "in[n:], out", "refuted"},
			{"tiles without all that is before them", "Tile(in[:n], out[:n], before)",
				"Tile(in[:n], out[:n], before+nodes[0][0])", "refuted"},
		},
		scanTile: {
			{"strips that are too short", "min(len(in), 512)", "min(len(in), 448)", "refuted"},
			{"tiles without what is before their strips", "tile = .Join(before, sum)", "tile = before", "refuted"},
			{"sums of strips that are not scanned", "sum = scanned[w]", "sum = sums[w]", "refuted"},
			{"the scan of a strip too early", "sum = scanned[w]", "sum = scanned[max(0, w-1)]", "refuted"},
		},
		scanStrip: {
			{"a row that is not added", "len(in) >= 64", "len(in) > 64", "refuted"},
			{"the last row left as it is", "copy(out, y", "copy(out, x", "length   1"},
			{"the last row alone", "rows = .Join(rows, sum)", "rows = sum", "refuted"},
			{"an element written twice", "in[64:], out[64:]", "in[64:], out[63:]", "refuted"},
			{"the strip's and the tile's change places", "tile, rows)\n\t\trows", "rows, tile)\n\t\trows", "refuted"},
		},
		scanRow: {
			{"inclusive", "o[0] = .Join(tile, base)", "o[0] = .Join(tile, .Join(base, x))", "length   1"},
			{"another order", "o[1] = .Join(tile, .Join(base, x))", "o[1] = .Join(.Join(tile, base), x)", "refuted"},
			{"the tile's in the place of the strip's", "base = .Join(rows, a[p])", "base = .Join(tile, a[p])", "refuted"},
			{"the sum of all pieces but the last one", "return a[31]", "return a[30]", "refuted"},
			{"one element written twice, one not at all", "o[1] =", "o[0] =", "length   1"},
			{"pieces that begin with the second element", "x := e[0]\n\t\tx", "x := e[1]\n\t\tx", "refuted"},
			{"pieces after the next one", "(in[2*p:]), (*", "(in[2*(p^1):]), (*", "refuted"},
		},
		scanLanes: {
			{"another distance", "a16 = .Join(a0, a16)", "a16 = .Join(a1, a16)", "refuted"},
			{"a step left out", "a4 = .Join(a0, a4)", "a4 = a4", "refuted"},
			{"a step too early", "a3 = .Join(a2, a3)", "a3 = .Join(a1, a3)", "refuted"},
		},
		scanStrips: {
			{"another distance", "a7 = .Join(a3, a7)", "a7 = .Join(a2, a7)", "refuted"},
		},
		scanJoin: {{"another op", "a + b", "a - b", "refuted"}},
		scanNone: {{"another zero", "0x8000000000000000", "0x0", "length   1"}},
	} {
		for _, f := range extent.Faults(t, faults, 48) {
			if said := proveGo(t, planted(t, src, after, short(f))); !strings.Contains(said, f.says) ||
				strings.Contains(said, ": proved") {
				t.Errorf("%s: %s, want %q", f.name, said, f.says)
			}
		}
	}
}

// TestScanNodeFaults: what is wrong of many tiles alone is not in the form, or a claim of it fails.
func TestScanNodeFaults(t *testing.T) {
	src := emit(t, scanOf(t, "exclusive-scan", "float64", "sum"), gen.Go)
	for after, faults := range map[string][]fault{
		scanWhole: {
			{"tiles that are too long", "min(len(in), 4096)", "min(len(in), 4608)", "in the form of an emitted one"},
			{"a level less in use", "var counts [6]int", "var counts [6]int\n\tcounts[5] = 1", "in the form of an emitted one"},
		},
		scanBefore: {
			{"one level alone", "level := 5; level >= 0", "level := 0; level >= 0", "in the form"},
			{"the lowest level first", "level := 5; level >= 0; level--", "level := 0; level < 6; level++", "in the form"},
			{"the lowest level left out", "level >= 0", "level > 0", "in the form"},
			{"a part in the place of all", "before = .Join(before, part)", "before = part", "in the form"},
			{"nodes of another level", "nodes[level][:n]", "nodes[0][:n]", "in the form"},
		},
		scanAdd: {
			{"nodes of 31", "counts[level] < 32", "counts[level] < 31", "in the form"},
			{"a level that does not begin again", "counts[level] = 0", "_ = counts[level]", "in the form"},
			{"a node without its first tile", "nodes[level][:])", "nodes[level][1:])", "in the form"},
			{"a node of the wrong level", "nodes[level][counts[level]] = sum", "nodes[0][counts[level]] = sum", "in the form"},
			{"a sum in the place of another", "nodes[level][counts[level]] = sum", "nodes[level][0] = sum", "in the form"},
		},
		scanTree: {
			{"another order", "t[i] = .Join(t[i], t[i+d])", "t[i] = .Join(t[i+d], t[i]+0)", "Tree of 2 nodes: value 0 differs"},
			{"one number of nodes", "for d := 1; d < n", "if n == 29 {\n\t\tn = 28\n\t}\n\tfor d := 1; d < n",
				"Tree of 29 nodes: value 0 differs"},
			{"the last node left out", "i+d < n", "i+d < n-1", "Tree of 2 nodes"},
			{"nodes overwritten", "return t[0]", "a[0] = t[0]\n\treturn t[0]", "nodes"},
		},
		scanStrips: {
			{"another order", "a7 = .Join(a3, a7)", "a7 = .Join(a7, a3) + 0", "Strips: value 7 differs"},
		},
		scanRow: {
			{"the sum of all pieces but the last one", "return a[31]", "return a[30]", "Row: value 64 differs"},
			{"another order", "o[1] = .Join(tile, .Join(base, x))", "o[1] = .Join(.Join(tile, base), x)",
				"Row: value 1 differs"},
		},
		scanJoin: {{"a product that may be fused", "a + b", "a + b*1", "Go may fuse the two"}},
		scanNone: {{"another zero", "0x8000000000000000", "0x0", "Identity: value 0 differs"}},
	} {
		for _, f := range faults {
			read, err := goread.Read("array.go", []byte(planted(t, src, after, short(f))))
			if err != nil {
				t.Fatalf("%s: %v", f.name, err)
			}
			p, why := induction.Of(read)
			if why == "" {
				if err := p.All(context.Background()); err != nil {
					why = err.Error()
				}
			}
			if why == "" || !strings.Contains(why, f.says) {
				t.Errorf("%s: %q, want %q", f.name, why, f.says)
			}
		}
	}
}

// TestScanRewrites: what has another form is proved of some lengths, and nothing is said of others.
func TestScanRewrites(t *testing.T) {
	extent.OnlyFull(t, "calls of 38 tiles")
	extent.OneIn(t, 6, 6)
	src := emit(t, scanOf(t, "exclusive-scan", "float64", "sum"), gen.Go)
	said := proveGo(t, planted(t, src, scanTile, fault{"another way to say it",
		"in, out = in[n:], out[n:]", "in = in[n:]\n\t\tout = out[n:]", ""}))
	if !strings.Contains(said,
		": shown for listed lengths: all inputs of 0 to 65, 131, 513 elements, "+
			"each length by terms, and of no other length") ||
		strings.Contains(said, everyScanLength) {
		t.Error(said)
	}
}
