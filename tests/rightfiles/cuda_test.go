package rightfiles

import (
	"fmt"
	"strings"
)

// combine computes an op on two values a and b of T; U is the unsigned type.
type combine struct {
	way, op, types, body string
}

const (
	ints   = "int32 uint32 int64 uint64"
	words  = "int32 uint32"
	longs  = "int64 uint64"
	smalls = "int8 uint8 int16 uint16"
)

var combines = []combine{
	{"plainly", "sum", ints + " " + smalls, "return a + b;"},
	{"sum without carries and these", "sum", ints, "return (T)((U)(a ^ b) + 2 * (U)(a & b));"},
	{"sum of what is common and all", "sum", ints, "return (T)((U)(a | b) + (U)(a & b));"},
	{"sum as a difference", "sum", ints, "return (T)((U)a - (U)~b - 1);"},
	{"sum less the negative", "sum", ints + " int8", "return (T)((U)a - (0 - (U)b));"},
	{"sum by the complement", "sum", ints, "return (T)~(~(U)a - (U)b);"},
	{"sum twice all less what differs", "sum", ints, "return (T)(2 * (U)(a | b) - (U)(a ^ b));"},
	{"sum with a detour", "sum", ints, "return (T)(3 * (U)a + (U)b - 2 * (U)a);"},
	{"sum by halves", "sum", words,
		"U x = a, y = b; return (T)((x & 0xffffu) + (y & 0xffffu) + (((x >> 16) + (y >> 16)) << 16));"},
	{"sum by halves with a carry", "sum", words,
		"U x = a, y = b; U lo = (x & 0xffffu) + (y & 0xffffu); U hi = (x >> 16) + (y >> 16) + (lo >> 16); " +
			"return (T)((hi << 16) | (lo & 0xffffu));"},
	{"sum by words with a carry", "sum", longs,
		"unsigned al = (unsigned)a, bl = (unsigned)b; unsigned ah = (unsigned)((U)a >> 32), bh = (unsigned)((U)b >> 32); " +
			"unsigned lo = al + bl; unsigned hi = ah + bh + (lo < al ? 1u : 0u); return (T)((U)hi << 32 | lo);"},
	{"sum by words, the other carry", "sum", longs,
		"unsigned al = (unsigned)a, bl = (unsigned)b; unsigned ah = (unsigned)((U)a >> 32), bh = (unsigned)((U)b >> 32); " +
			"unsigned lo = al + bl; unsigned hi = bh + ah + (lo < bl); return (T)((U)hi << 32 | lo);"},
	{"sum by instructions with a carry", "sum", longs,
		`unsigned al = (unsigned)a, bl = (unsigned)b; unsigned ah = (unsigned)((U)a >> 32), bh = (unsigned)((U)b >> 32); ` +
			`unsigned lo, hi; asm("add.cc.u32 %0, %2, %4; addc.u32 %1, %3, %5;" : "=r"(lo), "=r"(hi) : "r"(al), "r"(ah), ` +
			`"r"(bl), "r"(bh)); return (T)((U)hi << 32 | lo);`},
	{"sum in 64 bits", "sum", words + " " + smalls, "return (T)((long long)a + (long long)b);"},

	{"product of negatives", "prod", "int32 uint32 int64", "return (T)((0 - (U)a) * (0 - (U)b));"},
	{"product in 64 bits", "prod", words, "return (T)((unsigned long long)a * (unsigned long long)b);"},

	{"min by a flip to unsigned", "min", "int32 int64",
		"U s = (U)1 << (sizeof(T) * 8 - 1); U x = (U)a ^ s, y = (U)b ^ s; return (T)((x < y ? x : y) ^ s);"},
	{"max by a flip to unsigned", "max", "int32 int64",
		"U s = (U)1 << (sizeof(T) * 8 - 1); U x = (U)a ^ s, y = (U)b ^ s; return (T)((x > y ? x : y) ^ s);"},
	{"max by a flip to signed", "max", "uint32 uint64",
		"long long s = sizeof(T) == 8 ? (long long)(1ull << 63) : 0; if (sizeof(T) == 8) { long long x = (long long)a ^ " +
			"s, y = (long long)b ^ s; return (T)((x > y ? x : y) ^ s); } int x = (int)((unsigned)a ^ 0x80000000u), y = " +
			"(int)((unsigned)b ^ 0x80000000u); return (T)((unsigned)(x > y ? x : y) ^ 0x80000000u);"},
	{"min of complements", "max", ints, "T x = (T)~a, y = (T)~b; return (T)~(x < y ? x : y);"},
	{"max of complements", "min", ints, "T x = (T)~a, y = (T)~b; return (T)~(x > y ? x : y);"},
	{"min by the bits that differ", "min", ints, "return (T)(b ^ ((a ^ b) & (T)-(T)(a < b)));"},
	{"max by the bits that differ", "max", ints, "return (T)(a ^ ((a ^ b) & (T)-(T)(a < b)));"},
	{"min in 64 bits", "min", words + " " + smalls, "long long x = a, y = b; return (T)(x < y ? x : y);"},
	{"max by not less or equal", "max", ints + " " + smalls, "return !(a <= b) ? a : b;"},

	{"and by De Morgan", "and", "uint32 uint64", "return ~(~a | ~b);"},
	{"and as a difference", "and", "uint32 uint64", "return a + b - (a | b);"},
	{"and without", "and", "uint32", "return a & ~(a & ~b);"},
	{"or by De Morgan", "or", "uint32 uint64", "return ~(~a & ~b);"},
	{"or as a sum", "or", "uint32 uint64", "return a + b - (a & b);"},
	{"or of what is not there", "or", "uint32 uint64", "return a + (b & ~a);"},
	{"xor as a difference", "xor", "uint32 uint64", "return (a | b) - (a & b);"},
	{"xor as a sum", "xor", "uint32 uint64", "return a + b - 2 * (a & b);"},
	{"xor by cases", "xor", "uint32 uint64", "return (a & ~b) | (~a & b);"},

	{"sum in double", "sum", "float32", "return (float)((double)a + (double)b);"},
	{"sum of the other first", "sum", "float32", "return __fadd_rn(b, a);"},
	{"sum of the other first, double", "sum", "float64", "return __dadd_rn(b, a);"},
	{"sum by plus", "sum", "float32 float64", "return a + b;"},
	{"product in double", "prod", "float32", "return (float)((double)a * (double)b);"},
	{"product of the other first", "prod", "float32", "return __fmul_rn(b, a);"},
	{"min of negatives", "max", "float32", "return -fminf(-a, -b);"},
	{"max of negatives", "min", "float32", "return -fmaxf(-a, -b);"},
	{"min of negatives, double", "max", "float64", "return -fmin(-a, -b);"},
	{"max of negatives, double", "min", "float64", "return -fmax(-a, -b);"},
	{"min in double", "min", "float32", "return (float)fmin((double)a, (double)b);"},
	{"max of the other first", "max", "float32", "return fmaxf(b, a);"},
}

