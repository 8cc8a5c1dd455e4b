package operator

import (
	"context"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/gofunc"
	"github.com/shflgen/shflgen/internal/prover/tape"
	"github.com/shflgen/shflgen/spec"
)

// fusionOf examines a function with one leaf after the other as a product. For a function that is not executed here,
// every float is treated as a product and as an operand of a sum. repeats says that results are operands again.
func fusionOf(run *gofunc.Func, repeats bool) spec.Fusion {
	var leaves []gofunc.Leaf
	for _, of := range run.Params() {
		leaves = append(leaves, of...)
	}
	f := spec.Fusion{Sums: make([]bool, len(leaves)), Passes: make([][]bool, len(leaves))}
	gives, within, err := products(run, leaves, -1)
	if err != nil {
		for _, l := range run.Results() {
			f.Gives = append(f.Gives, l.Float != bv.NoFormat)
		}
		for i, l := range leaves {
			f.Sums[i] = l.Float != bv.NoFormat
		}
		f.Unrounded = "where Go may fuse its products and sums is not known: " + err.Error()
		return f
	}
	f.Gives = gives
	for i, l := range leaves {
		if l.Float == bv.NoFormat {
			continue
		}
		passes, more, err := products(run, leaves, i)
		f.Passes[i], f.Sums[i] = passes, err != nil || len(more) > len(within)
	}
	if len(within) == 0 && repeats && again(f, make([]bool, len(gives))) {
		within = []string{"a result, as an operand of the next call"}
	}
	if len(within) > 0 {
		f.Unrounded = strings.Join(within, "\n") + notPortable
	}
	return f
}

// notPortable ends the list of sums that take a product.
const notPortable = ": a product in a sum is not portable: Go fuses the two on some platforms, even across " +
	"statements, and divides by 2 or 4 as it multiplies; want the product rounded, as in float32(x*y) or " +
	"float32(x/2), or math.FMA"

// products executes a function, with a product in one leaf of its parameters, or in none. It says which results are
// products, and which sums may take one.
func products(run *gofunc.Func, leaves []gofunc.Leaf, in int) (results []bool, sums []string, err error) {
	d := tape.New()
	var args []gofunc.Value
	for i, l := range leaves {
		args = append(args, gofunc.Value{V: d.Var(l.Bits), Product: i == in})
	}
	out, err := run.Call(context.Background(), d, args)
	if err != nil {
		return nil, nil, err
	}
	for _, x := range out.Results {
		results = append(results, x.Product)
	}
	for _, a := range out.Assumes {
		if at, ok := strings.CutSuffix(a, ": "+gofunc.MayFuse); ok {
			sums = append(sums, at)
		}
	}
	return results, sums, nil
}

// again reports whether a sum takes a product, as a function is called on its own results and on leaves, some of them
// products.
func again(f spec.Fusion, made []bool) bool {
	for {
		more, sums := f.Of(slices.Concat(made, made))
		if sums {
			return true
		}
		for k := range more {
			more[k] = more[k] || made[k]
		}
		if slices.Equal(more, made) {
			return false
		}
		made = more
	}
}

// fuses ends a limit of an operator of structs. Emitted code rounds scalars between calls, but no fields.
const fuses = ": a product that one call leaves in a field and the next one adds, which " +
	"Go may round once for both, as on arm64 " +
	"and by GOAMD64=v3: the outcome is that of two roundings"

// fused are the limits by sums that take a product of the call before.
func fused(s spec.Spec) []string {
	if s.User == nil || s.Elem == nil {
		return nil
	}
	var made []bool // fields that may be products
	if s.Map.User() {
		made, _ = s.Map.Fusion.Of(nil)
	} else {
		made = make([]bool, len(s.User.Fusion.Gives))
	}
	if !again(s.User.Fusion, made) {
		return nil
	}
	return []string{s.User.String() + fuses}
}
