package gen

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/internal/catalogue"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

// sample are specs of the catalogue, with every pattern in every mask mode that it has.
func sample(t *testing.T) []spec.Spec {
	t.Helper()
	var specs []spec.Spec
	for _, op := range []spec.Op{spec.ArgMin, spec.ArgMax} {
		for _, width := range []int{1, 7, 16, 32} {
			s := spec.NewSpec(spec.Reduce)
			s.Width, s.Op, s.Mask = width, op, spec.Active
			specs = append(specs, s)
		}
	}
	for width := 3; width < 16; width++ { // of which pieces are short in all ways
		s := spec.NewSpec(spec.Reduce)
		s.Width, s.Type = width, spec.Float32
		specs = append(specs, s)
	}
	for s := range catalogue.RunTime() {
		if s.Type == spec.Int32 && (s.Width == 5 || s.Width == spec.WarpSize) {
			specs = append(specs, s)
		}
	}
	i := 0
	for s := range catalogue.All() {
		if i++; i%89 == 0 || s.Pattern.IsMovement() && i%5 == 0 || s.Pattern.Sorts() || s.Pattern.Counts() {
			specs = append(specs, s)
		}
	}
	for i, block := range []int{1, 2, 31, 32, 33, 64, 77, 100, 128, 200, 256, 300} {
		s := spec.NewSpec([]spec.Pattern{spec.BlockInclusiveScan, spec.BlockExclusiveScan}[i%2])
		s.Block, s.Type = block, spec.Float32
		specs = append(specs, s)
		s.Mask, s.Type = spec.Full, spec.Int32
		specs = append(specs, s)
	}
	for i, block := range []int{33, 64, 70, 96, 128, 180, 250, 512, 513, 1000, 1024, 40, 544, 608, 1024, 64, 45, 128, 160,
		72, 512, 256} {
		s := spec.NewSpec(spec.BlockReduce)
		s.Block, s.Type, s.For, s.All = block, spec.Float32, spec.Goals()[i%3], i%4 == 3
		specs = append(specs, s)
		s.Op = spec.Max
		specs = append(specs, s)
		s.Mask, s.Type, s.Op = spec.Full, spec.Int32, spec.Sum
		specs = append(specs, s)
	}
	for i, block := range []int{64, 96, 128, 256, 512} { // the first warp rakes winners
		s := spec.NewSpec(spec.BlockReduce)
		s.Block, s.Mask = block, spec.Full
		s.Type = []spec.Type{spec.Int32, spec.Float32, spec.Uint32}[i%3]
		s.Op = []spec.Op{spec.ArgMin, spec.ArgMax}[i%2]
		specs = append(specs, s)
	}
	covered := map[string]bool{}
	for _, s := range specs {
		covered[fmt.Sprint(s.Pattern, s.Mask, s.HasLane())] = true
	}
	for _, p := range spec.Patterns() {
		for _, m := range p.MaskModes() {
			// its network has no steps; that of its threads is a block's, or that of its words a transpose's
			if p.InMemory() || p.Global() {
				continue
			}
			if !covered[fmt.Sprint(p, m, false)] {
				t.Errorf("no sample of %s with mask mode %s", p, m)
			}
			if p == spec.Reduce && !covered[fmt.Sprint(p, m, true)] {
				t.Errorf("no sample of argmin or argmax with mask mode %s", m)
			}
		}
	}
	return specs
}

// mix is a commutative function without other laws, but for its identity 0.
func mix(_ *network.Fn, a, b uint64) uint64 {
	if a == 0 || b == 0 {
		return a | b
	}
	lo, hi := min(a, b), max(a, b)
	x := (lo*0x9e3779b97f4a7c15 ^ hi) * 0xbf58476d1ce4e5b9
	return x ^ x>>29 | 1
}

