package userfn

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
)

// call is a call with one result.
func (f *fn) call(e *ast.CallExpr) cx {
	if e.Ellipsis.IsValid() {
		return f.report(e, ByDesign, "variadic call", "want each argument")
	}
	if f.info.Types[e.Fun].IsType() {
		return f.convert(e, f.info.TypeOf(e.Fun), e.Args[0])
	}
	switch called := f.called(e).(type) {
	case *types.Builtin:
		return f.builtin(e, called.Name())
	case *types.Func:
		if std, ok := standard[called.FullName()]; ok {
			return std(f, e)
		}
		if called.Signature().Results().Len() != 1 {
			return f.report(e, NotYet, "call of "+called.Name(), "want its results assigned")
		}
		return f.callOwn(e, called)
	}
	return f.report(e, ByDesign, "call", "want a function by its name")
}

// called is what a call names.
func (f *fn) called(e *ast.CallExpr) types.Object {
	switch fun := ast.Unparen(e.Fun).(type) {
	case *ast.Ident:
		return f.info.Uses[fun]
	case *ast.SelectorExpr:
		return f.info.Uses[fun.Sel]
	}
	return nil
}

// callOwn is a call of a function with a known source.
func (f *fn) callOwn(e *ast.CallExpr, called *types.Func) cx {
	if why, ok := refusedFunctions[called.FullName()]; ok {
		return f.report(e, NotYet, "call of "+called.FullName(), why)
	}
	if f.decls[called].decl == nil || f.decls[called].pkg.Module == nil && !f.decls[called].pkg.IllTyped &&
		stdlib(pkgPath(called)) {
		return f.report(e, NotYet, "call of "+called.FullName(), "want functions of your packages, of math and math/bits")
	}
	name := f.function(called, e)
	var args []cx
	if sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr); ok && called.Signature().Recv() != nil {
		if s := f.info.Selections[sel]; s == nil || s.Kind() != types.MethodVal || len(s.Index()) != 1 {
			return f.report(e, NotYet, "method", "want a method of the value's own type")
		}
		args = append(args, f.stored(sel.X))
	}
	for _, a := range e.Args {
		args = append(args, f.stored(a))
	}
	return call(name, args...)
}

func pkgPath(o types.Object) string {
	if o.Pkg() == nil {
		return ""
	}
	return o.Pkg().Path()
}

// stdlib reports whether a package is one of the standard library: the first element of its
// path has no dot.
func stdlib(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}

// transcendental explains functions with Go assembly on some platforms.
const transcendental = "Go computes it by assembly on some platforms and by Go on others, so that its " +
	"bits differ between them and from CUDA's; " +
	"want a function of your own, made of +, *, math.FMA, math.Float64bits and the " +
	"like, which has the same bits everywhere"

// inMath32 are functions that package math32 has for float32.
const inMath32 = "Go computes it by assembly on some platforms and by Go on others, so that its " +
	"bits differ between them and from CUDA's; " +
	"want that of float32 in package github.com/shflgen/shflgen/math32, which has the same bits everywhere"

var refusedFunctions = map[string]string{}

func init() {
	for name := range strings.FieldsSeq(`Exp Exp2 Expm1 Log Log2 Log10 Log1p Pow Sin Cos Tan Sinh Cosh Tanh Asin Acos
		Atan Atan2 Asinh Acosh Atanh Hypot Cbrt Erf Erfc Gamma Sincos`) {
		refusedFunctions["math."+name] = transcendental
	}
	refusedFunctions["math.Exp"], refusedFunctions["math.Log"] = inMath32, inMath32
}

