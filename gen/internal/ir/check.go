package ir

import (
	"fmt"
	"slices"
)

// Check says what is wrong with a program: a node that has not the type that it says, a name that is used before it is
// defined or defined twice, a store where nothing may be stored, a function that returns nothing where a value is due.
// That threads reach barriers and shuffles together is seen where a program runs, and proved of what is emitted.
func Check(p *Program) error {
	if len(p.Funcs) == 0 {
		return fmt.Errorf("ir: %s has no kernel", p.Name)
	}
	for _, k := range p.Others {
		if err := Check(p.Of(k)); err != nil {
			return err
		}
	}
	names := map[string]*Func{}
	for i, f := range p.Funcs {
		c := &checker{before: p.Funcs[:i], in: f, seen: map[*Var]bool{}, from: f.From, below: f.Below}
		if other := names[f.Name]; other != nil && (other.From == 0 || other.From != f.Below) {
			c.wrong("a second function of the name")
		}
		names[f.Name] = f
		c.function()
		if c.err != nil {
			return fmt.Errorf("ir: %s: %w", f.Name, c.err)
		}
	}
	if p.Kernel().Result != nil && p.Threads > 1 || p.Kernel().Primitive || p.Kernel().Collective != nil {
		return fmt.Errorf("ir: %s is no kernel", p.Kernel().Name)
	}
	return nil
}

// checker checks one function.
type checker struct {
	before []*Func
	in     *Func
	scope  []*Var // visible here
	inner  int    // number of the first of the innermost region
	seen   map[*Var]bool
	err    error

	from, below int // the architectures that the statement is for
}

func (c *checker) wrong(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf(format, args...)
	}
}

func (c *checker) function() {
	for _, p := range c.in.Params {
		if c.define(p); p.Restrict && !isPointer(p.Type) || p.ReadOnly && !isArray(p.Type) && !isStruct(p.Type) {
			c.wrong("%s is no such parameter", p.Name)
		}
	}
	if !c.in.Primitive && c.in.Collective == nil {
		c.all(c.in.Body)
		if c.in.Result != nil && !returns(c.in.Body) {
			c.wrong("the function may end without a value")
		}
	}
}

// returns reports whether statements end with one that ends the function.
func returns(body []Stmt) bool {
	if len(body) == 0 {
		return false
	}
	switch s := body[len(body)-1].(type) {
	case Return, Trap:
		return true
	case If:
		return returns(s.Then) && returns(s.Else)
	case Variant:
		return returns(s.Then) && returns(s.Older)
	}
	return false
}

func (c *checker) define(v *Var) {
	if c.seen[v] || slices.ContainsFunc(c.scope[c.inner:], v.named) {
		c.wrong("%s is defined twice", v.Name)
	}
	if _, pair := v.Type.(Pair); pair {
		c.wrong("%s would hold two results", v.Name)
	}
	c.seen[v], c.scope = true, append(c.scope, v)
}

// named reports whether another variable has the same name.
func (v *Var) named(o *Var) bool { return o.Name == v.Name }

// within checks what stands in a region by itself: what it defines is visible up to its end, and may hide what is
// visible before it, which then is not used.
func (c *checker) within(check func()) {
	visible, inner := len(c.scope), c.inner
	c.inner = visible
	check()
	c.scope, c.inner = c.scope[:visible], inner
}

func (c *checker) all(body []Stmt) {
	for _, s := range body {
		c.statement(s)
	}
}

func (c *checker) region(body []Stmt) { c.within(func() { c.all(body) }) }

