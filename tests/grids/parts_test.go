package grids

import (
	"context"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/fresh"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
	"github.com/shflgen/shflgen/verify"
)

// parted is a spec with kernels of parts.
func parted(t testing.TB, flags string) spec.Spec {
	t.Helper()
	s, err := spec.ParseArgs(strings.Fields("-pattern grid-reduce -parts " + flags))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// partLaunches are blocks of the kernel of chunks: about one chunk, chunks of others, and two of as many loads as a
// thread has in flight, and more. Arrays of a map share those.
func partLaunches(s spec.Spec) []ptx.Parted {
	p := s.GridOrder().Accumulators()
	deep := 24 / max(1, len(s.MapInputs()))
	three := 16*p + 1
	return []ptx.Parted{
		{N: 5, To: 1, Blocks: 1},
		{N: three, From: 1, To: 3, Blocks: 2, Number: 1, Chunk: 2},
		{N: three, From: 2, To: 256, Blocks: 1, Chunk: 2},
		{N: three, To: 3, Blocks: 2, Number: 1, Chunk: 1},
		{N: 255*(2*deep+1)*p + (deep+1)*p + 5, From: 255, To: 256, Blocks: 1, Chunk: 255},
		{N: 256 * deep * p, From: 255, To: 256, Blocks: 1, Chunk: 255},
	}
}

// proveParts is the proof of some claims of kernels of parts. The text is what is wrong, at the first that shows it.
func proveParts(t testing.TB, s spec.Spec, src string) string {
	t.Helper()
	f, err := ptx.Read("array.ptx", kernelOf(t, s, src))
	if err != nil {
		return err.Error()
	}
	a, err := f.Array(s, "", nil)
	if err != nil {
		return err.Error()
	}
	p := s.GridOrder().Accumulators()
	var all []check.Subject
	for _, n := range []int{0, 1, 16*p + 1, 255*8*p + 1, spec.MaxGridElements} {
		b, err := a.Combined(n, n)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, b)
	}
	for _, at := range []ptx.Parted{{N: 16*p + 1, To: 3, Blocks: 4, Number: 3}, {N: 16*p + 1, From: 1, To: 2, Blocks: 1},
		{N: 1, From: 1, To: 9, Blocks: 1}} {
		if err := a.PartStores(at); err != nil {
			return err.Error()
		}
	}
	for _, at := range partLaunches(s) {
		b, err := a.Part(at)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, b)
	}
	for _, b := range all {
		proof, err := check.Prove(context.Background(), b, check.Search{AfterFault: 1})
		if err == nil {
			err = proof.Err()
		}
		if err != nil {
			return err.Error()
		}
	}
	return ""
}

// TestParts: kernels of parts are proved.
func TestParts(t *testing.T) {
	extent.OneIn(t, 12, 12)
	for _, flags := range extent.Drawn(t, []string{"-type float64 -op prod", "-type float32 -op max", "-type int32",
		"-type float32 -map product", "-type float64 -op max -map abs", "-type uint32 -map square"}, 12, 12) {
		s := parted(t, flags)
		if wrong := proveParts(t, s, emit(t, s, gen.CUDA)); wrong != "" {
			t.Errorf("%s: %s", flags, wrong)
		}
	}
}

// partFault is one after some text of a file.
type partFault struct {
	after string
	fault
}

// provePartFaults wants each to be named or shown by a call.
func provePartFaults(t *testing.T, s spec.Spec, faults []partFault) {
	t.Helper()
	src := emit(t, s, gen.CUDA)
	for _, f := range faults {
		said := proveParts(t, s, planted(t, src, f.after, f.fault))
		if !strings.Contains(said, f.says) || said == "" {
			t.Errorf("%s: %q, want %q", f.name, said, f.says)
		}
	}
}

