package ir

import (
	"fmt"
	"slices"
)

// An operand of the methods below is an [Expr], or an int: a constant of the type that the other operand has, of a
// shift and beside a pointer an int. What has no type by the rules of its node has the type nil, which [Check]
// reports.

// Int is a constant of an integer type.
func (t Number) Int(n int) Expr { return Expr{Const{Bits: cut(uint64(n), t)}, t} }

// Digits is a constant of which a reader sees all bits.
func (t Number) Digits(bits uint64) Expr { return Expr{Const{cut(bits, t), true}, t} }

// The truth values.
var (
	True  = Expr{Const{Bits: 1}, Bool{}}
	False = Expr{Const{}, Bool{}}
)

// The numbers of the launch.
var (
	Thread = Expr{Index{ThreadIdx}, U32}
	Block  = Expr{Index{BlockIdx}, U32}
	Blocks = Expr{Index{GridDim}, U32}
)

// operand is x beside a value of a type.
func operand(x any, beside Type) Expr {
	switch x := x.(type) {
	case Expr:
		return x
	case int:
		if t, ok := integer(beside); ok {
			return t.Int(x)
		}
		return I32.Int(x)
	}
	return Expr{}
}

func (e Expr) binary(o Op, x any) Expr {
	of := e.Type
	if o == Shl || o == Shr {
		of = I32
	}
	b := operand(x, of)
	return Expr{Binary{o, e, b}, o.result(e.Type, b.Type)}
}

// Plus is the sum; of a pointer, one to a value so many further.
func (e Expr) Plus(x any) Expr {
	if _, ok := e.Type.(Pointer); ok {
		return Expr{Offset{e, operand(x, I32)}, e.Type}
	}
	return e.binary(Add, x)
}

// The other operators.
func (e Expr) Minus(x any) Expr        { return e.binary(Sub, x) }
func (e Expr) Times(x any) Expr        { return e.binary(Mul, x) }
func (e Expr) Over(x any) Expr         { return e.binary(Div, x) }
func (e Expr) Mod(x any) Expr          { return e.binary(Mod, x) }
func (e Expr) And(x any) Expr          { return e.binary(And, x) }
func (e Expr) Or(x any) Expr           { return e.binary(Or, x) }
func (e Expr) Shl(x any) Expr          { return e.binary(Shl, x) }
func (e Expr) Shr(x any) Expr          { return e.binary(Shr, x) }
func (e Expr) Equal(x any) Expr        { return e.binary(Equal, x) }
func (e Expr) Unequal(x any) Expr      { return e.binary(Unequal, x) }
func (e Expr) Less(x any) Expr         { return e.binary(Less, x) }
func (e Expr) LessEqual(x any) Expr    { return e.binary(LessEqual, x) }
func (e Expr) Greater(x any) Expr      { return e.binary(Greater, x) }
func (e Expr) GreaterEqual(x any) Expr { return e.binary(GreaterEqual, x) }
func (e Expr) Min(x any) Expr          { return e.binary(Min, x) }
func (e Expr) Both(x Expr) Expr        { return e.binary(Both, x) }
func (e Expr) Either(x Expr) Expr      { return e.binary(Either, x) }
func (e Expr) Not() Expr               { return Expr{Not{e}, notOf(e.Type)} }

// Choose is a where e holds, else b.
func (e Expr) Choose(a, b Expr) Expr { return Expr{Choose{e, a, b}, chosen(a.Type, b.Type)} }

// To is an integer as one of another type.
func (e Expr) To(t Number) Expr { return Expr{Convert{e}, t} }

// Bits are the bits of a number; of an unsigned integer, the integer.
func (e Expr) Bits() Expr {
	if t := bitsOf(e.Type); t != e.Type {
		return Expr{Bits{e}, t}
	}
	return e
}

// FromBits is the number of type t that the lower bits of e are.
func (e Expr) FromBits(t Number) Expr {
	if t == e.Type {
		return e
	}
	return Expr{FromBits{e}, t}
}

