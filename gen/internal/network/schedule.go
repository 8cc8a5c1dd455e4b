package network

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/spec"
)

// schedule says what each shuffle of a movement moves: which register a place sends, and
// from which place a place receives. A shuffle takes one register out of a lane and brings
// one in, so each shuffle is a colour of the graph of places that send and places that
// receive, and no two edges at a place share one (Kőnig 1916), unless they carry the same
// element out of it.
type schedule struct {
	width int
	sends [][]int // by shuffle and place: a register, or nothing
	takes [][]int // by shuffle and place: a place, or nothing
}

// edge is an element that a place needs from another one.
type edge struct {
	from slot
	to   int // place
	into int // the first register that it is for
}

// edges are the elements that change places, each once for a place that needs it.
func (m *movement) edges() []edge {
	var all []edge
	for k, row := range m.from {
		for place, from := range row {
			known := slices.ContainsFunc(all, func(e edge) bool { return e.from == from && e.to == place })
			if from.place != place && !known {
				all = append(all, edge{from, place, k})
			}
		}
	}
	return all
}

// bound is how many shuffles a movement takes at least, over whatever lanes, and why: a
// shuffle brings a lane one register, of so many elements, and takes one out of it.
func bound(edges []edge, fields int) (least int, why string) {
	each := "one in a shuffle"
	if fields > 1 {
		each = fmt.Sprintf("up to %d in a shuffle", fields)
	}
	takes, sends, seen := map[int]int{}, map[int]int{}, map[slot]bool{}
	for _, e := range edges {
		takes[e.to]++
		if !seen[e.from] {
			seen[e.from] = true
			sends[e.from.place]++
		}
	}
	most := 0
	for _, e := range edges {
		if n := takes[e.to]; n > most {
			most, why = n, fmt.Sprintf("lane %d takes %s of other lanes, %s", e.to, quantity(n, "element"), each)
		}
		if n := sends[e.from.place]; n > most {
			most, why = n, fmt.Sprintf("lane %d sends %s to other lanes, %s", e.from.place, quantity(n, "element"), each)
		}
	}
	return (most + fields - 1) / fields, why
}

// scheduled is the schedule of fewest shuffles of three: all that leaves a register in one
// shuffle, all that a register takes in one, or edges coloured one by one.
func scheduled(width int, edges []edge) schedule {
	least, _ := bound(edges, 1)
	best, found := schedule{}, false
	for _, by := range []func(edge) int{
		func(e edge) int { return e.from.register },
		func(e edge) int { return e.into },
	} {
		s := schedule{width: width}
		ok := true
		colours := map[int]int{}
		for _, e := range edges {
			t, known := colours[by(e)]
			if !known {
				t = s.grow()
				colours[by(e)] = t
			}
			ok = ok && s.put(t, e)
		}
		if ok && (!found || len(s.sends) < len(best.sends)) {
			best, found = s, true
		}
	}
	if found && len(best.sends) == least {
		return best
	}
	s := schedule{width: width}
	for range least {
		s.grow()
	}
	for _, e := range edges {
		s.colour(e)
	}
	if found && len(best.sends) <= len(s.sends) {
		return best
	}
	return s
}

// grow adds a shuffle that moves nothing, and returns its number.
func (s *schedule) grow() int {
	s.sends = append(s.sends, slices.Repeat([]int{nothing}, s.width))
	s.takes = append(s.takes, slices.Repeat([]int{nothing}, s.width))
	return len(s.sends) - 1
}

// fits reports whether a shuffle can move e as well.
func (s *schedule) fits(t int, e edge) bool {
	sent := s.sends[t][e.from.place]
	return s.takes[t][e.to] == nothing && (sent == nothing || sent == e.from.register)
}

// put lets a shuffle move e, if it can.
func (s *schedule) put(t int, e edge) bool {
	if !s.fits(t, e) {
		return false
	}
	s.sends[t][e.from.place], s.takes[t][e.to] = e.from.register, e.from.place
	return true
}

// colour finds a shuffle for e: one that sends its element already, one in which both ends
// are free, or one that an exchange of two shuffles frees; else a new one.
func (s *schedule) colour(e edge) {
	for t := range s.sends {
		if s.sends[t][e.from.place] == e.from.register && s.put(t, e) {
			return
		}
	}
	for t := range s.sends {
		if s.put(t, e) {
			return
		}
	}
	for a := range s.sends {
		if sent := s.sends[a][e.from.place]; sent != nothing && sent != e.from.register {
			continue
		}
		for b := range s.sends {
			if s.takes[b][e.to] != nothing {
				continue
			}
			if s.exchange(a, b, e.to, e.from.place) && s.put(a, e) {
				return
			}
		}
	}
	s.put(s.grow(), e)
}

