package lower

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

// looped runs the loops of a scan of s, and compares what they leave. The op that gives the same bits in any order is
// a sum here; others show their order.
func looped(p *ir.Program, s spec.Spec, o spec.ScanOrder, n int, seed uint64) error {
	draw, size, mask := rand.New(rand.NewPCG(seed, 2)), s.Type.Bits()/8, ^uint64(0)>>(64-s.Type.Bits())
	combine := op(func(a, b uint64) uint64 { return hashed(a, b, mask) })
	if s.User == nil && s.Laws().Associative {
		combine = func(a, b uint64) uint64 { return (a + b - none) & mask } // none is its identity
	}
	launch := ir.Launch{Blocks: 1, Primitive: func(f *ir.Func, args []uint64) []uint64 {
		switch strings.TrimPrefix(f.Name, p.Name) {
		case "Join":
			return []uint64{combine(args[0], args[1])}
		case "Identity":
			return []uint64{none}
		}
		made := uint64(0)
		for _, a := range args {
			made ^= a
		}
		return []uint64{made}
	}}
	made := make([]uint64, n)
	for range s.Shape().Matrices() {
		in := input(draw, n, size)
		for i := range made {
			made[i] ^= number(in, i, size)
		}
		launch.Args = append(launch.Args, in)
	}
	out := &ir.Memory{Bytes: make([]byte, n*size)}
	launch.Args = append(launch.Args, out)
	if err := p.Run(launch); err != nil {
		return err
	}
	for i, want := range combine.expected(o, made, s.Pattern == spec.GridExclusiveScan) {
		if got := element(out, i, size); got != want {
			return fmt.Errorf("element %d of %d is %x, want %x", i, n, got, want)
		}
	}
	return nil
}

func TestGridScanLoop(t *testing.T) {
	for name, s := range kernels() {
		o := small(s)
		p, err := GridScanLoop(s, o)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for i, n := range []int{0, 1, o.Row() + 1, o.Tile() - 3, 2*o.Tile() + 5, 34*o.Tile() + 1} {
			if n > 3*o.Tile() && s.Type != spec.Int32 && s.Type != spec.Float32 {
				continue
			}
			if err := looped(p, s, o, n, uint64(i)); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
	}
}

// Each statement of the loops is needed, but for the error of lengths that differ.
func TestGridScanLoopNeedsItsStatements(t *testing.T) {
	for _, name := range []string{
		"grid-inclusive-scan of int32", "grid-exclusive-scan of float32", "grid-inclusive-scan of float32 without identity",
	} {
		s := kernels()[name]
		o := small(s)
		p, err := GridScanLoop(s, o)
		if err != nil {
			t.Fatal(err)
		}
		number := 0
		for _, f := range p.Funcs {
			withoutEach(&f.Body, func(lacks ir.Stmt) {
				if number++; number%extent.Pick(5, 3) != 0 || ir.Check(p) != nil {
					return
				}
				for seed, n := range []int{1, o.Row() + 1, 2*o.Tile() + 5, 34 * o.Tile()} {
					if looped(p, s, o, n, uint64(seed)) != nil {
						return
					}
				}
				if s, ok := lacks.(ir.If); ok && len(s.Then) == 1 {
					lacks = s.Then[0]
				}
				if _, trap := lacks.(ir.Trap); !trap {
					t.Errorf("%s: %s: %T %v", name, f.Name, lacks, lacks)
				}
			})
		}
	}
}
