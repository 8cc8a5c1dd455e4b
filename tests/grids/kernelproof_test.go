package grids

import (
	"context"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/verify"
)

// working is a block of a launch, and the chunk of the claimed result.
type working struct{ n, blocks, number, chunk int }

// claims are what is claimed of a kernel.
type claims struct {
	blocks []working
	trees  []int // over so many chunks
	idle   bool  // blocks without a chunk do nothing
}

// kernelOf is the PTX of a file: by nvcc if clang cannot compile its type.
func kernelOf(t testing.TB, s spec.Spec, src string) []byte {
	t.Helper()
	return kernelAt(t, s, src, "O2")
}

// kernelAt is [kernelOf] at a level: by nvcc O0, or any other for what it does by itself.
func kernelAt(t testing.TB, s spec.Spec, src, level string) []byte {
	t.Helper()
	b := compile.Build{Arch: "sm_90", Level: level, Lax: true}
	var with compile.Compiler
	var err error
	if s.InType().Half() {
		with, err = compile.FindNVCC()
		if level != "O0" {
			b.Level = ""
		}
	} else {
		with, err = compile.FindClang()
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

// proveKernel is the proof of some claims of a kernel. The text is what is wrong, at the first that shows it.
func proveKernel(t testing.TB, s spec.Spec, src string, c claims) string {
	t.Helper()
	code := kernelOf(t, s, src)
	f, err := ptx.Read("array.ptx", code)
	if err != nil {
		return err.Error()
	}
	a, err := f.Array(s, "", nil)
	if err != nil {
		return err.Error()
	}
	if c.idle {
		if err := a.Idle(t.Context()); err != nil {
			return err.Error()
		}
	}
	var all []check.Subject
	for _, n := range c.trees {
		for _, at := range [][2]int{{n, 0}, {n, n - 1}, {2, 1}} {
			b, err := a.Tree(n, at[0], at[1])
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, b)
		}
		b, err := a.AnyTree(n)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, b)
	}
	for _, l := range c.blocks {
		b, err := a.Chunk(l.n, l.blocks, l.number, l.chunk)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, b)
	}
	for _, b := range all {
		p, err := check.Prove(context.Background(), b, check.Search{AfterFault: 1})
		if err == nil {
			err = p.Err()
		}
		if err != nil {
			return err.Error()
		}
	}
	return ""
}

// aboutFew are lengths of a few elements about which the kernel does something else, and the first length past them.
func aboutFew(s spec.Spec) claims {
	p := s.GridOrder().Accumulators()
	c := ofOneBlock(1, 2, 3, 4, p+5, 4*p, 4*p+1)
	c.idle = true
	return c
}

// aboutChunks are lengths of one chunk, more than a few, about which the kernel does something else.
func aboutChunks(s spec.Spec) claims {
	p := s.GridOrder().Accumulators()
	return ofOneBlock(4*p+1, 4*p+4, 5*p, 5*p+7, 8*p, 9*p+4, 16*p)
}

// ofOneBlock claims the results of some lengths.
func ofOneBlock(lengths ...int) (c claims) {
	for _, n := range lengths {
		c.blocks = append(c.blocks, working{n: n, blocks: 1})
	}
	return c
}

// manyBlocks are blocks of several, on arrays of three chunks, and the tree over three.
func manyBlocks(s spec.Spec) claims {
	p := s.GridOrder().Accumulators()
	n := 16*p + 1
	return claims{
		blocks: []working{{n, 3, 2, 2}, {255*256*p + 1, 256, 255, 255}, {n, 2, 0, 2}, {n + 8192, 3, 1, 1}},
		idle:   true,
		trees:  []int{3},
	}
}

