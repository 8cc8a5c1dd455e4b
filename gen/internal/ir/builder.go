package ir

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Has reports whether the program has a function with a name that ends in a suffix.
func (p *Program) Has(suffix string) bool { return slices.Contains(p.Funcs, p.Func(suffix)) }

// Func is the last function named by the program's name and a suffix, on the architectures of the built variant. If
// there is none, it is a function that no program has, which [Check] reports.
func (p *Program) Func(suffix string) *Func {
	for _, f := range slices.Backward(p.Funcs) {
		if f.Name == p.Name+suffix && (p.building == 0 || f.From == 0 && f.Below == 0 || f.From == p.building) {
			return f
		}
	}
	return &Func{Name: p.Name + suffix}
}

// Call is what a function returns.
func (p *Program) Call(suffix string, args ...Expr) Expr {
	f := p.Func(suffix)
	if p.called == nil {
		p.called = map[*Func]bool{}
	}
	p.called[f] = true
	return NewExpr(Call{f, args}, f.Result)
}

// Prune removes the functions that no expression calls, except functions with names that end in some suffixes.
func (p *Program) Prune(keep ...string) {
	p.Funcs = slices.DeleteFunc(p.Funcs, func(f *Func) bool {
		return !p.called[f] && f != p.Kernel() && !slices.Contains(keep, strings.TrimPrefix(f.Name, p.Name))
	})
}

// Either adds functions for architectures from a compute capability on, times ten, and for those before. Both may add
// functions of the same names: those that are alike become one, which stand first, in the order of the newer.
func (p *Program) Either(from int, newer, older []func()) {
	start := len(p.Funcs)
	for _, add := range newer {
		add()
	}
	var alike, ways []*Func
	middle := len(p.Funcs)
	for _, add := range older {
		at := len(p.Funcs)
		add()
		kept := p.Funcs[:at]
		for _, f := range slices.Clone(p.Funcs[at:]) {
			same := func(other *Func) bool { return other.Name == f.Name && reflect.DeepEqual(other, f) }
			if i := slices.IndexFunc(p.Funcs[start:middle], same); i >= 0 {
				alike = append(alike, p.Funcs[start+i])
			} else {
				kept = append(kept, f)
			}
		}
		p.Funcs = kept
	}
	all := p.Funcs[:start:start]
	for i, f := range p.Funcs[start:] {
		switch {
		case slices.Contains(alike, f):
			all = append(all, f)
			continue
		case start+i < middle:
			f.From = from
		default:
			f.Below = from
		}
		ways = append(ways, f)
	}
	p.Funcs = append(all, ways...)
}

// Primitive adds a function of the target.
func (p *Program) Primitive(suffix string, result Type, params ...Type) *Func {
	b := p.Build(suffix, result)
	for i, t := range params {
		b.Param("abcdefgh"[i:i+1], t)
	}
	b.Primitive = true
	return b.Func
}

// Together adds a function that threads call together.
func (p *Program) Together(suffix string, result Type, c Collective, params ...Type) {
	f := p.Primitive(suffix, result, params...)
	f.Primitive, f.Collective = false, &c
}

// Builder builds the body of a function. Its methods append statements to the region that it is in.
type Builder struct {
	*Func
	program *Program
	regions []*[]Stmt
}

// Build adds a function named by the program's name and a suffix.
func (p *Program) Build(suffix string, result Type, does ...string) *Builder {
	b := p.function(suffix, result, does)
	p.Funcs = append(p.Funcs, b.Func)
	return b
}

// Other adds another kernel.
func (p *Program) Other(suffix string) *Builder {
	b := p.function(suffix, nil, nil)
	p.Others = append(p.Others, b.Func)
	return b
}

func (p *Program) function(suffix string, result Type, does []string) *Builder {
	f := &Func{Name: p.Name + suffix, Result: result, Does: does}
	return &Builder{f, p, []*[]Stmt{&f.Body}}
}

// Param adds a parameter.
func (b *Builder) Param(name string, t Type) Expr { return b.param(&Var{Name: name, Type: t}) }

