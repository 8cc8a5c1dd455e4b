package kernels

import (
	"context"
	"slices"

	"github.com/shflgen/shflgen/spec"
)

// plans are all, the likelier first.
func (k *Kernel) plans() (all []plan) {
	for w := range numberOfWorks {
		counts := [][]count{nil}
		for range k.ints() {
			var longer [][]count
			for _, list := range counts {
				for c := range numberOfCounts {
					if c == columns || w != array {
						longer = append(longer, append(slices.Clone(list), c))
					}
				}
			}
			counts = longer
		}
		for _, list := range counts {
			if len(list) == 0 || slices.Contains(list, columns) || w == rowOfBlock || k.Cols != nil {
				all = append(all, plan{w, list})
			}
		}
	}
	return all
}

// discover finds the plan by which a kernel computes a form on ordinary numbers in the most launches.
func (k *Kernel) discover(ctx context.Context) (best reading, ok bool, last error) {
	most := 0
	for _, threads := range k.Blocks {
		for _, p := range k.plans() {
			for _, n := range k.lengths(threads) {
				l, fits := p.launched(threads, n)
				if !fits || ctx.Err() != nil {
					continue
				}
				r, some, err := k.read(ctx, l)
				if err != nil {
					last = err
				}
				if !some {
					continue
				}
				r.threads, r.cols = threads, n
				score, all := k.score(ctx, &r)
				if score > most {
					best, ok, most = r, true, score
				}
				if score == all {
					return best, true, nil
				}
				break
			}
		}
		if ok && best.wide {
			return best, true, nil
		}
	}
	return best, ok, last
}

// score is in how many of some launches a reading agrees on ordinary numbers. It counts if those are most of those by
// blocks of one size, or all with as many elements as threads.
func (k *Kernel) score(ctx context.Context, r *reading) (score, all int) {
	r.wide = true
	here, allHere := 0, 0
	for _, threads := range k.Blocks {
		if threads <= spec.WarpSize && len(k.Blocks) > 1 && threads != r.threads {
			continue
		}
		for _, n := range []int{threads, 7, 33, 2*threads + 4} {
			if k.ints() == 0 || k.Cols != nil {
				n = r.cols
			}
			l, fits := r.plan.launched(threads, n)
			if !fits {
				continue
			}
			all++
			of, ok, err := k.read(ctx, l)
			same := ok && err == nil && of.alike(*r)
			score += bit(same)
			if threads == r.threads {
				here, allHere = here+bit(same), allHere+1
			}
			r.wide = r.wide && (same || n != threads)
		}
	}
	r.wide = all > 0 && r.wide || allHere > 0 && 2*here >= allHere
	return score, all
}

// alike reports whether two readings are of the same forms.
func (r reading) alike(of reading) bool {
	if len(r.outs) != len(of.outs) {
		return false
	}
	for i, o := range r.outs {
		if o.form.text != of.outs[i].form.text || o.layout != of.outs[i].layout || o.added != of.outs[i].added {
			return false
		}
	}
	return true
}
