// Package goexec executes typed Go, statement by statement, over a domain of values: numbers, or terms that
// stand for every input. It resolves every name by go/types, never by its text, and refuses what it does not
// know. Where a condition is not known both sides are executed, and what they wrote is chosen from.
//
// A [Host] says where functions come from and what an execution may do. Package goread is the host of the
// functions under proof, package gofunc that of users' functions.
package goexec

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Code is type-checked syntax.
type Code struct {
	Fset    *token.FileSet
	Info    *types.Info
	Types   *types.Package
	IntBits int // of an int
}

// Host is what an execution belongs to.
type Host interface {
	// Refuse is the error that refuses a node.
	Refuse(n ast.Node, what, why string) error
	// Panics notes or refuses a node where the program may panic, or where Go leaves its outcome to the machine.
	Panics(n ast.Node, happens bv.Value, p Panic)
	// Fuses notes or refuses a sum or difference that has a product as an operand, unrounded.
	Fuses(n ast.Node, op token.Token, k Kind)
	// Divides is the quotient or the remainder of two words. The divisor is not zero.
	Divides(n ast.Node, of bv.Division, x, y bv.Value) bv.Value
	// Expr is an expression that the host evaluates by itself, if it does.
	Expr(e ast.Expr) (Value, bool)
	// Stmt executes a statement that the host executes by itself, and reports whether it did.
	Stmt(s ast.Stmt) bool
	// If executes an if with a condition that is not a constant, and reports whether it did.
	If(s *ast.IfStmt, condition bv.Value) bool
	// Call is a call that the host knows by itself, if it does. alone is true where nothing else is evaluated
	// beside it, so that it may write through pointers.
	Call(e *ast.CallExpr, fn *types.Func, alone bool) ([]Value, bool)
	// Library reports whether a function of the standard library is known by its name, [Known].
	Library(fn *types.Func) bool
	// Body is a function that is executed where it is called; nil: there is none.
	Body(e *ast.CallExpr, fn *types.Func) (*Code, *ast.FuncDecl)
	// Global is a variable of a package.
	Global(n ast.Node, v *types.Var) Value
	// SameKeys makes keys of one kind of two values of a choice. At least one of them is a key.
	SameKeys(x, y Value) (Value, Value)
	// KeyExtreme is the least or the greatest of two values. At least one of them is a key.
	KeyExtreme(e *ast.CallExpr, isMin bool, x, y Value) Value
}

// Panic is why a program panics: for a list of what may happen, and for the refusal of code where it may.
type Panic struct{ Why, What, Want string }

// Limits bound an execution.
type Limits struct {
	Steps   int // statements, expressions and elements
	Rounds  int // of one loop
	Unknown int // rounds of one loop with a condition that depends on data
}

// Run is one execution.
type Run struct {
	*Code
	*Frame
	Limits
	Host    Host
	Dom     bv.Domain
	Yes, No bv.Value // one bit
	Path    bv.Value // one bit: the conditions of the enclosing branches
	At      ast.Node // the statement that is executed, for messages
	Exits   []*Cell  // one bit each: whether an enclosing loop, switch or call was left
	Writes  int      // how many writes went through pointers

	// Operator says that a user's function is executed: it may call itself, and has methods, complex numbers and
	// conversions between floats and integers. Pointers and indices that depend on data are refused.
	Operator  bool
	Slices    bool                    // slices are followed
	Interrupt func() error            // if it is set, is asked now and then; its error ends the execution
	Same      func(i, j int) bv.Value // if it is set, says whether two values with numbers [Value.Of] are equal
	Assumed   map[bv.Value]bool       // bits that are taken for 0, while a branch is looked at
	Constants map[Constant]bool       // the numbers in the code that was executed; nil: they are not noted
	ReadsBits map[int32]bool          // by [Value.Given]: the floats with bits that were computed with; nil: likewise

	Assume func(n ast.Node, what string) // notes a condition of the outcome of an operator

	logs  []*changes // of the enclosing branches
	steps int
}

// Constant is a number in the code.
type Constant struct {
	Bits  int
	Float bool
	X     uint64
}

// Frame is one call of a function.
type Frame struct {
	Env      map[types.Object]*Cell
	Caller   *Frame
	fn       *types.Func
	results  []*Cell
	named    bool // the results are variables
	returned *Cell
	targets  []target // of break and continue
}

// Start is an execution that has not begun.
func Start(h Host, c *Code, dom bv.Domain, at ast.Node) *Run {
	r := &Run{Code: c, Host: h, Dom: dom, At: at, Yes: dom.Const(1, 1), No: dom.Const(1, 0)}
	r.Path = r.Yes
	return r
}

// Error is a refusal, with its place and what stands there.
type Error struct {
	Pos  token.Position
	What string // the source construct
	Why  string
}

