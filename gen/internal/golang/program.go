package golang

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/spec"
)

// program prints the functions of a program of one thread.
type program struct {
	owned  map[*ir.Var]bool              // arrays that a function has itself; others take their addresses
	inline map[string]func(...expr) expr // primitives that are expressions, by what their names end with
	parts  helper                        // calls a function for ranges
	name   string                        // of the program
	err    error                         // the first one

	rows   bool     // of rows: each parameter has its type, and loops range over numbers
	apart  bool     // each parameter that is a slice or an array has its type
	counts bool     // loops count where they could range
	order  []string // of functions, by what their names end with; nil for each before those that it calls
}

func (p *program) report(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf("golang: "+format, args...)
	}
}

// print appends the functions of a program in their order; primitives are the target's, by name.
func (p *program) print(f *jen.File, of *ir.Program, primitives map[string]helper) {
	p.name = of.Name
	funcs := slices.Clone(of.Funcs)
	slices.Reverse(funcs)
	slices.SortStableFunc(funcs, func(a, b *ir.Func) int {
		place := func(g *ir.Func) int { return slices.Index(p.order, strings.TrimPrefix(g.Name, of.Name)) }
		return place(a) - place(b)
	})
	for _, g := range funcs {
		if g.Primitive && p.inline[strings.TrimPrefix(g.Name, of.Name)] != nil {
			continue
		}
		if g.Primitive {
			primitive, ok := primitives[strings.TrimPrefix(g.Name, of.Name)]
			if !ok {
				p.report("no text of %s", g.Name)
			}
			primitive.print(f)
			continue
		}
		h := helper{name: g.Name, doc: strings.Join(g.Does, " "), params: p.params(g.Params), body: p.region(g.Body)}
		if h.gives = jen.Null(); g.Result != nil {
			h.gives = p.typ(g.Result)
		}
		h.print(f)
	}
}

// params are parameters. Those of one type that follow each other share it, but for several slices that are read.
func (p *program) params(all []*ir.Var) (codes []jen.Code) {
	several := 0
	for _, v := range all {
		if _, ok := v.Type.(ir.Slice); ok {
			several++
		}
	}
	for i := 0; i < len(all); {
		names, first := []jen.Code{}, all[i].Type
		_, slice := first.(ir.Slice)
		_, array := first.(ir.Array)
		shared := !p.rows && (!slice && !array || !p.apart && (several == 2 || array))
		for ; i < len(all) && all[i].Type == first && (len(names) == 0 || shared); i++ {
			names = append(names, jen.Id(all[i].Name))
		}
		typ := p.typ(first)
		if array {
			typ = jen.Op("*").Add(typ)
		}
		codes = append(codes, jen.List(names...).Add(typ))
	}
	return codes
}

func (p *program) typ(t ir.Type) *jen.Statement {
	switch t := t.(type) {
	case ir.Bool:
		return jen.Bool()
	case ir.Number:
		if t.Counts {
			return jen.Int()
		}
		return jen.Id(goType(t.Type))
	case ir.Pair:
		return jen.Params(p.typ(t.First), p.typ(t.Second))
	case ir.Array:
		return jen.Index(jen.Lit(t.N)).Add(p.typ(t.Of))
	case ir.Slice:
		return jen.Index().Add(p.typ(t.Of))
	case ir.Struct:
		return jen.Add(typeOf(spec.Port{Elem: t.Element}))
	}
	p.report("unexpected type %v", t)
	return jen.Null()
}

// region are statements. A statement and the text beside it are one.
func (p *program) region(body []ir.Stmt) (codes []jen.Code) {
	for i := 0; i < len(body); {
		switch s := body[i].(type) {
		case ir.Let:
			all := together(s, body[i+1:], func(l ir.Let) bool { return l.Beside })
			codes, i = append(codes, p.lets(all)), i+len(all)
		case ir.Set:
			all := together(s, body[i+1:], func(s ir.Set) bool { return s.Beside })
			codes, i = append(codes, p.sets(all)), i+len(all)
		case ir.Step:
			if i++; len(codes) > 0 {
				codes = append(codes, jen.Line())
			}
			codes = append(codes, jen.Comment(s.Title))
		default:
			codes = append(codes, p.statement(s))
			i++
		}
	}
	return codes
}

// together are a statement and those of its kind that follow it and stand beside it.
func together[S ir.Stmt](first S, next []ir.Stmt, beside func(S) bool) []S {
	all := []S{first}
	for _, s := range next {
		of, ok := s.(S)
		if !ok || !beside(of) {
			break
		}
		all = append(all, of)
	}
	return all
}

