package lower

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

// rowWith is how threads share a row, with their networks.
func rowWith(s spec.Spec) (r network.Row, err error) {
	r = network.RowOf(s)
	if across, ok := r.AcrossSpec(s); ok {
		if r.Across, err = built(across); err != nil {
			return r, err
		}
	}
	if columns, ok := r.ColumnsSpec(s); ok {
		r.Columns, err = built(columns)
	}
	return r, err
}

func built(s spec.Spec) (*network.Network, error) {
	if s.Shape().Block() {
		return network.Block(s)
	}
	return network.Build(s)
}

// rowSpecs are the specs that make programs of different forms.
func rowSpecs() map[string]spec.Spec {
	all := map[string]spec.Spec{}
	add := func(name string, s spec.Spec, least, cols int) {
		s.Pattern, s.Mask = spec.RowReduce, spec.Full
		s.Params = spec.RowParams{Cols: cols, Least: least, In: s.In(), Cluster: s.Row().Cluster}
		all[fmt.Sprintf("%s of %d to %d", name, least, cols)] = s
	}
	for _, least := range []int{0, 3} {
		for _, cols := range []int{5, 70, 1030, 4500} {
			add("sum of float32", spec.Spec{Type: spec.Float32, Op: spec.Sum}, least, cols)
			add("sum of widened bfloat16", spec.Spec{Type: spec.Float32, Op: spec.Sum,
				Params: spec.RowParams{In: spec.StoredBfloat16}}, least, cols)
			add("argmax of float32", spec.Spec{Type: spec.Float32, Op: spec.ArgMax}, least, cols)
			add("maximum of float16", spec.Spec{Type: spec.Float16, Op: spec.Maximum}, least, cols)
			add("argmin of float64", spec.Spec{Type: spec.Float64, Op: spec.ArgMin}, least, cols)
			add("sum of products", spec.Spec{Type: spec.Uint32, Op: spec.Sum, Map: &spec.Map{Kind: spec.Product}}, least, cols)
			add("user's of int16", spec.Spec{Type: spec.Int16, Op: spec.User,
				User: &spec.UserOp{GoFunc: spec.GoFunc{Name: "join"}, Identity: []uint64{0}}}, least, cols)
		}
	}
	for _, op := range []spec.Op{spec.Sum, spec.ArgMax} {
		four := spec.RowParams{Cluster: 4}
		add(op.String()+" in a cluster of float32", spec.Spec{Type: spec.Float32, Op: op, Params: four}, 0, 9000)
		add(op.String()+" in a cluster of int16", spec.Spec{Type: spec.Int16, Op: op, Params: four}, 0, 20000)
	}
	return all
}

// rowModel is a row on numbers.
type rowModel struct {
	reduction
	row network.Row
}

func modelOfRow(s spec.Spec, row network.Row) rowModel {
	order := spec.GridOrder{Vector: row.Vector, Threads: row.Threads, Alone: 1 << 20, Rounds: 1 << 20, Chunks: 1}
	return rowModel{reductionOf(s, network.Grid{GridOrder: order}), row}
}

// primitive is what a function of the target returns. A bfloat16 is the upper half of a float.
func (r rowModel) primitive(f *ir.Func, args []uint64) []uint64 {
	if !strings.HasSuffix(f.Name, "_wide") {
		return r.reduction.primitive(f, args)
	}
	narrow := slices.Clone(args)
	for i := range narrow {
		narrow[i] >>= 16
	}
	return r.reduction.primitive(&ir.Func{Name: "_made"}, narrow)
}

