package lower

import (
	"fmt"
	"math/rand/v2"
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
		p, err := rowAlone(r.Spec, how)
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
		p, err := rowAlone(r.Spec, how)
		if err != nil {
			t.Fatal(err)
		}
		drawn := drawnStatements(t, p.Funcs, 31, 6)
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

// rowAlone is the program of one row of [RowLoop].
func rowAlone(s spec.Spec, how ReduceLoop) (*ir.Program, error) {
	p, err := RowLoop(s, how)
	if err == nil {
		p.Funcs = p.Funcs[:len(p.Funcs)-1]
	}
	return p, err
}

// The function of a matrix gives each row what the function of one row does, also where several processors share them.
func TestRowFrame(t *testing.T) {
	for _, least := range []int{0, 3} {
		for _, op := range []spec.Op{spec.Sum, spec.ArgMax} {
			s := spec.Spec{Pattern: spec.RowReduce, Type: spec.Int32, Op: op, Mask: spec.Full,
				Params: spec.RowParams{Least: least, Cols: 11}}
			p, err := RowLoop(s, ReduceLoop{Held: ir.I32, Share: 40})
			if err != nil {
				t.Fatal(err)
			}
			for _, rows := range []int{0, 1, 7, 8, 30} {
				for seed := range uint64(3) {
					if err := framedRows(p, s, rows, seed); err != nil {
						t.Errorf("%s of %d to 11, %d rows: %v", op, least, rows, err)
					}
				}
			}
		}
	}
}

func framedRows(p *ir.Program, s spec.Spec, rows int, seed uint64) error {
	draw := rand.New(rand.NewPCG(seed, 9))
	const cols, pitch = 11, 13
	in := input(draw, rows*pitch+1, 4)
	out, idx := &ir.Memory{Bytes: make([]byte, 4*rows)}, &ir.Memory{Bytes: make([]byte, 4*rows)}
	launch := ir.Launch{Blocks: 1, Seed: seed, Args: []any{in, uint64(pitch)}}
	if s.Ranged() {
		launch.Args = append(launch.Args, uint64(cols))
	}
	if launch.Args = append(launch.Args, out); s.HasLane() {
		launch.Args = append(launch.Args, idx)
	}
	launch.Primitive = func(f *ir.Func, args []uint64) []uint64 {
		if strings.HasSuffix(f.Name, "Combine") {
			return []uint64{uint64(uint32(args[0] + args[1]))}
		}
		return args[:1]
	}
	if err := p.Run(launch); err != nil {
		return err
	}
	for r := range rows {
		want, at := uint64(0), 0
		for c := range cols {
			e := element(in, r*pitch+c, 4)
			switch {
			case !s.HasLane():
				want = uint64(uint32(want + e))
			case c == 0 || int32(e) > int32(want):
				want, at = e, c
			}
		}
		if got := element(out, r, 4); got != want || s.HasLane() && int(element(idx, r, 4)) != at {
			return fmt.Errorf("row %d: got %x at %d, want %x at %d", r, got, element(idx, r, 4), want, at)
		}
	}
	return nil
}
