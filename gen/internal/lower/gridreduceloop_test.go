package lower

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

// loops are reductions, and the forms of a language's functions of them.
func loops(t *testing.T) map[string]ReduceLoop {
	number := func(t spec.Type) ir.Type { return ir.Number{Type: t} }
	record := ir.Struct{Element: reductions(t)["user's of structs"].Elem}
	return map[string]ReduceLoop{
		"sum of int32": {Held: number(spec.Int32), Plain: true}, "sum of float32": {Held: number(spec.Float32), Plain: true},
		"user's of int32": {Held: number(spec.Int32), Plain: true}, "user's of structs": {Held: record, Loads: true},
		"sum of products":         {Held: number(spec.Uint32), Loads: true},
		"sum of widened bfloat16": {Held: number(spec.Float32), Loads: true},
		"maximum of float32":      {Held: number(spec.Int32), Stores: true},
		"maximum of bfloat16":     {Held: number(spec.Uint16), Encodes: true, Stores: true},
	}
}

// loop is the program of a small order.
func (r *reduction) loop(t *testing.T, how ReduceLoop) *ir.Program {
	*r = reductionOf(r.Spec, r.grid)
	r.sum = false // loops keep the order of any op
	v := r.GridOrder().Vector
	r.grid.GridOrder = spec.GridOrder{Vector: v, Threads: 128 / v, Alone: 3, Rounds: 2, Chunks: 4}
	how.Share = 1400
	p, err := GridReduceLoop(r.Spec, r.grid.GridOrder, how)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// loopRuns runs the function on n elements.
func (r reduction) loopRuns(p *ir.Program, how ReduceLoop, n int, seed uint64) error {
	args, all := r.arrays(rand.New(rand.NewPCG(seed, 6)), n, true)
	held := func(e uint64) uint64 {
		if how.Stores {
			return e ^ flip
		}
		return e
	}
	var got []uint64
	launch := ir.Launch{Blocks: 1, Seed: seed, Args: args, Result: &got}
	launch.Primitive = func(f *ir.Func, args []uint64) []uint64 {
		switch name := strings.TrimPrefix(f.Name, p.Name); {
		case r.Elem != nil:
			return r.primitive(&ir.Func{Name: map[string]string{"Made": "_made", "Combine": "_op"}[name]}, args)
		case name == "Nothing":
			return []uint64{r.identity}
		case name == "Made" && how.Encodes:
			return []uint64{r.made(args)}
		case name == "Made":
			return []uint64{held(r.made(args))}
		case name == "Combine":
			return []uint64{held(r.op(held(args[0]), held(args[1])))}
		}
		return []uint64{held(args[0])}
	}
	err := p.Run(launch)
	if want, _ := r.expected(all); err == nil && !slices.Equal(got, want) {
		err = fmt.Errorf("%d elements: got %x, want %x", n, got, want)
	}
	return err
}

// loopLengths are those of each way: a few, up to a round, some rounds, chunks, and chunks that processors share.
func (r reduction) loopLengths() (all []int) {
	for n := range 66 {
		all = append(all, n)
	}
	p := r.grid.Accumulators()
	return append(all, 2*p-3, 3*p, 3*p+1, p-13, 6*p+13, 7*p+9, 2800, 40*p-5, 41*p+3)
}

func TestGridReduceLoop(t *testing.T) {
	for name, how := range loops(t) {
		r := reduction{Spec: reductions(t)[name]}
		p := r.loop(t, how)
		for i, n := range extent.Sparse(r.loopLengths(), 3, 1) {
			if err := r.loopRuns(p, how, n, uint64(i)); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
	}
}

// Each statement of the functions is needed, but for the error of lengths that differ, for what tells the compiler a
// length, and for shorter ways of few elements, where the longer one gives the same.
func TestGridReduceLoopNeedsItsStatements(t *testing.T) {
	for name, how := range loops(t) {
		r := reduction{Spec: reductions(t)[name]}
		p := r.loop(t, how)
		spared := map[string]int{
			" ir.If": 2, " ir.Return": 1, " ir.Trap": 1, "LoadFew ir.Set": 1,
			"Many ir.If": 2, "Many ir.Return": 2, "Several ir.If": 4, "Several ir.Return": 4,
		}
		lengths := r.loopLengths()
		slices.Reverse(lengths)
		drawn := drawnStatements(t, p.Funcs, 29, 12)
		for _, f := range p.Funcs {
			withoutEach(&f.Body, func(lacks ir.Stmt) {
				if !drawn() || ir.Check(p) != nil {
					return
				}
				for seed, n := range lengths {
					if r.loopRuns(p, how, n, uint64(seed)) != nil {
						return
					}
				}
				at := fmt.Sprintf("%s %T", strings.TrimPrefix(strings.ToLower(f.Name[:1])+f.Name[1:], p.Name), lacks)
				if spared[at]--; spared[at] < 0 {
					t.Errorf("%s: %s: %v", name, at, lacks)
				}
			})
		}
	}
}
