package lower

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

// columnReductions are the specs of columns that make programs of different forms.
func columnReductions() map[string]spec.Spec {
	all := map[string]spec.Spec{}
	add := func(s spec.Spec) {
		s.Pattern, s.Mask = spec.ColReduce, spec.Full
		name := fmt.Sprintf("%s of %s, in memory %s", s.Op, s.Type, s.InType())
		if s.Map != nil {
			name += ", " + s.Map.Ref
		}
		all[name] = s
	}
	for _, t := range []spec.Type{spec.Int8, spec.Int32, spec.Uint64, spec.Float32, spec.Float64, spec.Bfloat16} {
		add(spec.Spec{Type: t, Op: spec.Sum})
		if t.Class() == spec.Float {
			add(spec.Spec{Type: t, Op: spec.Maximum})
		}
	}
	add(spec.Spec{Type: spec.Float32, Params: spec.GridParams{In: spec.StoredBfloat16}, Op: spec.Sum})
	for _, kind := range spec.MapKinds(spec.ColReduce) {
		for _, in := range []spec.Stored{spec.AsType, spec.StoredBfloat16} {
			add(spec.Spec{Type: spec.Float32, Params: spec.GridParams{In: in}, Op: spec.Sum, Map: spec.KnownMap(kind)})
		}
	}
	return all
}

// columnMatrices are numbers of rows and columns: with and without vectors, of one tile and several, of one chunk and
// several.
var columnMatrices = [][2]int{{1100, 3}, {9, 132}, {65, 130}, {513, 4}, {0, 3}, {1, 1}, {600, 129}, {72, 8}}

// columns runs the kernel twice with one workspace, and wants its counts left zero.
func (r reduction) columns(p *ir.Program, rows, cols int, seed uint64) error {
	draw, of := rand.New(rand.NewPCG(seed, 8)), r.ColumnLaunch()
	tiles, result := (cols+of.Tile-1)/of.Tile, r.Type.Bits()/8
	workspace := &ir.Memory{Bytes: make([]byte, tiles*of.Workspace)}
	for i := range workspace.Bytes {
		if i%of.Workspace >= 8 {
			workspace.Bytes[i] = byte(draw.Uint32())
		}
	}
	launch := ir.Launch{Seed: seed, Identity: r.identity, Primitive: r.primitive}
	for round := range 2 {
		out := &ir.Memory{Bytes: make([]byte, cols*result)}
		var in []*ir.Memory
		launch.Args = nil
		for _, p := range r.Shape().In {
			n, size := rows*cols, p.Bits/8
			if p.Role.OfRow() {
				n = rows
			}
			x := input(draw, n, size)
			x.Skew = round * size
			in, launch.Args = append(in, x), append(launch.Args, x)
		}
		launch.Blocks = int(of.Blocks(r.grid.GridOrder, int64(rows), int64(cols))) + round
		launch.Resident = 1 + draw.IntN(3)
		launch.Args = append(launch.Args, uint64(rows), uint64(cols), out, workspace)
		if err := p.Run(launch); err != nil {
			return err
		}
		for c := range cols {
			var all [][]uint64
			for row := range rows {
				all = append(all, []uint64{r.made(r.elements(in, row, row*cols+c))})
			}
			want, _ := r.expected(all)
			if got := element(out, c, result); got != want[0] {
				return fmt.Errorf("%d rows, %d columns: column %d is %x, want %x", rows, cols, c, got, want[0])
			}
		}
		for tile := range tiles {
			if element(&ir.Memory{Bytes: workspace.Bytes[tile*of.Workspace:]}, 0, 4) != 0 {
				return fmt.Errorf("%d rows, %d columns: the count of tile %d is not zero", rows, cols, tile)
			}
		}
	}
	return nil
}

// elements are those of a place in each matrix, and values of its row.
func (r reduction) elements(in []*ir.Memory, row, place int) (all []uint64) {
	for i, p := range r.Shape().In {
		at := place
		if p.Role.OfRow() {
			at = row
		}
		all = append(all, element(in[i], at, p.Bits/8))
	}
	return all
}

// ofColumns is the program of a spec, and its model.
func ofColumns(t *testing.T, s spec.Spec) (*ir.Program, reduction) {
	t.Helper()
	grid := network.GridOf(s)
	p, err := ColReduce(s, grid)
	if err != nil {
		t.Fatal(err)
	}
	return p, reductionOf(s, grid)
}

func TestColReduce(t *testing.T) {
	all, seed := columnReductions(), uint64(0)
	for _, name := range extent.Drawn(t, slices.Sorted(maps.Keys(all)), 12, 8) {
		p, r := ofColumns(t, all[name])
		for _, m := range extent.Few(columnMatrices, 4) {
			seed++
			if err := r.columns(p, m[0], m[1], seed); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}
