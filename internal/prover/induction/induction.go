// Package induction proves functions of arrays for every length, by claims on the functions that they
// call for a chunk, of which each is decided by terms.
package induction

import (
	"context"
	"fmt"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/internal/prover/algebra"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/goread"
	"github.com/shflgen/shflgen/internal/prover/term"
)

// maxInduced bounds the accumulators of a chunk of which every length is proved: the work grows with
// their square, and of 8 bits it is that of minutes.
const maxInduced = 1024

// Proof is the proof of the function of an array for every length, by three claims on the functions that
// it calls for its chunks.
type Proof struct {
	Laws term.Laws // that were used

	file *goread.File
	spec shflgen.Spec
}

// Of begins the proof of a function. The text is why there is none: the function or its spec has another form.
func Of(f *goread.File) (p *Proof, why string) {
	s := f.Spec
	switch {
	case s.In != shflgen.AsType:
		return nil, "elements have another type in memory"
	case algebra.Encoder(algebra.Terms(s), s) != nil || s.User != nil || s.Type.Packed():
		return nil, "what combines is no element of the array"
	case s.GridOrder().Accumulators() > maxInduced:
		return nil, fmt.Sprintf("a round has more than %d elements", maxInduced)
	}
	return &Proof{file: f, spec: s}, f.Chunked()
}

// All proves all claims. The error is that one does not hold, or cannot be followed.
func (p *Proof) All(ctx context.Context) error {
	for _, claim := range []func(context.Context) error{p.Tree, p.Round, p.Long} {
		if err := claim(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Tree claims that the tree of m values is right, for each m up to the number of chunks.
func (p *Proof) Tree(ctx context.Context) (err error) {
	for m := 1; m <= p.spec.GridOrder().Chunks && err == nil; m++ {
		err = p.claim(ctx, goread.TreeFunction, m, nil)
	}
	return err
}

// Round claims it of a chunk of n elements, for each n up to the number of accumulators.
func (p *Proof) Round(ctx context.Context) (err error) {
	for n := 1; n <= p.spec.GridOrder().Accumulators() && err == nil; n++ {
		err = p.claim(ctx, goread.RoundFunction, n, nil)
	}
	return err
}

// Long claims it of a chunk of K + K*k + n elements, for the number K of accumulators, each n below K and any k. The
// accumulators are the elements of the first round; a round more combines each with its element; and
// from any accumulators the last n elements and the tree give the result. The reference goes through
// a chunk in the same rounds.
func (p *Proof) Long(ctx context.Context) (err error) {
	k := p.spec.GridOrder().Accumulators()
	for n := 0; n < k && err == nil; n++ {
		err = p.claim(ctx, goread.LongFunction, k+n, &goread.Cut{K: k})
	}
	return err
}

// claim proves that a function of a chunk gives the reference's result of n elements; if its loop is cut,
// of unknown accumulators and the elements after them.
func (p *Proof) claim(ctx context.Context, of goread.ChunkFunction, n int, c *goread.Cut) (err error) {
	defer func() {
		if r := recover(); r != nil {
			stop, ok := r.(bv.Stop)
			if !ok {
				panic(r)
			}
			err = fmt.Errorf("%s", stop.Why)
		}
	}()
	d := algebra.Watched(p.spec, func() error { return context.Cause(ctx) })
	d.ExactProducts()
	unknown := func(from, n int) (all []bv.Value) {
		for k := range n {
			all = append(all, d.Var(from+k, p.spec.Type.Bits()))
		}
		return all
	}
	elements := unknown(0, n)
	if c != nil {
		if c.Held = unknown(n, c.K); n == c.K { // what a round does, and what is before, does not depend on what is left
			c.Read = unknown(n+c.K, c.K)
		}
	}
	got, err := p.file.RunChunk(d, of, elements, c)
	if err != nil {
		return err
	}
	if c != nil {
		if err := p.steps(d, elements, c); err != nil {
			return err
		}
		elements = append(c.Held[:c.K:c.K], elements[c.K:]...)
	}
	want, err := p.reference(d, elements)
	if err != nil {
		return err
	}
	return p.same(d, want, got, "%s of %d elements: the result", [...]string{"a round", "the last rounds", "the tree"}[of], n)
}

// steps claims that the accumulators begin as the first elements, and that a round combines each with
// its element.
func (p *Proof) steps(d *term.Domain, elements []bv.Value, c *goread.Cut) error {
	for k := range c.Read {
		if err := p.same(d, elements[k], c.Before[k], "accumulator %d after the first round", k); err != nil {
			return err
		}
		want, err := p.reference(d, []bv.Value{c.Held[k], c.Read[k]})
		if err != nil {
			return err
		}
		if err := p.same(d, want, c.After[k], "accumulator %d after a round more", k); err != nil {
			return err
		}
	}
	return nil
}

// reference is the result of the reference of one chunk.
func (p *Proof) reference(d *term.Domain, elements []bv.Value) (bv.Value, error) {
	s := p.spec
	s.Cols = len(elements)
	out, err := algebra.Run(d, s, algebra.Input{Elements: elements})
	if err != nil {
		return nil, err
	}
	return out.Value[0], nil
}

// same claims that two values are equal, NaNs' payloads aside.
func (p *Proof) same(d *term.Domain, want, got bv.Value, what string, args ...any) error {
	if where := d.Differ(want, got, algebra.Format(p.spec.Type)); where != term.False {
		return fmt.Errorf(what+" differs (%s)", append(args, d.Difference(where, got, want, false))...)
	}
	p.Laws |= d.LawsOf(want, got)
	return nil
}
