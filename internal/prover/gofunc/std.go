package gofunc

import (
	"go/ast"
	"math"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/elementary"
	"github.com/shflgen/shflgen/internal/userpkg"
)

// std are the functions of the standard library that have a meaning here, by the path of their
// package and their name.
var std map[string]stdFunc

type stdFunc func(r *run, e *ast.CallExpr) []value

func init() { // the functions evaluate their arguments, which calls others
	std = mathFuncs()
	for name := range mathNames {
		f := bv.Math(name)
		std["math."+name] = func(r *run, e *ast.CallExpr) []value {
			var args []bv.Value
			for _, a := range e.Args {
				args = append(args, r.scalar(a).v)
			}
			return []value{{{v: bv.Apply(r.dom, f, args...), loose: true}}}
		}
	}
	for name, f := range math32Funcs() {
		std[userpkg.Math32+"."+name] = f
	}
	for name, f := range bitFuncs() {
		for _, suffix := range []string{"", "8", "16", "32", "64"} {
			std["math/bits."+name+suffix] = ofWord(f, suffix == "" && name != "OnesCount" && name != "Len")
		}
	}
}

// math32Funcs are the functions of the public package math32. The tests of package elementary run the compiled ones beside
// what they are here.
func math32Funcs() map[string]stdFunc {
	of := func(f func(d bv.Domain, x bv.Value) bv.Value) stdFunc {
		return func(r *run, e *ast.CallExpr) []value {
			return []value{{{v: f(r.dom, r.scalar(e.Args[0]).v), loose: true}}}
		}
	}
	return map[string]stdFunc{
		"Exp": of(elementary.Exp), "Log": of(elementary.Log), "Rsqrt": of(elementary.Rsqrt),
		"FMA": func(r *run, e *ast.CallExpr) []value {
			x, y, z := r.scalar(e.Args[0]).v, r.scalar(e.Args[1]).v, r.scalar(e.Args[2]).v
			return []value{{{v: bv.Apply(r.dom, bv.FMA(bv.F32), x, y, z), loose: true}}}
		},
	}
}

// mathNames are the functions of package math that are known by name alone.
var mathNames = map[string]bool{
	"Exp": true, "Exp2": true, "Expm1": true, "Log": true, "Log2": true, "Log10": true, "Log1p": true, "Sin": true,
	"Cos": true, "Tan": true, "Tanh": true, "Sinh": true, "Cosh": true, "Cbrt": true, "Atan": true, "Asin": true,
	"Acos": true, "Round": true, "Pow": true, "Hypot": true, "Atan2": true, "Mod": true, "Remainder": true,
}

var float64s = kind{bits: 64, signed: true, float: bv.F64}

