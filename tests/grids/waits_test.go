package grids

import (
	"fmt"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
)

// waiting is the text of a kernel that waits for a slot, does something in each round, and gives the result.
const waiting = `(int)[&] {
    unsigned long long word;
    do {
        asm volatile("ld.relaxed.gpu.global.u64 %%0, [%%1];" : "=l"(word) : "l"(%s) : "memory");
        %s
    } while (word >> 32 == 0ull);
    asm volatile("st.relaxed.gpu.global.u64 [%%0], %%1;" : : "l"(%[1]s), "l"(0ull) : "memory");
    return (unsigned)word; }()`

// Faults in rounds of a wait: in each round, in all but the last one, and in one thread's eight words of shared memory.
const (
	counts = "++waited;"
	marks  = "waited |= (unsigned)(word >> 32 == 0ull);"
	moves  = `asm volatile("" ::: "memory");
        #pragma unroll 1
        for (unsigned k = 0u; k < 8u; ++k)
            chain[k] = chain[k + 1u];
        asm volatile("" ::: "memory");`
)

// TestWaits: a kernel is not proved if something depends on how often it read a slot. This may be what another block
// gets, or the result.
func TestWaits(t *testing.T) {
	s := sumOf(t, "int32")
	src := emit(t, s, gen.CUDA)
	const (
		leave   = "        if (threadIdx.x == 0u && chunks > 1u)\n            grid_reduce_sum_int32_leave("
		collect = "        result = grid_reduce_sum_int32_collect(workspace + 16 + threadIdx.x);\n"
		chunks  = "    // The block's chunks.\n"
		results = "    // The results of all chunks"
	)
	// A block that begins last waits for slot 0 before it leaves the result of another chunk.
	before := func(round, more string) [][2]string {
		return [][2]string{
			{chunks, "    int early = 0;\n" + chunks},
			{leave, "        if (threadIdx.x == 0u && chunks > 1u && before == blocks - 1u && " +
				"blockIdx.x != 0u && chunk == blockIdx.x) {\n" +
				"            unsigned waited = 0u;\n            early = " + fmt.Sprintf(waiting, "workspace + 16", round) + ";\n" +
				"            result = (int)((unsigned)result + " + more + ");\n        }\n" + leave},
			{collect, "        result = threadIdx.x == 0u && blockIdx.x != 0u ? early : " +
				"grid_reduce_sum_int32_collect(workspace + 16 + threadIdx.x);\n"},
		}
	}
	for _, tt := range []struct {
		name string
		with [][2]string
		says string
	}{
		{"the count of reads in what is left", before(counts, "(waited > 1u ? 1u : 0u)"), "after a slot was read"},
		{"a mark in what is left", before(marks, "waited"), "after a slot was read"},
		{"a mark in the result", [][2]string{
			{collect, "        {\n        unsigned waited = 0u;\n        result = " + fmt.Sprintf(waiting,
				"workspace + 16 + threadIdx.x", marks) + ";\n        result += (int)waited;\n        }\n"},
		}, "how often a slot was read"},
		{"two threads' marks in the result", [][2]string{
			{results, "    __shared__ unsigned all_waited[256];\n    unsigned waited = 0u;\n" + results},
			{collect, "        result = " + fmt.Sprintf(waiting, "workspace + 16 + threadIdx.x", marks) +
				";\n    all_waited[threadIdx.x] = waited;\n    __syncthreads();\n" +
				"    if (threadIdx.x == 0u)\n        result += (int)(all_waited[0] & all_waited[1]);\n"},
		}, "how often a slot was read"},
		{"what shared memory holds after four rounds", [][2]string{
			{results, "    __shared__ unsigned chain[16];\n" + results},
			{collect, "    if (threadIdx.x == 0u) {\n        #pragma unroll 1\n        for (unsigned k = 0u; k < 9u; ++k)\n" +
				"            chain[k] = k >= 5u ? 1u : 0u;\n" +
				"        result = " + fmt.Sprintf(waiting, "workspace + 16", moves) +
				";\n        result += (int)chain[0];\n    } else\n" + collect},
		}, "waits and does something else"},
	} {
		changed := src
		for _, r := range tt.with {
			changed = planted(t, changed, "", fault{tt.name, r[0], r[1], ""})
		}
		if said := proveKernel(t, s, changed, claims{trees: []int{3}}); !strings.Contains(said, tt.says) {
			t.Errorf("%s: %q, want %q", tt.name, said, tt.says)
		}
	}
}