// lets is a definition of locals.
func (p *program) lets(all []ir.Let) jen.Code {
	var names, values []jen.Code
	for _, l := range all {
		names = append(names, jen.Id(l.Var.Name))
		if l.Value == nil {
			p.owned[l.Var] = true
			continue
		}
		switch l.Value.Node().(type) {
		case ir.Zero, ir.Zeros:
			p.owned[l.Var] = true
			continue
		case ir.Clone, ir.Pack:
			p.owned[l.Var] = true
		}
		values = append(values, p.code(*l.Value))
	}
	if len(values) == 0 {
		return jen.Var().List(names...).Add(p.typ(all[0].Var.Type))
	}
	if all[0].Fixed {
		return jen.Const().List(names...).Op("=").List(values...)
	}
	return jen.List(names...).Op(":=").List(values...)
}

// sets is an assignment: of one that takes in a value, by the operator that does so.
func (p *program) sets(all []ir.Set) jen.Code {
	if o, by, ok := all[0].Compound(); ok && len(all) == 1 {
		to := jen.Add(p.code(all[0].To))
		if by.Node() == ir.Node(ir.Const{Bits: 1}) && (o == ir.Add || o == ir.Sub) {
			return to.Op(o.Symbol() + o.Symbol())
		}
		return to.Op(o.Symbol() + "=").Add(p.code(by))
	}
	if two, ok := all[0].To.Node().(ir.Pack); ok {
		return jen.List(p.codes(two.Words)...).Op("=").Add(p.code(all[0].Value))
	}
	var to, values []jen.Code
	for _, s := range all {
		to, values = append(to, p.code(s.To)), append(values, p.code(s.Value))
	}
	return jen.List(to...).Op("=").List(values...)
}

func (p *program) statement(s ir.Stmt) jen.Code {
	switch s := s.(type) {
	case ir.Remark:
		return jen.Comment(s.Text)
	case ir.Switch:
		var cases []jen.Code
		for i, body := range s.Cases {
			cases = append(cases, jen.Case(jen.Lit(i)).Block(p.region(body)...))
		}
		return jen.Switch(p.code(s.Of)).Block(cases...)
	case ir.Parallel:
		body := jen.Func().Params(jen.List(jen.Id(s.From.Name), jen.Id(s.To.Name)).Int()).Block(p.region(s.Body)...)
		return jen.Id(p.parts.name).Call(p.code(s.N), p.code(s.Least), body)
	case ir.Do:
		return p.code(s.Call)
	case ir.If:
		var head []jen.Code
		if len(s.Init) > 0 {
			head = append(head, p.lets(s.Init))
		}
		code := jen.If(append(head, p.code(s.Cond))...).Block(p.region(s.Then)...)
		if len(s.Else) > 0 {
			code = code.Else().Block(p.region(s.Else)...)
		}
		return code
	case ir.For:
		return p.loop(s)
	case ir.Each:
		head := jen.List(jen.Id("_"), jen.Id(s.Var.Name)).Op(":=").Range().Add(p.code(s.Of))
		return jen.For(head).Block(p.region(s.Body)...)
	case ir.Return:
		if s.Value == nil {
			return jen.Return()
		}
		if _, pair := s.Value.Type().(ir.Pair); pair {
			return jen.Return(p.codes(s.Value.Node().(ir.Pack).Words)...)
		}
		return jen.Return(p.code(*s.Value))
	case ir.Trap:
		return jen.Panic(jen.Lit(s.Why))
	}
	p.report("unexpected statement %T", s)
	return jen.Null()
}

// loop is a loop: over all numbers of an array's elements, by its range.
func (p *program) loop(s ir.For) jen.Code {
	switch {
	case len(s.Init) == 0 && len(s.Next) == 0:
		return jen.For(p.code(s.While)).Block(p.region(s.Body)...)
	case len(s.Init) == 0:
		return jen.For(jen.Empty(), p.code(s.While), p.sets(s.Next)).Block(p.region(s.Body)...)
	}
	head := jen.For(p.lets(s.Init), p.code(s.While), p.sets(s.Next))
	if less, ok := s.While.Node().(ir.Binary); ok && !p.counts && less.Op == ir.Less &&
		s.Init[0].Value.Node() == ir.Node(ir.Const{}) && increments(s) {
		over := less.B
		if n, ok := over.Node().(ir.Len); ok {
			over = n.X
		} else if _, number := over.Node().(ir.Local); !number || !p.rows {
			over = ir.Expr{}
		}
		if !over.None() && less.A.Is(s.Init[0].Local()) {
			head = jen.For(jen.Id(s.Init[0].Var.Name).Op(":=").Range().Add(p.code(over)))
		}
	}
	return head.Block(p.region(s.Body)...)
}

