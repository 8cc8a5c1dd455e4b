package corpus_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/verify"
)

// The verdicts.
const (
	proved    = "proved"
	refuted   = "refuted"
	undecided = "undecided"
)

// TestVerdicts judges functions and finds no wrong verdict, and none that differs from verdicts.json.
func TestVerdicts(t *testing.T) {
	extent.NotQuick(t, "compiles and proves CUDA")
	if _, err := compile.FindClang(); err != nil {
		extent.Missing(t, err)
	}
	all := index(t)
	drawn := all
	if !*update {
		drawn = extent.Drawn(t, all, 27, 14)
	}
	kept := verdicts(t)
	now := map[string]string{}
	begin := time.Now()
	for _, f := range drawn {
		if _, err := compile.FindNVCC(); f.Compiler == "nvcc" && err != nil && !*update {
			continue
		}
		verdict, says := judge(t, f)
		if f.Expected == "correct" && verdict == refuted || f.Expected == "faulty" && verdict == proved {
			t.Errorf("%s is %s, and %s: a wrong verdict: %s", f.ID, f.Expected, verdict, says)
			continue
		}
		now[f.ID] = verdict
		if !*update && verdict != kept[f.ID] {
			t.Errorf("%s: %s, and verdicts.json has %q; -update writes it: %s", f.ID, verdict, kept[f.ID], says)
		}
		if verdict == undecided {
			t.Logf("%s, which is %s: %s", f.ID, f.Expected, says)
		}
	}
	t.Logf("%d functions in %s", len(now), time.Since(begin).Round(time.Second))
	if *update && !t.Failed() {
		text, err := json.MarshalIndent(now, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, "verdicts.json"), append(text, '\n'), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// judge is our verdict, and what is said of it.
func judge(t *testing.T, f function) (verdict, says string) {
	t.Helper()
	subject, err := verify.ReadSubject(filepath.Join(folder, f.File))
	if err != nil {
		t.Fatal(err)
	}
	o := verify.Options{Call: f.Call, Compilers: []string{"clang"}, Arches: []string{"sm_90"}, Timeout: time.Minute}
	if f.Compiler != "" {
		o.Compilers = []string{f.Compiler}
	}
	if f.Spec == "" {
		return audited(t, f, subject, o)
	}
	if f.BlockShape != "" {
		o.Dimensions = int(f.BlockShape[0] - '0')
	}
	s, err := f.parsed()
	if err != nil {
		t.Fatal(err)
	}
	o.Spec = &s
	if f.Calls == "again" {
		o.Calls = verify.Again
	}
	report, err := verify.Prove(t.Context(), subject, o)
	if err != nil {
		return undecided, err.Error()
	}
	switch report.Verdict {
	case verify.Proved:
		return proved, report.String()
	case verify.Refuted:
		return refuted, report.String()
	}
	return undecided, report.String()
}

// audited is the verdict of an audit, where no spec says what is promised. Audit proves what it finds itself, which is
// not what is promised, so that decides nothing.
func audited(t *testing.T, f function, subject verify.Subject, o verify.Options) (verdict, says string) {
	t.Helper()
	findings, err := findingsOf(t, f, subject, o)
	if err != nil {
		return undecided, err.Error()
	}
	for _, found := range findings {
		if !strings.HasPrefix(found.Func, f.Function+"(") {
			continue
		}
		switch l := found.Launches; {
		case found.Word() == refuted:
			return refuted, found.String()
		case l != nil && found.Verdict == verify.Listed && f.Computes != "" &&
			strings.Contains(l.Computes, f.Computes) && f.allShown(l):
			return proved, found.String()
		}
		says = found.String()
	}
	return undecided, says
}

// allShown reports whether a kernel is shown for some launch by blocks of each size; of a faulty one in all.
func (f function) allShown(l *verify.Launches) bool {
	for _, text := range strings.Split(f.Blocks, ",") {
		shown := false
		for _, c := range l.Shown {
			shown = shown || strconv.Itoa(c.Threads) == text
		}
		if !shown {
			return false
		}
	}
	return f.Expected == "correct" || len(l.Wrong)+len(l.Open) == 0
}

// audits are the findings of one file, by its name and the flags.
var audits = map[string][]verify.Finding{}

// findingsOf audits the file of a function, in blocks of its sizes.
func findingsOf(t *testing.T, f function, subject verify.Subject, o verify.Options) ([]verify.Finding, error) {
	t.Helper()
	key := f.File + " " + f.Blocks + " " + f.Compiler
	if all, ok := audits[key]; ok {
		return all, nil
	}
	with := verify.AuditOptions{Options: o, Computes: f.Computes, Blocks: numbers(t, f.Blocks), Cols: numbers(t, f.Cols)}
	all, err := verify.Audit(t.Context(), subject, with)
	if err == nil {
		audits[key] = all
	}
	return all, err
}

// numbers are those of a list with commas.
func numbers(t *testing.T, list string) (all []int) {
	t.Helper()
	for _, text := range strings.Split(list, ",") {
		if n, err := strconv.Atoi(text); err == nil {
			all = append(all, n)
		} else if list != "" {
			t.Fatal(err)
		}
	}
	return all
}

// verdicts reads verdicts.json.
func verdicts(t *testing.T) (kept map[string]string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, "verdicts.json"))
	if err != nil && !*update {
		t.Fatal(err)
	}
	if err == nil {
		err = json.Unmarshal(text, &kept)
	}
	if err != nil && !*update {
		t.Fatal(err)
	}
	return kept
}

