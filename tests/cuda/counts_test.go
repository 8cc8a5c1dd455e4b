package cuda_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/verify/compile"
)

var update = flag.Bool("update", false, "write the golden files")

// counted are reductions of a whole warp in every way that there is.
var counted = []string{
	"", "-type int32 -op max", "-type uint8 -op min", "-type int16 -op xor",
	"-type int64", "-type int64 -op max", "-type uint64 -op min", "-type uint64 -op and",
	"-type float32", "-type float32 -op max", "-type float32 -op minimum",
	"-type float64", "-type float64 -op max", "-type float64 -op minimum",
	"-type float16", "-type float16 -op max", "-type bfloat16 -op minimum", "-type float16x2 -op max",
}

// instruction is one of PTX, behind its predicate if it has one.
var instruction = regexp.MustCompile(`(?m)^\s*\{?\s*(?:@!?%\w+\s+)?([a-z]\w*)[.\w:]*(?:\s[^;]*)?;`)

// TestCounts keeps what reductions of a whole warp cost, before redux.sync and
// with it: shuffles, redux and all instructions of the PTX of a kernel that makes
// one call, its own eleven among them.
func TestCounts(t *testing.T) {
	clang, err := compile.FindClang()
	if err != nil {
		t.Skip(err)
	}
	nvcc, noNVCC := compile.FindNVCC()
	var lines []string
	for _, args := range counted {
		s, err := shflgen.ParseArgs(append([]string{"-pattern", "reduce", "-width", "32", "-mask", "full"}, strings.Fields(args)...))
		if err != nil {
			t.Fatal(err)
		}
		if s.Type.Half() && noNVCC != nil {
			continue
		}
		for _, s.Arch = range []shflgen.Arch{shflgen.SM70, shflgen.SM90} {
			files, err := gen.Generate(s, gen.Options{Langs: []gen.Lang{gen.CUDA}})
			if err != nil {
				t.Fatal(err)
			}
			toPTX, by, arch := clang.One, "clang", s.Arch
			if s.Type.Half() {
				toPTX, by, arch = nvcc.One, "nvcc", shflgen.SM90 // it does not know sm_70
			}
			code, err := toPTX(s, files[s.FileName()+".cu"], arch.String())
			if err != nil {
				t.Fatal(err)
			}
			n := map[string]int{}
			for _, m := range instruction.FindAllSubmatch(code[bytes.Index(code, []byte(".entry")):], -1) {
				n[string(m[1])]++
				n["all"]++
			}
			lines = append(lines, fmt.Sprintf("%-32s %-5s %s  shfl %2d  redux %d  all %2d", s.FileName(), by, s.Arch, n["shfl"], n["redux"], n["all"]))
		}
	}
	got := strings.Join(lines, "\n") + "\n"
	const path = "testdata/counts.golden"
	if *update {
		if noNVCC != nil {
			t.Fatal(noNVCC)
		}
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := string(text)
	if noNVCC != nil {
		want = regexp.MustCompile(`(?m)^.* nvcc .*\n`).ReplaceAllString(want, "")
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("other counts; if that is wanted, run go test ./tests/cuda -run Counts -update:\n%s", diff)
	}
}
