package gofunc

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/userpkg"
)

// call is a call of a function or a conversion: its results.
func (r *run) call(e *ast.CallExpr) []value {
	r.step(e)
	info := r.pkg.Info
	fun := ast.Unparen(e.Fun)
	if info.Types[fun].IsType() {
		return []value{r.convert(e)}
	}
	var id *ast.Ident
	switch f := fun.(type) {
	case *ast.Ident:
		id = f
	case *ast.SelectorExpr:
		id = f.Sel
	default:
		r.stop(e, "a call of something that has no name; want a function")
	}
	switch o := info.Uses[id].(type) {
	case *types.Builtin:
		return r.builtin(o.Name(), e)
	case *types.Func:
		return r.callNamed(e, fun, o)
	}
	r.stop(e, "a call of a function that a variable holds; want a function by its name")
	return nil
}

func (r *run) callNamed(e *ast.CallExpr, fun ast.Expr, fn *types.Func) []value {
	if fn.Pkg() == nil {
		r.stop(e, expressions)
	}
	if f, ok := std[fn.Pkg().Path()+"."+fn.Name()]; ok && fn.Signature().Recv() == nil {
		if fn.Pkg().Path() == userpkg.Math32 {
			if err := r.other(e, fn.Pkg()).Unknown; err != nil {
				r.stop(e, err.Error())
			}
		}
		return f(r, e)
	}
	if std := fn.Pkg().Path(); std == "math" || std == "math/bits" || std == "math/cmplx" {
		r.stop(e, "a function of package "+std+" that is not supported yet")
	}
	var args []value
	if sel, ok := fun.(*ast.SelectorExpr); ok && r.pkg.Info.Selections[sel] != nil {
		args = append(args, r.receiver(sel))
	}
	if len(e.Args) == 1 && fn.Signature().Params().Len() > 1 {
		args = append(args, r.values(e.Args, fn.Signature().Params().Len())...)
	} else {
		for _, a := range e.Args {
			args = append(args, r.eval(a))
		}
	}
	pkg := r.pkg
	if fn.Pkg() != pkg.Types {
		pkg = r.other(e, fn.Pkg())
		if fn = pkg.sameFunc(fn); fn == nil {
			r.stop(e, "no such function in the source of its package")
		}
	}
	decl := pkg.decl(fn)
	if decl == nil || decl.Body == nil {
		r.stop(e, "a function without a body in Go")
	}
	return r.callFunc(e, pkg, decl, fn, args)
}

// receiver is the operand of a method with a value receiver.
func (r *run) receiver(e *ast.SelectorExpr) value {
	sel := r.pkg.Info.Selections[e]
	sig := sel.Obj().(*types.Func).Signature()
	if sel.Kind() != types.MethodVal || types.IsInterface(sel.Recv()) || size(sig.Recv().Type()) < 0 {
		r.stop(e, "a method of an interface or of a pointer; want a receiver by value")
	}
	x, t := r.eval(e.X), sel.Recv()
	for _, i := range sel.Index()[:len(sel.Index())-1] { // embedded
		s, ok := t.Underlying().(*types.Struct)
		if !ok {
			r.stop(e, "a method behind a pointer; want structs by value")
		}
		from := offset(s, i)
		t = s.Field(i).Type()
		x = x[from : from+size(t)]
	}
	return x
}

// other is the source of another package.
func (r *run) other(n ast.Node, p *types.Package) *Package {
	if r.load == nil {
		r.stop(n, "of package "+p.Path()+", which is not loaded")
	}
	pkg, err := r.load(p.Path())
	if err != nil {
		r.stop(n, "of package "+p.Path()+": "+err.Error())
	}
	return pkg
}

// sameFunc is a function of the package by its name, and its type's name if it is a method.
func (p *Package) sameFunc(fn *types.Func) *types.Func {
	for _, file := range p.Files {
		for _, d := range file.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Name.Name == fn.Name() {
				if o, ok := p.Info.Defs[d.Name].(*types.Func); ok && o.FullName() == fn.FullName() {
					return o
				}
			}
		}
	}
	return nil
}

// builtin is a call of a predeclared function.
func (r *run) builtin(name string, e *ast.CallExpr) []value {
	switch name {
	case "min", "max":
		k := r.kind(e)
		x := r.scalar(e.Args[0])
		for _, a := range e.Args[1:] {
			x = r.extreme(k, name == "min", x, r.scalar(a))
		}
		return []value{{x}}
	case "len", "cap":
		if array, ok := r.pkg.Info.TypeOf(e.Args[0]).Underlying().(*types.Array); ok {
			r.eval(e.Args[0])
			return []value{{{v: r.dom.Const(64, uint64(array.Len()))}}}
		}
	case "complex":
		return []value{{r.scalar(e.Args[0]), r.scalar(e.Args[1])}}
	case "real":
		return []value{r.eval(e.Args[0])[:1]}
	case "imag":
		return []value{r.eval(e.Args[0])[1:]}
	case "panic":
		r.panicsIf(e, r.yes, "a panic")
		r.take(returned)
		return nil
	}
	r.stop(e, "a call of "+name+"; want min, max, len, complex, real, imag or panic")
	return nil
}

