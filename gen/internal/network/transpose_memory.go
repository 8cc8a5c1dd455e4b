package network

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/spec"
)

// A transpose through shared memory: each lane stores its registers, waits for the others and loads its results.
// Blocked, the registers of a lane lie one after the other, so that one instruction stores or loads up to 16 bytes of
// them; striped, the lanes of a segment lie so. Padding after some lanes keeps the groups of lanes that are served
// together in different banks. The padding is found by trying, with each layout's cycles counted.

// RejectMemoryTranspose says why [MemoryTranspose] does not build s; nothing if it does.
func RejectMemoryTranspose(s spec.Spec) string {
	if s.Pattern != spec.Transpose {
		return s.Pattern.String() + " transposes no registers"
	}
	return rejectMemory(s)
}

// MemoryTranspose is the network of a transpose through shared memory.
func MemoryTranspose(s spec.Spec) (*Network, error) {
	m := movementOf(newBuilder(s))
	t, err := memoryTransposeOf(m)
	if err != nil {
		return nil, err
	}
	m.step("A lane packs its registers.")
	items := t.items()
	m.step("Each lane stores them.")
	memory := m.node(Scatter{items, t.layout})
	m.step("When all have stored, each lane loads its results.")
	memory = m.node(Barrier{X: memory})
	results := t.results(memory)
	m.keepWithoutMember(results)
	m.settles(results)
	m.ends(results)
	m.net.Choice = t.choice(m.net)
	return m.done(), nil
}

// memoryTranspose is a transpose through shared memory under construction.
type memoryTranspose struct {
	*movement
	n, w   int
	bytes  int // of an element
	fields int // elements of a packed register, 1 for none
	pairs  bool
	layout *Layout
}

func memoryTransposeOf(m *movement) (*memoryTranspose, error) {
	s := m.net.Spec
	t := &memoryTranspose{movement: m, n: s.N, w: s.Width, bytes: s.Type.Bits() / 8, fields: 1}
	if f := PerRegister(s.Type); s.N%f == 0 {
		t.fields = f
	}
	t.pairs = t.fields == 2 && powerOfTwo(s.N) && powerOfTwo(s.Width) && s.N >= 4 && s.N <= s.Width
	if t.layout = t.best(); t.layout == nil {
		return nil, fmt.Errorf("network: no layout for %d registers of %d lanes", t.n, t.w)
	}
	return t, nil
}

// best is the layout of fewest cycles among the candidates. The search ends at one without
// a conflict.
func (t *memoryTranspose) best() *Layout {
	var best *Layout
	for vector := t.widest(); vector > 0; vector /= 2 {
		for _, pad := range t.pads(vector) {
			for segment := 0; segment <= banks*bankBytes/2 && (segment == 0 || t.w < t.net.Spec.Warp()); segment += MemoryAlign {
				l := t.candidate(vector, pad, segment)
				if best != nil && !l.better(best) || l.settle(t.bytes) != nil || !t.right(l) {
					continue
				}
				if best = l; l.cycles() == l.least() {
					return l
				}
			}
		}
	}
	return best
}

// right reports whether lanes load what they have to: padding may have moved it away.
func (t *memoryTranspose) right(l *Layout) bool {
	for lane := range t.net.Spec.Warp() / t.w * t.w {
		for i := range l.Load.Offsets {
			for f, got := range l.sources(lane, i) {
				register := i*l.Load.Size/t.bytes + f
				from := t.from[register%t.n][lane%t.w]
				want := stored{lane - lane%t.w + from.place, from.register}
				if got.lane < 0 || !t.pairs && got != want {
					return false
				}
			}
		}
	}
	return true
}

// better reports whether l takes fewer cycles than o, or as many by fewer instructions.
func (l *Layout) better(o *Layout) bool {
	return slices.Compare([]int{l.cycles(), l.instructions()}, []int{o.cycles(), o.instructions()}) < 0
}

// item is the number of bytes that a lane stores or loads at once without a vector, where
// its registers lie one after the other.
func (t *memoryTranspose) item() int { return t.fields * t.bytes }

// widest is how many items of a lane one instruction may store, where they lie one after
// the other.
func (t *memoryTranspose) widest() int {
	if t.net.Spec.Type.Packed() || t.item() < bankBytes { // CUDA has no vectors of pairs
		return 1
	}
	n := t.n / t.fields
	v := MemoryAlign / t.item()
	for n%v > 0 {
		v /= 2
	}
	return max(1, v)
}

// pad is what lies after so many lanes, in bytes.
type pad struct{ bytes, lanes int }

// pads are paddings to try, none first: one that shifts the lanes which would meet in a bank
// by an instruction's width, or by a bank.
func (t *memoryTranspose) pads(vector int) []pad {
	wide := vector * t.item()
	all := []pad{{0, 1}}
	for _, bytes := range []int{wide, max(bankBytes, 2*wide)} {
		for lanes := 1; lanes < t.net.Spec.Warp(); lanes *= 2 {
			all = append(all, pad{bytes, lanes})
		}
	}
	return all
}

// candidate is a layout, which may be none.
func (t *memoryTranspose) candidate(vector int, p pad, segment int) *Layout {
	blocked, striped := t.plain(vector, p, segment)
	if t.pairs {
		blocked, striped = t.paired(vector, p, segment)
	}
	if t.net.Spec.Move().Inverse {
		return &Layout{Store: striped, Load: blocked}
	}
	return &Layout{Store: blocked, Load: striped}
}

