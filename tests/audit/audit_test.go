// Package audit_test audits functions, right ones beside faulty ones, and compares what is said of them.
package audit_test

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/verify"
)

var update = flag.Bool("update", false, "write what is said now above the functions of testdata")

// expected is the comment above a function that says what is found of it.
var expected = regexp.MustCompile(`(?m)^// (?:proved|shown|refuted|undecided): .*\n`)

// TestFunctions audits the files of testdata. Above each function stands what is said of it.
func TestFunctions(t *testing.T) {
	extent.NotQuick(t, "compiles and proves CUDA")
	if _, err := compile.FindClang(); err != nil {
		extent.Missing(t, err)
	}
	paths, err := filepath.Glob("testdata/*.cu")
	if err != nil || len(paths) < 4 {
		t.Fatal(len(paths), err)
	}
	drawn := paths
	if !*update {
		drawn = extent.Drawn(t, paths, 8, 8)
	}
	words := map[string]int{}
	var times []time.Duration
	for _, path := range drawn {
		subject, err := verify.ReadSubject(path)
		if err != nil {
			t.Fatal(err)
		}
		o := verify.AuditOptions{Instances: []string{"segment_max<float, 16>"}}
		o.Compilers, o.Arches = []string{"clang"}, []string{"sm_80"}
		all, err := verify.Audit(t.Context(), subject, o)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(string(subject.Src), "\n")
		for _, f := range slices.Backward(all) {
			words[f.Word()]++
			founded(t, f)
			times = append(times, f.Took)
			text := "// " + strings.TrimPrefix(f.String(), path+":"+strconv.Itoa(f.Line)+": ")
			if above := lines[f.Line-2]; above != text {
				t.Errorf("%s:%d: says\n%s\nwant\n%s", path, f.Line, text, above)
			}
			if above := f.Line - 2; *update && expected.MatchString(lines[above]+"\n") {
				lines[above] = text
			} else if *update {
				lines = slices.Insert(lines, f.Line-1, text)
			}
		}
		if *update {
			if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	n := len(times)
	others := words["refuted"] + words["undecided"]
	if len(drawn) == len(paths) && (n < 25 || 3*others < n || 3*words["refuted"] < others) {
		t.Errorf("%d functions: %v", n, words)
	}
	slices.Sort(times)
	t.Logf("%d functions: %v; a function takes %s, the median of all, and %s at most", n, words,
		times[n/2].Round(time.Millisecond), times[n-1].Round(time.Millisecond))
}

// founded checks that the verdict is that of prove: all reports of a proved function are proofs, and one of a refuted
// function has a counterexample.
func founded(t *testing.T, f verify.Finding) {
	t.Helper()
	isProof := func(r verify.Report) bool { return r.Verdict == verify.Proved }
	switch l := f.Launches; {
	case l != nil && f.Word() == "shown" && len(l.Shown) == 0,
		l != nil && f.Word() == "refuted" && l.Wrong[0].Fault+l.Wrong[0].Witness == "":
		t.Errorf("%s: %s without a launch", f.Func, f.Word())
	case l != nil:
		return
	}
	switch f.Word() {
	case "proved":
		if len(f.Reports) == 0 || slices.ContainsFunc(f.Reports, func(r verify.Report) bool { return !isProof(r) }) {
			t.Errorf("%s: proved by %v", f.Func, f.Reports)
		}
	case "refuted":
		if len(f.Reports) == 0 || f.Reports[0].Counterexample == nil {
			t.Errorf("%s: refuted by %v", f.Func, f.Reports)
		}
	default:
		if f.Why == "" {
			t.Errorf("%s: undecided for no reason", f.Func)
		}
	}
}