// extreme is min or max: of floats a NaN wins, and -0 < +0.
func (r *run) extreme(k kind, isMin bool, x, y leaf) leaf {
	if k.isFloat() {
		op := bv.FMaxNaN
		if isMin {
			op = bv.FMinNaN
		}
		return leaf{v: r.dom.Float(op, k.float, x.v, y.v), loose: true, product: x.product || y.product}
	}
	ops := map[[2]bool]bv.IntOp{{true, true}: bv.SMin, {true, false}: bv.SMax, {false, true}: bv.UMin, {false, false}: bv.UMax}
	return leaf{v: r.dom.Int(ops[[2]bool{k.signed, isMin}], x.v, y.v)}
}

// convert is a conversion between types.
func (r *run) convert(e *ast.CallExpr) value {
	from, to := r.pkg.Info.TypeOf(e.Args[0]), r.pkg.Info.TypeOf(e)
	if x, ok := r.narrowRoot(e); ok {
		return x
	}
	x := r.eval(e.Args[0])
	if a, ok := complexPart(from); ok {
		b, ok := complexPart(to)
		if !ok {
			r.stop(e, expressions)
		}
		return value{r.convertScalar(e, a, b, x[0]), r.convertScalar(e, a, b, x[1])}
	}
	a, ok1 := kindOf(from)
	b, ok2 := kindOf(to)
	if ok1 && ok2 {
		return value{r.wrapped(b, r.convertScalar(e, a, b, x[0]))}
	}
	if size(to) >= 0 && size(to) == len(x) { // between names of one type
		return x
	}
	r.stop(e, expressions)
	return nil
}

func (r *run) convertScalar(n ast.Node, from, to kind, x leaf) leaf {
	d := r.dom
	switch {
	case from.bool || to.bool:
		return x
	case from.isFloat() && to.isFloat():
		if from.bits == to.bits {
			x.product = false
			return x
		}
		return leaf{v: d.Convert(to.float, from.float, x.v), loose: true, product: x.product && to.bits > from.bits}
	case to.isFloat():
		c := bv.Conversion{Float: to.float, Bits: from.bits, Signed: from.signed}
		if c.Bits < 64 { // one function for all that 64 bits hold
			x.v, c.Bits, c.Signed = d.Extend(x.v, 64, from.signed), 64, true
		}
		return leaf{v: bv.Apply(d, bv.FromInteger(c), x.v)}
	case from.isFloat():
		if r.narrow && to.word {
			r.stop(n, unlike)
		}
		c := bv.Conversion{Float: from.float, Bits: to.bits, Signed: to.signed}
		lo, hi := c.Range()
		within := r.and(d.Float(bv.FLt, from.float, r.floatConst(from.float, lo), x.v), d.Float(bv.FLt, from.float, x.v, r.floatConst(from.float, hi)))
		r.panicsIf(n, r.not(within), "a float that the integer type lacks, of which Go leaves the outcome to the machine")
		return leaf{v: bv.Apply(d, bv.ToInteger(c), x.v)}
	case to.bits == from.bits:
		return leaf{v: x.v}
	case to.bits < from.bits:
		return leaf{v: d.Extract(x.v, 0, to.bits)}
	}
	return leaf{v: d.Extend(x.v, to.bits, from.signed)}
}

// writes are the variables of the package that its code writes or whose address it takes, and
// where.
func (p *Package) writes() map[types.Object]token.Pos {
	if p.written != nil {
		return p.written
	}
	p.written = map[types.Object]token.Pos{}
	note := func(e ast.Expr) {
		for {
			switch x := ast.Unparen(e).(type) {
			case *ast.SelectorExpr:
				if p.Info.Selections[x] == nil { // of another package
					return
				}
				e = x.X
				continue
			case *ast.IndexExpr:
				e = x.X
				continue
			case *ast.Ident:
				if o := p.Info.Uses[x]; o != nil && o.Parent() == p.Types.Scope() {
					p.written[o] = x.Pos()
				}
			}
			return
		}
	}
	for _, file := range p.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for _, e := range n.Lhs {
					note(e)
				}
			case *ast.IncDecStmt:
				note(n.X)
			case *ast.RangeStmt:
				if n.Key != nil {
					note(n.Key)
				}
				if n.Value != nil {
					note(n.Value)
				}
			case *ast.UnaryExpr:
				if n.Op == token.AND {
					note(n.X)
				}
			case *ast.SliceExpr:
				note(n.X)
			case *ast.SelectorExpr: // a method by pointer takes the address
				if s := p.Info.Selections[n]; s != nil && s.Kind() == types.MethodVal {
					if _, pointer := s.Obj().(*types.Func).Signature().Recv().Type().(*types.Pointer); pointer {
						note(n.X)
					}
				}
			}
			return true
		})
	}
	return p.written
}

// initial is the expression that a variable of the package starts with; nil: its zero value.
func (p *Package) initial(v *types.Var) ast.Expr {
	for _, file := range p.Files {
		for _, d := range file.Decls {
			d, ok := d.(*ast.GenDecl)
			if !ok || d.Tok != token.VAR {
				continue
			}
			for _, s := range d.Specs {
				s := s.(*ast.ValueSpec)
				for i, name := range s.Names {
					if p.Info.Defs[name] == v && len(s.Values) == len(s.Names) {
						return s.Values[i]
					} else if p.Info.Defs[name] == v && len(s.Values) > 0 {
						return s.Values[0] // a call of several results, which is refused
					}
				}
			}
		}
	}
	return nil
}
