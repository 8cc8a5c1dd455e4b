package term

import "github.com/shflgen/shflgen/internal/prover/bv"

// besideIdentity is a call of a function of two operands, if on some masks one or both are the
// identity: there the call is the other operand. It is nil where no operand is the identity
// on any mask. An operand that is one term wherever it is not the identity is that term in the
// call, which is the form that a call of present elements has.
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
	both := d.called(f, append(d.besides(left, noLeft), d.besides(right, noRight)...))
	one := func(t *Term) *Term {
		if f.Gives != bv.NoFormat { // of a NaN nothing more is known than of the call
			return d.quiet(f.Gives, t)
		}
		return t
	}
	r := d.choose(noLeft, one(right[f.Leaf]), d.choose(noRight, one(left[f.Leaf]), both))
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
		is := False
		for _, e := range split {
			x, known := e.t.known()
			if known && (x == f.Identity[i] || f.Of[i] != bv.NoFormat && bv.IsNaN(f.Of[i], x) &&
				bv.IsNaN(f.Of[i], f.Identity[i])) {
				is = d.or(is, e.g)
			}
		}
		if where = d.and(where, is); where == False {
			break
		}
	}
	return where
}

// besides are the leaves of an operand as they are where it is not the identity: one term, or the
// leaf as it is.
func (d *Domain) besides(operand []*Term, unit Guard) []*Term {
	if unit == False {
		return operand
	}
	all := make([]*Term, len(operand))
	for i, t := range operand {
		all[i] = t
		split, ok := d.split2(t)
		if !ok {
			continue
		}
		var only *Term
		several := false
		for _, e := range split {
			if d.and(e.g, d.not(unit)) == False {
				continue
			}
			several = several || only != nil
			only = e.t
		}
		if only != nil && !several {
			all[i] = only
		}
	}
	return all
}
