package weak

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

// attacks are further edits: of how a block waits, counts and publishes, and of its own memory.
var attacks = []fault{
	{"the slot is put back before the wait", "    unsigned long long word;\n    do {",
		"    unsigned long long word;\n    asm volatile(\"st.relaxed.gpu.global.u64 [%0], %1;\" : : " +
			"\"l\"(slot), \"l\"(0ull) : \"memory\");\n    do {", "waits for ever"},
	{"halves of a word",
		"asm volatile(\"ld.relaxed.gpu.global.u64 %0, [%1];\" : \"=l\"(word) : \"l\"(slot) : \"memory\");",
		"unsigned low, high;\n        asm volatile(\"ld.relaxed.gpu.global.u32 %0, [%1];\" : \"=r\"(low) : \"l\"(slot) : " +
			"\"memory\");\n        asm volatile(\"ld.relaxed.gpu.global.u32 %0, [%1+4];\" : \"=r\"(high) : \"l\"(slot) : " +
			"\"memory\");\n        word = (unsigned long long)high << 32 | low;", "backward steps"},
	{"halves of a word published",
		"asm volatile(\"st.relaxed.gpu.global.u64 [%0], %1;\" : : \"l\"(slot), \"l\"(word) : \"memory\");\n}\n\n// Waits",
		"asm volatile(\"st.relaxed.gpu.global.v2.u32 [%0], {%1, %2};\" : : \"l\"(slot), \"r\"((unsigned)word), " +
			"\"r\"((unsigned)(word >> 32)) : \"memory\");\n}\n\n// Waits", ""},
	{"the result decides at the start", "    unsigned before = 0u;\n",
		"    unsigned before = 0u;\n    if (*(volatile float *)out == 1.0f)\n        return;\n", ""},
	{"a result of each block", "    __shared__ bool last;",
		"    if (threadIdx.x == 0u && before == 0u)\n        *out = 0.0f;\n    __shared__ bool last;", ""},
	{"a relaxed result of the first block", "    __shared__ bool last;",
		"    if (threadIdx.x == 0u && before == 0u)\n        asm volatile(\"st.relaxed.gpu.global.f32 [%0], 0f00000000;\" " +
			": : \"l\"(out) : \"memory\");\n    __shared__ bool last;", ""},
	{"a bounded wait", "} while (word >> 32 == 0ull);", "} while (word >> 32 == 0ull && ++spins < 3u);",
		"under a branch"},
	{"a wait that tries twice", "} while (word >> 32 == 0ull);",
		"    if (spins++ == 1u)\n            break;\n    } while (word >> 32 == 0ull);", "under a branch"},
	{"a wait that counts in its own memory", "} while (word >> 32 == 0ull);",
		"    own[threadIdx.x & 1u]++;\n    } while (word >> 32 == 0ull && own[threadIdx.x & 1u] < 2);", "under a branch"},
	{"put back what was read first", "\"l\"(slot), \"l\"(0ull)", "\"l\"(slot), \"l\"(first_read)", ""},
	{"scope by block", "asm volatile(\"st.relaxed.gpu.global.u64 [%0], %1;\" : : \"l\"(slot), " +
		"\"l\"(word) : \"memory\");\n}\n\n// Waits",
		"if (blockIdx.x == 1u)\n        asm volatile(\"st.relaxed.cta.global.u64 [%0], %1;\" : : \"l\"(slot), \"l\"(word) " +
			": \"memory\");\n    else\n        asm volatile(\"st.relaxed.gpu.global.u64 [%0], %1;\" : : \"l\"(slot), " +
			"\"l\"(word) : \"memory\");\n}\n\n// Waits", "unsupported by design"},
	{"a cached load", "ld.relaxed.gpu.global.u64", "ld.global.nc.u64", ""},
	{"a load that may be old", "ld.relaxed.gpu.global.u64", "ld.global.cg.u64", ""},
	{"published twice", "grid_reduce_sum_float32_publish(slot, __float_as_uint(result));",
		"grid_reduce_sum_float32_publish(slot, 0u);\n    grid_reduce_sum_float32_publish(slot, __float_as_uint(result));",
		"are in the result"},
	{"published again after the end", "    __shared__ bool last;",
		"    if (threadIdx.x == 0u && chunks > 1u)\n        grid_reduce_sum_float32_leave(workspace + 16 + blockIdx.x, " +
			"0.0f);\n    __shared__ bool last;", "are in the result"},
	{"a second thread publishes", "if (threadIdx.x == 0u && chunks > 1u)\n            grid",
		"if (threadIdx.x < 2u && chunks > 1u)\n            grid", ""},
	{"a block reads its own slot", "    __shared__ bool last;",
		"    if (threadIdx.x == 0u && chunks > 1u && grid_reduce_sum_float32_await(workspace + 16 + blockIdx.x) == 0u)\n" +
			"        return;\n    __shared__ bool last;", ""},
	{"every block waits for the first slot", "    __shared__ bool last;",
		"    if (threadIdx.x == 0u && chunks > 1u) {\n        unsigned long long word;\n        do {\n" +
			"            asm volatile(\"ld.relaxed.gpu.global.u64 %0, [%1];\" : \"=l\"(word) : \"l\"(workspace + 16) : " +
			"\"memory\");\n        } while (word == 0ull);\n    }\n    __shared__ bool last;", "waits for ever"},
	{"a block waits for the count", "    __shared__ bool last;",
		"    if (threadIdx.x == 0u && chunks > 1u) {\n        unsigned word;\n        do {\n" +
			"            asm volatile(\"ld.relaxed.gpu.global.u32 %0, [%1];\" : \"=r\"(word) : \"l\"(workspace) : " +
			"\"memory\");\n        } while (word < blocks);\n    }\n    __shared__ bool last;", "waits for ever"},
	{"a byte of another thread's element", "    // Each lane of the first warp reads 8 elements",
		"    if (thread == 40u)\n        ((volatile unsigned char *)&slots[44])[1] = (unsigned char)(__float_as_uint(v) " +
			">> 8);\n    // Each lane of the first warp reads 8 elements", "race: "},
	{"a flag overwritten by a longer word", "    __syncthreads();\n    if (!last)",
		"    alignas(8) __shared__ volatile unsigned flags[2];\n    if (threadIdx.x == 0u) {\n        flags[1] = last;\n" +
			"        *(volatile unsigned long long *)flags = 0ull;\n    }\n    __syncthreads();\n    if (!flags[1])", ""},
	{"the flag of the block before", "    __syncthreads();\n    if (!last)", "    __syncwarp();\n    if (!last)",
		"race: "},
	{"no barrier after the tree", "    __syncthreads();\n    return all;", "    return all;",
		"race: "},
	{"the count of another word", "grid_reduce_sum_float32_reset(workspace)",
		"grid_reduce_sum_float32_reset(workspace + 1)", "not zero at the end"},
	{"the count put back with a longer word", "st.relaxed.gpu.global.u32 [%0], %1;\" : : \"l\"(begun), \"r\"(0u)",
		"st.relaxed.gpu.global.u64 [%0], %1;\" : : \"l\"(begun), \"l\"(0ull)", ""},
	{"the count put back without a scope", "st.relaxed.gpu.global.u32", "st.global.u32", ""},
	{"a slot put back by half",
		"asm volatile(\"st.relaxed.gpu.global.u64 [%0], %1;\" : : \"l\"(slot), \"l\"(0ull) : \"memory\");",
		"asm volatile(\"st.relaxed.gpu.global.u32 [%0+4], %1;\" : : \"l\"(slot), \"r\"(0u) : \"memory\");", ""},
	{"only even chunks are put back", "\"l\"(slot), \"l\"(0ull)",
		"\"l\"(slot), \"l\"((unsigned long long)(threadIdx.x & 1u) << 40)", "not zero at the end"},
	{"the sign is a bit of the result", "1ull << 32 | bits", "(bits == 0u ? 0ull : 1ull) << 32 | bits", ""},
}

