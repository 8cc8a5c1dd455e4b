package bv

import "math/bits"

// maxStates bounds the divisors for which a division is followed by its rests.
const maxStates = 64

// ByRests reports whether [FloorRest] and [FloorQuotient] are the way to divide x by n: n is small,
// and x is made of bits that the domain chooses by.
func ByRests(d Domain, x Value, n uint64) bool {
	own, ok := d.(interface{ OfMask(v Value) bool })
	_, known := d.Known(x)
	return 2 < n && n < maxStates && ok && !known && own.OfMask(x)
}

// Truncated is the quotient or the rest of x divided by n, rounded toward zero, as wide as x.
func Truncated(d Domain, x Value, n uint64, rest, signed bool) Value {
	w := x.Width()
	negative, low := d.Const(1, 0), x
	if signed {
		negative, low = d.Extract(x, w-1, 1), d.Extract(x, 0, w-1)
	}
	r := d.Extend(FloorRest(d, negative, low, n), w, false)
	up := d.Int(And, negative, d.Not(d.Int(Eq, r, d.Const(w, 0)))) // rounded down, it was not toward zero
	if rest {
		return d.Select(up, d.Int(Sub, r, d.Const(w, n)), r)
	}
	q := d.Extract(FloorQuotient(d, negative, low, n), 0, w)
	return d.Select(up, d.Int(Add, q, d.Const(w, 1)), q)
}

// FloorRest is the rest 0..n-1 of x divided by n and rounded down, of n < 64; negative is the bit
// that x is negative, and x its other bits. It has the bits that n-1 takes.
//
// The rest of the bits that were taken, from the top down, is one of n states. Instead of the state after each bit, a
// large function of all bits before it, this asks from the last bit up what each state ends with: as many choices as
// states and bits, and none that is not kept.
func FloorRest(d Domain, negative, x Value, n uint64) Value {
	w := bits.Len64(n - 1)
	ends := make([]Value, n)
	for state := range ends {
		ends[state] = d.Const(w, uint64(state))
	}
	for i := range x.Width() {
		ends = before(d, d.Extract(x, i, 1), ends, n)
	}
	return d.Select(negative, ends[n-1], ends[0]) // a sign stands for -1
}

// FloorQuotient is x divided by n, rounded down: as [FloorRest], with the quotient's sign at its top.
func FloorQuotient(d Domain, negative, x Value, n uint64) Value {
	var q Value
	for i := range x.Width() {
		ends := make([]Value, n) // whether bit i of the quotient is 1, by the state before bit i of x
		for state := range ends {
			ends[state] = d.Const(1, 0)
			switch twice := 2 * uint64(state); {
			case twice >= n:
				ends[state] = d.Const(1, 1)
			case twice+1 == n:
				ends[state] = d.Extract(x, i, 1)
			}
		}
		for j := i + 1; j < x.Width(); j++ {
			ends = before(d, d.Extract(x, j, 1), ends, n)
		}
		bit := d.Select(negative, ends[n-1], ends[0])
		if q == nil {
			q = bit
		} else {
			q = d.Concat(q, bit)
		}
	}
	return d.Concat(q, negative)
}

// before is what each state of the rest ends with, by a bit and what each state after it ends with.
func before(d Domain, bit Value, after []Value, n uint64) []Value {
	ends := make([]Value, n)
	for state := range ends {
		ends[state] = d.Select(bit, after[(2*uint64(state)+1)%n], after[2*uint64(state)%n])
	}
	return ends
}

// LongDivision is x divided by y, or the rest, rounded toward zero: by a shift, or bit by bit as on paper. By zero it
// is anything. begin is called before each bit.
func LongDivision(d Domain, f Division, x, y Value, begin func()) Value {
	if n, known := d.Known(y); known {
		if rest, ok := RestOf(d, x, n); ok && f.Signed && f.Remainder {
			return rest
		}
		if ByRests(d, x, n) {
			return Truncated(d, x, n, f.Remainder, f.Signed)
		}
	}
	if !f.Signed {
		return f.digits(d, x, y, begin)
	}
	negate := func(when, v Value) Value { return d.Select(when, d.Int(Sub, d.Const(f.Bits, 0), v), v) }
	negative, other := d.Extract(x, f.Bits-1, 1), d.Extract(y, f.Bits-1, 1)
	of := f.digits(d, negate(negative, x), negate(other, y), begin) // of the least integer 2^(w-1), without sign
	if f.Remainder {
		return negate(negative, of)
	}
	return negate(d.Int(Xor, negative, other), of)
}

// digits divides words without sign.
func (f Division) digits(d Domain, x, y Value, begin func()) Value {
	w := f.Bits
	n, known := d.Known(x)
	by, knownBy := d.Known(y)
	switch {
	case knownBy && by == 0:
		return y
	case known && knownBy && f.Remainder:
		return d.Const(w, n%by)
	case known && knownBy:
		return d.Const(w, n/by)
	case knownBy && by&(by-1) == 0 && f.Remainder:
		return d.Int(And, x, d.Const(w, by-1))
	case knownBy && by&(by-1) == 0:
		return ShiftBy(d, Right, x, bits.TrailingZeros64(by))
	}
	rest := d.Const(w, 0) // at most the bits of x that were taken, so that none is shifted out
	var low Value         // quotient, from its top bit down
	for i := w - 1; i >= 0; i-- {
		begin()
		rest = d.Concat(d.Extract(x, i, 1), d.Extract(rest, 0, w-1))
		goes := d.Not(d.Int(ULt, rest, y))
		rest = d.Select(goes, d.Int(Sub, rest, y), rest)
		if low == nil {
			low = goes
		} else {
			low = d.Concat(goes, low)
		}
	}
	if f.Remainder {
		return rest
	}
	return low
}
