package tape

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Solvers do not end on two long chains of operations that compute the same in other steps. Their
// inner values mostly are the same, too. So values are merged from the inputs on: those that are
// equal on some numbers are candidates, and a solver is asked about each pair that has no common normal form. A
// merged value stands for both, and is cut: a solver takes it for any value first, so that questions stay small
// (Kuehlmann and Krohm, "Equivalence Checking Using Cuts and Heaps", 1997; Mishchenko, Chatterjee,
// Jiang and Brayton, "FRAIGs: A Unifying Representation for Logic Synthesis and Verification", 2005).

// Answer is a solver's answer to a question.
type Answer struct {
	Holds bool
	Shown []uint64 // inputs that refute it; nil: the solver does not know
	Text  string   // in its words
}

// Sweep is the pairs, of nodes in which those that are equal on every input are one. Those of equal nodes are left out.
func (t *Tape) Sweep(pairs []Pair, inputs [][]uint64, ask func(script string) Answer) (left []Pair) {
	nodes := t.reach(t.roots(nil, pairs), nil)
	if len(nodes) > maxSwept {
		return pairs
	}
	s := &sweep{t: t, ask: ask, program: t.Program(nodes...), inputs: inputs, merged: map[*Node]*Node{},
		of: map[*Node]*Node{}, classes: map[uint64][]*Node{}}
	s.run()
	for _, n := range nodes {
		s.merged[n] = s.merge(n)
	}
	for _, p := range pairs {
		p.A, p.B = s.merged[p.A], s.merged[p.B]
		if !t.SameForm(p.Float, p.A, p.B) {
			left = append(left, p)
		}
	}
	return left
}

// sweep merges nodes.
type sweep struct {
	t       *Tape
	ask     func(string) Answer
	program *Program // of all nodes
	inputs  [][]uint64
	merged  map[*Node]*Node
	of      map[*Node]*Node    // what is kept: the node of the program with its values
	kept    []*Node            // nodes that stand for themselves
	classes map[uint64][]*Node // these by a hash of their values
	asked   int                // questions that the solver did not answer
}

// Bounds of the nodes that are swept, of the nodes that one is compared with, and of the questions without an answer.
const (
	maxSwept      = 1 << 14
	maxCandidates = 3
	maxUnknown    = 8
)

// run computes the values of the nodes on the inputs.
func (s *sweep) run() {
	for i, in := range s.inputs {
		for v, x := range in {
			if row := s.program.In(v); row != nil {
				row[i] = x
			}
		}
	}
	s.program.Run(len(s.inputs))
}

// values are those of a kept node.
func (s *sweep) values(n *Node) []uint64 { return s.program.Out(s.of[n])[:len(s.inputs)] }

// merge is the node that stands for n.
func (s *sweep) merge(n *Node) *Node {
	k := n.key
	for _, o := range []**Node{&k.a, &k.b, &k.c} {
		if *o != nil {
			*o = s.merged[*o]
		}
	}
	u := s.t.made(k)
	if old, ok := s.merged[u]; ok {
		return old
	}
	if u.code != cConst && u.code != cVar && !u.float() { // of a NaN no bit is known
		for _, c := range s.candidates(u, s.program.Out(n)[:len(s.inputs)]) {
			if s.t.SameForm(bv.NoFormat, u, c) || s.equal(u, c) {
				s.merged[u] = c
				return c
			}
		}
	}
	s.merged[u] = u
	s.of[u] = n
	s.kept = append(s.kept, u)
	h := hashOf(s.values(u))
	s.classes[h] = append(s.classes[h], u)
	return u
}

func hashOf(values []uint64) uint64 {
	h := uint64(len(values))
	for _, x := range values {
		h = (h ^ x) * 0x9e3779b97f4a7c15
		h ^= h >> 32
	}
	return h
}

// candidates are nodes of the width of n that have its values: a number, or what is kept already,
// widened or cut if it has another width, or flipped.
func (s *sweep) candidates(n *Node, values []uint64) (all []*Node) {
	if !slices.ContainsFunc(values, func(x uint64) bool { return x != values[0] }) {
		return []*Node{s.t.constant(int(n.w), values[0])}
	}
	like := func(values []uint64) {
		for _, c := range s.classes[hashOf(values)] {
			if len(all) < maxCandidates && slices.Equal(s.values(c), values) {
				all = append(all, c)
			}
		}
	}
	like(values)
	for i, c := range all {
		if c.w > n.w {
			all[i] = s.t.extract(c, 0, int(n.w))
		} else {
			all[i] = s.t.extend(c, int(n.w), false)
		}
	}
	if first := len(all); n.w == 1 {
		flipped := make([]uint64, len(values))
		for i, x := range values {
			flipped[i] = 1 - x
		}
		like(flipped)
		for i, c := range all[first:] {
			all[first+i] = s.t.not(s.t.extract(c, 0, 1))
		}
	}
	return all
}

