package userfn

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"math/bits"
	"strings"
)

// The types int and uint have 64 bits on some platforms and 32 on others. They are translated to
// 32 bits where the values are known to fit, so that every platform computes the same.

// span is the values that an integer may have, both ends included.
type span struct{ low, high int64 }

func (s scalar) span() span {
	switch {
	case s.bits == 64 && s.signed:
		return span{math.MinInt64, math.MaxInt64}
	case s.bits == 64:
		return span{0, math.MaxInt64} // as far as is told
	case s.signed:
		return span{-1 << (s.bits - 1), 1<<(s.bits-1) - 1}
	}
	return span{0, 1<<s.bits - 1}
}

func (a span) within(b span) bool { return a.low >= b.low && a.high <= b.high }

// constantInt is the value of a constant integer that an int64 holds.
func (f *fn) constantInt(e ast.Expr) (int64, bool) {
	v := f.info.Types[e].Value
	if v == nil {
		return 0, false
	}
	if v = constant.ToInt(v); v.Kind() != constant.Int {
		return 0, false
	}
	return constant.Int64Val(v)
}

// inRange reports whether an index is within an array of n elements.
func (f *fn) inRange(e ast.Expr, n int64) bool {
	low, high, ok := f.rangeOf(e)
	return ok && low >= 0 && high < n
}

// static reports whether an index is known once loops are unrolled: it is made of constants and
// variables of loops.
func (f *fn) static(e ast.Expr) bool {
	known := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			if v, ok := f.info.Uses[n].(*types.Var); ok && !f.unrolled[v] {
				known = false
			}
		case *ast.SelectorExpr, *ast.IndexExpr:
			if f.info.Types[n.(ast.Expr)].Value == nil {
				if _, call := f.info.Uses[selected(n)].(*types.Func); !call {
					known = false
				}
			}
			return false
		}
		return known
	})
	return known
}

// selected is the name behind the dot.
func selected(n ast.Node) *ast.Ident {
	if s, ok := n.(*ast.SelectorExpr); ok {
		return s.Sel
	}
	return nil
}

// rangeOf is a range of an integer's values, if one is known that is narrower than its type, or that
// holds on every platform.
func (f *fn) rangeOf(e ast.Expr) (low, high int64, ok bool) {
	s, ok := f.spanOf(e)
	return s.low, s.high, ok
}

func (f *fn) spanOf(e ast.Expr) (span, bool) {
	e = ast.Unparen(e)
	if n, ok := f.constantInt(e); ok {
		return span{n, n}, true
	}
	t := f.info.TypeOf(e)
	s, ok := scalarOf(t)
	if !ok || s.arith == "" {
		return span{}, false
	}
	whole, fixed := s.span(), !platform(t) && (s.bits < 64 || s.signed)
	if r, ok := f.narrower(e); ok && (r.within(whole)) {
		return r, true
	}
	return whole, fixed
}

// narrower is the range of an expression, before it wraps.
func (f *fn) narrower(e ast.Expr) (span, bool) {
	switch e := e.(type) {
	case *ast.Ident:
		r, ok := f.ranges[f.info.Uses[e]]
		return r, ok
	case *ast.UnaryExpr:
		if x, ok := f.spanOf(e.X); ok && e.Op == token.SUB && x.low > math.MinInt64 {
			return span{-x.high, -x.low}, true
		}
	case *ast.BinaryExpr:
		return f.combined(e)
	case *ast.CallExpr:
		return f.calledSpan(e)
	}
	return span{}, false
}

const far = 1 << 40 // beyond it ranges are not computed with

func (f *fn) combined(e *ast.BinaryExpr) (span, bool) {
	x, okX := f.spanOf(e.X)
	y, okY := f.spanOf(e.Y)
	if e.Op == token.AND {
		switch { // of no negative number
		case okX && okY && x.low >= 0 && y.low >= 0:
			return span{0, min(x.high, y.high)}, true
		case okX && x.low >= 0:
			return span{0, x.high}, true
		case okY && y.low >= 0:
			return span{0, y.high}, true
		}
		return span{}, false
	}
	if !okY {
		return span{}, false
	}
	if e.Op == token.REM && y.low > 0 {
		if okX && x.low >= 0 {
			return span{0, y.high - 1}, true
		}
		if s, _ := scalarOf(f.info.TypeOf(e)); !s.signed {
			return span{0, y.high - 1}, true
		}
		return span{-y.high + 1, y.high - 1}, true
	}
	if near := (span{-far, far}); !okX || !x.within(near) || !y.within(near) { // the least integer has no negative
		return span{}, false
	}
	switch e.Op {
	case token.ADD:
		return span{x.low + y.low, x.high + y.high}, true
	case token.SUB:
		return span{x.low - y.high, x.high - y.low}, true
	case token.MUL:
		if max(x.high, -x.low, y.high, -y.low) > 1<<20 {
			return span{}, false
		}
		all := []int64{x.low * y.low, x.low * y.high, x.high * y.low, x.high * y.high}
		return span{min(all[0], all[1], all[2], all[3]), max(all[0], all[1], all[2], all[3])}, true
	case token.QUO:
		if y.low > 0 && x.low >= 0 {
			return span{x.low / y.high, x.high / y.low}, true
		}
	case token.SHR:
		if y.low >= 0 && x.low >= 0 {
			return span{0, x.high >> min(y.low, 63)}, true
		}
	case token.OR, token.XOR:
		if x.low >= 0 && y.low >= 0 {
			return span{0, 1<<bits.Len64(uint64(x.high|y.high)) - 1}, true
		}
	}
	return span{}, false
}