// TestKernels: kernels are proved, of a sample of ops and types. absmax of floats has tests
// of its own.
func TestKernels(t *testing.T) {
	extent.OneIn(t, 8, 8)
	for nth, s := range extent.Sample(gridSpecs(), 58) {
		if extent.Of() == extent.Full && nth%14 != 0 {
			continue
		}
		if s.Op == spec.AbsMax && s.Type.Class() == spec.Float {
			continue
		}
		c := manyBlocks(s)
		c.blocks = append(c.blocks[:2:2], working{n: 5, blocks: 1})
		if wrong := proveKernel(t, s, emit(t, s, gen.CUDA), c); wrong != "" {
			t.Errorf("%s: %s", s.FileName(), wrong)
		}
	}
	s := sumOf(t, "float32")
	c := manyBlocks(s)
	c.blocks = append(c.blocks, working{n: s.GridOrder().Accumulators() + 3, blocks: 1})
	if wrong := proveKernel(t, s, emit(t, s, gen.CUDA), c); wrong != "" {
		t.Error(wrong)
	}
}

// TestVerdict: a kernel's verdict says for which lengths and launches it is.
func TestVerdict(t *testing.T) {
	extent.OneIn(t, 12, 4) // the better part of a minute
	said := verdictOn(t, func(code string) string { return code })
	for _, want := range []string{
		": proved for all inputs of every number of elements up to 2^40, by any number of " +
			"blocks that is at least one for each chunk", "by terms, and by induction over rounds",
		"any block may begin last",
		"all executions of up to 4 blocks on up to 4 chunks",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("%s, want %q", said, want)
		}
	}
}

// TestVerdictOnFault: a wrong constant of the PTX alone is seen.
func TestVerdictOnFault(t *testing.T) {
	said := verdictOn(t, func(code string) string { return strings.Replace(code, "0f80000000", "0f00000000", 1) })
	if !strings.Contains(said, "refuted") && !strings.Contains(said, "not proved") {
		t.Error(said)
	}
}

// verdictOn is the verdict on the PTX of a float32 sum, after an edit.
func verdictOn(t *testing.T, edit func(string) string) string {
	t.Helper()
	s := sumOf(t, "float32")
	r, err := verify.Prove(t.Context(), verify.Subject{
		Path: "array.ptx", Src: []byte(edit(string(kernelOf(t, s, emit(t, s, gen.CUDA))))),
	}, verify.Options{Spec: &s})
	if err != nil {
		t.Fatal(err)
	}
	return r.String()
}

