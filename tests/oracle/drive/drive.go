// Package drive compares compiled Go functions (twins) with the reference, in a goroutine for
// each processor. It is linked into the programs of package oracle.
package drive

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"unsafe"

	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// Twin is a compiled function on the bits of its elements, followed by the indices of argmin and
// argmax or by the grouping keys.
type Twin struct {
	Name  string
	Flags string
	Call  func(mask []uint32, lanes []uint64) (pred uint32)
}

// Report is the result of one twin.
type Report struct {
	Name     string
	Calls    int
	Mismatch string
}

// Load and Store move the bits of elements. Elements lie in the low bits, as
// they do in memory on a little-endian machine.
func Load[T any](v []T, lanes []uint64) { LoadEach(v, lanes, 1) }

// Store is the reverse of Load.
func Store[T any](v []T, lanes []uint64) { StoreEach(v, lanes, 1) }

// LoadEach loads one of so many elements that lie in a row for each lane.
func LoadEach[T any](v []T, lanes []uint64, many int) {
	for i := range v {
		v[i] = *(*T)(unsafe.Pointer(&lanes[i*many]))
	}
}

// StoreEach is the reverse of LoadEach.
func StoreEach[T any](v []T, lanes []uint64, many int) {
	for i := range v {
		lanes[i*many] = 0
		*(*T)(unsafe.Pointer(&lanes[i*many])) = v[i]
	}
}

// All runs every twin.
func All(twins []Twin, exhaustive, calls int) []Report {
	reports := make([]Report, len(twins))
	next := make(chan int)
	var workers sync.WaitGroup
	for range runtime.NumCPU() {
		workers.Go(func() {
			for i := range next {
				reports[i] = one(twins[i], exhaustive, calls)
			}
		})
	}
	for i := range twins {
		next <- i
	}
	close(next)
	workers.Wait()
	return reports
}

func one(t Twin, exhaustive, calls int) Report {
	r := Report{Name: t.Name}
	s, err := spec.ParseArgs(strings.Fields(t.Flags))
	if err != nil {
		r.Mismatch = err.Error()
		return r
	}
	rng := rand.New(rand.NewPCG(7, uint64(len(t.Name))))
	sh := s.Shape()
	masks := func(int) []uint32 { return random(rng, s) }
	if !sh.Block() && sh.Masked() && 1<<sh.Width <= exhaustive {
		calls = max(calls, 1<<s.Width) // every mask, again with other inputs
		masks = func(n int) []uint32 { return packed(s, uint64(n)) }
	}
	for n := range calls {
		mask, in := masks(n), inputs(rng, s, sh)
		if r.Mismatch = compare(t, s, sh, mask, in); r.Mismatch != "" {
			return r
		}
		r.Calls++
	}
	return r
}

// compare calls a twin and the reference, of a spec and its shape.
func compare(t Twin, s spec.Spec, sh spec.Shape, mask []uint32, in []uint64) string {
	const before = 77
	got := slices.Clone(in)
	for _, port := range sh.Numbers() {
		for range sh.PortValues(port) {
			got = append(got, before)
		}
	}
	pred := t.Call(mask, got)
	want, err := ref.Call(s, mask, in)
	if err != nil {
		return err.Error()
	}
	slot := sh.Slot()
	for i := range want.Named { // the keys are not compared
		at := i * len(slot)
		kept, _ := ref.KeptLeaves(want, i, in[at:at+len(slot)])
		for leaf, element := range kept {
			if g := got[at+leaf]; !ref.Same(slot[leaf].Type, g, element) {
				return fmt.Sprintf("mask %#08x lane %d%s: expected %#x, got %#x, inputs %#x", mask, i, slot[leaf].Path, element, g,
					in)
			}
		}
	}
	at := len(in)
	for k, port := range sh.Numbers() {
		for i := range sh.PortValues(port) {
			g := int32(got[at])
			at++
			if number, _ := ref.KeptNumber(want, k, i, before); g != number {
				return fmt.Sprintf("mask %#08x lane %d: expected %s %d, got %d, inputs %#x", mask, i%sh.Lanes, port.Role.Name(),
					number, g, in)
			}
		}
	}
	if sh.HasPred() && pred != ref.PredBits(want) {
		return fmt.Sprintf("mask %#08x: expected preds %#08x, got %#08x", mask, ref.PredBits(want), pred)
	}
	return ""
}

