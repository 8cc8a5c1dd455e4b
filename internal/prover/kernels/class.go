package kernels

import (
	"context"
	"math/bits"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/algebra"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/spec"
)

// A kernel may take an element of each row that a number in memory names: the class of the row, as labels are. In
// launches by terms each class is any number below that of the elements.

// isClass reports whether a parameter has the class of each row.
func (k *Kernel) isClass(param int) bool { return k.class == param+1 }

// find is discover, with a parameter for classes or with none, and with what is written as an input.
func (k *Kernel) find(ctx context.Context) (r reading, ok bool, err error) {
	tie := k.AnyTie
	k.AnyTie = true // on numbers, a wrong choice of equal elements is found later
	defer func() { k.AnyTie = tie }()
	if r, ok, err = k.discover(ctx); ok {
		return r, ok, err
	}
	if k.positive = k.Called != ""; k.positive { // counts are divisors
		if of, found, _ := k.discover(ctx); found {
			return of, found, nil
		}
		k.positive = false
	}
	if k.inPlace = k.loads; k.inPlace {
		if of, found, _ := k.discover(ctx); found {
			return of, found, nil
		}
		k.inPlace = false
	}
	for _, k.class = range k.classes() {
		if of, found, other := k.discover(ctx); found {
			return of, found, other
		}
	}
	k.class = 0
	return r, ok, err
}

// classes are what [Kernel.class] may be, but for 0.
func (k *Kernel) classes() (all []int) {
	floats := func(p Param) bool { return p.Pointer && p.Type.Class() == spec.Float }
	for i, p := range k.Params {
		if p.Pointer && !floats(p) && !p.Bool && p.Type.Bits() >= 32 && slices.ContainsFunc(k.Params, floats) {
			all = append(all, i+1)
		}
	}
	return all
}

// anyClass is the class of a row of n elements, which is any of them, in some bits.
func anyClass(d *terms, row, n, width int) bv.Value {
	some := max(1, bits.Len(uint(n-1)))
	v := d.Extend(d.MaskBits(row*some, some), width, false)
	last := d.Const(width, uint64(n-1))
	return d.Select(d.Int(bv.ULt, v, last), v, last)
}

// chosen is the element of a set that is number class.
func (k *Kernel) chosen(e *env, r reading, in inputs, set []int, class bv.Value) bv.Value {
	var v bv.Value
	all := in[r.inputs[0]]
	for j, i := range set {
		if j == 0 {
			v = all[i]
			continue
		}
		v = e.d.Select(e.d.Int(bv.Eq, class, e.d.Const(class.Width(), uint64(j))), all[i], v)
	}
	if v == nil {
		panic(missing{})
	}
	return e.widened(v, k.Params[r.inputs[0]].Type)
}

// widened is an element as forms compute with it: a half as float32.
func (e *env) widened(v bv.Value, of spec.Type) bv.Value {
	if of.Half() && e.t == spec.Float32 {
		return e.d.Convert(bv.F32, *algebra.Format(of), v)
	}
	return v
}