// ReadOnly adds a parameter that is an array which the function only reads.
func (b *Builder) ReadOnly(name string, t Type) Expr {
	return b.param(&Var{Name: name, Type: t, ReadOnly: true})
}

// Restrict adds a parameter that is a pointer to values which no other parameter writes.
func (b *Builder) Restrict(name string, t Pointer) Expr {
	return b.param(&Var{Name: name, Type: t, Restrict: true})
}

// Passed adds a parameter that the function takes by reference or by address.
func (b *Builder) Passed(by Passing, name string, t Type) Expr {
	return b.param(&Var{Name: name, Type: t, By: by})
}

func (b *Builder) param(v *Var) Expr {
	b.Params = append(b.Params, v)
	return NewExpr(Local{v}, v.Type)
}

// Add appends statements.
func (b *Builder) Add(all ...Stmt) {
	to := b.regions[len(b.regions)-1]
	*to = append(*to, all...)
}

// Region is what body appends.
func (b *Builder) Region(body func()) (all []Stmt) {
	b.regions = append(b.regions, &all)
	body()
	b.regions = b.regions[:len(b.regions)-1]
	return all
}

// Step begins a paragraph.
func (b *Builder) Step(title string) { b.Add(Step{title}) }

// define appends a Let, and is what it defines.
func (b *Builder) define(l Let) Expr {
	b.Add(l)
	return l.Local()
}

// Let defines a local of the type of its value.
func (b *Builder) Let(name string, value Expr) Expr { return b.define(Start(name, value)) }

// Beside is a Let in one declaration with the one before it.
func (b *Builder) Beside(name string, value Expr) Expr {
	return b.define(Let{Var: &Var{Name: name, Type: value.Type()}, Value: &value, Beside: true})
}

// LetAs is a Let of a local of another type.
func (b *Builder) LetAs(name string, t Type, value Expr) Expr {
	return b.define(Let{Var: &Var{Name: name, Type: t}, Value: &value})
}

// Fix defines a constant.
func (b *Builder) Fix(name string, value Expr) Expr {
	return b.define(Let{Var: &Var{Name: name, Type: value.Type()}, Value: &value, Fixed: true})
}

// Constants defines a local array of values, which nobody changes.
func (b *Builder) Constants(name string, of Type, values []Expr) Expr {
	t := Array{of, len(values)}
	packed := NewExpr(Pack{values}, t)
	return b.define(Let{Var: &Var{Name: name, Type: t, ReadOnly: true}, Value: &packed})
}

// Declare defines a local that has no value yet.
func (b *Builder) Declare(name string, t Type) Expr {
	return b.define(Let{Var: &Var{Name: name, Type: t}})
}

// DeclareBeside is a Declare in one declaration with the one before it.
func (b *Builder) DeclareBeside(name string, t Type) Expr {
	return b.define(Let{Var: &Var{Name: name, Type: t}, Beside: true})
}

// Several defines locals x0, x1, … in one declaration, with a value that all begin with if one is given.
func (b *Builder) Several(x string, n int, t Type, value *Expr) (all []Expr) {
	for i := range n {
		all = append(all, b.define(Let{Var: &Var{Name: fmt.Sprint(x, i), Type: t}, Value: value, Beside: i > 0}))
	}
	return all
}

// Share defines memory that the threads of the block share.
func (b *Builder) Share(name string, t Type) Expr {
	return b.define(Let{Var: &Var{Name: name, Type: t, Shared: true}})
}

// Set stores a value.
func (b *Builder) Set(to Expr, value any) { b.Add(Set{To: to, Value: operand(value, to.Type())}) }

// Do calls a function that returns nothing.
func (b *Builder) Do(suffix string, args ...Expr) { b.Add(Do{b.program.Call(suffix, args...)}) }

// If runs body if a condition holds.
func (b *Builder) If(cond Expr, body func()) { b.IfIn(OwnLine, cond, body) }

// IfIn is an If with its single statement not on a separate line.
func (b *Builder) IfIn(l Layout, cond Expr, body func()) {
	switch {
	case cond.Is(True) && l == Braces:
		b.Scope(body)
	case cond.Is(True):
		body()
	case cond.Is(False):
	default:
		b.Add(If{Cond: cond, Then: b.Region(body), Layout: l})
	}
}