// network combines the lanes of segments of W.
type network struct {
	way, pattern, body string
	float              bool // it combines in the order of the contract
	widths             []int
}

var networks = []network{
	{"butterfly, near first", "xor-reduce",
		"for (int d = 1; d < W; d *= 2) x = combine(x, (T)__shfl_xor_sync(0xffffffffu, (S)x, d));", true, []int{32, 8}},
	{"butterfly, far first", "xor-reduce",
		"for (int d = W / 2; d > 0; d /= 2) x = combine(x, (T)__shfl_xor_sync(0xffffffffu, (S)x, d));", false, []int{32}},
	{"by the lane's number", "xor-reduce",
		"for (int d = 1; d < W; d *= 2) x = combine((T)__shfl_sync(0xffffffffu, (S)x, (int)(lane ^ (unsigned)d)), x);", true,
		[]int{16}},
	{"around a ring", "reduce",
		"for (int d = 1; d < W; d *= 2) x = combine(x, (T)__shfl_sync(0xffffffffu, (S)x, (int)((lane + d) % W), W));", false,
		[]int{32}},
	{"lane by lane", "xor-reduce",
		"T all = ID; for (int j = 0; j < W; j++) all = combine(all, (T)__shfl_sync(0xffffffffu, (S)x, j, W)); x = all;",
		false, []int{32, 4}},
	{"down, then to all", "reduce",
		"for (int d = W / 2; d > 0; d /= 2) x = combine(x, (T)__shfl_down_sync(0xffffffffu, (S)x, d, W)); x = " +
			"(T)__shfl_sync(0xffffffffu, (S)x, 0, W);", false, []int{32}},
	{"inclusive scan, by the lane before", "inclusive-scan",
		"for (int d = 1; d < W; d *= 2) { T y = (T)__shfl_up_sync(0xffffffffu, (S)x, d, W); if (lane " +
			"% W >= (unsigned)d) x = combine(y, x); }", false, []int{32, 8}},
	{"scan lane by lane", "inclusive-scan",
		"T all = ID; for (unsigned j = 0; j < W; j++) { T y = (T)__shfl_sync(0xffffffffu, (S)x, (int)j, W); if (j <= lane " +
			"% W) all = combine(all, y); } x = all;", false, []int{16}},
	{"exclusive scan by the inclusive", "exclusive-scan",
		"for (int d = 1; d < W; d *= 2) { T y = (T)__shfl_up_sync(0xffffffffu, (S)x, d, W); if (lane % W >= (unsigned)d) " +
			"x = combine(y, x); } x = (T)__shfl_up_sync(0xffffffffu, (S)x, 1, W); if (lane % W == 0) x = ID;", false, []int{32}},
}

