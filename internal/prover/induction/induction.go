// Package induction proves functions of arrays for every length, by claims on the functions that they call for a
// chunk. Each claim is decided by terms.
package induction

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/algebra"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/goread"
	"github.com/shflgen/shflgen/internal/prover/rounds"
	"github.com/shflgen/shflgen/internal/prover/strategy"
	"github.com/shflgen/shflgen/internal/prover/term"
	"github.com/shflgen/shflgen/spec"
)

// maxInduced bounds the accumulators of a chunk that is examined at each length: the work grows with their square.
// Where the function of a round goes through groups, and that of a longer chunk ends by one element an accumulator,
// no length is.
const maxInduced = 1024

// Proof is the proof of the function of an array, or of its scan, for every length.
type Proof struct {
	Over   string    // what the induction is over, in words
	Laws   term.Laws // that were used
	claims []claim   // from which it follows, by the form of the function

	file *goread.File
	spec spec.Spec
}

// claim is about one function that the function of the array calls, or about a part of its own.
type claim struct {
	part  string
	holds func(context.Context) error
}

// Of begins the proof of a function. The text is why there is none: the function or its spec has another form.
func Of(f *goread.File) (p *Proof, why string) {
	p = &Proof{file: f, spec: f.Spec}
	switch {
	case f.Spec.Pattern.GridScan():
		p.Over, p.claims, why = "rows, strips and tiles", p.ofScan(), f.InTiles()
	case f.Spec.HasLane():
		p.Over, p.claims, why = "rounds and parts", p.ofPlaces(), f.InPlaces()
	default:
		p.Over = "rounds and chunks"
		p.claims, why = p.ofChunks()
	}
	return p, why
}

// All proves all claims, or those about some parts. The error is that one does not hold, or cannot be followed.
func (p *Proof) All(ctx context.Context, parts ...string) (err error) {
	for i := 0; i < len(p.claims) && err == nil; i++ {
		if c := p.claims[i]; len(parts) == 0 || slices.Contains(parts, c.part) {
			err = c.holds(ctx)
		}
	}
	return err
}

// each decides a claim of n elements or values, for each n from 1 to one.
func (p *Proof) each(most int, of func(d *term.Domain, n int) error) func(context.Context) error {
	return func(ctx context.Context) (err error) {
		for n := 1; n <= most && err == nil; n++ {
			err = p.decided(ctx, func(d *term.Domain) error { return of(d, n) })
		}
		return err
	}
}

// decided decides a claim in a domain of its own.
func (p *Proof) decided(ctx context.Context, of func(d *term.Domain) error) (err error) {
	defer bv.Stopped(func(why string) { err = errors.New(why) })
	return of(term.NewWithin(ctx, strategy.For(p.spec, strategy.Traits{Products: true,
		Widening: strategy.ReadsWidened(p.spec)})))
}

// ofChunks are the claims about a function that cuts the array into chunks: where it returns early, and of the
// functions that it calls. A map makes element i of element i of each array alone, so the claims are those of an array
// of what it makes.
func (p *Proof) ofChunks() (all []claim, why string) {
	if p.spec.Type.Packed() {
		return nil, "elements are pairs"
	}
	short, why := p.file.Chunked()
	if why != "" {
		return nil, why
	}
	k, round := p.accumulators(), p.accumulators()
	if p.file.InGroups() { // by the order, the tree over all elements is the tree over groups of neighbours
		round = goread.GroupOfRound
	} else if k > maxInduced {
		return nil, fmt.Sprintf("a round has more than %d elements, and no groups", maxInduced)
	}
	finish := func(d bv.Domain, x [][]bv.Value) ([]bv.Value, error) { return p.file.RunFinish(d, x[0]) }
	return []claim{
		// of no elements package verify makes the claim
		{"short", p.gives(short, "the result of %d elements", p.arrays, p.file.RunArray)},
		{"finish", p.gives(1, "what is made of %d result", p.results, finish)},
		{"tree", p.gives(max(p.spec.GridOrder().Chunks, k/goread.GroupOfRound), "the tree of %d elements: the result",
			p.results, p.function(goread.TreeFunction))},
		{"round", p.gives(round, "a round of %d elements: the result", p.arrays, p.function(goread.RoundFunction))},
		{"long", p.long},
		{"last", p.last},
	}, ""
}

// accumulators is the number of elements of a round.
func (p *Proof) accumulators() int { return p.spec.GridOrder().Accumulators() }

// subject gives the leaves of the result of some arrays.
type subject func(d bv.Domain, arrays [][]bv.Value) ([]bv.Value, error)

// function is a function of a chunk.
func (p *Proof) function(of goread.ChunkFunction) subject {
	return func(d bv.Domain, arrays [][]bv.Value) ([]bv.Value, error) {
		held, err := p.file.RunChunk(d, of, arrays, nil)
		return p.elementsOf(d, held), err
	}
}

// gives claims that a function gives the reference's result of n unknown elements, for each n up to one.
func (p *Proof) gives(most int, what string, unknown func(d *term.Domain, from, n int) unknowns,
	of subject) func(context.Context) error {
	return p.each(most, func(d *term.Domain, n int) error {
		x := unknown(d, 0, n)
		got, err := of(d, x.arrays)
		if err != nil {
			return err
		}
		return p.equals(d, x.elements, got, what, n)
	})
}

// long claims it of a chunk of K + K*k elements, for the number K of accumulators and any k. Up to M rounds are taken
// in at once. The accumulators begin as what the first ones give; more rounds combine each with its elements; and from
// any accumulators the tree gives the result. The reference goes through a chunk round by round.
func (p *Proof) long(ctx context.Context) (err error) {
	most := 1
	for rounds := 1; rounds <= most && err == nil; rounds++ {
		_, err = p.rounds(ctx, rounds, 0, &most)
	}
	return err
}

