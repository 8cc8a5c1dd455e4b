// Package weak checks what the blocks of emitted kernels say to each other, under the memory model
// of PTX, with planted faults.
package weak

import (
	"fmt"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
	"github.com/shflgen/shflgen/internal/prover/weak"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

// specOf is a reduction of arrays of a type.
func specOf(t spec.Type, op spec.Op) spec.Spec {
	s := spec.NewSpec(spec.GridReduce)
	s.Type, s.Op = t, op
	return s
}

// emit is the CUDA file of a spec.
func emit(t *testing.T, s spec.Spec) string {
	t.Helper()
	files, err := gen.Generate(s, gen.Options{Langs: []gen.Lang{gen.CUDA}})
	if err != nil {
		t.Fatal(err)
	}
	return string(files[s.FileName()+".cu"])
}

// nvcc and unoptimised are the builds by nvcc; others are levels of clang.
const nvcc, unoptimised = "nvcc", "nvcc -O0"

// check compiles a file and checks its kernel for launches of blocks on chunks.
func check(t *testing.T, s spec.Spec, src, build string, launches ...[2]int) error {
	t.Helper()
	m, err := parse.Parse("k.ptx", compiled(t, s, src, build))
	if err != nil {
		t.Fatal(err)
	}
	p, err := exec.Load(m, m.Kernels[0], exec.Meeting)
	if err != nil {
		return err
	}
	for _, l := range launches {
		if err := weak.Check(s, p, l[0], l[1]); err != nil {
			return fmt.Errorf("%d blocks, %d chunks: %w", l[0], l[1], err)
		}
	}
	return nil
}

// compiled is the PTX of a build.
func compiled(t *testing.T, s spec.Spec, src, build string) []byte {
	t.Helper()
	b := compile.Build{Arch: "sm_90", Lax: true}
	var with compile.Compiler
	var err error
	switch build {
	case nvcc:
		with, err = compile.FindNVCC()
	case unoptimised:
		with, err = compile.FindNVCC()
		b.Level = "O0"
	default:
		with, err = compile.FindClang()
		b.Flags = []string{build}
	}
	if err != nil {
		extent.Missing(t, err)
	}
	u := compile.NewUnit(compile.Caller{Spec: s})
	code, err := with.Compile(t.Context(), u.Files([]byte(src)), u.File, b)
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// launches are the numbers of blocks and chunks.
var launches = [][2]int{{1, 1}, {2, 1}, {1, 3}, {2, 3}, {3, 3}, {2, 4}, {4, 4}}

func TestKernels(t *testing.T) {
	for _, s := range []spec.Spec{specOf(spec.Float32, spec.Sum), specOf(spec.Int64, spec.Min)} {
		if err := check(t, s, emit(t, s), "-O2", launches...); err != nil {
			t.Errorf("%s: %v", s.FileName(), err)
		}
	}
}

// TestBuilds: the protocol is the same in unoptimised code and in that of nvcc, and so are its faults.
func TestBuilds(t *testing.T) {
	s := specOf(spec.Float32, spec.Sum)
	src := emit(t, s)
	for _, build := range []string{"-O0", nvcc} {
		if err := check(t, s, src, build, [2]int{2, 3}); err != nil {
			t.Errorf("%s: %v", build, err)
		}
		for i, f := range faults {
			if i%12 != 2 { // others are looked at in optimised code
				continue
			}
			if err := check(t, s, strings.Replace(src, f.from, f.to, 1), build, [2]int{2, 3}); err == nil ||
				!strings.Contains(err.Error(), f.says) {
				t.Errorf("%s, %s: %v, want %q", build, f.what, err, f.says)
			}
		}
	}
}

// fault is a text of an emitted file replaced by another, and a part of what is said of it.
type fault struct{ what, from, to, says string }

var faults = []fault{
	{"the count is of the block's scope", "atom.relaxed.gpu", "atom.relaxed.cta", "unsupported by design"},
	{"the result is published for the block alone", "st.relaxed.gpu.global.u64 [%0], %1;\" : : \"l\"(slot), \"l\"(word)",
		"st.relaxed.cta.global.u64 [%0], %1;\" : : \"l\"(slot), \"l\"(word)", "unsupported by design"},
	{"a plain store of the result", "st.relaxed.gpu.global.u64 [%0], %1;\" : : \"l\"(slot), \"l\"(word)",
		"st.global.u64 [%0], %1;\" : : \"l\"(slot), \"l\"(word)", "is not relaxed"},
	{"a plain load of the result", "ld.relaxed.gpu", "ld", "is not relaxed"},
	{"a load of the block's scope", "ld.relaxed.gpu", "ld.relaxed.cta", "unsupported by design"},
	{"the slot is not put back", "\"l\"(slot), \"l\"(0ull)", "\"l\"(slot), \"l\"(word)", "not zero at the end"},
	{"the count is not put back", "\"l\"(begun), \"r\"(0u)", "\"l\"(begun), \"r\"(1u)", "not zero at the end"},
	{"any block but the first collects", "before == blocks - 1u", "before >= 1u", ""},
	{"the block that begins first collects", "before == blocks - 1u", "before == 0u", "waits for ever"},
	{"the last but one collects", "before == blocks - 1u", "before + 2u == blocks", ""},
	{"one more block is waited for", "before == blocks - 1u", "before == blocks", "stores of the result"},
	{"every block collects", "before == blocks - 1u", "before < blocks", ""},
	{"nobody waits", "while (word >> 32 == 0ull)", "while (word >> 63 == 1ull)", ""},
	{"the wait looks at the result", "while (word >> 32 == 0ull)", "while (word >> 32 != 0ull)", ""},
	{"the sign is not published", "1ull << 32 | bits", "0ull << 32 | bits", ""},
	{"the next slot is written", "workspace + 16 + chunk", "workspace + 17 + chunk", ""},
	{"the next slot is read", "workspace + 16 + threadIdx.x", "workspace + 16 + (threadIdx.x + 1u) % chunks",
		"result of chunks"},
	{"a chunk is left out", "chunk < chunks; chunk += blocks", "chunk + 1u < chunks; chunk += blocks", ""},
	{"chunks are taken twice", "chunk += blocks", "chunk += 1u", ""},
	{"a slot is not collected", "threadIdx.x < chunks)", "threadIdx.x + 1u < chunks)", ""},
	{"a slot too many is collected", "threadIdx.x < chunks)", "threadIdx.x < chunks + 1u)", "waits for ever"},
	{"the count is put back at the start", "    before = ", "    grid_reduce_sum_float32_reset(workspace), before = ", ""},
	{"every thread stores the result", "if (threadIdx.x == 0u) {\n        grid", "if (threadIdx.x < 2u) {\n        grid",
		""},
	{"every thread counts", "if (threadIdx.x == 0u && chunks > 1u)\n        before", "if (chunks > 1u)\n        before",
		""},
	{"no barrier before the flag is read", "    __syncthreads();\n    if (!last)", "    if (!last)",
		"race: "},
}

// TestCalls: functions of the module stand in place of their calls, which unoptimised code makes, and hide no fault.
func TestCalls(t *testing.T) {
	s := specOf(spec.Float32, spec.ArgMax)
	s.Params = spec.GridParams{In: spec.StoredFloat16}
	if err := check(t, s, emit(t, s), unoptimised, [2]int{1, 3}); err != nil {
		t.Error(err)
	}
	s = specOf(spec.Float32, spec.Sum)
	src := emit(t, s)
	function := func(body string) string {
		return "static __device__ __noinline__ unsigned called(unsigned long long *slot, unsigned n)\n{\n    " + body +
			"\n}\n\n"
	}
	const head, await, publish, loop = "// How many blocks have begun before", "while (word >> 32 == 0ull);",
		"unsigned long long word = 1ull << 32 | bits;", "chunk += blocks"
	for _, f := range []struct{ what, build, function, old, new, says string }{
		{"what it is passed", "-O2", "return n;", await, "while (called(slot, (unsigned)(word >> 32)) == 0u);", ""},
		{"nobody waits", "-O2", "return n ^ n;", await, "while (called(slot, (unsigned)(word >> 32)) != 0u);",
			"are in the result"},
		{"a store that races", "-O2", "*slot = 1ull << 32 | n;\n    return n;", publish,
			"unsigned long long word = 1ull << 32 | called(slot, bits);", "is not relaxed"},
		{"it returns early", "-O2", "if (n > 1u)\n        return 1u;\n    return n;", loop,
			"chunk += called(workspace, blocks)", "not zero at the end"},
		{"it calls itself", "-O0", "return n == 77u ? called(slot, n - 1u) : n;", loop, "chunk += called(workspace, blocks)",
			"calls itself"},
	} {
		at := strings.Index(src, head)
		if at < 0 || strings.Count(src, f.old) != 1 {
			t.Fatalf("%s: %d places", f.what, strings.Count(src, f.old))
		}
		changed := strings.Replace(src[:at]+function(f.function)+src[at:], f.old, f.new, 1)
		err := check(t, s, changed, f.build, [2]int{2, 3})
		if (err == nil) != (f.says == "") || err != nil && !strings.Contains(err.Error(), f.says) {
			t.Errorf("%s: %v, want %q", f.what, err, f.says)
		}
	}
}

// TestParameters: a kernel that gives an index, too, is rejected where none is wanted.
func TestParameters(t *testing.T) {
	s := specOf(spec.Float32, spec.ArgMax)
	src := emit(t, s)
	s.Op = spec.Max
	if err := check(t, s, strings.ReplaceAll(src, "argmax", "max"), "-O2", [2]int{2, 3}); err == nil ||
		!strings.Contains(err.Error(), "has 5 parameters, want 4") {
		t.Errorf("%v, want that 5 parameters are too many", err)
	}
}

// TestElected: the thread that the elements choose stores the result, and does nothing else.
func TestElected(t *testing.T) {
	s := specOf(spec.Int32, spec.ArgMin)
	src := emit(t, s)
	if err := check(t, s, src, "-O2", [2]int{1, 3}); err != nil {
		t.Error(err)
	}
	if err := check(t, s, src, "-O0", [2]int{2, 1}); err != nil { // which branches for each choice
		t.Error(err)
	}
	const reset, chosen = "    if (threadIdx.x == 0u)\n        grid_reduce_argmin_int32_reset(workspace);\n",
		"    if (threadIdx.x == first_place) {\n"
	for _, f := range []struct{ name, old, new, says string }{
		{"it puts the count back", reset + chosen, chosen + "        grid_reduce_argmin_int32_reset(workspace);\n",
			"under a branch"},
		{"it is met", chosen, "    if (threadIdx.x != first_place)\n        return;\n    __syncthreads();\n    {\n",
			"may not reach"},
		{"another thread stores, too", chosen, "    if (threadIdx.x == 1u)\n        *out = result;\n" + chosen,
			"the elements choose the thread that stores it"},
	} {
		changed := strings.Replace(src, f.old, f.new, 1)
		if changed == src {
			t.Fatalf("%s: nothing to change", f.name)
		}
		if err := check(t, s, changed, "-O2", [2]int{1, 3}); err == nil || !strings.Contains(err.Error(), f.says) {
			t.Errorf("%s: %v, want %q", f.name, err, f.says)
		}
	}
}

// TestBegun: a block that waits for blocks that begin later is rejected, though all that it waits for
// comes if they do. The last block puts the count back, the first one collects.
func TestBegun(t *testing.T) {
	s := specOf(spec.Float32, spec.Sum)
	src := strings.NewReplacer(
		"before == blocks - 1u;",
		"before == 0u;\n    if (threadIdx.x == 0u && before == blocks - 1u) grid_reduce_sum_float32_reset(workspace);",
		"    grid_reduce_sum_float32_reset(workspace);\n        *out", "    *out").Replace(emit(t, s))
	if err := check(t, s, src, "-O2", [2]int{2, 3}); err == nil || !strings.Contains(err.Error(), "may not have begun") {
		t.Errorf("%v, want that a block may not have begun", err)
	}
}

func TestFaults(t *testing.T) {
	s := specOf(spec.Float32, spec.Sum)
	src := emit(t, s)
	for _, f := range extent.Sample(faults, 2) {
		if strings.Count(src, f.from) != 1 {
			t.Errorf("%s: %d places %q", f.what, strings.Count(src, f.from), f.from)
			continue
		}
		found := check(t, s, strings.Replace(src, f.from, f.to, 1), "-O2", [2]int{2, 3}, [2]int{3, 3})
		switch {
		case found == nil:
			t.Errorf("%s: not found", f.what)
		case !strings.Contains(found.Error(), f.says):
			t.Errorf("%s: %v, want %q", f.what, found, f.says)
		default:
			t.Logf("%s: %v", f.what, found)
		}
	}
}

// TestWarpBarriers: a barrier of a warp orders what the threads of the warp do in the memory of the block, and nothing
// else.
func TestWarpBarriers(t *testing.T) {
	s := specOf(spec.Float32, spec.Sum)
	src := emit(t, s)
	const barrier, anchor = "        __syncwarp();", "    // Each lane of the first warp reads 8 elements"
	probe := func(first, second string) string {
		return "    __shared__ volatile float probe;\n    if (thread / 32u == 0u) {\n        " + first +
			"\n    } else if (thread / 32u == 1u) {\n        " + second + "\n    }\n" + anchor
	}
	const stores = "if (thread % 32u == 0u)\n            probe = v;\n        "
	for _, f := range []fault{
		{"none", barrier, barrier, ""},
		{"no barrier", barrier, "", "race: "},
		{"half of a warp", barrier,
			"        if (thread < 16u)\n            __syncwarp(0x0000ffffu);\n" +
				"        else\n            __syncwarp(0xffff0000u);", "race: "},
		{"half of a warp, as far as its mask says", barrier, "        __syncwarp(0x0000ffffu);",
			"not in its own member mask"},
		{"a barrier between two threads' stores is none", anchor,
			probe(stores+"__syncwarp();\n        if (thread == 1u)\n            probe = v;", "__syncwarp();"), ""},
		{"a store of another warp", anchor, probe(stores+"__syncwarp();", "__syncwarp();\n        "+stores),
			"no barrier lies between"},
		{"a load of another warp", anchor, probe(stores+"__syncwarp();",
			"__syncwarp();\n        if (probe == v)\n            return v;"), "no barrier lies between"},
	} {
		if strings.Count(src, f.from) != 1 {
			t.Errorf("%s: %d places %q", f.what, strings.Count(src, f.from), f.from)
			continue
		}
		found := check(t, s, strings.Replace(src, f.from, f.to, 1), "-O2", [2]int{2, 3})
		if (found == nil) != (f.says == "") || found != nil && !strings.Contains(found.Error(), f.says) {
			t.Errorf("%s: %v, want %q", f.what, found, f.says)
		}
	}
}
