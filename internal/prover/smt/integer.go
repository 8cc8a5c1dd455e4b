package smt

import (
	"math/bits"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Only two kinds of terms are simplified here: those that an execution needs to know, such as control flow and
// addresses, and halves of words that have to be joined again. The rest is left to the solvers.

// Extract gives bits lo..lo+n-1 of v.
func (d *Domain) Extract(v bv.Value, lo, n int) bv.Value { return d.extract(v.(*Term), lo, n) }

func (d *Domain) extract(t *Term, lo, n int) *Term {
	if lo == 0 && n == t.w {
		return t
	}
	switch a := t.args[0]; t.kind {
	case kConst:
		return d.number(n, t.x>>lo)
	case kExtract:
		return d.extract(a, lo+int(t.x), n)
	case kConcat:
		switch {
		case lo+n <= a.w:
			return d.extract(a, lo, n)
		case lo >= a.w:
			return d.extract(t.args[1], lo-a.w, n)
		case t.args[1].is(0):
			return d.Extend(d.extract(a, lo, a.w-lo), n, false).(*Term)
		}
	case kSign:
		lo = min(lo, a.w-1)
		if lo+n <= a.w {
			return d.extract(a, lo, n)
		}
		return d.Extend(d.extract(a, lo, a.w-lo), n, true).(*Term)
	case kInt:
		if lo == 0 && d.widened(t, n) {
			return d.integer(bv.IntOp(t.code), d.extract(a, 0, n), d.extract(t.args[1], 0, n))
		}
	case kSelect:
		x, y := t.args[1], t.args[2]
		if x.kind == kConst || y.kind == kConst || lo == 0 && d.widened(t, n) {
			return d.choose(a, d.extract(x, lo, n), d.extract(y, lo, n))
		}
	}
	return d.intern(node{kind: kExtract, w: n, x: uint64(lo), args: [3]*Term{t}})
}

// Concat puts lo in the low bits and hi above.
func (d *Domain) Concat(lo, hi bv.Value) bv.Value { return d.concat(lo.(*Term), hi.(*Term)) }

func (d *Domain) concat(lo, hi *Term) *Term {
	w := lo.w + hi.w
	if w > 64 {
		stop("concatenation of %d bits", w)
	}
	if lo.kind == kConst && hi.kind == kConst {
		return d.number(w, lo.x|hi.x<<lo.w)
	}
	if lo.kind == kExtract && hi.kind == kExtract && lo.args[0] == hi.args[0] && int(lo.x)+lo.w == int(hi.x) {
		return d.extract(lo.args[0], int(lo.x), w)
	}
	if hi.kind == kConcat { // the parts from the lowest on, so that neighbours meet
		return d.concat(d.concat(lo, hi.args[0]), hi.args[1])
	}
	if lo.kind == kConcat && lo.args[1].kind == kExtract && hi.kind == kExtract {
		if both := d.concat(lo.args[1], hi); both.kind != kConcat {
			return d.concat(lo.args[0], both)
		}
	}
	// Both halves of one choice: compilers select words half by half.
	if !d.plain && lo.kind == kSelect && hi.kind == kSelect && lo.args[0] == hi.args[0] {
		return d.choose(lo.args[0], d.concat(lo.args[1], hi.args[1]), d.concat(lo.args[2], hi.args[2]))
	}
	return d.intern(node{kind: kConcat, w: w, args: [3]*Term{lo, hi}})
}

// Extend widens v to w bits, with zeros or with copies of its sign.
func (d *Domain) Extend(v bv.Value, w int, signed bool) bv.Value {
	t := v.(*Term)
	switch {
	case w == t.w:
		return t
	case w < t.w, w > 64:
		stop("%d bits extended to %d", t.w, w)
	case t.kind == kConst:
		return d.fold(bv.Numbers{}.Extend(bv.Word{W: t.w, X: t.x}, w, signed))
	case !signed, t.kind == kConcat && t.args[1].is(0):
		return d.concat(t, d.number(w-t.w, 0))
	}
	return d.intern(node{kind: kSign, w: w, args: [3]*Term{t}})
}

// Not flips every bit.
func (d *Domain) Not(v bv.Value) bv.Value {
	return d.not(v.(*Term))
}

func (d *Domain) not(t *Term) *Term {
	switch t.kind {
	case kConst:
		return d.number(t.w, ^t.x)
	case kNot:
		return t.args[0]
	}
	return d.intern(node{kind: kNot, w: t.w, args: [3]*Term{t}})
}

// Select gives a where the bit c is 1, else b.
func (d *Domain) Select(c, a, b bv.Value) bv.Value {
	return d.choose(c.(*Term), a.(*Term), b.(*Term))
}

func (d *Domain) choose(c, a, b *Term) *Term {
	if c.w != 1 || a.w != b.w {
		stop("a choice by %d bits of %d and %d", c.w, a.w, b.w)
	}
	switch {
	case a == b, c.is(1):
		return a
	case c.is(0):
		return b
	case a.w == 1 && a.is(1) && b.is(0):
		return c
	case c.kind == kNot:
		return d.choose(c.args[0], b, a)
	}
	if m := d.extreme(c, a, b); m != nil {
		return m
	}
	return d.intern(node{kind: kSelect, w: a.w, args: [3]*Term{c, a, b}})
}

// commutes are the ops with operands that may change places.
var commutes = map[bv.IntOp]bool{
	bv.Add: true, bv.Mul: true, bv.And: true, bv.Or: true, bv.Xor: true, bv.Eq: true,
	bv.SMin: true, bv.SMax: true, bv.UMin: true, bv.UMax: true,
}

// Int applies op.
func (d *Domain) Int(op bv.IntOp, p, q bv.Value) bv.Value {
	return d.integer(op, p.(*Term), q.(*Term))
}

func (d *Domain) integer(op bv.IntOp, a, b *Term) *Term {
	if a.w != b.w {
		stop("operands of %d and %d bits", a.w, b.w)
	}
	if a.kind == kConst && b.kind == kConst {
		return d.fold(bv.Numbers{}.Int(op, bv.Word{W: a.w, X: a.x}, bv.Word{W: b.w, X: b.x}))
	}
	if commutes[op] {
		a, b = d.inOrder(a, b) // a constant comes last
	}
	all := ones(a.w)
	switch {
	case op == bv.And && (a == b || b.is(all)), op == bv.Or && (a == b || b.is(0)):
		return a
	case op == bv.And && b.is(0), op == bv.Or && b.is(all):
		return b
	case (op == bv.Add || op == bv.Sub || op == bv.Xor) && b.is(0), op == bv.Mul && b.is(1):
		return a
	case op == bv.Xor && b.is(all):
		return d.not(a)
	case op == bv.Eq && a == b:
		return d.number(1, 1)
	case op == bv.Eq && a.w == 1 && b.kind == kConst:
		if b.x == 1 {
			return a
		}
		return d.not(a)
	}
	if m := d.floored(op, a, b); m != nil {
		return m
	}
	if m := d.narrow(op, a, b); m != nil {
		return m
	}
	if n := split(op, a, b); n > 0 && !d.plain {
		lo := d.integer(op, d.extract(a, 0, n), d.extract(b, 0, n))
		hi := d.integer(op, d.extract(a, n, a.w-n), d.extract(b, n, a.w-n))
		if op == bv.Eq {
			return d.integer(bv.And, lo, hi)
		}
		return d.concat(lo, hi)
	}
	w := a.w
	if op >= bv.Eq {
		w = 1
	}
	return d.intern(node{kind: kInt, w: w, code: uint8(op), args: [3]*Term{a, b}})
}

// fold is a number as a term.
func (d *Domain) fold(v bv.Value) *Term {
	n := v.(bv.Word)
	return d.number(n.W, n.X)
}

// split is the position where an op on bits falls into two, one of them known: between the zeros and ones of a mask,
// or beside a constant part. Else 0.
func split(op bv.IntOp, a, b *Term) int {
	switch op {
	case bv.And, bv.Or:
		if b.kind == kConst {
			run := bits.TrailingZeros64(b.x ^ -(b.x & 1))
			return run % b.w
		}
	case bv.Eq, bv.Xor:
	default:
		return 0
	}
	for _, t := range []*Term{a, b} {
		if t.kind == kConcat && (t.args[0].kind == kConst || t.args[1].kind == kConst) {
			return t.args[0].w
		}
	}
	return 0
}
