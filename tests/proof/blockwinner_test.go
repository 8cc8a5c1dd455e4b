package proof_test

import "testing"

// Functions of a block in which faults are planted.
const (
	winner40  = "-pattern block-reduce -block 40 -op argmax"
	winner64  = "-pattern block-reduce -block 64 -op argmin -type float32 -mask full"
	winnerAll = "-pattern block-reduce -block 70 -op argmax -type uint8 -all"
	winner34  = "-pattern block-reduce -block 34 -op argmax -all -mask full"
	raked128  = "-pattern block-reduce -block 128 -op argmax -type float32 -mask full"
	winner32  = "-pattern block-reduce -block 32 -op argmin"
)

var blockGoFaults = []fault{
	{"the last word first", winner40, "min(number0, number32)", "min(number32, number32)"},
	{"the highest of the words", winner40, "min(number0, number32)", "max(number0, number32)"},
	{"words as signed numbers: none is below all", winner40, "int32(min(number0, number32))",
		"min(int32(number0), int32(number32))"},
	{"the number within the word", winner40, "| 32", "| 0"},
	{"the number of another word", winner40, "| 32", "| 64"},
	{"a sum for an or: none becomes 31", winner40, "| 32", "+ 32"},
	{"members of another word", winner40, "won39&mask[1]", "won39&mask[0]"},
	{"not a member", winner40, "won39&mask[1]", "won39"},
	{"compared with the best of the first word", winner40, "Same(key33, step6lane0)", "Same(key33, step5lane0)"},
	{"a thread is not compared", winner64, "won63 := won62 | blockReduceArgminFloat32B64FullSame(in63, step6lane0)<<31",
		"won63 := won62"},
	{"an element without a member", winner40, "mask[1]&0xff", "mask[1]"},
}

var blockCUDAFaults = []fault{
	{"a short warp's lanes left out", winner40, "0x000000ffu : 0xffffffffu", "0x0000000fu : 0xffffffffu"},
	{"the highest thread of equals", winner40, "won & (0u - won)", "won"},
	{"the number within the warp", winner40, "first |= 32u * warp;", ""},
	{"none becomes a thread", winner40, "first |= 32u * warp;", "first += 32u * warp;"},
	{"a non-member wins", winner40, "member & (x0 == x1)", "x0 == x1"},
	{"the number of the last lane's vote", winner40, "if (lane == 0u) {", "if (lane == 0u || lane == 1u) {"},
	{"every thread's own best", winner40, "x2 == x3 ? first", "x2 >= x2 ? first"},
	{"compared with the best of the first warp", winner40, "x2 == x3 ? first", "x2 == x1 ? first"},
	{"the greatest of the winners", winner40, "__reduce_min_sync", "__reduce_max_sync"},
	{"the winner of another warp", winner40, "first = firsts[slot]", "first = firsts[0]"},
	{"the best of another warp", winner40, "x2 = bests[slot]", "x2 = bests[1u - slot]"},
	{"lanes past the warps", winner40, "lane < 2u ? lane : 0u", "lane < 1u ? lane : 0u"},
	{"memory that nobody has stored", winner40, "lane < 2u ? lane : 0u", "lane < 3u ? lane : 0u"},
	{"no barrier before the loads", winner40, "}\n    __syncthreads();", "}"},
	{"no barrier before the next call", winner40, "__syncthreads();\n\n    // The winner.", "// The winner."},
	{"a barrier of one warp", winner40, "all = x3;", "all = x3; __syncthreads();"},
	{"the greatest of the lanes", winner64, "x1 = __reduce_min_sync(0xffffffffu, x0)",
		"x1 = __reduce_max_sync(0xffffffffu, x0)"},
	{"the last of equals in a piece", raked128, "first = x0 < mine[2] ? thread * 4u + 2u",
		"first = x0 <= mine[2] ? thread * 4u + 2u"},
	{"better than the first alone", raked128, "first = x0 < mine[2]", "first = mine[0] < mine[2]"},
	{"the number of the slot before", raked128, "thread * 4u + 3u : first", "thread * 4u + 2u : first"},
	{"every lane's own best", raked128, "x2 == x3 ? first", "x2 == x2 ? first"},
	{"the last of the lanes", raked128, "first = __reduce_min_sync(0xffffffffu, x2 == x3 ? first : 0xffffffffu)",
		"first = __reduce_max_sync(0xffffffffu, x2 == x3 ? first : 0u)"},
	{"the best of three", raked128, "int x2 = x1 > mine[3] ? x1 : mine[3];", "int x2 = x1;"},
	{"no barrier before the pieces", raked128, "slots[thread] = key;\n    __syncthreads();", "slots[thread] = key;"},
	{"no barrier before the next call's keys", raked128, "__syncthreads();\n\n    // The winner.", "// The winner."},
	{"the element of the thread itself", winner64, "unkey(all)", "unkey(key)"},
	{"thread 1 leaves the result", winnerAll, "thread == 0u", "thread == 32u"},
	{"a warp's best for the block's", winnerAll, "block_best[0] = all", "block_best[0] = x1"},
	{"a number of 7 bits", winnerAll, "*idx = (int)first", "*idx = (int)(first << 25) >> 25"},
	{"the highest thread of equals in a warp of two", winner34, "v == x0",
		"v == x0 && !(thread == 32u && __shfl_down_sync(threads, v, 1) == v)"},
	{"the other thread of a warp of two", winner34, "first |= 32u * warp;", "first = (first ^ warp) | 32u * warp;"},
	{"no lowest bit", winner32, "won & (0u - won)", "won & won"},
}

// TestBlockWinnerFaults plants faults in argmin and argmax of a block.
func TestBlockWinnerFaults(t *testing.T) { plantEach(t, blockGoFaults, blockCUDAFaults) }
