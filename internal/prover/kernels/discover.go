package kernels

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/spec"
)

// works are those of plans, the likelier first: rows by blockIdx.y where the code reads that.
func (k *Kernel) works() (all []work) {
	if k.Called != "" {
		return []work{rowOfBlock}
	}
	plane := k.Code.Reads("%ctaid.y")
	for w := range numberOfWorks {
		switch {
		case !w.ofPlane() && w >= tiles && !k.Code.Reads("%ctaid"): // from there on a block finds its part by its number
		case !w.ofPlane():
			all = append(all, w)
		case plane && (w == rowOfY || k.Code.Reads("%ctaid.x")):
			all = append(all, w)
		}
	}
	slices.SortStableFunc(all, func(a, b work) int { return bit(b.ofPlane()) - bit(a.ofPlane()) })
	return all
}

// plans are all, the likelier first.
func (k *Kernel) plans() (all []plan) {
	alone := !k.Code.Reads("%ctaid")
	for _, w := range k.works() {
		counts := [][]count{nil}
		for range k.ints() {
			var longer [][]count
			for _, list := range counts {
				for c := range numberOfCounts {
					if c == columns || !w.ofArray() {
						longer = append(longer, append(slices.Clone(list), c))
					}
				}
			}
			counts = longer
		}
		for _, list := range counts {
			p := plan{work: w, counts: list, alone: alone, each: 1}
			if !k.known(p) {
				continue
			}
			all = append(all, p)
			switch p.full = true; {
			case w.inTiles():
				all = append(all, plan{w, list, alone, 2, false}, plan{w, list, alone, 4, false})
			case (w <= colOfThread || w == rowOfWarp) && (slices.Contains(list, rows) || slices.Contains(list, first)):
				all = append(all, p)
			}
		}
	}
	return all
}

// known reports whether the integers of a plan say how many elements there are, and each something else.
func (k *Kernel) known(p plan) bool {
	has := func(c count) bool { return slices.Contains(p.counts, c) }
	for i, c := range p.counts {
		if slices.Contains(p.counts[:i], c) {
			return false
		}
	}
	at := slices.Index(p.counts, first)
	factors := !p.work.ofThree() && at >= 0 // of the rows
	switch {
	case factors && (at+1 == len(p.counts) || p.counts[at+1] != last || !has(columns) || has(rows) || has(elements)),
		!factors && !p.work.ofThree() && has(last):
		return false
	case p.work == groupOfBlock:
		return has(rows) && has(last) && has(first)
	case p.work == channelOfBlock:
		return has(rows) && has(last)
	case p.work.ofThree():
		return has(columns) && has(last)
	case p.work == rowInTurn:
		return (has(rows) || has(elements) || factors) && (has(columns) || k.Cols != nil)
	}
	return len(p.counts) == 0 || has(columns) || p.work == rowOfBlock || k.Cols != nil
}

// asked is the reading that the words of Computes name; false: they name none, or several, or nothing says how many
// elements there are.
func (k *Kernel) asked() (r reading, ok bool) {
	for _, k.class = range append(k.classes(), 0) {
		if r, ok = k.askedFor(); ok {
			break
		}
	}
	return r, ok
}

// askedFor is asked where it is known which parameter has the class of each row.
func (k *Kernel) askedFor() (r reading, ok bool) {
	var outs []out
	for i, p := range k.Params {
		switch {
		case k.isClass(i):
		case p.Pointer && p.Const:
			r.inputs = append(r.inputs, i)
		case p.Pointer:
			outs = append(outs, out{param: i})
		}
	}
	if r.wide, r.asked = true, true; k.Computes == "" || len(outs) != 1 || k.ints() == 0 && k.Cols == nil {
		return r, false
	}
	if r.inputs == nil {
		r.inputs = []int{outs[0].param}
	}
	found := 0
	var of reading
	named := ""
	for _, p := range k.plans() {
		l, _ := p.launched(k.Blocks[0], 64) // any
		for i, lay := range k.layouts(l) {
			for _, f := range forms {
				for _, added := range []bool{false, true} {
					r.plan, r.outs = p, []out{{param: outs[0].param, form: f, layout: i, added: added, from: r.inputs}}
					text := k.computes(r)
					_, short, _ := strings.Cut(text, " receives ")
					fits := f.inputs <= len(r.inputs) && f.takes(added) && lay.sets != nil && f.class == (k.class > 0)
					if fits && (text == k.Computes || short == k.Computes) && text != named { // of two plans the likelier
						of, named, found = r, text, found+1
					}
				}
			}
		}
	}
	return of, found == 1
}

// isAsked reports whether what a kernel computes, in words, is what it has to compute. A part of the words is enough,
// but it does not end within a form's name: "the sum" is not "the sum of squares".
func (k *Kernel) isAsked(r reading, computes string) bool {
	names := func(f form) bool { return strings.Contains(k.Computes, f.text) }
	return strings.Contains(computes, k.Computes) && (!slices.ContainsFunc(forms, names) ||
		slices.ContainsFunc(r.outs, func(o out) bool { return names(o.form) }))
}

