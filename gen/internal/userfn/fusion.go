package userfn

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"strings"
)

// The Go specification, "Floating-point operators": an implementation may fuse x*y + z, also
// across statements and calls, unless an explicit conversion rounds the product. Some
// platforms do, others do not. So a product that may reach a sum unrounded is refused. A quotient
// by a power of two is a product: gc multiplies by the reciprocal.

// fusion finds where unrounded products go. A place is a variable, or a result of a function,
// and the path of a field behind it; an array is one place.
type fusion struct {
	*unit
	product map[place]bool
	changed bool
	powers  *fusion // of constants that are powers of two, in the place of products; nil of itself
}

type place struct {
	of   any // a types.Object, or a result
	path string
}

type resultOf struct {
	fn *types.Func
	n  int
}

// checkFusion reports the sums of products of the functions that were translated. Results of
// main become its arguments.
func (u *unit) checkFusion(main *types.Func) {
	powers := &fusion{unit: u, product: map[place]bool{}, changed: true}
	for powers.changed {
		powers.changed = false
		powers.functions()
	}
	a := &fusion{unit: u, product: map[place]bool{}, changed: true, powers: powers}
	for a.changed {
		a.changed = false
		a.functions()
		sig := main.Signature()
		for param := range sig.Params().Variables() {
			for n := range sig.Results().Len() {
				if types.Identical(param.Type(), sig.Results().At(n).Type()) {
					for _, p := range a.leaves(param.Type()) {
						a.note(a.product[place{resultOf{main, n}, p}], place{param, p})
					}
				}
			}
		}
	}
	for _, fn := range u.order {
		a.report(fn)
	}
}

func (a *fusion) functions() {
	for _, fn := range a.order {
		a.function(fn)
	}
}

func (a *fusion) note(is bool, p place) {
	if is && !a.product[p] {
		a.product[p], a.changed = true, true
	}
}

// leaves are the paths of the floats within a type. A power of two may be an integer that is converted.
func (a *fusion) leaves(t types.Type) []string {
	_, scalar := scalarOf(t)
	switch {
	case isFloat(t), isComplex(t), scalar && a.powers == nil:
		return []string{""}
	case arrayOf(t) != nil:
		var all []string
		for _, p := range a.leaves(arrayOf(t).Elem()) {
			all = append(all, "[]"+p)
		}
		return all
	case structOf(t) != nil:
		var all []string
		for v := range structOf(t).Fields() {
			for _, p := range a.leaves(v.Type()) {
				all = append(all, "."+v.Name()+p)
			}
		}
		return all
	}
	return nil
}

// of makes the part of the analysis that knows one function's types.
func (a *fusion) of(fn *types.Func) (*scope, *ast.FuncDecl) {
	d := a.decls[fn]
	return &scope{a, &fnInfo{d.pkg.TypesInfo}, fn}, d.decl
}

type fnInfo struct{ *types.Info }

type scope struct {
	*fusion
	info *fnInfo
	fn   *types.Func
}

// function notes what the statements of a function assign.
func (a *fusion) function(fn *types.Func) {
	s, decl := a.of(fn)
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok == token.MUL_ASSIGN || n.Tok == token.QUO_ASSIGN {
				s.assign(n.Lhs[0], func(string) bool { return s.ofBinary(n.Tok+token.ADD-token.ADD_ASSIGN, n.Lhs[0], n.Rhs[0]) })
			}
			if n.Tok == token.ASSIGN || n.Tok == token.DEFINE {
				s.assignAll(n.Lhs, n.Rhs)
			}
		case *ast.ValueSpec:
			var lhs []ast.Expr
			for _, id := range n.Names {
				lhs = append(lhs, id)
			}
			s.assignAll(lhs, n.Values)
		case *ast.RangeStmt:
			if n.Value != nil {
				s.assign(n.Value, func(p string) bool { return s.of(n.X, "[]"+p) })
			}
		case *ast.ReturnStmt:
			s.returns(n)
		case *ast.CallExpr:
			s.passes(n)
		}
		return true
	})
}

