package ptxsim

import (
	"math"
	"math/bits"
)

// format is a binary floating-point format: bits of the fraction and of the
// exponent.
type format struct{ man, exp int }

var (
	half   = format{10, 5}
	bfloat = format{7, 8}
	single = format{23, 8}
	double = format{52, 11}
)

// format is the format of an element of the type.
func (s scalar) format() format {
	switch e := s.elem(); {
	case e.kind == brain:
		return bfloat
	case e.bits == 16:
		return half
	case e.bits == 32:
		return single
	}
	return double
}

func (f format) sign() uint64     { return 1 << (f.man + f.exp) }
func (f format) infinity() uint64 { return ones(f.exp) << f.man }

// isNaN reports whether x is a NaN.
func (f format) isNaN(x uint64) bool { return x&^f.sign() > f.infinity() }

// value is the number that x stands for, exactly; a NaN is a NaN.
func (f format) value(x uint64) float64 {
	switch f {
	case double:
		return math.Float64frombits(x)
	case single:
		return float64(math.Float32frombits(uint32(x)))
	case bfloat:
		return float64(math.Float32frombits(uint32(x) << 16))
	}
	frac, e := x&ones(f.man), int(x>>f.man&ones(f.exp))
	var v float64
	switch {
	case e == 31 && frac != 0:
		return math.NaN()
	case e == 31:
		v = math.Inf(1)
	case e == 0:
		v = math.Ldexp(float64(frac), -24)
	default:
		v = math.Ldexp(float64(frac|1<<10), e-25)
	}
	if x&f.sign() != 0 {
		v = -v
	}
	return v
}

// number is ±(mant + a little, if inexact) × 2^exp.
type number struct {
	neg     bool
	mant    uint64
	exp     int
	inexact bool
}

// encode rounds a number to the nearest of the format.
func (f format) encode(n number) uint64 {
	sign := uint64(0)
	if n.neg {
		sign = f.sign()
	}
	if n.mant == 0 {
		return sign
	}
	least := 2 - 1<<(f.exp-1) - f.man // exponent of the last bit of a subnormal number
	last := max(n.exp+bits.Len64(n.mant)-1-f.man, least)
	mant, rest, middle := n.mant, uint64(0), uint64(1)<<63
	if by := last - n.exp; by <= 0 {
		mant <<= -by
	} else if by < 64 {
		rest, mant = mant<<(64-by), mant>>by
	} else if by == 64 {
		rest, mant = mant, 0
	} else {
		rest, mant = 1, 0
	}
	if rest > middle || rest == middle && (n.inexact || mant&1 == 1) {
		mant++
	}
	return min(mant+uint64(last-least)<<f.man, f.infinity()) | sign
}

// exact is a finite sum hi + lo, where lo is what rounding hi left.
func exact(hi, lo float64) number {
	x := math.Float64bits(hi)
	n := number{neg: x>>63 == 1, mant: x & ones(52), exp: int(x>>52&ones(11)) - 1075}
	if n.exp > -1075 {
		n.mant |= 1 << 52
	} else {
		n.exp++
	}
	if lo != 0 {
		n.mant, n.exp, n.inexact = n.mant<<10, n.exp-10, true
		if (lo < 0) != n.neg {
			n.mant--
		}
	}
	return n
}

// twoSum is a + b and what its rounding left, without overflow.
func twoSum(a, b float64) (s, rest float64) {
	s = a + b
	p := s - a
	return s, (a - (s - p)) + (b - p)
}

// round rounds the value hi + lo to the format; infinities stay.
func (f format) round(hi, lo float64) uint64 {
	if math.IsInf(hi, 0) {
		return f.infinity() | boolBit(hi < 0)*f.sign()
	}
	return f.encode(exact(hi, lo))
}

// add is a + b.
func (f format) add(a, b float64) uint64 {
	if math.IsInf(a, 0) || math.IsInf(b, 0) {
		return f.round(a+b, 0)
	}
	return f.round(twoSum(a, b))
}

// nan is the NaN that an operation gives. Of 16 and 32 bits it is the canonical
// one, all ones but the sign ("Floating-Point Instructions"; the CUDA
// programming guide, "Floating-Point Standard"). The payload of a 64-bit NaN is
// not specified.
func (f format) nan(t *thread) uint64 {
	if f == double {
		return t.anyNaN(f)
	}
	return f.sign() - 1
}

// anyNaN is a quiet NaN of unspecified sign and payload.
func (t *thread) anyNaN(f format) uint64 {
	return t.m.rng.next()&(f.sign()<<1-1) | f.infinity() | 1<<(f.man-1)
}
