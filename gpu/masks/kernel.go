package masks

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// prelude is what every program starts with.
const prelude = numbers + `
// Bits that depend on a mask, a lane and a seed: splitmix64.
static __device__ unsigned long long mix(unsigned mask, unsigned lane, unsigned seed)
{
    unsigned long long z = ((unsigned long long)seed << 37) + ((unsigned long long)lane << 32) + mask;
    z = (z + 0x9e3779b97f4a7c15ull) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}
`

// kernel is the kernel for s. It takes count masks from first on, one warp for each mask.
//
//	(unsigned first, unsigned long long count, unsigned seed, unsigned long long *found)
//
// found[0] counts the lanes compared, found[1] the lanes that differ, and found[2] is
// the least mask on which one differs.
func kernel(s spec.Spec) string {
	e, ok := elements[s.Type]
	if !ok {
		panic(fmt.Sprintf("no element type %s", s.Type))
	}
	c, err := scheduleOf(s)
	if err != nil {
		panic(err)
	}
	call := callOf(s)
	random, combine, differs := e.random, "x", "g != w"
	switch {
	case s.HasLane():
		random = e.ties
	case s.Pattern.Reduces():
		combine = ref.Combine(text{e}, s.Op, "x", "y")
	}
	if s.Type.Class() == spec.Float && s.Pattern.Reduces() && s.Laws().Associative { // a maximum, say, of NaNs too
		random = e.ties
		differs += " && !(" + text{e}.isNaN("got") + " && " + text{e}.isNaN("want") + ")"
	}
	if call.differs != "" {
		differs = fmt.Sprintf(call.differs, differs)
	}
	return fmt.Sprintf(kernelText, s.FileName(), e.name, e.bits, random, combine, s.Width, reference(s, c),
		call.call, call.declare, differs, call.enter, spec.WarpSize+len(c.joins), c.named)
}

// calling is the part of a kernel that depends on who makes the call and what it returns.
type calling struct {
	declare string // variables for an index or a pred
	enter   string // writes the elements to shared memory
	call    string
	differs string // condition that a lane differs, with %s for its element; "": %s alone
}

func callOf(s spec.Spec) calling {
	sh, name := s.Shape(), s.FileName()
	c := calling{
		call: fmt.Sprintf("const T got = ::%s(mask, v);", name),
		enter: `        now->x[lane] = v;
        now->there[lane] = (mask >> lane & 1u) != 0u;
`,
	}
	switch {
	case sh.HasIndex():
		c.declare, c.differs = "        int want_idx = -1, idx = 0x5eed;\n", "idx != want_idx "+
			"|| ((want_idx >= 0 || past) && %s)"
		c.call = fmt.Sprintf("const T got = ::%s(mask, v, &idx);", name)
		if s.Mask == spec.Active {
			c.enter += "        called = (mask >> lane & 1u) != 0u;\n"
			c.call = fmt.Sprintf("T got = v;\n        if (called)\n            got = ::%s(mask, v, &idx);", name)
		}
	case s.Mask == spec.Active && !s.Pattern.Reduces():
		c.enter += "        called = (mask >> lane & 1u) != 0u;\n"
		c.call = fmt.Sprintf("T got = v;\n        if (called)\n            got = ::%s(mask, v);", name)
		if sh.HasPred() {
			c.declare, c.differs = "        bool want_pred = false, pred = false;\n", "%s || pred != want_pred"
			c.call = strings.ReplaceAll(c.call, "v);", "v, &pred);")
		}
	case s.Mask == spec.Active:
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
[[maybe_unused]] static __device__ T op(T x, [[maybe_unused]] T y) { return %[5]s; }

// The values of one warp, and whether they are there: first the elements.
struct Warp { T x[%[12]d]; bool there[%[12]d]; };

// Value to becomes the op of two others. Where one is not there, it is the other.
[[maybe_unused]] static __device__ void combine(Warp &w, unsigned to, unsigned left, unsigned right)
{
    w.there[to] = w.there[left] || w.there[right];
    w.x[to] = !w.there[left] ? w.x[right] : !w.there[right] ? w.x[left] : op(w.x[left], w.x[right]);
}

extern "C" __global__ void __launch_bounds__(256)
%[1]s_masks(unsigned first, unsigned long long count, unsigned seed, unsigned long long *found)
{
    __shared__ Warp warps[8];
    const unsigned lane = threadIdx.x %% 32u, width = %[6]du, base = lane / width * width;
    [[maybe_unused]] const unsigned p = lane - base;
    const bool past = base + width > 32u;
    Warp *now = &warps[threadIdx.x / 32u];
    unsigned long long compared = 0, differ = 0, least = ~0ull;
    const unsigned long long stride = (unsigned long long)gridDim.x * 8u;
    for (unsigned long long at = blockIdx.x * 8ull + threadIdx.x / 32u; at < count; at += stride) {
        const unsigned mask = first + (unsigned)at;
        const T v = random(mix(mask, lane, seed));
        T want = v;
        [[maybe_unused]] unsigned slot = lane;
        bool called = true;
%[9]s%[11]s        __syncwarp();
%[7]s        %[8]s
        if (called && (0x%[13]xu >> slot & 1u) != 0u) { // the contract names the lane
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

// byRank writes the members of each segment to shared memory by rank, from the first lane
// of the segment on. Only members make the call; other lanes are not compared.
func byRank(width int) string {
	return fmt.Sprintf(`        const unsigned members = mask >> base & 0x%xu;
        slot = base + (unsigned)__popc(members & ((1u << p) - 1u));
        called = (members >> p & 1u) != 0u;
        if (called)
            now->x[slot] = v;
        now->there[lane] = p < (unsigned)__popc(members);
`, uint32(1)<<width-1)
}