// TestAttacks: none is as good as the emitted kernel.
func TestAttacks(t *testing.T) {
	s := specOf(spec.Float32, spec.Sum)
	const wait, more = "    unsigned long long word;\n    do {", "    unsigned long long word, first_read = 0ull;\n" +
		"    unsigned spins = 0u;\n    int own[2] = {};\n    do {"
	src := strings.Replace(emit(t, s), wait, more, 1) // locals that attacks use
	for _, f := range extent.Drawn(t, attacks, 4, 2) {
		f.from, f.to = strings.Replace(f.from, wait, more, 1), strings.Replace(f.to, wait, more, 1)
		if strings.Count(src, f.from) != 1 {
			t.Errorf("%s: %d places", f.what, strings.Count(src, f.from))
			continue
		}
		changed := strings.Replace(src, f.from, f.to, 1)
		if strings.Contains(f.to, "first_read") {
			changed = strings.Replace(changed, "    } while (word >> 32 == 0ull);",
				"        first_read = spins++ == 0u ? word & 0xffffffffull : first_read;\n    } while (word >> 32 == 0ull);", 1)
		}
		if err := check(t, s, changed, "-O2", [2]int{2, 3}); err == nil || !strings.Contains(err.Error(), f.says) {
			t.Errorf("%s: %v, want %q", f.what, err, f.says)
		}
	}
}