// At is an element: of an array of arrays by two numbers.
func (e Expr) At(at ...any) Expr {
	for _, i := range at {
		e = Expr{Element{e, operand(i, I32)}, elementOf(e.Type)}
	}
	return e
}

// Elements are the elements of an array.
func (e Expr) Elements() (all []Expr) {
	a, _ := e.Type.(Array)
	for i := range a.N {
		all = append(all, e.At(i))
	}
	return all
}

// Len is the number of values of an array or a slice.
func (e Expr) Len() Expr { return Expr{Len{e}, Int} }

// Past are the values from a number on.
func (e Expr) Past(from any) Expr {
	at := operand(from, Int)
	return Expr{Part{X: e, From: &at}, partOf(e.Type)}
}

// First are the values up to a number.
func (e Expr) First(to any) Expr {
	at := operand(to, Int)
	return Expr{Part{X: e, To: &at}, partOf(e.Type)}
}

// Whole is an array as a slice.
func (e Expr) Whole() Expr { return Expr{Part{X: e}, partOf(e.Type)} }

// View are the first values of a slice as an array.
func (e Expr) View(n int) Expr { return Expr{View{e}, Array{elementOf(e.Type), n}} }

// Clone is a copy of an array.
func (e Expr) Clone() Expr { return Expr{Clone{e}, e.Type} }

// CopyFrom stores values of a slice in e, and is their number.
func (e Expr) CopyFrom(from Expr) Expr { return Expr{Copied{e, from}, Int} }

// Copy stores values of a slice in another one.
func (b *Builder) Copy(to, from Expr) { b.Add(Do{to.CopyFrom(from)}) }

// Word is a word of a vector.
func (e Expr) Word(at int) Expr {
	v, _ := e.Type.(Vector)
	return Expr{Word{e, at}, v.Word}
}

// Words are the words of a vector.
func (e Expr) Words() (all []Expr) {
	v, _ := e.Type.(Vector)
	for i := range v.Words {
		all = append(all, e.Word(i))
	}
	return all
}

// As is a pointer to the same bytes as values of another type.
func (e Expr) As(t Type) Expr {
	from, _ := e.Type.(Pointer)
	return Expr{Recast{e}, Pointer{t, from.ReadOnly}}
}

// Leaf is a leaf of a struct, and Leaves are all.
func (e Expr) Leaf(at int) Expr { return Expr{Leaf{e, at}, leafOf(e.Type, at)} }

func (e Expr) Leaves() (all []Expr) {
	for i := range e.Type.(Struct).Leaves() {
		all = append(all, e.Leaf(i))
	}
	return all
}

// Pointed is the value that a pointer points to.
func (e Expr) Pointed() Expr { return Expr{Pointed{e}, elementOf(e.Type)} }

// Address is a pointer to an element, by which nothing is written.
func (e Expr) Address() Expr { return Expr{Address{e}, Pointer{e.Type, true}} }

// Aligned reports whether an address is a multiple of so many bytes; AllAligned, whether all are.
func (e Expr) Aligned(bytes int) Expr       { return AllAligned([]Expr{e}, bytes) }
func AllAligned(all []Expr, bytes int) Expr { return Expr{Aligned{all, bytes}, Bool{}} }

// From is e of another lane, By an operand that is an int where it is a constant.
func (e Expr) From(m Mode, by any) Expr { return Expr{Shuffle{m, e, operand(by, I32)}, e.Type} }

// All holds if e holds in all lanes of the warp.
func (e Expr) All() Expr { return Expr{All{e}, Bool{}} }

// Nothing is a value of a type that nobody looks at; of an array, all its elements are zero.
func Nothing(t Type) Expr { return Expr{Zero{}, t} }

// Times is so many times x.
func Times(n int, x Expr) Expr { return operand(n, x.Type).Times(x) }

// Has reports whether the program has a function whose name ends in a suffix.
func (p *Program) Has(suffix string) bool { return slices.Contains(p.Funcs, p.Func(suffix)) }

// Func is the function whose name is the program's with a suffix; one that no program has if there is none, which
// [Check] reports.
func (p *Program) Func(suffix string) *Func {
	for _, f := range p.Funcs {
		if f.Name == p.Name+suffix {
			return f
		}
	}
	return &Func{Name: p.Name + suffix}
}

