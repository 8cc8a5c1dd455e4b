package term

import (
	"cmp"
	"fmt"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Guard is a boolean function of the mask bits: equal functions are equal numbers.
type Guard int32

// The constant guards.
const (
	False Guard = 0
	True  Guard = 1
)

type guardNode struct {
	bit    int32 // place of the variable that is asked, see order.go; of constants: past every other
	lo, hi Guard // where it is 0, where it is 1
}

type guards struct {
	nodes []guardNode
	limit int // of nodes
	spent spending

	interleave int  // words of mask bits: see [Strategy.Interleave]
	highFirst  bool // see [Strategy.HighFirst]

	table []Guard                  // the nodes by their hash, each at the first free place; 0: free
	cache []choice                 // what ite has found, by its hash; a later result takes the place of an earlier
	held  bv.Memo[[2]Guard, Guard] // of constrain
}

// maxGuards bounds a proof, which takes about a gigabyte then: a mask function that
// needs more is no reduction.
const maxGuards = 1 << 24

func newGuards(by Strategy) guards {
	end := guardNode{bit: lastPlace}
	terms := min(cmp.Or(by.Terms, maxTerms), 1<<idBits-1) // the numbers of terms are parts of keys
	return guards{
		nodes: []guardNode{end, end}, limit: cmp.Or(by.Nodes, maxGuards),
		spent:      spending{terms: terms, bytes: cmp.Or(by.Bytes, maxBytes), steps: by.Steps},
		interleave: by.Interleave, highFirst: by.HighFirst,
		table: make([]Guard, 512), cache: make([]choice, 256),
	}
}

// choice is r, which is a where c holds, else b.
type choice struct{ c, a, b, r Guard }

// hash mixes three numbers into a place of a power of two of them: multiplicative
// hashing, Knuth, "The Art of Computer Programming" 3, 6.4.
func hash(a, b, c int32, places int) int {
	h := uint64(uint32(a))*0x9e3779b97f4a7c15 + uint64(uint32(b))*0xc2b2ae3d27d4eb4f + uint64(uint32(c))*0x165667b19e3779f9
	h ^= h >> 32
	return int(h * 0xd6e8feb86659fd93 >> 32 & uint64(places-1))
}

// grow makes room for as many nodes again. The cache grows with them, empty.
func (g *guards) grow() {
	g.table = make([]Guard, 2*len(g.table))
	g.cache = make([]choice, len(g.table)/2)
	for id := True + 1; int(id) < len(g.nodes); id++ {
		_, at := g.find(g.nodes[id])
		g.table[at] = id
	}
}

// find is the node that is n, or 0, and its place in the table or that for it.
func (g *guards) find(n guardNode) (Guard, int) {
	at := hash(n.bit, int32(n.lo), int32(n.hi), len(g.table))
	for g.table[at] != 0 && g.nodes[g.table[at]] != n {
		at = (at + 1) & (len(g.table) - 1)
	}
	return g.table[at], at
}

func (g *guards) node(bit int32, lo, hi Guard) Guard {
	if lo == hi {
		return lo
	}
	n := guardNode{bit, lo, hi}
	id, at := g.find(n)
	if id != 0 {
		return id
	}
	if len(g.nodes) >= g.limit {
		stop("a function of the mask with more than %d nodes", g.limit)
	}
	g.spent.take(nodeBytes)
	id = Guard(len(g.nodes))
	g.nodes = append(g.nodes, n)
	g.table[at] = id
	if 2*len(g.nodes) > len(g.table) {
		g.grow()
	}
	return id
}

// Bit is the guard that holds where bit i of the mask is set.
func (g *guards) Bit(i int) Guard { return g.node(g.maskPlace(i), False, True) }

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
	switch { // of what commutes one way is enough
	case b == False && a < c:
		c, a = a, c
	case a == True && b < c:
		c, b = b, c
	}
	if found := g.cache[hash(int32(c), int32(a), int32(b), len(g.cache))]; found.c == c && found.a == a && found.b == b {
		return found.r
	}
	g.spent.step()
	bit := min(g.nodes[c].bit, g.nodes[a].bit, g.nodes[b].bit)
	c0, c1 := g.split(c, bit)
	a0, a1 := g.split(a, bit)
	b0, b1 := g.split(b, bit)
	r := g.node(bit, g.ite(c0, a0, b0), g.ite(c1, a1, b1))
	g.cache[hash(int32(c), int32(a), int32(b), len(g.cache))] = choice{c, a, b, r}
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
		set = append(set, g.maskBit(n.bit))
		a = n.hi
	}
	return set
}

// Holds evaluates a on a mask.
func (g *guards) Holds(a Guard, mask func(bit int) bool) bool {
	for a > True {
		n := g.nodes[a]
		if mask(g.maskBit(n.bit)) {
			a = n.hi
		} else {
			a = n.lo
		}
	}
	return a == True
}

func stop(format string, args ...any) { panic(stopper(fmt.Sprintf(format, args...))) }

func guardIf(b bool) Guard {
	if b {
		return True
	}
	return False
}
