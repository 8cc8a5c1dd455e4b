// Package elementary states what exp, log and the reciprocal of the square root of float32 are to every part of the
// prover: the operations, in any domain, that the CUDA of shflgen executes one by one. Package math32 computes the same
// in Go, by other operations; tests run both on every float32.
package elementary

import (
	"math"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// on is float32 in a domain.
type on struct{ bv.Domain }

func (d on) num(x float32) bv.Value { return d.Const(32, uint64(math.Float32bits(x))) }

func (d on) fma(x, y, z bv.Value) bv.Value { return bv.Apply(d.Domain, bv.FMA(bv.F32), x, y, z) }

func (d on) float(o bv.FloatOp, x, y bv.Value) bv.Value { return d.Float(o, bv.F32, x, y) }

// polynomial is the value at x of the polynomial with these coefficients, the highest first, by Horner's rule.
func (d on) polynomial(x bv.Value, coefficients ...float32) bv.Value {
	p := d.num(coefficients[0])
	for i, c := range coefficients[1:] {
		if i == 0 {
			p = d.fma(x, p, d.num(c))
			continue
		}
		p = d.fma(p, x, d.num(c))
	}
	return p
}

// bounded is a domain that may know where a number is not above 0, or a NaN.
type bounded interface{ NotPositive(x bv.Value) bv.Value }

// exponential is one way to compute e to the power of x, of an x from -104 to 89, or a NaN: the series of what is left
// of x log2(e), or of x, when its nearest whole number k is taken away, times 2^k.
type exponential struct {
	series []float32
	rest   func(d on, x, t bv.Value, whole float32) bv.Value // where t = k + whole
}

// Exp is e to the power of x.
func Exp(dom bv.Domain, x bv.Value) bv.Value { return full.of(dom, x) }

// ExpHalf is e to the power of x for results of half types.
func ExpHalf(dom bv.Domain, x bv.Value) bv.Value { return short.of(dom, x) }

// full takes k ln 2 from x in two steps.
var full = exponential{
	series: []float32{0x1.6a23ccp-10, 0x1.123a94p-7, 0x1.5558f2p-5, 0x1.555492p-3, 0x1.fffffcp-2, 1, 1},
	rest: func(d on, x, t bv.Value, whole float32) bv.Value {
		k := d.float(bv.FAdd, t, d.num(-whole))
		r := d.fma(k, d.num(-0x1.62e4p-1), x)
		return d.fma(k, d.num(-0x1.7f7d1cp-20), r)
	},
}

// short takes k from x log2(e).
var short = exponential{
	series: []float32{0x1.4090b4p-7, 0x1.ca9008p-5, 0x1.ebf1b6p-3, 0x1.62dfccp-1, 1},
	rest: func(d on, x, t bv.Value, whole float32) bv.Value {
		less := d.float(bv.FAdd, d.num(whole), bv.Negate(d.Domain, bv.F32, t))
		return d.fma(x, d.num(0x1.715476p0), less)
	},
}

// of is e of x, where x is known not to be positive by operations that have the same bits.
func (e exponential) of(dom bv.Domain, x bv.Value) bv.Value {
	b, ok := dom.(bounded)
	if !ok {
		return e.ofAny(dom, x)
	}
	switch bit := b.NotPositive(x); bit {
	case dom.Const(1, 1):
		return e.notPositive(dom, x)
	case dom.Const(1, 0):
		return e.ofAny(dom, x)
	default:
		return dom.Select(bit, e.notPositive(dom, x), e.ofAny(dom, x))
	}
}

// ofAny is e of any x.
func (e exponential) ofAny(dom bv.Domain, x bv.Value) bv.Value {
	d := on{dom}
	x = d.float(bv.FMaxNaN, x, d.num(-104))
	x = d.float(bv.FMinNaN, x, d.num(89))
	t := d.fma(x, d.num(0x1.715476p0), d.num(0x1.8p23))
	t = d.float(bv.FMax, t, d.num(0x1.8p23-151)) // no NaN
	p := d.polynomial(e.rest(d, x, t, 0x1.8p23), e.series...)
	top, low := d.Const(32, 0x7f000000), d.Const(32, 0x02000000)
	first := d.Select(d.float(bv.FLt, d.num(0x1.8p23), t), top, low)
	second := d.Int(bv.Add, d.Int(bv.Sub, d.shifted(t), first), top)
	return d.float(bv.FMul, d.float(bv.FMul, p, first), second)
}

// notPositive is e of an x that is not above 0, or a NaN: p·2^-113, times 2^(k+113), of a NaN times anything.
func (e exponential) notPositive(dom bv.Domain, x bv.Value) bv.Value {
	d := on{dom}
	x = d.float(bv.FMaxNaN, x, d.num(-104))
	t := d.fma(x, d.num(0x1.715476p0), d.num(0x1.8p23+240))
	series := slices.Clone(e.series)
	for i := range series {
		series[i] *= 0x1p-113
	}
	p := d.polynomial(e.rest(d, x, t, 0x1.8p23+240), series...)
	return d.float(bv.FMul, p, d.shifted(t))
}

// shifted is t with its low bits as those of an exponent.
func (d on) shifted(t bv.Value) bv.Value {
	return d.Concat(d.Const(23, 0), d.Extract(t, 0, 9))
}

// Log is the natural logarithm.
func Log(dom bv.Domain, x bv.Value) bv.Value {
	d := on{dom}
	zero, inf := d.num(0), d.num(float32(math.Inf(1)))
	small := d.float(bv.FLt, x, d.num(0x1p-126))
	y := d.Select(small, d.float(bv.FMul, x, d.num(0x1p23)), x)
	y = d.float(bv.FMax, y, zero) // no NaN
	e := d.Int(bv.And, d.Int(bv.Sub, y, d.Const(32, 0x3f2aaaab)), d.Const(32, 0xff800000))
	m := d.float(bv.FAdd, d.Int(bv.Sub, y, e), d.num(-1))
	scaled := bv.Apply(dom, bv.FromInteger(bv.Conversion{Float: bv.F32, Bits: 64, Signed: true}), d.Extend(e, 64, true))
	k := d.fma(scaled, d.num(0x1p-23), d.Select(small, d.num(-23), zero))
	p := d.polynomial(m, -0x1.0931dap-3, 0x1.1ed142p-3, -0x1.f26d38p-4, 0x1.1ebe68p-3, -0x1.55a754p-3, 0x1.99d216p-3,
		-0x1.fffe82p-3, 0x1.555502p-2, -0.5)
	p = d.fma(p, d.float(bv.FMul, m, m), m)
	p = d.fma(k, d.num(0x1.62e43p-1), p)
	special := d.Select(d.float(bv.FLt, x, zero), d.Const(32, 0x7fffffff), x)
	special = d.Select(d.float(bv.FEq, x, zero), d.num(float32(math.Inf(-1))), special)
	has := d.Int(bv.And, d.float(bv.FLt, zero, x), d.float(bv.FLt, x, inf))
	return d.Select(has, p, special)
}

// Estimate is what a GPU takes for the reciprocal of a square root: any of the numbers that are at most 2^-22.9 of it
// off; of ±0 ±Inf, of +Inf +0, of what has no root a NaN (PTX ISA, "rsqrt").
var Estimate = bv.Approximate("rsqrt.approx.f32", 1, bv.F32)

// Arithmetic is what [Nearer] asks of numbers, each rounded once.
type Arithmetic[T any] struct {
	FMA func(x, y, z T) T
	Mul func(x, y T) T
	Neg func(x T) T
	Num func(x float32) T
}

// Nearer is an estimate y of 1/sqrt(x) after a step towards it by what 1 - x y² is, which takes in what rounding took
// from x y.
func Nearer[T any](a Arithmetic[T], x, y T) T {
	less := a.Neg(x)
	h := a.Mul(less, y)
	e := a.FMA(a.FMA(less, y, a.Neg(h)), y, a.FMA(h, y, a.Num(1)))
	e = a.FMA(a.Mul(e, a.Num(0.75)), e, e)
	return a.FMA(a.Mul(y, a.Num(0.5)), e, y)
}

// Rsqrt is the reciprocal of the square root: an estimate, and a step. It is the number nearest to the root whatever
// the estimate is, as a test of [Nearer] shows. Where x has no root, or 0 or an infinity as one, the step gives a NaN.
func Rsqrt(dom bv.Domain, x bv.Value) bv.Value {
	d := on{dom}
	y := bv.Apply(dom, Estimate, x)
	nearest := Nearer(Arithmetic[bv.Value]{FMA: d.fma, Num: d.num,
		Mul: func(x, y bv.Value) bv.Value { return d.float(bv.FMul, x, y) },
		Neg: func(x bv.Value) bv.Value { return bv.Negate(dom, bv.F32, x) }}, x, y)
	return d.Select(d.float(bv.FUnordered, nearest, nearest), y, nearest)
}