// runs runs the kernel on some rows of a length.
func (r rowModel) runs(p *ir.Program, cols int, seed uint64, arch int) error {
	draw := rand.New(rand.NewPCG(seed, 3))
	rows := 1 + draw.IntN(3)
	pitch := cols + draw.IntN(2)
	if draw.IntN(2) == 0 {
		pitch = (cols + 15) / 16 * 16
	}
	launch := ir.Launch{
		Seed: seed, Identity: r.identity, Primitive: r.primitive, Arch: arch,
		Blocks: (rows*r.row.Blocks+r.row.Rows-1)/r.row.Rows + draw.IntN(2)*r.row.Blocks,
	}
	if arch >= clusterArch {
		launch.Cluster = r.row.Blocks
	}
	args, all := r.arrays(draw, (rows-1)*pitch+cols, draw.IntN(2) == 0)
	for _, a := range args {
		launch.Args = append(launch.Args, a, uint64(pitch))
	}
	if r.Ranged() {
		launch.Args = append(launch.Args, uint64(cols))
	}
	out, idx := &ir.Memory{Bytes: make([]byte, 24*rows)}, &ir.Memory{Bytes: make([]byte, 4*rows)}
	launch.Args = append(launch.Args, out)
	if r.HasLane() {
		launch.Args = append(launch.Args, idx)
	}
	launch.Args = append(launch.Args, uint64(rows))
	if err := p.Run(launch); err != nil {
		return err
	}
	if r.Ranged() && (cols < r.Least() || cols > r.Cols()) {
		rows = 0
		if slices.ContainsFunc(out.Bytes, func(b byte) bool { return b != 0 }) {
			return fmt.Errorf("rows of %d columns have results", cols)
		}
	}
	for i := range rows {
		want, first := r.expected(all[i*pitch:][:cols])
		if got := r.at(out, i); !slices.Equal(got, want) {
			return fmt.Errorf("row %d of %d columns: got %x, want %x", i, cols, got, want)
		}
		if got := int(element(idx, i, 4)); r.HasLane() && got != first {
			return fmt.Errorf("row %d of %d columns: column %d, want %d", i, cols, got, first)
		}
	}
	return nil
}

// lengths are some of the row's.
func (r rowModel) lengths(draw *rand.Rand) []int {
	if !r.Ranged() {
		return []int{r.Cols()}
	}
	least, most := r.Least(), r.Cols()
	return []int{most, least, least + draw.IntN(most-least), max(least, most-r.row.Vector-1), most + 1, least - 1}
}

func TestRowReduce(t *testing.T) {
	all := rowSpecs()
	for _, name := range extent.Drawn(t, slices.Sorted(maps.Keys(all)), 12, 8) {
		s := all[name]
		row, err := rowWith(s)
		if err != nil {
			t.Fatal(err)
		}
		p, err := RowReduce(s, row)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		r := modelOfRow(s, row)
		for seed, cols := range r.lengths(rand.New(rand.NewPCG(1, 4))) {
			for _, arch := range []int{80, 90} {
				if err := r.runs(p, cols, uint64(seed), arch); err != nil {
					t.Errorf("%s: sm_%d: %v", name, arch, err)
				}
			}
		}
	}
}

// Each statement of the kernels is needed: without it, the checker or some launch finds a fault. But for what a launch
// does not see: traps, fences, blocks that compute what they do not store, and what is stored twice. The result of an
// op that gives a column depends on few columns, so its threads are those of sums.
func TestRowReduceNeedsItsStatements(t *testing.T) {
	all := rowSpecs()
	for name, spared := range map[string]map[string]int{
		"sum of widened bfloat16 of 3 to 70":         {},
		"argmax of float32 of 0 to 1030":             {},
		"maximum of float16 of 0 to 4500":            {"_thread ir.Set": 2},
		"sum in a cluster of float32 of 0 to 9000":   {"_row ir.Instruct": 2},
		"argmax in a cluster of int16 of 0 to 20000": {"_row ir.Instruct": 2, "_row ir.Set": 2},
	} {
		for _, at := range []string{"_row ir.Trap", "_row ir.If", " ir.If", " ir.Return", " ir.Variant"} {
			if all[name].Cluster() > 0 {
				spared[at] = 1
			}
		}
		s, ok := all[name]
		if !ok {
			t.Fatalf("no %s", name)
		}
		row, err := rowWith(s)
		if err != nil {
			t.Fatal(err)
		}
		p, err := RowReduce(s, row)
		if err != nil {
			t.Fatal(err)
		}
		r := modelOfRow(s, row)
		r.chained = s.Type == spec.Float32 && s.HasLane()
		funcs := slices.DeleteFunc(slices.Clone(p.Funcs), func(f *ir.Func) bool {
			return s.HasLane() && strings.HasSuffix(f.Name, "_thread")
		})
		drawn := drawnStatements(t, funcs, 61, 12)
		for _, f := range funcs {
			withoutEach(&f.Body, func(lacks ir.Stmt) {
				_, takes := lacks.(ir.Do) // a column that is none of the best
				if !drawn() || takes && s.HasLane() && !r.chained || ir.Check(p) != nil {
					return
				}
				for seed := range uint64(12) {
					lengths := r.lengths(rand.New(rand.NewPCG(seed, 4)))
					if r.runs(p, lengths[int(seed)%len(lengths)], seed, 80+10*int(seed%2)) != nil {
						return
					}
				}
				at := fmt.Sprintf("%s %T", strings.TrimPrefix(f.Name, p.Name), lacks)
				if spared[at]--; spared[at] < 0 {
					t.Errorf("%s: %s: %v", name, at, lacks)
				}
			})
		}
	}
}
