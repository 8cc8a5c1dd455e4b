package smt

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/verify/algebra"
	"github.com/shflgen/shflgen/verify/bv"
	"github.com/shflgen/shflgen/verify/ptx"
)

// Export is the script of the proof that the one kernel in src, PTX that is
// named file, computes spec.
func Export(spec shflgen.Spec, file string, src []byte) ([]byte, error) {
	f, err := ptx.Read(file, src)
	if err != nil {
		return nil, err
	}
	return Kernel(spec, f, "")
}

// Kernel is [Export] of the kernel of that name, or of the only one for "". The
// error is that of an execution, as none is left to the solvers.
func Kernel(spec shflgen.Spec, f *ptx.File, kernel string) ([]byte, error) {
	return New().kernel(spec, f, kernel)
}

// Plain is [Kernel] with terms as they were executed: little but constants is
// simplified, and no law is used but those of float sums and products. Solvers
// can decide less of it.
func Plain(spec shflgen.Spec, f *ptx.File, kernel string) ([]byte, error) {
	d := New()
	d.plain = true
	return d.kernel(spec, f, kernel)
}

func (d *Domain) kernel(spec shflgen.Spec, f *ptx.File, kernel string) ([]byte, error) {
	var masks, in []bv.Value
	for i := range spec.MaskWords() {
		masks = append(masks, d.Var(fmt.Sprintf("mask%d", i), i, shflgen.WarpSize))
	}
	for i := range spec.Elements() {
		in = append(in, d.Var(fmt.Sprintf("in%d", i), i, spec.Type.Bits()))
	}
	for i := spec.Elements(); i < spec.Inputs(); i++ {
		in = append(in, d.Var(fmt.Sprintf("key%d", i-spec.Elements()), i, spec.Key.Bits()))
	}
	e, err := f.Execute(d, spec, kernel, masks, in)
	if err != nil {
		return nil, err
	}
	s := proof{d: d, spec: spec}
	return Script(fmt.Sprintf(about, strings.Join(spec.Args(), " ")), s.claims(e)), nil
}

const about = `Proof that the PTX of a function computes what its spec says:

  shflgen %s

The terms below are what each thread computes, and what the reference says, of
any mask and any elements. unsat: no input shows a difference.`

// proof is what an execution has to fulfil.
type proof struct {
	d    *Domain
	spec shflgen.Spec
}

func (s proof) claims(e ptx.Execution) []Claim {
	one := s.d.number(1, 1)
	var all []Claim
	add := func(what string, got, want bv.Value) {
		all = append(all, Claim{what, got.(*Term), want.(*Term)})
	}
	for _, m := range e.Musts {
		add(fmt.Sprintf("thread %d, line %d: %s", m.Lane, m.Line, m.Why), m.Bit, one)
	}
	for i, named := range e.Winners.Named {
		if !named {
			continue
		}
		some, zero := e.Winners.Some[i].(*Term), s.d.number(s.spec.Type.Bits(), 0)
		add(fmt.Sprintf("lane %d may be undefined", i), e.Outs[0][i].Def, one)
		got, want := s.parts(e.Outs[0][i].V)[0], s.parts(e.Winners.Value[i])[0]
		add(fmt.Sprintf("lane %d differs", i), s.d.choose(some, got, zero), s.d.choose(some, want, zero))
		add(fmt.Sprintf("the index of lane %d may be undefined", i), e.Index[i].Def, one)
		add(fmt.Sprintf("the index of lane %d differs", i), e.Index[i].V, e.Winners.Lane[i])
	}
	for i, named := range e.Want.Named {
		if !named {
			continue
		}
		want := s.parts(e.Want.Value[i])
		for _, out := range e.Outs {
			add(fmt.Sprintf("lane %d may be undefined", i), out[i].Def, one)
			for part, got := range s.parts(out[i].V) {
				add(fmt.Sprintf("lane %d differs", i), got, want[part])
			}
		}
		if e.Pred != nil {
			add(fmt.Sprintf("the pred of lane %d may be undefined", i), e.Pred[i].Def, one)
			add(fmt.Sprintf("the pred of lane %d differs", i), e.Pred[i].V, s.d.Extend(e.Want.Pred[i], 8, false))
		}
	}
	return all
}

// parts are an element as it is compared: a pair half by half, and a NaN
// without its payload; a min or max by whether it is at most some bound.
func (s proof) parts(v bv.Value) []*Term {
	t, w := v.(*Term), s.spec.Type.Elem().Bits()
	all := []*Term{t}
	if s.spec.Type.Packed() {
		all = []*Term{s.d.extract(t, 0, w), s.d.extract(t, w, w)}
	}
	f := algebra.Format(s.spec.Type)
	for i, t := range all {
		if f != nil {
			t = s.d.canon(*f, t)
		}
		if o, ok := orderOf(s.spec); ok && !s.d.plain {
			t = s.d.atMost(o, t, s.d.Var("bound", s.spec.Inputs(), w), map[*Term]*Term{})
		}
		all[i] = t
	}
	return all
}