// TestKernelFaults: each is named or shown by a call.
func TestKernelFaults(t *testing.T) {
	s := sumOf(t, "float32")
	src := emit(t, s, gen.CUDA)
	everywhere := []fault{
		{"no barrier", "__syncthreads();", "", "race"},
	}
	few := []fault{
		{"of few, alignment is not asked", "((unsigned long long)chunk & 15u) == 0u", "true", "are not aligned"},
		{"of few, an element twice", "x1 = vectors[256]", "x1 = vectors[0]", "1029 elements"},
		{"of few, a vector that is not loaded", "(own + 3076u <= count) x3", "(own + 3077u <= count) x3", "4096 elements"},
		{"of few, the last vector left out", "(own + 4u <= count) x0", "(own + 4u < count) x0", "length   4"},
		{"of few, a vector past the end", "(own + 4u <= count) x0", "(own + 3u <= count) x0", "outside global memory of in"},
		{"of few, a vector that is not taken in", "op(a2, __uint_as_float(x3.z))", "op(a2, __uint_as_float(none.z))",
			"4096 elements"},
		{"of few, the end left out", "count < own + 4u", "count < own + 3u", "length   3"},
		{"of few, an element of the end left out", "if (own + 2u <= count)", "if (own + 3u <= count)", "length   2"},
		{"of few, another thread has the end", "256u == thread", "256u == thread + 1u", "length   1"},
		{"of few, another identity", "none.x = 0x80000000u", "none.x = 0u", "expected 0x80000000"},
		{"of few, another tree", "op(a0, a1)", "op(a0, a2)", "length   2"},
		{"more than a few", "n <= 4096u", "n <= 4097u", "4097 elements"},
		{"of few, an element past the end", "in, count, threadIdx.x)", "in, count + 1u, threadIdx.x)",
			"outside global memory of in"},
		{"a thread more than once", "in, count, threadIdx.x)", "in, count, threadIdx.x / 2u)", "length"},
		{"every block combines the few", "if (blockIdx.x != 0u)", "if (false)", "outside global memory of in"},
		{"another block combines the few", "if (blockIdx.x != 0u)", "if (blockIdx.x != 1u)", "outside global memory of in"},
		{"of few, all threads store the result", "if (threadIdx.x == 0u)\n            *out", "if (true)\n            *out",
			"stores an element of out that is stored already"},
		{"of few, no thread stores the result", "if (threadIdx.x == 0u)\n            *out",
			"if (threadIdx.x == 256u)\n            *out", "no thread stores the result"},
		{"after the few, all", "            *out = result;\n        return;", "            *out = result;", "stored already"},
	}
	one := []fault{
		{"alignment is not asked", "((unsigned long long)chunk & 15u) == 0u", "true", "are not aligned"},
		{"half of the alignment", "chunk & 15u", "chunk & 7u", "are not aligned"},
		{"an element twice", "x1 = vectors[256]", "x1 = vectors[0]", "8192 elements"},
		{"a step too long", "from += 8192", "from += 8193", "are not aligned"},
		{"a round more is done", "rounds -= 8u", "rounds -= 9u", "outside global memory of in"},
		{"the last whole round left out", "rounds >= 8u", "rounds > 8u", "8192 elements"},
		{"the last vector left out", "own + 4u <= rest", "own + 4u < rest", "4100 elements"},
		{"a vector past the end", "own + 4u <= rest", "own <= rest", "outside global memory of in"},
		{"the last element left out", "own + 0u < rest", "own + 1u < rest", "4097 elements"},
		{"another identity", "none.x = 0x80000000u", "none.x = 0u", "expected 0x80000000"},
		{"another tree", "op(a0, a1)", "op(a0, a2)", "4097 elements"},
		{"accumulators that are reset", "a0 = grid_reduce_sum_float32_op(a0, __uint_as_float(x0.x))",
			"a0 = __uint_as_float(x0.x)", "16384 elements"},
		{"all threads store the result", "threadIdx.x == 0u && chunks == 1u", "chunks == 1u",
			"stores an element of out that is stored already"},
		{"another thread stores the result", "threadIdx.x == 0u && chunks == 1u", "threadIdx.x == 32u && chunks == 1u",
			"4097 elements"},
		{"no thread stores the result", "threadIdx.x == 0u && chunks == 1u", "threadIdx.x == 256u && chunks == 1u",
			"no thread stores the result"},
		{"another cut", "all <= 16u", "all <= 15u", "no slot of a chunk"},
		{"a round too many is counted", "n + 1023u", "n + 1024u", "no slot of a chunk"},
		{"the last element of a chunk left out", "chunks == 1u ? n - first", "chunks == 1u ? n - first - 1u",
			"4097 elements"},
		{"an element past the end", "first, count, threadIdx.x)", "first, count + 1u, threadIdx.x)",
			"outside global memory of in"},
		{"elements of another place", "in + first", "in + first + 1", "outside global memory of in"},
		{"a chunk too many", "chunk < chunks", "chunk <= chunks", "outside global memory of in"},
		{"the block waits for others", "    if (chunks == 1u)\n        return;\n", "", "reads a result"},
		{"elements of other threads", "chunk + 4u * thread", "chunk + 4u * (thread ^ 1u)", "outside global memory of in"},
		{"a plain access of the workspace", "unsigned before = 0u;",
			"unsigned before = 0u;\n    if (threadIdx.x == 0u) workspace[0] = 0ull;", "that is not relaxed"},
		{"the input is written", "unsigned before = 0u;",
			"unsigned before = 0u;\n    if (threadIdx.x == 0u) const_cast<float *>(in)[0] = 0.f;", "writes to an input"},
	}
	const begin, loop, last, await = "grid_reduce_sum_float32_begin(workspace);", "// The block's chunks.",
		"// The results of all chunks,", "while (word >> 32 == 0ull);"
	const lastStore = "grid_reduce_sum_float32_reset(workspace);\n        *out = result;"
	many := []fault{
		{"blocks without a chunk go on", "if (blockIdx.x >= blocks)\n        return;", "", "it has no chunk"},
		{"all blocks have a chunk", "chunks < gridDim.x ? chunks : gridDim.x", "gridDim.x", "it has no chunk"},
		{"another block's chunks", "chunk = blockIdx.x;", "chunk = blocks - 1u - blockIdx.x;", "outside global memory of in"},
		{"chunks of other blocks too", "chunk += blocks", "chunk += 1u", "outside global memory of in"},
		{"a chunk left out", "chunk += blocks", "chunk += blocks + 1u", "chunk 2 is stored 0 times"},
		{"every chunk is whole", "count = n - first < size || chunks == 1u ? n - first : size", "count = size",
			"outside global memory of in"},
		{"a result in another slot", "workspace + 16 + chunk", "workspace + 17 + chunk", "stores what is not the result"},
		{"a result in the slot of another chunk", "workspace + 16 + chunk", "workspace + 16 + (chunk + 1u) % chunks",
			"stores what is not the result"},
		{"a result without the sign", "1ull << 32 | bits", "0ull << 32 | bits", "stores what is not the result"},
		{"another sign", "1ull << 32 | bits", "2ull << 32 | bits", "stores what is not the result"},
		{"the result of another thread", "threadIdx.x == 0u && chunks > 1u)\n            grid",
			"threadIdx.x == 32u && chunks > 1u)\n            grid", "expected"},
		{"a result that is stored by all", "threadIdx.x == 0u && chunks > 1u)\n            grid",
			"chunks > 1u)\n            grid", "is stored 256 times"},
		{"no result is left", "threadIdx.x == 0u && chunks > 1u)\n            grid",
			"threadIdx.x == 256u && chunks > 1u)\n            grid", "is stored 0 times"},
		{"the result is plain", "st.relaxed.gpu.global.u64 [%0], %1;\" : : \"l\"(slot), \"l\"(word)",
			"st.global.u64 [%0], %1;\" : : \"l\"(slot), \"l\"(word)", "that is not relaxed"},
		{"the result is for the block alone", "st.relaxed.gpu.global.u64 [%0], %1;\" : : \"l\"(slot), \"l\"(word)",
			"st.relaxed.cta.global.u64 [%0], %1;\" : : \"l\"(slot), \"l\"(word)", "has no fixed order"},
		{"the count is for the block alone", "atom.relaxed.gpu", "atom.relaxed.cta", "the order of atomics is not fixed"},
		{"blocks that count twice", begin, begin + "\n    if (threadIdx.x == 0u && chunks > 1u)\n        before = " + begin,
			"counts itself again"},
		{"blocks that count for two", "[%1], 1;", "[%1], 2;", "1 is added"},
		{"every thread counts", "if (threadIdx.x == 0u && chunks > 1u)\n        before", "if (chunks > 1u)\n        before",
			"counts itself again"},
		{"another count", begin, "grid_reduce_sum_float32_begin(workspace + 1);", "1 is added"},
		{"the count is put back before", loop,
			loop + "\n    if (threadIdx.x == 0u && chunks > 1u) grid_reduce_sum_float32_reset(workspace);",
			"the count is put back 2 times"},
		{"the count is not put back", "        grid_reduce_sum_float32_reset(workspace);\n", "",
			"the count is put back 0 times"},
		{"the count is not put back where the result is 5", lastStore,
			"*out = result;\n        if (result == 5.0f)\n            return;\n" +
				"        grid_reduce_sum_float32_reset(workspace);", "depends on the data"},
		{"the count is put back to one", "\"r\"(0u)", "\"r\"(1u)", "stores what is not the result"},
		{"any block but the first collects", "before == blocks - 1u", "before >= 1u", "though blocks may not have begun"},
		{"the block that begins first collects", "before == blocks - 1u", "before == 0u",
			"the slot of chunk 0 is put back 0 times"},
		{"nobody collects", "before == blocks - 1u", "before == blocks", "the slot of chunk 0 is put back 0 times"},
		{"every block collects", "before == blocks - 1u", "before < blocks", "though blocks may not have begun"},
		{"nobody waits", await, "while (false);", "after a slot was read"},
		{"a wait that ends", "unsigned long long word;\n    do {", "unsigned long long word;\n    int tries = 0;\n    do {",
			"under a branch that depends on the data"},
		{"a wait that is noticed", "unsigned long long word;\n    do {",
			"unsigned long long word;\n    unsigned waited = 0u;\n    do {", "waits and does something else"},
		{"a slot is not put back", "\"l\"(slot), \"l\"(0ull)", "\"l\"(slot), \"l\"(word)", "after a slot was read"},
		{"a result is left out", "threadIdx.x < chunks)", "threadIdx.x + 1u < chunks)",
			"the slot of chunk 2 is put back 0 times"},
		{"a result too many", "threadIdx.x < chunks)", "threadIdx.x <= chunks)", "no slot of a chunk"},
		{"the results in another order", "workspace + 16 + threadIdx.x", "workspace + 16 + (threadIdx.x + 1u) % chunks",
			"the array's result"},
		{"threads without a result have one", "none.x = 0x80000000u;\n    float result",
			"none.x = 0x3f800000u;\n    float result", "the array's result"},
		{"the result is stored by a block that goes on", "threadIdx.x == 0u && chunks == 1u", "threadIdx.x == 0u",
			"stored already"},
		{"a result that depends on an element of the block", lastStore,
			"grid_reduce_sum_float32_reset(workspace);\n        *out = __uint_as_float(__float_as_uint(result) ^ " +
				"__float_as_uint(in[blockIdx.x * size]));", "the array's result"},
		{"a result that depends on which block begins last", lastStore,
			"grid_reduce_sum_float32_reset(workspace);\n        *out = " +
				"__uint_as_float(__float_as_uint(result) ^ (blocks - 1u - blockIdx.x));", "the array's result"},
		{"another number of rounds", "rounds < 8u ? 8u : rounds", "rounds < 9u ? 9u : rounds", ""},
		{"rounds that are rounded down", "(all + 255u) / 256u", "(all + 254u) / 256u", ""},
		{"a chunk less", "(all + rounds - 1u) / rounds", "all / rounds", ""},
	}
	for _, group := range []struct {
		after  string
		faults []fault
		claims claims
	}{
		{"", everywhere, aboutChunks(s)},
		{"_few(const", few, aboutFew(s)},
		{"_thread(const", one, aboutChunks(s)},
		{"", many, manyBlocks(s)},
	} {
		c := group.claims
		for _, f := range extent.Faults(t, group.faults, 48) {
			changed := planted(t, src, group.after, f)
			switch f.name {
			case "a wait that ends":
				changed = planted(t, changed, "", fault{f.name, await, "while (word >> 32 == 0ull && ++tries < 100);", ""})
			case "a wait that is noticed":
				changed = planted(t, changed, "", fault{f.name, await, "while (word >> 32 == 0ull && (waited = 1u));", ""})
				changed = planted(t, changed, "", fault{f.name, "return (unsigned)word;", "return (unsigned)word ^ waited;", ""})
			}
			said := proveKernel(t, s, changed, c)
			if !strings.Contains(said, f.says) || said == "" {
				t.Errorf("%s: %q, want %q", f.name, said, f.says)
			}
		}
	}
}
