package grids

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

// scanKernelFaults are texts of the kernel of an inclusive sum of floats that are replaced, where $ is the name before
// helpers.
var scanKernelFaults = []fault{
	{"the other side is not cleared", "$_word(workspace + 16ull + 2ull * i + (1u - now), 0ull);", "continue;", ""},
	{"the own side is cleared", "2ull * i + (1u - now)", "2ull * i + now", ""},
	{"clearing begins a word later", "* 128u + threadIdx.x; i < used", "* 128u + threadIdx.x + 1u; i < used", ""},
	{"clearing goes too far", "i < used;", "i <= used;", ""},
	{"clearing goes in longer steps", "i += (unsigned long long)tiles * 128u", "i += (unsigned long long)tiles * 256u",
		""},
	{"clearing leaves ones", "(1u - now), 0ull", "(1u - now), 1ull", ""},
	{"the side is a part of what is left", "0x7fffffffu", "0xffffffffu", ""},
	{"a node without its value", "1ull << 32 | __float_as_uint(value)", "1ull << 32", ""},
	{"a node without its sign", "1ull << 32 | __float_as_uint(value)", "(unsigned long long)__float_as_uint(value)", ""},
	{"another sign", "1ull << 32 | __float_as_uint(value)", "2ull << 32 | __float_as_uint(value)", ""},
	{"the node of another tile", "$_word(to, 1ull << 32", "$_word(to + 2, 1ull << 32", ""},
	{"the word of the other side", "$_word(to, 1ull << 32", "$_word(to + 1, 1ull << 32", ""},
	{"the sum of one strip is published", "$_publish(side, tile, total)", "$_publish(side, tile, v)", ""},
	{"two threads publish", "    if (lane == 0u)\n        $_leave(", "    if (lane < 2u)\n        $_leave(", ""},
	{"two warps publish", "if (warp == 3u)", "if (warp >= 2u)", ""},
	{"nobody publishes", "if (warp == 3u)", "if (warp == 4u)", ""},
	{"a higher node at another tile", "% 32u == 31u; shift", "% 32u == 30u; shift", ""},
	{"a higher node is missing", "% 32u == 31u; shift", "% 32u == 31u && shift < 5u; shift", ""},
	{"another of the 31 others", "(31u - lane) << shift", "(32u - lane) << shift", ""},
	{"the own sum twice", "lane < 31u, sum)", "lane < 30u, sum)", ""},
	{"a higher node in the place of a lower one", "$_at(side, node + level)", "$_at(side, node + level - 1u)", ""},
	{"nodes of another level", "- 1u) + level)", "- 1u))", ""},
	{"a node too many is awaited", "count = node % 32u", "count = node % 32u + 1u", ""},
	{"a node is left out", "lane < count, ", "lane + 1u < count, ", ""},
	{"the highest level is left out", "level < 6u; level += 4u", "level < 5u; level += 4u", ""},
	{"levels in another order", "parts[1]);\n        prefix = $_op(prefix, parts[0])",
		"parts[0]);\n        prefix = $_op(prefix, parts[1])", ""},
	{"numbers of nodes without a level", " + (tile >> 10)", "", ""},
	{"nobody waits", "while (!__all_sync(0xffffffffu, word >> 32 != 0ull));", "while (false);", ""},
	{"a wait for what is not zero", "while (!__all_sync(0xffffffffu, word >> 32 != 0ull));",
		"while (!__all_sync(0xffffffffu, (unsigned)word != 0u));", ""},
	{"a wait until it was read twice", "while (!__all_sync(0xffffffffu, word >> 32 != 0ull));",
		"while (!__all_sync(0xffffffffu, word >> 32 != 0ull));\n    if (word >> 32 == 0ull)\n        return 0.0f;", "proved"},
	{"a wait that counts", "    do {\n        if (wanted)",
		"    unsigned times = 0u;\n    do {\n        ++times;\n        if (wanted)", "proved"},
	{"a wait of the lanes that have a word", "while (!__all_sync(0xffffffffu, word >> 32 != 0ull));",
		"while (!__any_sync(0xffffffffu, word >> 32 != 0ull));", ""},
	{"a wait until one word is there", "while (!__all_sync(0xffffffffu, word >> 32 != 0ull));",
		"while (__all_sync(0xffffffffu, word >> 32 == 0ull));", ""},
	{"a lane that does not say what it misses", "while (!__all_sync(0xffffffffu, word >> 32 != 0ull));",
		"while (!__all_sync(0xffffffffu, word >> 32 != 0ull || threadIdx.x % 32u == 3u));", ""},
	{"a wait that never ends", "while (!__all_sync(0xffffffffu, word >> 32 != 0ull));",
		"while (!__all_sync(0xffffffffu, word >> 32 != 0ull && wanted));", ""},
	{"what the round before has read",
		"    do {\n        if (wanted)\n            word = $_read(from);\n" +
			"    } while (!__all_sync(0xffffffffu, word >> 32 != 0ull));\n" +
			"    return wanted ? __uint_as_float((unsigned)word) : none;",
		"    unsigned before = 0u;\n    do {\n        before = (unsigned)word;\n        if (wanted)\n" +
			"            word = $_read(from);\n    } while (!__all_sync(0xffffffffu, word >> 32 != 0ull));\n" +
			"    return wanted ? __uint_as_float(before) : none;", ""},
	{"a store in a round", "    do {\n        if (wanted)",
		"    do {\n        if (wanted && threadIdx.x == 99u)\n" +
			"            $_word(const_cast<unsigned long long *>(from), 0ull);\n        if (wanted)", ""},
	{"a count of waits in the result", "    do {\n        if (wanted)",
		"    unsigned times = 0u;\n    do {\n        if (++times > 5u)\n            return 0.0f;\n        if (wanted)", ""},
	{"tickets of the block's scope", "atom.relaxed.gpu", "atom.relaxed.cta", ""},
	{"waits of the block's scope", "ld.relaxed.gpu", "ld.relaxed.cta", ""},
	{"stores of the block's scope", "st.relaxed.gpu", "st.relaxed.cta", ""},
	{"plain stores", "st.relaxed.gpu", "st", ""},
	{"plain loads", "ld.relaxed.gpu", "ld", ""},
	{"two tickets", "word = $_ticket(workspace)", "word = ($_ticket(workspace), $_ticket(workspace))", ""},
	{"each warp has a ticket", "if (threadIdx.x == 0u) {\n            unsigned long long word",
		"if (lane == 0u) {\n            unsigned long long word", ""},
	{"tickets in steps of two", "[%1], 1;", "[%1], 2;", ""},
	{"a store before the ticket", "unsigned long long word = $_ticket(workspace)",
		"$_word(workspace + 16, 0ull);\n            unsigned long long word = $_ticket(workspace)", ""},
	{"the tile is the block's number", "tile = (unsigned)word;", "tile = blockIdx.x;", ""},
	{"the first block puts the tickets back", "(unsigned)word == gridDim.x - 1u", "(unsigned)word == 0u", ""},
	{"the last tile puts the tickets back", "(unsigned)word == gridDim.x - 1u", "(unsigned)word == tiles - 1u", ""},
	{"nobody puts the tickets back", "(unsigned)word == gridDim.x - 1u", "(unsigned)word == gridDim.x", ""},
	{"the next launch has the same side", "(~word & 1ull << 63)", "(word & 1ull << 63)", ""},
	{"the next launch clears nothing", "_nodes(tiles) << 32", "_nodes(0u) << 32", ""},
	{"the next launch clears too little", "_nodes(tiles) << 32", "_nodes(tiles - 1u) << 32", ""},
	{"one side alone", "side += now;", "", ""},
	{"a tile too many", "if (tile >= tiles)", "if (tile > tiles)", ""},
	{"a grid that is too small by one block", "gridDim.x < all", "gridDim.x + 1u < all", ""},
	{"tiles in 32 bits", "gridDim.x < all", "gridDim.x < (unsigned)all", ""},
	{"a grid that is as large as it has to be", "gridDim.x < all", "gridDim.x <= all", ""},
	{"blocks that do the work of block 0", "blockIdx.x != 0u || ", "", ""},
	{"another number of tiles", "(n % 4096ull != 0ull)", "1ull", ""},
	{"no tiles of -1 elements", "n / 4096ull + (n % 4096ull != 0ull)", "(n + 4095ull) / 4096ull", "want a trap"},
	{"no barrier after the ticket", "        }\n        __syncthreads();\n        unsigned long long word = taken;",
		"        }\n        unsigned long long word = taken;", ""},
	{"no barrier after the sums of strips", "        sums[warp] = sum;\n    __syncthreads();", "        sums[warp] = sum;",
		""},
	{"no barrier after the parts", "        __syncthreads();\n        float prefix", "        float prefix", ""},
	{"an element past the end is stored", "v < count)\n", "v <= count)\n", ""},
	{"the last element is not stored", "v < count)\n", "v + 1u < count)\n", ""},
	{"an element past the end is loaded", "+ v < count ?", "+ v <= count ?", ""},
	{"elements of another place", "_load(x, in + first, count)", "_load(x, in + first + 1, count)", ""},
	{"results in another place", "before, out + first, count)", "before, out + first + 1, count)", ""},
	{"alignment of in is not asked", "((unsigned long long)in & 15u) == 0u", "true", ""},
	{"half of the alignment of out", "(unsigned long long)out & 15u", "(unsigned long long)out & 7u", ""},
	{"another identity", "mov.b32 %0, 0x80000000;", "mov.b32 %0, 0x00000000;", ""},
	{"a distance too few", "d < 32u; d *= 2u", "d < 16u; d *= 2u", ""},
	{"a lane too few", "if (lane >= d)", "if (lane > d)", ""},
	{"rows that forget rows", "r == 0 ? sum : $_op(total, sum)", "sum", ""},
	{"strips that forget strips", "if (lane >= 2u)", "if (lane >= 3u)", ""},
	{"the own strip is before itself", "warp == 0u ? 0u : warp - 1u", "warp", ""},
	{"the first strip has something before it", "    if (warp == 0u)\n        before = $_none();", "", ""},
	{"tiles before come after", "before = $_op(prefix, before);", "", ""},
	{"the last piece of a row is before the next lane's alone", "    if (lane == 0u)\n            before = $_none();", "",
		""},
	{"what is left decides on the tile", "side += now;", "side += now;\n        tile += used & 3u;", ""},
	{"what is left is cut to 11 bits", "0x7fffffffu", "0x7ffu", ""},
	{"what the launch uses is cut to 16 bits", "$_nodes(tiles) << 32", "($_nodes(tiles) & 0xffffu) << 32", ""},
	{"the size of the grid is in a result", "    // The elements.",
		"    if (gridDim.x == 5u)\n        before = 7.0f;\n    // The elements.", ""},
	{"blocks beside that of one tile are in a result", "    // The elements.",
		"    if (gridDim.x > 5u && tiles == 1u)\n        before = 7.0f;\n    // The elements.", ""},
	{"a grid of 7 blocks is never too small", "gridDim.x < all", "gridDim.x < all && gridDim.x != 7u", ""},
	{"fused", "before = $_op(prefix, before);", "before = prefix + before + 0.0f;", ""},
}

