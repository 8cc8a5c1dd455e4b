package ir

import (
	"fmt"
	"math/bits"
)

// spread says which threads have one value, or are at a place together.
type spread uint8

const (
	ofBlock  spread       = iota // all threads of a block
	ofWarp                       // all lanes of a warp; the next ones are of 16, 8, 4 and 2 lanes that follow each other
	ofThread = ofWarp + 5        // each has its own
)

// ofLanes is the spread of so many lanes that follow each other, a power of two.
func ofLanes(n int) spread {
	s := ofWarp
	for ; n < lanes; n *= 2 {
		s++
	}
	return s
}

// converges says which barrier not all threads of a block reach together, or which shuffle not all lanes of a warp. A
// condition parts those that may have other values of it. A load from shared memory is one value if its address is
// one, as a barrier stands between a store and the loads of other threads.
func converges(kernel *Func) error {
	c := &convergence{in: kernel, of: map[*Var]spread{}, defined: map[*Var]*Expr{}}
	for c.changed = true; c.changed && c.err == nil; {
		c.changed, c.left = false, ofBlock
		c.region(kernel.Body, ofBlock)
	}
	return c.err
}

// convergence is what is known of one call of a function.
type convergence struct {
	in      *Func
	of      map[*Var]spread
	defined map[*Var]*Expr // by the only value of a local; nil if it has several
	left    spread         // of threads that go on where others have left the function
	parted  spread         // by conditions, of threads that go on
	result  spread
	changed bool
	err     error
}

func (c *convergence) wrong(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf("ir: %s: "+format, append([]any{c.in.Name}, args...)...)
	}
}

// sets notes that a local has a value of a spread.
func (c *convergence) sets(v *Var, s spread) {
	if s > c.of[v] {
		c.of[v], c.changed = s, true
	}
}

// store notes a store, by threads that are at the place together.
func (c *convergence) store(to Expr, s spread) {
	switch n := to.Node.(type) {
	case Local:
		if !n.Var.Shared {
			c.sets(n.Var, s)
			c.stores(n.Var)
		}
	case Word:
		c.store(n.Of, s)
	case Leaf:
		c.store(n.Of, s)
	case Pointed:
		c.expr(n.X, s)
	case Element:
		c.expr(n.At, s)
	}
}

func (c *convergence) region(body []Stmt, together spread) {
	for _, s := range body {
		c.statement(s, max(together, c.left))
	}
}

func (c *convergence) statement(s Stmt, together spread) {
	switch s := s.(type) {
	case Let:
		if s.Value != nil {
			c.sets(s.Var, max(together, c.expr(*s.Value, together)))
			c.defines(s.Var, *s.Value)
		}
	case Set:
		c.store(s.To, max(together, c.expr(s.Value, together)))
	case Do:
		c.expr(s.Call, together)
	case If:
		for _, l := range s.Init {
			c.statement(l, together)
		}
		c.parts(c.expr(s.Cond, together), together, s.Then, s.Else)
	case Switch:
		c.parts(c.expr(s.Of, together), together, s.Cases...)
	case Scope:
		c.region(s.Body, together)
	case Variant:
		left := c.left
		c.region(s.Then, together)
		then := c.left
		c.left = left
		c.region(s.Older, together)
		c.left = max(c.left, then)
	case Instruct:
		for _, use := range s.Use {
			c.expr(use, together)
		}
		if s.Of.together && together != ofBlock {
			c.wrong("%s that not all threads of the block reach together", s.Of.Name)
		}
		for _, to := range s.To {
			c.store(to, max(together, s.Of.gives))
		}
	case Parallel:
		c.parts(ofThread, together, s.Body)
	case For:
		for _, l := range s.Init {
			c.statement(l, together)
		}
		c.rounds(s.Body, s.Next, s.While, together)
	case Each:
		c.sets(s.Var, ofThread)
		c.parts(ofThread, together, s.Body)
	case DoWhile: // the first round is together, the others where all go on
		c.rounds(s.Body, nil, s.While, together)
	case Return:
		if s.Value != nil {
			c.result = max(c.result, together, c.expr(*s.Value, together))
		}
		c.left = max(c.left, together)
	case Step, Remark, Trap:
	case Barrier:
		if together != ofBlock {
			c.wrong("a barrier that not all threads of the block reach together")
		}
	case Load:
		c.expr(s.From, together)
		for _, to := range s.To {
			c.store(to, ofThread)
		}
	case Store:
		c.expr(s.To, together)
		for _, w := range s.Words {
			c.expr(w, together)
		}
	case AtomicAdd:
		c.expr(s.At, together)
		c.expr(s.By, together)
		c.store(s.Old, ofThread)
	default:
		c.wrong("unexpected statement %T", s)
	}
}