// packed is the n-th mask of all segments. Each segment runs through all its masks by its own odd
// factor, so that a segment's mask meets many masks of the segments beside it.
func packed(s spec.Spec, n uint64) []uint32 {
	var mask uint64
	for k := range spec.WarpSize / s.Width {
		segment := (n*uint64(2*k+1) + uint64(k)*0x9e37) & (1<<s.Width - 1)
		mask |= segment << (k * s.Width)
	}
	rest := spec.WarpSize % s.Width
	mask |= (n * 0x5bd1 & (1<<rest - 1)) << (spec.WarpSize - rest)
	return []uint32{uint32(mask)}
}

// random is a mask of random density, sometimes empty or full.
func random(rng *rand.Rand, s spec.Spec) []uint32 {
	mask := make([]uint32, s.Shape().MaskWords())
	density := rng.IntN(8)
	for w := range mask {
		switch density {
		case 0:
		case 1:
			mask[w] = ^uint32(0)
		case 2:
			mask[w] = rng.Uint32() & rng.Uint32() & rng.Uint32()
		case 3:
			mask[w] = rng.Uint32() | rng.Uint32() | rng.Uint32()
		default:
			mask[w] = rng.Uint32()
		}
	}
	return mask
}

// inputs are edge values, small numbers and random bits.
func inputs(rng *rand.Rand, s spec.Spec, sh spec.Shape) []uint64 {
	in := elements(rng, sh.Slot(), sh.Values())
	if sh.Keyed() {
		in = append(in, keys(rng, s)...)
	}
	in = append(in, distances(rng, sh)...)
	for _, p := range sh.Mapped() {
		in = append(in, elements(rng, p.Leaves(), sh.PortValues(p))...)
	}
	return in
}

// elements are n scalars of elements with some leaves each: edges of the types, small numbers and any.
func elements(rng *rand.Rand, leaves []spec.Leaf, n int) []uint64 {
	in := make([]uint64, n)
	style := rng.IntN(4)
	for i := range in {
		t := leaves[i%len(leaves)].Type
		edges, keep := ref.Edges(t), ^uint64(0)>>(64-t.Bits())
		switch {
		case style == 0 || rng.IntN(6) == 0:
			in[i] = edges[rng.IntN(len(edges))]
		case style == 1:
			in[i] = uint64(rng.IntN(5)) & keep
		default:
			in[i] = rng.Uint64() & keep
		}
	}
	return in
}

// distances are those that a caller gives: every one from -64 to 64, those about powers of
// two of either sign, and any.
func distances(rng *rand.Rand, sh spec.Shape) []uint64 {
	operand, given := sh.Operand()
	if !given {
		return nil
	}
	all := make([]uint64, sh.Operands())
	for i := range all {
		x := rng.Int64N(129) - 64
		switch rng.IntN(3) {
		case 0:
			x += 1 << rng.IntN(64)
		case 1:
			x = -x - 1<<rng.IntN(64)
		}
		if rng.IntN(8) == 0 {
			x = rng.Int64()
		}
		if !operand.Uniform { // an int32
			x = int64(int32(x))
		}
		all[i] = uint64(x)
	}
	return all
}

// keys form a few groups. Half of the keys differ from another in one bit.
func keys(rng *rand.Rand, s spec.Spec) []uint64 {
	first, groups := rng.Uint64(), 1+rng.IntN(s.Width)
	of := make([]uint64, groups)
	for i := range of {
		of[i] = first>>(64-s.Keyed().Key.Bits()) ^ 1<<rng.IntN(s.Keyed().Key.Bits())
	}
	all := make([]uint64, s.Lanes())
	for i := range all {
		all[i] = of[rng.IntN(groups)]
		if style := rng.IntN(16); style == 0 {
			all[i] = rng.Uint64() >> (64 - s.Keyed().Key.Bits())
		}
	}
	return all
}
