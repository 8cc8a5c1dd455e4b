package goread

import (
	"go/ast"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// stdFuncs are the functions of the standard library that have a meaning here, by
// the path of their package and their name.
var stdFuncs map[string]stdFunc

type stdFunc func(r *run, e *ast.CallExpr) []value

func init() { // the functions evaluate their arguments, which calls others
	stdFuncs = mathFuncs()
	for _, suffix := range []string{"", "8", "16", "32", "64"} {
		for name, f := range bitFuncs() {
			stdFuncs["math/bits."+name+suffix] = f
		}
	}
}

func mathFuncs() map[string]stdFunc {
	return map[string]stdFunc{
		"math.Float32bits": moved, "math.Float64bits": moved,
		"math.Float32frombits": asFloat, "math.Float64frombits": asFloat,
		"math.Abs": func(r *run, e *ast.CallExpr) []value {
			x := r.eval(e.Args[0])
			x.v = r.dom.Int(bv.And, r.float(e, x), r.dom.Const(64, 1<<63-1))
			x.loose = looseWhole
			return []value{x}
		},
		"math.Sqrt": func(r *run, e *ast.CallExpr) []value {
			return []value{{v: bv.Apply(r.dom, bv.FSqrt(bv.F64), r.float(e.Args[0], r.eval(e.Args[0]))), loose: looseWhole}}
		},
		"math.NaN": func(r *run, e *ast.CallExpr) []value {
			return []value{{v: r.dom.Const(64, CanonicalNaN(bv.F64, 0x7ff8000000000001)), loose: looseWhole}}
		},
		"math.Inf": func(r *run, e *ast.CallExpr) []value {
			sign := r.exact(e.Args[0])
			negative := r.dom.Extract(sign, sign.Width()-1, 1)
			return []value{{v: r.dom.Select(negative, r.dom.Const(64, negInf), r.dom.Const(64, posInf))}}
		},
		"math.IsNaN": func(r *run, e *ast.CallExpr) []value {
			x := r.float(e, r.eval(e.Args[0]))
			return []value{{v: r.dom.Float(bv.FUnordered, bv.F64, x, x)}}
		},
		"math.IsInf": isInf,
		"math.Signbit": func(r *run, e *ast.CallExpr) []value {
			return []value{{v: r.dom.Extract(r.exact(e.Args[0]), 63, 1)}}
		},
		"math.Min": func(r *run, e *ast.CallExpr) []value { return r.mathMinMax(e, true) },
		"math.Max": func(r *run, e *ast.CallExpr) []value { return r.mathMinMax(e, false) },
	}
}

const (
	posInf = 0x7ff0000000000000
	negInf = 0xfff0000000000000
)

// moved is a cast to bits, which moves them.
func moved(r *run, e *ast.CallExpr) []value {
	x := r.eval(e.Args[0])
	r.float(e, x)
	return []value{x}
}

// asFloat is a cast from bits.
func asFloat(r *run, e *ast.CallExpr) []value {
	x := r.eval(e.Args[0])
	r.float(e, x)
	return []value{x}
}

func isInf(r *run, e *ast.CallExpr) []value {
	x, sign := r.float(e, r.eval(e.Args[0])), r.exact(e.Args[1])
	is := func(bits uint64) bv.Value { return r.dom.Float(bv.FEq, bv.F64, x, r.dom.Const(64, bits)) }
	negative := r.dom.Extract(sign, sign.Width()-1, 1)
	zero := r.dom.Int(bv.Eq, sign, r.dom.Const(sign.Width(), 0))
	pos, neg := r.or(zero, r.not(negative)), r.or(zero, negative)
	return []value{{v: r.or(r.and(pos, is(posInf)), r.and(neg, is(negInf)))}}
}

// mathMinMax is math.Min or math.Max: as the builtin, but that the infinity that is
// the extreme wins over a NaN.
func (r *run) mathMinMax(e *ast.CallExpr, isMin bool) []value {
	x, y := r.eval(e.Args[0]), r.eval(e.Args[1])
	out := r.extreme(e, kind{bits: 64, float: true}, isMin, x, y)
	infinity := r.dom.Const(64, posInf)
	if isMin {
		infinity = r.dom.Const(64, negInf)
	}
	is := func(x value) bv.Value { return r.dom.Float(bv.FEq, bv.F64, x.v, infinity) }
	out.v = r.dom.Select(r.or(is(x), is(y)), infinity, out.v)
	return []value{out}
}

// bitFuncs are the functions of math/bits, of a word of any width.
func bitFuncs() map[string]stdFunc {
	return map[string]stdFunc{
		"OnesCount": func(r *run, e *ast.CallExpr) []value {
			x, w := r.exact(e.Args[0]), r.kind(e).bits
			n := r.dom.Const(w, 0)
			for i := range x.Width() {
				n = r.dom.Int(bv.Add, n, r.dom.Extend(r.dom.Extract(x, i, 1), w, false))
			}
			return []value{{v: n}}
		},
		"TrailingZeros": func(r *run, e *ast.CallExpr) []value {
			x := r.exact(e.Args[0])
			return []value{{v: r.resize(bv.First(r.dom, x, uint64(x.Width())), r.kind(e).bits)}}
		},
		"LeadingZeros": func(r *run, e *ast.CallExpr) []value {
			return []value{{v: r.leadingZeros(e, r.exact(e.Args[0]))}}
		},
		"Len": func(r *run, e *ast.CallExpr) []value {
			x := r.exact(e.Args[0])
			return []value{{v: r.dom.Int(bv.Sub, r.dom.Const(r.kind(e).bits, uint64(x.Width())), r.leadingZeros(e, x))}}
		},
		"Reverse": func(r *run, e *ast.CallExpr) []value {
			return []value{{v: r.reversed(r.exact(e.Args[0]), 1)}}
		},
		"ReverseBytes": func(r *run, e *ast.CallExpr) []value {
			return []value{{v: r.reversed(r.exact(e.Args[0]), 8)}}
		},
		"RotateLeft": rotateLeft,
		"Add":        addCarry,
		"Sub":        subBorrow,
	}
}

func (r *run) leadingZeros(e *ast.CallExpr, x bv.Value) bv.Value {
	return r.resize(bv.First(r.dom, r.reversed(x, 1), uint64(x.Width())), r.kind(e).bits)
}

// reversed is x with its groups of n bits in the other order.
func (r *run) reversed(x bv.Value, n int) bv.Value {
	out := r.dom.Extract(x, x.Width()-n, n)
	for i := x.Width() - 2*n; i >= 0; i -= n {
		out = r.dom.Concat(out, r.dom.Extract(x, i, n))
	}
	return out
}

// rotateLeft takes its count modulo the width; a negative one rotates right.
func rotateLeft(r *run, e *ast.CallExpr) []value {
	x, by := r.exact(e.Args[0]), r.exact(e.Args[1])
	w := x.Width()
	turned := func(x bv.Value, n int) bv.Value {
		if n == 0 {
			return x
		}
		return r.dom.Concat(r.dom.Extract(x, w-n, n), r.dom.Extract(x, 0, w-n))
	}
	if n, known := r.dom.Known(by); known {
		return []value{{v: turned(x, int(n%uint64(w)))}}
	}
	for i := 0; 1<<i < w; i++ {
		x = r.dom.Select(r.dom.Extract(by, i, 1), turned(x, 1<<i), x)
	}
	return []value{{v: x}}
}

// addCarry gives x + y + carry and the carry out. The carry must be 0 or 1,
// otherwise the behaviour is undefined.
func addCarry(r *run, e *ast.CallExpr) []value {
	d := r.dom
	x, y, carry := r.exact(e.Args[0]), r.exact(e.Args[1]), r.carry(e)
	sum := d.Int(bv.Add, d.Int(bv.Add, x, y), carry)
	w := x.Width()
	out := d.Int(bv.Or, d.Int(bv.And, x, y), d.Int(bv.And, d.Int(bv.Or, x, y), d.Not(sum)))
	return []value{{v: sum}, {v: d.Extend(d.Extract(out, w-1, 1), w, false)}}
}

// subBorrow gives x - y - borrow and the borrow out.
func subBorrow(r *run, e *ast.CallExpr) []value {
	d := r.dom
	x, y, borrow := r.exact(e.Args[0]), r.exact(e.Args[1]), r.carry(e)
	diff := d.Int(bv.Sub, d.Int(bv.Sub, x, y), borrow)
	w := x.Width()
	same := d.Not(d.Int(bv.Xor, x, y))
	out := d.Int(bv.Or, d.Int(bv.And, d.Not(x), y), d.Int(bv.And, same, diff))
	return []value{{v: diff}, {v: d.Extend(d.Extract(out, w-1, 1), w, false)}}
}

func (r *run) carry(e *ast.CallExpr) bv.Value {
	c := r.exact(e.Args[2])
	high := r.dom.Extract(c, 1, c.Width()-1)
	r.panics(e, r.not(r.dom.Int(bv.Eq, high, r.dom.Const(high.Width(), 0))), "carry", "want 0 or 1")
	return c
}