func (s *scope) assignAll(lhs, rhs []ast.Expr) {
	for i, l := range lhs {
		switch {
		case len(rhs) == len(lhs):
			s.assign(l, func(p string) bool { return s.of(rhs[i], p) })
		case len(rhs) == 1:
			if called, ok := s.called(rhs[0]); ok {
				s.assign(l, func(p string) bool { return s.product[place{resultOf{called, i}, p}] })
			}
		}
	}
}

// assign notes which leaves of l become products.
func (s *scope) assign(l ast.Expr, is func(path string) bool) {
	t := s.info.TypeOf(l)
	root, at := s.place(l, "")
	if t == nil || root == nil {
		return
	}
	for _, p := range s.leaves(t) {
		s.note(is(p), place{root, at + p})
	}
}

// place is the variable of an expression, and the path behind it.
func (s *scope) place(e ast.Expr, path string) (types.Object, string) {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if o := s.info.ObjectOf(e); o != nil {
			return o, path
		}
	case *ast.SelectorExpr:
		if sel := s.info.Selections[e]; sel != nil {
			return s.place(e.X, fieldPath(sel)+path)
		}
	case *ast.IndexExpr:
		return s.place(e.X, "[]"+path)
	}
	return nil, ""
}

// fieldPath has the embedded structs on the way to a field.
func fieldPath(sel *types.Selection) string {
	t, path := sel.Recv(), ""
	for _, i := range sel.Index() {
		s := structOf(t)
		if s == nil || i >= s.NumFields() {
			return path
		}
		path += "." + s.Field(i).Name()
		t = s.Field(i).Type()
	}
	return path
}

func (s *scope) returns(n *ast.ReturnStmt) {
	results := s.fn.Signature().Results()
	for i := range results.Len() {
		for _, p := range s.leaves(results.At(i).Type()) {
			to := place{resultOf{s.fn, i}, p}
			switch {
			case len(n.Results) == 0:
				s.note(s.product[place{results.At(i), p}], to)
			case len(n.Results) == results.Len():
				s.note(s.of(n.Results[i], p), to)
			default:
				if called, ok := s.called(n.Results[0]); ok {
					s.note(s.product[place{resultOf{called, i}, p}], to)
				}
			}
		}
	}
}

// passes notes the arguments of a call.
func (s *scope) passes(e *ast.CallExpr) {
	called, ok := s.called(e)
	if !ok {
		return
	}
	if sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr); ok && called.Signature().Recv() != nil {
		r := called.Signature().Recv()
		for _, p := range s.leaves(r.Type()) {
			s.note(s.of(sel.X, p), place{r, p})
		}
	}
	for i, arg := range e.Args {
		if i < called.Signature().Params().Len() {
			v := called.Signature().Params().At(i)
			for _, p := range s.leaves(v.Type()) {
				s.note(s.of(arg, p), place{v, p})
			}
		}
	}
}

// called is the function of the source that an expression calls.
func (s *scope) called(e ast.Expr) (*types.Func, bool) {
	c, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return nil, false
	}
	fn, ok := (&fn{info: s.info.Info}).called(c).(*types.Func)
	if !ok {
		return nil, false
	}
	_, translated := s.names[fn]
	return fn, translated
}

// of reports whether the leaf at a path of e may be a product that nothing has rounded.
func (s *scope) of(e ast.Expr, path string) bool {
	e = ast.Unparen(e)
	if v := s.info.Types[e].Value; v != nil {
		return s.powers == nil && isPower(v)
	}
	switch e := e.(type) {
	case *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr:
		if root, at := s.place(e, path); root != nil {
			return s.product[place{root, at}]
		}
		if x, ok := e.(*ast.SelectorExpr); ok && s.info.Selections[x] != nil {
			return s.of(x.X, fieldPath(s.info.Selections[x])+path)
		}
		if x, ok := e.(*ast.IndexExpr); ok {
			return s.of(x.X, "[]"+path)
		}
	case *ast.UnaryExpr:
		return s.of(e.X, path)
	case *ast.BinaryExpr:
		return s.ofBinary(e.Op, e.X, e.Y)
	case *ast.CompositeLit:
		return s.ofLiteral(e, path)
	case *ast.CallExpr:
		return s.ofCall(e, path)
	}
	return false
}

