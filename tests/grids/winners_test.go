package grids

import (
	"context"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/goread"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/catalogue"
	"github.com/shflgen/shflgen/tests/extent"
)

// winnerOf is the spec of an op that gives an element's number.
func winnerOf(t *testing.T, op spec.Op, typ spec.Type) spec.Spec {
	t.Helper()
	s := sumOf(t, "float32")
	s.Op, s.Type = op, typ
	return s
}

// narrowOf is that of elements that are narrower in memory.
func narrowOf(t *testing.T, op spec.Op, in spec.Stored) spec.Spec {
	t.Helper()
	s := winnerOf(t, op, spec.Float32)
	s.Params = spec.GridParams{In: in}
	return s
}

// proveWinner is the proof of some claims of a kernel of argmin or argmax: of chunks, of the tree over three, of no
// elements, and of what blocks say to each other. The text is what is wrong.
func proveWinner(t testing.TB, s spec.Spec, src string, chunks ...working) string {
	t.Helper()
	return proveWinnerOf(t, s, kernelOf(t, s, src), chunks...)
}

// proveWinnerOf is [proveWinner] of a kernel's PTX.
func proveWinnerOf(t testing.TB, s spec.Spec, code []byte, chunks ...working) string {
	t.Helper()
	f, err := ptx.Read("array.ptx", code)
	if err != nil {
		return err.Error()
	}
	a, err := f.Array(s, "", nil)
	if err != nil {
		return err.Error()
	}
	if got, err := a.Nothing(); err != nil || got[0] != ^uint64(0) {
		return "of no elements an index"
	}
	subjects := []func() (check.Subject, error){func() (check.Subject, error) { return a.Tree(3, 3, 2) },
		func() (check.Subject, error) { return a.AnyTree(4) }}
	for _, l := range chunks {
		subjects = append(subjects, func() (check.Subject, error) { return a.Chunk(l.n, l.blocks, l.number, l.chunk) })
	}
	for _, of := range subjects {
		b, err := of()
		if err != nil {
			t.Fatal(err)
		}
		p, err := check.Prove(context.Background(), b, check.Search{AfterFault: 1})
		if err == nil {
			err = p.Err()
		}
		if err != nil {
			return err.Error()
		}
	}
	if err := a.Protocol(1, 3); err != nil {
		return err.Error()
	}
	return ""
}

// TestWinnerKernels: kernels of argmin and argmax are proved, of a sample of types.
func TestWinnerKernels(t *testing.T) {
	extent.OneIn(t, 12, 12)
	var all []spec.Spec
	for s := range catalogue.Grids() {
		if s.HasLane() && !s.InType().Half() {
			all = append(all, s)
		}
	}
	for nth, s := range extent.Sample(all, 36) {
		if extent.Of() == extent.Full && nth != 5 {
			continue
		}
		p := s.GridOrder().Accumulators()
		if wrong := proveWinner(t, s, emit(t, s, gen.CUDA), working{n: 1, blocks: 1}, working{n: 2, blocks: 1},
			working{n: 16*p + 1, blocks: 3, number: 2, chunk: 2}, working{n: min(9*p+5, p+4613), blocks: 1}); wrong != "" {
			t.Errorf("%s: %s", s.FileName(), wrong)
		}
	}
}

