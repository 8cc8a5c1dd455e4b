package network

import (
	"fmt"
	"strings"
	"testing"

	"github.com/shflgen/shflgen/spec"

	"github.com/shflgen/shflgen/tests/extent"
)

// lentSpecs are transposes through shared memory, of each size of element.
func lentSpecs(t *testing.T, widths, registers []int) []spec.Spec {
	var all []spec.Spec
	for i, typ := range []string{"float32", "float64", "uint16", "uint8", "float16x2"} {
		for _, w := range widths {
			for j, n := range registers {
				inverse := []string{"", " -inverse"}[(i+j)%2]
				all = append(all, specOf(t, fmt.Sprintf("-pattern transpose -n %d -width %d -type %s -memory shared -mask full%s",
					n, w, typ, inverse)))
			}
		}
	}
	return all
}

// TestMemoryTranspose runs networks on numbers: each register has the element of the table.
func TestMemoryTranspose(t *testing.T) {
	extent.NotQuick(t, "takes seconds")
	for _, s := range extent.Sample(lentSpecs(t, []int{32, 16, 12, 8, 7, 4, 1},
		[]int{1, 2, 3, 4, 6, 8, 10, 12, 16, 33, 64}), 4) {
		net, err := MemoryTranspose(s)
		for _, pass := range []func(*Network) (*Network, error){Check, Prune, Check} {
			if err == nil {
				net, err = pass(net)
			}
		}
		if err != nil {
			t.Errorf("%v: %v", s.Args(), err)
			continue
		}
		in := make([][]uint64, s.N)
		for r := range in {
			for lane := range s.Lanes() {
				in[r] = append(in[r], uint64(r*s.Lanes()+lane))
			}
		}
		out, err := Interpret(net, Call{Elements: in})
		if err != nil {
			t.Errorf("%v: %v", s.Args(), err)
			continue
		}
		for r := range in {
			for lane := range s.Lanes() {
				want := in[r][lane]
				if base := lane - lane%s.Width; base+s.Width <= s.Lanes() {
					from := transposed(s, slot{r, lane % s.Width})
					want = in[from.register][base+from.place]
				}
				if got := out.Elements[r][lane]; got != want {
					t.Fatalf("%v: register %d of lane %d is %d, want %d", s.Args(), r, lane, got, want)
				}
			}
		}
	}
}

// TestNoBankConflicts: where -memory auto takes shared memory, no access of 32 and 64 bits
// at full width meets a conflict, for any number of registers up to 16, and the powers of two.
func TestNoBankConflicts(t *testing.T) {
	for _, typ := range []string{"int32", "float64", "uint16", "uint8"} {
		for _, n := range []int{8, 9, 10, 11, 12, 13, 14, 15, 16, 32, 64} {
			s := specOf(t, fmt.Sprintf("-pattern transpose -n %d -type %s", n, typ))
			if !s.TakesMemory() {
				continue
			}
			m, err := memoryTransposeOf(movementOf(newBuilder(s)))
			if err != nil {
				t.Fatal(err)
			}
			conflicts := m.layout.cycles() - m.layout.least()
			if allowed := typ == "float64" && n == 12; conflicts > 0 && !allowed {
				t.Errorf("%v: %d cycles of conflicts", s.Args(), conflicts)
			}
		}
	}
}

// TestCycles counts the cycles of accesses with known conflicts.
func TestCycles(t *testing.T) {
	for _, test := range []struct {
		stride, size, vector, want int
	}{
		{4, 4, 1, 1}, {8, 4, 1, 2}, {128, 4, 1, 32}, {132, 4, 1, 1}, {0, 4, 1, 1}, {2, 2, 1, 1}, {1, 1, 1, 1},
		{8, 8, 1, 2}, {16, 8, 1, 4}, {16, 4, 4, 4}, {32, 4, 4, 8}, {48, 4, 4, 4},
	} {
		a := Access{Lanes: spec.WarpSize, Terms: []Term{{test.stride, 1, 0}}, Size: test.size, Vector: test.vector}
		for i := range test.vector {
			a.Offsets = append(a.Offsets, i*test.size)
		}
		if got := a.cycles(); got != test.want {
			t.Errorf("%+v: %d cycles, want %d", test, got, test.want)
		}
	}
}

