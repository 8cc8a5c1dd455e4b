package counts_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/spec"
)

// lines are the specs to count: every pattern, type and mask mode, and every lowering of a
// reduction.
var lines = []string{
	"shfl -width 8 -src 3",
	"shfl -width 32 -type float16 -src 31",
	"shfl-up -width 32 -type float32 -delta 1",
	"shfl-down -width 7 -type uint8 -delta 2 -mask full",
	"shfl-down -width 16 -type uint64 -delta 4",
	"array-exchange -width 32 -n 4 -xor 1 -mask full",
	"array-exchange -width 16 -n 8 -xor 5 -type int8",
	"swap -width 32 -n 4 -xor 1 -first 0 -second 3",
	"transpose -width 32 -n 2 -mask full",
	"transpose -width 32 -n 3 -mask full",
	"transpose -width 32 -n 4 -mask full -inverse",
	"transpose -width 32 -n 5 -type float64 -mask full",
	"transpose -width 32 -n 4 -type uint8 -mask full -memory none",
	"transpose -width 32 -n 4 -type uint8 -mask full",
	"transpose -width 32 -n 2 -type float16",
	"transpose -width 32 -n 32 -mask full",
	"transpose -width 32 -n 32 -mask full -memory none",
	"transpose -width 32 -n 8 -type float64 -mask full",
	"transpose -width 32 -n 8 -type uint16 -mask full",
	"transpose -width 32 -n 8 -type uint8 -mask full -inverse",
	"transpose -width 16 -n 12 -type uint16",
	"transpose -width 12 -n 6 -type uint16",
	"permute -width 32 -perm 0,16,1,17,2,18,3,19,4,20,5,21,6,22,7,23,8,24,9,25,10,26,11,27,12,28,13,29,14,30,15,31",
	"permute -width 8 -n 2 -perm 3,14,7,0,9,9,12,5,1,2,15,4,8,6,13,10 -mask full",
	"shfl-xor -width 12 -type int16 -xor 5",
	"shfl-xor -width 32 -type float64 -xor 16",
	"rotate -width 7 -delta -2",
	"shfl -width 32 -src var",
	"shfl -width 12 -src each",
	"shfl-up -width 32 -delta var",
	"shfl-up -width 32 -delta var -mask full",
	"shfl-xor -width 16 -xor var -type int64 -mask active",
	"rotate -width 8 -delta var -mask full",
	"shfl-down -width 32 -delta 4 -mask active",
	"rotate -width 32 -type float16x2 -delta 1",
	"reduce -width 32",
	"reduce -width 32 -mask full",
	"reduce -width 16 -mask full",
	"reduce -width 32 -op max -mask full",
	"reduce -width 32 -type int8 -op max",
	"reduce -width 32 -type uint8 -op min -mask full",
	"reduce -width 32 -type int16 -op and",
	"reduce -width 32 -type int16 -op xor -mask full",
	"reduce -width 32 -type uint16 -op or -mask full",
	"reduce -width 32 -type uint32 -op xor",
	"reduce -width 32 -type int64 -mask full",
	"reduce -width 32 -type int64 -op max -mask full",
	"reduce -width 32 -type uint64 -op min -mask full",
	"reduce -width 32 -type uint64 -op and -mask full",
	"reduce -width 32 -type uint64 -op xor -mask full",
	"reduce -width 32 -type float32",
	"reduce -width 32 -type float32 -mask full",
	"reduce -width 32 -type float32 -op max",
	"reduce -width 32 -type float32 -op max -mask full",
	"reduce -width 32 -type float32 -op max -mask active",
	"reduce -width 32 -type float32 -op minimum -mask full",
	"reduce -width 32 -type float64 -mask full",
	"reduce -width 32 -type float64 -op max -mask full",
	"reduce -width 32 -type float64 -op minimum -mask full",
	"reduce -width 32 -type float16 -mask full",
	"reduce -width 32 -type float16 -op max -mask full",
	"reduce -width 32 -type bfloat16 -op minimum",
	"reduce -width 32 -type float16x2 -op max -mask full",
	"reduce -width 32 -type bfloat16x2 -mask full",
	"reduce -width 32 -op argmin",
	"reduce -width 32 -type float32 -op argmax -mask full",
	"reduce -width 32 -type float64 -op argmax",
	"reduce -width 32 -type float64 -op argmax -mask full",
	"reduce -width 32 -type uint64 -op argmin -mask full",
	"reduce -width 12 -type float16 -op argmin",
	"down-reduce -width 5 -op argmax",
	"reduce -width 32 -mask active",
	"reduce -width 32 -type float32 -mask active",
	"reduce -width 32 -type float64 -op max -mask active",
	"inclusive-scan -width 8 -type float32 -mask active",
	"reduce -width 3 -type float32 -mask full",
	"reduce -width 12 -type float32",
	"reduce -width 31 -type float32 -mask full",
	"xor-reduce -width 16",
	"xor-reduce -width 32 -type float32 -op max",
	"xor-reduce -width 16 -type float16x2 -op max",
	"down-reduce -width 24 -type float32 -order far",
	"down-reduce -width 12 -type bfloat16",
	"inclusive-scan -width 32 -type float32 -mask full",
	"inclusive-scan -width 9 -type float64 -op prod",
	"exclusive-scan -width 32 -type uint32",
	"exclusive-scan -width 8 -type bfloat16x2",
	"keyed-reduce -width 32 -type float32 -mask full",
	"keyed-reduce -width 32 -key uint64",
	"keyed-reduce -width 8 -type float64 -mask active",
	"block-reduce -block 200",
	"block-reduce -block 256 -type float32",
	"block-reduce -block 17 -type float16 -mask full",
	"block-reduce -block 45 -type float64 -op max -all",
	"block-inclusive-scan -block 70",
	"block-exclusive-scan -block 256 -type float32 -mask full",
	"block-exclusive-scan -block 1024 -total",
	"batch-reduce -width 32 -n 32 -type float32 -mask full",
	"batch-reduce -width 32 -n 4 -type float32",
	"batch-reduce -width 7 -n 5 -all -type int8",
	"batch-reduce -width 16 -n 20 -type float16 -mask full",
	"compact -width 32",
	"compact -width 32 -memory none",
	"compact -width 12 -n 3 -type float64",
	"rank -width 32",
	"rank -width 12 -key uint64 -mask active",
	"sort -width 32 -mask full",
	"sort -width 32 -type float32",
	"sort -width 12 -type int64",
	"sort -width 16 -n 4 -mask full -descending",
	"sort -width 32 -mask full -from",
	"sort -width 32 -type float32 -from",
	"sort -width 32 -type uint16 -mask full -from",
	"sort -width 32 -mask full -value uint32",
	"sort -width 32 -type float32 -value float64",
	"sort -width 32 -type float16 -stable -value uint16",
	"topk -width 32 -k 1 -mask full",
	"topk -width 32 -k 2 -mask full",
	"topk -width 32 -k 4 -mask full",
	"topk -width 32 -k 8 -mask full",
	"topk -width 32 -k 8 -type float32",
	"topk -width 32 -n 8 -k 8 -mask full",
	"topk -width 8 -k 4",
	"select -width 32 -k 5 -mask full",
	"select -width 32 -k 16 -mask full",
	"load -type ./geom.Vec3",
	"store -type ./geom.Vec3",
}