// callOf is a call of s with random elements, keys and members, and an op that has the
// laws of the spec's and no other: networks that differ in what no law allows differ in
// what they compute.
func callOf(s spec.Spec, rng *rand.Rand) network.Call {
	lanes, some := s.Lanes(), rng.IntN(5)
	c := network.Call{Apply: mix}
	element := rng.Uint64
	switch l := s.Laws(); {
	case s.Pattern.Sorts():
		c.Identity = map[spec.Op]uint64{spec.Min: ^uint64(0), spec.Max: 0}[s.Best()]
		c.Apply = func(f *network.Fn, a, b uint64) uint64 {
			if f.Op == spec.Min {
				return min(a, b)
			}
			return max(a, b)
		}
		element = func() uint64 { return rng.Uint64N(6) } // ties
	case s.HasLane():
		c.Apply = func(_ *network.Fn, a, b uint64) uint64 { return max(a, b) }
		element = func() uint64 { return 1 + rng.Uint64N(6) } // ties
	case l.Associative && l.Idempotent:
		c.Apply = func(_ *network.Fn, a, b uint64) uint64 { return a | b }
		element = func() uint64 { return 1 << rng.Uint64N(64) }
	case s.Op == spec.Xor: // which undoes itself
		c.Apply = func(_ *network.Fn, a, b uint64) uint64 { return a ^ b }
	case l.Associative:
		c.Apply = func(f *network.Fn, a, b uint64) uint64 {
			if f.Undoes {
				return a - b
			}
			return a + b
		}
	}
	for range s.Registers() {
		register, values := make([]uint64, lanes), make([]uint64, lanes)
		for i := range register {
			register[i], values[i] = element(), rng.Uint64()
		}
		c.Elements = append(c.Elements, register)
		if s.Value != nil {
			c.Values = append(c.Values, values)
		}
	}
	for range s.Shape().Operands() {
		c.Distances = append(c.Distances, rng.Int64N(80)-40)
	}
	for range lanes {
		c.Members = append(c.Members, s.Mask == spec.Full || rng.IntN(4) < some)
		if s.Pattern.Keyed() {
			c.Keys = append(c.Keys, rng.Uint64N(3))
		}
	}
	return c
}

// contract is the outcome where the contract says what it is, of the outputs of a network.
func contract(n *network.Network, c network.Call, out network.Outcome) []string {
	s := n.Spec
	var lines []string
	for _, o := range n.Outs {
		for lane := range s.Lanes() {
			lowest := true
			for i := lane - lane%max(s.Width, 1); i < lane; i++ {
				lowest = lowest && !c.Members[i]
			}
			switch {
			case !o.Lanes.Has(lane), s.Mask == spec.Active && !c.Members[lane]:
				continue
			case s.Mask == spec.Active && s.Pattern == spec.DownReduce && !lowest:
				continue // unspecified
			}
			line := fmt.Sprintf("%s %d of lane %d: ", o.Role.Name(), o.Register, lane)
			switch {
			case o.Role == spec.ElementRole:
				line += fmt.Sprintf("%#x", out.Elements[o.Register][lane])
			case o.Role.Number():
				line += fmt.Sprint(out.Numbers[o.Role][o.Register][lane])
			case o.Role == spec.ValueRole:
				line += fmt.Sprintf("%#x", out.Values[o.Register][lane])
			case o.Role == spec.PredRole:
				line += fmt.Sprint(out.Pred[lane])
			}
			lines = append(lines, line)
		}
	}
	return lines
}