// TestLayoutRefuses plants faults in layouts.
func TestLayoutRefuses(t *testing.T) {
	of := func(store, load Access) *Layout { return &Layout{Store: store, Load: load} }
	own := func(stride, first int, vector int) Access {
		return Access{Lanes: spec.WarpSize, Terms: []Term{{stride, 1, 0}}, Offsets: []int{first, first + 4}, Size: 4,
			Vector: vector}
	}
	apart := Access{Lanes: spec.WarpSize, Terms: []Term{{16, 1, 0}}, Offsets: []int{0, 8}, Size: 4, Vector: 2}
	for says, l := range map[string]*Layout{
		"":                     of(own(8, 0, 2), own(8, 0, 1)),
		"stored where another": of(own(4, 0, 1), own(8, 0, 1)),
		"not aligned":          of(own(8, 4, 2), own(8, 0, 1)),
		"does not follow":      of(apart, own(8, 0, 1)),
	} {
		err := l.settle(4)
		if (err == nil) != (says == "") || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("got %v, want %q", err, says)
		}
	}
}

// TestCheckRefusesLentMemory plants faults in a network that uses the memory of its caller.
func TestCheckRefusesLentMemory(t *testing.T) {
	for name, test := range map[string]struct {
		spoil func(n *Network, scatter, gather *Node)
		says  string
	}{
		"a load before the barrier": {func(_ *Network, scatter, gather *Node) {
			load := gather.Expr.(Gather)
			gather.Expr = Gather{scatter, load.Layout, load.Item}
		}, "loads before a barrier"},
		"no barrier before the next call": {func(n *Network, _, _ *Node) {
			n.Outs[0].Node = n.Result().Expr.(Barrier).X
		}, "no barrier between the loads and the next call"},
		"memory that nobody lends": {func(n *Network, _, _ *Node) { n.Spec.Params = spec.MoveParams{Memory: spec.NoMemory} },
			"does not lend"},
		"a load of what nobody stores": {func(_ *Network, _, gather *Node) {
			load := gather.Expr.(Gather)
			spoilt := *load.Layout
			spoilt.Load.Offsets = make([]int, len(load.Layout.Load.Offsets))
			for i := range spoilt.Load.Offsets {
				spoilt.Load.Offsets[i] = 128 + i // a gap
			}
			gather.Expr = Gather{load.From, &spoilt, load.Item}
		}, "loads what no lane has stored"},
	} {
		n, err := MemoryTranspose(specOf(t, "-pattern transpose -n 8 -mask full"))
		if err == nil {
			_, err = Check(n)
		}
		if err != nil {
			t.Fatal(err)
		}
		var scatter, gather *Node
		every(n, func(node *Node) {
			switch node.Expr.(type) {
			case Scatter:
				scatter = node
			case Gather:
				gather = node
			}
		})
		test.spoil(n, scatter, gather)
		if _, err := Check(n); err == nil || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: got %v, want an error with %q", name, err, test.says)
		}
	}
}

// TestAutoIsNoWorse holds the short rule of -memory auto against the cost model: by it no
// transpose takes a third more clocks than by the other way, up to 32 registers. At widths
// between, such as 12, it may, as narrow elements would go faster through memory there.
func TestAutoIsNoWorse(t *testing.T) {
	extent.NotQuick(t, "takes seconds")
	for _, typ := range []string{"int32", "float64", "uint16", "uint8"} {
		for _, w := range []int{32, 16, 8, 7, 2} {
			for _, n := range []int{2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 20, 32} {
				s := specOf(t, fmt.Sprintf("-pattern transpose -n %d -width %d -type %s -mask full", n, w, typ))
				o := s
				o = o.With("memory", spec.NoMemory)
				by, err := Movement(o)
				if err != nil {
					t.Fatal(err)
				}
				o = o.With("memory", spec.SharedMemory)
				m, err := memoryTransposeOf(movementOf(newBuilder(o)))
				if err != nil {
					t.Fatal(err)
				}
				chosen, other := clocks(by), m.layout.cycles()
				if s.TakesMemory() {
					chosen, other = other, chosen
				}
				if 3*chosen > 4*other {
					t.Errorf("%v: -memory auto takes %d clocks, the other way %d", s.Args(), chosen, other)
				}
			}
		}
	}
}
