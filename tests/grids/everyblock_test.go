package grids

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

// launchAttack is a fault of some launches or lengths alone, in an emitted kernel of an array: new in place of the
// first old after a text. G stands for the function's name. Chunks are the numbers of chunks for which the proof looks
// at the tree, 3 and 50 for none.
type launchAttack struct {
	after, old, new string
	chunks          []int
}

const (
	theKernel  = "void __launch_bounds__(256, 2) G("
	lastStore  = "G_reset(workspace);\n        *out = result;"
	fewStore   = "            *out = result;\n        return;"
	chunkStore = "if (threadIdx.x == 0u && chunks == 1u)\n            *out = result;"
	leaving    = "if (threadIdx.x == 0u && chunks > 1u)\n            G_leave(workspace + 16 + chunk, result);"
	asking     = "last = before == blocks - 1u;"
	noChunk    = "if (blockIdx.x >= blocks)\n        return;"
	collecting = "if (threadIdx.x < chunks)\n        result = G_collect(workspace + 16 + threadIdx.x);"
)

// stores is a store of the result that is another one in some launches.
func stores(when string, chunks ...int) launchAttack {
	return launchAttack{theKernel, lastStore, "G_reset(workspace);\n        *out = " + when + " ? 0 : result;", chunks}
}

// at is a fault of the kernel.
func at(old, new string, chunks ...int) launchAttack {
	return launchAttack{theKernel, old, new, chunks}
}

// launchAttacks are such faults by the arguments of the spec.
var launchAttacks = map[string][]launchAttack{
	"-op sum -type int32": {
		stores("chunks == 3u"),
		stores("chunks == 50u"),
		stores("chunks == 255u", 255),
		stores("chunks == 256u", 256),
		stores("chunks > 200u", 201),
		stores("chunks >= 100u && chunks < 103u", 101),
		stores("chunks % 2u == 1u", 5),
		stores("chunks % 64u == 63u", 127),
		stores("gridDim.x == 77u"),
		stores("gridDim.x > 300u"),
		stores("gridDim.x == chunks + 1u"),
		stores("blockIdx.x == 7u"),
		stores("blockIdx.x == chunks - 1u"),
		stores("n == 123457u"),
		stores("n % 1024u == 5u"),
		stores("n > 1ull << 33"),
		stores("n == 1ull << 40"),
		stores("((unsigned long long)in & 15u) == 8u"),
		at(fewStore, strings.Replace(fewStore, "result", "gridDim.x == 77u ? 0 : result", 1)),
		at(fewStore, strings.Replace(fewStore, "result", "n == 1000u ? 0 : result", 1)),
		at(fewStore, strings.Replace(fewStore, "result", "n == 0u && gridDim.x == 9u ? 1 : result", 1)),
		at("blockIdx.x != 0u)\n            return;",
			"blockIdx.x != 0u) {\n            if (n == 1000u && threadIdx.x == 0u)\n"+
				"                *out = 0;\n            return;\n        }"),
		at(chunkStore, strings.Replace(chunkStore, "= result", "= gridDim.x == 9u ? 0 : result", 1)),
		at(chunkStore, strings.Replace(chunkStore, "= result", "= n == 9000u ? 0 : result", 1)),
		at(noChunk,
			"if (blockIdx.x >= blocks) {\n        if (blockIdx.x == 1000u && threadIdx.x == 0u)\n"+
				"            *out = 0;\n        return;\n    }"),
		at(noChunk,
			"if (blockIdx.x >= blocks) {\n        if (n == 9000u && threadIdx.x == 0u)\n"+
				"            *out = 0;\n        return;\n    }"),
		at(leaving, strings.Replace(leaving, ", result", ", chunk == 200u ? 0 : result", 1)),
		at(leaving, strings.Replace(leaving, "chunks > 1u", "chunks > 1u && chunk != 77u", 1)),
		at(leaving, strings.Replace(leaving, "16 + chunk", "16 + (chunk == 77u ? 78u : chunk)", 1)),
		at(leaving, strings.Replace(leaving, ", result", ", n == 123457u ? 0 : result", 1)),
		at(leaving, strings.Replace(leaving, ", result", ", gridDim.x == 300u ? 0 : result", 1)),
		at("rounds < 8u ? 8u : rounds", "rounds < 8u ? 8u : rounds == 9u ? 10u : rounds"),
		at("unsigned chunks =", "unsigned chunks = all == 616u ? 76u :"),
		at(asking, "last = before == blocks - 1u && chunks != 50u;"),
		at(asking, "last = before >= blocks - 2u;"),
		at(asking, "last = before == gridDim.x - 1u;"),
		at(asking, "last = before == blocks - 1u && blockIdx.x != 9u;"),
		at(asking, "last = before == blocks - 1u || n == 123457u;"),
		at("G_reset(workspace);", "if (chunks != 50u)\n            G_reset(workspace);"),
		at("G_reset(workspace);", "if (blockIdx.x != 7u)\n            G_reset(workspace);"),
		at("G_reset(workspace);", "if (gridDim.x != 300u)\n            G_reset(workspace);"),
		at("before = G_begin(workspace);",
			"before = G_begin(workspace);\n    if (threadIdx.x == 0u && blockIdx.x == 9u && chunks > "+
				"1u)\n        before = G_begin(workspace);"),
		at(asking+"\n    __syncthreads();", asking),
		at("threadIdx.x < chunks", "threadIdx.x < chunks - (chunks == 90u ? 1u : 0u)", 90),
		at("threadIdx.x < chunks", "threadIdx.x <= chunks", 31),
		at("uint4 none;\n    none.x = 0x00000000u;\n    int result",
			"uint4 none;\n    none.x = chunks == 130u ? 1u : 0u;\n    int result", 130),
		at("result = G_threads(result);", "result = G_threads(chunks == 99u && threadIdx.x == 3u ? 0 : result);", 99),
		at(collecting,
			strings.Replace(collecting, "16 + threadIdx.x", "16 + (chunks == 140u && threadIdx.x < 2u ? 0u : threadIdx.x)", 1),
			140),
		at(collecting,
			strings.Replace(collecting, "16 + threadIdx.x);", "16 + threadIdx.x) + (blockIdx.x == 5u ? 1 : 0);", 1)),
		{"_publish(", "st.relaxed.gpu.global.u64", "st.global.u64", nil},
		{"_publish(", "st.relaxed.gpu.global.u64", "st.relaxed.cta.global.u64", nil},
		{"_await(", "ld.relaxed.gpu.global.u64", "ld.global.u64", nil},
		{"_begin(", "atom.relaxed.gpu", "atom.relaxed.cta", nil},
		{"_await(", "while (word >> 32 == 0ull)", "while (false)", nil},
	},
	"-op sum -type float32": {
		at(collecting, strings.Replace(collecting, "16 + threadIdx.x", "16 + (chunks - 1u - threadIdx.x)", 1)),
		at(collecting,
			strings.Replace(collecting, "16 + threadIdx.x", "16 + (chunks == 64u ? (threadIdx.x + 1u) % 64u : threadIdx.x)", 1),
			64),
		stores("chunks == 256u && blockIdx.x == 255u", 256),
	},
	"-op sum -type int32 -map square": {stores("chunks == 50u"), stores("gridDim.x == 77u")},
	"-op sum -type int32 -parts": {
		{"G_combine(", "*out = result;", "*out = chunks == 50u ? 0 : result;", nil},
		{"G_combine(", "*out = result;", "*out = n == 409600u ? 0 : result;", nil},
		{"G_combine(", "threadIdx.x < chunks", "threadIdx.x < chunks - (chunks == 50u ? 1u : 0u)", nil},
	},
}

