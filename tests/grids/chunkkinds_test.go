package grids

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

// everyChunk is why the chunks of arrays of every length are not proved, looking at some kinds of them; nil for all.
func everyChunk(t testing.TB, s spec.Spec, src string, of func(ptx.Kind) bool) error {
	t.Helper()
	f, err := ptx.Read("array.ptx", kernelOf(t, s, src))
	if err != nil {
		return err
	}
	a, err := f.Array(s, "", nil)
	if err != nil {
		return err
	}
	loop, err := a.RoundLoop(context.Background())
	if err != nil {
		return err
	}
	for _, k := range ptx.Kinds(s, loop.Rounds) {
		if of != nil && !of(k) {
			continue
		}
		p, err := a.Claim(context.Background(), k, loop)
		if err == nil && p.Verdict != check.Proved {
			err = fmt.Errorf("%s: %s", k, p.Differs)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// TestEveryChunkFaults: each fault is in what happens on long arrays alone, which no list of lengths has.
func TestEveryChunkFaults(t *testing.T) {
	s := sumOf(t, "float32")
	src := emit(t, s, gen.CUDA)
	const (
		test   = "rounds >= 8u; rounds"
		step   = "        from += 8192;\n"
		size   = "size = (unsigned long long)rounds * 1024u;"
		first  = "unsigned long long first = chunk * size"
		counts = "n - first < size || chunks == 1u ? n - first : size;"
		rest   = "rest = (unsigned)(count % 1024u);"
		leave  = "grid_reduce_sum_float32_leave(workspace + 16 + chunk, result);"
		all    = "unsigned all = (unsigned)((n + 1023u) / 1024u);"
		per    = "unsigned rounds = (all + 255u) / 256u;"
		few    = "rounds = rounds < 8u ? 8u : rounds;"
		chunks = "chunks = all <= 16u ? 1u : (all + rounds - 1u) / rounds;"
		last   = "a3 = grid_reduce_sum_float32_op(a3, __uint_as_float(x7.w));\n        from"
	)
	for _, f := range extent.Faults(t, []fault{
		{"an iteration is left out", test, "rounds >= (rounds == 123456u ? 200000u : 8u); rounds", ""},
		{"the last iteration is left out", test, "rounds >= 16u; rounds", ""},
		{"an iteration moves on too far", step, "        from += rounds == 123456u ? 8196 : 8192;\n", ""},
		{"an iteration moves on in 32 bits", step,
			"        from = chunk + 4u * thread + (unsigned)(from + 8192 - chunk - 4u * thread);\n", ""},
		{"an iteration adds an element twice", last, strings.Replace(last, "from",
			"if (rounds == 100000u)\n            a3 = grid_reduce_sum_float32_op(a3, __uint_as_float(x7.w));\n        from", 1),
			""},
		{"an iteration swaps accumulators", last, strings.Replace(last, "from",
			"if (rounds > 5000u) {\n            float b = a0;\n            a0 = a1;\n"+
				"            a1 = b;\n        }\n        from", 1), ""},
		{"an iteration forgets", last, strings.Replace(last, "from",
			"if (rounds == 100000u)\n            a0 = 0.0f;\n        from", 1), ""},
		{"a chunk of 32 bits", size, "size = (unsigned)(rounds * 1024u);", ""},
		{"a chunk that is longer", size, "size = (unsigned long long)rounds * (rounds > 3000000u ? 1025u : 1024u);", ""},
		{"a first element of 32 bits", first, "unsigned long long first = (unsigned)(chunk * size)", ""},
		{"a first element of 32 bits, in bytes", first, "unsigned long long first = (chunk * size * 4u & 0xffffffffffu) / 4u",
			""},
		{"the last chunk is whole", counts, "n - first < size && n < 0x8000000000u || chunks == 1u ? n - first : size;", ""},
		{"the last chunk lacks an element", counts,
			"n - first < size || chunks == 1u ? n - first - (n > 0x8000000000u ? 1u : 0u) : size;", ""},
		{"a short round of 512 elements", rest, "rest = (unsigned)(count % (count > 0x1000000u ? 512u : 1024u));", ""},
		{"a short round lacks an element", rest,
			"rest = (unsigned)(count % 1024u);\n    if (rest == 77u && count > 100000u)\n        rest = 76u;", ""},
		{"the slot of another chunk", leave,
			"grid_reduce_sum_float32_leave(workspace + 16 + (rounds == 70000u ? chunk ^ 1u : chunk), result);", ""},
		{"a result that depends on who has begun", leave,
			"grid_reduce_sum_float32_leave(workspace + 16 + chunk, before == 77u ? 0.0f : result);", ""},
		{"a result that depends on who has begun, in halves", leave,
			"grid_reduce_sum_float32_leave(workspace + 16 + chunk, (before + 1u) / 256u == 1u ? 0.0f : result);", "too early"},
		{"a result that depends on who has begun, in bits", leave,
			"grid_reduce_sum_float32_leave(workspace + 16 + chunk, (before & 255u) == 255u ? 0.0f : result);", "too early"},
		{"a vector past the end", "(own + 4u <= rest) last", "(own + 3u <= rest) last", "no place in it"},
		{"a round past the end", "(left > 6u) x6 = vectors", "(left > 5u) x6 = vectors", "no place"},
		{"a thread leaves early", test, "rounds >= 8u && !(thread == 77u && rounds < 16u); rounds", ""},
		{"a result that depends on the chunk", leave,
			"grid_reduce_sum_float32_leave(workspace + 16 + chunk, chunk == 77u ? 0.0f : result);", ""},
		{"a result that depends on the length", leave,
			"grid_reduce_sum_float32_leave(workspace + 16 + chunk, n == 0x123456789u ? 0.0f : result);", ""},
		{"a result that depends on the rounds", leave,
			"grid_reduce_sum_float32_leave(workspace + 16 + chunk, rounds == 12345u ? 0.0f : result);", ""},
		{"rounds are too few", all, "unsigned all = (unsigned)((n + (n > 0x1000000000u ? 0u : 1023u)) / 1024u);", ""},
		{"rounds are too many", per, "unsigned rounds = (all + (all > 0x100000u ? 256u : 255u)) / 256u;", ""},
		{"chunks are longer than they should be", few, "rounds = rounds < 8u ? 8u : rounds == 9u ? 10u : rounds;", ""},
		{"chunks of few rounds are longer", few, "rounds = rounds < 8u ? (all == 999u ? 9u : 8u) : rounds;", ""},
		{"a chunk is missing", chunks, "chunks = all <= 16u ? 1u : (all + rounds - (all == 0x1234567u ? 2u : 1u)) / rounds;",
			""},
		{"one chunk of 17 rounds", chunks, "chunks = all <= 17u ? 1u : (all + rounds - 1u) / rounds;", ""},
		{"several chunks of 16 rounds", chunks, "chunks = all <= 15u ? 1u : (all + rounds - 1u) / rounds;", ""},
	}, 32) {
		if err := everyChunk(t, s, planted(t, src, "", f), nil); err == nil || !strings.Contains(err.Error(), f.says) {
			t.Errorf("%s: %v, want %q", f.name, err, f.says)
		}
	}
}

// TestEveryChunk: the chunks of all arrays are proved, of types and maps of several sizes; here of some kinds each.
func TestEveryChunk(t *testing.T) {
	extent.OneIn(t, 12, 12)
	for i, flags := range extent.Sparse([]string{"-type float32", "-type int32 -op max", "-type float64",
		"-type float32 -map product",
		"-type int64 -op min", "-type int16", "-type float32 -op max", "-type int32 -map square", "-type float64 -op min",
		"-type float32 -op prod",
		"-type uint64 -op and", "-type float32 -in float16"}, 12, 4) {
		s, err := spec.ParseArgs(strings.Fields("-pattern grid-reduce " + flags))
		if err != nil {
			t.Fatal(err)
		}
		some := 0
		if err := everyChunk(t, s, emit(t, s, gen.CUDA), func(ptx.Kind) bool { some++; return some%11 == i%11 }); err != nil {
			t.Errorf("%s: %v", flags, err)
		}
	}
}
