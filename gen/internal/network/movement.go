package network

import (
	"fmt"

	"github.com/shflgen/shflgen/spec"
)

// slot is a register of a position of a segment.
type slot struct{ register, place int }

// movements holds one row for each pattern that moves registers by a table: the slot that
// a slot takes, itself where it stays.
var movements = map[spec.Pattern]func(s spec.Spec, to slot) slot{
	spec.ArrayExchange: func(s spec.Spec, to slot) slot { return slot{to.register, to.place ^ s.Distance()} },
	spec.Swap:          swapped,
	spec.Transpose:     transposed,
	spec.Permute:       permuted,
}

func swapped(s spec.Spec, to slot) slot {
	partner := to.place ^ s.Distance()
	switch {
	case to.place <= partner && to.register == s.Move().First:
		return slot{s.Move().Second, partner}
	case to.place >= partner && to.register == s.Move().Second:
		return slot{s.Move().First, partner}
	}
	return to
}

func transposed(s spec.Spec, to slot) slot {
	if s.Move().Inverse {
		element := to.place*s.N + to.register
		return slot{element / s.Width, element % s.Width}
	}
	element := to.register*s.Width + to.place
	return slot{element % s.N, element / s.N}
}

func permuted(s spec.Spec, to slot) slot {
	sources, _ := s.Move().Perm.Sources()
	n := sources[to.register*s.Width+to.place]
	return slot{n / s.Width, n % s.Width}
}

// movement is the movement of a spec, laid out.
type movement struct {
	*builder
	from [][]slot // by register and place of the slot that takes it
	in   []*Node  // the registers that were read
}

func movementOf(b *builder) *movement {
	s := b.net.Spec
	m := &movement{builder: b, in: make([]*Node, s.Registers())}
	for k := range s.Registers() {
		row := make([]slot, s.Width)
		for place := range row {
			row[place] = movements[s.Pattern](s, slot{k, place})
		}
		m.from = append(m.from, row)
	}
	return m
}

// input is a register of the caller.
func (m *movement) input(register int) *Node {
	if m.in[register] == nil {
		m.in[register] = m.node(Input{register})
	}
	return m.in[register]
}

// sources is the move by which each place reads the place that source names, if any.
func (m *movement) sources(source func(place int) int) Move {
	s := m.net.Spec
	return WithinSegments(s.Width, s.Lanes(), func(place int) int {
		if place >= s.Width {
			return none
		}
		return source(place)
	})
}

// stays reports whether a register keeps its element at a place.
func (m *movement) stays(k, place int) bool { return m.from[k][place] == slot{k, place} }

// piece is what some places of a register take, each its own element of a node.
type piece struct {
	node  *Node
	place []bool
}

// pieces joins what the places of a register take: a node each, nil for one that keeps its element. A place without a
// member as its source keeps its element too.
func (m *movement) joined(k int, takes []*Node) *Node {
	var pieces []piece
	for place, node := range takes {
		if node == nil {
			continue
		}
		at := -1
		for i, p := range pieces {
			if p.node == node {
				at = i
			}
		}
		if at < 0 {
			at = len(pieces)
			pieces = append(pieces, piece{node, make([]bool, len(takes))})
		}
		pieces[at].place[place] = true
	}
	if pieces == nil {
		return m.input(k)
	}
	x := pieces[0].node
	for _, p := range pieces[1:] {
		x = m.node(Select{m.node(InLanes{m.places(func(place int) bool { return p.place[place] })}), p.node, x})
	}
	var terms []*Node
	moved := m.places(func(place int) bool { return takes[place] != nil })
	if !moved.Equal(m.segments()) {
		terms = append(terms, m.node(InLanes{moved}))
	}
	if m.net.Spec.Mask == spec.Member {
		terms = append(terms, m.node(IsMember{m.whole(k)}))
	}
	switch len(terms) {
	case 0:
		return x
	case 1:
		return m.node(Select{terms[0], x, m.input(k)})
	}
	return m.node(Select{m.node(All{terms}), x, m.input(k)})
}

