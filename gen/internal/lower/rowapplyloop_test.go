package lower

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/gen/internal/rowfn"
	"github.com/shflgen/shflgen/tests/extent"
)

// loopPrimitive is what a primitive of [RowApplyLoop] returns.
func (m appliedModel) loopPrimitive(name string, args []uint64) uint64 {
	switch name {
	case "Exp8":
		return m.call("exp", m.call("sub", args...))
	case "Over":
		return m.call("div", args...)
	case "MostOfFour":
		return m.call("most", m.call("most", args[:2]...), m.call("most", args[2:]...))
	case "Made":
		if m.Map == nil {
			return m.widen(args[0])
		}
		if m.MapsStored() {
			return m.widen(m.call("map", args[0]))
		}
		return m.call("map", m.widen(args[0]))
	case "Combine":
		if m.Row().Fn == nil {
			return m.call("add", args...)
		}
		return m.call("op", args...)
	}
	return m.call(strings.ToLower(name), args...)
}

// loopRuns runs the function of a matrix on some rows, which processors may share.
func (m appliedModel) loopRuns(p *ir.Program, rows int, seed uint64) error {
	draw := rand.New(rand.NewPCG(seed, 5))
	pitch := m.Cols() + draw.IntN(3)
	var matrices [][]uint64
	launch := ir.Launch{Blocks: 1, Seed: seed, Identity: m.identity}
	launch.Primitive = func(f *ir.Func, args []uint64) []uint64 {
		return []uint64{m.loopPrimitive(strings.TrimPrefix(f.Name, p.Name), args)}
	}
	add := func(n int, writes bool) *ir.Memory {
		a, elements := m.array(draw, n, true)
		a.ReadOnly = !writes
		matrices, launch.Args = append(matrices, elements), append(launch.Args, a)
		return a
	}
	matrix := func(writes bool) *ir.Memory {
		a := add((rows-1)*pitch+m.Cols(), writes)
		launch.Args = append(launch.Args, uint64(pitch))
		return a
	}
	matrix(false)
	if m.fn.Second != "" {
		matrix(false)
	}
	size, at := m.InType().Bits()/8, pitch
	var out *ir.Memory
	if m.PerRow() {
		out, size, at = &ir.Memory{Bytes: make([]byte, 4*rows)}, 4, 1
		launch.Args = append(launch.Args, out)
	} else {
		out = matrix(true)
	}
	if m.fn.Residual() {
		matrix(true)
	}
	first := len(matrices)
	for range m.fn.Beside() {
		add(m.Cols(), false)
	}
	beside, eps := matrices[first:], bitsOf(0.25)
	if m.fn.Eps {
		launch.Args = append(launch.Args, eps)
	}
	labels, named := m.labels(draw, rows)
	if m.fn.Picks {
		launch.Args = append(launch.Args, labels)
	}
	if !m.PerRow() {
		launch.Args = append(launch.Args, uint64(rows))
	}
	if err := p.Run(launch); err != nil {
		return err
	}
	for r := range rows {
		row, second := matrices[0][r*pitch:][:m.Cols()], []uint64(nil)
		if m.fn.Second != "" {
			second = matrices[1][r*pitch:][:m.Cols()]
		}
		if m.fn.Residual() {
			row = m.first(row, second)
		}
		for c, want := range m.expected(row, second, beside, eps, named[r]) {
			if got := element(out, r*at+c, size); got != want {
				return fmt.Errorf("row %d of %d, column %d: got %x, want %x", r, rows, c, got, want)
			}
		}
	}
	return nil
}

func TestRowApplyLoop(t *testing.T) {
	all := appliedSpecs()
	for _, name := range extent.Drawn(t, slices.Sorted(maps.Keys(all)), 48, 16) {
		s := all[name]
		if s.Cols() > 4096 { // more rounds than the interpreter lets a loop have
			continue
		}
		_, m := applied(t, s)
		s.Name = "Rows"
		p, err := RowApplyLoop(s, ReduceLoop{Held: ir.F32, Share: 3 * s.Cols()})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for seed, rows := range []int{1, 5, 9} {
			if s.Cols() > 1000 {
				rows = 1 + rows/9*5
			}
			if err := m.loopRuns(p, rows, uint64(seed)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// TestUnknownOperation: an operation or a name that nothing computes is an error, not a call.
func TestUnknownOperation(t *testing.T) {
	x := rowfn.E{Op: "x"}
	for _, e := range []rowfn.E{{Op: "cbrt", Args: []rowfn.E{x}}, {Op: "level"}, {Op: "map", Args: []rowfn.E{x}}, x} {
		l := &applyLoop{Program: &ir.Program{Name: "f"}, values: map[string]ir.Expr{}}
		l.primitives()
		l.expr(rowfn.E{Op: "add", Args: []rowfn.E{x, e}}, func(name string) ir.Expr {
			if name == "x" {
				return ir.Whole(2)
			}
			return ir.Expr{}
		})
		if known := e.Op == "x"; known != (l.err == nil) || !known && !strings.Contains(l.err.Error(), e.Op) {
			t.Errorf("%v: %v", e, l.err)
		}
	}
}
