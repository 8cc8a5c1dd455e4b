package network

import (
	"fmt"
	"strings"
	"testing"
)

// TestPiecesOfLanes wants pieces of a number that distances of shuffles divide, each read by the same number of
// neighbours, and memory of the warp after two distances where more than eight pieces are.
func TestPiecesOfLanes(t *testing.T) {
	for args, want := range map[string]string{
		"-block 64 -type float32":               "8 pieces of 8 for 4 lanes each, 0 left",
		"-block 64 -type float64":               "16 pieces of 4 for 2 lanes each, 4 left",
		"-block 90 -type float32":               "23 pieces of 4 for 1 lanes each, 0 left",
		"-block 96 -type float32":               "24 pieces of 4 for 1 lanes each, 6 left",
		"-block 128 -type float32":              "16 pieces of 8 for 2 lanes each, 4 left",
		"-block 160 -type float64":              "20 pieces of 8 for 1 lanes each, 5 left",
		"-block 544 -type float32":              "17 pieces of 32 for 1 lanes each, 0 left",
		"-block 448 -type float64":              "28 pieces of 16 for 1 lanes each, 7 left",
		"-block 512 -type float64":              "32 pieces of 16 for 1 lanes each, 0 left",
		"-block 96 -type int64":                 "32 pieces of 2 for 1 lanes each, 0 left",
		"-block 96 -type int64 -for latency":    "24 pieces of 4 for 1 lanes each, 0 left",
		"-block 128 -type int64":                "16 pieces of 8 for 2 lanes each, 4 left",
		"-block 288 -type int64":                "32 pieces of 8 for 1 lanes each, 0 left",
		"-block 300 -type int64":                "32 pieces of 9 for 1 lanes each, 0 left",
		"-block 1024 -type float32":             "32 pieces of 32 for 1 lanes each, 8 left",
		"-block 128 -type float32 -for latency": "32 pieces of 4 for 1 lanes each, 0 left",
	} {
		n, err := Raked(specOf(t, "-pattern block-reduce -mask full "+args))
		if err != nil {
			t.Fatal(err)
		}
		left := 0
		for _, node := range checked(t, n) {
			if e, ok := node.Expr.(Load); ok && e.In == Left {
				left++
			}
		}
		r := rakedBy(n.Spec)
		got := fmt.Sprintf("%d pieces of %d for %d lanes each, %d left", r.pieces, r.piece, max(r.beside, 1), left)
		if got != want {
			t.Errorf("%s: %s, want %s", args, got, want)
		}
	}
}

// TestLeftIsStored wants networks rejected in which lanes read what no lane has left, or before a barrier, and in which
// lanes share pieces unevenly.
func TestLeftIsStored(t *testing.T) {
	for name, c := range map[string]planted{
		"none":           {func(*Node) {}, ""},
		"no such slot":   {changeLoads(Left, func(e *Load) { e.At.First += 8 }), "in which nobody has stored"},
		"no barrier":     {changeLoads(Left, func(e *Load) { e.From = storeOf(e.From) }), "loads before a barrier"},
		"every 3rd slot": {changeLoads(Left, func(e *Load) { e.At.First *= 3 }), "in which nobody has stored"},
		"one lane each":  {changeLoads(Slots, func(e *Load) { e.At.Terms[0].Div = 1 }), "in which nobody has stored"},
		"some alone":     {changeLoads(Slots, func(e *Load) { e.Threads = 16 }), "which only the first 16 threads read"},
	} {
		n, err := Raked(specOf(t, "-pattern block-reduce -block 128 -type float32 -mask full"))
		if err != nil {
			t.Fatal(err)
		}
		c.plant(t, name, n)
	}
}

// TestLeftIsReadByTheFirstWarp requires that a network is rejected if every thread takes the values that the first
// warp's lanes have left.
func TestLeftIsReadByTheFirstWarp(t *testing.T) {
	n, err := Raked(specOf(t, "-pattern block-reduce -block 128 -type float32 -mask full"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range n.Outs {
		n.Outs[i].Lanes = LanesWhere(n.Spec.Block().Threads, func(int) bool { return true })
	}
	if _, err := Check(n); err == nil || !strings.Contains(err.Error(), "which only the first 32 threads read") {
		t.Errorf("error %v", err)
	}
}

// checked are the nodes of a network that is right.
func checked(t *testing.T, n *Network) []*Node {
	t.Helper()
	n, err := Check(n)
	if err != nil {
		t.Fatal(err)
	}
	return nodes(n)
}

// planted is a fault of the nodes of a network, and what has to be said of it; nothing if it is none.
type planted struct {
	fault func(n *Node)
	want  string
}

// plant wants the network with the fault rejected.
func (p planted) plant(t *testing.T, name string, n *Network) {
	t.Helper()
	for _, node := range nodes(n) {
		p.fault(node)
	}
	switch _, err := Check(n); {
	case p.want == "" && err != nil:
		t.Errorf("%s: %v", name, err)
	case p.want != "" && (err == nil || !strings.Contains(err.Error(), p.want)):
		t.Errorf("%s: error %v, want %q", name, err, p.want)
	}
}

// changeLoads changes each load from an array.
func changeLoads(array string, to func(e *Load)) func(n *Node) {
	return change(func(e Load) Expr {
		if e.In == array {
			to(&e)
		}
		return e
	})
}

// change makes another expression of each of a kind.
func change[E Expr](to func(e E) Expr) func(n *Node) {
	return func(n *Node) {
		if e, ok := n.Expr.(E); ok {
			n.Expr = to(e)
		}
	}
}
