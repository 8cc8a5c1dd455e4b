package rightfiles

import "strings"

// winners are searches for the winner's lane.
var winners = []whole{
	{"pairs of value and lane", "-pattern xor-reduce -width 32 -op argmin", "argmin", "int32 uint32 int64",
		`    T x = (mask >> lane & 1u) ? v : (T)ID;
    int at = (mask >> lane & 1u) ? (int)lane : 99;
    for (int d = 1; d < 32; d *= 2) {
        T y = __shfl_xor_sync(0xffffffffu, x, d);
        int other = __shfl_xor_sync(0xffffffffu, at, d);
        bool better = y < x || (y == x && other < at);
        x = better ? y : x;
        at = better ? other : at;
    }
    *idx = at == 99 ? -1 : at;
    return x;
`},
	{"pairs of value and lane, greatest", "-pattern xor-reduce -width 32 -op argmax", "argmax", "int32 uint32",
		`    T x = (mask >> lane & 1u) ? v : (T)ID;
    int at = (mask >> lane & 1u) ? (int)lane : 99;
    for (int d = 16; d > 0; d /= 2) {
        T y = __shfl_xor_sync(0xffffffffu, x, d);
        int other = __shfl_xor_sync(0xffffffffu, at, d);
        if (y > x || (y == x && other < at)) { x = y; at = other; }
    }
    *idx = at == 99 ? -1 : at;
    return x;
`},
	{"a key of 64 bits", "-pattern xor-reduce -width 32 -op argmin", "argmin", "uint32 int32",
		`    unsigned flip = (T)-1 < (T)0 ? 0x80000000u : 0u;
    unsigned long long key = (mask >> lane & 1u) ? (unsigned long long)((unsigned)v ^ flip) << 32 | lane : 0xffffffffffffffffull;
    for (int d = 1; d < 32; d *= 2) {
        unsigned long long other = __shfl_xor_sync(0xffffffffu, key, d);
        key = other < key ? other : key;
    }
    *idx = (int)(unsigned)key;
    return (T)((unsigned)(key >> 32) ^ flip);
`},
	{"a key of 64 bits, greatest", "-pattern xor-reduce -width 32 -op argmax", "argmax", "uint32 int32",
		`    unsigned flip = (T)-1 < (T)0 ? 0x80000000u : 0u;
    unsigned long long key = (mask >> lane & 1u) ? (unsigned long long)((unsigned)v ^ flip) << 32 | (31u - lane) : 0ull;
    for (int d = 1; d < 32; d *= 2) {
        unsigned long long other = __shfl_xor_sync(0xffffffffu, key, d);
        key = other > key ? other : key;
    }
    *idx = mask == 0u ? -1 : (int)(31u - (unsigned)key);
    return (T)((unsigned)(key >> 32) ^ flip);
`},
	{"the best, then a vote", "-pattern xor-reduce -width 32 -op argmin", "argmin", "int32 uint32",
		`    T x = (mask >> lane & 1u) ? v : (T)ID;
    for (int d = 1; d < 32; d *= 2) { T y = __shfl_xor_sync(0xffffffffu, x, d); x = y < x ? y : x; }
    *idx = __ffs((int)(__ballot_sync(0xffffffffu, v == x) & mask)) - 1;
    return x;
`},
	{"the best by a flip, then a vote", "-pattern xor-reduce -width 32 -op argmin", "argmin", "int32",
		`    unsigned x = (mask >> lane & 1u) ? (unsigned)v ^ 0x80000000u : 0xffffffffu;
    for (int d = 1; d < 32; d *= 2) { unsigned y = __shfl_xor_sync(0xffffffffu, x, d); x = y < x ? y : x; }
    T best = (T)(x ^ 0x80000000u);
    *idx = __ffs((int)(__ballot_sync(0xffffffffu, v == best) & mask)) - 1;
    return best;
`},
}

func winnerFiles() []File {
	var all []File
	for _, s := range winners {
		for _, name := range strings.Fields(s.types) {
			f := wholeFile(s, kinds[name])
			f.Src = []byte(strings.Replace(string(f.Src), "(unsigned mask, T v)", "(unsigned mask, T v, int *idx)", 1))
			all = append(all, f)
		}
	}
	return all
}