// convert is a conversion to a type.
func (f *fn) convert(e *ast.CallExpr, to types.Type, arg ast.Expr) cx {
	from := f.info.TypeOf(arg)
	if b, ok := from.Underlying().(*types.Basic); ok && b.Info()&types.IsUntyped != 0 {
		from = types.Default(from)
		if b.Kind() == types.UntypedBool {
			from = types.Typ[types.Bool]
		}
	}
	a, okFrom := scalarOf(from)
	b, okTo := scalarOf(to)
	switch {
	case !okFrom || !okTo:
		return f.convertWhole(e, to, from, arg)
	case a.name == b.name:
		return f.value(arg)
	case a.float && b.float:
		if root, ok := f.narrowRoot(a, b, arg); ok {
			return root
		}
		return call(f.widenHelper(a, b), f.value(arg))
	case a.float:
		return f.report(e, Wrong, "conversion of a float to "+to.String(),
			"Go does not say what it gives out of range, and platforms differ; want comparisons of "+
				"the float, or math.Float64bits and shifts")
	case b.float && a.bits < 32:
		return f.value(arg).cast("int").cast(b.name)
	}
	if platform(to) {
		f.platformValue(e, e)
	}
	return f.value(arg).cast(b.name)
}

// narrowRoot is float32(math.Sqrt(float64(x))), which is the root of x rounded once: the root of
// 24 bits, rounded to 53, is never halfway between two numbers of 24 bits.
func (f *fn) narrowRoot(from, to scalar, arg ast.Expr) (cx, bool) {
	e, ok := ast.Unparen(arg).(*ast.CallExpr)
	if !ok || from.bits != 64 || to.bits != 32 {
		return cx{}, false
	}
	if fn, ok := f.called(e).(*types.Func); !ok || fn.FullName() != "math.Sqrt" {
		return cx{}, false
	}
	inner, ok := ast.Unparen(e.Args[0]).(*ast.CallExpr)
	if !ok || !f.info.Types[inner.Fun].IsType() || basicKind(f.info.TypeOf(inner.Args[0])) != types.Float32 {
		return cx{}, false
	}
	return call(f.floatHelper("sqrt", types.Typ[types.Float32]), f.value(inner.Args[0])), true
}

// convertWhole is a conversion of a struct or an array to a type of the same parts.
func (f *fn) convertWhole(e *ast.CallExpr, to, from types.Type, arg ast.Expr) cx {
	switch {
	case typeKey(to) == typeKey(from):
		return f.value(arg)
	case isComplex(to) && isComplex(from):
		s, t := f.structure(e, from), f.structure(e, to)
		x := f.local(e, from, f.value(arg))
		p, _ := scalarOf(part(from))
		q, _ := scalarOf(part(to))
		half := func(i int) string {
			m := x.member(s.Members[i])
			if p.name == q.name {
				return m.s
			}
			return call(f.widenHelper(p, q), m).s
		}
		return primary(t.Name + "{" + half(0) + ", " + half(1) + "}")
	case structOf(to) != nil && structOf(from) != nil:
		s, t := f.structure(e, from), f.structure(e, to)
		x := f.local(e, from, f.value(arg))
		var parts []string
		for i, m := range s.Members {
			if m != "" && t.Members[i] != "" && !f.unnamed(e, from, structOf(from).Field(i).Type()) &&
				!f.unnamed(e, to, structOf(to).Field(i).Type()) {
				parts = append(parts, braces(structOf(from).Field(i).Type(), x.s+"."+m))
			}
		}
		return primary(t.Name + "{" + strings.Join(parts, ", ") + "}")
	}
	f.unsupportedType(e, to)
	return zero
}

func (f *fn) builtin(e *ast.CallExpr, name string) cx {
	switch name {
	case "min", "max":
		t := f.info.TypeOf(e)
		s, ok := scalarOf(t)
		if !ok {
			break
		}
		f.platformArithmetic(e, t)
		helper := ""
		if s.float {
			helper = f.floatHelper(name+"imum", t)
		} else {
			helper = f.orderHelper(name, s)
		}
		x := f.as(e.Args[0], t)
		for _, a := range e.Args[1:] {
			x = call(helper, x, f.as(a, t))
		}
		return x
	case "len", "cap":
		if a := arrayOf(f.info.TypeOf(e.Args[0])); a != nil && f.effectless(e.Args[0]) {
			return primary(itoa(int(a.Len())))
		}
	case "complex":
		s := f.structure(e, f.info.TypeOf(e))
		p := part(f.info.TypeOf(e))
		return primary(s.Name + "{" + f.as(e.Args[0], p).s + ", " + f.as(e.Args[1], p).s + "}")
	case "real", "imag":
		s := f.structure(e, f.info.TypeOf(e.Args[0]))
		return f.value(e.Args[0]).member(s.Members[map[string]int{"real": 0, "imag": 1}[name]])
	case "panic":
		return f.report(e, NotYet, "panic within an expression", "")
	}
	return f.report(e, ByDesign, "call of "+name, "want min, max, len, complex, real or imag of numbers and arrays")
}

