package weak

import (
	"math/bits"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// value is a number with some known bits, and the chunks that the others come from. A thread's control never
// depends on data, so data needs no bits: only where it came from.
type value struct {
	width       int
	bits, known uint64
	chunks      uint64 // bit c: elements of chunk c went in; 0 of a number that is known
}

// Width is the number of bits.
func (v value) Width() int { return v.width }

// valueOf is a value in the one form that values of the same bits have.
func valueOf(width int, bits, known, chunks uint64) value {
	m := mask(width)
	if known &= m; known == m {
		chunks = 0
	}
	return value{width, bits & known, known, chunks}
}

// constant is a known number.
func constant(width int, x uint64) value { return valueOf(width, x, ^uint64(0), 0) }

// data is a number that nobody knows, made of some chunks.
func data(width int, chunks uint64) value { return valueOf(width, 0, 0, chunks) }

// number is the number, and whether it is known.
func (v value) number() (uint64, bool) { return v.bits, v.known == mask(v.width) }

// low are the low bits of a value.
func (v value) low(width int) value { return valueOf(width, v.bits, v.known, v.chunks) }

// zeros are the bits that are known to be 0.
func (v value) zeros() uint64 { return v.known &^ v.bits }

func mask(width int) uint64 { return ^uint64(0) >> (64 - width) }

// either is a value that is one of two, as data tell.
func either(a, b value, by uint64) value {
	if a == b {
		return a
	}
	return valueOf(a.width, a.bits, a.known&b.known&^(a.bits^b.bits), a.chunks|b.chunks|by)
}

// list are the chunks of a set.
func list(chunks uint64) (all []int) {
	for ; chunks != 0; chunks &= chunks - 1 {
		all = append(all, bits.TrailingZeros64(chunks))
	}
	return all
}

// origins is the domain of values.
type origins struct{}

// Const is the number x.
func (origins) Const(w int, x uint64) bv.Value { return constant(w, x) }

// Known gives the number that v is, if that is known.
func (origins) Known(v bv.Value) (uint64, bool) { return v.(value).number() }

// Extract gives bits lo..lo+n-1.
func (origins) Extract(x bv.Value, lo, n int) bv.Value {
	v := x.(value)
	return valueOf(n, v.bits>>lo, v.known>>lo, v.chunks)
}

// Concat puts lo below hi.
func (origins) Concat(lo, hi bv.Value) bv.Value {
	l, h := lo.(value), hi.(value)
	return valueOf(l.width+h.width, l.bits|h.bits<<l.width, l.known|h.known<<l.width, l.chunks|h.chunks)
}

// Extend widens v.
func (origins) Extend(x bv.Value, w int, signed bool) bv.Value {
	v := x.(value)
	above := mask(w) &^ mask(v.width)
	switch sign := uint64(1) << (v.width - 1); {
	case signed && v.known&sign == 0:
		return valueOf(w, v.bits, v.known, v.chunks)
	case signed && v.bits&sign != 0:
		return valueOf(w, v.bits|above, v.known|above, v.chunks)
	}
	return valueOf(w, v.bits, v.known|above, v.chunks)
}

// Not flips every bit.
func (origins) Not(x bv.Value) bv.Value {
	v := x.(value)
	return valueOf(v.width, ^v.bits, v.known, v.chunks)
}

// Select gives a or b.
func (origins) Select(c, a, b bv.Value) bv.Value {
	by := c.(value)
	switch x, known := by.number(); {
	case !known:
		return either(a.(value), b.(value), by.chunks)
	case x == 1:
		return a
	}
	return b
}

// Int applies op.
func (origins) Int(op bv.IntOp, p, q bv.Value) bv.Value {
	x, y := p.(value), q.(value)
	w, chunks := x.width, x.chunks|y.chunks
	a, known := x.number()
	if b, both := y.number(); known && both {
		return constant(bv.OnNumbers(op, w, a, b))
	}
	switch op {
	case bv.And:
		zero := x.zeros() | y.zeros()
		return valueOf(w, x.bits&y.bits, x.known&y.known|zero, chunks)
	case bv.Or:
		one := x.bits | y.bits
		return valueOf(w, one, x.known&y.known|one, chunks)
	case bv.Xor:
		return valueOf(w, x.bits^y.bits, x.known&y.known, chunks)
	case bv.Add, bv.Sub, bv.Mul:
		if op == bv.Add && x.zeros()|y.zeros() == mask(w) { // no carries
			return origins{}.Int(bv.Or, x, y)
		}
		// a bit of the result depends on those below it alone
		lower := uint64(1)<<bits.TrailingZeros64(^(x.known&y.known)) - 1
		_, low := bv.OnNumbers(op, w, x.bits, y.bits)
		return valueOf(w, low, lower, chunks)
	case bv.Eq:
		if (x.bits^y.bits)&x.known&y.known != 0 {
			return constant(1, 0)
		}
	case bv.ULt, bv.SLt:
		if is, known := less(op, x, y); known {
			return constant(1, is)
		}
	case bv.UMin, bv.UMax, bv.SMin, bv.SMax:
		compare := bv.ULt
		if op == bv.SMin || op == bv.SMax {
			compare = bv.SLt
		}
		is, known := less(compare, x, y)
		switch least := op == bv.UMin || op == bv.SMin; {
		case !known:
			return either(x, y, 0)
		case (is == 1) == least:
			return x
		}
		return y
	}
	return data(1, chunks)
}

// less is the bit that x < y, if it is known.
func less(op bv.IntOp, x, y value) (is uint64, known bool) {
	flip := uint64(0)
	if op == bv.SLt { // the order of numbers with a sign is that of those without one, with the top bit flipped
		flip = 1 << (x.width - 1)
	}
	span := func(v value) (least, greatest uint64) {
		v.bits ^= flip & v.known
		return v.bits, v.bits | ^v.known&mask(v.width)
	}
	leastX, greatestX := span(x)
	leastY, greatestY := span(y)
	if greatestX < leastY {
		return 1, true
	}
	return 0, leastX >= greatestY
}

// Float is a number of floats: no bit of it is followed.
func (origins) Float(op bv.FloatOp, f bv.Format, a, b bv.Value) bv.Value {
	w := f.Bits()
	if op >= bv.FEq {
		w = 1
	}
	return data(w, a.(value).chunks|b.(value).chunks)
}

// Convert changes the format.
func (origins) Convert(to, _ bv.Format, v bv.Value) bv.Value {
	return data(to.Bits(), v.(value).chunks)
}

// Quiet is v, or a NaN.
func (origins) Quiet(f bv.Format, v bv.Value) bv.Value { return data(f.Bits(), v.(value).chunks) }

// Apply is a function of arguments.
func (origins) Apply(f *bv.Fn, args []bv.Value) bv.Value {
	chunks := uint64(0)
	for _, a := range args {
		chunks |= a.(value).chunks
	}
	return data(f.Bits, chunks)
}

// Fresh is a value that nobody knows, of no chunk.
func (origins) Fresh(_, w int) bv.Value { return data(w, 0) }

// OfMask reports whether a value depends on a mask alone: none does.
func (origins) OfMask(bv.Value) bool { return false }

// LowestOf would be the word with a value as its lowest set bit: none is known.
func (origins) LowestOf(bv.Value) (bv.Value, bool) { return nil, false }

// OneOf takes for granted that exactly one of some bits is 1, which is proved of the block by terms: other blocks see
// the same stores, whichever thread makes them.
func (origins) OneOf(conditions []bv.Value) (number bv.Value, which []int, numbers []uint64, ok bool) {
	chunks := uint64(0)
	for i, c := range conditions {
		chunks |= c.(value).chunks
		which, numbers = append(which, i), append(numbers, uint64(i))
	}
	return data(32, chunks), which, numbers, true
}
