package term

import "github.com/shflgen/shflgen/internal/prover/bv"

// besideIdentity is a call of a function of two operands, if on some masks one or both are the
// identity: there the call is the other operand. It is nil where no operand is the identity
// on any mask. Elsewhere the call has the operands as they are: see [Domain.alike].
func (d *Domain) besideIdentity(f *bv.Fn, in []*Term) *Term {
	if f.Identity == nil {
		return nil
	}
	n := max(f.Operand, 1)
	left, right := in[:n], in[n:2*n]
	noLeft, noRight := d.isUnit(f, left), d.isUnit(f, right)
	if noLeft == False && noRight == False {
		return nil
	}
	d.Use(Identity)
	one := func(t *Term) *Term {
		if f.Gives != bv.NoFormat { // of a NaN nothing more is known than of the call
			return d.quiet(f.Gives, t)
		}
		return t
	}
	r := d.choose(noLeft, one(right[f.Leaf]), d.choose(noRight, one(left[f.Leaf]), d.called(f, in)))
	return d.by(lawsOf(Identity), r)
}

// isUnit are the masks on which an operand is the identity.
func (d *Domain) isUnit(f *bv.Fn, operand []*Term) Guard {
	where := True
	for i, t := range operand {
		split, ok := d.split2(t)
		if !ok {
			return False
		}
		where = d.and(where, d.where(split, func(t *Term) Guard {
			x, known := t.known()
			return guardIf(known && (x == f.Identity[i] || f.Of[i] != bv.NoFormat && bv.IsNaN(f.Of[i], x) &&
				bv.IsNaN(f.Of[i], f.Identity[i])))
		}))
	}
	return where
}