// equal reports whether a solver says that a and b are equal on every input. The operands of
// both stand for any value first, then for what their next operations give, then for what they are.
func (s *sweep) equal(a, b *Node) bool {
	for _, steps := range []int{0, 1, 3, easy, whole} {
		if s.asked > maxUnknown || steps == whole && s.t.Floats(a, b) {
			return false
		}
		cut := s.t.cut(a, b, steps)
		if slices.ContainsFunc(s.t.reach([]*Node{a, b}, cut), func(n *Node) bool { return !cut[n] && n.computes() }) {
			return false
		}
		answer := s.ask(s.t.script(nil, []Pair{{Float: bv.NoFormat, A: a, B: b}}, cut))
		switch {
		case answer.Holds:
			return true
		case answer.Shown == nil:
			s.asked++
		case steps == whole && len(s.inputs) < Batch:
			s.refine(answer.Shown)
		}
	}
	return false
}

// float reports whether a node is what arithmetic of floats gives.
func (n *Node) float() bool {
	return n.code == cFloat && n.w > 1 || n.code == cConv || n.code == cQuiet ||
		n.code == cApply && n.fn.Gives != bv.NoFormat
}

// Floats reports whether floats are computed with in nodes: solvers are slow to know all of them.
func (t *Tape) Floats(nodes ...*Node) bool {
	return slices.ContainsFunc(t.reach(nodes, nil), func(n *Node) bool { return n.code == cFloat || n.float() })
}

// computes reports whether a node computes with floats, and does more than compare and choose.
func (n *Node) computes() bool {
	op := bv.FloatOp(n.sub)
	return n.float() && n.code != cQuiet && (n.code != cFloat || op == bv.FAdd || op == bv.FMul)
}

// refine tells nodes apart by one more input.
func (s *sweep) refine(in []uint64) {
	s.inputs = append(s.inputs, in)
	s.run()
	s.classes = map[uint64][]*Node{}
	for _, n := range s.kept {
		h := hashOf(s.values(n))
		s.classes[h] = append(s.classes[h], n)
	}
}

// How far a question goes into what both nodes are made of: so many steps, or to products,
// divisions and floats, or to the inputs.
const (
	easy  = 1 << 20
	whole = 1 << 21
)

// hard reports whether solvers had better take n for any value.
func (n *Node) hard() bool {
	switch n.code {
	case cFloat, cConv, cApply:
		return true
	case cInt:
		return bv.IntOp(n.sub) == bv.Mul
	}
	return false
}

// Easier is a script that asks where a pair differs. Common products, divisions and floats may be anything in it, so
// that only unsat says something.
func (t *Tape) Easier(p Pair) string { return t.script(nil, []Pair{p}, t.cut(p.A, p.B, easy)) }

// cut are the nodes that may be anything where it is asked whether a and b differ: what both are made of, if it is more
// than some steps within. Bits count no step: they relate the words that they were made of.
func (t *Tape) cut(a, b *Node, steps int) map[*Node]bool {
	if steps == whole {
		return nil
	}
	common := map[*Node]bool{}
	for _, n := range t.reach([]*Node{a}, nil) {
		common[n] = false
	}
	for _, n := range t.reach([]*Node{b}, nil) {
		if _, both := common[n]; both {
			common[n] = true
		}
	}
	cuts := func(n *Node, steps int) bool {
		return common[n] && n.code != cConst && (n.hard() || steps == 0 && n.w > 1)
	}
	left := map[*Node]int{} // of the steps, at each node
	var walk func(n *Node, steps int)
	walk = func(n *Node, steps int) {
		if old, ok := left[n]; ok && old >= steps {
			return
		}
		left[n] = steps
		if cuts(n, steps) {
			return
		}
		if common[n] && n.w > 1 && steps < easy {
			steps--
		}
		for _, o := range n.operands() {
			walk(o, steps)
		}
	}
	walk(a, steps)
	walk(b, steps)
	cut := map[*Node]bool{}
	for n, steps := range left {
		cut[n] = cuts(n, steps)
	}
	return cut
}
