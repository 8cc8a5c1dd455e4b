package masks

import (
	"fmt"

	"github.com/shflgen/shflgen"
)

// element is how CUDA C++ spells a type and what a reference needs of it.
type element struct {
	name   string
	word   string // the unsigned integer of its size
	random string // an element of the bits h
	add    string // x + y, rounded once, or wrapped
}

var elements = map[shflgen.Type]element{
	shflgen.Int32:   {"int", "unsigned", "(int)h", "(int)((unsigned)x + (unsigned)y)"},
	shflgen.Int64:   {"long long", "unsigned long long", "(long long)h", "(long long)((unsigned long long)x + (unsigned long long)y)"},
	shflgen.Float32: {"float", "unsigned", "near_one<float>(h)", "__fadd_rn(x, y)"},
	shflgen.Float64: {"double", "unsigned long long", "near_one<double>(h)", "__dadd_rn(x, y)"},
	shflgen.Float16: {"__half", "unsigned short", "__float2half(near_one<float>(h))", "__hadd_rn(x, y)"},
}

// joins is what an op makes of x and y, for int32.
var joins = map[shflgen.Op]string{
	shflgen.Prod: "(int)((unsigned)x * (unsigned)y)",
	shflgen.And:  "x & y", shflgen.Or: "x | y", shflgen.Xor: "x ^ y",
	shflgen.Min: "x < y ? x : y", shflgen.Max: "x > y ? x : y",
}

// common is what every program starts with.
const common = ordering + `
// Between 1 and 2, of either sign, so that each element shows in a sum; some are
// zeros and very large.
template <typename T> [[maybe_unused]] static __device__ T near_one(unsigned long long h)
{
    T x = (T)1 + (T)(h >> 11 & 0xfffffu) / (T)0x100000;
    if ((h & 0x70u) == 0u)
        x = (h & 0x80u) ? (T)0 : x * (T)20000;
    return (h & 1u) ? -x : x;
}

// Bits that depend on a mask, a lane and a seed: splitmix64.
static __device__ unsigned long long mix(unsigned mask, unsigned lane, unsigned seed)
{
    unsigned long long z = ((unsigned long long)seed << 37) + ((unsigned long long)lane << 32) + mask;
    z = (z + 0x9e3779b97f4a7c15ull) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}
`

// kernel makes the program's part for s: a kernel that runs through the masks
// from first on, count of them, a warp for each.
//
//	(unsigned first, unsigned long long count, unsigned seed, unsigned long long *found)
//
// found[0] counts lanes that were compared, found[1] those that differ, and
// found[2] is the least mask on which one did.
func kernel(s shflgen.Spec) string {
	e := elements[s.Type]
	a, c := arithmeticOf(s), callOf(s)
	differs := "g != w" + a.alike
	if c.differs != "" {
		differs = fmt.Sprintf(c.differs, differs)
	}
	return fmt.Sprintf(kernelText, s.FileName(), e.name, e.word, a.random, a.join, s.Width, reference(s, identityOf(s)), c.call, c.declare, differs, c.enter)
}

// arithmetic is what a kernel computes with.
type arithmetic struct {
	random string // an element of the bits h
	join   string // of x and y
	alike  string // " && …": that two elements of other bits are no difference
}

func arithmeticOf(s shflgen.Spec) arithmetic {
	e := elements[s.Type]
	a := arithmetic{random: e.random, join: e.add}
	index := s.Shape().HasIndex()
	switch {
	case s.Type == shflgen.Int32 || s.Type == shflgen.Int64:
		switch j, ok := joins[s.Op]; {
		case ok:
			a.join = j
		case !index && s.Op != shflgen.Sum: // which moves have, too
			panic(fmt.Sprintf("no plain %s of %s", s.Op, s.Type))
		}
	case index:
		a.random = winners[s.Type]
	case s.Op == shflgen.Max:
		a.join, a.random = "("+beats(s, "x", "y")+") ? x : y", winners[s.Type]
	case s.Op != shflgen.Sum: // which moves have, too
		panic(fmt.Sprintf("no plain %s of %s", s.Op, s.Type))
	}
	if s.Type.Class() == shflgen.Float && (index || s.Op == shflgen.Max) {
		a.alike = " && !(got != got && want != want)" // which NaN it is, is no matter
		if s.Type == shflgen.Float16 {
			a.alike = " && !(__hisnan(got) && __hisnan(want))"
		}
	}
	return a
}

