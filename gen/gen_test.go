package gen_test

import (
	"bytes"
	"flag"
	"go/format"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/catalogue"
)

var update = flag.Bool("update", false, "write the golden files")

// golden are specs with files in testdata, which show every change of emitted text.
var golden = []string{
	"-pattern reduce -width 32 -type int16 -op max",
	"-pattern reduce -width 32 -type uint64 -op or -mask full",
	"-pattern reduce -width 32 -type int64",
	"-pattern reduce -width 32 -type float64 -op maximum",
	"-pattern reduce -width 12 -type float32",
	"-pattern reduce -width 20 -type float64 -op argmin",
	"-pattern xor-reduce -width 8 -type bfloat16 -op prod",
	"-pattern down-reduce -width 12 -type uint16 -op min",
	"-pattern inclusive-scan -width 6 -type float64 -op max -order far",
	"-pattern exclusive-scan -width 32 -type uint8 -op and -mask full",
	"-pattern shfl-up -width 20 -delta 7 -type float32",
	"-pattern rotate -width 16 -delta 5 -type bfloat16x2",
	"-pattern reduce -width 32 -type int64 -mask active",
	"-pattern reduce -width 12 -type float32 -mask active",
	"-pattern down-reduce -width 5 -type int8 -op max -mask active",
	"-pattern inclusive-scan -width 8 -type float64 -op prod -mask active",
	"-pattern exclusive-scan -width 3 -type float16x2 -mask active",
	"-pattern keyed-reduce -width 24 -type uint32 -op xor -mask active",
	"-pattern keyed-reduce -width 5 -type float16 -key uint64",
	"-pattern batch-reduce -width 4 -n 5 -type uint16 -op max -all",
	"-pattern batch-reduce -width 9 -n 11 -type float32",
	"-pattern array-exchange -width 4 -n 4 -xor 1",
	"-pattern array-exchange -width 32 -n 5 -xor 16 -type float16 -mask full",
	"-pattern swap -width 32 -n 4 -xor 1 -first 0 -second 3",
	"-pattern transpose -width 32 -n 6 -type float32 -mask full",
	"-pattern transpose -width 7 -n 3 -type int64 -inverse",
	"-pattern permute -width 8 -perm 7,6,5,4,3,2,1,0",
	"-pattern permute -width 4 -n 2 -perm 3,7,2,1,0,4,6,5 -type uint16",
	"-pattern block-reduce -block 100 -type float64 -op minimum -all",
	"-pattern block-reduce -block 31 -type int64 -op prod -order far -mask full",
}

func generate(t *testing.T, s spec.Spec) map[string][]byte {
	t.Helper()
	files, err := gen.Generate(s, gen.Options{Package: "golden", Langs: gen.Langs()})
	if err != nil {
		t.Fatalf("%s: %v", s.Header(), err)
	}
	return files
}

func TestGolden(t *testing.T) {
	for _, args := range golden {
		s, err := spec.ParseArgs(strings.Fields(args))
		if err != nil {
			t.Fatal(err)
		}
		for name, src := range generate(t, s) {
			path := filepath.Join("testdata", name+".golden")
			if *update {
				if err := os.WriteFile(path, src, 0o666); err != nil {
					t.Fatal(err)
				}
				continue
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), string(src)); diff != "" {
				t.Errorf("%s changed; if that is wanted, run go test ./gen -update:\n%s", name, diff)
			}
		}
	}
}

// TestFormatted wants gofmt to change nothing, and the same bytes twice.
func TestFormatted(t *testing.T) {
	n := 0
	for s := range catalogue.All() {
		if n++; n%701 != 0 {
			continue
		}
		files, again := generate(t, s), generate(t, s)
		for name, src := range files {
			if !bytes.Equal(src, again[name]) {
				t.Errorf("%s differs when made again", name)
			}
			if filepath.Ext(name) != ".go" {
				continue
			}
			formatted, err := format.Source(src)
			if err != nil || !bytes.Equal(formatted, src) {
				t.Errorf("%s is not as gofmt has it: %v", name, err)
			}
		}
	}
}

// TestOps counts the ops of emitted Go: a segment of w lanes takes w-1, in a
// butterfly as in a tree, and in a scan where the op is associative.
func TestOps(t *testing.T) {
	op := regexp.MustCompile(`(?m)^\tstep\d+lane\d+ := `)
	for _, test := range []struct {
		args string
		want int
	}{
		{"-pattern xor-reduce -width 32", 31},
		{"-pattern xor-reduce -width 8", 4 * 7},
		{"-pattern xor-reduce -width 32 -type float32", 31},
		{"-pattern xor-reduce -width 16 -type float32 -order far", 2 * 15},
		{"-pattern down-reduce -width 7", 4 * 6},
		{"-pattern down-reduce -width 31 -type float64 -order far", 30},
		{"-pattern inclusive-scan -width 32", 31},
		{"-pattern exclusive-scan -width 10 -op max -type float32", 3 * 8},
		{"-pattern block-reduce -block 200 -type float32 -all", 199},
		{"-pattern shfl -src 3 -mask full", 0},
	} {
		s, err := spec.ParseArgs(strings.Fields(test.args))
		if err != nil {
			t.Fatal(err)
		}
		src := generate(t, s)[s.FileName()+".go"]
		if got := len(op.FindAll(src, -1)); got != test.want {
			t.Errorf("%s: %d ops, want %d", test.args, got, test.want)
		}
	}
}

