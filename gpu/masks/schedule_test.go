package masks

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// run does what the kernel does with a schedule: the value of each lane on one mask.
func (c schedule) run(s spec.Spec, mask uint32, in []uint64) []uint64 {
	n := len(in) + len(c.joins)
	x, there, slot := make([]uint64, n), make([]bool, n), make([]int, len(in))
	for lane := range in {
		slot[lane] = lane
		if s.Mask == spec.Active {
			base := lane / s.Width * s.Width
			slot[lane] = base + bits.OnesCount32(mask>>base&(1<<(lane-base)-1))
		}
		if mask>>lane&1 != 0 {
			x[slot[lane]], there[slot[lane]] = in[lane], true
		}
	}
	for k, j := range c.joins {
		to := len(in) + k
		there[to] = there[j.left] || there[j.right]
		switch {
		case !there[j.left]:
			x[to] = x[j.right]
		case !there[j.right]:
			x[to] = x[j.left]
		default:
			x[to] = ref.Apply(s.Op, s.Type, x[j.left], x[j.right])
		}
	}
	out := append([]uint64(nil), in...)
	for lane := range len(in) / s.Width * s.Width {
		if r := c.result[slot[lane]]; r != absent && there[r] {
			out[lane] = x[r]
		} else {
			out[lane] = ref.Identity(s.Op, s.Type)
		}
	}
	return out
}

// TestSchedule holds the schedule of every reduction and scan in the list against the
// reference, on random masks. Every order of a float sum gives other bits.
func TestSchedule(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, s := range Specs() {
		if sources, err := ref.Sources(s); err != nil || sources != nil || s.HasLane() {
			continue
		}
		c, err := scheduleOf(s)
		if err != nil {
			t.Fatal(err)
		}
		for l := range len(c.levels) - 1 {
			for _, j := range c.joins[c.levels[l]:c.levels[l+1]] {
				if max(j.left, j.right) >= spec.WarpSize+c.levels[l] {
					t.Fatalf("%v: level %d needs value %v of its own", s.Args(), l, j)
				}
			}
		}
		for try := range 8 {
			mask := rng.Uint32() | uint32(-(try & 1))
			in := ref.Sample(rng, s, try)
			want, err := ref.Call(s, []uint32{mask}, in)
			if err != nil {
				t.Fatal(err)
			}
			got := c.run(s, mask, in)
			for lane, x := range got {
				slot := lane
				if base := lane / s.Width * s.Width; s.Mask == spec.Active {
					slot = base + bits.OnesCount32(mask>>base&(1<<(lane-base)-1))
				}
				named := c.named>>slot&1 != 0 && (s.Mask != spec.Active || mask>>lane&1 != 0)
				if named != (want.Named[lane] && want.Gets[lane]) {
					t.Fatalf("%v: mask %#08x lane %d: named: %v", s.Args(), mask, lane, named)
				}
				if y, _ := ref.Kept(want, lane, in[lane]); named && !ref.Same(s.Type, x, y) {
					t.Fatalf("%v: mask %#08x lane %d: got %#x, want %#x", s.Args(), mask, lane, x, y)
				}
			}
		}
	}
}
