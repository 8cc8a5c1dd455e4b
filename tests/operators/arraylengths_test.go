package operators_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/induction"
	"github.com/shflgen/shflgen/tests/extent"
)

const records = "-pattern grid-reduce -op ../userops.MergeRecords -map ../userops.LiftRecord"

// TestStructsEveryLength: a function of structs is proved for every length.
func TestStructsEveryLength(t *testing.T) {
	extent.OneIn(t, 8, 8)
	s, files := emit(t, records)
	p, why := induction.Of(goArray(t, s, string(files[s.FileName()+".go"])))
	if why != "" {
		t.Fatal(why)
	}
	if err := p.All(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestStructsEveryLengthFaults: what is wrong of one leaf, or of some lengths only, does not hold.
func TestStructsEveryLengthFaults(t *testing.T) {
	s, files := emit(t, records)
	src := string(files[s.FileName()+".go"])
	const name = "gridReduceMergeRecordsLiftRecordRecord"
	const long, round, tree, few = "func " + name + "Long(", "func " + name + "Round(", "func " + name + "Four(", "func " +
		name + "LoadFew("
	const stored = "to[3] = a3"
	for _, f := range extent.Faults(t, []struct{ what, after, old, new, says string }{
		{"one leaf is stored", long, stored, "to[3].Total = a3.Total",
			"accumulator 3 after the first 1 rounds: leaf 0 differs"},
		{"one leaf is not stored", long, stored, "a3.With = 0\n\t\t" + stored,
			"accumulator 3 after the first 1 rounds: leaf 3 differs"},
		{"a leaf of another", long, stored, "a3.Count = a2.Count\n\t\t" + stored,
			"accumulator 3 after the first 1 rounds: leaf 2 differs"},
		{"elements of two places", long, "a5, userops.LiftRecord(e[5], ey[5])", "a5, userops.LiftRecord(e[5], ey[4])",
			"accumulator 5 after the first 2 rounds: leaf"},
		{"operands exchanged in the last elements", long, "MergeRecords(a[j], userops.LiftRecord(x[j], y[j]))",
			"MergeRecords(userops.LiftRecord(x[j], y[j]), a[j])", "accumulator 0 after the last elements: leaf"},
		{"the last element left out", long, "j := 0; j < len(x); j++", "j := 0; j < len(x)-1; j++",
			"the last rounds of 1023 elements: the result: leaf"},
		{"a leaf of the last element alone", long, "a[j] = userops.MergeRecords(a[j], userops.LiftRecord(x[j], y[j]))",
			"a[j].Best = userops.MergeRecords(a[j], userops.LiftRecord(x[j], y[j])).Best",
			"accumulator 0 after the last elements: leaf"},
		{"operands exchanged in the tree", tree, "MergeRecords(second, a[3])", "MergeRecords(a[3], second)",
			"the tree of 4 elements: the result: leaf"},
		{"a value twice in the tree", tree, "MergeRecords(second, a[3])", "MergeRecords(second, a[2])",
			"the tree of 4 elements: the result: leaf"},
		{"operands exchanged in a round", round, "MergeRecords(a4, a6)", "MergeRecords(a6, a4)",
			"a round of 8 elements: the result: leaf"},
		{"another rule for few", few, "MergeRecords(first, userops.LiftRecord(x[1], y[1]))",
			"MergeRecords(userops.LiftRecord(x[1], y[1]), first)", "the result of 2 elements: leaf"},
	}, 12) {
		at := strings.Index(src, f.after)
		wrong := src[:max(at, 0)] + strings.Replace(src[max(at, 0):], f.old, f.new, 1)
		if at < 0 || wrong == src {
			t.Errorf("%s: no %s after %s", f.what, f.old, f.after)
			continue
		}
		p, why := induction.Of(goArray(t, s, wrong))
		if why != "" {
			t.Errorf("%s: %s", f.what, why)
			continue
		}
		parts := map[string][]string{long: {"long", "last"}, round: {"round"}, tree: {"tree"}, few: {"short"}}[f.after]
		if err := p.All(t.Context(), parts...); err == nil || !strings.Contains(err.Error(), f.says) {
			t.Errorf("%s: %v, want %q", f.what, err, f.says)
		}
	}
	for what, f := range map[string][2]string{
		"results of fewer chunks": {"Tree(few[:count])", "Tree(few[:min(count, 200)])"},
		"a leaf of the result changed": {"return gridReduceMergeRecordsLiftRecordRecordTree(chunks)",
			"result := gridReduceMergeRecordsLiftRecordRecordTree(chunks)\n\tresult.With = 0\n\treturn result"},
	} {
		wrong := strings.Replace(src, f[0], f[1], 1)
		if wrong == src {
			t.Errorf("%s: no %s", what, f[0])
			continue
		}
		if _, why := induction.Of(goArray(t, s, wrong)); why == "" {
			t.Errorf("%s: followed", what)
		}
	}
	// Another leaf in each of the places where the function that cuts the array returns a result.
	_, many, _ := strings.Cut(src, "func "+name+"Many(")
	many, _, _ = strings.Cut(many, "\n}\n")
	given := regexp.MustCompile(`return (.*)`).ReplaceAllString(many,
		"result := $1\nreturn userops.Record{Total: result.Total}")
	p, why := induction.Of(goArray(t, s, strings.Replace(src, many, given, 1)))
	if why != "" {
		t.Fatal(why)
	}
	err := p.All(t.Context(), "finish")
	if err == nil || !strings.Contains(err.Error(), "what is made of 1 result: leaf") {
		t.Error(err)
	}
}
