// Package operators_test holds functions of users through the whole path: from -op to Go and CUDA,
// and to the proof of both.
package operators_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/fresh"
	"github.com/shflgen/shflgen/internal/prover/operator"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/verify"
)

// specs are of operators without laws, with laws that are claimed, on integers and floats, in every
// pattern and mask mode.
var specs = []string{
	"-pattern reduce -op ../userops.Minus",
	"-pattern reduce -width 12 -op ../userops.Mean",
	"-pattern reduce -mask active -op ../userops.Minus",
	"-pattern xor-reduce -width 8 -op ../userops.LastSet",
	"-pattern reduce -op ../userops.MulMod",
	"-pattern inclusive-scan -width 8 -order far -op ../userops.SaturatingSum",
	"-pattern xor-reduce -mask full -op ../userops.Norm",
	"-pattern down-reduce -width 7 -op ../userops.MulMod",
	"-pattern down-reduce -width 12 -mask active -op ../userops.SaturatingSum",
	"-pattern inclusive-scan -op ../userops.LastSet",
	"-pattern inclusive-scan -width 8 -mask active -op ../userops.Mean",
	"-pattern exclusive-scan -width 9 -op ../userops.ComposeMaps",
	"-pattern exclusive-scan -width 8 -mask active -op ../userops.Minus",
	"-pattern keyed-reduce -width 6 -op ../userops.Minus",
	"-pattern keyed-reduce -width 5 -mask full -op ../userops.Mean",
	"-pattern keyed-reduce -width 5 -mask active -op ../userops.Mean",
	"-pattern batch-reduce -n 3 -width 8 -op ../userops.Norm",
	"-pattern batch-reduce -n 7 -width 6 -all -op ../userops.Minus",
	"-pattern reduce -width 8 -op ../userops.MergeSummaries",
	"-pattern reduce -width 12 -mask full -op ../userops.MergeMoments",
	"-pattern reduce -width 8 -mask active -op ../userops.MulQuaternion",
	"-pattern xor-reduce -width 4 -op ../userops.JoinBoxes",
	"-pattern reduce -width 4 -op ../userops.MergeRegisters",
	"-pattern down-reduce -width 6 -op ../userops.Add128",
	"-pattern inclusive-scan -width 8 -op ../userops.Compose",
	"-pattern exclusive-scan -width 6 -op ../userops.MulMatrix",
	"-pattern reduce -width 4 -op ../userops.LogAdd",
	"-pattern down-reduce -width 6 -op ../userops.MergeSoftmax",
	"-pattern batch-reduce -n 3 -width 4 -op ../userops.Better",
	"-pattern batch-reduce -n 5 -width 20 -mask full -op ../userops.SaturatingSum",
	"-pattern block-reduce -block 96 -mask full -op ../userops.ComposeF",
	"-pattern block-reduce -block 45 -all -op ../userops.MergeSummaries",
	"-pattern block-reduce -block 70 -n 3 -mask full -op ../userops.Minus",
	"-pattern block-reduce -block 512 -mask full -op ../userops.Add128",
	"-pattern block-exclusive-scan -block 70 -total -mask full -op ../userops.Minus",
	"-pattern block-exclusive-scan -block 20 -mask full -op ../userops.MulMatrix",
	"-pattern block-exclusive-scan -block 40 -op ../userops.LastSet",
	"-pattern block-inclusive-scan -block 70 -total -mask full -op ../userops.Compose",
	"-pattern block-inclusive-scan -block 160 -mask full -op ../userops.MulGaussian",
	"-pattern row-reduce -cols 300 -op ../userops.Minus",
	"-pattern row-reduce -cols 21 -op ../userops.LastSet",
	"-pattern row-reduce -cols 69 -op ../userops.Minus",
}

