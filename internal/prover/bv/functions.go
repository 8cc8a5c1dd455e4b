package bv

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
)

// Functions that every language has and no normal form is known of.

// The functions of floats of each format, rounded once, to nearest, ties to even.
var (
	divisions = perFormat("div", 2, func(f Format, x []float64) float64 { return x[0] / x[1] })
	roots     = perFormat("sqrt", 1, func(f Format, x []float64) float64 { return math.Sqrt(x[0]) })
	floors    = perFormat("floor", 1, func(f Format, x []float64) float64 { return math.Floor(x[0]) })
	ceilings  = perFormat("ceil", 1, func(f Format, x []float64) float64 { return math.Ceil(x[0]) })
	wholes    = perFormat("trunc", 1, func(f Format, x []float64) float64 { return math.Trunc(x[0]) })
	evens     = perFormat("rint", 1, func(f Format, x []float64) float64 { return math.RoundToEven(x[0]) })
	fused     = map[Format]*Fn{
		F32: {Name: "fma.f32", Bits: 32, Of: []Format{F32, F32, F32}, Gives: F32, Commutes: true,
			Eval: func(x []uint64) uint64 {
				return uint64(math.Float32bits(fma32(ToFloat(F32, x[0]), ToFloat(F32, x[1]), ToFloat(F32, x[2]))))
			}},
		F64: {Name: "fma.f64", Bits: 64, Of: []Format{F64, F64, F64}, Gives: F64, Commutes: true,
			Eval: func(x []uint64) uint64 {
				return math.Float64bits(math.FMA(ToFloat(F64, x[0]), ToFloat(F64, x[1]), ToFloat(F64, x[2])))
			}},
	}
)

// perFormat makes a function of floats for float32 and float64. In float64 a quotient or a
// root of float32 may be rounded twice: 53 bits are at least twice 24 and two more (Figueroa,
// "When is double rounding innocuous?", 1995).
func perFormat(name string, args int, f func(Format, []float64) float64) map[Format]*Fn {
	all := map[Format]*Fn{}
	for _, format := range []Format{F32, F64} {
		of := []Format{format, format}[:args]
		all[format] = &Fn{
			Name: fmt.Sprintf("%s.f%d", name, format.Bits()), Bits: format.Bits(), Of: of, Gives: format,
			Eval: func(x []uint64) uint64 {
				var in [2]float64
				for i := range x {
					in[i] = ToFloat(format, x[i])
				}
				return FromFloat(format, f(format, in[:args]))
			},
		}
	}
	return all
}

// fma32 is a*b + c, rounded once. The product is exact in float64; a sum that is not exact
// is rounded to odd, so that rounding again to float32 is rounding once (Boldo and
// Melquiond, "Emulation of FMA and correctly rounded sums", 2008).
func fma32(a, b, c float64) float32 {
	p := a * b
	s := p + c
	if math.IsNaN(s) || math.IsInf(s, 0) || s == 0 {
		return float32(s)
	}
	// The error of the sum, by two-sum.
	t := s - p
	e := (p - (s - t)) + (c - t)
	if e != 0 && math.Float64bits(s)&1 == 0 {
		if (e > 0) == (s > 0) {
			s = math.Float64frombits(math.Float64bits(s) + 1)
		} else {
			s = math.Float64frombits(math.Float64bits(s) - 1)
		}
	}
	return float32(s)
}

// FDiv is a / b of a format, F32 or F64.
func FDiv(f Format) *Fn { return divisions[f] }

// FSqrt is the square root.
func FSqrt(f Format) *Fn { return roots[f] }

// FMA is a*b + c, rounded once.
func FMA(f Format) *Fn { return fused[f] }

// FFloor is the greatest whole number that is not greater.
func FFloor(f Format) *Fn { return floors[f] }

// FCeil is the least whole number that is not less.
func FCeil(f Format) *Fn { return ceilings[f] }

// FTrunc is the whole number towards zero.
func FTrunc(f Format) *Fn { return wholes[f] }

// FRint is the nearest whole number, ties to even.
func FRint(f Format) *Fn { return evens[f] }

// Division is which result of a division of integers, and of what.
type Division struct {
	Signed, Remainder bool
	Bits              int
}

// quotients are the divisions of integers, which round towards zero. Of x by zero the quotient
// is all ones (signed: 1 if x is negative, else -1) and the remainder x, as SMT-LIB says; the
// least integer by -1 is itself, remainder 0.
var quotients = func() map[Division]*Fn {
	all := map[Division]*Fn{}
	for _, w := range []int{8, 16, 32, 64} {
		for _, d := range []Division{{false, false, w}, {false, true, w}, {true, false, w}, {true, true, w}} {
			name := map[bool]string{false: "udiv", true: "sdiv"}[d.Signed]
			if d.Remainder {
				name = map[bool]string{false: "urem", true: "srem"}[d.Signed]
			}
			all[d] = integerFn(fmt.Sprintf("%s.%d", name, w), w, 2, func(x []uint64) uint64 { return d.of(x[0], x[1]) })
		}
	}
	return all
}()

func (d Division) of(x, y uint64) uint64 {
	a, b := signed(d.Bits, x), signed(d.Bits, y)
	switch {
	case y == 0 && d.Remainder:
		return x
	case y == 0 && d.Signed && a < 0:
		return 1
	case y == 0:
		return low(d.Bits, math.MaxUint64)
	case !d.Signed && d.Remainder:
		return x % y
	case !d.Signed:
		return x / y
	case d.Remainder:
		return low(d.Bits, uint64(a%b))
	}
	return low(d.Bits, uint64(a/b))
}

