package network

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/catalogue"
)

func specOf(t *testing.T, args string) spec.Spec {
	t.Helper()
	s, err := spec.ParseArgs(strings.Fields(args))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func build(t *testing.T, args string) *Network {
	t.Helper()
	n, err := Build(specOf(t, args))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// give makes a node the only output of a role; nil for none.
func give(n *Network, r spec.Role, node *Node) {
	var outs []Out
	lanes := n.Outs[0].Lanes
	for _, o := range n.Outs {
		if o.Role != r {
			outs = append(outs, o)
		}
	}
	n.Outs = outs
	if node != nil {
		n.Outs = append(n.Outs, Out{r, 0, node, lanes})
	}
}

func TestCheckTakesWhatIsBuilt(t *testing.T) {
	n := 0
	for s := range catalogue.All() {
		if n++; n%97 != 0 {
			continue
		}
		net, err := Build(s)
		for _, pass := range []func(*Network) (*Network, error){Check, Prune, Check} {
			if err == nil {
				net, err = pass(net)
			}
		}
		if err != nil {
			t.Errorf("%s: %v", s.Header(), err)
		}
	}
}

func TestCheckRefuses(t *testing.T) {
	for name, spoil := range map[string]func(n *Network){
		"a shuffle out of range": func(n *Network) {
			last := n.Steps[len(n.Steps)-1].Nodes
			give(n, spec.ElementRole, last[0]) // the shuffle or op before the select
			if _, ok := n.Result().Expr.(Shuffle); !ok {
				t.Fatal("the last step does not start with its shuffle")
			}
		},
		"a node before what it uses": func(n *Network) { n.Steps[0], n.Steps[1] = n.Steps[1], n.Steps[0] },
		"no result":                  func(n *Network) { give(n, spec.ElementRole, nil) },
		"a condition as the result":  func(n *Network) { give(n, spec.ElementRole, n.Steps[0].Nodes[0]) },
		"a contract of other lanes":  func(n *Network) { n.Outs[0].Lanes = LanesWhere(3, func(int) bool { return true }) },
		"a condition combined": func(n *Network) {
			step := &n.Steps[0]
			step.Nodes = append(step.Nodes, &Node{ID: 99, Expr: Combine{opOf(n.Spec), step.Nodes[0], step.Nodes[1]}})
		},
	} {
		n := build(t, "-pattern inclusive-scan -width 5")
		spoil(n)
		if _, err := Check(n); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
}

// TestCheckRefusesMissingRegisters: a register that the contract says something of has an output.
func TestCheckRefusesMissingRegisters(t *testing.T) {
	for _, test := range []struct {
		args  string
		build func(spec.Spec) (*Network, error)
		outs  int
	}{
		{"-pattern block-reduce -block 32 -n 3", Redux, 3},
		{"-pattern block-reduce -block 64 -n 2", Block, 2},
		{"-pattern batch-reduce -width 8 -n 20", Build, 3},
		{"-pattern batch-reduce -width 8 -n 4 -all", Build, 4},
		{"-pattern array-exchange -n 4 -xor 1", Build, 4},
	} {
		n, err := test.build(specOf(t, test.args))
		if err == nil {
			_, err = Check(n)
		}
		if err != nil || len(n.Outs) != test.outs {
			t.Errorf("%s: %d outputs, want %d: %v", test.args, len(n.Outs), test.outs, err)
			continue
		}
		n.Outs = n.Outs[:len(n.Outs)-1]
		if _, err := Check(n); err == nil {
			t.Errorf("%s: the last register is left out", test.args)
		}
	}
}

// TestRedux offers the instruction to what it can do, and to nothing else.
func TestRedux(t *testing.T) {
	for args, want := range map[string]bool{
		"-pattern reduce -width 32":                              true,
		"-pattern reduce -width 32 -type uint16 -op min":         true,
		"-pattern reduce -width 32 -type int64 -op xor":          true,
		"-pattern reduce -width 32 -type int64":                  true,
		"-pattern reduce -width 32 -type uint64 -op min":         true,
		"-pattern reduce -width 32 -type uint64 -op prod":        false,
		"-pattern reduce -width 32 -op prod":                     false,
		"-pattern reduce -width 32 -type float32 -op max":        true,
		"-pattern reduce -width 32 -type float32 -op minimum":    true,
		"-pattern reduce -width 32 -type float64 -op min":        true,
		"-pattern reduce -width 32 -type bfloat16 -op maximum":   true,
		"-pattern reduce -width 32 -type float16x2 -op max":      false,
		"-pattern reduce -width 32 -type float32":                false,
		"-pattern reduce -width 32 -type float16":                false,
		"-pattern reduce -width 16":                              false,
		"-pattern xor-reduce -width 32":                          false,
		"-pattern inclusive-scan -width 32 -type uint32 -op and": false,
	} {
		if why := RejectRedux(specOf(t, args)); (why == "") != want {
			t.Errorf("%s: rejected: %q", args, why)
		}
	}
	n, err := Redux(specOf(t, "-pattern reduce -width 32"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Check(n); err != nil {
		t.Error(err)
	}
	n.Spec.Type = spec.Float32
	for _, claims := range []spec.Laws{spec.Sum.Laws(spec.Int32), spec.Sum.Laws(spec.Float32)} {
		*n.Result().Expr.(WarpReduce).Fn = Fn{Name: "sum", Laws: claims, Op: spec.Sum}
		if _, err := Check(n); err == nil {
			t.Errorf("a float sum over the whole warp at once is accepted, claimed to be %v", claims.Strings())
		}
	}
}

func TestRoutes(t *testing.T) {
	for _, test := range []struct {
		route  Route
		lane   int
		source int
		ok     bool
	}{
		{Route{Mode: Idx, Dist: 3, Width: 8, Lanes: 32}, 9, 11, true},
		{Route{Mode: Up, Dist: 1, Width: 8, Lanes: 32}, 8, 8, false},
		{Route{Mode: Down, Dist: 2, Width: 7, Lanes: 32}, 5, 5, false},
		{Route{Mode: Down, Dist: 1, Width: 7, Lanes: 32}, 29, 29, false}, // past the last segment
		{Route{Mode: Xor, Dist: 9, Width: 8, Lanes: 32}, 8, 1, true},     // an earlier segment
		{Route{Mode: Xor, Dist: 9, Width: 8, Lanes: 32}, 0, 0, false},    // a later one
		{Route{Mode: Rotate, Dist: -2, Width: 7, Lanes: 32}, 7, 12, true},
		{Route{Mode: Down, Dist: 4, Width: 32, Lanes: 45, Short: true}, 40, 44, true},
		{Route{Mode: Down, Dist: 5, Width: 32, Lanes: 45, Short: true}, 40, 40, false},
	} {
		source, ok := test.route.Source(test.lane)
		if source != test.source || ok != test.ok {
			t.Errorf("%+v at lane %d: %d, %v; want %d, %v", test.route, test.lane, source, ok, test.source, test.ok)
		}
	}
}