// TestTable: the table of README.md is that of verdicts.json, which has one of the three verdicts of every function.
func TestTable(t *testing.T) {
	kept := verdicts(t)
	counts := map[string]map[string]int{} // of a family: by what is expected and our verdict
	add := func(family, column string) {
		if counts[family] == nil {
			counts[family] = map[string]int{}
		}
		counts[family][column]++
	}
	all := index(t)
	for _, f := range all {
		verdict := kept[f.ID]
		if !slices.Contains([]string{proved, refuted, undecided}, verdict) {
			t.Errorf("%s: the verdict is %q", f.ID, verdict)
		}
		add(f.Family, f.Expected+" "+verdict)
		add("all", f.Expected+" "+verdict)
	}
	if len(kept) != len(all) {
		t.Errorf("%d verdicts of %d functions", len(kept), len(all))
	}
	families := slices.Sorted(maps.Keys(counts))
	families = append(slices.DeleteFunc(families, func(f string) bool { return f == "all" }), "all")
	b := &strings.Builder{}
	fmt.Fprintln(b, "| family | correct: proved | refuted | undecided | faulty: refuted | proved | undecided |")
	fmt.Fprintln(b, "| --- | --: | --: | --: | --: | --: | --: |")
	for _, family := range families {
		fmt.Fprintf(b, "| %s |", family)
		for _, column := range []string{"correct proved", "correct refuted", "correct undecided", "faulty refuted",
			"faulty proved", "faulty undecided"} {
			fmt.Fprintf(b, " %d |", counts[family][column])
		}
		fmt.Fprintln(b)
	}
	replace(t, b.String())
}

// replace compares, or with -update replaces, the table of README.md.
func replace(t *testing.T, table string) {
	t.Helper()
	path := filepath.Join(folder, "README.md")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const mark = "<!-- verdicts -->\n"
	before, rest, found := strings.Cut(string(text), mark)
	old, after, ends := strings.Cut(rest, "\n\n")
	if !found || !ends {
		t.Fatalf("%s: no table below %q", path, mark)
	}
	if old+"\n" == table {
		return
	}
	if !*update {
		t.Errorf("%s: the table is stale; -update writes\n%s", path, table)
		return
	}
	if err := os.WriteFile(path, []byte(before+mark+table+"\n"+after), 0o666); err != nil {
		t.Fatal(err)
	}
}
