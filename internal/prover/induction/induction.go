// Package induction proves functions of arrays for every length, by claims on the functions that they call for a
// chunk. Each claim is decided by terms.
package induction

import (
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

// Every is a proof for every length.
type Every interface {
	// All proves all claims. The error is that one does not hold, or cannot be followed.
	All(ctx context.Context) error
	// Used are the laws that were used.
	Used() term.Laws
}

// Begin begins the proof of the function of an array or of its scan, by induction over parts in words. The second text
// is why there is none.
func Begin(f *goread.File) (p Every, over, why string) {
	switch {
	case f.Spec.Pattern.GridScan():
		p, why := OfScan(f)
		return p, "rows, strips and tiles", why
	case f.Spec.HasLane():
		p, why := OfFirst(f)
		return p, "rounds and parts", why
	}
	of, why := Of(f)
	return of, "rounds and chunks", why
}

// proof is what proofs have in common.
type proof struct {
	Laws term.Laws // that were used

	file *goread.File
	spec spec.Spec
}

// Used are the laws that were used.
func (p *proof) Used() term.Laws { return p.Laws }

// claim is a part of a proof.
type claim = func(context.Context) error

// all proves all claims. The error is that one does not hold, or cannot be followed.
func all(ctx context.Context, claims ...claim) (err error) {
	for i := 0; i < len(claims) && err == nil; i++ {
		err = claims[i](ctx)
	}
	return err
}

// Proof is the proof of the function of an array for every length, by claims on it where it returns early, and on
// the functions that it calls for its chunks. A map makes element i of element i of each array alone, so the claims are
// those of an array of what it makes.
type Proof struct {
	proof
	short int // up to which length it returns early
}

// Of begins the proof of a function. The text is why there is none: the function or its spec has another form.
func Of(f *goread.File) (p *Proof, why string) {
	s := f.Spec
	switch {
	case s.Type.Packed():
		return nil, "elements are pairs"
	case s.HasLane():
		return nil, "argmin and argmax have a form of their own"
	}
	short, why := f.Chunked()
	if p = (&Proof{proof{file: f, spec: s}, short}); why == "" && p.accumulators() > maxInduced && !f.InGroups() {
		why = fmt.Sprintf("a round has more than %d elements, and no groups", maxInduced)
	}
	return p, why
}

// All proves all claims.
func (p *Proof) All(ctx context.Context) error {
	return all(ctx, p.Short, p.Finish, p.Tree, p.Round, p.Long)
}

// accumulators is the number of elements of a round.
func (p *Proof) accumulators() int { return p.spec.GridOrder().Accumulators() }

// Short claims that the function is right of n elements, for each n up to which it returns early. Package verify
// makes the claim for no elements.
func (p *Proof) Short(ctx context.Context) error {
	return p.each(ctx, p.short, "the result of %d elements", p.arrays,
		func(d *term.Domain, arrays [][]bv.Value) ([]bv.Value, error) {
			return p.file.RunArray(d, arrays)
		})
}

// Finish claims that the function makes the element of what the functions of chunks give.
func (p *Proof) Finish(ctx context.Context) error {
	return p.each(ctx, 1, "what is made of %d result", p.results,
		func(d *term.Domain, arrays [][]bv.Value) ([]bv.Value, error) {
			return p.file.RunFinish(d, arrays[0])
		})
}

// Tree claims that the tree of m values is right, for each m up to the number of chunks, and of the groups of a round.
func (p *Proof) Tree(ctx context.Context) error {
	return p.each(ctx, max(p.spec.GridOrder().Chunks, p.accumulators()/goread.GroupOfRound),
		"the tree of %d elements: the result", p.results, p.function(goread.TreeFunction))
}

// Round claims it of a chunk of n elements, for each n up to the number of accumulators. Where it goes through groups,
// each n up to one shows every group. By the order, the tree over all elements is the tree over groups of neighbours.
func (p *Proof) Round(ctx context.Context) error {
	most := p.accumulators()
	if p.file.InGroups() {
		most = goread.GroupOfRound
	}
	return p.each(ctx, most, "a round of %d elements: the result", p.arrays, p.function(goread.RoundFunction))
}

// subject gives the leaves of the result of some arrays.
type subject func(d *term.Domain, arrays [][]bv.Value) ([]bv.Value, error)

// function is a function of a chunk.
func (p *Proof) function(of goread.ChunkFunction) subject {
	return func(d *term.Domain, arrays [][]bv.Value) ([]bv.Value, error) {
		held, err := p.file.RunChunk(d, of, arrays, nil)
		return p.elementsOf(d, held), err
	}
}

// each claims that a function gives the reference's result of n unknown elements, for each n up to one.
func (p *Proof) each(ctx context.Context, most int, what string, unknown func(d *term.Domain, from, n int) unknowns,
	of subject) (err error) {
	for n := 1; n <= most && err == nil; n++ {
		err = decided(ctx, p.spec, func(d *term.Domain) error {
			x := unknown(d, 0, n)
			got, err := of(d, x.arrays)
			if err != nil {
				return err
			}
			return p.equals(d, x.elements, got, what, n)
		})
	}
	return err
}

// Long claims it of a chunk of K + K*k + n elements, for the number K of accumulators, each n below K and any k. Where
// each accumulator takes in one of the last n elements in the same way, n = K-1 shows all. Up to M rounds are taken in
// at once. The accumulators begin as what the first ones give; more rounds combine each with its elements; and from any
// accumulators the last n elements and the tree give the result. The reference goes through a chunk round by round.
func (p *Proof) Long(ctx context.Context) (err error) {
	most := 1
	for rounds := 1; rounds <= most && err == nil; rounds++ {
		_, err = p.rounds(ctx, rounds, 0, &most)
	}
	if err != nil {
		return err
	}
	return p.Last(ctx)
}

// Last is the part of Long that claims it of the last elements.
func (p *Proof) Last(ctx context.Context) error {
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
	err = decided(ctx, p.spec, func(d *term.Domain) error {
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
		if err := p.steps(d, x.elements, read.elements, held.elements, c); err != nil {
			return err
		}
		if alike {
			if err := p.takes(d, held.elements, last, c); err != nil {
				return err
			}
		}
		return p.equals(d, append(slices.Clip(held.elements), last...), p.elementsOf(d, got),
			"the last rounds of %d elements: the result", k+n)
	})
	return alike, err
}

// takes claims that the first accumulators take in the last elements.
func (p *Proof) takes(d *term.Domain, held, last []bv.Value, c *goread.Cut) error {
	n := len(p.leaves())
	after := p.elementsOf(d, c.Last)
	for i := range c.K {
		one := last[min(i*n, len(last)):min((i+1)*n, len(last))]
		want, err := p.chunk(d).Invariant(elementAt(held, i, n), one, 0)
		if err == nil {
			err = p.chunk(d).Same(want, elementAt(after, i, n), "accumulator %d after the last elements", i)
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
func (p *Proof) elementsOf(d *term.Domain, held []bv.Value) (all []bv.Value) {
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
	if s.Map != nil {
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

// decided decides a claim in a domain of its own.
func decided(ctx context.Context, s spec.Spec, of func(d *term.Domain) error) (err error) {
	defer bv.Stopped(func(why string) { err = errors.New(why) })
	return of(term.NewWithin(ctx, strategy.For(s, strategy.Traits{Products: true, Widening: strategy.ReadsWidened(s)})))
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

// steps claims that the accumulators begin as what the first rounds give, and that more rounds combine each with
// its elements.
func (p *Proof) steps(d *term.Domain, elements, read, held []bv.Value, c *goread.Cut) error {
	if len(read) == 0 {
		return nil
	}
	n, of := len(p.leaves()), p.chunk(d)
	first, then := p.elementsOf(d, c.Before), p.elementsOf(d, c.After)
	for i := range c.K {
		before, err := of.Invariant(nil, elements, i)
		if err != nil {
			return err
		}
		if err := of.Same(before, elementAt(first, i, n), "accumulator %d after the first %d rounds", i,
			len(elements)/n/c.K); err != nil {
			return err
		}
		after, err := of.Invariant(elementAt(held, i, n), read, i)
		if err != nil {
			return err
		}
		if err := of.Same(after, elementAt(then, i, n), "accumulator %d after %d rounds more", i,
			len(read)/n/c.K); err != nil {
			return err
		}
	}
	return nil
}
