package ir

import "math/bits"

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
