package network

import (
	"testing"

	"github.com/shflgen/shflgen/spec"
)

// TestWinner: the network of an op that gives a lane asks every lane of a segment,
// and a malformed one is refused.
func TestWinner(t *testing.T) {
	for _, args := range []string{
		"-pattern reduce -width 32 -op argmax", "-pattern xor-reduce -width 8 -op argmin -type float64",
		"-pattern down-reduce -width 12 -op argmin", "-pattern reduce -width 23 -op argmax -type uint8",
	} {
		n := build(t, args)
		if _, err := Check(n); err != nil {
			t.Errorf("%s: %v", args, err)
		}
		pruned, err := Prune(n)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Check(pruned); err != nil {
			t.Errorf("%s, pruned: %v", args, err)
		}
		width := n.Spec.Width
		for i := range n.Spec.Lanes() / width * width {
			if !Demand(pruned)[pruned.Result()].Has(i) {
				t.Errorf("%s: lane %d votes on a key that it need not have", args, i)
			}
		}
	}
	for name, spoil := range map[string]func(n *Network){
		"no lane":              func(n *Network) { give(n, spec.IndexRole, nil) },
		"an element as a lane": func(n *Network) { give(n, spec.IndexRole, n.Result()) },
		"a lane as an element": func(n *Network) { give(n, spec.ElementRole, n.Index()) },
		"a best key that not every lane has": func(n *Network) {
			n.Index().Expr = WinnerLane{Best: n.Steps[2].Nodes[0], X: n.Result()} // a shuffle, out of range in some
		},
	} {
		n := build(t, "-pattern reduce -width 12 -op argmax")
		spoil(n)
		if _, err := Check(n); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
	n := build(t, "-pattern reduce -width 12")
	winner := &Node{Expr: WinnerLane{Best: n.Result(), X: n.Result()}}
	n.Steps[0].Nodes = append(n.Steps[0].Nodes, winner)
	give(n, spec.IndexRole, winner)
	if _, err := Check(n); err == nil {
		t.Error("a sum with a lane is taken")
	}
}

// TestReduxWinner offers the instruction for the key, and the lane is asked for
// after it.
func TestReduxWinner(t *testing.T) {
	for args, want := range map[string]bool{
		"-pattern reduce -width 32 -op argmax":               true,
		"-pattern reduce -width 32 -op argmin -type float16": true,
		"-pattern reduce -width 32 -op argmin -type float32": true,
		"-pattern reduce -width 32 -op argmax -type int64":   true,
		"-pattern reduce -width 32 -op argmax -type float64": true,
		"-pattern reduce -width 16 -op argmax":               false,
		"-pattern xor-reduce -width 32 -op argmax":           false,
	} {
		s := specOf(t, args)
		if why := RejectRedux(s); (why == "") != want {
			t.Errorf("%s: rejected: %q", args, why)
		}
		if !want {
			continue
		}
		if n, err := Redux(s); err != nil || n.Index() == nil {
			t.Errorf("%s: no lane, or %v", args, err)
		}
	}
}
