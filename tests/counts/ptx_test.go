package counts_test

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

// kind is a column of the table: the instructions with a matching opcode.
type kind struct {
	name string
	op   *regexp.Regexp
}

var inPTX = []kind{
	{"shfl", regexp.MustCompile(`^shfl\.`)},
	{"redux", regexp.MustCompile(`^redux\.`)},
	{"vote", regexp.MustCompile(`^(vote|match|activemask)\b`)},
	{"select", regexp.MustCompile(`^(selp|slct)\.`)},
	{"total", regexp.MustCompile(``)},
}

var (
	entry = regexp.MustCompile(`(?m)^(?:\.visible )?\.entry (\w+)\(`)
	local = regexp.MustCompile(`\.local\b|__local_depot`)
)

// bodies are the kernels of a PTX file, by name.
func bodies(ptx []byte) map[string]string {
	found := map[string]string{}
	at := entry.FindAllSubmatchIndex(ptx, -1)
	for i, m := range at {
		end := len(ptx)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		found[string(ptx[m[2]:m[3]])] = string(ptx[m[1]:end])
	}
	return found
}

// countPTX counts the instructions of a kernel by kind. An instruction ends in a semicolon and
// is not a directive. A predicate is not part of the opcode.
func countPTX(body string) ([]int, error) {
	if l := local.FindString(body); l != "" {
		return nil, fmt.Errorf("%s: local memory", l)
	}
	counts := make([]int, len(inPTX))
	for line := range strings.Lines(body) {
		if !strings.HasSuffix(strings.TrimRight(line, " }\n"), ";") { // a label, or a directive
			continue
		}
		for op := range strings.SplitSeq(line, ";") { // inline PTX may have several, in braces
			op = strings.Trim(op, " \t\n{}")
			if strings.HasPrefix(op, "@") {
				_, op, _ = strings.Cut(op, " ")
				op = strings.TrimSpace(op)
			}
			if op == "" || strings.HasPrefix(op, ".") || strings.HasPrefix(op, "//") {
				continue
			}
			for i, k := range inPTX {
				if k.op.MatchString(op) {
					counts[i]++
				}
			}
		}
	}
	if counts[len(counts)-1] == 0 {
		return nil, fmt.Errorf("no instructions in\n%s", body)
	}
	return counts, nil
}

// headings are the names of kinds.
func headings(kinds []kind) []string {
	var names []string
	for _, k := range kinds {
		names = append(names, k.name)
	}
	return names
}

func TestPTX(t *testing.T) {
	clang, err := compile.FindClang()
	if err != nil {
		extent.Missing(t, err)
	}
	// Counts are those of the compiler that the toolchain installs.
	if !strings.HasSuffix(clang.Path, "clang-19") {
		t.Skipf("no clang-19 for the golden files: %s", clang.Path)
	}
	// The half types need headers that clang alone lacks; TestSASS counts them.
	counted := slices.DeleteFunc(specs(t), func(s spec.Spec) bool { return s.Type.Half() })
	src := source(t, counted)
	golden(t, "ptx.txt", tabulate(t, clang, counted, src))
	if *update {
		return
	}
	// One more shuffle in one function is enough.
	const step = "reduce_sum_float32_w32_op(x4, from5);" // not of an integer: only older architectures run these steps
	altered := bytes.Replace(src, []byte(step), []byte("__shfl_xor_sync(0xffffffffu, "+step[:len(step)-1]+", 3);"), 1)
	if bytes.Equal(src, altered) {
		t.Fatal("nothing to alter")
	}
	diff, err := differs("testdata/ptx.txt", tabulate(t, clang, counted, altered))
	if err != nil || diff == "" {
		t.Errorf("one more shuffle is not found: %v", err)
	}
}

// tabulate counts the kernels of a source.
func tabulate(t *testing.T, clang compile.Clang, counted []spec.Spec, src []byte) *table {
	t.Helper()
	got := &table{columns: headings(inPTX)}
	for _, arch := range []string{"sm_70", "sm_80", "sm_90"} {
		ptx, err := clang.PTX(src, arch)
		if err != nil {
			t.Fatal(err)
		}
		body := bodies(ptx)
		for _, s := range counted {
			n, err := countPTX(body[kernel(s)])
			if err != nil {
				t.Errorf("%s on %s: %v", s.FileName(), arch, err)
				continue
			}
			got.add(s, arch, n...)
		}
	}
	return got
}

// TestCountsChanges plants changes that the golden file must show.
func TestCountsChanges(t *testing.T) {
	clang, err := compile.FindClang()
	if err != nil {
		t.Skip(err)
	}
	s := spec.NewSpec(spec.XorReduce)
	src := source(t, []spec.Spec{s})
	count := func(src []byte) ([]int, error) {
		ptx, err := clang.PTX(src, "sm_90")
		if err != nil {
			t.Fatal(err)
		}
		return countPTX(bodies(ptx)[kernel(s)])
	}
	was, err := count(src)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, old, now string
		column         int // that must grow, or -1 for local memory
	}{
		{"one more shuffle", "return x5;", "return x5 + __shfl_xor_sync(0xffffffffu, x5, 3);", 0},
		{"one more vote", "return x5;", "return x5 + (int)__nvvm_vote_ballot_sync(0xffffffffu, x5 > 3);", 2},
		{"one more select", "return x5;", "return x5 > 3 ? mask : x5;", 3},
		{"one more instruction", "return x5;", "return x5 ^ (int)mask;", 4},
		{"an array that is no register", "return x5;", "volatile int a[4] = {x5, v, 3, x1}; return a[lane % 4u];", -1},
	} {
		altered := bytes.Replace(src, []byte(c.old), []byte(c.now), 1)
		if bytes.Equal(src, altered) {
			t.Fatalf("the source lacks %q:\n%s", c.old, src)
		}
		switch n, err := count(altered); {
		case c.column < 0:
			if err == nil {
				t.Errorf("%s: not found", c.name)
			}
		case err != nil:
			t.Errorf("%s: %v", c.name, err)
		case n[c.column] <= was[c.column]:
			t.Errorf("%s: %v, was %v", c.name, n, was)
		}
	}
}
