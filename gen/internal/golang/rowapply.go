package golang

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/gen/internal/fmath"
	"github.com/shflgen/shflgen/gen/internal/lower"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/gen/internal/rowfn"
	"github.com/shflgen/shflgen/spec"
)

// rowApply prints a function that gives every element of a row a function of it and of the row, or a row one value: a
// loop over the rows, around a function of one row, which calls one for each reduction.
type rowApply struct {
	spec          spec.Spec
	fn            rowfn.Fn
	prefix        string // of functions of the file
	widen, narrow conversion
	helpers       []helper
	err           error // an operation or a name of fn that nothing prints
}

// called are functions of package fmath of one argument, by what calls them.
var called = map[string]fmath.Function{"exp": fmath.Exp, "log": fmath.Log, "rsqrt": fmath.Rsqrt}

func newRowApply(s spec.Spec) (*rowApply, error) {
	fn, err := rowfn.Of(s)
	if err != nil {
		return nil, err
	}
	name := s.FuncName()
	r := &rowApply{spec: s, fn: fn, prefix: string(unicode.ToLower(rune(name[0]))) + name[1:]}
	if s.In() != spec.AsType {
		decode := helperFor(s, s.InType(), decodeHelper)
		r.widen, r.helpers = decode.of, []helper{decode}
	}
	if s.In() != spec.AsType && !r.fn.PerRow() {
		encode := helperFor(s, s.InType(), encodeHelper)
		r.narrow, r.helpers = encode.of, append(r.helpers, encode)
	}
	if r.fn.Peak && r.fn.Calls("exp") {
		of := jen.Op("*").Index(jen.Lit(rowGroup)).Float32()
		r.helpers = append(r.helpers, helper{
			name: r.prefix + fmath.Exp8.Name, doc: fmath.Exp8.Does, gives: jen.Null(), body: raws(fmath.Exp8.GoBody),
			params: []jen.Code{jen.List(jen.Id("y"), jen.Id("x")).Add(of), jen.Id("less").Float32()},
		})
	}
	for _, op := range []string{"exp", "log", "rsqrt"} {
		if f := called[op]; r.fn.Calls(op) && !(op == "exp" && r.fn.Peak) {
			r.helpers = append(r.helpers, helper{
				name: r.prefix + f.Name, doc: "is " + f.Does + ".", params: []jen.Code{jen.Id("x").Float32()}, result: "float32",
				body: raws(f.GoBody)})
		}
	}
	if r.fn.Calls("number") {
		r.helpers = append(r.helpers, helper{
			name: r.prefix + "Number", doc: "is a, or b where a is a NaN, which differs from itself.", result: "float32",
			params: []jen.Code{jen.List(jen.Id("a"), jen.Id("b")).Float32()},
			body:   raws([]string{"if a != a {", "\treturn b", "}", "return a"}),
		})
	}
	return r, nil
}

func raws(lines []string) (code []jen.Code) {
	for _, line := range lines {
		code = append(code, raw(line))
	}
	return code
}

