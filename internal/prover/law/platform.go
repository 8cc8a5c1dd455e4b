package law

import (
	"context"
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/gofunc"
	"github.com/shflgen/shflgen/internal/prover/tape"
)

// Platform is what is known of a function on this platform alone, as conditions in words. None are needed where it uses
// nothing that builds or platforms have otherwise, and gives the same with an int of 32 bits as with one of 64.
func Platform(ctx context.Context, f *gofunc.Func, names ...string) ([]string, error) {
	p := f.Platform(names...)
	if len(p.Names) > 0 {
		tool, err := f.Tool()
		if err != nil {
			return nil, err
		}
		return []string{fmt.Sprintf("%s as built for %s, with an int of 64 bits: %s", f.Name, tool,
			strings.Join(p.Names, ", "))}, nil
	}
	if !p.Sized {
		return nil, nil
	}
	same, err := sameSizes(ctx, f, names)
	if err != nil || same {
		return nil, err
	}
	return []string{f.Name + " where int has 64 bits: with 32 it is not known to compute the same"}, nil
}

// sameSizes reports whether a function, and each element of its package that a name stands for, is known to be the
// same for both sizes of int. Functions that cannot be executed are not.
func sameSizes(ctx context.Context, f *gofunc.Func, names []string) (bool, error) {
	t := tape.New()
	var in []gofunc.Value
	for _, leaves := range f.Params() {
		in = append(in, element(t, leaves, func(_, bits int) bv.Value { return t.Var(bits) })...)
	}
	calls := []func(*gofunc.Func) (gofunc.Outcome, error){
		func(f *gofunc.Func) (gofunc.Outcome, error) { return f.Call(ctx, t, in) },
	}
	for _, name := range names {
		if f.Element(name) {
			calls = append(calls, func(f *gofunc.Func) (gofunc.Outcome, error) { return f.Named(ctx, t, name) })
		}
	}
	for _, call := range calls {
		wide, err := call(f)
		if err != nil {
			return false, ctx.Err()
		}
		narrow, err := call(f.Narrow())
		if err != nil {
			return false, ctx.Err()
		}
		equal := func(a, b bv.Value) bool {
			return a == b || t.SameForm(bv.NoFormat, a.(*tape.Node), b.(*tape.Node))
		}
		same := len(wide.Results) == len(narrow.Results) && equal(wide.Panics, narrow.Panics)
		for i := 0; same && i < len(wide.Results); i++ {
			same = equal(wide.Results[i].V, narrow.Results[i].V)
		}
		if !same {
			return false, nil
		}
	}
	return true, nil
}
