package bv

import (
	"fmt"
	"math"
)

// Word is a value of the domain [Numbers].
type Word struct {
	W int
	X uint64
}

// Width is the number of bits.
func (w Word) Width() int { return w.W }

// small holds the numbers below 33 of every width: lanes, bits and counts. A replay makes so many that each would be
// garbage.
var small = func() (all [65][33]Value) {
	for w := range all {
		for x := range all[w] {
			all[w][x] = Word{w, uint64(x)}
		}
	}
	return all
}()

// word is x, of w bits.
func word(w int, x uint64) Value {
	if w < len(small) && x < uint64(len(small[0])) {
		return small[w][x]
	}
	return Word{w, x}
}

// Numbers is the domain of plain numbers: it replays one input.
type Numbers struct{}

func low(w int, x uint64) uint64 {
	if w < 64 {
		x &= 1<<w - 1
	}
	return x
}

func signed(w int, x uint64) int64 { return int64(x<<(64-w)) >> (64 - w) }

func bit(b bool) Value { return word(1, oneIf(b)) }

func oneIf(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// Const is the number x.
func (Numbers) Const(w int, x uint64) Value { return word(w, low(w, x)) }

// Known gives the number, which is always known.
func (Numbers) Known(v Value) (uint64, bool) { return v.(Word).X, true }

// Extract gives bits lo..lo+n-1.
func (Numbers) Extract(v Value, lo, n int) Value { return word(n, low(n, v.(Word).X>>lo)) }

// Concat puts lo below hi.
func (Numbers) Concat(lo, hi Value) Value {
	l, h := lo.(Word), hi.(Word)
	return word(l.W+h.W, l.X|h.X<<l.W)
}

// Extend widens v.
func (Numbers) Extend(v Value, w int, sign bool) Value {
	a := v.(Word)
	if sign {
		return word(w, low(w, uint64(signed(a.W, a.X))))
	}
	return word(w, a.X)
}

// Not flips every bit.
func (Numbers) Not(v Value) Value { a := v.(Word); return word(a.W, low(a.W, ^a.X)) }

// Select gives a or b.
func (Numbers) Select(c, a, b Value) Value {
	if c.(Word).X == 1 {
		return a
	}
	return b
}

// Int applies op.
func (Numbers) Int(op IntOp, p, q Value) Value {
	w := p.Width()
	if q.Width() != w {
		panic(fmt.Sprintf("widths %d and %d", w, q.Width()))
	}
	return word(OnNumbers(op, w, p.(Word).X, q.(Word).X))
}

// OnNumbers is op on two numbers of w bits: the width of the result, and the result.
func OnNumbers(op IntOp, w int, a, b uint64) (int, uint64) {
	sa, sb := signed(w, a), signed(w, b)
	var x uint64
	switch op {
	case Add:
		x = a + b
	case Sub:
		x = a - b
	case Mul:
		x = a * b
	case And:
		x = a & b
	case Or:
		x = a | b
	case Xor:
		x = a ^ b
	case SMin:
		x = uint64(min(sa, sb))
	case SMax:
		x = uint64(max(sa, sb))
	case UMin:
		x = min(a, b)
	case UMax:
		x = max(a, b)
	case Eq:
		return 1, oneIf(a == b)
	case ULt:
		return 1, oneIf(a < b)
	case SLt:
		return 1, oneIf(sa < sb)
	default:
		panic(fmt.Sprintf("unexpected integer operation %d", op))
	}
	return w, low(w, x)
}

// Float applies op. Half formats are computed in float32 and rounded once more:
// twice 24 bits of significand cover the sum and the product of 11 and of 8.
func (d Numbers) Float(op FloatOp, f Format, p, q Value) Value {
	a, b := ToFloat(f, p.(Word).X), ToFloat(f, q.(Word).X)
	var r float64
	switch op {
	case FAdd:
		r = a + b
		if f != F64 {
			r = float64(float32(a) + float32(b))
		}
	case FMul:
		r = a * b
		if f != F64 {
			r = float64(float32(a) * float32(b))
		}
	case FMin, FMax:
		if math.IsNaN(a) {
			a, b = b, a
		}
		switch {
		case math.IsNaN(b):
			r = a
		case op == FMin:
			r = math.Min(a, b)
		default:
			r = math.Max(a, b)
		}
	case FMinNaN:
		r = minimum(a, b)
	case FMaxNaN:
		r = -minimum(-a, -b)
	case FEq:
		return bit(a == b)
	case FLt:
		return bit(a < b)
	case FUnordered:
		return bit(a != a || b != b)
	default:
		panic(fmt.Sprintf("unexpected floating operation %d", op))
	}
	return word(f.Bits(), FromFloat(f, r))
}

// minimum is math.Min with a NaN above an infinity.
func minimum(a, b float64) float64 {
	if a != a || b != b {
		return math.NaN()
	}
	return math.Min(a, b)
}

// Convert changes the format.
func (Numbers) Convert(to, from Format, v Value) Value {
	return word(to.Bits(), FromFloat(to, ToFloat(from, v.(Word).X)))
}

// Quiet is v, or the canonical NaN.
func (Numbers) Quiet(f Format, v Value) Value {
	if x := ToFloat(f, v.(Word).X); x != x {
		return word(f.Bits(), canonicalNaN(f))
	}
	return v
}

// canonicalNaN is positive with all bits set: CUDA C++ Programming Guide,
// "Floating-Point Standard".
func canonicalNaN(f Format) uint64 { return 1<<(f.Bits()-1) - 1 }

// Infinity is the bits of +infinity: those of the exponent, all set.
func Infinity(f Format) uint64 {
	return [...]uint64{F16: 0x7c00, BF16: 0x7f80, F32: 0x7f800000, F64: 0x7ff << 52}[f]
}

// One is the number 1 of a format.
func (d Numbers) One(f Format) uint64 {
	return d.Convert(f, F64, word(64, math.Float64bits(1))).(Word).X
}

// layout gives the sizes of exponent and significand of a half format.
func layout(f Format) (exp, frac int) {
	if f == F16 {
		return 5, 10
	}
	return 8, 7
}

// ToFloat is the exact value of x.
func ToFloat(f Format, x uint64) float64 {
	switch f {
	case F32:
		return float64(math.Float32frombits(uint32(x)))
	case F64:
		return math.Float64frombits(x)
	}
	exp, frac := layout(f)
	e, m := int(x>>frac)&(1<<exp-1), float64(x&(1<<frac-1))
	bias := 1<<(exp-1) - 1
	var r float64
	switch {
	case e == 1<<exp-1 && m != 0:
		return math.NaN()
	case e == 1<<exp-1:
		r = math.Inf(1)
	case e == 0:
		r = math.Ldexp(m, 1-bias-frac)
	default:
		r = math.Ldexp(m+float64(int(1)<<frac), e-bias-frac)
	}
	if x>>15&1 == 1 {
		r = -r
	}
	return r
}

// FromFloat rounds to the nearest number of format f, ties to even. Every NaN becomes the format's canonical one, as
// PTX specifies for its results.
func FromFloat(f Format, r float64) uint64 {
	switch f {
	case F32:
		if r != r {
			return canonicalNaN(f)
		}
		return uint64(math.Float32bits(float32(r)))
	case F64:
		return math.Float64bits(r)
	}
	if r != r {
		return canonicalNaN(f)
	}
	exp, frac := layout(f)
	bias := 1<<(exp-1) - 1
	sign := math.Float64bits(r) >> 63 << 15
	size := math.Abs(r)
	switch {
	case math.IsInf(size, 0):
		return sign | (1<<exp-1)<<frac
	case size == 0:
		return sign
	}
	_, e := math.Frexp(size) // size = m × 2^e, m in [0.5, 1)
	unit := max(e-1, 1-bias) - frac
	n := uint64(math.RoundToEven(math.Ldexp(size, -unit)))
	// n counts units; the hidden bit carries into the exponent by itself.
	biased := uint64(unit + frac + bias - 1)
	return sign | min(biased<<frac+n, (1<<exp-1)<<frac)
}
