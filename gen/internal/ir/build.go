package ir

import "math"

// An operand of the methods below is an [Expr], or an int: a constant of the type that the other operand has, of a
// shift and beside a pointer an int. A node without a type by its rules has the type nil, which [Check] reports.

// Int is a constant of an integer type.
func (t Number) Int(n int) Expr { return NewExpr(Const{Bits: cut(uint64(n), t)}, t) }

// Whole is a constant of float32 that is a whole number.
func Whole(n int) Expr { return NewExpr(Const{Bits: uint64(math.Float32bits(float32(n)))}, F32) }

// Digits is a constant with all bits visible to a reader.
func (t Number) Digits(bits uint64) Expr { return NewExpr(Const{cut(bits, t), true}, t) }

// The truth values.
var (
	True  = NewExpr(Const{Bits: 1}, Bool{})
	False = NewExpr(Const{}, Bool{})
)

// The numbers of the launch.
var (
	Thread = NewExpr(Index{ThreadIdx}, U32)
	Block  = NewExpr(Index{BlockIdx}, U32)
	Blocks = NewExpr(Index{GridDim}, U32)
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
	of := e.Type()
	if o == Shl || o == Shr {
		of = I32
	}
	b := operand(x, of)
	return NewExpr(Binary{o, e, b}, o.result(e.Type(), b.Type()))
}