// discover finds the plan by which a kernel computes a form on ordinary numbers in the most launches.
func (k *Kernel) discover(ctx context.Context) (best reading, ok bool, last error) {
	most := 0
	for _, threads := range k.Blocks {
		for _, p := range k.plans() {
			for _, n := range k.lengths(threads) {
				if p.each > 1 && n > threads { // several tiles
					n *= p.each
				}
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
				if r.threads, r.cols = threads, n; !k.confirmed(ctx, l, r) {
					continue
				}
				score, all := k.score(ctx, &r)
				if score > most || score == all {
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
	here, allHere, severalTiles := 0, 0, true
	for _, threads := range k.Blocks {
		if threads <= spec.WarpSize && len(k.Blocks) > 1 && threads != r.threads {
			continue
		}
		lengths := []int{threads, 7, 33, 2*threads + 4}
		if r.work == array { // more than both blocks have, if a thread has some elements of its tile
			lengths = append(lengths, 8*threads+4)
		}
		switch {
		case k.Called != "":
			lengths = []int{threads}
		case k.ints() == 0:
			lengths = []int{r.cols}
		case k.Cols != nil: // of one element many forms are the same
			lengths = k.Cols
		}
		for _, n := range lengths {
			l, fits := r.plan.launched(threads, n)
			if !fits {
				continue
			}
			all++
			of, ok, err := k.read(ctx, l)
			same := ok && err == nil && k.agree(l, of, *r) && (r.work != array || n <= threads || k.readsLast(ctx, l, *r))
			score += bit(same)
			if threads == r.threads {
				here, allHere = here+bit(same), allHere+1
			}
			r.wide = r.wide && (same || n != threads)
			severalTiles = severalTiles && (same || n <= threads)
		}
	}
	r.wide = all > 0 && r.wide || allHere > 0 && 2*here >= allHere
	if r.work.inTiles() { // of one tile many forms are the same, and tiles of another size begin as these do
		r.wide = r.wide && severalTiles
	}
	return score, all
}

// readsLast reports whether a launch of a reading is right where the last elements of the array are the greatest, and
// where they are the least: an extremum of numbers hides an element that is left out.
func (k *Kernel) readsLast(ctx context.Context, l launch, r reading) bool {
	for _, step := range []float64{1, -1} {
		in := k.drawn(rand.New(rand.NewPCG(19, 20)), l, draws[0])
		of := k.Params[r.inputs[0]]
		for i := range in[r.inputs[0]] {
			in[r.inputs[0]][i] = encoded(of.Type, step*float64(1+i)/64)
		}
		left, err := k.run(ctx, bv.Numbers{}, l, in, true, false)
		if err != nil {
			return false
		}
		for _, o := range r.outs {
			if o.form.join != nil || o.form.index {
				if _, same := k.agrees(l, r, o, in, left, false, &env{}); !same {
					return false
				}
			}
		}
	}
	return true
}

// agree reports whether two readings of a launch are of the same forms, of the same elements: of one tile the elements
// are all.
func (k *Kernel) agree(l launch, r, of reading) bool {
	same := func(n, m int) bool {
		some := func(n int) [][]int {
			none := func(set []int) bool { return len(set) == 0 }
			return slices.DeleteFunc(slices.Clone(k.layouts(l)[n].sets), none)
		}
		return n == m || slices.EqualFunc(some(n), some(m), slices.Equal[[]int])
	}
	if len(r.outs) != len(of.outs) {
		return false
	}
	for i, o := range r.outs {
		with := of.outs[i]
		if o.form.text != with.form.text || o.added != with.added ||
			o.layout != with.layout && !(o.form.each && same(o.layout, with.layout)) {
			return false
		}
	}
	return true
}

// strides reports whether a kernel that has some rows at once writes a result of a further row. It has those in turn,
// so they have to be right, too. Where threads work together, so many rows as threads may be those of warps or blocks.
func (k *Kernel) strides(ctx context.Context, r reading) bool {
	byThreads := r.work == rowOfThread && k.Code.Meets()
	if r.work != rowOfBlock && r.work != rowOfWarp && !byThreads {
		return false
	}
	r.work = rowInTurn
	l, fits := r.plan.launched(r.threads, r.cols)
	atOnce := l.rows - 1
	if byThreads {
		atOnce = l.blocks * l.threads
	}
	l.rows = min(2*atOnce+1, maxElements/l.cols)
	if !fits || l.rows <= atOnce || !k.known(r.plan) {
		return false
	}
	in := k.drawn(rand.New(rand.NewPCG(13, 14)), l, draws[0])
	left, err := k.run(ctx, bv.Numbers{}, l, in, true, false)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(r.outs, func(o out) bool {
		for row := atOnce; row < l.rows; row++ {
			at := row
			if o.form.each {
				at = l.index(row, 0)
			}
			c := left.Elements[o.param][at]
			if def, _ := (bv.Numbers{}).Known(c.Def); def == 0 || c.V != in[o.param][at] {
				return true
			}
		}
		return false
	})
}
