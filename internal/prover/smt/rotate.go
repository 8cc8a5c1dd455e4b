package smt

import (
	"math/bits"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Shift is x moved by a count without sign: with sums in one form a term of its own, else a choice by
// each bit of the count.
func (d *Domain) Shift(op bv.ShiftOp, x, count bv.Value) bv.Value {
	t, by := x.(*Term), count.(*Term)
	w := t.w
	if d.sums == nil {
		return bv.ShiftInStages(d, op, x, count)
	}
	if n, known := by.known(); known {
		return bv.ShiftBy(d, op, x, int(min(n, uint64(w))))
	}
	switch {
	case by.w < w:
		by = d.Extend(by, w, false).(*Term)
	case by.w > w:
		high := d.extract(by, w, by.w-w)
		inRange := d.integer(bv.Eq, high, d.number(high.w, 0))
		return d.Select(inRange, d.Shift(op, x, d.extract(by, 0, w)), bv.ShiftBy(d, op, x, w))
	}
	return d.intern(node{kind: kShift, w: w, code: uint8(op), args: [3]*Term{t, by}})
}

// Rotate is x turned to the left by a count of as many bits as the width takes.
func (d *Domain) Rotate(x, count bv.Value) bv.Value {
	if d.sums == nil {
		return bv.RotateInStages(d, x, count)
	}
	t, by := x.(*Term), count.(*Term)
	if _, known := by.known(); known {
		return bv.Rotate(d, x, count)
	}
	return d.intern(node{kind: kRotate, w: t.w, args: [3]*Term{t, by}})
}

// rotation is a rotation that is made of two shifts of one word in opposite directions, by counts
// that add up to the width; nil for others. Counts below the width that add up to 0 or the width
// will do where both are joined by or: for 0, each is the whole word.
func (d *Domain) rotation(op bv.IntOp, a, b *Term) *Term {
	if a.kind != kShift || b.kind != kShift || a.args[0] != b.args[0] {
		return nil
	}
	if bv.ShiftOp(a.code) != bv.Left {
		a, b = b, a
	}
	if bv.ShiftOp(a.code) != bv.Left || bv.ShiftOp(b.code) != bv.Right {
		return nil
	}
	w := uint64(a.w)
	if w&(w-1) != 0 {
		return nil
	}
	s, r := a.args[1], b.args[1]
	both := d.integer(bv.Add, s, r)
	n := bits.Len64(w - 1)
	low := d.extract(s, 0, n)
	switch {
	case both.is(w) && d.most(s) <= w && (op == bv.Or || op == bv.Xor || op == bv.Add):
	case op == bv.Or && d.most(s) < w && d.most(r) < w && d.integer(bv.Add, low, d.extract(r, 0, n)).is(0):
	default:
		return nil
	}
	return d.Rotate(a.args[0], low).(*Term)
}
