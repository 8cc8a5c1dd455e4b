// Package drive compares compiled Go functions (twins) with the reference, in a goroutine for
// each processor. It is linked into the programs of package oracle.
package drive

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"

	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/compiled"
)

// Twin is a compiled function.
type Twin struct {
	Name  string
	Flags string
	Func  any
}

// Report is the result of one twin.
type Report struct {
	Name     string
	Calls    int
	Mismatch string
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
	f := compiled.NewLanes(t.Func, sh)
	masks := func(int) []uint32 { return compiled.Mask(rng, sh) }
	if !sh.Block() && sh.Masked() && 1<<sh.Width <= exhaustive {
		calls = max(calls, 1<<s.Width) // every mask, again with other inputs
		masks = func(n int) []uint32 { return packed(s, uint64(n)) }
	}
	for n := range calls {
		mask, in := masks(n), ref.Sample(rng, s, n)
		if r.Mismatch = compare(f, s, sh, mask, in); r.Mismatch != "" {
			return r
		}
		r.Calls++
	}
	return r
}

// compare calls a function and the reference, of a spec and its shape.
func compare(f *compiled.Lanes, s spec.Spec, sh spec.Shape, mask []uint32, in []uint64) string {
	const before = 77
	got, numbers, preds := f.Run(mask, in, before)
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
	for k, port := range sh.Numbers() {
		for i := range sh.PortValues(port) {
			g := numbers[0]
			numbers = numbers[1:]
			if number, _ := ref.KeptNumber(want, k, i, before); g != number {
				return fmt.Sprintf("mask %#08x lane %d: expected %s %d, got %d, inputs %#x", mask, i%sh.Lanes, port.Role.Name(),
					number, g, in)
			}
		}
	}
	if sh.HasPred() && preds != ref.PredBits(want) {
		return fmt.Sprintf("mask %#08x: expected preds %#08x, got %#08x", mask, ref.PredBits(want), preds)
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