// TestWinnerKernelFaults: each is named or shown by a call.
func TestWinnerKernelFaults(t *testing.T) {
	s := winnerOf(t, spec.ArgMax, spec.Float32)
	src := emit(t, s, gen.CUDA)
	const (
		few     = "_few(const"
		thread  = "_thread(const"
		kernel  = "__global__"
		collect = "_collect(unsigned"
		last    = "// The results of all chunks"
		reset   = "    if (threadIdx.x == 0u)\n        grid_reduce_argmax_float32_reset(workspace);\n"
		chosen  = "    if (threadIdx.x == first_place) {\n"
	)
	faults := []struct {
		after string
		fault
	}{
		{"_take(float", fault{"the last of equal elements", "__float_as_uint(next) != __float_as_uint(best)",
			"__float_as_uint(next) == __float_as_uint(x)", ""}},
		{"_op(float", fault{"a NaN wins", "max.f32", "max.NaN.f32", ""}},
		{thread, fault{"without numbers -inf wins", "none.w = 0x7fffffffu;",
			"none.w = 0x7fffffffu;\n    none.x = 0xff800000u;", ""}},
		{thread, fault{"the places of another round", "place += left * 1024u", "place += left * 1023u", "the array's index"}},
		{thread, fault{"another place in the short tail", "short_round[1], place + 1u", "short_round[1], place + 2u",
			"the array's index"}},
		{thread, fault{"one element of the short tail too many", "own + 1u < rest", "own + 1u <= rest",
			"outside global memory of in"}},
		{thread, fault{"an element of the short tail left out", "own + 2u < rest", "own + 3u < rest", ""}},
		{few, fault{"of few, the place of another round", "from[1024], place + 1024u", "from[1024], place + 1023u",
			"the array's index"}},
		{few, fault{"of few, another place at the end", "from[1], place + 1u", "from[1], place + 2u", "the array's index"}},
		{few, fault{"of few, an element of the end left out", "if (own + 3u <= count)", "if (own + 4u <= count)", ""}},
		{kernel, fault{"a place of every thread", "key == most ? place : 0xffffffffu", "place", "the array's index"}},
		{kernel, fault{"of no elements the first", "? -1ll", "? 0ll", "of no elements an index"}},
		{"_leave(unsigned", fault{"a place in another slot", "slot + 256, place", "slot + 512, place", ""}},
		{collect, fault{"the place of another chunk", "await(slot + 256)", "await(slot + 255)", ""}},
		{collect, fault{"the element for its place", "*place = grid_reduce_argmax_float32_await(slot + 256);",
			"*place = 0u; grid_reduce_argmax_float32_await(slot + 256);", "the array's index"}},
		{last, fault{"the chunk after it", "threadIdx.x * size", "(threadIdx.x + 1u) * size", "the array's index"}},
		{last, fault{"a number of 32 bits", "(long long)(threadIdx.x * size + place)",
			"(long long)(unsigned)(threadIdx.x * size + place)", "the array's index"}},
		{last, fault{"the last of equal chunks", "key == most ? threadIdx.x", "key == most ? 255u - threadIdx.x", ""}},
		{last, fault{"any chunk", "key == most ? threadIdx.x : 0xffffffffu", "threadIdx.x", ""}},
		{last, fault{"always the first thread", chosen, "    if (threadIdx.x == 0u) {\n", "the array's index"}},
		{last, fault{"every thread from it on", chosen, "    if (threadIdx.x >= first_place) {\n", "does not follow"}},
		{last, fault{"every other thread", chosen, "    if (threadIdx.x != first_place) {\n", "does not follow"}},
		{last, fault{"a thread that may be none", chosen, "    if (threadIdx.x == first_place + 1u) {\n", "refuted"}},
		{last, fault{"one of the element's bits", chosen, "    if (threadIdx.x == (unsigned)most % 256u) {\n", "refuted"}},
		{last, fault{"the element alone", "        *out = result;\n        *idx",
			"        if (place != 5u)\n            *out = result;\n        *idx", ""}},
		{last, fault{"another number for some places", "(long long)(threadIdx.x * size + place);\n",
			"(long long)(threadIdx.x * size + place);\n        if (place == 5u)\n            *idx = 7ll;\n", ""}},
		{last, fault{"the count is put back by the thread that is chosen", reset + chosen,
			chosen + "        grid_reduce_argmax_float32_reset(workspace);\n", "under a branch that depends on the data"}},
		{last, fault{"the count stays where the result is 5", reset,
			"    if (threadIdx.x == 0u && result == 5.0f)\n        return;\n" + reset, "depends on the data"}},
	}
	for _, f := range extent.Faults(t, faults, 120) {
		said := proveWinner(t, s, planted(t, src, f.after, f.fault), working{n: 3, blocks: 1}, working{n: 1025, blocks: 1},
			working{n: 4099, blocks: 1})
		if !strings.Contains(said, f.says) || said == "" {
			t.Errorf("%s: %q, want %q", f.name, said, f.says)
		}
	}
}

// proveLengths is the proof of a function of an array for some lengths. The text is what is wrong.
func proveLengths(t testing.TB, src string, lengths ...int) string {
	t.Helper()
	f, err := goread.Read("array.go", []byte(src))
	if err != nil {
		return err.Error()
	}
	if got, err := f.OfNothing(); err != nil || got[0] != ^uint64(0) {
		return "of no elements an index"
	}
	for _, n := range lengths {
		p, err := check.Prove(context.Background(), f.OfLength(n), check.Search{})
		if err == nil {
			err = p.Err()
		}
		if err != nil {
			return err.Error()
		}
	}
	return ""
}