// Divide is the division of integers of 8, 16, 32 or 64 bits.
func Divide(d Division) *Fn { return quotients[d] }

// integerFn is a function of integers of one width.
func integerFn(name string, w, args int, f func([]uint64) uint64) *Fn {
	fn := &Fn{Name: name, Bits: w, Gives: NoFormat, Eval: f}
	for range args {
		fn.Of = append(fn.Of, NoFormat)
	}
	return fn
}

// MulHigh is the upper 64 bits of the product of two words of 64 bits without sign.
var MulHigh = func() *Fn {
	f := integerFn("umulh.64", 64, 2, func(x []uint64) uint64 { hi, _ := bits.Mul64(x[0], x[1]); return hi })
	f.Commutes = true
	return f
}()

// Conversion is a change between an integer and a float.
type Conversion struct {
	Float  Format
	Bits   int // of the integer
	Signed bool
}

var fromIntegers, toIntegers = map[Conversion]*Fn{}, map[Conversion]*Fn{}

func init() {
	for _, f := range []Format{F32, F64} {
		for _, w := range []int{8, 16, 32, 64} {
			for _, sign := range []bool{false, true} {
				c := Conversion{f, w, sign}
				s := map[bool]string{false: "u", true: "s"}[sign]
				from := integerFn(fmt.Sprintf("f%d.%s%d", f.Bits(), s, w), f.Bits(), 1, func(x []uint64) uint64 {
					return c.fromInteger(x[0])
				})
				to := integerFn(fmt.Sprintf("%s%d.f%d", s, w, f.Bits()), w, 1, func(x []uint64) uint64 { return c.toInteger(x[0]) })
				to.Of = []Format{f}
				fromIntegers[c], toIntegers[c] = from, to
			}
		}
	}
}

// FromInteger is the float nearest to an integer, ties to even. It is never a NaN, so that
// all its bits are known.
func FromInteger(c Conversion) *Fn { return fromIntegers[c] }

// ToInteger is a float without its fraction; 0 where the integers of the width lack it.
func ToInteger(c Conversion) *Fn { return toIntegers[c] }

func (c Conversion) fromInteger(x uint64) uint64 {
	switch s := signed(c.Bits, x); {
	case c.Float == F32 && c.Signed:
		return uint64(math.Float32bits(float32(s)))
	case c.Float == F32:
		return uint64(math.Float32bits(float32(x)))
	case c.Signed:
		return math.Float64bits(float64(s))
	}
	return math.Float64bits(float64(x))
}

func (c Conversion) toInteger(x uint64) uint64 {
	v := ToFloat(c.Float, x)
	lo, hi := c.Range()
	if !(v > lo && v < hi) {
		return 0
	}
	n, _ := big.NewFloat(v).Int(nil)
	if c.Signed {
		return low(c.Bits, uint64(n.Int64()))
	}
	return n.Uint64()
}

// Range are the bounds between which a float must lie, both outside, for its whole part to be
// an integer of the width. Where a format lacks the lower bound it is the greatest number below.
func (c Conversion) Range() (lo, hi float64) {
	if !c.Signed {
		return -1, math.Ldexp(1, c.Bits)
	}
	lo, hi = -math.Ldexp(1, c.Bits-1)-1, math.Ldexp(1, c.Bits-1)
	if c.Float == F32 && c.Bits >= 32 {
		lo = float64(math.Nextafter32(-float32(hi), float32(math.Inf(-1))))
	} else if c.Bits == 64 {
		lo = math.Nextafter(-hi, math.Inf(-1))
	}
	return lo, hi
}

// named are functions of package math with nothing known but equality of results.
var named = map[string]*Fn{}

func init() {
	for name, f := range map[string]func(float64) float64{
		"Exp": math.Exp, "Exp2": math.Exp2, "Expm1": math.Expm1, "Log": math.Log, "Log2": math.Log2, "Log10": math.Log10,
		"Log1p": math.Log1p, "Sin": math.Sin, "Cos": math.Cos, "Tan": math.Tan, "Tanh": math.Tanh, "Sinh": math.Sinh,
		"Cosh": math.Cosh, "Cbrt": math.Cbrt, "Atan": math.Atan, "Asin": math.Asin, "Acos": math.Acos, "Round": math.Round,
	} {
		named[name] = &Fn{Name: "math." + name, Bits: 64, Of: []Format{F64}, Gives: F64, Eval: func(x []uint64) uint64 {
			return math.Float64bits(f(math.Float64frombits(x[0])))
		}}
	}
	for name, f := range map[string]func(x, y float64) float64{
		"Pow": math.Pow, "Hypot": math.Hypot, "Atan2": math.Atan2, "Mod": math.Mod, "Remainder": math.Remainder,
	} {
		named[name] = &Fn{Name: "math." + name, Bits: 64, Of: []Format{F64, F64}, Gives: F64, Eval: func(x []uint64) uint64 {
			return math.Float64bits(f(math.Float64frombits(x[0]), math.Float64frombits(x[1])))
		}}
	}
}

// Math is the function of Go's package math, of float64, of that name; nil for others.
func Math(name string) *Fn { return named[name] }
