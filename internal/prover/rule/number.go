package rule

// Num is a number in a rule: a width, a place, or the value of a constant. It is a variable, or computed from others.
type Num struct {
	Op   NumOp
	N    uint64 // Literal: the number; Variable: which
	X, Y *Num
}

// NumOp says how a number is computed.
type NumOp uint8

// The ways. Sums and differences are modulo 2^64.
const (
	Literal NumOp = iota
	Variable
	Plus
	Minus
	XorNum
	LowBits // the lowest Y bits of X
	OnesOf  // X ones
	TopOf   // the highest of X bits
	Shifted // X, moved up by Y bits
	SignOf  // X of Y bits, extended with its sign
)

// MaxWidth is the greatest width of a value.
const MaxWidth = 64

// The variables of numbers: widths, places, and values of constants.
const (
	VarW = iota
	VarK
	VarM
	VarN
	VarX // the value of a constant
	VarY
	NumVars
)

// Numbers are the values of the variables of numbers, as far as they are set.
type Numbers struct {
	V   [NumVars]uint64
	Set uint8
}

// Bound binds the variables that matching e binds, in that order. It reports false where a number that is computed
// would be met before its variables: that of an unknown's width may be, as it is compared in the end.
func (v *Numbers) Bound(e *Expr) bool {
	bind := func(n *Num) bool {
		if n.Op == Variable {
			v.Bind(n, 0)
		}
		return v.Has(n)
	}
	switch {
	case e.Op == Is:
		return e.W == nil || bind(e.W)
	case e.Op == Unknown:
		bind(e.W)
		return true
	case e.W != nil && !bind(e.W), e.N != nil && !bind(e.N):
		return false
	}
	for _, arg := range e.Args {
		if !v.Bound(arg) {
			return false
		}
	}
	return true
}

// HasAll reports whether all variables of an expression are set.
func (v *Numbers) HasAll(e *Expr) bool {
	all := true
	e.Walk(func(e *Expr) { all = all && v.Has(e.W) && v.Has(e.N) })
	return all
}

// Has reports whether all variables of n are set.
func (v *Numbers) Has(n *Num) bool {
	switch {
	case n == nil || n.Op == Literal:
		return true
	case n.Op == Variable:
		return v.Set>>n.N&1 == 1
	}
	return v.Has(n.X) && v.Has(n.Y)
}

// Bind makes n be x: it sets n, if that is a variable without a value, or compares. Values computed from variables
// without a value are left to a later comparison.
func (v *Numbers) Bind(n *Num, x uint64) bool {
	switch n.Op {
	case Literal:
		return n.N == x
	case Variable:
		if v.Set>>n.N&1 == 0 {
			v.V[n.N], v.Set = x, v.Set|1<<n.N
			return true
		}
		return v.V[n.N] == x
	}
	return !v.Has(n) || v.Of(n) == x
}

// Of is the value of n. All its variables are set.
func (v *Numbers) Of(n *Num) uint64 {
	switch n.Op {
	case Literal:
		return n.N
	case Variable:
		return v.V[n.N]
	}
	x := v.Of(n.X)
	switch n.Op {
	case Plus:
		return x + v.Of(n.Y)
	case Minus:
		return x - v.Of(n.Y)
	case XorNum:
		return x ^ v.Of(n.Y)
	case LowBits:
		return x & onesOf(v.Of(n.Y))
	case OnesOf:
		return onesOf(x)
	case TopOf:
		return 1 << (x - 1)
	case Shifted:
		return x << v.Of(n.Y)
	case SignOf:
		y := v.Of(n.Y)
		return uint64(int64(x<<(MaxWidth-y)) >> (MaxWidth - y))
	}
	panic("an unknown computation of a number")
}

func onesOf(w uint64) uint64 {
	if w >= MaxWidth {
		return ^uint64(0)
	}
	return 1<<w - 1
}

// Cond is a condition on numbers.
type Cond struct {
	Op   CondOp
	X, Y *Num
}

// CondOp compares two numbers without signs.
type CondOp uint8

// The comparisons.
const (
	Equal CondOp = iota
	AtMost
)

// Holds reports whether c holds.
func (v *Numbers) Holds(c Cond) bool {
	x, y := v.Of(c.X), v.Of(c.Y)
	switch c.Op {
	case Equal:
		return x == y
	case AtMost:
		return x <= y
	}
	panic("an unknown comparison of numbers")
}

// The variables, and what is computed from numbers, as tables of rules write them.
var (
	w, k, m, n = variable(VarW), variable(VarK), variable(VarM), variable(VarN)
	x, y       = variable(VarX), variable(VarY)
	zero, one  = lit(0), lit(1)
)

func variable(i uint64) *Num    { return &Num{Op: Variable, N: i} }
func lit(i uint64) *Num         { return &Num{Op: Literal, N: i} }
func plus(x, y *Num) *Num       { return &Num{Op: Plus, X: x, Y: y} }
func minus(x, y *Num) *Num      { return &Num{Op: Minus, X: x, Y: y} }
func xorNum(x, y *Num) *Num     { return &Num{Op: XorNum, X: x, Y: y} }
func lowBits(x, y *Num) *Num    { return &Num{Op: LowBits, X: x, Y: y} }
func onesNum(x *Num) *Num       { return &Num{Op: OnesOf, X: x} }
func topNum(x *Num) *Num        { return &Num{Op: TopOf, X: x} }
func shifted(x, y *Num) *Num    { return &Num{Op: Shifted, X: x, Y: y} }
func signOf(x, y *Num) *Num     { return &Num{Op: SignOf, X: x, Y: y} }
func equal(x, y *Num) Cond      { return Cond{Equal, x, y} }
func atMost(x, y *Num) Cond     { return Cond{AtMost, x, y} }
func below(x, y *Num) Cond      { return Cond{AtMost, plus(x, one), y} }
func when(conds ...Cond) []Cond { return conds }
