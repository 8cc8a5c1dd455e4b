package kernels

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// confirmed reports whether each integer beside the number of columns counts what a reading says. With one less, or one
// row less, a launch leaves other results. An integer with no influence may count anything. So the first number of a
// causal mask, for example, is no number of rows, though a great one masks nothing.
func (k *Kernel) confirmed(ctx context.Context, l launch, r reading) bool {
	for i, c := range r.counts {
		if c == columns {
			continue
		}
		n := l.value(c)
		less := []int{n - 1}
		if c == elements {
			less = append(less, n-l.cols)
		}
		if !k.changes(ctx, l, r, i, less) && k.changes(ctx, l, r, i, []int{0, 1, 2 * n, 1 << 20}) {
			return false
		}
	}
	return true
}

// changes reports whether a launch with some other value of an integer leaves other results, or ends with a fault.
func (k *Kernel) changes(ctx context.Context, l launch, r reading, integer int, values []int) bool {
	results := func(value int) (all []bv.Value, ok bool) {
		changed := l
		changed.instead = &[2]int{integer, value}
		in := k.drawn(rand.New(rand.NewPCG(17, 18)), l, draws[0])
		left, err := k.run(ctx, bv.Numbers{}, changed, in, true, false)
		if err != nil {
			return nil, false
		}
		for _, o := range r.outs {
			for _, c := range left.Elements[o.param] {
				all = append(all, c.V)
			}
		}
		return all, true
	}
	turns := k.turns
	was, _ := results(l.value(r.counts[integer]))
	return slices.ContainsFunc(values, func(value int) bool {
		k.turns = turns // the same numbers again
		all, ok := results(value)
		return !ok || !slices.Equal(was, all)
	})
}