// specs parses lines.
func specs(t *testing.T) []spec.Spec {
	t.Helper()
	var all []spec.Spec
	for _, l := range lines {
		s, err := spec.ParseArgs(append([]string{"-pattern"}, strings.Fields(l)...))
		if err != nil {
			t.Fatalf("%s: %v", l, err)
		}
		if s.Elem != nil {
			s.Elem = vec3(t, s.TypeText())
		}
		all = append(all, s)
	}
	return all
}

// vec3 is a struct of three floats, which no package has to declare.
func vec3(t *testing.T, ref string) *spec.Element {
	t.Helper()
	f := spec.ScalarElement(spec.Float32)
	e, err := spec.StructElement([]spec.Field{{Name: "X", Elem: f}, {Name: "Y", Elem: f}, {Name: "Z", Elem: f}})
	if err != nil {
		t.Fatal(err)
	}
	return e.Named(spec.TypeName{Name: "Vec3", Package: "geom", Path: "example.com/m/geom", Ref: ref})
}

// source is the emitted CUDA of specs, each with its kernel, in one file.
func source(t *testing.T, specs []spec.Spec) []byte {
	t.Helper()
	var src bytes.Buffer
	for _, s := range specs {
		files, err := gen.Generate(s, gen.Options{Langs: []gen.Lang{gen.CUDA}})
		if err != nil {
			t.Fatal(err)
		}
		src.Write(files[s.FileName()+gen.CUDA.Ending()])
		src.WriteString(compile.Kernel(s, kernel(s)))
	}
	return src.Bytes()
}

// kernel names the kernel of a spec.
func kernel(s spec.Spec) string { return "kernel_" + s.FileName() }

// TestCovers: every pattern, type and mask mode is counted.
func TestCovers(t *testing.T) {
	patterns, types, modes := map[spec.Pattern]bool{}, map[spec.Type]bool{}, map[spec.MaskMode]bool{}
	for _, s := range specs(t) {
		patterns[s.Pattern], types[s.Type], modes[s.Mask] = true, true, true
	}
	for _, p := range spec.Patterns() {
		if !patterns[p] && !p.Row() && !p.Grid() { // those are kernels, with loops
			t.Errorf("no spec of pattern %s", p)
		}
	}
	for _, typ := range spec.Types() {
		if !types[typ] {
			t.Errorf("no spec of type %s", typ)
		}
	}
	for _, m := range spec.MaskModes() {
		if !modes[m] {
			t.Errorf("no spec of mask mode %s", m)
		}
	}
}