// increments reports whether a loop goes on with the next number.
func increments(s ir.For) bool {
	by, ok := s.Next[0].Value.Node().(ir.Binary)
	return ok && by.Op == ir.Add && by.A.Is(s.Next[0].To) && by.B.Node() == ir.Node(ir.Const{Bits: 1})
}

func (p *program) codes(all []ir.Expr) (codes []jen.Code) {
	for _, e := range all {
		codes = append(codes, p.code(e))
	}
	return codes
}

// code is an expression by itself.
func (p *program) code(e ir.Expr) jen.Code {
	code := p.expr(e).code
	return &code
}

// ofWidths are operators that programs of one thread do not have: Go does not promote what they take, as C does.
var ofWidths = []ir.Op{ir.Mod, ir.And, ir.Or, ir.Xor, ir.Shl, ir.Shr}

// sameBits is the value with the bits of x. One of them is a float of type t. A half is held as its bits.
func (p *program) sameBits(t ir.Type, by func(spec.Type) conversion, x ir.Expr) expr {
	of := t.(ir.Number)
	if of.Class() != spec.Float {
		p.report("unexpected bits of %v", of)
	}
	if of.Half() {
		return p.expr(x)
	}
	return by(of.Type)(p.expr(x))
}

func (p *program) expr(e ir.Expr) expr {
	switch n := e.Node().(type) {
	case ir.Const:
		if e.Type() == (ir.Bool{}) {
			return id(fmt.Sprint(n.Bits == 1))
		}
		if e.Type() == ir.F32 {
			return dec(int(math.Float32frombits(uint32(n.Bits))))
		}
		if n.Digits {
			return hex(n.Bits)
		}
		return dec(int(n.Bits))
	case ir.Local:
		return id(n.Var.Name)
	case ir.Not:
		return p.expr(n.X).prefix(jen.Op("!"))
	case ir.Binary:
		if slices.Contains(ofWidths, n.Op) {
			p.report("unexpected operator %s", n.Op.Symbol())
		}
		return operate(n.Op, p.expr(n.A), p.expr(n.B))
	case ir.Element:
		return p.expr(n.Of).index(p.expr(n.At))
	case ir.Len:
		return call("len", p.expr(n.X))
	case ir.Part:
		from, to := jen.Code(jen.Empty()), jen.Code(jen.Empty())
		if n.From != nil {
			from = p.code(*n.From)
		}
		if n.To != nil {
			to = p.code(*n.To)
		}
		index := []jen.Code{from, to}
		if n.Within {
			index = append(index, jen.Len(p.code(n.X)))
		}
		return expr{joined(p.expr(n.X).as(primary), jen.Index(index...), nil), primary}
	case ir.View:
		return callOf(jen.Parens(jen.Op("*").Add(p.typ(e.Type()))), []expr{p.expr(n.X)})
	case ir.Clone:
		return p.expr(n.X)
	case ir.Pack:
		return expr{*p.typ(e.Type()).Values(p.codes(n.Words)...), primary}
	case ir.Convert:
		return callOf(p.typ(e.Type()), []expr{p.expr(n.X)})
	case ir.Bits:
		return p.sameBits(n.X.Type(), bitsOfFloat, n.X)
	case ir.FromBits:
		return p.sameBits(e.Type(), fromBitsOf, n.X)
	case ir.Make:
		return expr{*jen.Make(p.typ(e.Type()), p.code(n.N)), primary}
	case ir.Copied:
		return call("copy", p.expr(n.To), p.expr(n.From))
	case ir.Call:
		var args []expr
		for _, a := range n.Args {
			arg := p.expr(a)
			if l, ok := a.Node().(ir.Local); ok && p.owned[l.Var] {
				if _, array := a.Type().(ir.Array); array {
					arg = arg.prefix(jen.Op("&"))
				}
			}
			args = append(args, arg)
		}
		if inline := p.inline[strings.TrimPrefix(n.Func.Name, p.name)]; inline != nil {
			return inline(args...)
		}
		return call(n.Func.Name, args...)
	}
	p.report("unexpected node %T", e.Node())
	return expr{}
}