// TestShuffles counts the shuffles and selects of emitted CUDA.
func TestShuffles(t *testing.T) {
	for _, test := range []struct {
		args              string
		shuffles, selects int
	}{
		{"-pattern xor-reduce -width 32 -mask full", 5, 0},
		{"-pattern down-reduce -width 32 -mask full", 5, 0},
		{"-pattern down-reduce -width 24 -mask full", 5, 2},
		{"-pattern inclusive-scan -width 32 -mask full", 5, 5},
		{"-pattern rotate -width 32 -delta 3 -mask full", 1, 0},
		{"-pattern block-reduce -block 256 -mask full -type float32", 2, 0},
		{"-pattern block-reduce -block 256 -mask full -type float32 -for latency", 7, 0},
		{"-pattern block-reduce -block 256 -mask full -type float32 -order far", 5, 0},
	} {
		s, err := spec.ParseArgs(strings.Fields(test.args))
		if err != nil {
			t.Fatal(err)
		}
		src := generate(t, s)[s.FileName()+".cu"]
		shuffles, selects := bytes.Count(src, []byte("__shfl_")), bytes.Count(src, []byte(" ? "))
		if shuffles != test.shuffles || selects != test.selects {
			t.Errorf("%s: %d shuffles and %d selects, want %d and %d", test.args, shuffles, selects, test.shuffles, test.selects)
		}
	}
}

// TestArch wants an architecture to settle the CUDA, to be named in it, and to
// change nothing else.
func TestArch(t *testing.T) {
	sm := func(n string) string { return "For sm_" + n + ": " }
	for _, test := range []struct {
		args   string
		reduxs map[spec.Arch]int // calls
		says   map[spec.Arch]string
	}{
		{"-pattern reduce -width 32 -type int64", map[spec.Arch]int{spec.SM70: 0, spec.SM80: 3, spec.SM90: 3, spec.SM100: 3},
			map[spec.Arch]string{spec.SM70: sm("70") + "shuffles", spec.SM80: sm("80") + "redux.sync",
				spec.SM100: sm("100") + "redux.sync"}},
		{"-pattern reduce -width 32 -type float32 -op minimum", map[spec.Arch]int{spec.SM70: 0, spec.SM90: 1},
			map[spec.Arch]string{spec.SM70: "min.f32", spec.SM90: "_key(float x)"}},
		{"-pattern xor-reduce -width 32 -type float32 -op maximum", map[spec.Arch]int{spec.SM70: 0, spec.SM80: 0},
			map[spec.Arch]string{spec.SM70: "max.f32", spec.SM80: "max.NaN.f32"}},
		{"-pattern shfl-up -width 8 -delta 1", map[spec.Arch]int{spec.SM90: 0}, nil},
	} {
		s, err := spec.ParseArgs(strings.Fields(test.args))
		if err != nil {
			t.Fatal(err)
		}
		open := generate(t, s)
		for arch, reduxs := range test.reduxs {
			s.Arch = arch
			files := generate(t, s)
			src := files[s.FileName()+".cu"]
			if bytes.Contains(src, []byte("__CUDA_ARCH__")) {
				t.Errorf("%s: what is picked is left open", s.Header())
			}
			if got := bytes.Count(src, []byte("__reduce_")); got != reduxs {
				t.Errorf("%s: %d calls of redux, want %d", s.Header(), got, reduxs)
			}
			if !bytes.Contains(src, []byte(test.says[arch])) {
				t.Errorf("%s: no %q", s.Header(), test.says[arch])
			}
			// But for the first line and the row of the table, the Go is the same.
			want := strings.Replace(string(open[s.FileName()+".go"]), "; DO NOT EDIT", " -arch "+arch.String()+"; DO NOT EDIT",
				1)
			got := regexp.MustCompile(`//   arch .*\n`).ReplaceAllString(string(files[s.FileName()+".go"]), "")
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: other Go:\n%s", s.Header(), diff)
			}
		}
	}
}

func TestRefusals(t *testing.T) {
	s := spec.NewSpec(spec.XorReduce)
	for name, opt := range map[string]gen.Options{
		"package":  {Package: "no package", Langs: []gen.Lang{gen.Go}},
		"language": {Package: "p", Langs: []gen.Lang{7}},
	} {
		if _, err := gen.Generate(s, opt); err == nil {
			t.Errorf("a wrong %s is taken", name)
		}
	}
	s.Width = 12
	if _, err := gen.Generate(s, gen.Options{Package: "p", Langs: gen.Langs()}); err == nil {
		t.Error("a butterfly of 12 lanes is taken")
	}
}