// whole is the lane that each lane's register takes its element from; where the register
// stays, whichever lane makes the move a simple one.
func (m *movement) whole(k int) Move {
	move := m.sources(func(place int) int {
		if m.stays(k, place) {
			return none
		}
		return m.from[k][place].place
	})
	if r, ok := move.Route(); ok {
		whole := r.Move()
		if inside := m.segments(); all(move.Lanes(), func(i int) bool {
			return !inside.Has(i) || whole.InRange().Has(i)
		}) {
			return whole
		}
	}
	return m.sources(func(place int) int { return m.from[k][place].place })
}

// ends makes the results the outputs, by register.
func (m *movement) ends(results []*Node) { m.give(spec.ElementRole, m.segments(), results...) }

// buildMovement reads each element from where the table says, with no thought for what a
// shuffle costs.
func buildMovement(b *builder) {
	m := movementOf(b)
	b.step("A register takes its source's element, or keeps its own where there is none.")
	var results []*Node
	for k, row := range m.from {
		takes := make([]*Node, len(row))
		for place, from := range row {
			if takes[place] != nil || m.stays(k, place) {
				continue
			}
			read := b.node(Shuffle{m.input(from.register), m.sources(func(p int) int {
				if row[p].register != from.register || m.stays(k, p) {
					return none
				}
				return row[p].place
			})})
			for p := range row {
				if row[p].register == from.register && !m.stays(k, p) {
					takes[p] = read
				}
			}
		}
		results = append(results, m.joined(k, takes))
	}
	m.ends(results)
}

// Movement is the network of a movement in few instructions: that of [Scheduled]; of a
// transpose, [Turned] or [Butterflies] if they are cheaper.
//
// A shuffle counts for two selects: an SM of sm_70 to sm_90 begins the shuffles of 32 lanes
// and the selects of 64 in a clock (CUDA C++ Programming Guide, "Arithmetic Instructions").
// Butterflies take more shuffles, one after the other, and fewer selects. Shuffles and selects
// go through different pipes, so that the busier one bounds the throughput; butterflies are
// taken where they save a seventh of that.
func Movement(s spec.Spec) (*Network, error) {
	best, err := Scheduled(s)
	if err != nil || s.Pattern != spec.Transpose {
		return best, err
	}
	turned, err := Turned(s)
	if err != nil {
		return nil, err
	}
	if turned.Cost().Products > 0 {
		turned.Choice += fmt.Sprintf(" Half of the selects are products, %d in all, which go through another pipe of an SM.",
			turned.Cost().Products)
	}
	if shuffles, selects := halfClocks(turned); shuffles+selects < sum(halfClocks(best)) {
		best = turned
	}
	if !rejectsWord(s) {
		if one, err := OneWord(s); err != nil || packedHalfClocks(one) < packedHalfClocks(best) {
			return one, err
		}
	}
	if rejectsButterflies(s) {
		return best, nil
	}
	split, err := Butterflies(s)
	if err != nil {
		return nil, err
	}
	if max(halfClocks(split))*7 > max(halfClocks(best))*6 {
		return best, nil
	}
	split.Choice += fmt.Sprintf(" %s would take %d selects; this takes %d.",
		quantity(best.Cost().Shuffles, "shuffle"), pruned(best).Cost().Selects, pruned(split).Cost().Selects)
	return split, nil
}

func sum(a, b int) int { return a + b }

// halfClocks are the half clocks of an SM that the shuffles and the selects of a warp take.
func halfClocks(n *Network) (shuffles, selects int) {
	c := pruned(n).Cost()
	words := n.Spec.Words()
	return 2 * c.Shuffles, words * c.Selects
}

// packedHalfClocks is the sum of both, with what it takes to pack registers as selects.
func packedHalfClocks(n *Network) int {
	total := sum(halfClocks(n))
	for node := range pruned(n).All() {
		switch e := node.Expr.(type) {
		case Pack:
			total += min(len(e.Of), n.Spec.N) - 1
		case Unpack:
			total++
		}
	}
	return total
}

// pruned is n as it is printed.
func pruned(n *Network) *Network {
	if p, err := Prune(n); err == nil {
		return p
	}
	return n
}

// clocks are the clocks of an SM that a warp takes: those of the busier pipe.
func clocks(n *Network) int { return (max(halfClocks(n)) + 1) / 2 }