func mathFuncs() map[string]stdFunc {
	apply := func(f *bv.Fn) stdFunc {
		return func(r *run, e *ast.CallExpr) []value {
			var args []bv.Value
			for _, a := range e.Args {
				args = append(args, r.scalar(a).v)
			}
			return []value{{{v: bv.Apply(r.dom, f, args...), loose: true}}}
		}
	}
	asBits := func(r *run, e *ast.CallExpr) []value { return []value{{{v: r.exact(e.Args[0])}}} }
	asFloat := func(r *run, e *ast.CallExpr) []value { return []value{{{v: r.scalar(e.Args[0]).v}}} }
	return map[string]stdFunc{
		"math.Sqrt": apply(bv.FSqrt(bv.F64)), "math.FMA": apply(bv.FMA(bv.F64)), "math.Floor": apply(bv.FFloor(bv.F64)),
		"math.Ceil": apply(bv.FCeil(bv.F64)), "math.Trunc": apply(bv.FTrunc(bv.F64)), "math.RoundToEven": apply(bv.FRint(bv.F64)),
		"math.Float32bits": asBits, "math.Float64bits": asBits, "math.Float32frombits": asFloat, "math.Float64frombits": asFloat,
		"math.Abs": func(r *run, e *ast.CallExpr) []value {
			x := r.scalar(e.Args[0])
			return []value{{{v: bv.Absolute(r.dom, bv.F64, x.v), loose: true, product: x.product}}}
		},
		"math.Copysign": func(r *run, e *ast.CallExpr) []value {
			x, sign := r.scalar(e.Args[0]), r.dom.Extract(r.exact(e.Args[1]), 63, 1)
			return []value{{{v: r.dom.Quiet(bv.F64, r.dom.Concat(r.dom.Extract(x.v, 0, 63), sign)), loose: true, product: x.product}}}
		},
		"math.NaN": func(r *run, e *ast.CallExpr) []value {
			return []value{{{v: r.dom.Quiet(bv.F64, r.dom.Const(64, math.Float64bits(math.NaN()))), loose: true}}}
		},
		"math.Inf": func(r *run, e *ast.CallExpr) []value {
			sign := r.exact(e.Args[0])
			return []value{{{v: r.dom.Select(r.dom.Extract(sign, 63, 1), r.floatConst(bv.F64, math.Inf(-1)), r.floatConst(bv.F64, math.Inf(1)))}}}
		},
		"math.IsNaN": func(r *run, e *ast.CallExpr) []value {
			x := r.scalar(e.Args[0]).v
			return []value{{{v: r.dom.Float(bv.FUnordered, bv.F64, x, x)}}}
		},
		"math.IsInf": isInf,
		"math.Signbit": func(r *run, e *ast.CallExpr) []value {
			return []value{{{v: r.dom.Extract(r.exact(e.Args[0]), 63, 1)}}}
		},
		"math.Min": func(r *run, e *ast.CallExpr) []value { return r.mathExtreme(e, true) },
		"math.Max": func(r *run, e *ast.CallExpr) []value { return r.mathExtreme(e, false) },
	}
}

func isInf(r *run, e *ast.CallExpr) []value {
	x, sign := r.scalar(e.Args[0]).v, r.exact(e.Args[1])
	is := func(s int) bv.Value { return r.dom.Float(bv.FEq, bv.F64, x, r.floatConst(bv.F64, math.Inf(s))) }
	negative := r.dom.Extract(sign, 63, 1)
	zero := r.dom.Int(bv.Eq, sign, r.dom.Const(64, 0))
	return []value{{{v: r.or(r.and(r.or(zero, r.not(negative)), is(1)), r.and(r.or(zero, negative), is(-1)))}}}
}

// mathExtreme is math.Min or math.Max: as the builtin, but that the infinity that is the extreme
// wins over a NaN.
func (r *run) mathExtreme(e *ast.CallExpr, isMin bool) []value {
	x, y := r.scalar(e.Args[0]), r.scalar(e.Args[1])
	out := r.extreme(float64s, isMin, x, y)
	infinity := r.floatConst(bv.F64, math.Inf(1))
	if isMin {
		infinity = r.floatConst(bv.F64, math.Inf(-1))
	}
	is := func(x leaf) bv.Value { return r.dom.Float(bv.FEq, bv.F64, x.v, infinity) }
	out.v = r.dom.Select(r.or(is(x), is(y)), infinity, out.v)
	return []value{{out}}
}

// bitFuncs are the functions of math/bits, of a word of any width.
func bitFuncs() map[string]stdFunc {
	one := func(f func(r *run, e *ast.CallExpr, x bv.Value) bv.Value) stdFunc {
		return func(r *run, e *ast.CallExpr) []value { return []value{{{v: f(r, e, r.exact(e.Args[0]))}}} }
	}
	return map[string]stdFunc{
		"OnesCount": one(func(r *run, e *ast.CallExpr, x bv.Value) bv.Value {
			n := r.dom.Const(64, 0)
			for i := range x.Width() {
				n = r.dom.Int(bv.Add, n, r.dom.Extend(r.dom.Extract(x, i, 1), 64, false))
			}
			return n
		}),
		"TrailingZeros": one(func(r *run, e *ast.CallExpr, x bv.Value) bv.Value {
			return r.dom.Extend(bv.First(r.dom, x, uint64(x.Width())), 64, false)
		}),
		"LeadingZeros": one(func(r *run, e *ast.CallExpr, x bv.Value) bv.Value { return r.leadingZeros(x) }),
		"Len": one(func(r *run, e *ast.CallExpr, x bv.Value) bv.Value {
			return r.dom.Int(bv.Sub, r.dom.Const(64, uint64(x.Width())), r.leadingZeros(x))
		}),
		"Reverse":      one(func(r *run, e *ast.CallExpr, x bv.Value) bv.Value { return r.reversed(x, 1) }),
		"ReverseBytes": one(func(r *run, e *ast.CallExpr, x bv.Value) bv.Value { return r.reversed(x, 8) }),
		"RotateLeft":   one(rotated),
		"Add":          sumWithCarry,
		"Sub":          differenceWithBorrow,
		"Mul":          productOfWords,
	}
}

