// Package ir is the form of a kernel and its functions: typed expressions, and statements with regions, in which
// memory, barriers and what threads read from each other stand as such. Lowerings build it, the checker and the
// interpreter give it a meaning, and the printer of a language spells it. A [network.Network] is straight-line and
// stays beside it, for what one warp or block computes without branches.
//
// Everything that a kernel does is a node: no statement is text of a language. A function without a body is a
// primitive. The target has its text, and the caller of the interpreter its meaning.
package ir

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/spec"
)

// Program is a kernel with the functions that it calls, in the order in which they stand in a file: each after those
// that it calls. The kernel is last.
type Program struct {
	Name    string
	Threads int // of a block
	Least   int // blocks that a multiprocessor has at least, for the compiler of the kernel; 0: it decides
	Funcs   []*Func
	Others  []*Func // kernels of the same file, which call the same functions and are launched by themselves

	// Exchanges are what the threads of a row or a block read from each other by steps of the program, for pictures.
	Exchanges []Exchange

	called   map[*Func]bool // by expressions that were made
	building int            // a variant for architectures from this one on
}

// Of is the program of one of the other kernels.
func (p *Program) Of(kernel *Func) *Program {
	return &Program{Name: p.Name, Threads: p.Threads, Funcs: append(slices.Clone(p.Funcs[:len(p.Funcs)-1]), kernel)}
}

// Exchange is a step of the threads of a row or a block. A thread takes in what the threads of From have; without any,
// what it has is not used. Where From is nil, each thread begins anew with what is its own.
type Exchange struct {
	Title string
	From  func(thread int) []int
}

// Shows adds a step of threads to the pictures.
func (p *Program) Shows(title string, from func(thread int) []int) {
	p.Exchanges = append(p.Exchanges, Exchange{title, from})
}

// Kernel is the function that is launched.
func (p *Program) Kernel() *Func { return p.Funcs[len(p.Funcs)-1] }

// Func is a function that threads call.
type Func struct {
	Name   string
	Does   []string // what it does, in lines for a reader
	Params []*Var
	Result Type // nil for none
	Body   []Stmt

	// Primitive: the target has the text. Each thread calls it by itself, and it reads its parameters alone. Of
	// slices and arrays, it sets each value of the first by the values of the others at its place, and by numbers.
	Primitive bool

	// From and Below are architectures that the function is for, as compute capabilities times ten: those from the first
	// on, or those below the second; 0: any. Another function has its name on the others.
	From, Below int

	// Collective is what threads compute together by the function, which then has no body; nil of others.
	Collective *Collective
}

// Collective is a function that threads call together, such as a network of a block: the target has the text.
type Collective struct {
	Warp bool // the lanes of a warp call it, else the threads of a block: it is then a barrier
	Part int  // so many lanes of a warp that follow each other call it, others may have ended; 0: all

	// Receive is what each thread receives of the arguments of all, by thread; of structs, of each leaf.
	Receive func(l Launch, args [][]uint64) ([][]uint64, error)
}

// lanes are how many of a warp call the function.
func (c *Collective) lanes() int {
	if c.Part > 0 {
		return c.Part
	}
	return lanes
}

// Var is a parameter or a local of each thread, or memory that the threads of a block share.
type Var struct {
	Name     string
	Type     Type
	Shared   bool
	ReadOnly bool    // a parameter that is an array or a struct, which the function does not write
	Restrict bool    // a parameter that is a pointer: no other parameter reaches a value that one of both writes
	By       Passing // of a parameter
}

// Passing is how a function takes an argument.
type Passing uint8

// The ways. By reference and by address, the argument is a local of the caller, which the function reads and writes.
const (
	ByValue Passing = iota
	ByReference
	ByAddress
)

// Type is the type of a value. Types compare by ==.
type Type interface {
	size() int // in bytes
}

// The types.
type (
	// Number is an integer or a float.
	Number struct {
		spec.Type
		Counts bool // of elements, in the type that the language counts with
	}
	// Bool is a truth value.
	Bool struct{}
	// Vector is so many words, which one instruction loads or stores.
	Vector struct {
		Word  Number
		Words int
	}
	// Struct is an element of several leaves. A function that only reads one takes it by reference.
	Struct struct{ *spec.Element }
	// Array is so many values, in registers or shared memory. Functions take it by reference.
	Array struct {
		Of Type
		N  int
	}
	// Pair are two results of a function. No local is one.
	Pair struct{ First, Second Type }
	// Slice is so many values in memory, a number that is known when the program runs.
	Slice struct{ Of Type }
	// Pointer is the address of the first of some values in global memory.
	Pointer struct {
		To       Type
		ReadOnly bool
	}
)

// The integers that kernels count with, and those of bits alone; and the floats that they compare.
var (
	I32 = Number{Type: spec.Int32}
	I64 = Number{Type: spec.Int64}
	U8  = Number{Type: spec.Uint8}
	U16 = Number{Type: spec.Uint16}
	U32 = Number{Type: spec.Uint32}
	U64 = Number{Type: spec.Uint64}
	F32 = Number{Type: spec.Float32}
	F64 = Number{Type: spec.Float64}
	Int = Number{spec.Int64, true} // what a sequential program counts with
)

func (Bool) String() string     { return "bool" }
func (t Vector) String() string { return fmt.Sprintf("%d words of %s", t.Words, t.Word) }
func (t Struct) String() string { return t.Name() }
func (t Pair) String() string   { return fmt.Sprintf("%s and %s", t.First, t.Second) }
func (t Slice) String() string  { return fmt.Sprintf("[]%s", t.Of) }
func (t Array) String() string  { return fmt.Sprintf("[%d]%s", t.N, t.Of) }

func (t Pointer) String() string {
	if t.ReadOnly {
		return fmt.Sprintf("const *%s", t.To)
	}
	return fmt.Sprintf("*%s", t.To)
}

func (t Number) size() int  { return t.Bits() / 8 }
func (Bool) size() int      { return 1 }
func (t Vector) size() int  { return t.Words * t.Word.size() }
func (t Struct) size() int  { return t.Size() }
func (t Array) size() int   { return t.N * t.Of.size() }
func (t Pair) size() int    { return t.First.size() + t.Second.size() }
func (t Slice) size() int   { return 24 }
func (t Pointer) size() int { return 8 }

// integer reports whether t is a type of integers, and the type.
func integer(t Type) (Number, bool) {
	n, ok := t.(Number)
	return n, ok && n.Class() != spec.Float
}

// promoted is t as operators take it: a truth value and an integer of less than 32 bits become an int.
func promoted(t Type) (Number, bool) {
	n, ok := integer(t)
	if t == (Bool{}) || ok && n.Bits() < 32 {
		return I32, true
	}
	return n, ok
}

// usual is the type in which integers of two types are computed, as C has it: both are promoted, then the narrower
// becomes the wider, and of one size the signed becomes the unsigned. Nil where one is no integer.
func usual(a, b Type) Type {
	x, isX := promoted(a)
	y, isY := promoted(b)
	if !isX || !isY {
		return nil
	}
	if y.Bits() > x.Bits() || y.Bits() == x.Bits() && y.Class() == spec.Unsigned {
		return y
	}
	return x
}

// becomes reports whether a value of type t may be stored as type to. Equal types may, and a pointer as one to
// read-only memory. An integer may become any other integer, which keeps its lower bits.
func becomes(t, to Type) bool {
	if t == to {
		return true
	}
	if p, ok := t.(Pointer); ok {
		return Pointer{p.To, true} == to
	}
	_, from := integer(t)
	_, into := integer(to)
	return from && into
}

var unsigned = []Number{U8, U16, U32, U64}
