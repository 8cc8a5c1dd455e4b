package network

import (
	"fmt"
	"math/bits"

	"github.com/shflgen/shflgen/spec"
)

// A transpose of 2^n registers over 2^v lanes, n ≤ v, moves bits of an element's place: bit i of the register becomes
// bit i of the lane, and bit v-n+i of the lane bit i of the register. A butterfly at lane bit v-n+i does the second;
// it takes half as many shuffles as there are registers, and three selects for each two. The rest is the same for all
// registers but in one bit, and goes with the exchange of that bit: a shuffle for each register, a select before it
// and one after it. Elements of 16 bits go two to a packed register.
type butterflies struct {
	*movement
	n, v int // bits
}

// rejectsButterflies reports whether there are no n and v of that kind, or nothing to save.
func rejectsButterflies(s spec.Spec) bool {
	return !powerOfTwo(s.N) || !powerOfTwo(s.Width) || s.N < 4 || s.N > s.Width
}

// log2 is the exponent of the greatest power of two that is at most n.
func log2(n int) int { return bits.Len(uint(n)) - 1 }

func powerOfTwo(n int) bool { return n&(n-1) == 0 }

// Butterflies is the network of such a transpose.
func Butterflies(s spec.Spec) (*Network, error) {
	m := movementOf(newBuilder(s))
	t := butterflies{m, log2(s.N), log2(s.Width)}
	m.step("A lane's registers.")
	if s.Type.Bits() == registerBits/2 {
		m.fields = 2
	}
	x := make([]*Node, s.N/m.fields)
	for u := range x {
		var of []*Node
		for i := range m.fields {
			of = append(of, m.input(u*m.fields+i))
		}
		x[u] = m.pack(of)
	}
	last := t.n // register bits that take a butterfly
	if t.n < t.v {
		last--
	}
	if s.Move().Inverse && last < t.n {
		x = t.exchange(x)
	}
	for i := range last {
		x = t.butterfly(x, i, t.v-t.n+i)
	}
	if !s.Move().Inverse && last < t.n {
		x = t.exchange(x)
	}
	results := make([]*Node, s.N)
	for k := range results {
		results[k] = m.field(x[k/m.fields], k%m.fields)
	}
	m.keepWithoutMember(results)
	m.ends(results)
	m.net.Choice = m.promise(m.edges())
	return m.done(), nil
}

// set is the condition that a bit of the lane's position is set.
func (t butterflies) set(bit int) *Node {
	return t.named(fmt.Sprintf("bit%d", bit), InLanes{t.places(func(place int) bool { return place>>bit&1 != 0 })})
}

// butterfly swaps bit i of the register with bit j of the lane.
func (t butterflies) butterfly(x []*Node, i, j int) []*Node {
	t.step("Lane bit %d: of two registers a lane keeps one, and lane i^%d takes the other.", j, 1<<j)
	upper := t.set(j)
	if t.fields > 1 && i == 0 {
		return t.withinWords(x, upper, j)
	}
	if t.fields > 1 {
		i--
	}
	var give []*Node
	var sources [][]int
	for a := range x {
		if b := a | 1<<i; a != b {
			give = append(give, t.wide(Select{upper, x[a], x[b]}))
			sources = append(sources, t.partner(j))
		}
	}
	got := t.exchanged(give, sources)
	next := make([]*Node, len(x))
	for a := range x {
		if b := a | 1<<i; a != b {
			next[a] = t.wide(Select{upper, got[0], x[a]})
			next[b] = t.wide(Select{upper, x[b], got[0]})
			got = got[1:]
		}
	}
	return next
}

// withinWords is the butterfly of the bit that says which half of a packed register an
// element of 16 bits is in: two registers send a half each.
func (t butterflies) withinWords(x []*Node, upper *Node, j int) []*Node {
	var give []*Node
	var sources [][]int
	for u := 0; u < len(x); u += 2 {
		give = append(give, t.wide(Permute{upper, x[u], x[u+1], []int{0, 2}, []int{1, 3}}))
		sources = append(sources, t.partner(j))
	}
	got := t.exchanged(give, sources)
	next := make([]*Node, len(x))
	for u := 0; u < len(x); u += 2 {
		next[u] = t.wide(Permute{upper, x[u], got[u/2], []int{2, 1}, []int{0, 2}})
		next[u+1] = t.wide(Permute{upper, x[u+1], got[u/2], []int{3, 1}, []int{0, 3}})
	}
	return next
}

