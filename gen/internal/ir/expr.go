package ir

import (
	"reflect"
	"slices"
)

// Expr is a value: a node, and the type of what it computes. Copies share both. The zero Expr is none, with neither.
type Expr struct {
	_ [0]func() // [Expr.Is] compares
	*computed
}

type computed struct {
	node Node
	of   Type
}

// NewExpr is a node of a type.
func NewExpr(n Node, t Type) Expr { return Expr{computed: &computed{n, t}} }

// None reports whether there is no expression.
func (e Expr) None() bool { return e.computed == nil }

// Node is what computes the value.
func (e Expr) Node() Node {
	if e.None() {
		return nil
	}
	return e.node
}

// Type is that of the value.
func (e Expr) Type() Type {
	if e.None() {
		return nil
	}
	return e.of
}

// Is reports whether e is x, which is a constant or a local.
func (e Expr) Is(x Expr) bool {
	switch x.Node().(type) {
	case Const, Local:
		return e.Node() == x.Node() && e.Type() == x.Type()
	}
	return false
}

// Node is what an expression computes. Each kind is one type here, with its meaning.
type Node interface {
	// typed reports whether the node has values of type t.
	typed(t Type) bool
	// value computes the node in a thread.
	value(t *thread, of Type) value
}

// The nodes. Operators compute on integers as C has it, see [usual]: what overflows is cut. They compare floats, too.
type (
	// Const is a number or a truth value, as its bits.
	Const struct {
		Bits   uint64
		Digits bool // a reader sees all of them, in hexadecimal digits
	}
	// Zeros is a value with all bits zero.
	Zeros struct{}
	// Zero is a value that nobody looks at; of an array, all its elements are zero.
	Zero struct{}
	// Identity is what changes nothing, of what the kernel combines.
	Identity struct{}
	// Local is the value of a parameter or a local; of an array, the array itself.
	Local struct{ Var *Var }
	// Index is a number that the launch gives a thread.
	Index struct{ Of Dim }

	// Not holds where X does not; of an integer, promoted as for an operator, it is the other bits.
	Not struct{ X Expr }
	// Binary is an operator on two values.
	Binary struct {
		Op   Op
		A, B Expr
	}
	// Choose is Then where If holds, else Else. The other one is not computed.
	Choose struct{ If, Then, Else Expr }
	// Convert is an integer as one of another type: its lower bits, with its sign above them; or the nearest float32.
	Convert struct{ X Expr }
	// Bits are the bits of a number as an unsigned integer of its size.
	Bits struct{ X Expr }
	// FromBits is the number that the lower bits of an integer are.
	FromBits struct{ X Expr }

	// Element is a value of an array, or the one that is so many from where a pointer points. Every thread of the
	// kernel that reads it after a barrier, or the thread itself, finds what was stored last.
	Element struct{ Of, At Expr }
	// Len is the number of values of an array or a slice.
	Len struct{ X Expr }
	// Part are the values of an array or a slice from a number on, up to another one; nil for the first, and the end.
	Part struct {
		X        Expr
		From, To *Expr
		Within   bool // where memory may lie behind the values, it is none of the part
	}
	// View are the first values of a slice as an array, which is the same memory.
	View struct{ X Expr }
	// Clone is an array that has a copy of the values of another one.
	Clone struct{ X Expr }
	// Make is a slice of so many values that nobody has stored.
	Make struct{ N Expr }
	// Copied stores values of a slice in another one, as many as both have, and is their number.
	Copied struct{ To, From Expr }
	// Word is a word of a vector.
	Word struct {
		Of Expr
		At int
	}
	// Leaf is a leaf of a struct.
	Leaf struct {
		Of Expr
		At int
	}
	// Pointed is the value that a pointer points to, and Address a pointer to an element of an array.
	Pointed struct{ X Expr }
	Address struct{ Of Expr }
	// Pack is a vector of words, an array of values, or two results.
	Pack struct{ Words []Expr }
	// PickBytes are four bytes of two words, numbered from the lowest of Low on: by the lower four hexadecimal digits of
	// By, the lowest first.
	PickBytes struct{ Low, High, By Expr }
	// Funnel are the lower 32 bits of two words, High above Low, behind the first By modulo 32.
	Funnel struct{ Low, High, By Expr }
	// Offset is a pointer to the value that is so many further, or so many back.
	Offset struct {
		From, By Expr
		Back     bool
	}
	// Recast is a pointer to the same bytes as values of another type; of an integer, that of the address.
	Recast struct{ X Expr }
	// AddressBits is the address of what a pointer points to, or of an array, as an integer.
	AddressBits struct{ X Expr }
	// Aligned reports whether addresses are multiples of a power of two.
	Aligned struct {
		All   []Expr
		Bytes int
	}

	// Shuffle is X of another lane of the warp, or of a part of it: of so many that follow each other. All lanes make
	// it together, except parts with no lane left in the kernel. Where the lane is none of the warp, it is the own X;
	// a lane's number counts modulo 32.
	Shuffle struct {
		Mode  Mode
		X, By Expr
		Part  int // 0: all lanes
	}
	// All holds if X holds in all lanes of the warp, which ask together.
	All struct{ X Expr }
	// Call is what a function returns.
	Call struct {
		Func *Func
		Args []Expr
	}
)

