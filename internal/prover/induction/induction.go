// Package induction proves functions of arrays for every length, by claims on the functions that they
// call for a chunk, of which each is decided by terms.
package induction

import (
	"context"
	"fmt"
	"slices"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/internal/prover/algebra"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/goread"
	"github.com/shflgen/shflgen/internal/prover/term"
)

// maxInduced bounds the accumulators of a chunk of which every length is proved: the work grows with
// their square, and of 8 bits it is that of minutes.
const maxInduced = 1024

// Proof is the proof of the function of an array for every length, by claims on it where it returns early, and on
// the functions that it calls for its chunks. A map makes element i of element i of each array alone, so the claims are
// those of an array of what it makes.
type Proof struct {
	Laws term.Laws // that were used

	file  *goread.File
	spec  shflgen.Spec
	short int // up to which length it returns early
}

// Of begins the proof of a function. The text is why there is none: the function or its spec has another form.
func Of(f *goread.File) (p *Proof, why string) {
	s := f.Spec
	switch {
	case slices.ContainsFunc(s.Shape().Element().Leaves(), func(l shflgen.Leaf) bool { return l.Bool }):
		return nil, "a result has a bool"
	case s.In != shflgen.AsType:
		return nil, "elements have another type in memory"
	case algebra.Encoder(algebra.Terms(s), s) != nil || s.Type.Packed():
		return nil, "what combines is no element of the array"
	case s.HasLane():
		return nil, "argmin and argmax have a form of their own"
	case s.GridOrder().Accumulators() > maxInduced:
		return nil, fmt.Sprintf("a round has more than %d elements", maxInduced)
	}
	short, why := f.Chunked()
	return &Proof{file: f, spec: s, short: short}, why
}