// calling is how a kernel makes the call.
type calling struct {
	declare string // what is wanted and got besides the element
	enter   string // what is known before the call
	call    string
	differs string // with %s for a difference of the elements; "": that alone
}

func callOf(s shflgen.Spec) calling {
	sh, name := s.Shape(), s.FileName()
	c := calling{
		call: fmt.Sprintf("const T got = ::%s(mask, v);", name),
		enter: `        now->x[lane] = v;
        now->there[lane] = (mask >> lane & 1u) != 0u;
`,
	}
	switch {
	case sh.HasIndex():
		c.declare, c.differs = "        int want_idx = -1, idx = 0x5eed;\n", "idx != want_idx || ((want_idx >= 0 || past) && %s)"
		c.call = fmt.Sprintf("const T got = ::%s(mask, v, &idx);", name)
		if s.Mask == shflgen.Active {
			c.enter += "        called = (mask >> lane & 1u) != 0u;\n"
			c.call = fmt.Sprintf("T got = v;\n        if (called)\n            got = ::%s(mask, v, &idx);", name)
		}
	case s.Mask == shflgen.Active:
		c.enter = byRank(s.Width)
		c.call = fmt.Sprintf("T got = v;\n        if (called)\n            got = ::%s(mask, v);", name)
	case sh.HasPred():
		c.declare, c.differs = "        bool want_pred = false, pred;\n", "%s || pred != want_pred"
		c.call = fmt.Sprintf("const T got = ::%s(mask, v, &pred);", name)
	}
	return c
}

// kernelText is the kernel; [kernel] fills it in.
const kernelText = `
namespace of_%[1]s {
typedef %[2]s T;
static __device__ T random(unsigned long long h) { return %[4]s; }
[[maybe_unused]] static __device__ T join(T x, T y) { return %[5]s; }

// One warp's elements, and whether they are there.
struct Warp { T x[32]; bool there[32]; };

// x[to] and x[from] joined, the one at left on the left.
[[maybe_unused]] static __device__ void into(Warp &w, unsigned to, const Warp &old, unsigned left, unsigned right)
{
    w.there[to] = old.there[left] || old.there[right];
    w.x[to] = !old.there[left] ? old.x[right] : !old.there[right] ? old.x[left] : join(old.x[left], old.x[right]);
}

extern "C" __global__ void __launch_bounds__(256)
%[1]s_masks(unsigned first, unsigned long long count, unsigned seed, unsigned long long *found)
{
    __shared__ Warp warps[2][8];
    const unsigned lane = threadIdx.x %% 32u, width = %[6]du, base = lane / width * width;
    [[maybe_unused]] const unsigned p = lane - base;
    const bool past = base + width > 32u;
    Warp *now = &warps[0][threadIdx.x / 32u];
    [[maybe_unused]] Warp *next = &warps[1][threadIdx.x / 32u];
    unsigned long long compared = 0, differ = 0, least = ~0ull;
    const unsigned long long stride = (unsigned long long)gridDim.x * 8u;
    for (unsigned long long at = blockIdx.x * 8ull + threadIdx.x / 32u; at < count; at += stride) {
        const unsigned mask = first + (unsigned)at;
        const T v = random(mix(mask, lane, seed));
        T want = v;
        bool named = !past;
        [[maybe_unused]] unsigned slot = lane;
        bool called = true;
%[9]s%[11]s        __syncwarp();
%[7]s        %[8]s
        if (called && (named || past)) {
            ++compared;
            %[3]s g, w;
            memcpy(&g, &got, sizeof g);
            memcpy(&w, &want, sizeof w);
            if (%[10]s) {
                ++differ;
                if (mask < least)
                    least = mask;
            }
        }
        __syncwarp();
    }
    atomicAdd(&found[0], compared);
    if (differ != 0) {
        atomicAdd(&found[1], differ);
        atomicMin(&found[2], least);
    }
}
}
`

// byRank lines the members of each segment up from its first lane on. Only they
// make the call, and nothing is said of the others.
func byRank(width int) string {
	return fmt.Sprintf(`        const unsigned members = mask >> base & 0x%xu;
        slot = base + (unsigned)__popc(members & ((1u << p) - 1u));
        called = (members >> p & 1u) != 0u;
        if (called)
            now->x[slot] = v;
        now->there[lane] = p < (unsigned)__popc(members);
`, uint32(1)<<width-1)
}