// Dim is which number of the launch.
type Dim uint8

// The numbers. Blocks and grids have one dimension.
const (
	ThreadIdx Dim = iota
	BlockIdx
	GridDim
)

// Mode is which lane a shuffle reads.
type Mode uint8

// The modes.
const (
	Idx    Mode = iota // the lane By
	Up                 // so many before
	Down               // so many after
	Across             // the lane with a number that differs in the bits of By
)

// args are the expressions that a node uses: its fields that are one, a list of them, or one that may be left out.
func args(n Node) (all []Expr) {
	fields := reflect.ValueOf(n)
	for i := range fields.NumField() {
		switch e := fields.Field(i).Interface().(type) {
		case Expr:
			all = append(all, e)
		case []Expr:
			all = append(all, e...)
		case *Expr:
			if e != nil {
				all = append(all, *e)
			}
		}
	}
	return all
}

func isNumber(t Type) bool  { _, ok := t.(Number); return ok }
func isInteger(t Type) bool { _, ok := integer(t); return ok }
func isBool(t Type) bool    { return t == Bool{} }
func isArray(t Type) bool   { _, ok := t.(Array); return ok }
func isPointer(t Type) bool { _, ok := t.(Pointer); return ok }
func isStruct(t Type) bool  { _, ok := t.(Struct); return ok }

// leafOf is the type of a leaf of a struct; nil where there is none.
func leafOf(t Type, at int) Type {
	s, ok := t.(Struct)
	if !ok || at < 0 || at >= len(s.Leaves()) {
		return nil
	}
	if l := s.Leaves()[at]; !l.Bool {
		return Number{Type: l.Type}
	}
	return Bool{}
}

func (Const) typed(t Type) bool    { return isNumber(t) || isBool(t) }
func (Zero) typed(t Type) bool     { return isNumber(t) || isArray(t) }
func (Zeros) typed(t Type) bool    { return isNumber(t) || isStruct(t) }
func (Identity) typed(t Type) bool { return isNumber(t) || isStruct(t) }
func (n Local) typed(t Type) bool  { return n.Var.Type == t }
func (Index) typed(t Type) bool    { return t == U32 }
func (n Not) typed(t Type) bool {
	return notOf(n.X.Type()) == t && (isBool(n.X.Type()) || isInteger(n.X.Type()))
}
func (n Binary) typed(t Type) bool { return t != nil && n.Op.result(n.A.Type(), n.B.Type()) == t }
func (n Choose) typed(t Type) bool {
	return isBool(n.If.Type()) && t != nil && chosen(n.Then.Type(), n.Else.Type()) == t
}
func (n Convert) typed(t Type) bool {
	return isInteger(n.X.Type()) && (isInteger(t) || t == F32) || isInteger(t) && isBool(n.X.Type())
}
func (n Bits) typed(t Type) bool { return isNumber(n.X.Type()) && bitsOf(n.X.Type()) == t }
func (n FromBits) typed(t Type) bool {
	return isNumber(t) && isInteger(n.X.Type()) && n.X.Type().size() >= t.size()
}
func (n Element) typed(t Type) bool {
	return t != nil && elementOf(n.Of.Type()) == t && isInteger(n.At.Type())
}
func (n Offset) typed(t Type) bool {
	a, _ := n.From.Type().(Array)
	return isPointer(t) && (n.From.Type() == t || t == Pointer{To: a.Of}) && isInteger(n.By.Type())
}
func (n Aligned) typed(t Type) bool {
	ok := isBool(t) && n.Bytes&(n.Bytes-1) == 0
	for _, x := range n.All {
		ok = ok && isPointer(x.Type())
	}
	return ok
}
func (n Pointed) typed(t Type) bool { return isPointer(n.X.Type()) && elementOf(n.X.Type()) == t }
func (n Make) typed(t Type) bool    { return isSlice(t) && n.N.Type() == Int }
func (n Leaf) typed(t Type) bool    { return t != nil && leafOf(n.Of.Type(), n.At) == t }
func (n Address) typed(t Type) bool {
	e, ok := n.Of.Node().(Element)
	return ok && isArray(e.Of.Type()) && t == Pointer{n.Of.Type(), true}
}
func (n Shuffle) typed(t Type) bool {
	return n.X.Type() == t && isNumber(t) && isInteger(n.By.Type()) && n.lanes() >= 1 && lanes%n.lanes() == 0
}
func (n All) typed(t Type) bool { return isBool(n.X.Type()) && isBool(t) }
func (n AddressBits) typed(t Type) bool {
	return t == U64 && (isPointer(n.X.Type()) || isArray(n.X.Type()))
}
func (n Funnel) typed(t Type) bool {
	return t == U32 && n.Low.Type() == U32 && n.High.Type() == U32 && n.By.Type() == U32
}

