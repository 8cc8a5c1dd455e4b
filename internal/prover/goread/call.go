package goread

import (
	"go/ast"
	"go/types"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// call executes a call. alone is true where nothing else is evaluated beside it, so
// that it may write through pointers.
func (r *run) call(e *ast.CallExpr, alone bool) []value {
	r.step(e)
	if e.Ellipsis.IsValid() {
		r.stop(e, "variadic call", "want each argument")
	}
	if r.info.Types[e.Fun].IsType() {
		return []value{r.convert(e)}
	}
	if r.info.Types[e].Value != nil {
		return []value{r.eval(e)}
	}
	var called types.Object
	switch fun := ast.Unparen(e.Fun).(type) {
	case *ast.Ident:
		called = r.info.Uses[fun]
	case *ast.SelectorExpr:
		called = r.info.Uses[fun.Sel]
	}
	switch f := called.(type) {
	case *types.Builtin:
		if f.Name() == "copy" && alone && r.isSlice(e.Args[0]) && r.isSlice(e.Args[1]) {
			return []value{r.copied(e)}
		}
		if f.Name() == "clear" && alone && r.isSlice(e.Args[0]) {
			r.cleared(e)
			return []value{{}}
		}
		return []value{r.builtin(f.Name(), e)}
	case *types.Func:
		if h, ok := r.helpers[f]; ok {
			if apply := elementaries[h.role]; apply != nil {
				return []value{{v: apply(r.dom, r.float(e.Args[0], r.eval(e.Args[0]))), loose: looseWhole}}
			}
			if h.role == exp8 {
				r.callExp8(e, alone)
				return []value{{}}
			}
			if h.role == parts {
				r.stop(e, "call of "+f.Name(), "want it as the last statement of "+r.Func)
			}
			if r.shape.HasIndex() || r.Spec.KeepsLanes() {
				return []value{r.callLane(h, e)}
			}
			return []value{r.callHelper(h, e)}
		}
		if u := r.userFunc(f); u != nil {
			return []value{r.callUser(u, e)}
		}
		if decl, ok := r.funcs[f]; ok {
			return r.callOwn(e, decl, alone)
		}
		if f.Pkg() != nil && f.Pkg() != r.pkg && f.Signature().Recv() == nil {
			if std, ok := stdFuncs[f.Pkg().Path()+"."+f.Name()]; ok {
				return std(r, e)
			}
		}
		r.stop(e, "call of "+f.FullName(), "want min, max, len, functions of math and math/bits that move or count bits, or a function of the file")
	}
	r.stop(e, "call", "want a function by its name")
	return nil
}

// callOwn calls a function of the file.
func (r *run) callOwn(e *ast.CallExpr, decl *ast.FuncDecl, alone bool) []value {
	var args []value
	reaches := false // an array that it may write, other than its own
	for _, a := range e.Args {
		x := r.eval(a)
		if x.arr != nil && !x.ptr {
			x.arr = r.copyOf(x.arr)
		}
		reaches = reaches || x.ptr && x.arr.readOnly == ""
		args = append(args, x)
	}
	before := r.writes
	results := r.callFunc(e, decl, args)
	if !reaches {
		r.writes = before
	}
	if !alone && r.writes != before {
		r.stop(e, "call of "+decl.Name.Name+", which writes through a pointer, within an expression",
			"Go does not say whether it is made before or after the rest is read; want the call alone, as in x := "+decl.Name.Name+"(…)")
	}
	return results
}

// callFunc executes a function on arguments that are its own.
func (r *run) callFunc(n ast.Node, decl *ast.FuncDecl, args []value) []value {
	fn, _ := r.info.Defs[decl.Name].(*types.Func)
	sig := fn.Signature()
	switch {
	case decl.Body == nil:
		r.stop(decl, "function "+decl.Name.Name+" without a body", "want Go")
	case sig.Recv() != nil || sig.TypeParams() != nil || sig.Variadic():
		r.stop(decl, "function "+decl.Name.Name, "want one without a receiver, type parameters or a list of arguments")
	}
	calls := 0
	for f := r.frame; f != nil; f = f.caller {
		if calls++; f.fn == fn || calls > maxCalls {
			r.stop(n, "call of "+decl.Name.Name, "want no recursion, and at most 32 calls within calls")
		}
	}
	f := &frame{fn: fn, caller: r.frame, env: map[types.Object]*cell{}}
	for v := range sig.Results().Variables() { // held by the caller, with all their parts
		r.holds(decl, v.Type())
		c := r.newCell(value{})
		if f.named = v.Name() != ""; f.named {
			c.val = r.zero(decl, v.Type())
			if c.val.ptr || c.val.nil {
				r.stop(decl, "result of type "+v.Type().String(), "want a scalar, an array or a struct")
			}
			f.env[v] = c
		}
		f.results = append(f.results, c)
	}
	r.frame = f
	f.returned = r.enter()
	for i, x := range args {
		r.holds(decl, sig.Params().At(i).Type())
		f.env[sig.Params().At(i)] = r.newCell(x)
	}
	at := r.at
	r.block(decl.Body.List)
	r.at = at
	r.end(f.returned)
	r.frame = f.caller
	var all []value
	for _, c := range f.results {
		if c.val.undefined() {
			r.stop(decl, "function "+decl.Name.Name, "returns no value where its end is not reached")
		}
		all = append(all, c.val)
	}
	return all
}

// builtin is a call of a predeclared function.
func (r *run) builtin(name string, e *ast.CallExpr) value {
	switch name {
	case "min", "max":
		x := r.eval(e.Args[0])
		for _, a := range e.Args[1:] {
			x = r.minMax(e, name == "min", x, r.eval(a))
		}
		return x
	case "len", "cap":
		if array, _ := arrayOf(r.info.TypeOf(e.Args[0])); array != nil {
			r.eval(e.Args[0])
			return value{v: r.dom.Const(r.kind(e).bits, uint64(array.Len()))}
		}
		if name == "len" && r.isSlice(e.Args[0]) {
			a := r.elementsOf(e.Args[0])
			if a.length != nil {
				return value{v: r.dom.Extend(a.length, r.kind(e).bits, false)}
			}
			return value{v: r.dom.Const(r.kind(e).bits, uint64(len(a.cells)))}
		}
	case "new":
		if array, pointer := arrayOf(r.info.TypeOf(e.Args[0])); array != nil && !pointer && r.info.Types[e.Args[0]].IsType() {
			x := r.zero(e, r.info.TypeOf(e.Args[0]))
			x.arr.outlive()
			return value{arr: x.arr, ptr: true}
		}
	case "panic":
		r.panics(e, r.bit(true), "panic", "want it where the program never is")
		r.leave(r.returned, r.bit(true))
		return value{}
	}
	r.stop(e, "call of "+name, "want min, max, len, or new of an array")
	return value{}
}

// minMax is Go's builtin on two of its arguments; of keys it is the float op that
// the keys make of it.
func (r *run) minMax(e *ast.CallExpr, isMin bool, x, y value) value {
	if x.isKey || y.isKey {
		if k := r.kind(e); !k.signed || k.bits != formatOf(r.Spec.Type).Bits() {
			r.stop(e, "min or max of keys as "+r.info.TypeOf(e).String(), "want it as the signed integer that a key is")
		}
		x, y = r.bothKeys(x, y)
		op := keyOps[keyed{x.keyed, isMin}]
		return value{v: r.dom.Float(op, formatOf(r.Spec.Type), x.v, y.v), isKey: true, keyed: x.keyed}
	}
	k := r.kind(e)
	if k.float {
		return r.extreme(e, k, isMin, x, y)
	}
	return value{v: r.dom.Int(intOps[ordered{k.signed, isMin}], r.exactly(e, x), r.exactly(e, y))}
}

type ordered struct{ signed, min bool }

var intOps = map[ordered]bv.IntOp{
	{true, true}: bv.SMin, {true, false}: bv.SMax,
	{false, true}: bv.UMin, {false, false}: bv.UMax,
}