// last claims it of n elements more, for each n below K. Where each accumulator takes in one of them in the same way,
// n = K-1 shows all.
func (p *Proof) last(ctx context.Context) error {
	k, most := p.accumulators(), 0
	alike, err := p.rounds(ctx, 1, k-1, &most)
	if !alike && err == nil && k > maxInduced {
		return fmt.Errorf("a round has more than %d elements, and the last elements are not taken in one by one", maxInduced)
	}
	for n := 1; n < k-1 && err == nil && !alike; n++ {
		_, err = p.rounds(ctx, 1, n, &most)
	}
	return err
}

// rounds is the claim for some rounds before the loop and in it, and n elements after it. A round and the state
// before it do not depend on the rest, so they are claimed once. It reports whether n was looked at for every other
// number.
func (p *Proof) rounds(ctx context.Context, rounds, n int, most *int) (alike bool, err error) {
	k, leaves := p.accumulators(), len(p.leaves())
	err = p.decided(ctx, func(d *term.Domain) error {
		x := p.arrays(d, 0, rounds*k+n)
		held := p.results(d, x.next, k)
		c := &goread.Cut{K: k, Held: held.arrays[0]}
		var read unknowns
		if n == 0 {
			read = p.arrays(d, held.next, rounds*k)
			c.Read = read.arrays
		}
		got, err := p.file.RunChunk(d, goread.LongFunction, x.arrays, c)
		if err != nil {
			return err
		}
		*most, alike = c.Most, c.Last != nil
		last := x.elements[rounds*k*leaves:]
		if n == 0 {
			err = cmp.Or(p.accumulate(d, nil, x.elements, c.Before, "accumulator %d after the first %d rounds", rounds),
				p.accumulate(d, held.elements, read.elements, c.After, "accumulator %d after %d rounds more", rounds))
		}
		if err == nil && alike {
			err = p.accumulate(d, held.elements, last, c.Last, "accumulator %d after the last elements")
		}
		if err != nil {
			return err
		}
		return p.equals(d, append(slices.Clip(held.elements), last...), p.elementsOf(d, got),
			"the last rounds of %d elements: the result", k+n)
	})
	return alike, err
}

// accumulate claims that the accumulators got hold what they held, if anything, and their elements of some rounds.
func (p *Proof) accumulate(d *term.Domain, held, elements, got []bv.Value, what string, args ...any) error {
	n, of := len(p.leaves()), p.chunk(d)
	got = p.elementsOf(d, got)
	for i := range of.K {
		var before []bv.Value
		if held != nil {
			before = elementAt(held, i, n)
		}
		want, err := of.Invariant(before, elements, i)
		if err == nil {
			err = of.Same(want, elementAt(got, i, n), what, append([]any{i}, args...)...)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// elementAt is element i, of n leaves.
func elementAt(of []bv.Value, i, n int) []bv.Value { return of[i*n : (i+1)*n : (i+1)*n] }

// leaves are those of a result.
func (p *Proof) leaves() []spec.Leaf { return p.spec.Shape().Element().Leaves() }

// unknowns are unknown arrays, and the leaves of the elements that are made of them.
type unknowns struct {
	arrays   [][]bv.Value
	elements []bv.Value
	next     int // the number of the next unknown
}

// results are unknown results of chunks, or accumulators, as the functions hold them.
func (p *Proof) results(d *term.Domain, from, n int) (x unknowns) {
	var held []bv.Value
	for range n {
		for _, l := range p.leaves() {
			var v bv.Value = d.Var(from, l.Type.Bits())
			if l.Bool {
				v = d.Extend(d.Extract(v, 0, 1), v.Width(), false)
			}
			held = append(held, v)
			from++
		}
	}
	return unknowns{[][]bv.Value{held}, p.elementsOf(d, held), from}
}

// elementsOf are the elements of what the functions hold: that, or what the integers of an encoding stand for.
func (p *Proof) elementsOf(d bv.Domain, held []bv.Value) (all []bv.Value) {
	for _, x := range held {
		all = append(all, algebra.Any(d, p.spec, x))
	}
	return all
}

// arrays are unknown arrays of n elements.
func (p *Proof) arrays(d *term.Domain, from, n int) (x unknowns) {
	s := p.spec
	if s.Map == nil && s.In() == spec.AsType {
		x = p.results(d, from, n)
		x.arrays = [][]bv.Value{x.elements}
		return x
	}
	s = s.OfCols(n)
	widths := []int{s.InType().Bits()}
	if s.Made() {
		widths = nil
		for _, port := range s.Shape().Mapped() {
			widths = append(widths, port.Bits)
		}
	}
	for _, width := range widths {
		var of []bv.Value
		for range n {
			of = append(of, d.Var(from, width))
			from++
		}
		x.arrays = append(x.arrays, of)
	}
	x.elements, x.next = algebra.Combined(d, s, x.arrays), from
	return x
}

// chunk are the claims of the chunks that the function cuts the array into.
func (p *Proof) chunk(d *term.Domain) rounds.Chunk {
	return rounds.Chunk{Dom: d, Spec: p.spec, K: p.accumulators(), Laws: &p.Laws}
}

// equals claims that a value is the reference's result for some elements.
func (p *Proof) equals(d *term.Domain, elements, got []bv.Value, what string, n int) error {
	want, err := p.chunk(d).End(elements, nil, 0)
	if err != nil {
		return err
	}
	return p.chunk(d).Same(want, got, what, n)
}
