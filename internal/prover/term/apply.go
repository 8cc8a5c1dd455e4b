package term

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Functions that a domain knows by name only: equal arguments give equal results.

// Apply is f of args.
func (d *Domain) Apply(f *bv.Fn, args []bv.Value) bv.Value {
	if body, ok := d.strategy.Bodies[f.Name]; ok {
		return body(d, args)
	}
	in := make([]*Term, len(args))
	numbers, all := make([]uint64, len(args)), true
	for i, a := range args {
		t := a.(*Term)
		if f.Of[i] == bv.NoFormat {
			d.exactBits(t)
		} else {
			if t.w != f.Of[i].Bits() {
				stop("an operand of %d bits of %s, want %d", t.w, f.Name, f.Of[i].Bits())
			}
			t = d.anyPayload(f.Of[i], t)
			d.numberOf(f.Of[i], t)
		}
		x, known := t.known()
		in[i], numbers[i], all = t, x, all && known
	}
	if all {
		r := d.constant(f.Bits, f.Value(numbers))
		if f.Gives != bv.NoFormat {
			r = d.quiet(f.Gives, r)
		}
		return r
	}
	if r := d.divided(f, in); r != nil {
		return r
	}
	if r := d.quotient(f, in); r != nil {
		return r
	}
	if r := d.besideIdentity(f, in); r != nil {
		return r
	}
	return d.called(f, in)
}

// called is a call of a named function. Its body is not executed.
func (d *Domain) called(f *bv.Fn, in []*Term) *Term {
	t := Term{kind: kApply, w: f.Bits, name: d.numberOfFn(f), args: in,
		op: op{float: f.Gives != bv.NoFormat, format: f.Gives}}
	if n := max(f.Operand, 1); f.Commutes && slices.CompareFunc(in[:n], in[n:2*n], func(a, b *Term) int {
		return a.id - b.id
	}) > 0 {
		t.args = slices.Concat(in[n:2*n], in[:n], in[2*n:])
		t.laws = lawsOf(Commutativity)
	}
	return d.intern(t)
}

// numberOfFn is the number of a function, by its name.
func (d *Domain) numberOfFn(f *bv.Fn) int {
	return d.fnNumbers.Once(f.Name, func() int {
		d.fns = append(d.fns, f)
		return len(d.fns) - 1
	})
}