// partner are the places with numbers that differ in bit j.
func (t butterflies) partner(j int) []int {
	from := make([]int, 1<<t.v)
	for place := range from {
		from[place] = place ^ 1<<j
	}
	return from
}

// exchange swaps the highest bits, and moves lanes to where they belong.
func (t butterflies) exchange(x []*Node) []*Node {
	blocked, striped := t.v-1, t.n-1 // the lane's bit, by what it holds
	before, after := blocked, striped
	if t.net.Spec.Move().Inverse {
		before, after = striped, blocked
	}
	t.step("A lane turns its registers by bit %d of its number, so that one "+
		"shuffle takes the same register of every lane.", before)
	x = t.turned(x, before)
	t.step("Lanes exchange.")
	sources := make([][]int, len(x))
	for r := range sources {
		for place := range 1 << t.v {
			sources[r] = append(sources[r], t.source(place, r/(len(x)/2)^place>>after&1))
		}
	}
	x = t.exchanged(x, sources)
	t.step("A lane turns what it took.")
	return t.turned(x, after)
}

// source is the lane that a lane reads. top is its swapped bit.
func (t butterflies) source(place, top int) int {
	low, high := t.n-1, t.v-t.n    // bits of butterflies, and of lanes that no register takes
	if t.net.Spec.Move().Inverse { // lane bits: high, low, top to low, top, high
		return place>>high&(1<<low-1) | top<<low | place&(1<<high-1)<<t.n
	}
	return place>>t.n&(1<<high-1) | place&(1<<low-1)<<high | top<<(t.v-1)
}

// turned has the halves of the registers change places where a bit of the lane is set.
func (t butterflies) turned(x []*Node, bit int) []*Node {
	is, next := t.set(bit), make([]*Node, len(x))
	for k := range x {
		next[k] = t.wide(Select{is, x[k^len(x)/2], x[k]})
	}
	return next
}

// FieldAt is an element of a packed register, another one in each lane: number Fields[i] in
// lane i.
type FieldAt struct {
	X      *Node
	Fields []int
}

func (e FieldAt) row() row {
	return row{
		operands: []operand{{e.X, Element, packed}},
		requires: func(s spec.Spec) error {
			for lane, f := range e.Fields {
				if f < 0 || f >= PerRegister(s.Type) {
					return fmt.Errorf("takes element %d of a register in lane %d", f, lane)
				}
			}
			return nil
		},
		value: func(a at) value {
			f := e.Fields[a.lane]
			return a.of(e.X)[f : f+1]
		},
		text: func() string { return "the element of %s that is the lane's" },
		cost: func(spec.Spec, int) Cost { return Cost{Selects: 1} },
	}
}

// rejectsWord reports whether the registers of a lane do not fit one packed register, or are
// not narrow.
func rejectsWord(s spec.Spec) bool {
	return s.N < 2 || s.Type == spec.Composite || s.N > PerRegister(s.Type)
}

// OneWord is the network of a transpose with lanes that pack all their registers into one. Each register of the
// result takes at most one shuffle of the packed register, and selects its element from what arrives.
func OneWord(s spec.Spec) (*Network, error) {
	m := movementOf(newBuilder(s))
	m.step("A lane packs its registers into one.")
	var of []*Node
	for k := range PerRegister(s.Type) {
		of = append(of, m.input(min(k, s.N-1)))
	}
	word := m.packed(Pack{of})
	m.step("A register takes its element from the packed register of a lane.")
	var results []*Node
	for k, row := range m.from {
		x := word
		if !all(len(row), func(place int) bool { return row[place].place == place }) {
			x = m.packed(Shuffle{word, m.sources(func(place int) int { return m.from[k][place].place })})
		}
		fields := make([]int, s.Lanes())
		for lane := range fields {
			fields[lane] = row[lane%s.Width].register
		}
		results = append(results, m.node(FieldAt{x, fields}))
	}
	m.keepWithoutMember(results)
	m.ends(results)
	m.net.Choice = m.promise(m.edges())
	return m.done(), nil
}
