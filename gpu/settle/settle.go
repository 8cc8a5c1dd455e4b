// Package settle runs two PTX kernels that were proved equal on a GPU, with the same masks and
// elements in each call, and counts differences.
package settle

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/shflgen/shflgen/gpu/arrays"
	"github.com/shflgen/shflgen/gpu/device"
	"github.com/shflgen/shflgen/gpu/ends"
	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/spec"
)

// Pair is a kernel k of one warp, and a mutant of it that was proved equal.
type Pair struct {
	Spec          spec.Spec
	Right, Mutant string // PTX
}

// Outcome is the result of a pair.
type Outcome struct {
	Calls    uint64
	Compared uint64 // lanes compared
	Differ   uint64
	First    uint32 // a mask on which a lane differs
	Refused  bool   // the driver rejects the mutant
}

var entry = regexp.MustCompile(`\.visible \.entry k\(`)

// function makes the kernel k of a PTX module a function called name.
func function(ptx, name string) (string, error) {
	if n := len(entry.FindAllString(ptx, -1)); n != 1 {
		return "", fmt.Errorf("%d kernels called k: takes a module with one", n)
	}
	return entry.ReplaceAllString(ptx, ".visible .func "+name+"("), nil
}

// driver is a module that calls both kernels on count different masks, the multiples of an odd
// number, with elements of random bits and of few bits.
func driver(s spec.Spec) (string, error) {
	if s.Shape().Halves() { // clang does not compile kernels of halves
		return "", fmt.Errorf("-type %s: settle takes types other than halves", s.Type)
	}
	sh := s.Shape()
	params, args := "", ""
	if sh.Masked() {
		params, args = "unsigned mask, ", "mask, "
	}
	gets := ""
	if s.Mask == spec.Active { // kernels of non-members write nothing
		gets = " && (mask >> lane & 1u) != 0u"
		if s.Pattern == spec.DownReduce {
			gets += fmt.Sprintf(" && (lane >= %du || (mask & ((1u << lane) - (1u << lane / %[2]du * %[2]du))) == 0u)",
				spec.WarpSize/s.Width*s.Width, s.Width)
		}
	}
	last, lastRight, lastMutant := "", "", ""
	if sh.HasPred() {
		last, lastRight, lastMutant = ", unsigned char *pred", ", &w->pred[0][0]", ", &w->pred[1][0]"
	}
	return fmt.Sprintf(driverText, compile.TypeName(s.Type), params, last, args, lastRight, lastMutant, gets), nil
}

// driverText is the module that calls both kernels. Its operands are the element type, the
// parameters before and after the elements, their arguments, and a condition on lanes.
const driverText = `
typedef %[1]s T;
extern "C" __device__ void right(%[2]sconst T *in, T *out%[3]s);
extern "C" __device__ void mutant(%[2]sconst T *in, T *out%[3]s);

struct Warp { T in[32], out[2][32]; unsigned char pred[2][32]; };

static __device__ unsigned long long mix(unsigned long long z)
{
    z = (z + 0x9e3779b97f4a7c15ull) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}

static __device__ bool same(T x, T y)
{
    unsigned long long a = 0, b = 0;
    memcpy(&a, &x, sizeof x);
    memcpy(&b, &y, sizeof y);
    return a == b || x != x && y != y;
}

extern "C" __global__ void __launch_bounds__(128)
settle(unsigned long long count, unsigned seed, unsigned named, Warp *warps, unsigned long long *found)
{
    const unsigned lane = threadIdx.x %% 32u, warp = blockIdx.x * 4u + threadIdx.x / 32u;
    Warp *w = &warps[warp];
    unsigned long long compared = 0, differ = 0;
    for (unsigned long long i = warp; i < count; i += gridDim.x * 4ull) {
        const unsigned mask = (unsigned)i * 0x9e3779b1u;
        const unsigned long long h = mix(mix(i * 32u + lane) ^ seed), kind = mix(i ^ seed) %% 4u;
        T v;
        if (kind == 0u)
            v = (T)((h & 1u) ? (long long)(1u + (h >> 1 & 3u)) : -(long long)(h >> 1 & 3u));
        else if (kind == 1u && sizeof(T) == 4)
            v = (T)((h & 1u) ? 1.0 + (h >> 8 & 0xffffu) / 65536.0 : -1.0 - (h >> 8 & 0xffffu) / 65536.0);
        else
            memcpy(&v, &h, sizeof v);
        w->in[lane] = v;
        memset(&w->out[0][lane], 0xa5, sizeof v);
        memset(&w->out[1][lane], 0x5a, sizeof v);
        w->pred[0][lane] = w->pred[1][lane] = 7;
        __syncwarp();
        right(%[4]sw->in, w->out[0]%[5]s);
        __syncwarp();
        mutant(%[4]sw->in, w->out[1]%[6]s);
        __syncwarp();
        if ((named >> lane & 1u) != 0u%[7]s) {
            ++compared;
            if (!same(w->out[0][lane], w->out[1][lane]) || w->pred[0][lane] != w->pred[1][lane]) {
                ++differ;
                found[2] = mask;
            }
        }
        __syncwarp();
    }
    atomicAdd(&found[0], compared);
    atomicAdd(&found[1], differ);
}
`

// named are the lanes that the contract names, as bits. In mask mode active all lanes: the
// driver has a condition on the mask.
func named(s spec.Spec) uint32 {
	all := ^uint32(0)
	if s.Pattern != spec.DownReduce || s.Mask == spec.Active {
		return all
	}
	last := spec.WarpSize / s.Width * s.Width
	for i := range last {
		if i%s.Width != 0 {
			all &^= 1 << i
		}
	}
	return all
}

// Driver is the module that calls pairs of one spec.
func Driver(d *device.Device, s spec.Spec) string { return d.PTX(ends.Must(driver(s))) }

// Run calls both kernels of a pair from the module driver.
func Run(d *device.Device, driver string, p Pair, calls uint64, seed uint32) Outcome {
	right, mutant := ends.Must(function(p.Right, "right")), ends.Must(function(p.Mutant, "mutant"))
	m, err := d.Link(driver, right, mutant)
	if err != nil {
		// The original must link: then the mutant is what the driver rejects.
		same, _ := function(p.Right, "mutant")
		ends.Check(ends.Must(d.Link(driver, right, same)).Unload())
		return Outcome{Refused: true}
	}
	defer m.Unload()
	const blocks = 132 * 8
	on := d.Memory()
	defer on.Free()
	warps, found := on.Alloc(blocks*4*32*(3*8+2)), on.Hold(make([]byte, 24))
	m.Launch("settle", device.Dim{X: blocks}, device.Dim{X: 128}, calls, seed, named(p.Spec), warps, found)
	words := arrays.Of[uint64](found.Get(24))
	o := Outcome{Calls: calls, Compared: words[0], Differ: words[1], First: uint32(words[2])}
	if o.Compared == 0 || p.Spec.Mask != spec.Active && o.Compared%calls != 0 {
		ends.Check(fmt.Errorf("%s: %d lanes compared in %d calls", strings.Join(p.Spec.Args(), " "), o.Compared, calls))
	}
	return o
}