// TestMappedPartFaults: those of several arrays.
func TestMappedPartFaults(t *testing.T) {
	const deep, chunks = "_deep(const", "_chunks(const"
	provePartFaults(t, parted(t, "-type float32 -map product"), extent.Faults(t, []partFault{
		{chunks, fault{"one array twice", "b + held", "a + held", ""}},
		{chunks, fault{"arrays of another length", "b + held", "b + first", "outside global memory of b"}},
		{chunks, fault{"another chunk of the second array", "b + held", "b + held - size", "outside global memory of b"}},
		{chunks, fault{"the first chunk of the second array", "b + held", "b", ""}},
		{deep, fault{"the second array stays", "b_from += 12288;", "", ""}},
		{deep, fault{"a shorter step of the second array", "b_from += 12288;", "b_from += 8192;", ""}},
		{deep, fault{"alignment of one array alone", "((unsigned long long)a | (unsigned long long)b) & 15u",
			"(unsigned long long)a & 15u", "are not aligned"}},
		{deep, fault{"one batch of rounds less", "rounds >= 12u", "rounds > 12u", "expected"}},
		{deep, fault{"a round of the second array twice", "y11 = b_vectors[2816]", "y11 = b_vectors[2560]", ""}},
		{deep, fault{"elements of two rounds", "map(__uint_as_float(x3.y), __uint_as_float(y3.y))",
			"map(__uint_as_float(x3.y), __uint_as_float(y4.y))", ""}},
		{deep, fault{"the map left out", "map(__uint_as_float(x3.y), __uint_as_float(y3.y))",
			"map(__uint_as_float(x3.y), 1.f)", ""}},
	}, 24))
}

// TestPartFaults: each is named or shown by a call.
func TestPartFaults(t *testing.T) {
	const deep, chunks, combine = "_deep(const", "_chunks(const", "_combine(const"
	provePartFaults(t, parted(t, "-type float64"), extent.Faults(t, []partFault{
		{chunks, fault{"memory of the whole array", "first - from * size", "first", "outside global memory of in"}},
		{chunks, fault{"memory of another chunk", "first - from * size", "first - (from + 1u) * size",
			"outside global memory of in"}},
		{chunks, fault{"chunks past the last", "to < chunks ? to : chunks", "to", "outside global memory of"}},
		{chunks, fault{"all chunks from one on", "to < chunks ? to : chunks", "chunks", ""}},
		{chunks, fault{"chunks from the first on", "from + blockIdx.x", "blockIdx.x", ""}},
		{chunks, fault{"chunks of other blocks", "chunk += gridDim.x", "chunk += 1u", ""}},
		{chunks, fault{"the place of another chunk", "out[chunk]", "out[chunk - from]", "chunk"}},
		{chunks, fault{"a result of every thread", "if (threadIdx.x == 0u)", "if (threadIdx.x < 2u)", "stored already"}},
		{chunks, fault{"no result", "if (threadIdx.x == 0u)", "if (threadIdx.x == 256u)", "no thread stores"}},
		{chunks, fault{"the result of another thread", "if (threadIdx.x == 0u)", "if (threadIdx.x == 32u)", "expected"}},
		{chunks, fault{"the last chunk is whole", "n - first < size || chunks == 1u ? n - first : size", "size",
			"outside global memory of in"}},
		{chunks, fault{"another number of rounds", "rounds < 8u ? 8u : rounds", "rounds < 9u ? 9u : rounds", ""}},
		{deep, fault{"one batch of rounds less", "rounds >= 24u", "rounds > 24u", "expected"}},
		{deep, fault{"a round more is done", "rounds -= 24u", "rounds -= 25u", "expected"}},
		{deep, fault{"a round twice", "x23 = vectors[5888]", "x23 = vectors[5632]", ""}},
		{deep, fault{"a step too short", "from += 12288", "from += 12286", ""}},
		{deep, fault{"two rounds exchanged", "op(a0, __longlong_as_double((long long)x1.x))",
			"op(a0, __longlong_as_double((long long)x2.x))", ""}},
		{combine, fault{"the results in another order", "results[threadIdx.x]", "results[(threadIdx.x + 1u) % chunks]",
			"expected"}},
		{combine, fault{"a result too many", "threadIdx.x < chunks", "threadIdx.x <= chunks",
			"outside global memory of results"}},
		{combine, fault{"a result left out", "threadIdx.x < chunks", "threadIdx.x + 1u < chunks", "expected"}},
		{combine, fault{"another number of chunks", "all <= 16u", "all <= 17u", ""}},
		{combine, fault{"no result", "if (threadIdx.x == 0u)", "if (threadIdx.x == 256u)", "no thread stores"}},
	}, 32))
}

