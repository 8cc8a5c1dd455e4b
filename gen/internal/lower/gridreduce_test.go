package lower

import (
	"encoding/binary"
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

// smallGrid is an order of few threads and chunks, with its networks.
func smallGrid(s spec.Spec) (g network.Grid, err error) {
	g.GridOrder = spec.GridOrder{Vector: s.GridOrder().Vector, Threads: 64, Alone: 2 * deepLoads, Rounds: 20, Chunks: 4}
	if s.User != nil {
		return g, nil
	}
	if g.Across, err = network.Block(g.AcrossSpec(s)); err == nil && s.HasLane() {
		g.Places, err = network.Block(g.PlacesSpec(s))
	}
	return g, err
}

// reductions are the specs that make programs of different forms.
func reductions(t *testing.T) map[string]spec.Spec {
	all := map[string]spec.Spec{}
	add := func(name string, s spec.Spec) {
		s.Pattern, s.Mask = spec.GridReduce, spec.Full
		s.Params = spec.GridParams{In: s.In(), Parts: !s.HasLane()}
		all[name] = s
	}
	for _, t := range []spec.Type{spec.Int8, spec.Int32, spec.Uint64, spec.Float32, spec.Float64, spec.Bfloat16} {
		add("sum of "+t.String(), spec.Spec{Type: t, Op: spec.Sum})
		add("argmax of "+t.String(), spec.Spec{Type: t, Op: spec.ArgMax})
		add("argmin of "+t.String(), spec.Spec{Type: t, Op: spec.ArgMin})
		add("user's of "+t.String(), spec.Spec{Type: t, Op: spec.User, User: &spec.UserOp{GoFunc: spec.GoFunc{Name: "join"}}})
		if t.Class() == spec.Float {
			add("maximum of "+t.String(), spec.Spec{Type: t, Op: spec.Maximum})
		}
	}
	for _, op := range []spec.Op{spec.Sum, spec.ArgMax} {
		add(op.String()+" of widened bfloat16", spec.Spec{Type: spec.Float32, Op: op,
			Params: spec.GridParams{In: spec.StoredBfloat16}})
	}
	add("sum of products", spec.Spec{Type: spec.Uint32, Op: spec.Sum, Map: &spec.Map{Kind: spec.Product}})
	record, err := spec.StructElement([]spec.Field{
		{Name: "A", Elem: spec.ScalarElement(spec.Int64)}, {Name: "B", Elem: spec.BoolElement()},
		{Name: "C", Elem: spec.ScalarElement(spec.Int16)},
	})
	if err != nil {
		t.Fatal(err)
	}
	add("user's of structs", spec.Spec{Elem: record, Op: spec.User, User: &spec.UserOp{GoFunc: spec.GoFunc{Name: "merge"}},
		Map: &spec.Map{Kind: spec.UserMap, GoFunc: spec.GoFunc{Name: "lift"},
			Params: []spec.Operand{{Type: spec.Int32}, {Type: spec.Float32}}},
		Naming: spec.Naming{Name: "GridRecords"}})
	return all
}

// arrays are n random inputs, aligned or not, and the elements that are made of them.
func (r reduction) arrays(draw *rand.Rand, n int, aligned bool) (args []any, all [][]uint64) {
	inputs := make([][]uint64, n)
	for _, p := range r.Shape().Matrices() {
		size := p.Type.Bits() / 8
		in := input(draw, n, size)
		if in.Skew = size; aligned {
			in.Skew = 0
		}
		if r.ends { // all but the elements of a vector that is not whole change nothing
			for i := range n / r.grid.Vector * r.grid.Vector {
				binary.LittleEndian.PutUint32(in.Bytes[i*size:], uint32(r.absent))
			}
		}
		for i := range inputs {
			inputs[i] = append(inputs[i], element(in, i, size))
		}
		args = append(args, in)
	}
	for _, in := range inputs {
		e := []uint64{r.made(in)}
		if r.Elem != nil {
			e = r.primitive(&ir.Func{Name: "_made"}, in)
		}
		all = append(all, e)
	}
	return args, all
}

// runs runs the kernel twice with one workspace, which it leaves zero, and the kernels of parts.
func (r reduction) runs(p *ir.Program, n int, seed uint64) error {
	draw := rand.New(rand.NewPCG(seed, 3))
	workspace := &ir.Memory{Bytes: make([]byte, 8*(spec.GridHeader+r.GridSlots()*r.grid.Chunks))}
	memory := func(results int) *ir.Memory { return &ir.Memory{Bytes: make([]byte, results*24)} }
	launch := ir.Launch{Seed: seed, Identity: r.identity, Primitive: r.primitive}
	rounds := 2
	if r.chained {
		rounds = 3
	}
	for round := range rounds {
		r.ends = round == 2
		args, all := r.arrays(draw, n, round == 0)
		out, idx := memory(1), memory(1)
		if launch.Blocks = 1 + draw.IntN(3); round > 0 { // more than have a chunk
			launch.Blocks = r.grid.Chunks + 1 + draw.IntN(2)
		}
		if launch.Resident = draw.IntN(4); round > 0 {
			launch.Resident = 1
		}
		launch.Args = append(args, uint64(n), out)
		if r.HasLane() {
			launch.Args = append(launch.Args, idx)
		}
		launch.Args = append(launch.Args, workspace)
		if err := p.Run(launch); err != nil {
			return err
		}
		want, first := r.expected(all)
		if got := r.at(out, 0); want != nil && !slices.Equal(got, want) {
			return fmt.Errorf("%d blocks, %d elements: got %x, want %x", launch.Blocks, n, got, want)
		}
		if got := int(int64(element(idx, 0, 8))); r.HasLane() && got != first {
			return fmt.Errorf("%d blocks, %d elements: element %d, want %d", launch.Blocks, n, got, first)
		}
		if slices.ContainsFunc(workspace.Bytes, func(b byte) bool { return b != 0 }) {
			return fmt.Errorf("the workspace is not zero")
		}
	}
	if len(p.Others) == 0 {
		return nil
	}
	if err := r.parts(p, n, launch, draw, true); err != nil {
		return err
	}
	return r.parts(p, n, launch, draw, false)
}

// parts runs the kernels of parts: two of some chunks, and that of all.
func (r reduction) parts(p *ir.Program, n int, launch ir.Launch, draw *rand.Rand, aligned bool) error {
	args, all := r.arrays(draw, n, aligned)
	chunks := r.chunks(all)
	out, results := &ir.Memory{Bytes: make([]byte, 24)}, &ir.Memory{Bytes: make([]byte, 24*r.grid.Chunks)}
	cut := draw.IntN(len(chunks) + 1)
	for _, part := range [][2]int{{0, cut}, {cut, r.grid.Chunks}} {
		launch.Args = nil
		for i, a := range args {
			held, size := *a.(*ir.Memory), r.Shape().Matrices()[i].Type.Bits()/8
			from := min(n, part[0]*int(r.grid.Chunk(int64(n))))
			held.Bytes, held.Skew = held.Bytes[from*size:], (held.Skew+from*size)%16
			launch.Args = append(launch.Args, &held)
		}
		launch.Args = append(launch.Args, uint64(n), uint64(part[0]), uint64(part[1]), results)
		if err := p.Of(p.Others[0]).Run(launch); err != nil {
			return err
		}
	}
	for i, want := range chunks {
		if got := r.at(results, i); want != nil && !slices.Equal(got, want) {
			return fmt.Errorf("chunk %d of %d elements is %x, want %x", i, n, got, want)
		}
	}
	launch.Blocks, launch.Args = 1, []any{results, uint64(n), out}
	if err := p.Of(p.Others[1]).Run(launch); err != nil {
		return err
	}
	if got, want := r.at(out, 0), first(r.expected(all)); !slices.Equal(got, want) {
		return fmt.Errorf("parts of %d elements: got %x, want %x", n, got, want)
	}
	return nil
}

func first(result []uint64, _ int) []uint64 { return result }

// lengths are those of the ways of a kernel: a few elements, one chunk, several, and rounds of a batch.
func (r reduction) lengths(draw *rand.Rand) []int {
	p, few := r.grid.Accumulators(), fewElements/r.grid.Vector
	return []int{
		2*deepLoads*p - 1 - draw.IntN(r.grid.Vector-1), few*p - 1 - draw.IntN(r.grid.Vector-1), (2*deepLoads-1)*p - 1,
		50*p + draw.IntN(p), 62*p + draw.IntN(p), 0, 1, few*p - draw.IntN(few*p), (few+1)*p + draw.IntN(8*p), 15*p - 1,
	}
}

// small is the program of a small order.
func (r *reduction) small(t *testing.T) *ir.Program {
	grid, err := smallGrid(r.Spec)
	if err != nil {
		t.Fatal(err)
	}
	p, err := GridReduce(r.Spec, grid)
	if err != nil {
		t.Fatal(err)
	}
	*r = reductionOf(r.Spec, grid)
	return p
}

// endings are lengths that end within a vector of each round of a few elements.
func (r reduction) endings() (all []int) {
	p, v := r.grid.Accumulators(), r.grid.Vector
	for k := range fewElements / v {
		all = append(all, k*p+p/2+v-1)
	}
	return all
}

func TestGridReduce(t *testing.T) {
	seed, all := uint64(0), reductions(t)
	for _, name := range extent.Drawn(t, slices.Sorted(maps.Keys(all)), 3, 2) {
		r := reduction{Spec: all[name]}
		p := r.small(t)
		lengths := r.lengths(rand.New(rand.NewPCG(1, 4)))
		for _, i := range rand.New(rand.NewPCG(seed, 5)).Perm(len(lengths))[:extent.Pick(1, 4)] {
			seed++
			if err := r.runs(p, lengths[i], seed); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
	}
}

// Each statement of the kernels is needed: without it, the checker or some launch finds a fault. But for the way of a
// few elements, which is shorter than that of chunks and gives the same.
func TestGridReduceNeedsItsStatements(t *testing.T) {
	all := reductions(t)
	for _, name := range []string{"sum of float32", "argmax of float32", "argmin of float64", "user's of structs"} {
		r := reduction{Spec: all[name]}
		p := r.small(t)
		spared := map[string]int{" ir.If": 2, " ir.Return": 2} // the way of a few elements, and all blocks but one on it
		lengths := r.lengths(rand.New(rand.NewPCG(1, 4)))
		r.chained = r.Type == spec.Float32 && r.HasLane()
		funcs := slices.DeleteFunc(append(slices.Clone(p.Funcs), p.Others...), func(f *ir.Func) bool {
			return r.Type == spec.Float64 && !strings.HasSuffix(f.Name, "_take") // the others are those of float32
		})
		drawn := drawnStatements(t, funcs, 151, 60)
		for _, f := range funcs {
			withoutEach(&f.Body, func(lacks ir.Stmt) {
				if !drawn() || ir.Check(p) != nil {
					return
				}
				for seed, n := range append(lengths, r.endings()...) {
					if r.runs(p, n, uint64(seed)) != nil {
						return
					}
				}
				if _, barrier := lacks.(ir.Barrier); barrier { // some paces of the warps alone show it
					for seed := range uint64(100) {
						if r.runs(p, lengths[3], 100+seed) != nil {
							return
						}
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

// drawnStatements draws one of so many statements of functions, in a usual and in a full run. The result reports of
// each next one whether it is drawn.
func drawnStatements(t *testing.T, funcs []*ir.Func, usual, full int) func() bool {
	t.Helper()
	var all []int
	for _, f := range funcs {
		withoutEach(&f.Body, func(ir.Stmt) { all = append(all, len(all)) })
	}
	chosen := extent.Drawn(t, all, usual, full)
	next := -1
	return func() bool {
		next++
		return slices.Contains(chosen, next)
	}
}
