package goexec

import (
	"go/ast"
	"go/types"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// call executes a call. alone is true where nothing else is evaluated beside it, so
// that it may write through pointers.
func (r *Run) call(e *ast.CallExpr, alone bool) []Value {
	r.Step(e)
	if e.Ellipsis.IsValid() {
		r.Stop(e, "variadic call", "want each argument")
	}
	if r.Info.Types[e.Fun].IsType() {
		return []Value{r.convert(e)}
	}
	if r.Info.Types[e].Value != nil {
		return []Value{r.Eval(e)}
	}
	var called types.Object
	fun := ast.Unparen(e.Fun)
	switch fun := fun.(type) {
	case *ast.Ident:
		called = r.Info.Uses[fun]
	case *ast.SelectorExpr:
		called = r.Info.Uses[fun.Sel]
	}
	switch f := called.(type) {
	case *types.Builtin:
		return r.builtin(f.Name(), e, alone)
	case *types.Func:
		if x, ok := r.Host.Call(e, f, alone); ok {
			return x
		}
		if f.Signature().Recv() == nil && f.Pkg() != nil && f.Pkg() != r.Types && r.Host.Library(f) {
			return library[f.Pkg().Path()+"."+f.Name()](r, e)
		}
		if code, decl := r.Host.Body(e, f); decl != nil {
			args, reaches := r.arguments(e, fun, f)
			return r.callOwn(e, code, decl, args, reaches, alone)
		}
		r.Stop(e, "call of "+f.FullName(),
			"want min, max, len, functions of math and math/bits that move or count bits, or a function of the file")
	}
	r.Stop(e, "call", "want a function by its name")
	return nil
}

// arguments are those of a call, after the receiver of a method. reaches is whether it may
// write an array among them.
func (r *Run) arguments(e *ast.CallExpr, fun ast.Expr, fn *types.Func) (args []Value, reaches bool) {
	if sel, ok := fun.(*ast.SelectorExpr); ok && r.Operator && fn.Signature().Recv() != nil {
		args = append(args, r.receiver(sel, fn.Signature().Recv().Type()))
	}
	if n := fn.Signature().Params().Len(); len(e.Args) == 1 && n > 1 && r.Operator {
		args = append(args, r.values(e.Args, n)...)
	} else {
		for _, a := range e.Args {
			args = append(args, r.Eval(a))
		}
	}
	for i, x := range args {
		args[i] = r.own(x)
		reaches = reaches || x.Ptr && x.Arr.ReadOnly == ""
	}
	return args, reaches
}

// receiver is the operand of a method with a value receiver.
func (r *Run) receiver(e *ast.SelectorExpr, of types.Type) Value {
	_, pointer := of.Underlying().(*types.Pointer)
	typ := r.Info.TypeOf(e.X)
	if pointer || typ == nil || r.Info.Types[e.X].IsType() || types.IsInterface(typ) || types.IsInterface(of) {
		r.Stop(e, "", "a method of an interface or of a pointer; want a receiver by value")
	}
	_, path, _ := types.LookupFieldOrMethod(typ, true, r.Types, e.Sel.Name)
	if path = path[:len(path)-1]; len(path) == 0 {
		return r.Eval(e.X)
	}
	in, n, _ := r.along(e, typ, path) // embedded
	return in.Cells[n].Val
}

// callOwn calls a function by executing it.
func (r *Run) callOwn(e *ast.CallExpr, code *Code, decl *ast.FuncDecl, args []Value, reaches, alone bool) []Value {
	before := r.Writes
	results := r.CallFunc(e, code, decl, args)
	if !reaches {
		r.Writes = before
	}
	if !alone && r.Writes != before {
		r.Stop(e, "call of "+decl.Name.Name+", which writes through a pointer, within an expression",
			"Go does not say whether it is made before or after the rest is read; want the call alone, as in x := "+
				decl.Name.Name+"(…)")
	}
	return results
}

const maxCalls = 32 // calls within calls

// CallFunc executes a function on arguments that are its own.
func (r *Run) CallFunc(n ast.Node, code *Code, decl *ast.FuncDecl, args []Value) []Value {
	fn, _ := code.Info.Defs[decl.Name].(*types.Func)
	sig := fn.Signature()
	switch {
	case decl.Body == nil:
		r.Stop(decl, "function "+decl.Name.Name+" without a body", "want Go")
	case sig.Recv() != nil && !r.Operator || sig.TypeParams() != nil || sig.RecvTypeParams() != nil || sig.Variadic():
		r.Stop(decl, "function "+decl.Name.Name, "want one without a receiver, type parameters or a list of arguments")
	}
	calls := 0
	for f := r.Frame; f != nil; f = f.Caller {
		switch calls++; {
		case r.Operator && calls > maxCalls:
			r.Stop(n, "", "want at most 32 calls within calls")
		case !r.Operator && (f.fn == fn || calls > maxCalls):
			r.Stop(n, "call of "+decl.Name.Name, "want no recursion, and at most 32 calls within calls")
		}
	}
	f := &Frame{fn: fn, Caller: r.Frame, Env: map[types.Object]*Cell{}}
	outer, at := r.Code, r.At
	r.Code = code
	for v := range sig.Results().Variables() { // held by the caller, with all their parts
		r.holds(decl, v.Type())
		c := r.NewCell(Value{})
		if f.named = v.Name() != ""; f.named {
			c.Val = r.Zero(decl, v.Type())
			if c.Val.Ptr || c.Val.Nil {
				r.Stop(decl, "result of type "+v.Type().String(), "want a scalar, an array or a struct")
			}
			f.Env[v] = c
		}
		f.results = append(f.results, c)
	}
	r.Frame = f
	f.returned = r.enter()
	params := sig.Params()
	if recv := sig.Recv(); recv != nil {
		r.holds(decl, recv.Type())
		f.Env[recv] = r.NewCell(args[0])
		args = args[1:]
	}
	for i, x := range args {
		r.holds(decl, params.At(i).Type())
		f.Env[params.At(i)] = r.NewCell(x)
	}
	r.Block(decl.Body.List)
	r.end(f.returned)
	var all []Value
	for i, c := range f.results {
		if c.Val.undefined() {
			if !r.Operator {
				r.Stop(decl, "function "+decl.Name.Name, "returns no value where its end is not reached")
			}
			c.Val = r.Zero(decl, sig.Results().At(i).Type()) // where every path panics
		}
		all = append(all, c.Val)
	}
	r.Frame, r.Code, r.At = f.Caller, outer, at
	return all
}

// Builtins is why a call of another predeclared function is refused.
const Builtins = "want min, max, len, or new of an array"

// builtin is a call of a predeclared function.
func (r *Run) builtin(name string, e *ast.CallExpr, alone bool) []Value {
	switch name {
	case "min", "max":
		x := r.Eval(e.Args[0])
		for _, a := range e.Args[1:] {
			x = r.minMax(e, name == "min", x, r.Eval(a))
		}
		return []Value{x}
	case "len", "cap":
		if array, pointer := ArrayOf(r.Info.TypeOf(e.Args[0])); array != nil && !(pointer && r.Operator) {
			r.Eval(e.Args[0])
			return []Value{{V: r.Dom.Const(r.IntBits, uint64(array.Len()))}}
		}
		if name == "len" && r.isSlice(e.Args[0]) {
			a := r.elementsOf(e.Args[0])
			if a.Length != nil {
				return []Value{{V: r.Dom.Extend(a.Length, r.IntBits, false)}}
			}
			return []Value{{V: r.Dom.Const(r.IntBits, uint64(len(a.Cells)))}}
		}
	case "copy":
		if alone && r.isSlice(e.Args[0]) && r.isSlice(e.Args[1]) {
			return []Value{r.copied(e)}
		}
	case "clear":
		if alone && r.isSlice(e.Args[0]) {
			r.cleared(e)
			return []Value{{}}
		}
	case "complex":
		if r.Operator {
			return []Value{{Arr: r.newArray(2, func(i int) Value { return r.Eval(e.Args[i]) })}}
		}
	case "real", "imag":
		if r.Operator {
			return []Value{r.Eval(e.Args[0]).Arr.Cells[map[string]int{"real": 0, "imag": 1}[name]].Val}
		}
	case "new":
		if array, pointer := ArrayOf(r.Info.TypeOf(e.Args[0])); array != nil && !pointer &&
			r.Info.Types[e.Args[0]].IsType() && !r.Operator {
			x := r.Zero(e, r.Info.TypeOf(e.Args[0]))
			x.Arr.outlive()
			return []Value{{Arr: x.Arr, Ptr: true}}
		}
	case "panic":
		r.Panics(e, r.Yes, Panic{"a panic", "panic", "want it where the program never is"})
		r.leave(r.returned, r.Yes)
		return []Value{{}}
	}
	r.Stop(e, "call of "+name, Builtins)
	return nil
}

// minMax is Go's builtin on two of its arguments.
func (r *Run) minMax(e *ast.CallExpr, isMin bool, x, y Value) Value {
	if x.IsKey || y.IsKey {
		return r.Host.KeyExtreme(e, isMin, x, y)
	}
	k := r.Kind(e)
	if k.Float {
		return r.extreme(e, k, isMin, x, y)
	}
	return Value{V: r.Dom.Int(intOps[ordered{k.Signed, isMin}], r.Exactly(e, x), r.Exactly(e, y))}
}

type ordered struct{ signed, min bool }

var intOps = map[ordered]bv.IntOp{
	{true, true}: bv.SMin, {true, false}: bv.SMax,
	{false, true}: bv.UMin, {false, false}: bv.UMax,
}

// Outside evaluates an expression of code that stands in no function.
func (r *Run) Outside(c *Code, e ast.Expr) Value {
	frame, code := r.Frame, r.Code
	r.Frame, r.Code = &Frame{Caller: frame}, c
	x := r.Eval(e)
	r.Frame, r.Code = frame, code
	return x
}