// raw is a line of Go that selects functions of package math.
func raw(line string) jen.Code {
	parts := strings.Split(line, "math.")
	code := jen.Op(parts[0])
	for _, p := range parts[1:] {
		end := strings.IndexFunc(p, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		code.Qual("math", p[:end]).Op(p[end:])
	}
	return code
}

// emitApply prints the file of a row-apply.
func emitApply(n *network.Network, pkg string) (*jen.File, error) {
	s := n.Spec
	r, err := newRowApply(s)
	if err != nil {
		return nil, err
	}
	f := jen.NewFile(pkg)
	importUsers(f, s)
	header(f, s, r.promise())
	parts := helperFor(s, s.Type, partsHelper)
	r.frame(f, parts)
	for i, sum := range r.fn.Sums {
		body, err := r.sum(fmt.Sprintf("Sum%d", i), sum)
		if err != nil {
			return nil, err
		}
		ps, does := r.sumParams(sum), "is a reduction of a row."
		if r.keeps(sum) {
			ps, does = append(ps,
				jen.Id("y").Op("*").Index(jen.Lit(s.Cols())).Float32()), "sets y to the exponentials of a row, and is their sum."
		}
		for _, name := range sum.Of.Names() {
			ps = append(ps, jen.Id(name).Float32())
		}
		f.Line().Comment(fmt.Sprintf("%sSum%d %s", r.prefix, i, does))
		f.Func().Id(fmt.Sprintf("%sSum%d", r.prefix, i)).Params(ps...).Float32().Block(body...)
	}
	for _, h := range append(r.helpers, parts) {
		h.print(f)
	}
	return f, r.err
}

// body is the function of a row.
func (r *rowApply) body() []jen.Code {
	lines := r.first()
	if r.fn.Peak {
		lines = append(lines, r.peak()...)
	}
	if r.fn.Picks {
		lines = append(lines, r.picks()...)
	}
	for i, sum := range r.fn.Sums {
		var args []expr
		for _, name := range r.rowsOf(sum) {
			args = append(args, id(name))
		}
		if r.keeps(sum) && r.widen != nil {
			kept := r.kept()
			lines = append(lines, jen.Var().Add(&kept.code).Index(jen.Lit(r.spec.Cols())).Float32())
			args = append(args, expr{*jen.Op("&").Add(&kept.code), primary})
		} else if r.keeps(sum) {
			args = append(args, r.kept())
		}
		for _, name := range sum.Of.Names() {
			args = append(args, id(name))
		}
		lines = append(lines, define(sum.Name, call(fmt.Sprintf("%sSum%d", r.prefix, i), args...)))
		for _, l := range sum.Then {
			lines = append(lines, define(l.Name, r.expr(l.Is, nil)))
		}
	}
	give := r.fn.Give
	if r.fn.PerRow() {
		return append(lines, returned(r.expr(give, nil)))
	}
	if r.keepsAny() {
		give = give.Replace("exp", rowfn.E{Op: "power"})
	}
	if !r.fn.KeepsPowers() || r.keepsAny() {
		result := r.narrow.of(r.expr(give, r.column))
		return append(lines, jen.For(jen.Id("i").Op(":=").Range().Id("x")).Block(assign(id("y").index(id("i")), result)))
	}
	return append(lines, r.giveExps()...)
}

// first sets the elements of a row with a residual to what they become first, as memory has them: the row x of results
// is then what is reduced.
func (r *rowApply) first() []jen.Code {
	if !r.fn.Residual() {
		return nil
	}
	sum := r.narrow.of(r.expr(r.fn.First, func(name string) expr {
		if name == "x" {
			name = "a"
		}
		return r.column(name)
	}))
	return []jen.Code{jen.For(jen.Id("i").Op(":=").Range().Id("x")).Block(assign(id("x").index(id("i")), sum))}
}

// column is element i of a row or of what is beside it, as a float.
func (r *rowApply) column(of string) expr { return r.widen.of(id(of).index(id("i"))) }

// picks is the element that the label of the row names.
func (r *rowApply) picks() []jen.Code {
	label := jen.Id("label")
	return []jen.Code{
		jen.Id("picked").Op(":=").Qual("math", "Float32frombits").Call(jen.Id("0x7fc00000")), // NaN
		jen.If(jen.Id("uint32").Call(label).Op("<").Lit(r.spec.Cols())).Block(
			assign(id("picked"), r.widen.of(id("x").index(id("label"))))),
	}
}

// peakColumns is of how many columns a maximum is taken by itself: to prove a maximum of n takes a list
// of each of its parts.
const peakColumns = 256

// peak is the greatest element of the row. A maximum has to await the one before it, so that those of neighbours come
// first.
func (r *rowApply) peak() []jen.Code {
	group := func(into string, j *jen.Statement) jen.Code {
		lines, pairs := columns("c", "x", rowGroup, goType(r.spec.InType()), jen.Id("j")), []expr{}
		for i := range rowGroup / 2 {
			m := local("m%d", i)
			lines = append(lines, statement(m, defined, call("max", r.widen.of(id("c").at(2*i)), r.widen.of(id("c").at(2*i+1)))))
			pairs = append(pairs, m)
		}
		return jen.For(j, jen.Id("j").Op("+=").Lit(rowGroup)).Block(append(lines,
			assign(id(into), call("max", id(into), call("max", pairs...))))...)
	}
	cols, i, k := r.spec.Cols(), jen.Id("i"), jen.Id("k")
	whole := cols / rowGroup * rowGroup
	lines := []jen.Code{define("peak", r.widen.of(id("x").at(0)))}
	switch {
	case whole == 0:
	case cols <= peakColumns:
		lines = append(lines, group("peak", jen.Id("j").Op(":=").Lit(0).Op(";").Id("j").Op("<").Lit(whole)))
	default:
		end := jen.Min(k.Clone().Op("+").Lit(peakColumns), jen.Lit(whole))
		lines = append(lines, jen.For(k.Clone().Op(":=").Lit(0), k.Clone().Op("<").Lit(whole),
			k.Clone().Op("+=").Lit(peakColumns)).Block(
			define("part", r.widen.of(id("x").index(id("k")))),
			group("part", jen.Id("j").Op(":=").Add(k).Op(";").Id("j").Op("<").Add(end)),
			assign(id("peak"), call("max", id("peak"), id("part")))))
	}
	if whole == cols {
		return lines
	}
	return append(lines, jen.For(i.Clone().Op(":=").Lit(whole), i.Clone().Op("<").Lit(cols), i.Clone().Op("++")).Block(
		assign(id("peak"), call("max", id("peak"), r.widen.of(id("x").index(id("i")))))))
}

// sum is the function of a reduction.
func (r *rowApply) sum(suffix string, sum rowfn.Sum) ([]jen.Code, error) {
	rows, err := newRows(r.spec.Reduction())
	if err != nil {
		return nil, err
	}
	if r.spec.Row().Fn != nil {
		for _, h := range rows.dialect.helpers {
			if !slices.ContainsFunc(r.helpers, func(had helper) bool { return had.name == h.name }) {
				r.helpers = append(r.helpers, h)
			}
		}
	}
	names, powers := sum.Of.Names(), (*lower.Powers)(nil)
	of := r.rowsOf(sum)
	switch {
	case r.spec.Row().Fn != nil:
		names = nil
	case sum.Of.Op == "exp":
		rows.widen, powers = r.widen, &lower.Powers{Widens: r.widen != nil, Keep: r.keeps(sum)}
	default:
		rows.takes(len(of))
		rows.widen = r.widen
		rows.mapped = func(in []expr) expr {
			return r.expr(sum.Of, func(name string) expr { return in[slices.Index(of, name)] })
		}
	}
	loop, err := lower.RowLoop(rows.spec, r.prefix, suffix, rows.how(), names, powers)
	if err != nil {
		return nil, err
	}
	return rows.body(loop)
}

// rowsOf are the rows that a reduction reads.
func (r *rowApply) rowsOf(sum rowfn.Sum) []string { return sum.Of.Elements() }

// sumParams are the parameters of a reduction for the rows that it reads, as [lower.RowLoop] names them.
func (r *rowApply) sumParams(sum rowfn.Sum) (all []jen.Code) {
	for i := range r.rowsOf(sum) {
		all = append(all, jen.Id(lower.RowNames[i]).Add(r.array(r.element())))
	}
	return all
}

// expr is an expression of float32, rounded after each operation; element gives those of a column by their names.
func (r *rowApply) expr(e rowfn.E, element func(name string) expr) expr {
	if len(e.Args) == 0 {
		switch e.Op {
		case "x", "grad", "weight", "bias", "residual":
			return element(e.Op)
		case "n":
			return dec(r.spec.Cols())
		case "one":
			return dec(1)
		case "power":
			return r.power()
		}
		if !r.fn.Defines(e.Op) {
			r.err = errors.Join(r.err, rowfn.Unknown(e))
		}
		return id(e.Op)
	}
	args := make([]expr, len(e.Args))
	for i, a := range e.Args {
		args[i] = r.expr(a, element)
	}
	switch e.Op {
	case "add", "sub", "mul":
		return floatOperation(e.Op, args)
	case "div":
		quotient := args[0].op(jen.Op("/"), mulBinds, args[1])
		if e.Args[1].Op == "n" { // of a power of two a compiler makes a product
			return quotient.to("float32")
		}
		return quotient
	case "number":
		return call(r.prefix+"Number", args...)
	case "apply": // rounded as a user's function may not be, where it is inlined
		return callUser(r.spec.Row().Fn, args).to("float32")
	}
	f, ok := called[e.Op]
	if !ok {
		r.err = errors.Join(r.err, rowfn.Unknown(e))
	}
	return call(r.prefix+f.Name, args...)
}

// floatOperation is an operation of two float32, rounded once.
func floatOperation(op string, args []expr) expr {
	switch op {
	case "add":
		return args[0].plus(args[1])
	case "sub":
		return args[0].minus(args[1])
	}
	return args[0].times(args[1]).to("float32") // else an addition may be fused with it
}
