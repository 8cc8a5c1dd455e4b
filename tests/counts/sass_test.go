package counts_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/spec"
)

// release is the version of ptxas that the golden file is for.
const release = "V13.0.88"

var inSASS = []kind{
	{"shfl", regexp.MustCompile(`^SHFL\b`)},
	{"redux", regexp.MustCompile(`^C?REDUX\b`)},
	{"vote", regexp.MustCompile(`^(VOTEU?|MATCH)\b`)},
	{"select", regexp.MustCompile(`^(U?SEL|FSEL)\b`)},
	{"total", regexp.MustCompile(``)},
}

var (
	section     = regexp.MustCompile(`(?m)^\.text\.(\w+):$`)
	instruction = regexp.MustCompile(`(?m)^\s*/\*[0-9a-f]+\*/\s+(?:@!?U?P\w+\s+)?([A-Z][^;]*);`)
	used        = regexp.MustCompile(`Function properties for (\w+)\n\s*(\d+) bytes stack frame, (\d+) bytes spill ` +
		`stores, (\d+) bytes spill loads\n.*Used (\d+) registers`)
	outside = regexp.MustCompile(`^(LDL|STL)\b`)
)

// countSASS counts the instructions of a kernel by kind, without the padding after its end.
func countSASS(code string) ([]int, error) {
	counts := make([]int, len(inSASS))
	for _, m := range instruction.FindAllStringSubmatch(code, -1) {
		if strings.HasPrefix(m[1], "NOP") {
			continue
		}
		if outside.MatchString(m[1]) {
			return nil, fmt.Errorf("local memory: %s", m[1])
		}
		for i, k := range inSASS {
			if k.op.MatchString(m[1]) {
				counts[i]++
			}
		}
	}
	if counts[len(counts)-1] == 0 {
		return nil, fmt.Errorf("no instructions in\n%s", code)
	}
	return counts, nil
}

// machine is the toolkit, if it has the release of the golden file.
func machine(t *testing.T) compile.NVCC {
	t.Helper()
	nvcc, err := compile.FindNVCC()
	if err != nil {
		t.Skip(err)
	}
	if said, err := exec.Command(nvcc.Path, "--version").Output(); err != nil || !bytes.Contains(said, []byte(release)) {
		t.Skipf("no nvcc %s for the golden file: %s", release, nvcc.Path)
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(nvcc.Path), "nvdisasm")); err != nil {
		t.Skip(err)
	}
	return nvcc
}

// assemble returns the counts by kind and the registers of each kernel in a source. Spills and
// a stack are errors.
func assemble(nvcc compile.NVCC, src []byte, arch string) (map[string][]int, error) {
	dir, err := os.MkdirTemp("", "shflgen")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	in, out := filepath.Join(dir, "k.cu"), filepath.Join(dir, "k.cubin")
	if err := os.WriteFile(in, src, 0o666); err != nil {
		return nil, err
	}
	said, err := exec.Command(nvcc.Path, "-cubin", "-arch="+arch, "-Xptxas", "-v", in, "-o", out).CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("nvcc: %w\n%s", err, said)
	}
	code, err := exec.Command(filepath.Join(filepath.Dir(nvcc.Path), "nvdisasm"), "-c", out).Output()
	if err != nil {
		return nil, fmt.Errorf("nvdisasm: %w", err)
	}
	registers := map[string]int{}
	for _, m := range used.FindAllSubmatch(said, -1) {
		for _, n := range m[2:5] {
			if string(n) != "0" {
				return nil, fmt.Errorf("%s", m[0])
			}
		}
		n, err := strconv.Atoi(string(m[5]))
		if err != nil {
			return nil, err
		}
		registers[string(m[1])] = n
	}
	rows := map[string][]int{}
	at := section.FindAllSubmatchIndex(code, -1)
	for i, m := range at {
		end := len(code)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		name := string(code[m[2]:m[3]])
		n, known := registers[name]
		if !known {
			return nil, fmt.Errorf("ptxas -v prints no resources of %s:\n%s", name, said)
		}
		counts, err := countSASS(string(code[m[1]:end]))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		rows[name] = append(counts, n)
	}
	return rows, nil
}

func TestSASS(t *testing.T) {
	nvcc := machine(t)
	counted := specs(t)
	src := source(t, counted)
	got := &table{columns: append(headings(inSASS), "registers")}
	const arch = "sm_90"
	rows, err := assemble(nvcc, src, arch)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range counted {
		row, ok := rows[kernel(s)]
		if !ok {
			t.Errorf("no code of %s", s.FileName())
			continue
		}
		got.add(s, arch, row...)
	}
	golden(t, "sass.txt", got)
}

// TestSASSChanges plants changes that the golden file must show.
func TestSASSChanges(t *testing.T) {
	nvcc := machine(t)
	s := spec.NewSpec(spec.XorReduce)
	src := source(t, []spec.Spec{s})
	rows, err := assemble(nvcc, src, "sm_90")
	if err != nil {
		t.Fatal(err)
	}
	was := rows[kernel(s)]
	for _, c := range []struct {
		name, now string
		column    int
	}{
		{"one more shuffle", "return x5 + __shfl_xor_sync(0xffffffffu, x5, 3);", 0},
		{"one more vote", "return x5 + (int)__ballot_sync(0xffffffffu, x5 > 3);", 2},
		{"an array that is no register", "int a[64], s = 0; for (int i = 0; i < 64; ++i) a[i] = x5 * i; " +
			"for (unsigned i = 0; i < mask; ++i) { s += a[(s + i) % 64u]; a[i % 64u] = s; } return s;", -1},
	} {
		altered := bytes.Replace(src, []byte("return x5;"), []byte(c.now), 1)
		if bytes.Equal(src, altered) {
			t.Fatalf("no place to plant the change:\n%s", src)
		}
		switch rows, err := assemble(nvcc, altered, "sm_90"); {
		case c.column < 0:
			if err == nil {
				t.Errorf("%s: not found", c.name)
			}
		case err != nil:
			t.Errorf("%s: %v", c.name, err)
		case rows[kernel(s)][c.column] <= was[c.column]:
			t.Errorf("%s: %v, was %v", c.name, rows[kernel(s)], was)
		}
	}
}