// TestWinnerGo proves Go functions of argmin and argmax for a few lengths.
func TestWinnerGo(t *testing.T) {
	for s := range catalogue.Grids() {
		if !s.HasLane() {
			continue
		}
		if wrong := proveLengths(t, emit(t, s, gen.Go), 1, 2, 3, 8, 9, 35); wrong != "" {
			t.Errorf("%s: %s", s.FileName(), wrong)
		}
	}
}

// TestWinnerGoFaults: each is shown by a call, or not proved.
func TestWinnerGoFaults(t *testing.T) {
	ints, floats, halves := winnerOf(t, spec.ArgMin, spec.Int32), winnerOf(t, spec.ArgMax, spec.Float32), narrowOf(t,
		spec.ArgMin, spec.StoredFloat16)
	for _, f := range []struct {
		spec  spec.Spec
		after string
		fault
	}{
		{ints, "for ; k < len(x)", fault{"the last of equal elements", "v < best", "v <= best", ""}},
		{ints, "[8]int32)(x[k:])", fault{"the last of equal elements of eight", "v := c[1]; v < best", "v := c[1]; v <= best",
			""}},
		{ints, "Place(x []int32)", fault{"another place of eight", "best, at = v, k+2", "best, at = v, k+3", ""}},
		{ints, "Place(x []int32)", fault{"an element of eight left out", "c[7] < best", "c[6] < best", ""}},
		{ints, "Place(x []int32)", fault{"a place without its element", "best, at = v, k+5", "at = k + 5", ""}},
		{ints, "Place(x []int32)", fault{"the last element left out", "for ; k < len(x)", "for ; k+1 < len(x)", ""}},
		{ints, "func GridReduce", fault{"the element before", "return in[at], int64(at)",
			"return in[max(at, 1)-1], int64(at)", ""}},
		{ints, "func GridReduce", fault{"the element of another number", "return in[at], int64(at)",
			"return in[at], int64(at) + 1", ""}},
		{ints, "func GridReduce", fault{"a number of no elements", "return 0, -1", "return 0, 0", "of no elements an index"}},
		{floats, "Place(x []float32)", fault{"a bar that is not raised",
			"\t\t\tbar = gridReduceArgmaxFloat32Bar(best)\n\t\t}\n\t}\n\tfor", "\t\t}\n\t}\n\tfor", ""}},
		{floats, "Place(x []float32)", fault{"elements as good as the bar", "!(c[3] <= bar)", "!(c[3] < bar)", ""}},
		{floats, "Place(x []float32)", fault{"a bar that equal elements exceed", "!(x[k] <= bar)", "x[k] > bar", ""}},
		{floats, "Place(x []float32)", fault{"the key of another element", "Key(math.Float32bits(c[4])); v > best",
			"Key(math.Float32bits(c[5])); v > best", ""}},
		{halves, "func GridReduce", fault{"the half before", "Decode(in[at]), int64(at)",
			"Decode(in[max(at, 1)-1]), int64(at)", ""}},
		{halves, "func GridReduce", fault{"the half of another number", "Decode(in[at]), int64(at)",
			"Decode(in[at]), int64(at) + 1", ""}},
		{halves, "func GridReduce", fault{"the upper half of a float32", "gridReduceArgminFloat32InFloat16Decode(in[at])",
			"math.Float32frombits(uint32(in[at]) << 16)", ""}},
		{halves, "Place(x []uint16)", fault{"the key of another half",
			"Key(math.Float32bits(gridReduceArgminFloat32InFloat16Decode(c[4]))); v < best",
			"Key(math.Float32bits(gridReduceArgminFloat32InFloat16Decode(c[5]))); v < best", ""}},
		{halves, "Place(x []uint16)", fault{"the last of equal halves of eight", "Decode(c[1]))); v < best",
			"Decode(c[1]))); v <= best", ""}},
		{halves, "Place(x []uint16)", fault{"the key of the half's bits",
			"Key(math.Float32bits(gridReduceArgminFloat32InFloat16Decode(x[k])))", "Key(uint32(x[k]))", ""}},
	} {
		src := planted(t, emit(t, f.spec, gen.Go), f.after, f.fault)
		if said := proveLengths(t, src, 1, 2, 3, 8, 9, 18); !strings.Contains(said, f.says) || said == "" {
			t.Errorf("%s: %q, want %q", f.name, said, f.says)
		}
	}
}
