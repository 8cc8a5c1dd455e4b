package bv

import "math/bits"

// Quotient is x divided by y, or the rest, rounded toward zero and of the width of x. It is
// [Divide] in one form, whichever width, sign and branches a language or a compiler chose:
//
//   - Widths below 32 are widened, as C++ and PTX do: then every quotient exists.
//   - The sign of a known divisor leaves the rest as it is and negates the quotient.
//   - A divisor 2^k is a shift, of negative numbers after 2^k-1 is added (Warren, "Hacker's
//     Delight", section 10-1).
//   - Signs that are known to be 0 are left out.
//   - A divisor -1 negates and leaves no rest, also of the least integer.
//   - Words of 64 bits with upper halves of 0 are divided as words of 32 bits. Compilers make
//     such a branch, as it is faster (LLVM, BypassSlowDivision).
func Quotient(d Domain, f Division, x, y Value) Value {
	n := f.Bits
	f.Bits = max(n, 32)
	return d.Extract(f.quotient(d, d.Extend(x, f.Bits, f.Signed), d.Extend(y, f.Bits, f.Signed)), 0, n)
}

func (f Division) quotient(d Domain, x, y Value) Value {
	w := f.Bits
	zero := d.Const(w, 0)
	negative := func(v Value) Value { return d.Int(Sub, zero, v) }
	if by, known := d.Known(y); known {
		if f.Signed && f.Remainder {
			if rest, ok := RestOf(d, x, by); ok {
				return rest
			}
		}
		switch size := low(w, -by); {
		case f.Signed && signed(w, by) < 0 && by != size:
			q := f.quotient(d, x, d.Const(w, size))
			if f.Remainder {
				return q
			}
			return negative(q)
		case by != 0 && by&(by-1) == 0 && !(f.Signed && by == size):
			return f.byPower(d, x, bits.TrailingZeros64(by))
		}
	}
	if f.Signed && isZero(d, d.Extract(x, w-1, 1)) && isZero(d, d.Extract(y, w-1, 1)) {
		f.Signed = false
	}
	whole := func() Value { return Apply(d, Divide(f), x, y) }
	if _, known := d.Known(y); known {
		return whole()
	}
	if f.Signed {
		signless := whole
		whole = func() Value {
			own := negative(x)
			if f.Remainder {
				own = zero
			}
			return choose(d, d.Int(Eq, y, d.Const(w, low(w, ^uint64(0)))), own, signless)
		}
	}
	if w < 64 {
		return whole()
	}
	upper := d.Int(Or, d.Extract(x, 32, 32), d.Extract(y, 32, 32))
	half := Apply(d, Divide(Division{Remainder: f.Remainder, Bits: 32}), d.Extract(x, 0, 32), d.Extract(y, 0, 32))
	return choose(d, d.Int(Eq, upper, d.Const(32, 0)), d.Extend(half, 64, false), whole)
}

// byPower is x by 2^k.
func (f Division) byPower(d Domain, x Value, k int) Value {
	w := f.Bits
	if k == 0 {
		if f.Remainder {
			return d.Const(w, 0)
		}
		return x
	}
	rounded, shift := x, Right
	if f.Signed {
		signs := ShiftBy(d, RightSigned, x, w-1)
		rounded, shift = d.Int(Add, x, ShiftBy(d, Right, signs, w-k)), RightSigned
	}
	if !f.Remainder {
		return ShiftBy(d, shift, rounded, k)
	}
	if !f.Signed {
		return d.Extend(d.Extract(x, 0, k), w, false)
	}
	return d.Int(Sub, x, d.Int(And, rounded, d.Const(w, low(w, ^uint64(0)<<k))))
}

// choose makes the other value only if it may be chosen.
func choose(d Domain, c, v Value, other func() Value) Value {
	if k, known := d.Known(c); known && k == 1 {
		return v
	}
	return d.Select(c, v, other())
}

func isZero(d Domain, v Value) bool {
	k, known := d.Known(v)
	return known && k == 0
}