// TestScanKernelFaults: each is named or shown by a call; two changes that are none are proved.
func TestScanKernelFaults(t *testing.T) {
	s := sumOf(t, "float32")
	s.Pattern = spec.GridInclusiveScan
	src := emit(t, s, gen.CUDA)
	var wrong, right []fault
	for _, f := range scanKernelFaults {
		switch {
		case f.says == "proved":
			right = append(right, f)
		case !strings.Contains(f.name, " is cut to "): // minutes of a processor; those are attacks, too
			wrong = append(wrong, f)
		}
	}
	for _, f := range append(extent.Faults(t, wrong, 48), extent.Drawn(t, right, 8, 8)...) {
		name := strings.NewReplacer("$", s.FileName())
		from, to := name.Replace(f.old), name.Replace(f.new)
		if strings.Count(src, from) == 0 {
			t.Errorf("%s: %q is not there", f.name, from)
			continue
		}
		switch wrong := wrongScan(t, s, strings.Replace(src, from, to, 1), someTickets(s)); {
		case f.says == "proved" && wrong != "":
			t.Errorf("%s: %s", f.name, wrong)
		case f.says != "proved" && (wrong == "" || !strings.Contains(wrong, f.says)):
			t.Errorf("%s: %q, want %q", f.name, wrong, f.says)
		default:
			t.Logf("%s: %.160s", f.name, wrong)
		}
	}
}