// All proves all claims. The error is that one does not hold, or cannot be followed.
func (p *Proof) All(ctx context.Context) error {
	for _, claim := range []func(context.Context) error{p.Short, p.Tree, p.Round, p.Long} {
		if err := claim(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Short claims that the function is right of n elements, for each n up to which it returns early. Of none
// it is called by package verify.
func (p *Proof) Short(ctx context.Context) error {
	return p.each(ctx, p.short, "the result of %d elements", p.arrays, func(d *term.Domain, arrays [][]bv.Value) ([]bv.Value, error) {
		return p.file.RunArray(d, arrays)
	})
}

// Tree claims that the tree of m values is right, for each m up to the number of chunks.
func (p *Proof) Tree(ctx context.Context) error {
	return p.each(ctx, p.spec.GridOrder().Chunks, "the tree of %d elements: the result", p.results, p.function(goread.TreeFunction))
}

// Round claims it of a chunk of n elements, for each n up to the number of accumulators.
func (p *Proof) Round(ctx context.Context) error {
	return p.each(ctx, p.spec.GridOrder().Accumulators(), "a round of %d elements: the result", p.arrays, p.function(goread.RoundFunction))
}

// subject gives the leaves of the result of some arrays.
type subject func(d *term.Domain, arrays [][]bv.Value) ([]bv.Value, error)

// function is a function of a chunk.
func (p *Proof) function(of goread.ChunkFunction) subject {
	return func(d *term.Domain, arrays [][]bv.Value) ([]bv.Value, error) {
		return p.file.RunChunk(d, of, arrays, nil)
	}
}

// each claims that a function gives the reference's result of n unknown elements, for each n up to one.
func (p *Proof) each(ctx context.Context, most int, what string, unknown func(d *term.Domain, from, n int) unknowns, of subject) (err error) {
	for n := 1; n <= most && err == nil; n++ {
		err = p.claim(ctx, func(d *term.Domain) error {
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

// Long claims it of a chunk of K + K*k + n elements, for the number K of accumulators, each n below K and any k. Up
// to M rounds are taken in at once. The accumulators begin as what the first ones give; more rounds combine
// each with its elements; and from any accumulators the last n elements and the tree give the result. The
// reference goes through a chunk round by round.
func (p *Proof) Long(ctx context.Context) (err error) {
	k := p.spec.GridOrder().Accumulators()
	most := 1
	for rounds := 1; rounds <= most && err == nil; rounds++ {
		err = p.rounds(ctx, rounds, 0, &most)
	}
	for n := 1; n < k && err == nil; n++ {
		err = p.rounds(ctx, 1, n, &most)
	}
	return err
}

// rounds is the claim for some rounds before the loop and in it, and n elements after it. What a round does, and
// what is before, does not depend on what is left, so it is claimed once.
func (p *Proof) rounds(ctx context.Context, rounds, n int, most *int) error {
	k, leaves := p.spec.GridOrder().Accumulators(), len(p.leaves())
	return p.claim(ctx, func(d *term.Domain) error {
		x := p.arrays(d, 0, rounds*k+n)
		c := &goread.Cut{K: k, Held: p.results(d, x.next, k).elements}
		var read unknowns
		if n == 0 {
			read = p.arrays(d, x.next+k, rounds*k)
			c.Read = read.arrays
		}
		got, err := p.file.RunChunk(d, goread.LongFunction, x.arrays, c)
		if err != nil {
			return err
		}
		*most = c.Most
		if err := p.steps(d, x.elements, read.elements, c); err != nil {
			return err
		}
		return p.equals(d, append(slices.Clip(c.Held), x.elements[rounds*k*leaves:]...), got, "the last rounds of %d elements: the result", k+n)
	})
}

// leaves are those of a result.
func (p *Proof) leaves() []shflgen.Leaf { return p.spec.Shape().Element().Leaves() }

// unknowns are unknown arrays, and the leaves of the elements that are made of them.
type unknowns struct {
	arrays   [][]bv.Value
	elements []bv.Value
	next     int // the number of the next unknown
}

// results are unknown results of chunks, or accumulators.
func (p *Proof) results(d *term.Domain, from, n int) (x unknowns) {
	for range n {
		for _, l := range p.leaves() {
			x.elements = append(x.elements, d.Var(from, l.Type.Bits()))
			from++
		}
	}
	return unknowns{[][]bv.Value{x.elements}, x.elements, from}
}

// arrays are unknown arrays of n elements.
func (p *Proof) arrays(d *term.Domain, from, n int) (x unknowns) {
	if p.spec.Map == nil {
		return p.results(d, from, n)
	}
	s := p.spec
	s.Cols = n
	for _, port := range s.Shape().Mapped() {
		var of []bv.Value
		for range n {
			of = append(of, d.Var(from, port.Bits))
			from++
		}
		x.arrays = append(x.arrays, of)
	}
	x.elements, x.next = algebra.Mapped(d, s, x.arrays), from
	return x
}

// claim decides a claim in a domain of its own.
func (p *Proof) claim(ctx context.Context, of func(d *term.Domain) error) error {
	return decided(ctx, p.spec, of)
}

// decided decides a claim in a domain of its own.
func decided(ctx context.Context, s shflgen.Spec, of func(d *term.Domain) error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			stop, ok := r.(bv.Stop)
			if !ok {
				panic(r)
			}
			err = fmt.Errorf("%s", stop.Why)
		}
	}()
	d := algebra.Watched(s, func() error { return context.Cause(ctx) })
	d.ExactProducts()
	return of(d)
}

// equals claims that a value is what the reference gives of some elements.
func (p *Proof) equals(d *term.Domain, elements, got []bv.Value, what string, n int) error {
	want, err := p.reference(d, elements)
	if err != nil {
		return err
	}
	return p.same(d, want, got, what, n)
}

// steps claims that the accumulators begin as what the first rounds give, and that more rounds combine each with
// its elements.
func (p *Proof) steps(d *term.Domain, elements, read []bv.Value, c *goread.Cut) error {
	if len(read) == 0 {
		return nil
	}
	n := len(p.leaves())
	part := func(of []bv.Value, i int) []bv.Value { return of[i*n : (i+1)*n : (i+1)*n] }
	for i := range c.K {
		before, err := p.fold(d, p.column(elements, i, c.K))
		if err != nil {
			return err
		}
		if err := p.same(d, before, part(c.Before, i), "accumulator %d after the first %d rounds", i, len(elements)/n/c.K); err != nil {
			return err
		}
		after, err := p.fold(d, append(part(c.Held, i), p.column(read, i, c.K)...))
		if err != nil {
			return err
		}
		if err := p.same(d, after, part(c.After, i), "accumulator %d after %d rounds more", i, len(read)/n/c.K); err != nil {
			return err
		}
	}
	return nil
}

// column is element i of each round of k.
func (p *Proof) column(elements []bv.Value, i, k int) (all []bv.Value) {
	n := len(p.leaves())
	for ; i*n < len(elements); i += k {
		all = append(all, elements[i*n:(i+1)*n]...)
	}
	return all
}

// fold combines values from left to right.
func (p *Proof) fold(d *term.Domain, values []bv.Value) (x []bv.Value, err error) {
	n := len(p.leaves())
	x = values[:n:n]
	for next := range slices.Chunk(values[n:], n) {
		if x, err = p.reference(d, append(slices.Clip(x), next...)); err != nil {
			return nil, err
		}
	}
	return x, nil
}

// reference is the result of the reference of one chunk.
func (p *Proof) reference(d *term.Domain, elements []bv.Value) ([]bv.Value, error) {
	s, n := p.spec, len(p.leaves())
	s.Cols = len(elements) / n
	out, err := algebra.OfElements(d, s, elements)
	if err != nil {
		return nil, err
	}
	return out.Value[:n], nil
}

// same claims that two values are equal, NaNs' payloads aside.
func (p *Proof) same(d *term.Domain, want, got []bv.Value, what string, args ...any) error {
	leaves := p.leaves()
	for i, l := range leaves {
		of := ""
		if len(leaves) > 1 {
			of = fmt.Sprintf(": leaf %d", i)
		}
		if where := d.Differ(want[i], got[i], algebra.Format(l.Type)); where != term.False {
			return fmt.Errorf(what+of+" differs (%s)", append(args, d.Difference(where, got[i], want[i], false))...)
		}
		p.Laws |= d.LawsOf(want[i], got[i])
	}
	return nil
}