// ofBinary is that of x op y.
func (s *scope) ofBinary(op token.Token, x, y ast.Expr) bool {
	if s.powers == nil { // compilers compute with constants
		return s.of(x, "") && s.of(y, "")
	}
	if !isFloat(s.info.TypeOf(x)) {
		return false
	}
	return op == token.MUL || op == token.QUO && (&scope{s.powers, s.info, s.fn}).of(y, "")
}

// isPower reports whether a constant is a power of two but 1, or its negative.
func isPower(v constant.Value) bool {
	if v.Kind() != constant.Int && v.Kind() != constant.Float {
		return false
	}
	x, _ := constant.Float64Val(v)
	fraction, exponent := math.Frexp(x)
	return math.Abs(fraction) == 0.5 && exponent != 1
}

func (s *scope) ofLiteral(e *ast.CompositeLit, path string) bool {
	t := s.info.TypeOf(e)
	for i, elt := range e.Elts {
		name := ""
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			elt = kv.Value
			if id, ok := kv.Key.(*ast.Ident); ok && structOf(t) != nil {
				name = id.Name
			}
		} else if st := structOf(t); st != nil {
			name = st.Field(i).Name()
		}
		head := "[]"
		if structOf(t) != nil {
			head = "." + name
		}
		rest, ok := strings.CutPrefix(path, head)
		if ok && (rest == "" || rest[0] == '.' || rest[0] == '[') && s.of(elt, rest) {
			return true
		}
	}
	return false
}

// rounding are the functions of packages math and math32 with a result that is never a product.
var rounding = map[string]bool{math32 + "Exp": true, math32 + "Log": true, math32 + "Rsqrt": true, math32 + "FMA": true,
	"math.Sqrt": true, "math.FMA": true, "math.Floor": true, "math.Ceil": true, "math.Trunc": true,
	"math.RoundToEven": true}

func (s *scope) ofCall(e *ast.CallExpr, path string) bool {
	if s.info.Types[e.Fun].IsType() {
		if s.powers != nil && isFloat(s.info.TypeOf(e)) { // it rounds
			return false
		}
		return s.of(e.Args[0], path)
	}
	if called, ok := s.called(e); ok {
		return s.product[place{resultOf{called, 0}, path}]
	}
	if fn, ok := (&fn{info: s.info.Info}).called(e).(*types.Func); ok && s.powers != nil && rounding[fn.FullName()] {
		return false
	}
	for _, a := range e.Args {
		if s.of(a, "") {
			return true
		}
	}
	return false
}

// report reports the sums of products.
func (a *fusion) report(fn *types.Func) {
	s, decl := a.of(fn)
	check := func(n ast.Node, op token.Token, x, y ast.Expr) {
		t := s.info.TypeOf(x)
		if op != token.ADD && op != token.SUB || !isFloat(t) && !isComplex(t) || !s.of(x, "") && !s.of(y, "") {
			return
		}
		f := &fnReporter{a.unit, a.decls[fn]}
		f.report(n, t, op)
	}
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if s.info.Types[n].Value == nil {
				check(n, n.Op, n.X, n.Y)
			}
		case *ast.AssignStmt:
			if n.Tok == token.ADD_ASSIGN || n.Tok == token.SUB_ASSIGN {
				check(n, n.Tok+token.ADD-token.ADD_ASSIGN, n.Lhs[0], n.Rhs[0])
			}
		case *ast.IncDecStmt:
			check(n, token.ADD, n.X, n.X)
		}
		return true
	})
}

type fnReporter struct {
	*unit
	d declaration
}

func (f *fnReporter) report(n ast.Node, t types.Type, op token.Token) {
	name := t.Underlying().String()
	(&fn{unit: f.unit, declaration: f.d}).report(n, Wrong, "float "+op.String()+" of a product",
		"Go fuses the two on some platforms, even across statements, and divides by 2 or 4 as it "+
			"multiplies; want the product rounded, as in "+
			name+"(x*y) or "+name+"(x/2), or math.FMA")
}