// cudaFiles are the ops of combine, each with some of the networks, and functions of their own.
func cudaFiles() []File {
	var all []File
	n := 0
	for _, c := range combines {
		for _, name := range strings.Fields(c.types) {
			k := kinds[name]
			// Two networks for each combine and type, alternating.
			for took := 0; took < 2; n++ {
				net := networks[n%len(networks)]
				if k.float && c.op != "min" && c.op != "max" && !net.float {
					continue
				}
				w := net.widths[n/len(networks)%len(net.widths)]
				all = append(all, cudaFile(c, k, net, w))
				took++
			}
		}
	}
	for _, s := range wholes {
		for _, name := range strings.Fields(s.types) {
			all = append(all, wholeFile(s, kinds[name]))
		}
	}
	return all
}

func cudaFile(c combine, k kind, net network, w int) File {
	flags := fmt.Sprintf("-pattern %s -width %d -type %s -op %s", net.pattern, w, k.name, c.op)
	return cudaOf(c.way+" "+net.way, flags, k, c.op, w,
		"static __device__ T combine(T a, T b)\n{\n    "+c.body+"\n}\n\n", "    T x = (mask >> lane & 1u) ? v : (T)ID;\n    "+
			net.body+"\n    return x;\n")
}

// cudaOf is a file with the body of a function. In the body, T is the type, U the unsigned type,
// S the type that is shuffled, W the width and ID the identity.
func cudaOf(way, flags string, k kind, op string, w int, before, body string) File {
	shuffled := k.c
	if k.bits < 32 {
		shuffled = "int"
	}
	src := fmt.Sprintf("typedef %s T;\ntypedef %s U;\ntypedef %s S;\n#define W %d\n#define ID %s\n\n"+
		"%sstatic __device__ __forceinline__ T NAME(unsigned mask, T v)\n{\n    unsigned lane;\n"+
		"    asm(\"mov.u32 %%0, %%%%laneid;\" : \"=r\"(lane));\n%s}\n",
		k.c, k.u, shuffled, w, k.identity(op), before, body)
	f := newFile(way, ".cu", flags, src)
	f.Src = []byte(strings.Replace(string(f.Src), "NAME", f.Spec.FileName(), 1))
	return f
}

// whole is a way to a result that is no network of one combination.
type whole struct{ way, flags, op, types, body string }

