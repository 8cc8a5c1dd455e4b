package kernels

import (
	"context"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/algebra"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/term"
)

// mostSets is how many sets of elements are looked at one after the other.
const mostSets = 8

// winner is the output with the number of an element that is the best; beside it may be the element itself.
func (r reading) winner() (of out, ok bool) {
	for _, o := range r.outs {
		if o.form.index {
			of, ok = o, true
		}
	}
	best := map[bool]string{true: "the maximum", false: "the minimum"}[strings.HasPrefix(of.form.text, greatestNumber)]
	return of, ok && !slices.ContainsFunc(r.outs, func(o out) bool { return !o.form.index && o.form.text != best })
}

// onPairs is onTerms of the number of an element that is the best: pairs of elements and numbers are ordered, of one
// set in each execution.
func (k *Kernel) onPairs(ctx context.Context, l launch, r *reading, o out, far bool, limits map[string]bool) (
	why string, how shown,
) {
	sets := k.layouts(l)[o.layout].sets
	f := algebra.Format(k.Params[r.inputs[0]].Type)
	if f == nil || f.Bits() < 32 || len(sets) > mostSets {
		return "its terms are not those of " + o.form.text, isOpen
	}
	for s, set := range sets {
		if len(set) == 0 {
			continue
		}
		by := k.strategy(l, true)
		by.PairOrder = &term.PairOrder{Greatest: o.form.text == greatestNumber, LastSlot: 1<<32 - 1, KeyBits: f.Bits(),
			Float: f, Winner: true}
		by.Laws = []term.Law{term.Pairs}
		d := newTerms(by)
		d.pairs, d.greatest = s+1, o.form.text == greatestNumber
		if far {
			d.bounds = &bounds{greatest: d.greatest, among: map[bv.Value]bool{}}
		}
		if why, how = k.onDomain(ctx, d, l, r); how != isShown {
			return why, how
		}
		for _, text := range d.limits {
			limits[text] = true
		}
	}
	limits[noNaN] = true
	return "", isShown
}