func (f *fn) calledSpan(e *ast.CallExpr) (span, bool) {
	if f.info.Types[e.Fun].IsType() {
		return f.spanOf(e.Args[0])
	}
	switch called := f.called(e).(type) {
	case *types.Builtin:
		if called.Name() != "min" && called.Name() != "max" {
			return span{}, false
		}
		all, ok := f.spanOf(e.Args[0])
		for _, a := range e.Args[1:] {
			r, known := f.spanOf(a)
			if ok = ok && known; called.Name() == "min" {
				all = span{min(all.low, r.low), min(all.high, r.high)}
			} else {
				all = span{max(all.low, r.low), max(all.high, r.high)}
			}
		}
		return all, ok
	case *types.Func:
		name, in := strings.CutPrefix(called.FullName(), "math/bits.")
		if in && basicKind(f.info.TypeOf(e)) == types.Int {
			for _, w := range []int{8, 16, 32, 64} {
				if strings.HasSuffix(name, itoa(w)) {
					return span{0, int64(w)}, true
				}
			}
		}
	}
	return span{}, false
}

// fits32 are the values that 32 bits hold on every platform.
func fits32(t types.Type) span {
	if basicKind(t) == types.Uint {
		return span{0, math.MaxUint32}
	}
	return span{math.MinInt32, math.MaxInt32}
}

const wantFixed = "its size differs between platforms, and its values are not known to fit 32 bits; want int32 or int64"

// platformArithmetic refuses arithmetic that may differ between platforms.
func (f *fn) platformArithmetic(n ast.Node, t types.Type) {
	if !platform(t) {
		return
	}
	e, ok := n.(ast.Expr)
	if !ok {
		f.report(n, Wrong, "arithmetic on "+t.String(), wantFixed)
		return
	}
	f.platformValue(n, e)
}

// platformValue refuses a value that may not fit.
func (f *fn) platformValue(n ast.Node, e ast.Expr) {
	t := f.info.TypeOf(e)
	if !platform(t) {
		return
	}
	var r span
	known := false
	if v, ok := f.constantInt(e); ok {
		r, known = span{v, v}, true
	} else {
		r, known = f.narrower(ast.Unparen(e))
	}
	if !known || !r.within(fits32(t)) {
		f.report(n, Wrong, "value of type "+t.String(), wantFixed)
	}
}

// platformVariable notes the range of a variable that is assigned once, and refuses others.
func (f *fn) platformVariable(id *ast.Ident, v types.Object, value ast.Expr) {
	if s, ok := scalarOf(v.Type()); ok && s.arith != "" && f.assigned[v] == 0 && value != nil {
		f.unrolled[v] = f.static(value)
		if r, known := f.spanOf(value); known {
			f.ranges[v] = r
		}
	}
	if !platform(v.Type()) {
		return
	}
	if _, known := f.ranges[v]; !known {
		f.report(id, Wrong, "variable of type "+v.Type().String(), wantFixed)
	}
}

func (f *fn) platformStore(l ast.Expr) {
	if t := f.info.TypeOf(l); t != nil && platform(t) {
		f.report(l, Wrong, "variable of type "+t.String(), wantFixed)
	}
}

func (f *fn) platformSwitch(n ast.Expr, t types.Type) {
	if platform(t) {
		f.platformValue(n, n)
	}
}

// countAssignments counts how often each variable is assigned after it is defined.
func (f *fn) countAssignments() {
	f.assigned = map[types.Object]int{}
	ast.Inspect(f.decl.Body, func(n ast.Node) bool {
		for _, e := range targets(n) {
			v := f.root(e)
			if id, ok := e.(*ast.Ident); v == nil || ok && f.info.Defs[id] != nil {
				continue
			}
			f.assigned[v]++
		}
		return true
	})
}

// targets are the expressions that n assigns to, not within its operands. An operand of & counts:
// writes through the address are not followed.
func targets(n ast.Node) []ast.Expr {
	switch n := n.(type) {
	case *ast.AssignStmt:
		return n.Lhs
	case *ast.IncDecStmt:
		return []ast.Expr{n.X}
	case *ast.RangeStmt:
		if n.Tok == token.ASSIGN {
			return []ast.Expr{n.Key, n.Value} // the value may be nil
		}
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			return []ast.Expr{n.X}
		}
	}
	return nil
}