func (c *checker) statement(s Stmt) {
	switch s := s.(type) {
	case Let:
		c.let(s)
	case Set:
		c.value(s.Value, s.To.Type(), "stored")
		c.place(s.To)
	case Do:
		c.expr(s.Call)
		switch s.Call.Node().(type) {
		case Call, Copied:
		default:
			c.wrong("%s does nothing", s.Call)
		}
	case If:
		c.within(func() {
			for _, l := range s.Init {
				c.let(l)
			}
			c.value(s.Cond, Bool{}, "a condition")
			c.region(s.Then)
			c.region(s.Else)
		})
	case Variant:
		from, below := c.from, c.below
		c.from = max(from, s.From)
		c.region(s.Then)
		c.from, c.below = from, s.From
		c.region(s.Older)
		c.below = below
	case Scope:
		c.region(s.Body)
	case Switch:
		if c.expr(s.Of); !isInteger(s.Of.Type()) {
			c.wrong("a switch of %v", s.Of.Type())
		}
		for _, body := range s.Cases {
			c.region(body)
		}
	case Parallel:
		c.value(s.N, Int, "numbers")
		c.value(s.Least, Int, "numbers")
		c.within(func() {
			c.define(s.From)
			c.define(s.To)
			c.all(s.Body)
		})
	case For:
		c.within(func() { c.loop(s) })
	case Each:
		if c.expr(s.Of); !isSlice(s.Of.Type()) || elementOf(s.Of.Type()) != s.Var.Type {
			c.wrong("each %s of %v", s.Var.Name, s.Of.Type())
		}
		c.within(func() {
			c.define(s.Var)
			c.all(s.Body)
		})
	case DoWhile:
		c.region(s.Body)
		c.value(s.While, Bool{}, "a condition")
	case Return:
		switch {
		case (s.Value == nil) != (c.in.Result == nil):
			c.wrong("a return of another result")
		case s.Value != nil:
			c.value(*s.Value, c.in.Result, "returned")
		}
	case Step, Remark, Trap, Barrier:
	default:
		c.access(s)
	}
}

func (c *checker) loop(s For) {
	for _, l := range s.Init {
		c.let(l)
	}
	c.value(s.While, Bool{}, "a condition")
	c.region(s.Body)
	for _, n := range s.Next {
		c.statement(n)
	}
}

func (c *checker) let(s Let) {
	if _, array := s.Var.Type.(Array); s.Value != nil {
		c.value(*s.Value, s.Var.Type, s.Var.Name)
		if array && !fresh(*s.Value) || s.Var.Shared {
			c.wrong("%s has a value where it is defined", s.Var.Name)
		}
	}
	c.define(s.Var)
}

// fresh reports whether a local array may begin as an expression: as one that has no other name.
func fresh(e Expr) bool {
	switch e.Node().(type) {
	case Zero, View, Clone, Pack:
		return true
	}
	return false
}

// access checks an access of global memory.
func (c *checker) access(s Stmt) {
	pointer := func(e Expr, writes bool) {
		c.expr(e)
		if p, ok := e.Type().(Pointer); !ok || writes && p.ReadOnly {
			c.wrong("an access by %v", e.Type())
		}
	}
	words := func(all []Expr, order Order) {
		if order == Relaxed && len(all) > 1 {
			c.wrong("a relaxed access of %d words", len(all))
		}
		n := len(all)
		odd := func(e Expr) bool { return e.Type() != all[0].Type() || !isInteger(e.Type()) }
		if n == 0 || n&(n-1) != 0 || n*all[0].Type().size() > 16 || slices.ContainsFunc(all, odd) {
			c.wrong("an access of words that no instruction has")
		}
	}
	switch s := s.(type) {
	case Load:
		pointer(s.From, false)
		for _, to := range s.To {
			c.place(to)
		}
		words(s.To, s.Order)
	case Store:
		pointer(s.To, true)
		for _, w := range s.Words {
			c.expr(w)
		}
		words(s.Words, s.Order)
	case Instruct:
		c.instruction(s)
	case AtomicAdd:
		pointer(s.At, true)
		c.place(s.Old)
		c.value(s.By, s.Old.Type(), "added")
		words([]Expr{s.Old}, Relaxed)
	default:
		c.wrong("unexpected statement %T", s)
	}
}

