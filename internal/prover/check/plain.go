package check

import (
	"context"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// A refutation shows the plainest call that it finds. A search may find a NaN among random bits, where the numbers 1
// to 32 show the same. So every search hands its call to [plainest], which alone has the order: few members and small
// numbers first. It changes no verdict, as it begins with a call that shows a difference.

// The budget of plainest: so many calls for candidates and for parts of a call, fewer where a call has many inputs.
const (
	plainCalls  = 72
	plainInputs = 8192
)

// digits tell faults of one kind apart: threads, places and lines.
var digits = regexp.MustCompile(`\d+`)

// plainest is the first of the candidates that shows a difference as found does, or else found with small numbers where
// these show it as well.
func plainest(ctx context.Context, s Subject, found *Counterexample) *Counterexample {
	sh := s.Spec().Shape()
	calls := min(max(plainInputs/max(len(found.Inputs), 1), 2), plainCalls)
	left := calls
	shows := func(mask []uint32, in []uint64) *Counterexample {
		if left == 0 || ctx.Err() != nil {
			return nil
		}
		left--
		c, err := Replay(ctx, s, mask, in)
		if err != nil || c == nil || c.Undefined != found.Undefined ||
			digits.ReplaceAllString(c.Fault, "") != digits.ReplaceAllString(found.Fault, "") {
			return nil
		}
		return c
	}
	masks := plainMasks(sh, found)
	if few(sh, found.Mask) && all(sh, found.Inputs, isPlain) {
		return found
	}
	for _, kind := range plainKinds {
		in := valued(sh, found.Inputs, kind)
		for _, mask := range masks {
			if c := shows(mask, in); c != nil {
				return c
			}
		}
	}
	left = calls
	for _, mask := range masks[:max(len(masks)-1, 0)] {
		if c := shows(mask, found.Inputs); c != nil {
			found = c
			break
		}
	}
	for size := (len(found.Inputs) + 1) / 2; size > 0; size /= 2 {
		for from := 0; from < len(found.Inputs); from += size {
			in, changed := slices.Clone(found.Inputs), false
			for i := from; i < min(from+size, len(in)); i++ {
				if p := sh.Place(i); isValue(p) && !isPlain(p, in[i]) {
					in[i], changed = plainKinds[0](p, i), true
				}
			}
			if changed {
				if c := shows(found.Mask, in); c != nil {
					found = c
				}
			}
		}
	}
	return found
}

// plainMasks are masks from the plainest on, the one of found last; without masks one that is nil.
func plainMasks(sh spec.Shape, found *Counterexample) [][]uint32 {
	if !sh.Masked() {
		return [][]uint32{nil}
	}
	of := func(member func(lane int) bool) []uint32 {
		mask := make([]uint32, sh.MaskWords())
		for i := range sh.Lanes {
			if member(i) {
				mask[i/spec.MaskWordBits] |= 1 << (i % spec.MaskWordBits)
			}
		}
		return mask
	}
	own := max(found.Lane, 0) % sh.Lanes
	return [][]uint32{
		of(func(i int) bool { return i < 2 }),
		of(func(int) bool { return true }),
		of(func(i int) bool { return i == own }),
		of(func(i int) bool { return i == own || i == (own+1)%sh.Lanes }),
		of(func(i int) bool { return i == 1 || i == 4 || i == sh.Lanes/2+1 }),
		of(func(int) bool { return false }),
		of(func(i int) bool { return i != own }),
		found.Mask,
	}
}

// few reports whether a mask has few members, or all.
func few(sh spec.Shape, mask []uint32) bool {
	if mask == nil {
		return true
	}
	n := 0
	for i := range sh.Lanes {
		if sh.Member(mask, i) {
			n++
		}
	}
	return n > 0 && n <= 3 || n == sh.Lanes
}

// plainKinds are kinds of inputs from the plainest on: all apart, all alike, small ones of either sign, floats that are
// no integers, floats far from 0, and infinities. None has a NaN or -0.
var plainKinds = []func(p spec.Place, i int) uint64{
	func(p spec.Place, i int) uint64 { return small(p, i%200+1) },
	func(p spec.Place, i int) uint64 { return small(p, 1) },
	func(p spec.Place, i int) uint64 { return small(p, []int{0, 1, 2, -1}[i%4]) },
	func(p spec.Place, i int) uint64 { return small(p, []int{2, -1, -2, 0, 3, 1, 1}[i*i%7]) },
	func(p spec.Place, i int) uint64 {
		if p.Leaf.Bool {
			return small(p, i)
		}
		return ref.Moderate(rand.New(rand.NewPCG(uint64(i), 7)), p.Leaf.Type)
	},
	func(p spec.Place, _ int) uint64 { return far(p, -1, 1) },
	func(p spec.Place, _ int) uint64 { return far(p, 1, 1) },
	func(p spec.Place, _ int) uint64 { return far(p, -1, 0) },
	func(p spec.Place, _ int) uint64 { return far(p, 1, 0) },
}

// far is a sign times the power of two that is so many below the least one beyond a float, which is infinite; a small
// number of another type.
func far(p spec.Place, sign, below int) uint64 {
	t := p.Leaf.Type
	if p.Leaf.Bool || t.Packed() || t.Class() != spec.Float {
		return small(p, sign)
	}
	return ref.Encode(t, math.Ldexp(float64(sign), 1<<(t.ExpBits()-1)-below))
}

// small is a small number as bits of a place; without a sign its magnitude.
func small(p spec.Place, n int) uint64 {
	t := p.Leaf.Type
	switch {
	case p.Leaf.Bool:
		return uint64(n) & 1
	case t.Packed():
		half := ref.Encode(t.Elem(), float64(n))
		return half | half<<t.Elem().Bits()
	case t.Class() == spec.Float:
		if n == 0 {
			return 0
		}
		return ref.Encode(t, float64(n))
	case t.Class() == spec.Unsigned && n < 0:
		n = -n
	}
	return uint64(n) & (^uint64(0) >> (64 - t.Bits()))
}

// mostPlain is the greatest number that is plain: that of a thread.
const mostPlain = 1024

// isPlain reports whether bits of a place are a small whole number: no infinity, NaN or -0.
func isPlain(p spec.Place, bits uint64) bool {
	t := p.Leaf.Type
	if p.Leaf.Bool {
		return true
	}
	if t.Packed() {
		half := p
		half.Leaf.Type = t.Elem()
		size := t.Elem().Bits()
		return isPlain(half, bits&(1<<size-1)) && isPlain(half, bits>>size)
	}
	for n := -4; n <= mostPlain; n++ {
		if small(p, n) == bits {
			return true
		}
	}
	return false
}

// isValue reports whether an input is a number to compute with, not a key or a distance.
func isValue(p spec.Place) bool { return p.Role == spec.ElementRole || p.Role.Input() }

// all reports whether every value among inputs is so.
func all(sh spec.Shape, in []uint64, so func(p spec.Place, bits uint64) bool) bool {
	for i, x := range in {
		if p := sh.Place(i); isValue(p) && !so(p, x) {
			return false
		}
	}
	return true
}

// valued are inputs with values of a kind. Keys and distances stay.
func valued(sh spec.Shape, in []uint64, kind func(p spec.Place, i int) uint64) []uint64 {
	in = slices.Clone(in)
	for i := range in {
		if p := sh.Place(i); isValue(p) {
			in[i] = kind(p, i)
		}
	}
	return in
}
