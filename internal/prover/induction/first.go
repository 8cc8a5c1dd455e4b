package induction

import (
	"cmp"
	"context"
	"errors"

	"github.com/shflgen/shflgen/internal/prover/algebra"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/goread"
	"github.com/shflgen/shflgen/internal/prover/rounds"
	"github.com/shflgen/shflgen/internal/prover/term"
)

// ofPlaces are the claims about the function of argmin or argmax of an array. By its form, see
// [goread.File.InPlaces], it follows from claims on one round from any element, and on the comparison of two elements:
// by the law of winners, the winner of the elements so far and those of a round is that of all, and so is the first
// part's that no other one beats.
func (p *Proof) ofPlaces() []claim {
	round := func(group bool) func(context.Context) error {
		return p.each(1, func(d *term.Domain, _ int) error { return p.round(d, group) })
	}
	return []claim{{"beats", p.each(1, p.beats)}, {"round", round(true)}, {"round", round(false)}}
}

// beats claims that an element beats another one if it is better: of the two, the second one is the first best where it
// beats the first one.
func (p *Proof) beats(d *term.Domain, _ int) error {
	x := p.unknown(d, 2)
	is, err := p.file.RunBeats(d, x[1], x[0])
	if err != nil {
		return err
	}
	_, number, err := p.winner(d, x)
	if err != nil {
		return err
	}
	return rounds.Same(d, &p.Laws, number, d.Extend(is, number.Width(), false), nil,
		"whether the second of two elements beats the first one")
}

// round claims what a round makes of the best element so far: the first best one of it and of the elements of the
// round, its key, its number, and the bar of the key. Before a round it is of the first element alone.
func (p *Proof) round(d *term.Domain, group bool) error {
	c := &goread.Places{Group: group}
	x := p.unknown(d, c.Elements())
	if err := p.file.RunPlaces(d, x, c); err != nil {
		return err
	}
	for i, among := range [][]bv.Value{x[:1], x} {
		best, number, err := p.winner(d, among)
		if err != nil {
			return err
		}
		if at := c.At[i]; at.Width() > number.Width() {
			number = d.Extend(number, at.Width(), false)
		}
		if err := cmp.Or(
			rounds.Same(d, &p.Laws, number, c.At[i], nil, "the number of the best of %d elements", len(among)),
			rounds.Same(d, &p.Laws, best, algebra.Unkey(d, p.spec, c.Best[i]), algebra.Format(p.spec.Type),
				"the best of %d elements", len(among))); err != nil {
			return err
		}
	}
	if !c.Barred() {
		return errors.New("the bar after a round is not that of the best element's key")
	}
	return nil
}

// unknown are unknown elements as they are in memory.
func (p *Proof) unknown(d *term.Domain, n int) (all []bv.Value) {
	for i := range n {
		all = append(all, d.Var(i, p.spec.InType().Bits()))
	}
	return all
}

// winner is the first best of some elements and its number, by the reference.
func (p *Proof) winner(d *term.Domain, elements []bv.Value) (best, number bv.Value, err error) {
	s := p.spec
	s = s.OfRange(s.Least(), len(elements))
	out, err := algebra.Run(d, s, algebra.Input{Elements: elements})
	if err != nil {
		return nil, nil, err
	}
	return out.Value[0], out.Numbers[0][0], nil
}
