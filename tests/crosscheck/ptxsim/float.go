package ptxsim

import (
	"math"
	"slices"
)

const floats = "f16 f16x2 bf16 bf16x2 f32 f64"

// arithmetic computes an operation of floats on one element.
type arithmetic func(t *thread, x args) uint64

// around wraps what computes a number that is no NaN.
func (f format) around(n int, do func(x [3]float64) (bits uint64, nan bool)) arithmetic {
	return func(t *thread, x args) uint64 {
		var v [3]float64
		nan := false
		for i := range n {
			nan = nan || f.isNaN(x[i])
			v[i] = f.value(x[i])
		}
		var out uint64
		if !nan {
			out, nan = do(v)
		}
		if nan {
			return f.nan(t)
		}
		return out
	}
}

// on makes the instruction: the same on both halves of a pair.
func (b *builder) on(in *inst, s scalar, n int, do arithmetic) func(t *thread) {
	return b.apply(in, s, func(t *thread, x args) uint64 {
		if !s.pair {
			return do(t, x)
		}
		var lo, hi args
		for i, v := range x {
			lo[i], hi[i] = v&0xffff, v>>16
		}
		low := do(t, lo)
		return low | do(t, hi)<<16
	}, slices.Repeat([]scalar{s}, n)...)
}

// floatBinary is add, sub, mul and div ("Floating-Point Instructions", "Half
// Precision Floating-Point Instructions"). Numbers are rounded to nearest.
func floatBinary(b *builder, in *inst) func(t *thread) {
	names := floats
	if in.op == "div" {
		in.must("rn")
		names = "f32 f64"
	} else {
		in.flag("rn")
	}
	s, op := in.typ(names), in.op
	f := s.format()
	return b.on(in, s, 2, f.around(2, func(x [3]float64) (uint64, bool) {
		var r float64
		switch op {
		case "sub":
			x[1] = -x[1]
			fallthrough
		case "add":
			r = x[0] + x[1]
			if f != double && r == r {
				return f.add(x[0], x[1]), false
			}
		case "mul":
			r = x[0] * x[1]
		case "div":
			r = x[0] / x[1]
			if f == single && r == r {
				return uint64(math.Float32bits(float32(x[0]) / float32(x[1]))), false
			}
		}
		if f == double {
			return math.Float64bits(r), r != r
		}
		return f.round(r, 0), r != r
	}))
}

// floatFMA is "fma": one rounding. The product of two numbers of up to 24 bits is
// exact as a double.
func floatFMA(b *builder, in *inst) func(t *thread) {
	in.must("rn")
	s := in.typ(floats)
	f := s.format()
	return b.on(in, s, 3, f.around(3, func(x [3]float64) (uint64, bool) {
		r := math.FMA(x[0], x[1], x[2])
		if f == double || r != r {
			return math.Float64bits(r), r != r
		}
		return f.add(x[0]*x[1], x[2]), false
	}))
}

// floatMinMax is "min" and "max": of a number and a NaN the number, but a NaN with
// .NaN; +0.0 > -0.0.
func floatMinMax(b *builder, in *inst) func(t *thread) {
	quiet := in.flag("NaN")
	s := in.typ(floats)
	f, greatest := s.format(), in.op == "max"
	if f == double && quiet {
		refuse(in.line, "%s.NaN of f64", in.op)
	}
	return b.on(in, s, 2, func(t *thread, x args) uint64 { return f.best(t, x[0], x[1], greatest, quiet) })
}

// best is the lesser or greater of two.
func (f format) best(t *thread, x, y uint64, greatest, quiet bool) uint64 {
	switch {
	case f.isNaN(x) && f.isNaN(y), quiet && (f.isNaN(x) || f.isNaN(y)):
		return f.nan(t)
	case f.isNaN(x):
		return y
	case f.isNaN(y):
		return x
	}
	if f.before(x, y) != greatest {
		return x
	}
	return y
}

// before orders numbers by their bits, -0 before +0.
func (f format) before(x, y uint64) bool {
	rank := func(v uint64) int64 {
		if v&f.sign() != 0 {
			return -int64(v&^f.sign()) - 1
		}
		return int64(v)
	}
	return rank(x) < rank(y)
}

// floatSign is "abs" and "neg": a NaN gives an unspecified NaN.
func floatSign(b *builder, in *inst) func(t *thread) {
	s := in.typ(floats)
	f, abs := s.format(), in.op == "abs"
	return b.on(in, s, 1, func(t *thread, x args) uint64 {
		switch {
		case f.isNaN(x[0]):
			return t.anyNaN(f)
		case abs:
			return x[0] &^ f.sign()
		}
		return x[0] ^ f.sign()
	})
}

// sqrt is "sqrt", rounded to nearest.
func sqrt(b *builder, in *inst) func(t *thread) {
	in.must("rn")
	s := in.typ("f32 f64")
	f := s.format()
	return b.on(in, s, 1, f.around(1, func(x [3]float64) (uint64, bool) {
		r := math.Sqrt(x[0])
		if f == double || r != r {
			return math.Float64bits(r), r != r
		}
		return f.round(r, 0), false
	}))
}
