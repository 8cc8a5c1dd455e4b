package goread

import "github.com/shflgen/shflgen/internal/prover/bv"

// veiled is the domain of numbers, but that a bit that depends on the input is not
// known. An executor has to take every branch on it, and yet ends with numbers.
type veiled struct{ bv.Numbers }

type veil struct {
	bv.Word
	open uint64 // the bits that are known
}

func all(w int) uint64 { return ^uint64(0) >> (64 - w) }

func hide(w int, x uint64) bv.Value { return veil{bv.Word{W: w, X: x}, 0} }

func shown(v bv.Value) uint64 { return v.(veil).X }

// lift is a result of the domain of numbers, with some known bits.
func lift(v bv.Value, open uint64) bv.Value { return veil{v.(bv.Word), open & all(v.Width())} }

func (d veiled) Const(w int, x uint64) bv.Value { return lift(d.Numbers.Const(w, x), ^uint64(0)) }

func (d veiled) Known(v bv.Value) (uint64, bool) {
	return shown(v), v.(veil).open == all(v.Width())
}

func (d veiled) Extract(v bv.Value, lo, n int) bv.Value {
	return lift(d.Numbers.Extract(v.(veil).Word, lo, n), v.(veil).open>>lo)
}

func (d veiled) Concat(lo, hi bv.Value) bv.Value {
	l, h := lo.(veil), hi.(veil)
	return lift(d.Numbers.Concat(l.Word, h.Word), l.open|h.open<<l.W)
}

func (d veiled) Extend(v bv.Value, w int, signed bool) bv.Value {
	x := v.(veil)
	open := x.open
	if high := all(w) &^ all(x.W); !signed || x.open>>(x.W-1)&1 == 1 {
		open |= high
	}
	return lift(d.Numbers.Extend(x.Word, w, signed), open)
}

func (d veiled) Not(v bv.Value) bv.Value { return lift(d.Numbers.Not(v.(veil).Word), v.(veil).open) }

func (d veiled) Int(op bv.IntOp, a, b bv.Value) bv.Value {
	x, y := a.(veil), b.(veil)
	out := d.Numbers.Int(op, x.Word, y.Word)
	var open uint64
	switch op {
	case bv.And:
		open = x.open&y.open | x.open&^x.X | y.open&^y.X
	case bv.Or:
		open = x.open&y.open | x.open&x.X | y.open&y.X
	case bv.Xor:
		open = x.open & y.open
	case bv.Eq:
		if x.open&y.open&(x.X^y.X) != 0 { // a known bit differs
			open = 1
		}
	}
	if x.open == all(x.W) && y.open == all(y.W) {
		open = ^uint64(0)
	}
	return lift(out, open)
}

func (d veiled) Float(op bv.FloatOp, f bv.Format, a, b bv.Value) bv.Value {
	x, y := a.(veil), b.(veil)
	var open uint64
	if x.open == all(x.W) && y.open == all(y.W) {
		open = ^uint64(0)
	}
	return lift(d.Numbers.Float(op, f, x.Word, y.Word), open)
}

func (d veiled) Quiet(f bv.Format, v bv.Value) bv.Value {
	x, known := v.(veil), uint64(0)
	if x.open == all(x.W) {
		known = x.open
	}
	return lift(d.Numbers.Quiet(f, x.Word), known)
}

func (d veiled) Convert(to, from bv.Format, v bv.Value) bv.Value {
	x := v.(veil)
	var open uint64
	if x.open == all(x.W) {
		open = ^uint64(0)
	}
	return lift(d.Numbers.Convert(to, from, x.Word), open)
}

func (d veiled) Select(c, a, b bv.Value) bv.Value {
	x, y := a.(veil), b.(veil)
	open := x.open & y.open &^ (x.X ^ y.X) // where both are one
	out := y
	if shown(c) == 1 {
		out = x
	}
	if c.(veil).open == 1 {
		open = out.open
	}
	return veil{out.Word, open}
}
