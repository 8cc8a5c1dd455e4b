package smt

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/algebra"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/spec"
)

// Kernel is the script of the proof that a kernel of f computes spec: the kernel of that
// name, or the only one for "". The error is that of an execution, as none is left to the
// solvers.
func Kernel(s spec.Spec, f *ptx.File, kernel string) ([]byte, error) {
	return New().kernel(s, f, kernel)
}

// Plain is [Kernel] with terms as they were executed: little but constants is
// simplified, and no law is used but those of float sums and products. Solvers
// can decide less of it.
func Plain(s spec.Spec, f *ptx.File, kernel string) ([]byte, error) {
	d := New()
	d.plain = true
	return d.kernel(s, f, kernel)
}

func (d *Domain) kernel(of spec.Spec, f *ptx.File, kernel string) ([]byte, error) {
	var masks, in []bv.Value
	for i := range of.Shape().MaskWords() {
		masks = append(masks, d.Var(fmt.Sprintf("mask%d", i), i, spec.MaskWordBits))
	}
	sh, first := of.Shape(), map[spec.Role]int{}
	for i := range of.Inputs() {
		p := sh.Place(i)
		if _, ok := first[p.Role]; !ok {
			first[p.Role] = i
		}
		name, size := p.Role.Name(), p.Leaf.Type.Bits()
		if p.Role == spec.ElementRole {
			name = "in"
		}
		name = fmt.Sprintf("%s%d", name, i-first[p.Role])
		if p.Leaf.Bool {
			in = append(in, d.Extend(d.Var(name, i, 1), size, false))
			continue
		}
		in = append(in, d.Var(name, i, size))
	}
	subject, err := f.Subject(of, kernel, nil)
	if err != nil {
		return nil, err
	}
	s := proof{d: d, spec: of}
	var claims []Claim
	for _, in := range s.cases(in) {
		c, left, err := f.Run(d, of, kernel, masks, in)
		if err != nil {
			return nil, err
		}
		want, err := algebra.RunPlain(d, of, c.Reference())
		if err != nil {
			return nil, err
		}
		claims = append(claims, s.claims(left.Musts, check.Claims(subject, c, want, left))...)
	}
	return Script(fmt.Sprintf(about, strings.Join(of.Args(), " ")), claims), nil
}

// cases are inputs which together are every input: those of each number of elements that are left, or the only ones.
func (s proof) cases(in []bv.Value) [][]bv.Value {
	sh := s.spec.Shape()
	if !sh.Partial() {
		return [][]bv.Value{in}
	}
	var all [][]bv.Value
	for n := range sh.Lanes + 1 {
		these := slices.Clone(in)
		operands := spec.Cut(sh, these).Operands
		operands[0] = check.LeftCase(s.d, sh, n, operands[0])
		all = append(all, these)
	}
	return all
}

const about = `Proof that the PTX of a function computes what its spec says:

  shflgen %s

The terms below are what each thread computes, and what the reference says, of
any mask and any elements. unsat: no input shows a difference.`

// proof is what an execution has to fulfil.
type proof struct {
	d    *Domain
	spec spec.Spec
}

func (s proof) claims(musts []check.Must, outputs []check.Claim) []Claim {
	one := s.d.number(1, 1)
	var all []Claim
	add := func(what string, got, want bv.Value) {
		all = append(all, Claim{what, got.(*Term), want.(*Term)})
	}
	for _, m := range musts {
		add(fmt.Sprintf("thread %d, %s", m.Lane, m.Why), m.Bit, one)
	}
	for _, c := range outputs {
		output := c.Output(s.spec.Shape())
		gets := c.Gets.(*Term)
		looked := s.d.Int(bv.And, c.Gets, c.Specified).(*Term)
		add(output+" may be undefined", s.d.choose(gets, c.Got.Def.(*Term), one), one)
		got, want := []*Term{c.Got.V.(*Term)}, []*Term{c.Want.(*Term)}
		if c.Role == spec.ElementRole {
			got, want = s.parts(c.Got.V), s.parts(c.Want)
		}
		for i := range got {
			zero := s.d.number(got[i].w, 0)
			add(output+" differs", s.d.choose(looked, got[i], zero), s.d.choose(looked, want[i], zero))
		}
	}
	return all
}

// parts are an element as it is compared: a pair half by half, and a NaN
// without its payload, unless it is only moved; a min or max by whether it is at most some bound.
func (s proof) parts(v bv.Value) []*Term {
	t, w := v.(*Term), s.spec.Type.Elem().Bits()
	all := []*Term{t}
	if s.spec.Type.Packed() {
		all = []*Term{s.d.extract(t, 0, w), s.d.extract(t, w, w)}
	}
	f := algebra.Format(s.spec.Type)
	for i, t := range all {
		if f != nil && !s.spec.KeepsPayloads() {
			t = s.d.canon(*f, t)
		}
		if o, ok := orderOf(s.spec); ok && !s.d.plain {
			t = s.d.atMost(o, t, s.d.Var("bound", s.spec.Inputs(), w), map[*Term]*Term{})
		}
		all[i] = t
	}
	return all
}
