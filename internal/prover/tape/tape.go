// Package tape records what an execution computes, as a straight line of operations without
// branches. A recording can be run on many inputs at once, brought into a normal form, and
// printed for solvers.
package tape

import (
	"fmt"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// code is what a node computes.
type code uint8

const (
	cConst   code = iota
	cVar          // input number x
	cExtract      // bits x.. of a
	cConcat       // a below b
	cZero         // a widened with zeros
	cSign         // a widened with its sign
	cNot
	cInt    // sub is a bv.IntOp
	cFloat  // sub is a bv.FloatOp of format f
	cConv   // a of format f in format to
	cQuiet  // a of format f as arithmetic returns it
	cSelect // b where the bit a is 1, else c
	cApply  // fn of a, b, c
	cForm   // a normal form, number x: see normal.go
)

// Node is a value of a tape. Equal nodes are equal pointers.
type Node struct {
	key
	id int
}

// key is what makes a node unlike others.
type key struct {
	code    code
	w       uint8
	sub     uint8
	f, to   bv.Format
	x       uint64
	fn      *bv.Fn
	a, b, c *Node
}

// Width is the number of bits.
func (n *Node) Width() int { return int(n.w) }

// String is an input's name in scripts.
func (n *Node) String() string { return fmt.Sprintf("v%d", n.x) }

// Tape is the domain of a recording. It is not safe for use by several goroutines.
type Tape struct {
	nodes []*Node
	index bv.Memo[key, *Node]
	vars  []int // widths

	forms   forms
	normals bv.Memo[*Node, *Node]
	sums    bv.Memo[*Node, poly]
	limits  bv.Memo[*Node, uint64]
	logics  bv.Memo[bitKey, poly]
	louds   bv.Memo[floatKey, *Node]
	work    int // see maxWork
	plain   bool
	fresh   bv.Memo[int, *Node]
	ofFresh bv.Memo[freshKey, bool]
}

// New is an empty tape.
func New() *Tape { return new(Tape) }

// NewPlain is an empty tape of operations as they are executed: little is simplified but numbers.
func NewPlain() *Tape {
	t := New()
	t.plain = true
	return t
}

// maxNodes bounds a recording.
const maxNodes = 1 << 18

func (t *Tape) intern(k key) *Node {
	return t.index.Once(k, func() *Node {
		if len(t.nodes) == maxNodes {
			panic(bv.Stop{Why: fmt.Sprintf("more than %d operations", maxNodes)})
		}
		n := &Node{key: k, id: len(t.nodes)}
		t.nodes = append(t.nodes, n)
		return n
	})
}

// Var is the next input, of w bits.
func (t *Tape) Var(w int) *Node {
	t.vars = append(t.vars, w)
	return t.intern(key{code: cVar, w: uint8(w), x: uint64(len(t.vars) - 1)})
}

// Inputs are the widths of the inputs.
func (t *Tape) Inputs() []int { return t.vars }

func ones(w int) uint64 { return ^uint64(0) >> (64 - w) }

// Const is the number x.
func (t *Tape) Const(w int, x uint64) bv.Value { return t.constant(w, x) }

func (t *Tape) constant(w int, x uint64) *Node {
	return t.intern(key{code: cConst, w: uint8(w), x: x & ones(w)})
}

// Known gives the number that a constant is.
func (t *Tape) Known(v bv.Value) (uint64, bool) { n := v.(*Node); return n.x, n.code == cConst }

func (n *Node) is(x uint64) bool { return n.code == cConst && n.x == x&ones(int(n.w)) }

// known are the numbers that nodes are, if all are constants.
func known(nodes ...*Node) bool {
	for _, n := range nodes {
		if n.code != cConst {
			return false
		}
	}
	return true
}

func word(n *Node) bv.Word { return bv.Word{W: int(n.w), X: n.x} }

// folded is a number as a node.
func (t *Tape) folded(v bv.Value) *Node { w := v.(bv.Word); return t.constant(w.W, w.X) }

// Extract gives bits lo..lo+n-1.
func (t *Tape) Extract(v bv.Value, lo, n int) bv.Value { return t.extract(v.(*Node), lo, n) }

func (t *Tape) extract(a *Node, lo, n int) *Node {
	if lo < 0 || n < 1 || lo+n > int(a.w) {
		panic(bv.Stop{Why: fmt.Sprintf("bits %d..%d of %d", lo, lo+n-1, a.w)})
	}
	if n == int(a.w) {
		return a
	}
	switch a.code {
	case cConst:
		return t.constant(n, a.x>>lo)
	case cExtract:
		return t.extract(a.a, int(a.x)+lo, n)
	case cConcat:
		switch k := int(a.a.w); {
		case lo+n <= k:
			return t.extract(a.a, lo, n)
		case lo >= k:
			return t.extract(a.b, lo-k, n)
		default:
			return t.concat(t.extract(a.a, lo, k-lo), t.extract(a.b, 0, lo+n-k))
		}
	case cZero, cSign:
		switch k := int(a.a.w); {
		case lo+n <= k:
			return t.extract(a.a, lo, n)
		case a.code == cZero && lo >= k:
			return t.constant(n, 0)
		case lo < k:
			return t.extend(t.extract(a.a, lo, k-lo), n, a.code == cSign)
		}
	case cInt:
		apart := func(o *Node) bool { return o.code == cConcat && int(o.a.w) == lo && lo+n == int(a.w) }
		upper := bv.IntOp(a.sub) > bv.Xor && apart(a.a) && apart(a.b) // the upper part of a minimum is that of upper parts
		if !t.plain && (upper || lo == 0 && a.narrow(n)) {
			return t.integer(bv.IntOp(a.sub), t.extract(a.a, lo, n), t.extract(a.b, lo, n))
		}
	case cSelect:
		if known(a.b) || known(a.c) || lo == 0 && !t.plain && a.narrow(n) {
			return t.choose(a.a, t.extract(a.b, lo, n), t.extract(a.c, lo, n))
		}
	}
	return t.intern(key{code: cExtract, w: uint8(n), x: uint64(lo), a: a})
}

// Concat puts lo below hi.
func (t *Tape) Concat(lo, hi bv.Value) bv.Value { return t.concat(lo.(*Node), hi.(*Node)) }

func (t *Tape) concat(lo, hi *Node) *Node {
	switch {
	case known(lo, hi):
		return t.constant(int(lo.w+hi.w), lo.x|hi.x<<lo.w)
	case hi.is(0):
		return t.extend(lo, int(lo.w+hi.w), false)
	case hi.code == cZero && !t.plain:
		return t.extend(t.concat(lo, hi.a), int(lo.w+hi.w), false)
	case lo.code == cExtract && hi.code == cExtract && lo.a == hi.a && lo.x+uint64(lo.w) == hi.x:
		return t.extract(lo.a, int(lo.x), int(lo.w+hi.w))
	case !t.plain && lo.code == cSelect && hi.code == cSelect && lo.a == hi.a: // compilers choose words half by half
		return t.choose(lo.a, t.concat(lo.b, hi.b), t.concat(lo.c, hi.c))
	}
	return t.intern(key{code: cConcat, w: lo.w + hi.w, a: lo, b: hi})
}

// Extend widens v to w bits.
func (t *Tape) Extend(v bv.Value, w int, signed bool) bv.Value { return t.extend(v.(*Node), w, signed) }

func (t *Tape) extend(a *Node, w int, signed bool) *Node {
	c := cZero
	if signed {
		c = cSign
	}
	switch {
	case w == int(a.w):
		return a
	case known(a):
		return t.folded(bv.Numbers{}.Extend(word(a), w, signed))
	case a.code == cZero: // no sign bit is set
		return t.extend(a.a, w, false)
	case a.code == cSign && signed:
		return t.extend(a.a, w, true)
	}
	return t.intern(key{code: c, w: uint8(w), a: a})
}

// Not flips every bit.
func (t *Tape) Not(v bv.Value) bv.Value { return t.not(v.(*Node)) }

func (t *Tape) not(a *Node) *Node {
	switch {
	case known(a):
		return t.constant(int(a.w), ^a.x)
	case a.code == cNot:
		return a.a
	}
	return t.intern(key{code: cNot, w: a.w, a: a})
}

// Select gives a where the bit c is 1, else b.
func (t *Tape) Select(c, a, b bv.Value) bv.Value { return t.choose(c.(*Node), a.(*Node), b.(*Node)) }

func (t *Tape) choose(c, a, b *Node) *Node {
	switch {
	case c.is(1), a == b:
		return a
	case c.is(0):
		return b
	case t.plain:
	case c.code == cNot:
		return t.choose(c.a, b, a)
	case a.w == 1 && a.is(1):
		return t.integer(bv.Or, c, b)
	case a.w == 1 && a.is(0):
		return t.integer(bv.And, t.not(c), b)
	case a.w == 1 && b.is(1):
		return t.integer(bv.Or, t.not(c), a)
	case a.w == 1 && b.is(0):
		return t.integer(bv.And, c, a)
	case c.code == cInt && (c.a == a && c.b == b || c.a == b && c.b == a):
		if n := t.byComparison(c, a, b); n != nil {
			return n
		}
	case a.code == cSelect && a.a == c:
		return t.choose(c, a.b, b)
	case b.code == cSelect && b.a == c:
		return t.choose(c, a, b.c)
	}
	return t.intern(key{code: cSelect, w: a.w, a: c, b: a, c: b})
}

// operands are those of a node.
func (n *Node) operands() []*Node {
	switch {
	case n.a == nil:
		return nil
	case n.b == nil:
		return []*Node{n.a}
	case n.c == nil:
		return []*Node{n.a, n.b}
	}
	return []*Node{n.a, n.b, n.c}
}

// reach are the nodes that some roots need, operands first, without what the nodes of a cut need.
func (t *Tape) reach(roots []*Node, cut map[*Node]bool) []*Node {
	need := make([]bool, len(t.nodes))
	top := -1
	for _, r := range roots {
		need[r.id] = true
		top = max(top, r.id)
	}
	for i := top; i >= 0; i-- {
		if need[i] && !cut[t.nodes[i]] {
			for _, o := range t.nodes[i].operands() {
				need[o.id] = true
			}
		}
	}
	var all []*Node
	for i := 0; i <= top; i++ {
		if need[i] {
			all = append(all, t.nodes[i])
		}
	}
	return all
}
