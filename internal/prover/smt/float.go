package smt

import (
	"github.com/shflgen/shflgen/internal/prover/bv"
)

// A float op takes its operands with every NaN made canonical, and what it
// gives is canonical too; its payload is then any, as hardware promises none.
// So code that looks at a payload can not be proved, and laws that hold but for
// a payload may be used.

// Float applies op to numbers of format f.
func (d *Domain) Float(op bv.FloatOp, f bv.Format, p, q bv.Value) bv.Value {
	a, b := p.(*Term), q.(*Term)
	if a.w != f.Bits() || b.w != f.Bits() {
		stop("operands of %d and %d bits for a float of %d", a.w, b.w, f.Bits())
	}
	a, b = d.canon(f, a), d.canon(f, b)
	if op != bv.FLt {
		a, b = d.inOrder(a, b)
	}
	n := node{kind: kFloat, w: f.Bits(), code: uint8(op), format: f, args: [3]*Term{a, b}}
	if op >= bv.FEq {
		n.w = 1
		return d.intern(n)
	}
	return d.payload(f, d.intern(n))
}

// canon is t with the canonical NaN for every NaN.
func (d *Domain) canon(f bv.Format, t *Term) *Term {
	switch {
	case t.kind == kConst:
		if isNaN(f, t.x) {
			return d.number(t.w, canonical(f))
		}
		return t
	case t.kind == kPayload && t.format == f:
		return t.args[0]
	case t.kind == kSelect:
		return d.choose(t.args[0], d.canon(f, t.args[1]), d.canon(f, t.args[2]))
	case (t.kind == kCanon || t.kind == kFloat && t.w > 1) && t.format == f:
		return t
	case t.kind == kConvert && t.to == f, t.kind == kApply && t.fn.Gives == f:
		return t
	case f == bv.F32 && t.kind == kConcat && t.args[0].w == 16 && t.args[0].is(0): // a widened bfloat16
		return d.reformat(bv.BF16, f, d.canon(bv.BF16, t.args[1]))
	}
	return d.intern(node{kind: kCanon, w: t.w, format: f, args: [3]*Term{t}})
}

// Quiet is v as hardware returns it.
func (d *Domain) Quiet(f bv.Format, v bv.Value) bv.Value {
	t := v.(*Term)
	if t.kind == kConst && !isNaN(f, t.x) {
		return t
	}
	return d.payload(f, d.canon(f, t))
}

// payload is the canonical t as hardware returns it.
func (d *Domain) payload(f bv.Format, t *Term) *Term {
	return d.intern(node{kind: kPayload, w: t.w, format: f, args: [3]*Term{t}})
}

// Convert changes the format of a number.
func (d *Domain) Convert(to, from bv.Format, v bv.Value) bv.Value {
	t := v.(*Term)
	if t.kind == kConst {
		return d.fold(bv.Numbers{}.Convert(to, from, bv.Word{W: t.w, X: t.x}))
	}
	t = d.canon(from, t)
	if to == from {
		return d.payload(to, t)
	}
	if h := d.half(to, t); h != nil {
		return d.payload(to, h)
	}
	return d.payload(to, d.reformat(from, to, t))
}

func (d *Domain) reformat(from, to bv.Format, t *Term) *Term {
	return d.intern(node{kind: kConvert, w: to.Bits(), format: from, to: to, args: [3]*Term{t}})
}

// half is the number of format f that rounding the canonical float32 t gives,
// where t shows it: t was widened from it, or is a sum or product of two such,
// and 24 bits are at least twice a half's significand and two more.
func (d *Domain) half(f bv.Format, t *Term) *Term {
	if f.Bits() != 16 {
		return nil
	}
	exact := func(t *Term) *Term {
		switch {
		case t.kind == kConvert && t.format == f:
			return t.args[0]
		case t.is(canonical(bv.F32)):
			return d.number(16, canonical(f))
		case t.kind == kConst:
			n := bv.Numbers{}
			h := n.Convert(f, bv.F32, bv.Word{W: 32, X: t.x})
			if n.Convert(bv.F32, f, h).(bv.Word).X == t.x {
				return d.fold(h)
			}
		}
		return nil
	}
	if t.kind == kFloat && t.format == bv.F32 {
		a, b := exact(t.args[0]), exact(t.args[1])
		if a == nil || b == nil {
			return nil
		}
		a, b = d.inOrder(a, b)
		return d.intern(node{kind: kFloat, w: 16, code: t.code, format: f, args: [3]*Term{a, b}})
	}
	return exact(t)
}

// infinity is the bits of the exponent, all set.
func infinity(f bv.Format) uint64 {
	return map[bv.Format]uint64{bv.F16: 0x7c00, bv.BF16: 0x7f80, bv.F32: 0x7f800000, bv.F64: 0x7ff << 52}[f]
}

// canonical is a quiet NaN.
func canonical(f bv.Format) uint64 {
	return infinity(f) | infinity(f)>>1
}

func isNaN(f bv.Format, x uint64) bool {
	top := uint64(1) << (f.Bits() - 1)
	return x&^top > infinity(f)
}

// Canonical is v with the canonical NaN for every NaN.
func (d *Domain) Canonical(f bv.Format, v bv.Value) bv.Value { return d.canon(f, v.(*Term)) }