// parts are regions; threads take one of them by a condition.
func (c *convergence) parts(by, together spread, bodies ...[]Stmt) {
	parted := c.parted
	c.parted = max(parted, by)
	for _, body := range bodies {
		c.region(body, max(together, by))
	}
	c.parted = parted
}

// chosen is the spread of expressions, which threads compute by a condition.
func (c *convergence) chosen(by, together spread, args ...Expr) spread {
	parted, all := c.parted, by
	c.parted = max(parted, by)
	for _, arg := range args {
		all = max(all, c.expr(arg, max(together, by)))
	}
	c.parted = parted
	return all
}

// rounds are those of a loop, the second without threads that have left in the first.
func (c *convergence) rounds(body []Stmt, next []Set, while Expr, together spread) {
	for range 2 {
		all := max(together, c.left)
		by := c.expr(while, all)
		c.parts(by, all, body)
		for _, n := range next {
			c.statement(n, max(all, by, c.left))
		}
	}
}

// expr is the spread of an expression that is computed by threads together.
func (c *convergence) expr(e Expr, together spread) spread {
	if c.err != nil {
		return ofThread
	}
	all := ofBlock
	several := func(args ...Expr) spread {
		for _, arg := range args {
			all = max(all, c.expr(arg, together))
		}
		return all
	}
	warp := func(part int, args ...Expr) {
		several(args...)
		if together > ofLanes(part) || c.parted > ofWarp {
			c.wrong("a shuffle or vote that not all lanes of the warp make together")
		}
	}
	switch n := e.Node.(type) {
	case Index:
		if n.Of == ThreadIdx {
			return ofThread
		}
	case Local:
		if _, array := n.Var.Type.(Array); array && !n.Var.Shared {
			return ofThread
		}
		return c.of[n.Var]
	case Binary:
		if lanes, ok := sharers(n); ok {
			return ofLanes(lanes)
		}
		if mask, ok := n.B.Node.(Const); ok && n.Op == And && mask.Bits&(mask.Bits+1) == 0 {
			return c.lowBits(n.A, bits.Len64(mask.Bits), together)
		}
		if !operators[n.Op].logical {
			return several(n.A, n.B)
		}
		by := several(n.A)
		return max(by, c.chosen(by, together, n.B))
	case Choose:
		by := several(n.If)
		return max(by, c.chosen(by, together, n.Then, n.Else))
	case Shuffle:
		warp(n.lanes(), n.X)
		if by := c.expr(n.By, together); n.Mode == Idx && by <= ofWarp {
			return ofWarp
		}
		return ofThread
	case All:
		warp(lanes, n.X)
		return ofWarp
	case Call:
		return c.call(n, together)
	case Const, Zero, Identity, AddressBits, Funnel, PickBytes, Not, Convert, Bits, FromBits, Element, Len, Part, View,
		Clone,
		Make, Copied, Word, Leaf, Pointed, Address, Pack, Offset, Recast, Aligned, Zeros:
		return several(args(n)...)
	default:
		c.wrong("unexpected node %T", n)
	}
	return all
}