var wholes = []whole{
	{"exclusive scan as inclusive less own", "-pattern exclusive-scan -width 32 -op sum", "sum", ints,
		"    T x = (mask >> lane & 1u) ? v : (T)0, own = x;\n    for (int d = 1; d < 32; d *= 2) { T y = " +
			"(T)__shfl_up_sync(0xffffffffu, (S)x, d); if (lane >= (unsigned)d) x = (T)((U)x + " +
			"(U)y); }\n    return (T)((U)x - (U)own);\n"},
	{"exclusive scan as total less suffix", "-pattern exclusive-scan -width 32 -op sum", "sum", ints,
		"    T x = (mask >> lane & 1u) ? v : (T)0, all = x;\n    for (int d = 1; d < 32; d *= 2) { T y = " +
			"(T)__shfl_down_sync(0xffffffffu, (S)x, d); if (lane + d < 32u) x = (T)((U)x + (U)y); }\n" +
			"    for (int d = 1; d < 32; d *= 2) all = (T)((U)all + (U)__shfl_xor_sync(0xffffffffu, " +
			"(S)all, d));\n    return (T)((U)all - (U)x);\n"},
	{"inclusive scan as exclusive and own", "-pattern inclusive-scan -width 32 -op sum", "sum", ints,
		"    T own = (mask >> lane & 1u) ? v : (T)0, x = (T)__shfl_up_sync(0xffffffffu, (S)own, 1);\n" +
			"    if (lane == 0) x = 0;\n    for (int d = 1; d < 32; d *= 2) { T y = (T)__shfl_up_sync(0xffffffffu, (S)x, d); " +
			"if (lane >= (unsigned)d) x = (T)((U)x + (U)y); }\n    return (T)((U)x + (U)own);\n"},
	{"sum by ballots", "-pattern reduce -width 32 -op sum", "sum", words + " " + smalls,
		"    U x = (mask >> lane & 1u) ? (U)v : (U)0, all = 0;\n    for (int k = 0; k < (int)sizeof(T) * 8; k++) all += " +
			"(U)((U)__builtin_popcount(__ballot_sync(0xffffffffu, (int)(x >> k & 1))) << k);\n    return (T)all;\n"},
	{"and by ballots", "-pattern reduce -width 32 -op and", "and", "uint32 uint8",
		"    U x = (mask >> lane & 1u) ? (U)v : (U)~0ull, all = 0;\n" +
			"    for (int k = 0; k < (int)sizeof(T) * 8; k++) if (__ballot_sync(0xffffffffu, (int)(x >> k & 1)) == " +
			"0xffffffffu) all |= (U)((U)1 << k);\n    return (T)all;\n"},
	{"xor by ballots", "-pattern reduce -width 32 -op xor", "xor", "uint32 uint8",
		"    U x = (mask >> lane & 1u) ? (U)v : (U)0, all = 0;\n    for (int k = 0; k < (int)sizeof(T) * 8; k++) all |= " +
			"(U)((U)(__builtin_popcount(__ballot_sync(0xffffffffu, (int)(x >> k & 1))) & 1) << k);\n    return (T)all;\n"},
	{"sum of pairs packed in words", "-pattern reduce -width 32 -op sum", "sum", "uint8 int8",
		"    unsigned x = (mask >> lane & 1u) ? (unsigned)(unsigned char)v : 0u;\n" +
			"    for (int d = 1; d < 32; d *= 2) x += __shfl_xor_sync(0xffffffffu, x, d);\n    return (T)x;\n"},
	{"sum by two words", "-pattern reduce -width 32 -op sum", "sum", longs,
		"    U x = (mask >> lane & 1u) ? (U)v : 0ull; unsigned lo = (unsigned)x, hi = (unsigned)(x >> 32);\n" +
			"    for (int d = 1; d < 32; d *= 2) { unsigned l = __shfl_xor_sync(0xffffffffu, lo, d), h = " +
			"__shfl_xor_sync(0xffffffffu, hi, d); lo += l; hi += h + (lo < l); }\n    return (T)((U)hi << 32 | lo);\n"},
	{"sum of words with 32 bits each", "-pattern reduce -width 32 -op sum", "sum", longs,
		"    U x = (mask >> lane & 1u) ? (U)v : 0ull, lo = (unsigned)x; unsigned hi = (unsigned)(x >> 32);\n" +
			"    for (int d = 1; d < 32; d *= 2) { lo += __shfl_xor_sync(0xffffffffu, lo, d); hi += " +
			"__shfl_xor_sync(0xffffffffu, hi, d); }\n    return (T)(((U)hi << 32) + lo);\n"},
	{"sum of halves apart", "-pattern reduce -width 32 -op sum", "sum", words,
		"    U x = (mask >> lane & 1u) ? (U)v : 0u, lo = x & 0xffffu, hi = x >> 16;\n" +
			"    for (int d = 1; d < 32; d *= 2) { lo += __shfl_xor_sync(0xffffffffu, lo, d); hi += " +
			"__shfl_xor_sync(0xffffffffu, hi, d); }\n    return (T)(lo + (hi << 16));\n"},
	{"max as the complement of a min", "-pattern xor-reduce -width 32 -op max", "max", ints,
		"    T x = (mask >> lane & 1u) ? (T)~v : (T)~ID;\n    for (int d = 1; d < 32; d *= 2) { T y = " +
			"__shfl_xor_sync(0xffffffffu, (S)x, d); x = x < y ? x : y; }\n    return (T)~x;\n"},
	{"min over flipped signs", "-pattern xor-reduce -width 32 -op min", "min", "int32 int64",
		"    U s = (U)1 << (sizeof(T) * 8 - 1), x = (mask >> lane & 1u) ? (U)v ^ s : (U)~0ull;\n" +
			"    for (int d = 1; d < 32; d *= 2) { U y = __shfl_xor_sync(0xffffffffu, x, d); x = x " +
			"< y ? x : y; }\n    return (T)(x ^ s);\n"},
	{"min as the negated max", "-pattern xor-reduce -width 32 -op min", "min", "float32",
		"    T x = (mask >> lane & 1u) ? -v : (T)ID;\n    for (int d = 1; d < 32; d *= 2) x = fmaxf(x, " +
			"__shfl_xor_sync(0xffffffffu, x, d));\n    return -x;\n"},
	{"maximum by a test for a NaN", "-pattern xor-reduce -width 32 -op maximum", "max", "float32",
		"    T x = (mask >> lane & 1u) ? v : __int_as_float(0xff800000);\n" +
			"    for (int d = 1; d < 32; d *= 2) { T y = __shfl_xor_sync(0xffffffffu, x, d); T m = fmaxf(x, y); x = x != x ? " +
			"x : y != y ? y : m; }\n    return x;\n"},
	{"minimum by setp.neu", "-pattern xor-reduce -width 32 -op minimum", "min", "float32",
		"    T x = (mask >> lane & 1u) ? v : __int_as_float(0x7f800000);\n" +
			"    for (int d = 1; d < 32; d *= 2) { T y = __shfl_xor_sync(0xffffffffu, x, d), m = fminf(x, y), r; asm(\"{ " +
			".reg .pred p, q; setp.neu.f32 p, %1, %1; setp.neu.f32 q, %2, %2; or.pred p, p, q; selp.f32 %0, 0f7FFFFFFF, %3, " +
			"p; }\" : \"=f\"(r) : \"f\"(x), \"f\"(y), \"f\"(m)); x = r; }\n    return x;\n"},
	{"shuffle and choose by setp with two results", "-pattern xor-reduce -width 32 -op min", "min", "int32",
		"    T x = (mask >> lane & 1u) ? v : (T)ID;\n    for (int d = 1; d < 32; d *= 2) { T y = " +
			"__shfl_xor_sync(0xffffffffu, x, d), r; asm(\"{ .reg .pred p, q; setp.lt.s32 p|q, %1, %2; @p mov.s32 %0, %1; @q " +
			"mov.s32 %0, %2; }\" : \"=r\"(r) : \"r\"(x), \"r\"(y)); x = r; }\n    return x;\n"},
}

func wholeFile(s whole, k kind) File {
	return cudaOf(s.way, s.flags+" -type "+k.name, k, s.op, 32, "", s.body)
}
