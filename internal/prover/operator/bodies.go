package operator

import (
	"context"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/gofunc"
	"github.com/shflgen/shflgen/spec"
)

// Bodies execute the Go functions that a resolved spec names, under the names that the reference
// calls them by. They are for one domain, which they share results of; ctx ends them.
func Bodies(ctx context.Context, s spec.Spec) (bv.Bodies, error) {
	loaded, err := Loaded(s)
	if err != nil {
		return nil, err
	}
	all := bv.Bodies{}
	for _, f := range loaded {
		run, err := Func(f.Func)
		if err != nil {
			return nil, err
		}
		x := &executed{ctx: ctx, run: run}
		for k, fn := range f.Fns {
			all[fn.Name] = func(d bv.Domain, args []bv.Value) bv.Value { return x.leaf(d, fn, args, k) }
		}
	}
	return all, nil
}

// executed is a function with its latest call: the leaves of a result are asked for one by one.
type executed struct {
	ctx     context.Context
	run     *gofunc.Func
	args    []bv.Value
	results []bv.Value
}

func (x *executed) leaf(d bv.Domain, fn *bv.Fn, args []bv.Value, k int) bv.Value {
	if x.results == nil || !slices.Equal(x.args, args) {
		in := make([]gofunc.Value, len(args))
		for i, a := range args { // a NaN of arithmetic may be any
			in[i] = gofunc.Value{V: a, Loose: fn.Of[i] != bv.NoFormat}
		}
		out, err := x.run.Call(x.ctx, d, in)
		if err != nil {
			panic(bv.Stop{Why: err.Error()})
		}
		if panics, known := d.Known(out.Panics); !known || panics != 0 {
			panic(bv.Stop{Why: x.run.Name + " may panic"})
		}
		x.args, x.results = slices.Clone(args), nil
		for _, r := range out.Results {
			x.results = append(x.results, r.V)
		}
	}
	return x.results[k]
}