// differs says in what a network differs from the one that [network.Build] gives, on
// random calls; nothing if in none.
func differs(n *network.Network, calls int) string {
	base, err := network.Build(n.Spec)
	if err != nil {
		return err.Error()
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range calls {
		c := callOf(n.Spec, rng)
		want, err := network.Interpret(base, c)
		if err != nil {
			return "as built: " + err.Error()
		}
		got, err := network.Interpret(n, c)
		if err != nil {
			return err.Error()
		}
		if diff := cmp.Diff(contract(base, c, want), contract(base, c, got)); diff != "" {
			return diff
		}
	}
	return ""
}

// stages are the networks of a spec by every lowering that does not reject it, after each
// pass.
func stages(t *testing.T, s spec.Spec, see func(name string, n *network.Network)) {
	t.Helper()
	for _, target := range targets {
		for _, l := range target.lowerings {
			if l.rejects(s) != "" {
				continue
			}
			n, err := l.build(s)
			if err != nil {
				t.Errorf("%s: %s: %v", s.Header(), l.name, err)
				continue
			}
			name := target.name + ", " + l.name
			see(name, n)
			for _, p := range target.passes {
				if n, err = p.run(n); err != nil {
					t.Errorf("%s: %s, %s: %v", s.Header(), name, p.name, err)
					break
				}
				see(name+", "+p.name, n)
			}
		}
	}
}

// TestLowerings wants every lowering and every pass to compute what the pattern as it is
// computes.
func TestLowerings(t *testing.T) {
	extent.NotQuick(t, "takes seconds")
	tries := extent.Pick(1, 2)
	seen := map[string]bool{}
	for _, s := range sample(t) {
		stages(t, s, func(name string, n *network.Network) {
			seen[name] = true
			if diff := differs(n, tries); diff != "" {
				t.Errorf("%s: %s:\n%s", s.Header(), name, diff)
			}
		})
	}
	for _, target := range targets {
		for _, l := range target.lowerings {
			if !seen[target.name+", "+l.name] {
				t.Errorf("no spec of the sample is built by %s, %s", target.name, l.name)
			}
		}
	}
}

// faults are what a wrong pass might do to a node; each reports whether it did.
var faults = map[string]func(*network.Node) bool{
	"arms of a select swapped": func(n *network.Node) bool {
		e, ok := n.Expr.(network.Select)
		n.Expr = exprOr(ok, network.Select{If: e.If, Then: e.Else, Else: e.Then}, n.Expr)
		return ok
	},
	"an op left out": func(n *network.Node) bool {
		e, ok := n.Expr.(network.Combine)
		n.Expr = exprOr(ok, network.Combine{Fn: e.Fn, Left: e.Left, Right: e.Left}, n.Expr)
		return ok
	},
	"a shuffle from the lane itself": func(n *network.Node) bool {
		e, ok := n.Expr.(network.Shuffle)
		n.Expr = exprOr(ok, network.Shuffle{X: e.X, By: network.Itself(e.By.Lanes())}, n.Expr)
		return ok
	},
	"the successor on the other side": func(n *network.Node) bool {
		e, ok := n.Expr.(network.Successor)
		n.Expr = exprOr(ok, network.Successor{Before: !e.Before}, n.Expr)
		return ok
	},
	"the element of another warp": func(n *network.Node) bool {
		e, ok := n.Expr.(network.Load)
		n.Expr = exprOr(ok, network.Load{From: e.From, Slot: 0}, n.Expr)
		return ok && e.Slot != 0
	},
	"the element of another thread": func(n *network.Node) bool {
		e, ok := n.Expr.(network.Rake)
		n.Expr = exprOr(ok, network.Rake{From: e.From, Piece: e.Piece, Pieces: e.Pieces, At: 0, Apart: e.Apart,
			Beside: e.Beside, Alone: e.Alone}, n.Expr)
		return ok && e.At != 0
	},
	"the value of another lane": func(n *network.Node) bool {
		e, ok := n.Expr.(network.LoadLeft)
		n.Expr = exprOr(ok, network.LoadLeft{From: e.From, Slot: 0}, n.Expr)
		return ok && e.Slot != 0
	},
	"elements of a packed register swapped": func(n *network.Node) bool {
		e, ok := n.Expr.(network.Permute)
		n.Expr = exprOr(ok, network.Permute{If: e.If, A: e.A, B: e.B, Then: e.Else, Else: e.Then}, n.Expr)
		return ok && e.If != nil
	},
	"a winner of another key": func(n *network.Node) bool {
		e, ok := n.Expr.(network.WinnerLane)
		if !ok {
			return false
		}
		own := *e.Best
		own.Expr = network.Input{}
		*e.Best = own
		return true
	},
}

// TestLoweringsCatchFaults plants faults, as a wrong pass would, and wants each to show.
func TestLoweringsCatchFaults(t *testing.T) {
	for name, fault := range faults {
		specs := 0
		for _, args := range [][]string{
			{"-pattern", "reduce", "-width", "32", "-op", "sum"},
			{"-pattern", "reduce", "-width", "21", "-type", "float32"},
			{"-pattern", "inclusive-scan", "-width", "12", "-type", "float64", "-op", "prod"},
			{"-pattern", "inclusive-scan", "-width", "9", "-mask", "active"},
			{"-pattern", "reduce", "-width", "16", "-op", "argmin", "-type", "float32"},
			{"-pattern", "keyed-reduce", "-width", "16"},
			{"-pattern", "batch-reduce", "-width", "8", "-n", "5", "-type", "int16"},
			{"-pattern", "block-reduce", "-block", "77"},
			{"-pattern", "block-reduce", "-block", "96", "-n", "3"},
			{"-pattern", "block-reduce", "-block", "96", "-type", "float32"},
			{"-pattern", "block-reduce", "-block", "128", "-type", "float64"},
			{"-pattern", "block-inclusive-scan", "-block", "77"},
			{"-pattern", "block-reduce", "-block", "77", "-type", "float32", "-order", "far"},
		} {
			s, err := spec.ParseArgs(args)
			if err != nil {
				t.Fatal(err)
			}
			made, err := targets[CUDA].lower(s)
			if err != nil {
				t.Fatal(err)
			}
			planted := false
			for _, step := range made.net.Steps {
				for _, n := range step.Nodes {
					planted = planted || fault(n)
				}
			}
			if planted {
				specs++
			}
			if diff := differs(made.net, 30); planted && diff == "" {
				t.Errorf("%s: %v: does not show", name, args)
			}
		}
		if specs == 0 {
			t.Errorf("%s: planted nowhere", name)
		}
	}
}

func exprOr(ok bool, e, other network.Expr) network.Expr {
	if ok {
		return e
	}
	return other
}

// TestSideBySide counts what the lowering is chosen for: as many shuffles as the tree and the
// shuffle of its result take, and two fewer of them one after the other.
func TestSideBySide(t *testing.T) {
	for width := 3; width < 16; width++ {
		if width&(width-1) == 0 {
			continue
		}
		for _, op := range []string{"sum", "max", "argmin"} {
			s, err := spec.ParseArgs([]string{"-pattern", "reduce", "-width", fmt.Sprint(width), "-type", "float32", "-op", op})
			if err != nil {
				t.Fatal(err)
			}
			made, err := targets[CUDA].lower(s)
			if err != nil {
				t.Fatal(err)
			}
			tree, err := network.Build(s)
			if err != nil {
				t.Fatal(err)
			}
			if made.chosen.name != "side by side" {
				t.Errorf("%s: lowered as %s", s.Header(), made.chosen.name)
			}
			if got, want := made.net.Cost().Shuffles, tree.Cost().Shuffles; got != want {
				t.Errorf("%s: %d shuffles, and the tree takes %d", s.Header(), got, want)
			}
			if got, want := dependent(made.net), dependent(tree)-2; got != want {
				t.Errorf("%s: %d shuffles one after the other, want %d", s.Header(), got, want)
			}
		}
	}
}

// dependent is the number of shuffles on the longest way through a network.
func dependent(n *network.Network) int {
	depth, most := map[*network.Node]int{}, 0
	for _, step := range n.Steps {
		for _, node := range step.Nodes {
			for _, used := range network.Uses(node.Expr) {
				depth[node] = max(depth[node], depth[used])
			}
			if _, ok := node.Expr.(network.Shuffle); ok {
				depth[node]++
			}
			most = max(most, depth[node])
		}
	}
	return most
}
