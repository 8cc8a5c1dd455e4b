package ptx

import (
	"errors"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/verify/algebra"
	"github.com/shflgen/shflgen/verify/bv"
	"github.com/shflgen/shflgen/verify/ptx/exec"
	"github.com/shflgen/shflgen/verify/ref"
)

// Execution is what a kernel left behind on the values of some domain, and what
// the reference wants on the same.
type Execution struct {
	Musts []exec.Must   // bits that have to be 1
	Outs  [][]exec.Cell // of each call, of each thread
	Pred  []exec.Cell   // of each thread; nil if the pattern has none
	Want  ref.Outcome[bv.Value, bv.Value]

	// Of an op that gives a lane: in place of Want, by the plain reference.
	Index   []exec.Cell // of each thread
	Winners algebra.Winners
}

// Execute runs the kernel of that name, or the only one for "", on masks, a value
// for each word, and elements, a value for each thread, then keys if there are any:
// by one warp, or by a block of any shape.
func (f *File) Execute(d bv.Domain, spec shflgen.Spec, kernel string, masks, in []bv.Value) (e Execution, err error) {
	defer func() {
		if r := recover(); r != nil {
			s, ok := r.(bv.Stop)
			if !ok {
				panic(r)
			}
			err = errors.New(f.name + ": " + s.Why)
		}
	}()
	if err := spec.Validate(); err != nil {
		return e, err
	}
	p, err := f.program(kernel)
	if err != nil {
		return e, err
	}
	l := &launch{spec: spec, dom: d, shape: shape(spec), masks: masks, in: in[:spec.Elements()], keys: in[spec.Elements():]}
	in = l.in
	if err := l.run(p); err != nil {
		return e, err
	}
	e.Musts = l.machine.Musts
	for call := range l.came {
		for i := range spec.Lanes() {
			e.Musts = append(e.Musts, exec.Must{Lane: i, Why: neverBack, Bit: l.returned(call, i)})
		}
	}
	for call := range l.outs {
		var cells []exec.Cell
		for i := range in {
			cells = append(cells, l.result(call, i))
		}
		e.Outs = append(e.Outs, cells)
	}
	for i := range in {
		if l.pred != nil {
			e.Pred = append(e.Pred, l.predicate(i))
		}
	}
	if spec.HasLane() {
		for i := range in {
			e.Index = append(e.Index, l.index.Get(d, i))
		}
		e.Winners, err = algebra.RunLanePlain(d, spec, in, l.members())
		return e, err
	}
	e.Want, err = (&check{spec: spec, file: f.name, program: p}).expected(l)
	return e, err
}