// everyBlock looks at some of what a proof of every number of elements looks at. The error is what is wrong.
func everyBlock(ctx context.Context, s spec.Spec, code []byte, chunks []int) error {
	f, err := ptx.Read("array.ptx", code)
	if err != nil {
		return err
	}
	a, err := f.Array(s, "", nil)
	if err != nil {
		return err
	}
	prove := func(b check.Subject, err error) error {
		if err != nil {
			return err
		}
		p, err := check.Prove(ctx, b, check.Search{})
		return errorOf(err, p)
	}
	loop, err := a.RoundLoop(ctx)
	if err != nil {
		return err
	}
	if chunks == nil {
		chunks = []int{3, 50}
	}
	ends, rounds := new(ptx.Ends), s.GridOrder().Rounds
	kinds := []ptx.Kind{
		{Of: ptx.LeastChunk, Left: rounds}, {Of: ptx.LeastLast, Left: 2, Short: true}, {Of: ptx.LongChunk, Left: 1},
		{Of: ptx.OnlyChunk, Short: true},
	}
	var all []func() error
	for _, kind := range kinds[:3] {
		all = append(all, func() error {
			p, err := a.End(ctx, kind, loop, ends)
			return errorOf(err, p)
		})
	}
	for _, n := range chunks {
		all = append(all, func() error { return prove(a.Last(ends, n)) })
	}
	if size := rounds * s.GridOrder().Accumulators(); s.Grid().Parts {
		all = append(all, func() error { return prove(a.Combined(49*size+1, 50*size)) })
	}
	all = append(all, func() error { return a.Idle(ctx) })
	for _, kind := range kinds {
		all = append(all, func() error {
			p, err := a.Claim(ctx, kind, loop)
			return errorOf(err, p)
		})
	}
	all = append(all, func() error { return a.Protocol(2, 3) }, func() error { return prove(a.Few(4096)) }, func() error {
		_, err := a.Nothing()
		return err
	})
	for _, of := range all {
		if err := of(); err != nil {
			return err
		}
	}
	return nil
}

func errorOf(err error, p check.Proof) error {
	if err == nil {
		err = p.Err()
	}
	return err
}

// TestLaunchAttacks: a fault that only some numbers of chunks, of blocks or of elements show is seen, as is none in the
// emitted file.
func TestLaunchAttacks(t *testing.T) {
	type attempt struct {
		args, new, src string
		chunks         []int
	}
	specs, emitted := map[string]spec.Spec{}, map[string]string{}
	var all []attempt
	for _, args := range slices.Sorted(maps.Keys(launchAttacks)) {
		s, err := spec.ParseArgs(strings.Fields("-pattern grid-reduce " + args))
		if err != nil {
			t.Fatal(err)
		}
		src, named := emit(t, s, gen.CUDA), strings.NewReplacer("G_", s.FileName()+"_", "G(", s.FileName()+"(")
		specs[args], emitted[args] = s, src
		for _, a := range launchAttacks[args] {
			f := fault{args, named.Replace(a.old), named.Replace(a.new), ""}
			all = append(all, attempt{args, a.new, planted(t, src, named.Replace(a.after), f), a.chunks})
		}
	}
	for _, a := range extent.Faults(t, all, 64) {
		s := specs[a.args]
		if src, ok := emitted[a.args]; ok {
			delete(emitted, a.args)
			if err := everyBlock(t.Context(), s, kernelOf(t, s, src), []int{3, 17, 256}); err != nil {
				t.Errorf("%s: the emitted file: %v", a.args, err)
			}
		}
		if err := everyBlock(t.Context(), s, kernelOf(t, s, a.src), a.chunks); err == nil {
			t.Errorf("%s: %q: proved", a.args, a.new)
		} else {
			t.Logf("%s: %q: %v", a.args, a.new, err)
		}
	}
}