// Parallel runs body for ranges of the numbers below n, of at least so many each where several processors have one.
func (b *Builder) Parallel(n, least Expr, body func(from, to Expr)) {
	from, to := &Var{Name: "from", Type: Int}, &Var{Name: "to", Type: Int}
	b.Add(Parallel{n, least, from, to, b.Region(func() { body(NewExpr(Local{from}, Int), NewExpr(Local{to}, Int)) })})
}

// changeLast changes the last statement.
func changeLast[S Stmt](b *Builder, change func(*S)) {
	body := *b.regions[len(b.regions)-1]
	last := body[len(body)-1].(S)
	change(&last)
	body[len(body)-1] = last
}

// NoteLet says something of the last Let.
func (b *Builder) NoteLet(text string) {
	changeLast(b, func(s *Let) { s.Note = text })
}

// Lay sets the layout of the last If.
func (b *Builder) Lay(l Layout) {
	changeLast(b, func(s *If) { s.Layout = l })
}

// Instruct runs an instruction of the table.
func (b *Builder) Instruct(of *Instruction, to []Expr, use ...Expr) { b.Add(Instruct{of, to, use}) }

// Note says why the condition of the last If is what it is.
func (b *Builder) Note(text string) {
	changeLast(b, func(s *If) { s.Note = text })
}

// IfElse runs one of two bodies.
func (b *Builder) IfElse(cond Expr, then, otherwise func()) {
	b.Add(If{Cond: cond, Then: b.Region(then), Else: b.Region(otherwise)})
}

// Variant runs one of two bodies, by the architecture; the newer may be nil.
func (b *Builder) Variant(from int, newer, older func()) {
	v := Variant{From: from}
	if newer != nil {
		b.program.building = from
		v.Then = b.Region(newer)
		b.program.building = 0
	}
	v.Older = b.Region(older)
	b.Add(v)
}

// Scope is a region by itself.
func (b *Builder) Scope(body func()) { b.Add(Scope{b.Region(body)}) }

// Range runs body for the numbers from 0 of type t below n, unrolled.
func (b *Builder) Range(name string, n int, braces bool, body func(i Expr)) {
	from := Start(name, I32.Int(0))
	i := from.Local()
	b.Add(For{
		Init: []Let{from}, While: i.Less(n), Next: []Set{{To: i, Value: i.Plus(1)}}, Unroll: Unrolled,
		Body: b.Region(func() { body(i) }), Braces: braces,
	})
}

// For runs body as long as a condition holds for a local, which begins as a value and then becomes the next one.
func (b *Builder) For(unroll Unroll, name string, from Expr, while, next func(i Expr) Expr, body func(i Expr)) {
	first := Start(name, from)
	i := first.Local()
	b.Add(For{
		Init: []Let{first}, While: while(i), Next: []Set{{To: i, Value: next(i)}}, Unroll: unroll,
		Body: b.Region(func() { body(i) }),
	})
}

// Each runs body for each value of a slice.
func (b *Builder) Each(name string, of Expr, body func(x Expr)) {
	v := &Var{Name: name, Type: elementOf(of.Type())}
	b.Add(Each{v, of, b.Region(func() { body(NewExpr(Local{v}, v.Type)) })})
}

// Start is a Let that begins a loop.
func Start(name string, from Expr) Let {
	return Let{Var: &Var{Name: name, Type: from.Type()}, Value: &from}
}

// Local is what a Let defines.
func (s Let) Local() Expr { return NewExpr(Local{s.Var}, s.Var.Type) }

// DoWhile runs body, and again as long as a condition holds.
func (b *Builder) DoWhile(body func(), while Expr) { b.Add(DoWhile{b.Region(body), while}) }

// Return ends the function with a value.
func (b *Builder) Return(value Expr) { b.Add(Return{Value: &value}) }

// End ends a function that returns nothing.
func (b *Builder) End() { b.Add(Return{}) }
