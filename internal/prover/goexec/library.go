package goexec

import (
	"go/ast"
	"go/types"
	"math"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// library are the functions of the standard library that have a meaning here, by the path of their package and
// their name. The host says which ones it knows.
var library map[string]function

type function func(r *Run, e *ast.CallExpr) []Value

// Known reports whether a function of the standard library has a meaning here, by the path of its package and its name.
func Known(name string) bool { return library[name] != nil }

func init() { // the functions evaluate their arguments, which calls others
	library = mathFuncs()
	for _, name := range []string{
		"Exp", "Exp2", "Expm1", "Log", "Log2", "Log10", "Log1p", "Sin", "Cos", "Tan", "Tanh", "Sinh", "Cosh", "Cbrt", "Atan",
		"Asin",
		"Acos", "Round", "Pow", "Hypot", "Atan2", "Mod", "Remainder",
	} {
		library["math."+name] = applied(bv.Math(name))
	}
	for name, f := range bitFuncs() {
		for _, suffix := range []string{"", "8", "16", "32", "64"} {
			library["math/bits."+name+suffix] = f
		}
	}
}

// Floats are the arguments of a call, as floats.
func (r *Run) Floats(e *ast.CallExpr) (args []bv.Value) {
	for _, a := range e.Args {
		args = append(args, r.Float(a, r.Eval(a)))
	}
	return args
}

// applied is a function of floats.
func applied(f *bv.Fn) function {
	return func(r *Run, e *ast.CallExpr) []Value {
		return []Value{{V: bv.Apply(r.Dom, f, r.Floats(e)...), Loose: Whole}}
	}
}

var float64s = kinds[types.Float64]

func mathFuncs() map[string]function {
	return map[string]function{
		"math.Sqrt": applied(bv.FSqrt(bv.F64)), "math.FMA": applied(bv.FMA(bv.F64)), "math.Floor": applied(bv.FFloor(bv.F64)),
		"math.Ceil": applied(bv.FCeil(bv.F64)), "math.Trunc": applied(bv.FTrunc(bv.F64)),
		"math.RoundToEven": applied(bv.FRint(bv.F64)),
		"math.Float32bits": moved, "math.Float64bits": moved, "math.Float32frombits": moved, "math.Float64frombits": moved,
		"math.Abs": func(r *Run, e *ast.CallExpr) []Value {
			x := r.Eval(e.Args[0])
			return []Value{{V: bv.Absolute(r.Dom, bv.F64, r.Float(e, x)), Loose: Whole, Product: x.Product}}
		},
		"math.Copysign": func(r *Run, e *ast.CallExpr) []Value {
			x := r.Eval(e.Args[0])
			number, sign := r.Dom.Extract(r.Float(e, x), 0, 63), r.Dom.Extract(r.Exact(e.Args[1]), 63, 1)
			return []Value{{V: r.Dom.Quiet(bv.F64, r.Dom.Concat(number, sign)), Loose: Whole, Product: x.Product}}
		},
		"math.NaN": func(r *Run, e *ast.CallExpr) []Value {
			return []Value{{V: r.Dom.Quiet(bv.F64, r.float(float64s, math.NaN())), Loose: Whole}}
		},
		"math.Inf": func(r *Run, e *ast.CallExpr) []Value {
			negative := r.sign(r.Exact(e.Args[0]))
			return []Value{{V: r.Dom.Select(negative, r.float(float64s, math.Inf(-1)), r.float(float64s, math.Inf(1)))}}
		},
		"math.IsNaN": func(r *Run, e *ast.CallExpr) []Value {
			x := r.Float(e, r.Eval(e.Args[0]))
			return []Value{{V: r.Dom.Float(bv.FUnordered, bv.F64, x, x)}}
		},
		"math.IsInf":   isInf,
		"math.Signbit": func(r *Run, e *ast.CallExpr) []Value { return []Value{{V: r.sign(r.Exact(e.Args[0]))}} },
		"math.Min":     func(r *Run, e *ast.CallExpr) []Value { return r.mathExtreme(e, true) },
		"math.Max":     func(r *Run, e *ast.CallExpr) []Value { return r.mathExtreme(e, false) },
	}
}

// sign is the highest bit of a word.
func (r *Run) sign(x bv.Value) bv.Value { return r.Dom.Extract(x, x.Width()-1, 1) }

// moved is a cast between a float and its bits, which moves them. No operator may use the unknown bits of a NaN.
func moved(r *Run, e *ast.CallExpr) []Value {
	x := r.Eval(e.Args[0])
	if r.Operator {
		if k := r.Kind(e); !k.Float {
			return []Value{{V: r.Exactly(e.Args[0], x)}}
		}
		return []Value{{V: x.V}}
	}
	r.Float(e, x)
	return []Value{x}
}

func isInf(r *Run, e *ast.CallExpr) []Value {
	x, sign := r.Float(e, r.Eval(e.Args[0])), r.Exact(e.Args[1])
	is := func(s int) bv.Value { return r.Dom.Float(bv.FEq, bv.F64, x, r.float(float64s, math.Inf(s))) }
	negative := r.sign(sign)
	zero := r.Dom.Int(bv.Eq, sign, r.Dom.Const(sign.Width(), 0))
	pos, neg := r.Or(zero, r.Not(negative)), r.Or(zero, negative)
	return []Value{{V: r.Or(r.And(pos, is(1)), r.And(neg, is(-1)))}}
}

// mathExtreme is math.Min or math.Max: as the builtin, but that the infinity that is
// the extreme wins over a NaN.
func (r *Run) mathExtreme(e *ast.CallExpr, isMin bool) []Value {
	x, y := r.Eval(e.Args[0]), r.Eval(e.Args[1])
	out := r.extreme(e, float64s, isMin, x, y)
	infinity := r.float(float64s, math.Inf(1))
	if isMin {
		infinity = r.float(float64s, math.Inf(-1))
	}
	is := func(x Value) bv.Value { return r.Dom.Float(bv.FEq, bv.F64, x.V, infinity) }
	out.V = r.Dom.Select(r.Or(is(x), is(y)), infinity, out.V)
	return []Value{out}
}