func (r *run) leadingZeros(x bv.Value) bv.Value {
	return r.dom.Extend(bv.First(r.dom, r.reversed(x, 1), uint64(x.Width())), 64, false)
}

// reversed is x with its groups of n bits in the other order.
func (r *run) reversed(x bv.Value, n int) bv.Value {
	out := r.dom.Extract(x, x.Width()-n, n)
	for i := x.Width() - 2*n; i >= 0; i -= n {
		out = r.dom.Concat(out, r.dom.Extract(x, i, n))
	}
	return out
}

// rotated takes its count modulo the width; a negative one rotates right.
func rotated(r *run, e *ast.CallExpr, x bv.Value) bv.Value {
	return bv.Rotate(r.dom, x, r.exact(e.Args[1]))
}

// sumWithCarry is bits.Add: the sum and the carry out. A carry in that is neither 0 nor 1 leaves
// the behaviour undefined.
func sumWithCarry(r *run, e *ast.CallExpr) []value {
	d := r.dom
	x, y, carry := r.exact(e.Args[0]), r.exact(e.Args[1]), r.carry(e)
	w := x.Width()
	sum := d.Int(bv.Add, d.Int(bv.Add, x, y), carry)
	if x, known := d.Known(carry); known && x == 0 {
		return []value{{{v: sum}}, {{v: d.Extend(d.Int(bv.ULt, sum, y), w, false)}}}
	}
	out := d.Int(bv.Or, d.Int(bv.And, x, y), d.Int(bv.And, d.Int(bv.Or, x, y), d.Not(sum)))
	return []value{{{v: sum}}, {{v: d.Extend(d.Extract(out, w-1, 1), w, false)}}}
}

// differenceWithBorrow is bits.Sub.
func differenceWithBorrow(r *run, e *ast.CallExpr) []value {
	d := r.dom
	x, y, borrow := r.exact(e.Args[0]), r.exact(e.Args[1]), r.carry(e)
	w := x.Width()
	diff := d.Int(bv.Sub, d.Int(bv.Sub, x, y), borrow)
	if b, known := d.Known(borrow); known && b == 0 {
		return []value{{{v: diff}}, {{v: d.Extend(d.Int(bv.ULt, x, y), w, false)}}}
	}
	same := d.Not(d.Int(bv.Xor, x, y))
	out := d.Int(bv.Or, d.Int(bv.And, d.Not(x), y), d.Int(bv.And, same, diff))
	return []value{{{v: diff}}, {{v: d.Extend(d.Extract(out, w-1, 1), w, false)}}}
}

// productOfWords is bits.Mul: the upper and the lower word.
func productOfWords(r *run, e *ast.CallExpr) []value {
	d := r.dom
	x, y := r.exact(e.Args[0]), r.exact(e.Args[1])
	if x.Width() == 64 {
		return []value{{{v: bv.Apply(d, bv.MulHigh, x, y)}}, {{v: d.Int(bv.Mul, x, y)}}}
	}
	p := d.Int(bv.Mul, d.Extend(x, 64, false), d.Extend(y, 64, false))
	return []value{{{v: d.Extract(p, 32, 32)}}, {{v: d.Extract(p, 0, 32)}}}
}

func (r *run) carry(e *ast.CallExpr) bv.Value {
	c := r.exact(e.Args[2])
	high := r.dom.Extract(c, 1, c.Width()-1)
	r.panicsIf(e, r.not(r.dom.Int(bv.Eq, high, r.dom.Const(high.Width(), 0))), "a carry that is neither 0 nor 1")
	return c
}
