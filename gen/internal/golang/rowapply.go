package golang

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen/internal/contract"
	"github.com/shflgen/shflgen/gen/internal/fmath"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/gen/internal/rowfn"
)

// rowApply prints a function that gives every element of a row a function of it and of the row: a
// loop over the rows, around a function of one row, which calls one for each reduction.
type rowApply struct {
	spec          shflgen.Spec
	fn            rowfn.Fn
	prefix        string // of functions of the file
	widen, narrow conversion
	helpers       []helper
	err           error // an operation or a name of fn that nothing prints
}

// called are functions of package fmath by what calls them.
var called = map[string]fmath.Function{"exp": fmath.Exp, "log": fmath.Log, "rsqrt": fmath.Rsqrt}

func newRowApply(s shflgen.Spec) (*rowApply, error) {
	fn, err := rowfn.Of(s)
	if err != nil {
		return nil, err
	}
	name := s.FuncName()
	r := &rowApply{spec: s, fn: fn, prefix: string(unicode.ToLower(rune(name[0]))) + name[1:]}
	if s.In != shflgen.AsType {
		decode, encode := helperFor(s, s.InType(), decodeHelper), helperFor(s, s.InType(), encodeHelper)
		r.widen, r.narrow, r.helpers = decode.of, encode.of, []helper{decode, encode}
	}
	for _, op := range []string{"exp", "log", "rsqrt"} {
		if f := called[op]; r.fn.Calls(op) {
			h := helper{name: r.prefix + f.Name, doc: "is " + f.Does + ".", params: []jen.Code{jen.Id("x").Float32()}, result: "float32"}
			for _, line := range f.GoBody {
				h.body = append(h.body, raw(line))
			}
			r.helpers = append(r.helpers, h)
		}
	}
	return r, nil
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
	lines := []string{
		fmt.Sprintf("%s: row r of the matrix is in[r*pitch : r*pitch+%d], and its result out[r*outPitch : r*outPitch+%[2]d].", s.FuncName(), s.Cols)}
	lines = append(lines, contract.Gives(s, "")[0], "out may be in, with the same pitch; else they do not overlap.",
		fmt.Sprintf("From %d rows on, several processors share them.", 2*partRows(s)), "",
		contract.Applied(s))
	header(f, s, lines)
	element := goType(s.InType())
	array := func() *jen.Statement { return jen.Op("*").Index(jen.Lit(s.Cols)).Id(element) }
	part := func(of *jen.Statement, pitch string) jen.Code {
		return jen.Parens(array()).Call(of.Index(jen.Id("r").Op("*").Id(pitch).Op(":")))
	}
	params := []jen.Code{jen.Id("in").Index().Id(element), jen.Id("pitch").Int(), jen.Id("out").Index().Id(element), jen.Id("outPitch").Int()}
	of := []jen.Code{jen.Id("x").Add(array()), jen.Id("y").Add(array())}
	args := []jen.Code{part(jen.Id("in"), "pitch"), part(jen.Id("out"), "outPitch")}
	for _, p := range r.also() {
		if p == "eps" {
			params, of, args = append(params, jen.Id(p).Float32()), append(of, jen.Id(p).Float32()), append(args, jen.Id(p))
			continue
		}
		params, of, args = append(params, jen.Id(p).Add(array())), append(of, jen.Id(p).Add(array())), append(args, jen.Id(p))
	}
	parts := helperFor(s, s.Type, partsHelper)
	f.Func().Id(s.FuncName()).Params(append(params, jen.Id("rows").Int())...).Block(
		rowLoop(s, parts, jen.Id("rows"), jen.Id("rows"), jen.Id(r.prefix+"Row").Call(args...))...)
	f.Line().Comment(r.prefix + "Row is one row.")
	f.Func().Id(r.prefix + "Row").Params(of...).Block(r.body()...)
	for i, sum := range r.fn.Sums {
		body, err := r.sum(sum)
		if err != nil {
			return nil, err
		}
		ps := []jen.Code{jen.Id("x").Add(array())}
		for _, name := range sum.Of.Names() {
			ps = append(ps, jen.Id(name).Float32())
		}
		f.Line().Comment(fmt.Sprintf("%sSum%d is a reduction of a row.", r.prefix, i))
		f.Func().Id(fmt.Sprintf("%sSum%d", r.prefix, i)).Params(ps...).Float32().Block(body...)
	}
	for _, h := range append(r.helpers, parts) {
		h.print(f)
	}
	return f, r.err
}