func (n PickBytes) typed(t Type) bool { return Funnel(n).typed(t) }

func (n Len) typed(t Type) bool   { return t == Int && (isArray(n.X.Type()) || isSlice(n.X.Type())) }
func (n Part) typed(t Type) bool  { return t == partOf(n.X.Type()) && isSlice(t) }
func (n Clone) typed(t Type) bool { return t == n.X.Type() && isArray(t) }

func (n View) typed(t Type) bool {
	a, ok := t.(Array)
	return ok && n.X.Type() == Slice{a.Of}
}

func (n Copied) typed(t Type) bool {
	return t == Int && n.To.Type() == n.From.Type() && isSlice(n.To.Type())
}

func (n Word) typed(t Type) bool {
	v, ok := n.Of.Type().(Vector)
	return ok && t == v.Word && n.At >= 0 && n.At < v.Words
}

func (n Pack) typed(t Type) bool {
	all := packed(t)
	ok := len(all) > 0 && len(all) == len(n.Words)
	for i := 0; ok && i < len(all); i++ {
		ok = becomes(n.Words[i].Type(), all[i])
	}
	return ok
}

// packed is what a vector, an array or a pair is made of; nothing for other types.
func packed(t Type) []Type {
	switch t := t.(type) {
	case Vector:
		return slices.Repeat([]Type{t.Word}, t.Words)
	case Array:
		return slices.Repeat([]Type{t.Of}, t.N)
	case Pair:
		return []Type{t.First, t.Second}
	}
	return nil
}

func (n Recast) typed(t Type) bool {
	to, ok := t.(Pointer)
	from, isPointer := n.X.Type().(Pointer)
	return ok && (n.X.Type() == U64 || isPointer && (to.ReadOnly || !from.ReadOnly))
}

func (n Call) typed(t Type) bool {
	ok := n.Func.Result == t && len(n.Args) == len(n.Func.Params)
	for i := 0; ok && i < len(n.Args); i++ {
		ok = becomes(n.Args[i].Type(), n.Func.Params[i].Type)
	}
	return ok
}

// lanes are how many lanes make a shuffle together.
func (n Shuffle) lanes() int {
	if n.Part > 0 {
		return n.Part
	}
	return lanes
}

// chosen is the type of a choice of two values.
func chosen(a, b Type) Type {
	if a == b {
		return a
	}
	return usual(a, b)
}

// notOf is the type of what a value is not.
func notOf(t Type) Type {
	if n, ok := promoted(t); ok && !isBool(t) {
		return n
	}
	return Bool{}
}

// bitsOf is the type of the bits of a number.
func bitsOf(t Type) Type {
	for _, u := range unsigned {
		if u.size() == t.size() {
			return u
		}
	}
	return nil
}

func isSlice(t Type) bool { _, ok := t.(Slice); return ok }

// partOf is the type of some values of an array or a slice.
func partOf(t Type) Type {
	if a, ok := t.(Array); ok {
		return Slice{a.Of}
	}
	return t
}

// elementOf is the type of an element of an array, or of what a pointer points to.
func elementOf(t Type) Type {
	switch t := t.(type) {
	case Array:
		return t.Of
	case Slice:
		return t.Of
	case Pointer:
		return t.To
	}
	return nil
}