// plain has element e of a segment at e times its size, but for padding. Blocked, items are
// packed registers where the number of registers allows.
func (t *memoryTranspose) plain(vector int, p pad, segment int) (blocked, striped Access) {
	lane := t.n * t.bytes
	before := func(lane int) int { return p.bytes * (lane / p.lanes) } // padding
	blocked = Access{Lanes: t.net.Spec.Warp(), Size: t.item(), Vector: vector, Terms: terms(t.net.Spec.Warp(),
		Term{lane, 1, 0}, Term{p.bytes, p.lanes, 0}, Term{segment, t.w, 0})}
	for i := range t.n / t.fields {
		blocked.Offsets = append(blocked.Offsets, i*t.item())
	}
	striped = Access{Lanes: t.net.Spec.Warp(), Size: t.bytes, Vector: 1}
	for k := range t.n {
		striped.Offsets = append(striped.Offsets, t.bytes*k*t.w+before(k*t.w/t.n))
	}
	// The lane's part: of its position, of its segment, and of the padding before both.
	own, inside := []Term{{t.bytes, 1, t.w}}, t.n*p.lanes // elements between paddings
	each := t.w*lane + segment
	if p.lanes < t.w {
		each += before(t.w)
	} else {
		own = append(own, Term{p.bytes, p.lanes, 0})
	}
	if inside < t.w {
		own = append(own, Term{p.bytes, inside, t.w / inside})
	}
	striped.Terms = terms(t.net.Spec.Warp(), append(own, Term{each, t.w, 0})...)
	return blocked, striped
}

// terms are those that matter within a warp.
func terms(lanes int, all ...Term) []Term {
	var some []Term
	for _, t := range all {
		if t.Times == 0 || t.Div >= lanes {
			continue
		}
		if t.Div*t.Mod >= lanes {
			t.Mod = 0
		}
		some = append(some, t)
	}
	return some
}

// paired is the layout of pairs of 16-bit elements that go to one lane: register pair m of
// lane l has elements 2·m·w + l and (2·m+1)·w + l. They came from lanes that differ in one
// bit, which exchange halves before they store, or after they load. The pairs of even lanes
// come before those of odd ones, so that the pairs of a lane that holds them blocked lie one
// after the other.
func (t *memoryTranspose) paired(vector int, p pad, segment int) (blocked, striped Access) {
	const pair = bankBytes
	half := t.w / t.n // lanes that hold a row of w elements blocked
	row := pair*t.w + p.bytes
	each := t.n/2*row + segment
	blocked = Access{Lanes: t.net.Spec.Warp(), Size: pair, Vector: vector, Terms: terms(t.net.Spec.Warp(),
		Term{pair * t.n / 2, 1, half}, Term{pair * t.w / 2, half, 2}, Term{row, 2 * half, t.n / 2}, Term{each, t.w, 0})}
	striped = Access{Lanes: t.net.Spec.Warp(), Size: pair, Vector: 1, Terms: terms(t.net.Spec.Warp(),
		Term{pair, 2, t.w / 2}, Term{pair * t.w / 2, 1, 2}, Term{each, t.w, 0})}
	for i := range t.n / 2 {
		blocked.Offsets = append(blocked.Offsets, pair*i)
		striped.Offsets = append(striped.Offsets, row*i)
	}
	return blocked, striped
}

// items are what a lane stores.
func (t *memoryTranspose) items() []*Node {
	var x []*Node
	for k := range t.n {
		x = append(x, t.input(k))
	}
	switch {
	case t.layout.Store.Size == t.bytes:
		return x
	case t.pairs && !t.net.Spec.Move().Inverse:
		return t.exchangedHalves(t.words(x))
	}
	return t.words(x)
}

// words are packed registers of elements.
func (t *memoryTranspose) words(x []*Node) []*Node {
	var words []*Node
	for of := range slices.Chunk(x, t.fields) {
		words = append(words, t.packed(Pack{slices.Clone(of)}))
	}
	return words
}

// results are what a lane loads, by register.
func (t *memoryTranspose) results(memory *Node) []*Node {
	var loaded, results []*Node
	for i := range t.layout.Load.Offsets {
		x := t.node(Gather{memory, t.layout, i})
		x.Packed = t.layout.Load.Size > t.bytes
		loaded = append(loaded, x)
	}
	if t.pairs && t.net.Spec.Move().Inverse {
		loaded = t.exchangedHalves(loaded)
	}
	for _, x := range loaded {
		if !x.Packed {
			results = append(results, x)
			continue
		}
		for i := range t.fields {
			results = append(results, t.node(Unpack{x, i}))
		}
	}
	return results
}

// exchangedHalves has the halves of pairs change places with the lanes that hold their
// partners.
func (t *memoryTranspose) exchangedHalves(x []*Node) []*Node {
	t.movement.fields = t.fields
	defer func() { t.movement.fields = 1 }()
	b := butterflies{t.movement, log2(t.n), log2(t.w)}
	return b.butterfly(x, 0, b.v-b.n)
}

// choice says what a transpose takes, and what shuffles would take.
func (t *memoryTranspose) choice(n *Network) string {
	l, cost := t.layout, n.Cost()
	text := fmt.Sprintf("Cost:  %s and %s", quantity(cost.Stores, "store"), quantity(cost.Loads, "load"))
	if cost.Shuffles > 0 {
		text = fmt.Sprintf("Cost:  %s, %s and %s", quantity(cost.Shuffles, "shuffle"), quantity(cost.Stores, "store"),
			quantity(cost.Loads, "load"))
	}
	text += fmt.Sprintf(" of shared memory, %d clocks of an SM", l.cycles()+cost.Shuffles)
	s := t.net.Spec.With("memory", spec.NoMemory)
	if other, err := Movement(s); err == nil {
		text += fmt.Sprintf("; by shuffles alone %d", clocks(other))
	}
	return text + "."
}