// Call is what a function returns.
func (p *Program) Call(suffix string, args ...Expr) Expr {
	f := p.Func(suffix)
	return Expr{Call{f, args}, f.Result}
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

// Build adds a function, whose name is the program's with a suffix.
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
	return Expr{Local{v}, v.Type}
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

// Let defines a local of the type of its value.
func (b *Builder) Let(name string, value Expr) Expr { return b.let(name, value.Type, value, false) }

// Beside is a Let in one declaration with the one before it.
func (b *Builder) Beside(name string, value Expr) Expr { return b.let(name, value.Type, value, true) }

// LetAs is a Let of a local of another type.
func (b *Builder) LetAs(name string, t Type, value Expr) Expr { return b.let(name, t, value, false) }

func (b *Builder) let(name string, t Type, value Expr, beside bool) Expr {
	v := &Var{Name: name, Type: t}
	b.Add(Let{v, &value, beside})
	return Expr{Local{v}, t}
}

// Declare defines a local that has no value yet.
func (b *Builder) Declare(name string, t Type) Expr { return b.declare(&Var{Name: name, Type: t}) }

// DeclareBeside is a Declare in one declaration with the one before it.
func (b *Builder) DeclareBeside(name string, t Type) Expr {
	v := &Var{Name: name, Type: t}
	b.Add(Let{Var: v, Beside: true})
	return Expr{Local{v}, t}
}

// Several defines locals x0, x1, … in one declaration, with a value that all begin with if one is given.
func (b *Builder) Several(x string, n int, t Type, value *Expr) (all []Expr) {
	for i := range n {
		v := &Var{Name: fmt.Sprintf("%s%d", x, i), Type: t}
		b.Add(Let{v, value, i > 0})
		all = append(all, Expr{Local{v}, t})
	}
	return all
}

// Share defines memory that the threads of the block share.
func (b *Builder) Share(name string, t Type) Expr {
	return b.declare(&Var{Name: name, Type: t, Shared: true})
}

func (b *Builder) declare(v *Var) Expr {
	b.Add(Let{Var: v})
	return Expr{Local{v}, v.Type}
}

// Set stores a value.
func (b *Builder) Set(to Expr, value any) { b.Add(Set{To: to, Value: operand(value, to.Type)}) }

// Do calls a function that returns nothing.
func (b *Builder) Do(suffix string, args ...Expr) { b.Add(Do{b.program.Call(suffix, args...)}) }

// If runs body if a condition holds.
func (b *Builder) If(cond Expr, body func()) { b.Add(If{Cond: cond, Then: b.Region(body)}) }

// IfIn is an If whose single statement stands in another place than a line of its own.
func (b *Builder) IfIn(l Layout, cond Expr, body func()) {
	b.Add(If{Cond: cond, Then: b.Region(body), Layout: l})
}

// Note says why the condition of the last If is what it is.
func (b *Builder) Note(text string) {
	body := *b.regions[len(b.regions)-1]
	last := body[len(body)-1].(If)
	last.Note = text
	body[len(body)-1] = last
}

// IfElse runs one of two bodies.
func (b *Builder) IfElse(cond Expr, then, otherwise func()) {
	b.Add(If{Cond: cond, Then: b.Region(then), Else: b.Region(otherwise)})
}

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

// Start is a Let that begins a loop.
func Start(name string, from Expr) Let {
	return Let{Var: &Var{Name: name, Type: from.Type}, Value: &from}
}

// Local is what a Let defines.
func (s Let) Local() Expr { return Expr{Local{s.Var}, s.Var.Type} }

// DoWhile runs body, and again as long as a condition holds.
func (b *Builder) DoWhile(body func(), while Expr) { b.Add(DoWhile{b.Region(body), while}) }

// Return ends the function with a value.
func (b *Builder) Return(value Expr) { b.Add(Return{&value}) }

// End ends a function that returns nothing.
func (b *Builder) End() { b.Add(Return{}) }