// as is a value of a type that a constant may not have yet.
func (f *fn) as(e ast.Expr, t types.Type) cx {
	if tv := f.info.Types[e]; tv.Value != nil {
		return f.constant(e, t, tv.Value)
	}
	return f.stored(e)
}

// literal is a composite literal of a struct or an array.
func (f *fn) literal(e *ast.CompositeLit) cx {
	t := f.info.TypeOf(e)
	if structOf(t) == nil && arrayOf(t) == nil {
		f.unsupportedType(e, t)
		return zero
	}
	s := f.structure(e, t)
	text := f.initialiser(e, t)
	if arrayOf(t) != nil {
		text = "{" + text + "}"
	}
	return primary(s.Name + text)
}

// initialiser is a literal in braces, without its type.
func (f *fn) initialiser(e ast.Expr, t types.Type) string {
	lit, ok := ast.Unparen(e).(*ast.CompositeLit)
	if !ok {
		if arrayOf(t) == nil {
			return f.as(e, t).s
		}
		x := f.value(e)
		if !x.raw {
			x = f.local(e, t, x).member(f.structure(e, t).Members[0])
		} else if !isName(x.s) {
			x = f.local(e, t, f.whole(e, t, x)).member(f.structure(e, t).Members[0])
		}
		return braces(t, x.s)
	}
	if a := arrayOf(t); a != nil {
		return f.arrayInitialiser(lit, t)
	}
	if structOf(t) == nil {
		f.unsupportedType(e, t)
		return "{}"
	}
	if len(lit.Elts) == 0 {
		return "{}"
	}
	members := f.structure(e, t).Members
	given := map[int]ast.Expr{}
	for _, p := range f.parts(lit, t) {
		given[p.at] = p.e
	}
	var parts []string
	for i, m := range members {
		switch ft := structOf(t).Field(i).Type(); {
		case m == "":
		case given[i] != nil && f.unnamed(given[i], t, ft):
		case given[i] != nil:
			parts = append(parts, f.initialiser(given[i], ft))
		default:
			parts = append(parts, f.zeroOf(e, ft, true))
		}
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

func (f *fn) arrayInitialiser(lit *ast.CompositeLit, t types.Type) string {
	a := arrayOf(t)
	parts := make([]string, a.Len())
	for i := range parts {
		parts[i] = f.zeroOf(lit, a.Elem(), true)
	}
	for _, p := range f.parts(lit, t) {
		parts[p.at] = f.initialiser(p.e, a.Elem())
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// given is a field of a struct or an element of an array, by its number, that a literal gives.
type given struct {
	at int
	e  ast.Expr
}

// parts are those that a literal of a type gives, in the order of the source.
func (f *fn) parts(lit *ast.CompositeLit, t types.Type) (all []given) {
	at := 0
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if e = kv.Value; arrayOf(t) != nil {
				n, _ := f.constantInt(kv.Key)
				at = int(n)
			} else {
				at = slices.IndexFunc(slices.Collect(structOf(t).Fields()), func(v *types.Var) bool {
					return v.Name() == kv.Key.(*ast.Ident).Name
				})
			}
		}
		all = append(all, given{at, e})
		at++
	}
	return all
}

// zeroOf is the zero value of a type, within braces or by itself.
func (f *fn) zeroOf(n ast.Node, t types.Type, within bool) string {
	if s, ok := scalarOf(t); ok {
		switch {
		case s.bits == 1:
			return "false"
		case s.tag == "f32":
			return "0.0f"
		case s.tag == "f64":
			return "0.0"
		}
		return "0" + s.suffix
	}
	if within {
		return "{}"
	}
	return f.ctype(n, t) + "{}"
}