// sharers are how many lanes that follow each other have one value of an operator: of the number of the warp, or of a
// part of it, and of whether that is one of the first.
func sharers(n Binary) (of int, ok bool) {
	by, constant := n.B.Node.(Const)
	if n.Op != Div && n.Op != Less || n.A.Node != (Index{ThreadIdx}) || !constant || by.Bits == 0 {
		return 0, false
	}
	return min(lanes, 1<<bits.TrailingZeros64(by.Bits)), true
}

// together is the spread of what threads receive that call a function together.
func (c *convergence) together(f *Func, of Collective, together spread) spread {
	scope := ofBlock
	if of.Warp {
		scope = ofLanes(of.lanes())
	}
	if together > scope || of.Warp && c.parted > ofWarp {
		c.wrong("a call of %s that not all threads make together", f.Name)
	}
	if of.Same {
		return scope
	}
	return ofThread
}

// call checks a call with what is known of its arguments.
func (c *convergence) call(n Call, together spread) spread {
	in := &convergence{in: n.Func, of: map[*Var]spread{}, defined: map[*Var]*Expr{}, parted: c.parted}
	all := together
	for i, arg := range n.Args {
		s := c.expr(arg, together)
		in.of[n.Func.Params[i]], all = s, max(all, s)
		if n.Func.Params[i].By != ByValue {
			c.store(arg, ofThread)
		}
	}
	if n.Func.Primitive {
		return all
	}
	if k := n.Func.Collective; k != nil {
		return c.together(n.Func, *k, together)
	}
	for in.changed = true; in.changed && in.err == nil; {
		in.changed, in.left = false, ofBlock
		in.region(n.Func.Body, together)
	}
	if c.err == nil {
		c.err = in.err
	}
	return max(in.result, together)
}

// Threads may have different numbers with the same lower bits: those of an address behind so many whole words.

// defines notes by what a local is defined, once.
func (c *convergence) defines(v *Var, by Expr) {
	if _, known := c.defined[v]; !known {
		c.defined[v] = &by
	}
}

// definition is the only value of a local.
func (c *convergence) definition(v *Var) (by Expr, known bool) {
	if def := c.defined[v]; def != nil {
		return *def, true
	}
	return by, false
}

// stores notes that a local has more values than one.
func (c *convergence) stores(v *Var) {
	if def, known := c.defined[v]; !known || def != nil {
		c.defined[v], c.changed = nil, true
	}
}

// lowBits is the spread of the lower bits of an integer or an address.
func (c *convergence) lowBits(e Expr, count int, together spread) spread {
	if c.zeroBits(e) >= count {
		return ofBlock
	}
	switch n := e.Node.(type) {
	case Local:
		if by, known := c.definition(n.Var); known {
			return min(c.of[n.Var], c.lowBits(by, count, together))
		}
	case Binary:
		switch n.Op {
		case Add, Sub, Mul, And, Or, Xor:
			return max(c.lowBits(n.A, count, together), c.lowBits(n.B, count, together))
		}
	case AddressBits:
		return c.lowBits(n.X, count, together)
	case Offset:
		size := bits.TrailingZeros(uint(elementOf(e.Type).size()))
		return max(c.lowBits(n.From, count, together), c.lowBits(n.By, count-size, together))
	}
	return c.expr(e, together)
}

// zeroBits is how many lower bits of an integer are zero at least.
func (c *convergence) zeroBits(e Expr) int {
	switch n := e.Node.(type) {
	case Const:
		return bits.TrailingZeros64(n.Bits)
	case Local:
		if by, known := c.definition(n.Var); known {
			return c.zeroBits(by)
		}
	case Choose:
		return min(c.zeroBits(n.Then), c.zeroBits(n.Else))
	case Binary:
		switch n.Op {
		case Add, Sub, Or, Xor:
			return min(c.zeroBits(n.A), c.zeroBits(n.B))
		case Mul:
			return c.zeroBits(n.A) + c.zeroBits(n.B)
		}
	}
	return 0
}