// also are the parameters beside the matrices.
func (r *rowApply) also() (names []string) {
	for _, p := range []struct {
		has  bool
		name string
	}{{r.fn.Weight, "weight"}, {r.fn.Bias, "bias"}, {r.fn.Eps, "eps"}} {
		if p.has {
			names = append(names, p.name)
		}
	}
	return names
}

// body is the function of a row.
func (r *rowApply) body() []jen.Code {
	var lines []jen.Code
	x := id("x").index(id("i"))
	if r.fn.Peak {
		lines = append(lines, r.peak()...)
	}
	for i, sum := range r.fn.Sums {
		args := []expr{id("x")}
		for _, name := range sum.Of.Names() {
			args = append(args, id(name))
		}
		lines = append(lines, define(sum.Name, call(fmt.Sprintf("%sSum%d", r.prefix, i), args...)))
		for _, l := range sum.Then {
			lines = append(lines, define(l.Name, r.expr(l.Is, expr{})))
		}
	}
	give := r.narrow.of(r.expr(r.fn.Give, r.widen.of(x)))
	return append(lines, jen.For(jen.Id("i").Op(":=").Range().Id("x")).Block(assign(id("y").index(id("i")), give)))
}

// peakColumns is of how many columns a maximum is taken by itself: to prove a maximum of n takes a list
// of each of its parts.
const peakColumns = 256

// peak is the greatest element of the row.
func (r *rowApply) peak() []jen.Code {
	take := func(into string, e expr) jen.Code { return assign(id(into), call("max", id(into), e)) }
	element := r.widen.of(id("x").index(id("i")))
	lines := []jen.Code{define("peak", r.widen.of(id("x").at(0)))}
	if r.spec.Cols <= peakColumns {
		return append(lines, jen.For(jen.Id("i").Op(":=").Range().Id("x")).Block(take("peak", element)))
	}
	end := call("min", id("k").plus(dec(peakColumns)), dec(r.spec.Cols))
	return append(lines,
		jen.For(jen.Id("k").Op(":=").Lit(0), jen.Id("k").Op("<").Lit(r.spec.Cols), jen.Id("k").Op("+=").Lit(peakColumns)).Block(
			define("part", r.widen.of(id("x").index(id("k")))),
			jen.For(jen.Id("i").Op(":=").Id("k"), jen.Id("i").Op("<").Add(&end.code), jen.Id("i").Op("++")).Block(take("part", element)),
			take("peak", id("part"))))
}

// sum is the function of a reduction.
func (r *rowApply) sum(sum rowfn.Sum) ([]jen.Code, error) {
	rows, err := newRows(r.spec.Reduction())
	if err != nil {
		return nil, err
	}
	if r.spec.Fn != nil {
		for _, h := range rows.dialect.helpers {
			if !slices.ContainsFunc(r.helpers, func(had helper) bool { return had.name == h.name }) {
				r.helpers = append(r.helpers, h)
			}
		}
		return rows.body(), nil
	}
	rows.widen = func(e expr) expr { return r.expr(sum.Of, r.widen.of(e)) }
	return rows.body(), nil
}

// expr is an expression of float32, rounded after each operation, where x is the element.
func (r *rowApply) expr(e rowfn.E, x expr) expr {
	if len(e.Args) == 0 {
		switch e.Op {
		case "x":
			return x
		case "n":
			return dec(r.spec.Cols)
		case "one":
			return dec(1)
		case "weight", "bias":
			return r.widen.of(id(e.Op).index(id("i")))
		}
		if !r.fn.Defines(e.Op) {
			r.err = errors.Join(r.err, rowfn.Unknown(e))
		}
		return id(e.Op)
	}
	args := make([]expr, len(e.Args))
	for i, a := range e.Args {
		args[i] = r.expr(a, x)
	}
	switch e.Op {
	case "add":
		return args[0].plus(args[1])
	case "sub":
		return args[0].minus(args[1])
	case "mul":
		return args[0].times(args[1]).to("float32") // else an addition may be fused with it
	case "div":
		quotient := args[0].op(jen.Op("/"), mulBinds, args[1])
		if e.Args[1].Op == "n" { // of a power of two a compiler makes a product
			return quotient.to("float32")
		}
		return quotient
	case "apply": // rounded as a user's function may not be, where it is inlined
		return callUser(r.spec.Fn, args).to("float32")
	}
	f, ok := called[e.Op]
	if !ok {
		r.err = errors.Join(r.err, rowfn.Unknown(e))
	}
	return call(r.prefix+f.Name, args...)
}
