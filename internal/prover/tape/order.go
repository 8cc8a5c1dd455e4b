package tape

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Code that only compares and moves words depends only on their order. So it is right of all words if it is of a few:
// of k inputs that are compared with each other, and with some constants, every order occurs among the constants and
// k words between any two of them. Of floats the two zeros count as constants, and a NaN is a word of its own.

// order is how the words of a class are compared.
type order uint8

const (
	signed order = 1 << iota
	unsigned
	equality
	float
)

// class is a set of values that are compared with each other or stand for each other.
type class struct {
	parent    *class
	how       order
	f         bv.Format
	w         int
	inputs    int
	constants []uint64
}

func (c *class) root() *class {
	for c.parent != nil {
		c = c.parent
	}
	return c
}

// orders finds the classes of some nodes.
type orders struct{ classes map[*Node]*class }

func (o *orders) of(n *Node) *class {
	if c, ok := o.classes[n]; ok {
		return c.root()
	}
	c := &class{w: int(n.w)}
	switch n.code {
	case cConst:
		c.constants = []uint64{n.x}
	case cVar:
		c.inputs = 1
	}
	o.classes[n] = c
	return c
}

// join makes one class of nodes, which are compared in a way.
func (o *orders) join(how order, f bv.Format, nodes ...*Node) {
	into := o.of(nodes[0])
	for _, n := range nodes[1:] {
		from := o.of(n)
		if from == into {
			continue
		}
		from.parent = into
		into.how |= from.how
		into.inputs += from.inputs
		into.constants = append(into.constants, from.constants...)
		if from.how&float != 0 {
			into.f = from.f
		}
	}
	into.how |= how
	if how&float != 0 {
		into.f = f
	}
}

// node joins what a node compares or moves; false if it does something else with words.
func (o *orders) node(n *Node) bool {
	switch n.code {
	case cConst, cVar:
		return true
	case cNot:
		return n.w == 1
	case cSelect:
		if n.w > 1 {
			o.join(0, 0, n, n.b, n.c)
		}
		return true
	case cQuiet:
		o.join(float, n.f, n, n.a)
		return true
	case cInt:
		if n.a.w == 1 {
			return n.w == 1
		}
		switch bv.IntOp(n.sub) {
		case bv.SMin, bv.SMax:
			o.join(signed, 0, n, n.a, n.b)
		case bv.UMin, bv.UMax:
			o.join(unsigned, 0, n, n.a, n.b)
		case bv.SLt:
			o.join(signed, 0, n.a, n.b)
		case bv.ULt:
			o.join(unsigned, 0, n.a, n.b)
		case bv.Eq:
			o.join(equality, 0, n.a, n.b)
		default:
			return false
		}
		return true
	case cFloat:
		switch bv.FloatOp(n.sub) {
		case bv.FMinNaN, bv.FMaxNaN:
			o.join(float, n.f, n, n.a, n.b)
		case bv.FEq, bv.FLt, bv.FUnordered:
			o.join(float, n.f, n.a, n.b)
		default:
			return false
		}
		return true
	}
	return false
}

// Samples are, for each input on which the nodes depend, the words that stand for all, if the
// nodes do nothing but compare and move words. The pair is compared with each other as well.
// Nil if they do something else.
func (t *Tape) Samples(p Pair, given []*Node) map[int][]uint64 {
	o := &orders{map[*Node]*class{}}
	nodes := t.reach(append([]*Node{p.A, p.B}, given...), nil)
	for _, n := range nodes {
		if !o.node(n) {
			return nil
		}
	}
	if p.A.w > 1 {
		o.join(0, 0, p.A, p.B)
	}
	samples := map[int][]uint64{}
	for _, n := range nodes {
		if n.code != cVar {
			continue
		}
		if n.w == 1 {
			samples[int(n.x)] = []uint64{0, 1}
			continue
		}
		words := o.of(n).words()
		if words == nil {
			return nil
		}
		samples[int(n.x)] = words
	}
	return samples
}

// words are those that stand for all of a class; nil if it is compared in two ways.
func (c *class) words() []uint64 {
	top := uint64(1) << (c.w - 1)
	mask := ones(c.w)
	// key is a word that is ordered without sign as x is in the class, and back is its inverse.
	key, back := func(x uint64) uint64 { return x }, func(k uint64) uint64 { return k }
	least, most := uint64(0), mask
	var constants, others []uint64
	switch c.how &^ equality {
	case 0, unsigned:
		constants = c.constants
	case signed:
		key = func(x uint64) uint64 { return x ^ top }
		back, constants = key, c.constants
	case float:
		if c.how&equality != 0 || c.f.Bits() != c.w {
			return nil
		}
		key = func(x uint64) uint64 {
			if x&top != 0 {
				return ^x & mask
			}
			return x | top
		}
		back = func(k uint64) uint64 {
			if k&top != 0 {
				return k &^ top
			}
			return ^k & mask
		}
		infinity := bv.Infinity(c.f)
		least, most = key(infinity|top), key(infinity)
		others = []uint64{infinity | (infinity&-infinity)>>1} // a NaN
		constants = []uint64{0, top}
		for _, x := range c.constants {
			if !bv.IsNaN(c.f, x) {
				constants = append(constants, x)
			}
		}
	default:
		return nil
	}
	var keys []uint64
	for _, x := range constants {
		keys = append(keys, key(x))
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	out := others
	gap := func(from, n uint64) { // of n words
		for i := range min(uint64(c.inputs), n) {
			out = append(out, back(from+i))
		}
	}
	at := least
	for _, k := range keys {
		if k > at {
			gap(at, k-at)
		}
		out = append(out, back(k))
		if at = k + 1; k == most {
			return out
		}
	}
	n := most - at + 1
	if n == 0 { // all 2^64
		n = ^uint64(0)
	}
	gap(at, n)
	return out
}

// Equal reports whether two words are equal as the values of a pair.
func (p Pair) Equal(a, b uint64) bool {
	return a == b || p.Float != bv.NoFormat && bv.IsNaN(p.Float, a) && bv.IsNaN(p.Float, b)
}

// Bits is a pair of bools as bits.
func (t *Tape) Bits(p Pair) Pair {
	bit := func(n *Node) *Node {
		switch {
		case n.code == cZero && n.a.w == 1:
			return n.a
		case n.code == cConst && n.x <= 1:
			return t.constant(1, n.x)
		}
		return nil
	}
	if a, b := bit(p.A), bit(p.B); p.A.w == 8 && a != nil && b != nil {
		return Pair{Float: bv.NoFormat, A: a, B: b}
	}
	return p
}
