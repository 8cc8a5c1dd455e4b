package term

import (
	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Differ gives the masks on which a and b may differ: none, if they are proved
// equal. NaNs of a float format are equal; pass nil for anything else.
func (d *Domain) Differ(a, b bv.Value, float *bv.Format) Guard {
	return d.differ(a.(*Term), b.(*Term), float)
}

// DifferWhere gives the masks of g on which a and b may differ, by what they are on
// these alone, case by case. It takes more guards than [Domain.Differ].
func (d *Domain) DifferWhere(g Guard, a, b bv.Value, float *bv.Format) Guard {
	d.each = g != True
	defer func() { d.each = false }()
	return d.and(g, d.differ(d.whereTerm(a.(*Term), g), d.whereTerm(b.(*Term), g), float))
}

func (d *Domain) differ(a, b *Term, float *bv.Format) Guard {
	switch { // bits that a float result has of a NaN are unspecified
	case float == nil && (d.fromFloat(a) || d.fromFloat(b)):
		return True // equal terms are equal numbers but for its payload
	case float != nil && !(d.areNumbers(*float, a) && d.areNumbers(*float, b)):
		return True // it may be one number or another
	}
	where := d.differOnce(a, b, float)
	f, whole := bv.NoFormat, false // of one float
	if float != nil {
		f, whole = *float, a.w == float.Bits()
	}
	if where == False || !whole && !(calling(a) && calling(b)) {
		return where
	}
	return d.and(where, d.not(d.alike(f, a, b)))
}

// areNumbers reports whether t is a number, or a packed pair of two, that no payload of a NaN decides: see isNumber.
func (d *Domain) areNumbers(f bv.Format, t *Term) bool {
	switch w := f.Bits(); t.w {
	case w:
		return d.isNumber(f, t)
	case 2 * w:
		return d.isNumber(f, d.extract(t, 0, w)) && d.isNumber(f, d.extract(t, w, w))
	}
	return true
}

func (d *Domain) differOnce(a, b *Term, float *bv.Format) Guard {
	if float != nil && a.w == float.Bits() {
		x, y := a, b
		if a, b = d.anyPayload(*float, a), d.anyPayload(*float, b); a == b && x != y {
			d.Use(NaNPayload)
		}
	}
	if a == b {
		return False
	}
	if x, y := d.byKey(float, a), d.byKey(float, b); x == y {
		d.Use(Encoding)
		return False
	}
	if float != nil && a.w == float.Bits() && (d.decodes(*float, a, b) || d.decodes(*float, b, a)) {
		d.Use(Encoding)
		return False
	}
	if float == nil && (a.kind != kBits || b.kind != kBits) && d.sameBits(a, b) {
		d.Use(Bits)
		return False
	}
	if d.sameOrder(a, b, float) {
		return False
	}
	if where := d.differOtherwise(a, b, float); where != True {
		return where
	}
	if float != nil && a.w == 2*float.Bits() { // a packed pair
		h := a.w / 2
		return d.or(d.differ(d.extract(a, 0, h), d.extract(b, 0, h), float),
			d.differ(d.extract(a, h, h), d.extract(b, h, h), float))
	}
	if a.kind == kCase || b.kind == kCase || a.kind == kBits && b.kind == kBits {
		unlike := func(p, q *Term) bool { return p != q }
		where, ok := d.byCases(a, b, unlike, func(p, q *Term, g Guard) Guard {
			if !d.mayDiffer(p, q, float) || d.each && d.sameWhere(g, p, q, float) {
				return False
			}
			return d.differOtherwise(p, q, float)
		})
		if !ok {
			return True
		}
		return where
	}
	if d.mayDiffer(a, b, float) {
		return True
	}
	return False
}

// sameWhere reports whether two terms are shown to be the same by what they are on
// the masks of a guard.
func (d *Domain) sameWhere(g Guard, a, b *Term, float *bv.Format) bool {
	x, y := d.whereTerm(a, g), d.whereTerm(b, g)
	return (x != a || y != b) && d.and(g, d.differ(x, y, float)) == False
}

// differOtherwise returns the masks on which a and b may differ by the laws of winners, ranks and keys. One law is
// used once.
func (d *Domain) differOtherwise(a, b *Term, float *bv.Format) Guard {
	if d.plain {
		return True
	}
	d.plain = true
	defer func() { d.plain = false }()
	for _, p := range [][2]*Term{{a, b}, {b, a}} {
		for _, form := range d.otherForms(p[0], float) {
			if d.differ(form.t, p[1], nil) == False {
				d.used |= form.laws | d.LawsOf(form.t)
				return form.except
			}
		}
	}
	return True
}

// mayDiffer compares two terms without cases, part by part where one is a
// concatenation.
func (d *Domain) mayDiffer(a, b *Term, float *bv.Format) bool {
	if a == b {
		return false
	}
	x, ok1 := a.known()
	y, ok2 := b.known()
	if ok1 && ok2 {
		return float == nil || !bv.IsNaN(*float, x) || !bv.IsNaN(*float, y)
	}
	for _, t := range []*Term{a, b} {
		if t.kind == kConcat {
			k := t.args[0].w
			return d.parts(d.extract(a, 0, k), d.extract(b, 0, k)) ||
				d.parts(d.extract(a, k, a.w-k), d.extract(b, k, b.w-k))
		}
	}
	return true
}

// parts compares parts of two numbers, exactly.
func (d *Domain) parts(a, b *Term) bool { return a != b && d.differ(a, b, nil) != False }

// Terms is the number of terms made.
func (d *Domain) Terms() int { return d.next }

// Nodes is the number of nodes in the guards' diagrams.
func (d *Domain) Nodes() int { return len(d.nodes) }

// And is the guard that holds where both do.
func (d *Domain) And(a, b Guard) Guard { return d.and(a, b) }

// Flip is the guard that holds where a does not.
func (d *Domain) Flip(a Guard) Guard { return d.not(a) }