// Plus is the sum; of a pointer or an array, a pointer to a value so many further.
func (e Expr) Plus(x any) Expr {
	if a, ok := e.Type().(Array); ok {
		return NewExpr(Offset{From: e, By: operand(x, I32)}, Pointer{To: a.Of})
	}
	if _, ok := e.Type().(Pointer); ok {
		return NewExpr(Offset{From: e, By: operand(x, I32)}, e.Type())
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
func (e Expr) Max(x any) Expr          { return e.binary(Max, x) }
func (e Expr) AndNot(x any) Expr       { return e.binary(AndNot, x) }
func (e Expr) Either(x Expr) Expr      { return e.binary(Either, x) }
func (e Expr) Not() Expr               { return NewExpr(Not{e}, notOf(e.Type())) }

// Both is that e and x hold.
func (e Expr) Both(x Expr) Expr {
	switch {
	case e.Is(True):
		return x
	case x.Is(True):
		return e
	}
	return e.binary(Both, x)
}

// Choose is a where e holds, else b.
func (e Expr) Choose(a, b Expr) Expr {
	t := chosen(a.Type(), b.Type())
	switch {
	case e.Is(True) && a.Type() == t:
		return a
	case e.Is(False) && b.Type() == t:
		return b
	}
	return NewExpr(Choose{e, a, b}, t)
}

// To is an integer as one of another type, or as a float32.
func (e Expr) To(t Number) Expr { return NewExpr(Convert{e}, t) }

// Bits are the bits of a number; of an unsigned integer, the integer.
func (e Expr) Bits() Expr {
	if t := bitsOf(e.Type()); t != e.Type() {
		return NewExpr(Bits{e}, t)
	}
	return e
}

// FromBits is the number of type t that the lower bits of e are.
func (e Expr) FromBits(t Number) Expr {
	if t == e.Type() {
		return e
	}
	return NewExpr(FromBits{e}, t)
}

// At is an element: of an array of arrays by two numbers.
func (e Expr) At(at ...any) Expr {
	for _, i := range at {
		e = NewExpr(Element{e, operand(i, I32)}, elementOf(e.Type()))
	}
	return e
}

// Elements are the elements of an array.
func (e Expr) Elements() (all []Expr) {
	a, _ := e.Type().(Array)
	for i := range a.N {
		all = append(all, e.At(i))
	}
	return all
}

// Len is the number of values of an array or a slice.
func (e Expr) Len() Expr { return NewExpr(Len{e}, Int) }

// Past are the values from a number on.
func (e Expr) Past(from any) Expr {
	at := operand(from, Int)
	return NewExpr(Part{X: e, From: &at}, partOf(e.Type()))
}

// First are the values up to a number.
func (e Expr) First(to any) Expr {
	at := operand(to, Int)
	return NewExpr(Part{X: e, To: &at}, partOf(e.Type()))
}

// Between are the values from a number on before another.
func (e Expr) Between(from, to Expr) Expr {
	return NewExpr(Part{X: e, From: &from, To: &to}, partOf(e.Type()))
}

// Within is Between for languages in which memory may lie behind the values: it is none of them.
func (e Expr) Within(from, to Expr) Expr {
	return NewExpr(Part{X: e, From: &from, To: &to, Within: true}, partOf(e.Type()))
}

// Two are two values, or the places that take two results.
func Two(a, b Expr) Expr { return NewExpr(Pack{[]Expr{a, b}}, Pair{a.Type(), b.Type()}) }

// MakeSlice is a slice of n values of a type.
func MakeSlice(of Type, n Expr) Expr { return NewExpr(Make{n}, Slice{of}) }

// Whole is an array as a slice.
func (e Expr) Whole() Expr { return NewExpr(Part{X: e}, partOf(e.Type())) }

// View are the first values of a slice as an array.
func (e Expr) View(n int) Expr { return NewExpr(View{e}, Array{elementOf(e.Type()), n}) }

// Clone is a copy of an array.
func (e Expr) Clone() Expr { return NewExpr(Clone{e}, e.Type()) }

// CopyFrom stores values of a slice in e, and is their number.
func (e Expr) CopyFrom(from Expr) Expr { return NewExpr(Copied{e, from}, Int) }

// Copy stores values of a slice in another one.
func (b *Builder) Copy(to, from Expr) { b.Add(Do{to.CopyFrom(from)}) }

// Word is a word of a vector.
func (e Expr) Word(at int) Expr {
	v, _ := e.Type().(Vector)
	return NewExpr(Word{e, at}, v.Word)
}

// Words are the words of a vector.
func (e Expr) Words() (all []Expr) {
	v, _ := e.Type().(Vector)
	for i := range v.Words {
		all = append(all, e.Word(i))
	}
	return all
}

// As is a pointer to the same bytes as values of another type; of an address, one by which they may be written.
func (e Expr) As(t Type) Expr {
	from, _ := e.Type().(Pointer)
	return NewExpr(Recast{e}, Pointer{t, from.ReadOnly})
}

// AddressBits is the address that a pointer is, or that of an array, as an integer.
func (e Expr) AddressBits() Expr { return NewExpr(AddressBits{e}, U64) }

// Funnel are 32 bits of two words, the lower e, behind the first ones.
func (e Expr) Funnel(high, behind Expr) Expr { return NewExpr(Funnel{e, high, behind}, U32) }

// PickBytes are bytes of two words, the lower e.
func (e Expr) PickBytes(high, by Expr) Expr { return NewExpr(PickBytes{e, high, by}, U32) }

// Back is a pointer to the value that is so many back.
func (e Expr) Back(by any) Expr {
	return NewExpr(Offset{From: e, By: operand(by, I32), Back: true}, e.Type())
}

// Leaf is a leaf of a struct, and Leaves are all.
func (e Expr) Leaf(at int) Expr { return NewExpr(Leaf{e, at}, leafOf(e.Type(), at)) }

func (e Expr) Leaves() (all []Expr) {
	for i := range e.Type().(Struct).Leaves() {
		all = append(all, e.Leaf(i))
	}
	return all
}

// Pointed is the value that a pointer points to.
func (e Expr) Pointed() Expr { return NewExpr(Pointed{e}, elementOf(e.Type())) }

// Address is a pointer to an element, by which nothing is written.
func (e Expr) Address() Expr { return NewExpr(Address{e}, Pointer{e.Type(), true}) }

// Aligned reports whether an address is a multiple of so many bytes; AllAligned, whether all are.
func (e Expr) Aligned(bytes int) Expr       { return AllAligned([]Expr{e}, bytes) }
func AllAligned(all []Expr, bytes int) Expr { return NewExpr(Aligned{all, bytes}, Bool{}) }

// From is e of another lane, By an operand that is an int where it is a constant.
func (e Expr) From(m Mode, by any) Expr { return e.FromPart(0, m, by) }

// FromPart is e of another one of so many lanes that follow each other.
func (e Expr) FromPart(part int, m Mode, by any) Expr {
	return NewExpr(Shuffle{m, e, operand(by, I32), part}, e.Type())
}

// All holds if e holds in all lanes of the warp.
func (e Expr) All() Expr { return NewExpr(All{e}, Bool{}) }

// Nothing is a value of a type that nobody looks at; of an array, all its elements are zero.
func Nothing(t Type) Expr { return NewExpr(Zero{}, t) }

// Times is so many times x.
func Times(n int, x Expr) Expr { return operand(n, x.Type()).Times(x) }