// instruction checks the operands of an instruction of the table.
func (c *checker) instruction(s Instruct) {
	if len(s.To) != len(s.Of.To) || len(s.Use) != len(s.Of.Use) {
		c.wrong("%s of other operands", s.Of.Name)
		return
	}
	for i, to := range s.To {
		if c.place(to); to.Type() != s.Of.To[i] {
			c.wrong("%s stores a %s in a %s", s.Of.Name, s.Of.To[i], to.Type())
		}
	}
	for i, use := range s.Use {
		if c.expr(use); !s.Of.Use[i](use.Type()) {
			c.wrong("%s of a %s", s.Of.Name, use.Type())
		}
	}
}

// place checks where something is stored.
func (c *checker) place(to Expr) {
	c.expr(to)
	root, memory := to, false
	for {
		switch n := root.Node().(type) {
		case Element:
			root, memory = n.Of, true
			if p, ok := root.Type().(Pointer); ok {
				if p.ReadOnly {
					c.wrong("a store to memory that is only read")
				}
				return
			}
			continue
		case Word:
			root = n.Of
			continue
		case Leaf:
			root = n.Of
			continue
		case Pointed:
			if p, ok := n.X.Type().(Pointer); !ok || p.ReadOnly {
				c.wrong("a store to memory that is only read")
			}
			return
		case Pack: // of two results
			for _, to := range n.Words {
				c.place(to)
			}
			return
		case Local:
			if n.Var.ReadOnly {
				c.wrong("a store to %s, which is only read", n.Var.Name)
			}
			if _, array := to.Type().(Array); array && !memory {
				c.wrong("a store of a whole array")
			}
		default:
			c.wrong("%T is no place", n)
		}
		return
	}
}

// passes checks the arguments that a function takes by reference or by address.
func (c *checker) passes(n Call) {
	for i, p := range n.Func.Params {
		if p.By == ByValue || i >= len(n.Args) {
			continue
		}
		if _, local := n.Args[i].Node().(Local); !local || n.Args[i].Type() != p.Type {
			c.wrong("%s is no local that %s may change", n.Args[i], n.Func.Name)
			continue
		}
		c.place(n.Args[i])
	}
}

// value checks an expression that stands where a value of a type does.
func (c *checker) value(e Expr, t Type, what string) {
	c.expr(e)
	if !becomes(e.Type(), t) {
		c.wrong("%s: %v, want %v", what, e.Type(), t)
	}
}

// expr checks an expression.
func (c *checker) expr(e Expr) {
	if e.Node() == nil {
		c.wrong("an operand that is no expression")
		return
	}
	for _, arg := range args(e.Node()) {
		c.expr(arg)
	}
	switch n := e.Node().(type) {
	case Local:
		visible := c.scope
		for len(visible) > 0 && !n.Var.named(visible[len(visible)-1]) {
			visible = visible[:len(visible)-1]
		}
		if len(visible) == 0 || visible[len(visible)-1] != n.Var {
			c.wrong("%s is used where it is not defined", n.Var.Name)
		}
	case Call:
		if !slices.Contains(c.before, n.Func) {
			c.wrong("calls %s, which does not stand before it", n.Func.Name)
		}
		if n.Func.From > c.from || n.Func.Below > 0 && (c.below == 0 || n.Func.Below < c.below) {
			c.wrong("calls %s on other architectures than it is for", n.Func.Name)
		}
		c.passes(n)
		for i, arg := range n.Args {
			if l, ok := arg.Node().(Local); ok && l.Var.ReadOnly && i < len(n.Func.Params) && !n.Func.Params[i].ReadOnly {
				c.wrong("passes %s, which is only read, to %s", l.Var.Name, n.Func.Name)
			}
		}
	}
	if !e.Node().typed(e.Type()) {
		c.wrong("%T is no %v", e.Node(), e.Type())
	}
}
