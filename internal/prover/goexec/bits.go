package goexec

import (
	"go/ast"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// bitFuncs are the functions of math/bits, of a word of any width.
func bitFuncs() map[string]function {
	one := func(f func(r *Run, x bv.Value) bv.Value) function {
		return func(r *Run, e *ast.CallExpr) []Value {
			return []Value{{V: f(r, r.Exact(e.Args[0]))}}
		}
	}
	return map[string]function{
		"OnesCount": one(func(r *Run, x bv.Value) bv.Value { return bv.Ones(r.Dom, x, r.IntBits) }),
		"TrailingZeros": sized(one(func(r *Run, x bv.Value) bv.Value {
			return r.asInt(bv.First(r.Dom, x, uint64(x.Width())))
		})),
		"LeadingZeros": sized(one(leadingZeros)),
		"Len": one(func(r *Run, x bv.Value) bv.Value {
			return r.Dom.Int(bv.Sub, r.Dom.Const(r.IntBits, uint64(x.Width())), leadingZeros(r, x))
		}),
		"Reverse":      sized(one(func(r *Run, x bv.Value) bv.Value { return bv.Reversed(r.Dom, x, 1) })),
		"ReverseBytes": sized(one(func(r *Run, x bv.Value) bv.Value { return bv.Reversed(r.Dom, x, 8) })),
		"RotateLeft": sized(func(r *Run, e *ast.CallExpr) []Value { // by a negative count to the right
			x := r.Exact(e.Args[0])
			return []Value{{V: bv.Rotate(r.Dom, x, r.Exact(e.Args[1]))}}
		}),
		"Add": sized(addCarry), "Sub": sized(subBorrow), "Mul": sized(product),
	}
}

// sized is a function with a result that depends on the size of the word that it takes. An operator that calls it on a
// uint is refused where int has 32 bits.
func sized(f function) function {
	return func(r *Run, e *ast.CallExpr) []Value {
		if r.Operator && r.IntBits < 64 && isWord(r.Info.TypeOf(e.Args[0])) {
			r.Stop(e, "", SizeOfInt)
		}
		return f(r, e)
	}
}

func leadingZeros(r *Run, x bv.Value) bv.Value {
	return r.asInt(bv.First(r.Dom, bv.Reversed(r.Dom, x, 1), uint64(x.Width())))
}

// asInt is a number that is not negative as an int.
func (r *Run) asInt(n bv.Value) bv.Value {
	if n.Width() > r.IntBits {
		return r.Dom.Extract(n, 0, r.IntBits)
	}
	return r.Dom.Extend(n, r.IntBits, false)
}

// addCarry gives x + y + carry and the carry out. The carry must be 0 or 1,
// otherwise the behaviour is undefined.
func addCarry(r *Run, e *ast.CallExpr) []Value {
	d := r.Dom
	x, y, carry := r.Exact(e.Args[0]), r.Exact(e.Args[1]), r.carry(e)
	w := x.Width()
	sum := d.Int(bv.Add, d.Int(bv.Add, x, y), carry)
	if r.Is(carry, 0) {
		return []Value{{V: sum}, {V: d.Extend(d.Int(bv.ULt, sum, y), w, false)}}
	}
	out := d.Int(bv.Or, d.Int(bv.And, x, y), d.Int(bv.And, d.Int(bv.Or, x, y), d.Not(sum)))
	return []Value{{V: sum}, {V: d.Extend(r.sign(out), w, false)}}
}

// subBorrow gives x - y - borrow and the borrow out.
func subBorrow(r *Run, e *ast.CallExpr) []Value {
	d := r.Dom
	x, y, borrow := r.Exact(e.Args[0]), r.Exact(e.Args[1]), r.carry(e)
	w := x.Width()
	diff := d.Int(bv.Sub, d.Int(bv.Sub, x, y), borrow)
	if r.Is(borrow, 0) {
		return []Value{{V: diff}, {V: d.Extend(d.Int(bv.ULt, x, y), w, false)}}
	}
	same := d.Not(d.Int(bv.Xor, x, y))
	out := d.Int(bv.Or, d.Int(bv.And, d.Not(x), y), d.Int(bv.And, same, diff))
	return []Value{{V: diff}, {V: d.Extend(r.sign(out), w, false)}}
}

// product is bits.Mul: the upper and the lower word.
func product(r *Run, e *ast.CallExpr) []Value {
	d := r.Dom
	x, y := r.Exact(e.Args[0]), r.Exact(e.Args[1])
	if x.Width() == 64 {
		return []Value{{V: bv.Apply(d, bv.MulHigh, x, y)}, {V: d.Int(bv.Mul, x, y)}}
	}
	p := d.Int(bv.Mul, d.Extend(x, 64, false), d.Extend(y, 64, false))
	return []Value{{V: d.Extract(p, 32, 32)}, {V: d.Extract(p, 0, 32)}}
}

func (r *Run) carry(e *ast.CallExpr) bv.Value {
	c := r.Exact(e.Args[2])
	high := r.Dom.Extract(c, 1, c.Width()-1)
	r.Panics(e, r.Not(r.Dom.Int(bv.Eq, high, r.Dom.Const(high.Width(), 0))), Panic{"a carry that is neither 0 nor 1",
		"carry", "want 0 or 1"})
	return c
}
