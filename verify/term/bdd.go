// Package term is the symbolic domain of the proofs: guards are decision
// diagrams over the mask's bits, values are terms over the elements, kept in the
// normal form that the laws of their operators allow.
package term

import "fmt"

// Guard is a boolean function of the mask bits: equal functions are equal numbers.
type Guard int32

// The constant guards.
const (
	False Guard = 0
	True  Guard = 1
)

type guardNode struct {
	bit    int32 // place of the mask bit that is asked; of constants: past every other
	lo, hi Guard // where it is 0, where it is 1
}

type guards struct {
	nodes []guardNode
	limit int  // of nodes
	down  bool // higher mask bits are asked first
	words int  // whose bits are asked side by side: bit i of each, then bit i+1
	known map[guardNode]Guard
	memo  map[[3]Guard]Guard
	held  map[[2]Guard]Guard // of constrain
}

// spread is the distance between mask bits in the order of diagrams: the bits of
// an element go between.
const spread = 128

// lastBit is past every mask bit and every element.
const lastBit = 1 << 16

// place is where mask bit i is asked.
func (g *guards) place(i int) int32 {
	if g.words > 1 {
		i = i%wordBits*g.words + i/wordBits
	}
	if g.down {
		i = lastBit - i
	}
	return int32(i * spread)
}

// bitAt is the mask bit that is asked at a place.
func (g *guards) bitAt(place int32) int {
	i := int(place / spread)
	if g.down {
		i = lastBit - i
	}
	if g.words > 1 {
		i = i%g.words*wordBits + i/g.words
	}
	return i
}

// wordBits is the size of a word of mask bits.
const wordBits = 32

// SideBySide asks bit i of each of n words of mask bits, then bit i+1, from now on:
// the order for functions that look from lane to lane, of which each has a bit in
// every word. Call it before any guard is made.
func (g *guards) SideBySide(n int) {
	if len(g.nodes) > 2 {
		panic("the order of mask bits is changed after the first guard")
	}
	g.words = n
}

// Downwards asks higher mask bits first from now on: the order for functions that
// look from a bit to those below it. Call it before any guard is made.
func (g *guards) Downwards() {
	if len(g.nodes) > 2 {
		panic("the order of mask bits is changed after the first guard")
	}
	g.down = true
}

// maxGuards bounds a proof: a mask function that needs more is no reduction.
const maxGuards = 1 << 22

func newGuards() guards {
	end := guardNode{bit: 1 << 30}
	return guards{nodes: []guardNode{end, end}, limit: maxGuards, known: map[guardNode]Guard{}, memo: map[[3]Guard]Guard{}, held: map[[2]Guard]Guard{}}
}

func (g *guards) node(bit int32, lo, hi Guard) Guard {
	if lo == hi {
		return lo
	}
	n := guardNode{bit, lo, hi}
	if id, ok := g.known[n]; ok {
		return id
	}
	if len(g.nodes) >= g.limit {
		stop("a function of the mask with more than %d nodes", g.limit)
	}
	id := Guard(len(g.nodes))
	g.nodes = append(g.nodes, n)
	g.known[n] = id
	return id
}

// Bit is the guard that holds where bit i of the mask is set.
func (g *guards) Bit(i int) Guard { return g.node(g.place(i), False, True) }

// ite is a where c holds, else b.
func (g *guards) ite(c, a, b Guard) Guard {
	switch {
	case c == True || a == b:
		return a
	case c == False:
		return b
	case a == True && b == False:
		return c
	}
	key := [3]Guard{c, a, b}
	if r, ok := g.memo[key]; ok {
		return r
	}
	bit := min(g.nodes[c].bit, g.nodes[a].bit, g.nodes[b].bit)
	c0, c1 := g.split(c, bit)
	a0, a1 := g.split(a, bit)
	b0, b1 := g.split(b, bit)
	r := g.node(bit, g.ite(c0, a0, b0), g.ite(c1, a1, b1))
	g.memo[key] = r
	return r
}

func (g *guards) split(a Guard, bit int32) (lo, hi Guard) {
	if n := g.nodes[a]; n.bit == bit {
		return n.lo, n.hi
	}
	return a, a
}

func (g *guards) and(a, b Guard) Guard { return g.ite(a, b, False) }
func (g *guards) or(a, b Guard) Guard  { return g.ite(a, True, b) }
func (g *guards) not(a Guard) Guard    { return g.ite(a, False, True) }
func (g *guards) xor(a, b Guard) Guard { return g.ite(a, g.not(b), b) }

// Witness gives the mask bits that must be set, of one mask where a holds; a
// must not be False. Bits that are not mentioned are 0.
func (g *guards) Witness(a Guard) []int {
	var set []int
	for a != True {
		if a == False {
			panic("no mask satisfies the constant false")
		}
		n := g.nodes[a]
		if n.lo != False {
			a = n.lo
			continue
		}
		set = append(set, g.bitAt(n.bit))
		a = n.hi
	}
	return set
}

// Holds evaluates a on a mask.
func (g *guards) Holds(a Guard, mask func(bit int) bool) bool {
	for a > True {
		n := g.nodes[a]
		if mask(g.bitAt(n.bit)) {
			a = n.hi
		} else {
			a = n.lo
		}
	}
	return a == True
}

func stop(format string, args ...any) { panic(stopper(fmt.Sprintf(format, args...))) }