// Error is the refusal in one line.
func (e *Error) Error() string { return fmt.Sprintf("%s: %s: %s", e.Pos, e.What, e.Why) }

type interrupted struct {
	at    ast.Node
	cause error
}

// Ends makes a refusal out of the depth of an execution an error. It is deferred. of is what is executed.
func (r *Run) Ends(of string, err *error) {
	switch p := recover().(type) {
	case nil:
	case *Error:
		*err = p
	case bv.Stop:
		*err = r.Host.Refuse(r.At, of, p.Why)
	case interrupted:
		if *err = p.cause; !r.Operator {
			*err = r.Host.Refuse(p.at, "the execution", p.cause.Error())
		}
	default:
		panic(p)
	}
}

// Stop refuses a node, out of the depth of an execution.
func (r *Run) Stop(n ast.Node, what, why string) { panic(r.Host.Refuse(n, what, why)) }

// TooManySteps is why a long execution is refused.
const TooManySteps = "the execution is not followed further; write a shorter loop"

// Step counts one step of the execution.
func (r *Run) Step(n ast.Node) {
	if r.steps++; r.steps > r.Limits.Steps {
		r.Stop(n, fmt.Sprintf("more than %d steps", r.Limits.Steps), TooManySteps)
	}
	if r.Interrupt != nil && r.steps%256 == 0 {
		if err := r.Interrupt(); err != nil {
			panic(interrupted{n, err})
		}
	}
}

// Panics notes or refuses a panic where the bit is 1, unless that is never.
func (r *Run) Panics(n ast.Node, bit bv.Value, p Panic) {
	if happens := r.And(r.And(r.Path, r.alive()), bit); !r.Is(happens, 0) {
		r.Host.Panics(n, happens, p)
	}
}

// Put writes a cell, and notes for the enclosing branch what it held.
func (r *Run) Put(c *Cell, x Value) {
	if n := len(r.logs); n > 0 {
		r.logs[n-1].note(c)
	}
	c.Val = x
}

// set writes a cell, where the program has not left its scope.
func (r *Run) set(c *Cell, x Value) {
	live := r.live(c.Depth)
	switch k, known := r.Dom.Known(live); {
	case known && k == 1:
		r.Put(c, x)
	case !known:
		r.Put(c, r.Choose(live, x, c.Val))
	}
}

// live is whether no exit was taken but the first n, which enclose a scope.
func (r *Run) live(n int) bv.Value {
	left := r.No
	for _, c := range r.Exits[min(n, len(r.Exits)):] {
		if c.Val.V != r.No {
			left = r.Or(left, c.Val.V)
		}
	}
	if left == r.No {
		return r.Yes
	}
	return r.Not(left)
}

// alive is whether execution is still here, as far as exits go.
func (r *Run) alive() bv.Value { return r.live(0) }

// dead is whether it is certain that execution never is here.
func (r *Run) dead() bool { return r.Is(r.alive(), 0) }

// leave takes an exit, where the condition holds.
func (r *Run) leave(exit *Cell, condition bv.Value) {
	r.Put(exit, Value{V: r.Or(exit.Val.V, r.And(r.alive(), condition))})
}

// enter begins a scope that can be left, and end ends it.
func (r *Run) enter() (exit *Cell) {
	exit = &Cell{Val: Value{V: r.No}}
	r.Exits = append(r.Exits, exit)
	return exit
}

func (r *Run) end(exit *Cell) {
	if r.Exits[len(r.Exits)-1] != exit {
		panic("a scope ends that is not the innermost")
	}
	r.Exits = r.Exits[:len(r.Exits)-1]
}

// Is reports whether a value is known to be x.
func (r *Run) Is(v bv.Value, x uint64) bool {
	k, known := r.Dom.Known(v)
	return known && k == x
}

// The operations on bits spare the domain what is known.

// And is 1 where both bits are.
func (r *Run) And(a, b bv.Value) bv.Value { return r.spared(bv.And, 0, a, b) }

// Or is 1 where either bit is.
func (r *Run) Or(a, b bv.Value) bv.Value { return r.spared(bv.Or, 1, a, b) }

// spared is an operation on bits where one of them is the result if it is a number.
func (r *Run) spared(op bv.IntOp, wins uint64, a, b bv.Value) bv.Value {
	for _, of := range [2][2]bv.Value{{a, b}, {b, a}} {
		if k, known := r.Dom.Known(of[0]); known && k == wins {
			return of[0]
		} else if known {
			return of[1]
		}
	}
	return r.Dom.Int(op, a, b)
}

// Not is 1 where the bit is not.
func (r *Run) Not(a bv.Value) bv.Value { return r.Dom.Not(a) }

// Bit is a bit that is known.
func (r *Run) Bit(b bool) bv.Value {
	if b {
		return r.Yes
	}
	return r.No
}