// emit generates the files of a spec.
func emit(t *testing.T, args string, langs ...gen.Lang) (spec.Spec, map[string][]byte) {
	t.Helper()
	s, err := spec.ParseArgs(strings.Fields(args))
	if err != nil {
		t.Fatal(err)
	}
	s, _, err = operator.Resolve(s, ".", ".", strings.Contains(args, " -type "))
	if err != nil {
		t.Fatal(err)
	}
	if langs == nil {
		langs = gen.Langs()
	}
	options := gen.Options{Package: "operators", Langs: langs}
	loaded, err := operator.Loaded(s)
	if err != nil {
		t.Fatal(err)
	}
	for _, fn := range loaded {
		of := gen.Operator{Package: fn.Pkg, Func: fn.Fn}
		switch fn.Flag {
		case "map":
			options.Map = of
		case "f":
			options.Applied = of
		default:
			options.Operator = of
		}
	}
	files, err := gen.Generate(s, options)
	if err != nil {
		t.Fatal(err)
	}
	return s, files
}

// prove proves a file of this folder by one build. It is not written to the disk.
func prove(t *testing.T, name string, src []byte) verify.Report {
	t.Helper()
	return proveAs(t, name, src, verify.Options{})
}

// proveAs proves a file as o says, by one compiler.
func proveAs(t *testing.T, name string, src []byte, o verify.Options) verify.Report {
	t.Helper()
	path, err := filepath.Abs(name)
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasSuffix(name, ".go") {
		path, src = inFolder(t, name, src)
	}
	o.Arches, o.Compilers, o.Levels = arches(name), []string{compilerOf(string(src))}, levels(name)
	r, err := verify.Prove(t.Context(), verify.Subject{Path: path, Src: src}, o)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return r
}

// compilerOf is the compiler of a file: of halves nvcc, which has their header.
func compilerOf(src string) string {
	if strings.Contains(src, "#include <cuda_") {
		return "nvcc"
	}
	return "clang"
}

// inFolder writes a Go file to a folder of its own, as it is loaded with its package.
func inFolder(t *testing.T, name string, src []byte) (path string, written []byte) {
	t.Helper()
	dir, err := os.MkdirTemp(".", "_proof")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	src = []byte(strings.ReplaceAll(string(src), " ../userops.", " github.com/shflgen/shflgen/tests/userops."))
	path = filepath.Join(dir, name)
	if err := os.WriteFile(path, src, 0o666); err != nil {
		t.Fatal(err)
	}
	return path, src
}

func arches(name string) []string {
	if strings.HasSuffix(name, ".cu") {
		return []string{"sm_80"}
	}
	return nil
}

// levels are those of a CUDA file: the one that compilers change code by.
func levels(name string) []string {
	if strings.HasSuffix(name, ".cu") {
		return []string{"O2"}
	}
	return nil
}

// TestProved: the emitted files of each spec are proved, with the operator as an uninterpreted
// function.
func TestProved(t *testing.T) {
	for _, args := range extent.Drawn(t, specs, 16, 16) {
		_, files := emit(t, args)
		for name, src := range files {
			if strings.HasSuffix(name, ".cu") && !extent.Compiles() {
				continue
			}
			r := proveAs(t, name, src, verify.Options{Printed: fresh.Printed})
			body := strings.Contains(strings.Join(r.Notes, ";"), "its body proved equal to the Go function in 1 of 1 builds")
			if strings.HasSuffix(name, ".cu") && !body {
				t.Errorf("%s: %s", name, r.Notes)
			}
			if r.Verdict != verify.Proved {
				t.Errorf("%s: %s", name, r)
			}
		}
	}
}

