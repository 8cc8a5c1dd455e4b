package goexec

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Why a loop is refused.
const (
	TooManyRounds = "bound the loop by the number of lanes or bits"
	UnknownRounds = "bound the loop by a constant"
)

// rounds executes a loop: while says whether there is another round, next comes after each.
func (r *Run) rounds(s ast.Stmt, label types.Object, over *Cell, while func() bv.Value, body, next func()) {
	unknown := 0
	for round := 0; !r.dead(); round++ {
		r.Step(s)
		if round > r.Rounds {
			r.Stop(s, fmt.Sprintf("loop of more than %d rounds", r.Rounds), TooManyRounds)
		}
		r.At = s
		more := while()
		k, known := r.Dom.Known(more)
		if known && k == 0 {
			return
		}
		if !known {
			r.leave(over, r.Not(more))
		}
		if !r.Operator {
			_, known = r.Dom.Known(r.alive())
		}
		if !known {
			if unknown++; unknown > r.Unknown {
				r.Stop(s, fmt.Sprintf("loop of more than %d rounds with an end that depends on data", r.Unknown), UnknownRounds)
			}
		}
		if r.dead() {
			return
		}
		again := r.enter()
		r.targets = append(r.targets, target{label, over, again})
		body()
		r.targets = r.targets[:len(r.targets)-1]
		r.end(again)
		if !r.dead() {
			next()
		}
	}
}

// Loop executes a loop with a condition.
func (r *Run) Loop(s *ast.ForStmt, label types.Object) {
	over := r.enter()
	if s.Init != nil {
		if a, ok := s.Init.(*ast.AssignStmt); ok && a.Tok == token.DEFINE && !r.Operator {
			for _, e := range a.Lhs {
				if _, scalar := r.KindOf(r.Info.TypeOf(e)); !scalar { // each round has a copy of its own
					r.Stop(e, "loop variable of type "+r.Info.TypeOf(e).String(), "want a scalar; declare it before the loop")
				}
			}
		}
		r.statement(s.Init, nil)
	}
	r.rounds(s, label, over, func() bv.Value {
		if s.Cond == nil {
			return r.Yes
		}
		return r.Truth(s.Cond)
	}, func() { r.Block(s.Body.List) }, func() {
		if s.Post != nil {
			r.statement(s.Post, nil)
		}
	})
	r.end(over)
}

// rangeOver is a loop over an integer, an array or a pointer to one, or the places of a slice.
func (r *Run) rangeOver(s *ast.RangeStmt, label types.Object) {
	over := r.enter()
	counter := Kind{Bits: r.IntBits, Signed: true}
	var limit bv.Value
	var of Value
	if array, pointer := ArrayOf(r.Info.TypeOf(s.X)); array != nil && !(pointer && r.Operator) {
		limit = r.Dom.Const(counter.Bits, uint64(array.Len()))
		if blank(s.Value) && containsCall(s.X) && !r.Operator {
			r.Stop(s.X, "range over a call", "name the array first")
		}
		if !blank(s.Value) || containsCall(s.X) { // else only the length is looked at
			if of = r.Eval(s.X); !pointer { // elements are those of a copy
				of = r.own(of)
			} else if of.Arr == nil {
				r.Stop(s.X, "nil pointer", "panics")
			}
		}
	} else if r.Slices && r.isSlice(s.X) && blank(s.Value) && !containsCall(s.X) {
		limit = r.Dom.Const(counter.Bits, r.count(s.X, r.elementsOf(s.X)))
	} else {
		k, ok := r.KindOf(r.Info.TypeOf(s.X))
		if !ok || k.Float || k.Bool {
			r.Stop(s, "range over "+r.Info.TypeOf(s.X).String(), "want an integer, an array or a pointer to an array")
		}
		counter, limit = k, r.Exact(s.X)
	}
	most := ^uint64(0) >> (64 - counter.Bits)
	if counter.Signed {
		most >>= 1
	}
	n := uint64(0)
	r.rounds(s, label, over,
		func() bv.Value {
			if n == most { // no number of the type is greater
				return r.No
			}
			return r.less(counter, r.Dom.Const(counter.Bits, n), limit)
		},
		func() {
			key, element := r.iterated(s, s.Key), r.iterated(s, s.Value) // before either is assigned
			var x Value
			if !blank(s.Value) {
				r.Readable(s, of.Arr)
				x = of.Arr.Cells[n].Val
			}
			r.iteration(s, s.Key, key, Value{V: r.Dom.Const(counter.Bits, n)})
			r.iteration(s, s.Value, element, x)
			r.Block(s.Body.List)
		},
		func() { n++ })
	r.end(over)
}

// iterated is where a range assigns to; of a variable that each round defines there is none.
func (r *Run) iterated(s *ast.RangeStmt, e ast.Expr) Place {
	if blank(e) || s.Tok == token.DEFINE {
		return Place{}
	}
	return r.place(e)
}

// iteration gives a variable of a range its value for a round.
func (r *Run) iteration(s *ast.RangeStmt, e ast.Expr, to Place, x Value) {
	switch {
	case blank(e):
	case s.Tok == token.DEFINE:
		if x.Arr != nil && !x.Ptr && !r.Operator { // until Go 1.22 all rounds share it
			r.Stop(e, "loop variable that is an array", "want the index, and the element by it")
		}
		r.define(e.(*ast.Ident), x)
	default:
		r.Store(s, to, x)
	}
}

func blank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return e == nil || ok && id.Name == "_"
}

func containsCall(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		_, call := n.(*ast.CallExpr)
		found = found || call
		return true
	})
	return found
}
