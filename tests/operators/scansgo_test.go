package operators_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/induction"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/verify"
)

const everyTile = "and of every other one up to 2^40, 2^30 where int has 32 bits, " +
	"by induction over rows, strips and tiles"

// TestArrayScansGo proves Go functions of scans of arrays by users' operators for every length.
func TestArrayScansGo(t *testing.T) {
	extent.OnlyFull(t, "each takes the better part of a minute")
	for _, of := range extent.Drawn(t, arrayScans, 12, 12) {
		s, files := emit(t, of.args)
		name := s.FileName() + ".go"
		if r := prove(t, name, files[name]); r.Verdict != verify.Proved || !strings.Contains(r.String(), everyTile) {
			t.Errorf("%s: %s", of.args, r)
		}
	}
}

// wrongScanGo is what is wrong with a Go function: of some lengths, or of every one.
func wrongScanGo(t *testing.T, s spec.Spec, src string) error {
	t.Helper()
	f, o := goArray(t, s, src), s.ScanOrder()
	for _, n := range []int{1, 5, o.Row() + 1, o.Strip() + 1} {
		if p, err := check.Prove(t.Context(), f.OfLength(n), check.Search{}); err != nil || p.Err() != nil {
			return errorOf(err, p.Err())
		}
	}
	p, why := induction.Of(f)
	if why != "" {
		return errors.New(why)
	}
	return p.All(t.Context())
}

// TestArrayScansGoFaults: each is shown by a call, or is not in the form, or a claim of it fails. $ is the name before
// functions.
func TestArrayScansGoFaults(t *testing.T) {
	const minus, mean = "-pattern grid-inclusive-scan -op ../userops.Minus",
		"-pattern grid-inclusive-scan -op ../userops.Mean"
	const last = "-pattern grid-exclusive-scan -op ../userops.LastSet"
	for _, f := range extent.Faults(t, []struct{ args, what, old, new, says string }{
		{minus, "operands exchanged", "userops.Minus(a, b)", "userops.Minus(b, a)", "length   5"},
		{minus, "another operator", "userops.Minus(a, b)", "userops.Minus(a, b+1)", "length   5"},
		{mean, "what is not there taken in", "if !there {", "if false {", "length   1"},
		{minus, "what is there left out", "$Append(r > 0, rows, sum)", "$Append(r > 1, rows, sum)", "length   1025"},
		{minus, "a row after none", "rows, r > 0)", "rows, r > 1)", "length   129"},
		{minus, "a strip after none", "some || w > 0", "some || w > 1", "length   1025"},
		{minus, "a strip after what is not there", "some || w > 0", "true", "length   1"},
		{minus, "a tile after what is not there", "before, t > 0)", "before, true)", "length   1"},
		{minus, "a tile after none", "before, t > 0)", "before, t > 1)", "in the form of an emitted one"},
		{minus, "a node taken in first", "some := false", "some := true", "in the form of an emitted one"},
		{minus, "one node alone", "\t\t\tsome = true", "\t\t\tsome = false", "in the form of an emitted one"},
		{minus, "another order of a row", "$Append(some, tile, $Append(within, base, x))",
			"$Append(within, $Append(some, tile, base), x)", "length   1025"},
		{minus, "a piece without the one before it", "a[p-1])", "a[0])", "length   129"},
		{minus, "another distance", "$Join(a[i-d], a[i])", "$Join(a[i-1], a[i])", "length   129"},
		{minus, "a node left out", "i+d < n;", "i+d < n-1;", "Tree of 2 nodes"},
		{minus, "a short row that ends early", "min(len(e), 4)", "min(len(e), 3)", "length   5"},
		{last, "another identity", "return 0", "return 1", "length   1"},
		{last, "the identity in the place of what is there", "if some {", "if false {", "length   1025"},
		{last, "inclusive", "o[v] = $Append(some, tile, $Append(within, base, x))\n" +
			"\t\t\tif v < 3 {\n\t\t\t\tx = $Join(x, e[v])\n\t\t\t}",
			"x = $Join(x, e[v])\n\t\t\to[v] = $Append(some, tile, $Append(within, base, x))", "length   5"},
	}, 12) {
		s, files := emit(t, f.args)
		src, in := string(files[s.FileName()+".go"]), strings.NewReplacer("$",
			strings.ToLower(s.FuncName()[:1])+s.FuncName()[1:])
		wrong := strings.Replace(src, in.Replace(f.old), in.Replace(f.new), 1)
		if wrong == src {
			t.Errorf("%s: no %s in\n%s", f.what, f.old, src)
			continue
		}
		if err := wrongScanGo(t, s, wrong); err == nil || !strings.Contains(err.Error(), f.says) {
			t.Errorf("%s: %v, want %q", f.what, err, f.says)
		}
	}
}
