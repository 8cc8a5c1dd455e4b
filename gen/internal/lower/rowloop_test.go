package lower

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// rowLoops runs test for rows of different forms and lengths.
func rowLoops(t *testing.T, test func(name string, r reduction, how ReduceLoop)) {
	for name, how := range loops(t) {
		for _, cols := range [][2]int{{0, 3}, {0, 8}, {0, 77}, {0, 400}, {1, 5}, {2, 77}, {100, 400}, {300, 400}} {
			s := reductions(t)[name]
			s.Pattern = spec.RowReduce
			s.Params = spec.RowParams{Least: cols[0], Cols: cols[1], In: s.In()}
			how.Share, how.Plain, how.Loads = 0, false, false
			o := s.RowOrder()
			r := reductionOf(s, network.Grid{GridOrder: spec.GridOrder{
				Vector: o.Vector, Threads: o.Threads, Alone: 1 << 20, Rounds: 1 << 20, Chunks: 1}})
			r.sum = false // loops keep the order of any op
			test(fmt.Sprintf("%s of %d to %d", name, cols[0], cols[1]), r, how)
		}
	}
}

// rowLengths are those of a row.
func (r reduction) rowLengths(draw *rand.Rand) []int {
	if !r.Ranged() {
		return []int{r.Cols()}
	}
	all := []int{r.Cols(), r.Least()}
	for range 8 {
		all = append(all, r.Least()+draw.IntN(r.Cols()-r.Least()+1))
	}
	return all
}

func TestRowLoop(t *testing.T) {
	rowLoops(t, func(name string, r reduction, how ReduceLoop) {
		p, err := RowLoop(r.Spec, "row", "Row", how, nil, nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for i, n := range r.rowLengths(rand.New(rand.NewPCG(1, 4))) {
			if err := r.loopRuns(p, how, n, uint64(i)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

// Each statement of the functions is needed.
func TestRowLoopNeedsItsStatements(t *testing.T) {
	rowLoops(t, func(name string, r reduction, how ReduceLoop) {
		p, err := RowLoop(r.Spec, "row", "Row", how, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		drawn := drawnStatements(t, p.Funcs, 31, 1)
		withoutEach(&p.Kernel().Body, func(lacks ir.Stmt) {
			if !drawn() || ir.Check(p) != nil {
				return
			}
			for seed := range uint64(30) {
				for i, n := range r.rowLengths(rand.New(rand.NewPCG(seed, 4))) {
					if r.loopRuns(p, how, n, 10*seed+uint64(i)) != nil {
						return
					}
				}
			}
			t.Errorf("%s: %T %v", name, lacks, lacks)
		})
	})
}

// Exponentials are combined as columns are, and kept.
func TestRowLoopOfPowers(t *testing.T) {
	for _, cols := range []int{3, 8, 77, 400} {
		for _, in := range []spec.Stored{spec.AsType, spec.StoredBfloat16} {
			for _, keep := range []bool{false, true} {
				if err := powersRun(cols, in, keep); err != nil {
					t.Errorf("%d columns, kept: %t: %v", cols, keep, err)
				}
			}
		}
	}
}

func powersRun(cols int, in spec.Stored, keep bool) error {
	s := spec.Spec{Pattern: spec.RowReduce, Type: spec.Float32, Op: spec.Sum, Mask: spec.Full,
		Params: spec.RowParams{In: in, Cols: cols}}
	p, err := RowLoop(s, "row", "Row", ReduceLoop{Held: ir.Number{Type: spec.Float32}}, []string{"peak"},
		&Powers{Widens: in != spec.AsType, Keep: keep})
	if err != nil {
		return err
	}
	o := s.RowOrder()
	r := reductionOf(s, network.Grid{GridOrder: spec.GridOrder{
		Vector: o.Vector, Threads: o.Threads, Alone: 1 << 20, Rounds: 1 << 20, Chunks: 1}})
	size := s.InType().Bits() / 8
	x, y := input(rand.New(rand.NewPCG(1, 7)), cols, size), &ir.Memory{Bytes: make([]byte, 4*cols)}
	const peak = 0x1234
	power := func(e uint64) uint64 { return hashed(e, peak, 0xffffffff) }
	launch := ir.Launch{Blocks: 1, Args: []any{x}}
	if keep {
		launch.Args = append(launch.Args, y)
	}
	var got []uint64
	launch.Args, launch.Result = append(launch.Args, uint64(peak)), &got
	launch.Primitive = func(f *ir.Func, args []uint64) []uint64 {
		switch strings.TrimPrefix(f.Name, p.Name) {
		case "Exp8":
			return []uint64{hashed(args[0], args[1], 0xffffffff)}
		case "Combine":
			return []uint64{r.op(args[0], args[1])}
		}
		return args[:1]
	}
	if err := p.Run(launch); err != nil {
		return err
	}
	var all [][]uint64
	for i := range cols {
		e := power(element(x, i, size))
		if all = append(all, []uint64{e}); keep && element(y, i, 4) != e {
			return fmt.Errorf("power %d is %x, want %x", i, element(y, i, 4), e)
		}
	}
	if want, _ := r.expected(all); !slices.Equal(got, want) {
		return fmt.Errorf("got %x, want %x", got, want)
	}
	return nil
}
