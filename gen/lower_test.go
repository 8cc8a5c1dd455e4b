package gen

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/extent"
)

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
	seen := map[string]bool{}
	for _, s := range sample(t) {
		stages(t, s, func(name string, n *network.Network) {
			seen[name] = true
			if diff := differs(n, 1); diff != "" {
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
		by, _ := e.By.(network.Move)
		n.Expr = exprOr(ok, network.Shuffle{X: e.X, By: network.Itself(by.Lanes())}, n.Expr)
		return ok
	},
	"the successor on the other side": func(n *network.Node) bool {
		e, ok := n.Expr.(network.Successor)
		n.Expr = exprOr(ok, network.Successor{Before: !e.Before}, n.Expr)
		return ok
	},
	"the value of another slot": func(n *network.Node) bool {
		e, ok := n.Expr.(network.Load)
		first := e.At.First
		e.At.First = 0
		n.Expr = exprOr(ok, e, n.Expr)
		return ok && first != 0
	},
	"elements of a packed register swapped": func(n *network.Node) bool {
		e, ok := n.Expr.(network.Permute)
		n.Expr = exprOr(ok, network.Permute{If: e.If, A: e.A, B: e.B, Then: e.Else, Else: e.Then}, n.Expr)
		return ok && e.If != nil
	},
	"a key for an element": func(n *network.Node) bool {
		e, ok := n.Expr.(network.Decode)
		n.Expr = exprOr(ok, network.Encode{X: e.X, Keys: e.Keys}, n.Expr)
		return ok
	},
	"an element for its key": func(n *network.Node) bool {
		e, ok := n.Expr.(network.Encode)
		n.Expr = exprOr(ok, network.Decode{X: e.X, Keys: e.Keys}, n.Expr)
		return ok
	},
	"a result kept in the wrong lanes": func(n *network.Node) bool {
		e, ok := n.Expr.(network.Keep)
		n.Expr = exprOr(ok, network.Keep{If: e.If, X: e.Own, Own: e.X}, n.Expr)
		return ok
	},
	"another slot": func(n *network.Node) bool {
		e, ok := n.Expr.(network.Slot)
		n.Expr = exprOr(ok, network.Slot{Register: e.Register + 1}, n.Expr)
		return ok
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
			{"-pattern", "reduce", "-op", "absmax", "-type", "float64"},
			{"-pattern", "sort", "-width", "6", "-n", "2", "-type", "float16", "-from"},
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
