// Package smt writes a PTX proof as an SMT-LIB 2 script, for a second opinion by solvers: unsat means proved. Package
// tape records the execution, and nothing of package term is used.
package smt

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/algebra"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/internal/prover/tape"
	"github.com/shflgen/shflgen/spec"
)

// Kernel is the script of the proof that a kernel of f computes spec: the kernel of that
// name, or the only one for "". The error is that of an execution, as none is left to the
// solvers.
func Kernel(s spec.Spec, f *ptx.File, kernel string) ([]byte, error) {
	return write(proof{Tape: tape.New(), spec: s, bounded: true}, f, kernel)
}

// Plain is [Kernel] with operations as they were executed: little but constants is simplified, and minima are not taken
// apart. Solvers can decide less of it.
func Plain(s spec.Spec, f *ptx.File, kernel string) ([]byte, error) {
	return write(proof{Tape: tape.NewPlain(), spec: s}, f, kernel)
}

// proof is what an execution has to fulfil.
type proof struct {
	*tape.Tape
	spec    spec.Spec
	bounded bool // minima and maxima are compared by bounds
	order   tape.Order
	bound   *tape.Node // any; nil where elements are compared with each other
}

const about = `Proof that the PTX of a function computes what its spec says:

  shflgen %s

The values below are what each thread computes, and what the reference says, of
any mask and any elements. unsat: no input shows a difference.`

func write(p proof, f *ptx.File, kernel string) (script []byte, err error) {
	defer bv.Stopped(func(why string) { script, err = nil, fmt.Errorf("%s", why) })
	text, pairs := fmt.Sprintf(about, strings.Join(p.spec.Args(), " ")), []tape.Pair(nil)
	name := func(what string, w int) *tape.Node {
		v := p.Var(w)
		text += fmt.Sprintf("\n%v: %s", v, what)
		return v
	}
	sh := p.spec.Shape()
	var masks, in []bv.Value
	for i := range sh.MaskWords() {
		masks = append(masks, name(fmt.Sprintf("mask %d", i), spec.MaskWordBits))
	}
	for i := range p.spec.Inputs() {
		port := sh.Place(i)
		what, size := fmt.Sprintf("input %d, %s", i, port.Role.Name()), port.Leaf.Type.Bits()
		if port.Leaf.Bool {
			in = append(in, p.Extend(name(what, 1), size, false))
			continue
		}
		in = append(in, name(what, size))
	}
	if o, ok := orderOf(p.spec); ok && p.bounded {
		p.order, p.bound = o, name("any bound", p.spec.Type.Elem().Bits())
	}
	subject, err := f.Subject(p.spec, kernel, nil)
	if err != nil {
		return nil, err
	}
	for _, in := range p.cases(in) {
		c, left, err := f.Run(p, p.spec, kernel, masks, in)
		if err != nil {
			return nil, err
		}
		want, err := algebra.RunPlain(p, p.spec, c.Reference())
		if err != nil {
			return nil, err
		}
		pairs = append(pairs, p.claims(left.Musts, check.Claims(subject, c, want, left))...)
	}
	return []byte(p.Lawful(text, pairs)), nil
}

// cases are inputs which together are every input: those of each number of elements that are left, or the only ones.
func (p proof) cases(in []bv.Value) [][]bv.Value {
	sh := p.spec.Shape()
	if !sh.Partial() {
		return [][]bv.Value{in}
	}
	var all [][]bv.Value
	for n := range sh.Lanes + 1 {
		these := slices.Clone(in)
		operands := spec.Cut(sh, these).Operands
		operands[0] = check.LeftCase(p, sh, n, operands[0])
		all = append(all, these)
	}
	return all
}

// claims are pairs that have to be equal.
func (p proof) claims(musts []check.Must, outputs []check.Claim) (all []tape.Pair) {
	one := p.Const(1, 1)
	add := func(what string, f bv.Format, a, b bv.Value) {
		all = append(all, tape.Pair{Float: f, A: a.(*tape.Node), B: b.(*tape.Node), What: what})
	}
	for _, m := range musts {
		add(fmt.Sprintf("thread %d, %s", m.Lane, m.Why), bv.NoFormat, m.Bit, one)
	}
	for _, c := range outputs {
		output := c.Output(p.spec.Shape())
		add(output+" may be undefined", bv.NoFormat, p.Select(c.Gets, c.Got.Def, one), one)
		got, want, format := []bv.Value{c.Got.V}, []bv.Value{c.Want}, bv.NoFormat
		if c.Role == spec.ElementRole {
			got, want = p.parts(c.Got.V), p.parts(c.Want)
			if f := algebra.Format(p.spec.Type); f != nil && !p.spec.KeepsPayloads() && got[0].Width() == f.Bits() {
				format = *f
			}
		}
		looked := p.Int(bv.And, c.Gets, c.Specified)
		for i := range got {
			zero := p.Const(got[i].Width(), 0)
			add(output+" differs", format, p.Select(looked, got[i], zero), p.Select(looked, want[i], zero))
		}
	}
	return all
}

// parts are an element as it is compared: a pair half by half, and a NaN without its payload, unless it is only moved.
// A minimum or maximum is compared by whether it is at most a bound.
func (p proof) parts(v bv.Value) []bv.Value {
	w := p.spec.Type.Elem().Bits()
	all := []bv.Value{v}
	if p.spec.Type.Packed() {
		all = []bv.Value{p.Extract(v, 0, w), p.Extract(v, w, w)}
	}
	f := algebra.Format(p.spec.Type)
	for i, x := range all {
		if f != nil && !p.spec.KeepsPayloads() {
			all[i] = p.Quiet(*f, x)
		}
		if p.bound != nil {
			all[i] = p.AtMost(p.order, all[i].(*tape.Node), p.bound)
		}
	}
	return all
}

// orderOf is the order in which a spec's op is a minimum or a maximum.
func orderOf(s spec.Spec) (tape.Order, bool) {
	o := tape.Order{Signed: s.Type.Class() == spec.Signed, Float: algebra.FormatOf(s.Type)}
	switch s.Op {
	case spec.Max, spec.Minimum:
		o.NaNLow = true
	case spec.Min, spec.Maximum:
	default:
		return o, false
	}
	return o, s.Laws().Idempotent
}
