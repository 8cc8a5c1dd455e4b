package goread

import (
	"go/ast"
	"go/token"
	"math"

	"github.com/shflgen/shflgen/internal/axiom"
	"github.com/shflgen/shflgen/internal/prover/algebra"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/goexec"
)

// A row's winner is looked for in groups of columns,
//
//	if c[0] > best || c[1] > best || … {
//		if v := c[0]; v > best { best, at = v, k }
//		if v := c[1]; v > best { best, at = v, k+1 }
//		…
//	}
//
// where the outer condition only saves time: if none of its operands holds, the body changes nothing. The body
// is executed once on that assumption. If it then leaves all as it was, the statement does the same as its body
// alone, and no choice is made of what the body wrote. Of floats the operands are !(c[0] <= bar), where bar is
// that of the key best, and the body compares keys: where such an operand does not hold, the key of c[0] is no better.

// onlySaves executes the body of an if without else, and reports whether it did: where its condition does not hold
// the body changes nothing.
func (r *run) onlySaves(s *ast.IfStmt, condition bv.Value) bool {
	if !r.shape.HasIndex() || !r.shape.Row() && !r.shape.Grid() || s.Else != nil || len(r.Assumed) > 0 {
		return false
	}
	if _, known := r.Dom.Known(condition); known {
		return false
	}
	assumed := map[bv.Value]bool{}
	for _, e := range disjuncts(s.Cond, nil) {
		assumed[r.Truth(e)] = true
		if better := r.overBar(e); better != nil {
			assumed[better] = true
		}
	}
	writes := r.Writes
	r.Assumed = assumed
	idle := r.Branch(r.Not(condition), func() { r.Block(s.Body.List) })
	r.Assumed = nil
	if r.Writes != writes || idle.Left <= len(r.Exits) {
		return false
	}
	for c, before := range idle.Before {
		if after := idle.After[c]; before.V == nil || after.V != before.V || after.Bar != before.Bar {
			return false
		}
	}
	path := r.Path
	r.Path = r.And(path, condition)
	r.Block(s.Body.List)
	r.Path = path
	return true
}

// disjuncts are the operands of a chain of ||, after those of all.
func disjuncts(e ast.Expr, all []ast.Expr) []ast.Expr {
	if b, ok := ast.Unparen(e).(*ast.BinaryExpr); ok && b.Op == token.LOR {
		return disjuncts(b.Y, disjuncts(b.X, all))
	}
	return append(all, e)
}

// barOf is the bar of a key. Only the law of package axiom is known of it.
func (r *run) barOf(h helper, key bv.Value) goexec.Value {
	gives := h.format
	if gives == bv.BF16 { // it is compared with a float32
		gives = bv.F32
	}
	fn := &bv.Fn{Name: h.axiom, Bits: gives.Bits(), Of: []bv.Format{bv.NoFormat}, Gives: gives,
		Eval: func(args []uint64) uint64 {
			switch k := args[0]; h.axiom {
			case "Float32BarLow":
				return uint64(math.Float32bits(axiom.Float32BarLow(int32(k))))
			case "Float32BarHigh":
				return uint64(math.Float32bits(axiom.Float32BarHigh(int32(k))))
			case "Bfloat16BarLow":
				return uint64(math.Float32bits(axiom.Bfloat16BarLow(int16(k))))
			case "Bfloat16BarHigh":
				return uint64(math.Float32bits(axiom.Bfloat16BarHigh(int16(k))))
			case "Float64BarLow":
				return math.Float64bits(axiom.Float64BarLow(int64(k)))
			case "Float64BarHigh":
				return math.Float64bits(axiom.Float64BarHigh(int64(k)))
			}
			panic(bv.Stop{Why: "no bar " + h.axiom})
		}}
	return goexec.Value{V: bv.Apply(r.Dom, fn, key), Bar: key, Loose: goexec.Whole}
}

// overBar is the bit that an element has a better key than the one of a bar, if an expression is !(element <= bar), of
// a minimum !(element >= bar); else nil. Where it is 1, so is the expression.
func (r *run) overBar(e ast.Expr) bv.Value {
	not, ok := ast.Unparen(e).(*ast.UnaryExpr)
	if !ok || not.Op != token.NOT {
		return nil
	}
	within, ok := ast.Unparen(not.X).(*ast.BinaryExpr)
	order := algebra.Order(r.Spec)
	greatest := losing(order.Op) == nanLow
	if !ok || greatest && within.Op != token.LEQ || !greatest && within.Op != token.GEQ {
		return nil
	}
	bar := r.Eval(within.Y)
	if bar.Bar == nil {
		return nil
	}
	of := within.X
	if r.Spec.Type.Half() { // the key is that of the element, and its value is compared
		if of = r.decodedFrom(of); of == nil {
			return nil
		}
	}
	key := algebra.Key(r.Dom, order, r.Float(of, r.Eval(of)))
	if greatest {
		return r.Dom.Int(bv.SLt, bar.Bar, key)
	}
	return r.Dom.Int(bv.SLt, key, bar.Bar)
}

// decodedFrom is x of an expression Decode(x), nil for others.
func (r *run) decodedFrom(e ast.Expr) ast.Expr {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || len(call.Args) != 1 || !r.isAxiom(call.Fun, decode) {
		return nil
	}
	return call.Args[0]
}