// exchange swaps what two shuffles move, of all that hangs together with what the place to
// receives; not if that reaches what the place from sends.
func (s *schedule) exchange(a, b, to, from int) bool {
	receives, sends := map[int]bool{to: true}, map[int]bool{}
	for grown := true; grown; {
		grown = false
		for i := range s.width {
			for _, t := range []int{a, b} {
				j := s.takes[t][i]
				if j != nothing && receives[i] != sends[j] {
					receives[i], sends[j], grown = true, true, true
				}
			}
		}
	}
	if sends[from] {
		return false
	}
	for i := range receives {
		s.takes[a][i], s.takes[b][i] = s.takes[b][i], s.takes[a][i]
	}
	for j := range sends {
		s.sends[a][j], s.sends[b][j] = s.sends[b][j], s.sends[a][j]
	}
	return true
}

// Scheduled is the network of a movement in few shuffles: a lane selects what it sends in
// each, and where it puts what it takes.
func Scheduled(s spec.Spec) (*Network, error) {
	b := newBuilder(s)
	m := movementOf(b)
	edges := m.edges()
	plan := scheduled(s.Width, edges)
	b.step("A lane sends one register in each shuffle, and takes the element of its source.")
	got := m.shuffled(plan)
	b.step("A register takes its element.")
	var results []*Node
	for k, row := range m.from {
		takes := make([]*Node, len(row))
		for place, from := range row {
			if from.place == place {
				if from.register != k {
					takes[place] = m.input(from.register)
				}
				continue
			}
			for t := range got {
				if plan.takes[t][place] == from.place && plan.sends[t][from.place] == from.register {
					takes[place] = got[t]
				}
			}
		}
		results = append(results, m.joined(k, takes))
	}
	m.ends(results)
	b.net.Choice = m.promise(edges)
	return b.done(), nil
}

// shuffled are the elements that lanes take in each shuffle.
func (m *movement) shuffled(plan schedule) []*Node {
	var give []*Node
	for _, sends := range plan.sends {
		var x *Node
		for _, register := range slices.Compact(slices.Sorted(slices.Values(sends))) {
			if register == nothing {
				continue
			}
			one := m.input(register)
			if x == nil {
				x = one
				continue
			}
			x = m.node(Select{m.node(InLanes{m.places(func(p int) bool { return sends[p] == register })}), one, x})
		}
		give = append(give, x)
	}
	return m.exchanged(give, plan.takes)
}

// exchanged are the elements that lanes take: of each node, from the place that its row of
// sources has there. Narrow elements that take the same way share a shuffle.
func (m *movement) exchanged(give []*Node, sources [][]int) []*Node {
	fields := PerRegister(m.net.Spec.Type)
	if m.fields > 1 { // they are packed
		fields = 1
	}
	got := slices.Clone(give)
	done := make([]bool, len(give))
	for t, from := range sources {
		if done[t] || all(len(from), func(place int) bool { return from[place] == place }) {
			continue
		}
		var together []int
		for u := t; u < len(sources) && len(together) < fields; u++ {
			if !done[u] && slices.Equal(sources[u], from) {
				together = append(together, u)
				done[u] = true
			}
		}
		by := m.sources(func(place int) int { return from[place] })
		if len(together) == 1 {
			got[t] = m.wide(Shuffle{give[t], by})
			continue
		}
		of := slices.Repeat([]*Node{give[together[len(together)-1]]}, fields)
		for i, u := range together {
			of[i] = give[u]
		}
		word := m.packed(Shuffle{m.packed(Pack{of}), by})
		for i, u := range together {
			got[u] = m.node(Unpack{word, i})
		}
	}
	return got
}

// packed is the node of a packed register.
func (m *movement) packed(e Expr) *Node {
	n := m.node(e)
	n.Packed = true
	return n
}

// promise says how many shuffles a movement takes, and how many it takes at least.
func (m *movement) promise(edges []edge) string {
	fields := PerRegister(m.net.Spec.Type)
	least, why := bound(edges, fields)
	cost := m.net.Cost().Shuffles
	words := m.net.Spec.Words()
	text := quantity(cost, "shuffle")
	switch {
	case cost == 0:
		return "Cost:  no shuffle."
	case cost > least*words:
		text += fmt.Sprintf("; no fewer than %d would do", least*words)
	default:
		text += ", the fewest"
	}
	if words > 1 {
		why += fmt.Sprintf(", and an element takes %d shuffles", words)
	}
	return fmt.Sprintf("Cost:  %s: %s.", text, why)
}

func quantity(n int, what string) string { return fmt.Sprintf("%d %s", n, plural(n, what)) }

// RejectMovement says why [Movement] does not build s; nothing if it does.
func RejectMovement(s spec.Spec) string {
	if !s.Pattern.IsMovement() {
		return "no table of registers is moved"
	}
	return ""
}
