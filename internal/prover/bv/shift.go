package bv

import (
	"fmt"
	"math/bits"
)

// ShiftOp is a shift: of any count, where one of the width or more leaves zeros, or copies of the
// sign.
type ShiftOp uint8

// The shifts.
const (
	Left ShiftOp = iota
	Right
	RightSigned

	around // of [Rotate] alone, to the left by less than the width
)

// Shift is x moved by a count without sign. A domain may have a form of its own for it; others
// choose by each bit of the count in turn.
func Shift(d Domain, op ShiftOp, x, count Value) Value {
	w := x.Width()
	if c, known := d.Known(count); known {
		return ShiftBy(d, op, x, int(min(c, uint64(w))))
	}
	if own, ok := d.(interface {
		Shift(op ShiftOp, x, count Value) Value
	}); ok {
		return own.Shift(op, x, count)
	}
	stages := bits.Len(uint(w - 1)) // widths are powers of two
	out := x
	for i := range min(stages, count.Width()) {
		out = d.Select(d.Extract(count, i, 1), ShiftBy(d, op, out, 1<<i), out)
	}
	if count.Width() > stages {
		high := d.Extract(count, stages, count.Width()-stages)
		zero := d.Int(Eq, high, d.Const(high.Width(), 0))
		out = d.Select(zero, out, ShiftBy(d, op, x, w))
	}
	return out
}

// Rotate is x turned to the left by a count modulo the width, which is a power of two. A domain may
// have a form of its own for it.
func Rotate(d Domain, x, count Value) Value {
	w := x.Width()
	stages := bits.Len(uint(w - 1))
	count = d.Extract(count, 0, stages)
	if n, known := d.Known(count); known {
		return turned(d, x, int(n))
	}
	if own, ok := d.(interface{ Rotate(x, count Value) Value }); ok {
		return own.Rotate(x, count)
	}
	for i := range count.Width() {
		x = d.Select(d.Extract(count, i, 1), turned(d, x, 1<<i), x)
	}
	return x
}

func turned(d Domain, x Value, n int) Value {
	if n == 0 {
		return x
	}
	w := x.Width()
	return d.Concat(d.Extract(x, w-n, n), d.Extract(x, 0, w-n))
}

// ShiftBy is x moved by n, at most the width.
func ShiftBy(d Domain, op ShiftOp, x Value, n int) Value {
	w := x.Width()
	switch {
	case n == 0:
		return x
	case op == RightSigned:
		n = min(n, w-1)
		return d.Extend(d.Extract(x, n, w-n), w, true)
	case n >= w:
		return d.Const(w, 0)
	case op == Left:
		return d.Concat(d.Const(n, 0), d.Extract(x, 0, w-n))
	}
	return d.Extend(d.Extract(x, n, w-n), w, false)
}

// Ones is how many bits of x are 1, in w bits.
func Ones(d Domain, x Value, w int) Value {
	n := d.Const(w, 0)
	for i := range x.Width() {
		n = d.Int(Add, n, d.Extend(d.Extract(x, i, 1), w, false))
	}
	return n
}

// Reversed is x with its groups of n bits in the opposite order: half by half, as a term is made of all that it joins.
func Reversed(d Domain, x Value, n int) Value {
	var part func(lo, w int) Value
	part = func(lo, w int) Value {
		if w == n {
			return d.Extract(x, lo, n)
		}
		return d.Concat(part(lo+w/2, w-w/2), part(lo, w/2))
	}
	return part(0, x.Width())
}

type shiftKey struct {
	op ShiftOp
	w  int
}

// shifts are functions of a word and a count of 64 bits.
var shifts = func() map[shiftKey]*Fn {
	all := map[shiftKey]*Fn{}
	for op, name := range []string{"shl", "shr", "sar", "rol"} {
		for _, w := range []int{8, 16, 32, 64} {
			k := shiftKey{ShiftOp(op), w}
			all[k] = &Fn{Name: fmt.Sprintf("%s.%d", name, w), Bits: w, Gives: NoFormat, Of: []Format{NoFormat, NoFormat},
				Eval: func(x []uint64) uint64 {
					switch k.op {
					case Left:
						return x[0] << x[1]
					case Right:
						return x[0] >> x[1]
					case around:
						return x[0]<<x[1] | x[0]>>(uint64(w)-x[1])
					}
					return uint64(signed(w, x[0]) >> x[1])
				}}
		}
	}
	return all
}()

// ShiftFn is a shift of a word of 8, 16, 32 or 64 bits, by a count of 64 bits, as a function.
func ShiftFn(op ShiftOp, w int) *Fn { return shifts[shiftKey{op, w}] }

// RotateFn is a rotation of such a word to the left, by a count of 64 bits that is less than the width, as a function.
func RotateFn(w int) *Fn { return ShiftFn(around, w) }