// faults are planted in what is emitted: old becomes new at its first place. Where the
// function happens to give the same, there is no call that shows the fault, and no proof either.
var faults = []struct {
	args, ending, what, old, new string
	want                         verify.Verdict
}{
	{"-pattern xor-reduce -width 8 -op ../userops.Minus", ".go", "operands exchanged", "return userops.Minus(a, b)",
		"return userops.Minus(b, a)", verify.Refuted},
	{"-pattern xor-reduce -width 8 -op ../userops.Minus", ".cu", "another body", "(unsigned)a - (unsigned)b",
		"(unsigned)b - (unsigned)a", verify.Refuted},
	{"-pattern reduce -width 12 -op ../userops.Mean", ".cu", "another rounding", "add.rn.f32", "add.rz.f32",
		verify.Refused},
	{"-pattern xor-reduce -width 8 -op ../userops.Minus", ".go", "another function", "return userops.Minus(a, b)",
		"return userops.Minus(a, b) + 1", verify.Refuted},
	{"-pattern xor-reduce -width 8 -op ../userops.LastSet", ".go", "another function of the package",
		"userops.LastSet(in0, in1)", "userops.MulMod(in0, in1)", verify.Refused},
	{"-pattern reduce -width 8 -op ../userops.Mean", ".go", "no fault: operands exchanged of a function that commutes",
		"return float32(userops.Mean(a, b))", "return float32(userops.Mean(b, a))", verify.Proved},
	{"-pattern reduce -width 8 -op ../userops.Minus", ".go", "a lane applied twice", "in0, mask&0x2 != 0, in1",
		"in0, mask&0x2 != 0, in0", verify.Refuted},
	{"-pattern reduce -width 8 -op ../userops.Minus", ".go", "an absent lane used", "mask&0x2 != 0", "true",
		verify.Refuted},
	{"-pattern reduce -width 8 -op ../userops.Minus", ".go", "another tree",
		"mask&0x3 != 0, step1lane0, mask&0xc != 0, step1lane2", "mask&0xc != 0, step1lane2, mask&0x3 != 0, step1lane0",
		verify.Refuted},
	{"-pattern inclusive-scan -width 8 -op ../userops.Minus", ".go", "the result of another lane", "v[3] = ", "v[2] = ",
		verify.Refuted},
	{"-pattern inclusive-scan -width 4 -mask active -op ../userops.Minus", ".go", "the result of a lane that is no member",
		"Active If", "", verify.Refuted},
	{"-pattern xor-reduce -width 8 -op ../userops.Minus", ".cu", "operands exchanged", "_op(x0, x1)", "_op(x1, x0)",
		verify.Refuted},
	{"-pattern xor-reduce -width 8 -op ../userops.Minus", ".cu", "another function",
		"both2 = xor_reduce_minus_int32_w8_op(x0, x1)", "both2 = x0 + x1", verify.Refuted},
	{"-pattern xor-reduce -width 8 -op ../userops.Minus", ".cu", "own value on the left in both lanes",
		"bool upper1 = ((lane & 1u) != 0u)", "bool upper1 = false", verify.Refuted},
	{"-pattern reduce -width 8 -op ../userops.Minus", ".cu", "a lane applied twice", "_op(v, from0)", "_op(v, v)",
		verify.Refuted},
	{"-pattern reduce -width 8 -op ../userops.Minus", ".cu", "an absent lane used", "has2 ? both", "(has2 || true) ? both",
		verify.Refuted},
	{"-pattern reduce -width 8 -op ../userops.Minus", ".cu", "a stale value", "_op(x0, from1)", "_op(v, from1)",
		verify.Refuted},
	{"-pattern down-reduce -width 8 -op ../userops.Mean", ".cu", "another tree", "x0, 2, 8)", "x0, 1, 8)", verify.Refuted},
	{"-pattern exclusive-scan -width 8 -op ../userops.ComposeMaps", ".cu", "another identity", "e = 228u", "e = 0u",
		verify.Refuted},
	{"-pattern exclusive-scan -width 8 -op ../userops.ComposeMaps", ".go", "another identity", "return 228", "return 0",
		verify.Refuted},
	{"-pattern exclusive-scan -width 8 -op ../userops.ComposeMaps", ".cu", "the first lane gets another value",
		"? from7 :", "? from7 : true ? x6 :", verify.Refuted},
	{"-pattern exclusive-scan -width 9 -op ../userops.Minus", ".cu", "the wrong lanes keep their element", "bool has7 = (",
		"bool has7 = !(", verify.Refuted},
	{"-pattern reduce -width 8 -op ../userops.MergeSummaries", ".go", "a leaf of another identity", "e.Max = -2147483648",
		"e.Max = 0", verify.Refuted},
	{"-pattern reduce -width 8 -op ../userops.MergeSummaries", ".cu", "a leaf of another identity",
		"e.Max = -2147483647 - 1", "e.Max = -2147483647", verify.Refuted},
	{"-pattern reduce -width 8 -op ../userops.JoinBoxes", ".cu", "a NaN for an infinity", "0xff800000", "0xffc00000",
		verify.Refuted},
	{"-pattern reduce -width 8 -op ../userops.Concat", ".go", "operands of a struct exchanged", "userops.Concat(in0, in1)",
		"userops.Concat(in1, in0)", verify.Refuted},
	{"-pattern reduce -width 8 -op ../userops.MergeSummaries", ".go", "a field changed", "return a",
		"a.Sum++\n\t\treturn a", verify.Refuted},
	{"-pattern reduce -width 8 -op ../userops.Concat", ".cu", "operands of a struct exchanged", "_op(x0, from1)",
		"_op(from1, x0)", verify.Refuted},
	{"-pattern reduce -width 8 -op ../userops.MergeSummaries", ".cu", "a field of the own lane", "v.Sum = __shfl",
		"v.Count = __shfl", verify.Refuted},
	{"-pattern reduce -width 8 -op ../userops.MergeSummaries", ".cu", "an absent lane used", "choose(((mask",
		"choose(true || ((mask", verify.Refuted},
	{"-pattern reduce -width 8 -op ../userops.Minus", ".cu", "operands exchanged in the C ABI",
		"_op(*(const int *)a, *(const int *)b)", "_op(*(const int *)b, *(const int *)a)", verify.Refuted},
	{"-pattern reduce -width 8 -op ../userops.Concat", ".cu", "the result of the C ABI left elsewhere",
		"*(userops_hash *)result", "*(userops_hash *)a", verify.Refused},
	{"-pattern keyed-reduce -width 6 -op ../userops.Minus", ".cu", "operands exchanged", "_op(v, from0)", "_op(from0, v)",
		verify.Refuted},
	{"-pattern block-reduce -block 96 -mask full -op ../userops.ComposeF", ".cu", "operands exchanged within a piece",
		"_op(mine[0], mine[1])", "_op(mine[1], mine[0])", verify.Refuted},
	{"-pattern block-reduce -block 96 -mask full -op ../userops.ComposeF", ".cu", "an element of a piece applied twice",
		"mine[1] = piece[1]", "mine[1] = piece[0]", verify.Refuted},
	{"-pattern block-reduce -block 96 -mask full -op ../userops.ComposeF", ".cu", "another tree", "_op(mine[2], mine[3]);",
		"_op(x0, mine[2]);", verify.Refuted},
	{"-pattern block-reduce -block 96 -mask full -op ../userops.ComposeF", ".cu", "a piece across a gap", "thread / 16u",
		"thread / 17u", verify.Refuted},
	{"-pattern block-reduce -block 96 -mask full -op ../userops.ComposeF", ".cu", "a third of the pieces taken twice",
		"x5, 16, 32)", "x5, 8, 32)", verify.Refuted},
	{"-pattern block-reduce -block 80 -mask full -op ../userops.ComposeF", ".cu", "lanes without a piece take part",
		"(thread < 16u)", "(thread < 17u)", verify.Refuted},
	{"-pattern block-reduce -block 96 -mask full -op ../userops.ComposeF", ".cu", "no barrier before the reads",
		"__syncthreads();\n\n    // Each lane", "// Each lane", verify.Refuted},
	{"-pattern block-reduce -block 96 -mask full -op ../userops.ComposeF", ".cu", "no barrier before the next call",
		"__syncthreads();\n    return", "return", verify.Refuted},
	{"-pattern block-reduce -block 96 -mask full -op ../userops.ComposeF", ".go", "the warps in another order",
		"userops.ComposeF(step5lane0, step5lane32)", "userops.ComposeF(step5lane32, step5lane0)", verify.Refuted},
	{"-pattern block-reduce -block 45 -op ../userops.MergeSummaries", ".go", "the mask of another warp", "mask[1]&0x1 ",
		"mask[0]&0x1 ", verify.Refuted},
	{"-pattern block-reduce -block 45 -op ../userops.MergeSummaries", ".cu", "an absent thread used", "choose(member, v",
		"choose(member || thread == 33u, v", verify.Refuted},
	{"-pattern block-reduce -block 45 -op ../userops.MergeSummaries", ".cu", "a leaf that is not stored",
		"slots[thread + thread / 8u] = x0;", "slots[thread + thread / 8u].Max = x0.Max;", verify.Refuted},
	{"-pattern block-reduce -block 64 -mask full -op ../userops.Concat", ".cu", "an element of the next piece",
		" = piece[1];", " = piece[2];", verify.Refuted},
	{"-pattern block-reduce -block 64 -mask full -op ../userops.Concat", ".cu", "neighbours exchanged",
		"_op(mine[0], mine[1])", "_op(mine[1], mine[0])", verify.Refuted},
	{"-pattern row-reduce -cols 300 -op ../userops.Minus", ".go", "a column taken in on the left",
		"userops.Minus(a0, c[0])", "userops.Minus(c[0], a0)", verify.Refuted},
	{"-pattern row-reduce -cols 300 -op ../userops.Minus", ".cu", "accumulators exchanged", "_op(a0, a1)", "_op(a1, a0)",
		verify.Refuted},
	{"-pattern row-reduce -cols 300 -op ../userops.Minus", ".cu", "columns left out", "if (thread < 11u) {\n        a0",
		"if (thread < 10u) {\n        a0", verify.Refuted},
	{"-pattern row-reduce -cols 69 -op ../userops.Minus", ".cu", "a thread with a column left out", "0x0003ffffu",
		"0x0001ffffu", verify.Refuted},
	{"-pattern row-reduce -cols 69 -op ../userops.Minus", ".cu", "a column past the row's end",
		"thread == 17u) {\n        x0.x", "thread == 18u) {\n        x0.x", verify.Refuted},
	{"-pattern row-reduce -cols 69 -op ../userops.Minus", ".cu", "no fault: what threads without columns have", "a0 = {};",
		"a0 = 7;", verify.Proved},
	{"-pattern row-reduce -cols 21 -op ../userops.LastSet", ".cu", "another identity", "return e;", "return e + 1u;",
		verify.Refuted},
	{"-pattern block-exclusive-scan -block 70 -mask full -op ../userops.Minus", ".cu", "all threads keep their element",
		"(thread != 0u) ? ", "false ? ", verify.Refuted},
	{"-pattern block-exclusive-scan -block 70 -mask full -op ../userops.Minus", ".cu",
		"the first thread of a warp applies what it does not have", "(lane != 0u) ? both", "true ? both", verify.Refuted},
}

// TestFaults: each planted fault is refuted by a call that was replayed, or refused.
func TestFaults(t *testing.T) {
	for _, f := range extent.Faults(t, faults, 32) {
		if f.ending == ".cu" && !extent.Compiles() {
			continue
		}
		_, files := emit(t, f.args)
		for name, src := range files {
			if !strings.HasSuffix(name, f.ending) {
				continue
			}
			if f.old == "Active If" { // the condition by which members store
				f.old, f.new = "If(mask&0x1 != 0", "If(mask&0x1 == 0"
			}
			wrong := strings.Replace(string(src), f.old, f.new, 1)
			if wrong == string(src) {
				t.Errorf("%s: %s: nothing to change in\n%s", name, f.what, src)
				continue
			}
			r := prove(t, name, []byte(wrong))
			if r.Verdict != f.want {
				t.Errorf("%s: %s: want %s, got %s", name, f.what, f.want, r)
			}
		}
	}
}