// TestPartsOfOneFile: kernels of parts stand beside that of the whole array, and beside no other.
func TestPartsOfOneFile(t *testing.T) {
	s := parted(t, "-type float32")
	code := string(kernelOf(t, s, emit(t, s, gen.CUDA)))
	for old, says := range map[string]string{"_combine": "_combine", "_chunks": "_chunks",
		".maxntid 256": "for blocks of 128 threads"} {
		to := old + "_of"
		if old == ".maxntid 256" {
			to = ".maxntid 128"
		}
		f, err := ptx.Read("array.ptx", []byte(strings.ReplaceAll(code, old, to)))
		if err == nil {
			_, err = f.Array(s, "", nil)
		}
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("without %s: %v, want %q", old, err, says)
		}
	}
	plain := s
	plain = plain.With("parts", false)
	if f, err := ptx.Read("array.ptx", []byte(code)); err != nil {
		t.Error(err)
	} else if _, err := f.Array(plain, "", nil); err == nil {
		t.Error("kernels of parts stand beside a kernel that has none")
	}
}

// TestHost: a file is proved only with the functions for the host that are printed.
func TestHost(t *testing.T) {
	s := parted(t, "-type float32 -launcher")
	src := emit(t, s, gen.CUDA)
	first := strings.Index(src, "#if !defined(__CUDACC_RTC__)")
	end := first + strings.Index(src[first:], "#endif") + len("#endif")
	blank := strings.Map(func(c rune) rune {
		if c == '\n' {
			return c
		}
		return ' '
	}, strings.ReplaceAll(src[first:end], "…", "...")) // as long in bytes
	within := strings.Replace(src[:first]+blank+src[end:], "    unsigned before;\n",
		"    unsigned before;\n"+src[first:end]+"\n", 1)
	const launch = "static inline grid_reduce_sum_float32_status grid_reduce_sum_float32_launch("
	for what, changed := range map[string]string{
		"fewer blocks": strings.Replace(src, "(n + 8192 - 1) / 8192", "n / 8192", 1),
		"less memory":  strings.Replace(src, "cudaMalloc(&workspace, 2176)", "cudaMalloc(&workspace, 2175)", 1),
		"a comment": strings.Replace(src, "// Launches the kernel on a stream",
			"// Starts the kernel on a stream", 1),
		"a function more": strings.Replace(src, "// Launches the kernel on",
			"static inline int more() { return 1; }\n// Launches the kernel on", 1),
		"a kernel among them": strings.Replace(src, "// Launches the kernel on",
			"__global__ void more() {}\n// Launches the kernel on", 1),
		"a macro among them": strings.Replace(src, "// Launches the kernel on",
			"#define float double\n// Launches the kernel on", 1),
		"a function without one": strings.Replace(src, launch,
			"static inline grid_reduce_sum_float32_status grid_reduce_sum_float32_start(", 1),
		"another condition": strings.Replace(src, "#if !defined(__CUDACC_RTC__) // what follows is for the host, and",
			"#if 1 // what follows is for the host, and", 1),
		"no end":                 strings.TrimSuffix(strings.TrimSpace(src), "#endif"),
		"in the body of another": within,
		"another way":            strings.Replace(src, "    return n == 0 ?", "#else\n    return n == 0 ?", 1),
	} {
		if changed == src {
			t.Errorf("%s: nothing is changed", what)
			continue
		}
		r, err := verify.Prove(context.Background(), verify.Subject{Path: s.FileName() + ".cu", Src: []byte(changed)},
			verify.Options{Printed: fresh.Printed})
		if err != nil || r.Verdict != verify.Refused {
			t.Errorf("%s: %v %v", what, err, r)
		}
	}
	r, err := verify.Prove(context.Background(), verify.Subject{Path: s.FileName() + ".cu", Src: []byte(src)},
		verify.Options{})
	if err != nil || r.Verdict != verify.Refused || !strings.Contains(r.String(), "not known here") {
		t.Errorf("without what is printed: %v %v", err, r)
	}
}
