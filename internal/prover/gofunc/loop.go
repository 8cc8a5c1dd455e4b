package gofunc

import (
	"go/ast"
	"go/types"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

func (r *run) loop(s *ast.ForStmt, label types.Object) {
	if s.Init != nil {
		r.statement(s.Init, nil)
	}
	r.rounds(s, label, func(int) bv.Value {
		if s.Cond == nil {
			return r.yes
		}
		return r.truth(s.Cond)
	}, func(int) { r.block(s.Body.List) }, func() {
		if s.Post != nil {
			r.statement(s.Post, nil)
		}
	})
}

// rounds executes a loop: more says whether there is another round, and post comes after each.
func (r *run) rounds(s ast.Stmt, label types.Object, more func(round int) bv.Value, body func(round int), post func()) {
	t := target{label, &exit{"break"}, &exit{"continue"}}
	r.targets = append(r.targets, t)
	unknown := 0
	var round func(i int)
	round = func(i int) {
		r.step(s)
		if i > maxRounds {
			r.stop(s, "a loop of more than 4096 rounds")
		}
		c := more(i)
		if _, known := r.dom.Known(c); !known {
			if unknown++; unknown > maxUnknown {
				r.stop(s, "a loop whose end depends on data; want a bound that is a constant, as in for i := 0; i < 64 && …; i++")
			}
		}
		r.fork(c, func() {
			body(i)
			delete(r.state, t.next)
			r.unlessLeft(func() {
				post()
				round(i + 1)
			})
		}, nil)
	}
	round(0)
	r.targets = r.targets[:len(r.targets)-1]
	delete(r.state, t.over)
}

// rangeOver executes a loop over a number or over an array, of which it makes a copy. A round assigns to the variables,
// so that after the loop those from outside hold what the last round left.
func (r *run) rangeOver(s *ast.RangeStmt, label types.Object) {
	t := r.pkg.Info.TypeOf(s.X)
	round := func(key leaf, element func() value) {
		var to []ast.Expr
		var x []value
		if s.Key != nil {
			to, x = append(to, s.Key), append(x, value{key})
		}
		if s.Value != nil {
			to, x = append(to, s.Value), append(x, element())
		}
		r.assign(to, func() []value { return x })
		r.block(s.Body.List)
	}
	if array, ok := t.Underlying().(*types.Array); ok {
		var over value
		if s.Value != nil || r.calls(s.X) { // else only the length counts, which is a constant
			over = r.eval(s.X)
		}
		n := size(array.Elem())
		r.rounds(s, label, func(i int) bv.Value {
			if int64(i) < array.Len() {
				return r.yes
			}
			return r.no
		}, func(i int) {
			round(leaf{v: r.dom.Const(64, uint64(i))}, func() value { return over[i*n : (i+1)*n] })
		}, func() {})
		return
	}
	k, ok := kindOf(t)
	if !ok || k.isFloat() || k.bool {
		r.stop(s, "a range over "+t.String()+"; want an array or a number")
	}
	n, most := r.scalar(s.X), uint64(1)<<(k.bits-1)-1
	if !k.signed {
		most = 2*most + 1
	}
	r.rounds(s, label, func(i int) bv.Value {
		if uint64(i) >= most { // no number of the type is greater
			return r.no
		}
		return r.less(k, r.dom.Const(k.bits, uint64(i)), n.v)
	}, func(i int) { round(leaf{v: r.dom.Const(k.bits, uint64(i))}, nil) }, func() {})
}

// calls reports whether an expression calls a function, so that it is evaluated where its length alone counts.
func (r *run) calls(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		found = found || ok && !r.pkg.Info.Types[c.Fun].IsType() && r.pkg.Info.Types[c].Value == nil
		return true
	})
	return found
}
