package network

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/spec"
)

// jumped is the network of a call that only members make.
func jumped(t *testing.T, args string) *Network {
	t.Helper()
	n, err := PointerJumping(specOf(t, args+" -mask active"))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// every calls do for each node.
func every(n *Network, do func(*Node)) {
	for _, s := range n.Steps {
		for _, node := range s.Nodes {
			do(node)
		}
	}
}

// TestJump counts what pointer jumping takes: a jump less than the distances of the
// width, and a fetch each.
func TestJump(t *testing.T) {
	for args, want := range map[string][2]int{ // jumps, fetches
		"-pattern reduce -width 32":         {4, 6},
		"-pattern reduce -width 17":         {4, 6},
		"-pattern reduce -width 16":         {3, 5},
		"-pattern reduce -width 2":          {0, 2},
		"-pattern reduce -width 1":          {0, 0},
		"-pattern down-reduce -width 7":     {2, 3},
		"-pattern inclusive-scan -width 32": {4, 5},
		"-pattern inclusive-scan -width 1":  {0, 0},
		"-pattern exclusive-scan -width 5":  {2, 4},
		"-pattern exclusive-scan -width 1":  {0, 0},
	} {
		n, err := Prune(jumped(t, args))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Check(n); err != nil {
			t.Errorf("%s: %v", args, err)
		}
		var got [2]int
		every(n, func(node *Node) {
			switch node.Expr.(type) {
			case Jump:
				got[0]++
			case Fetch:
				got[1]++
			}
		})
		if got != want {
			t.Errorf("%s: %d jumps and %d fetches, want %d and %d", args, got[0], got[1], want[0], want[1])
		}
		if HasPointers(n) != (want[1] > 0) {
			t.Errorf("%s: has pointers: %v", args, HasPointers(n))
		}
	}
	if n := build(t, "-pattern reduce -width 8"); HasPointers(n) {
		t.Error("a call of all lanes has pointers")
	}
	if RejectPointerJumping(specOf(t, "-pattern reduce -width 8")) == "" {
		t.Error("a call of all lanes is built by ranks")
	}
}

// TestCheckRefusesActive spoils networks by rank.
func TestCheckRefusesActive(t *testing.T) {
	nth := func(n *Network, skip int, is func(Expr) bool) *Node {
		var found *Node
		every(n, func(node *Node) {
			if is(node.Expr) {
				if skip == 0 && found == nil {
					found = node
				}
				skip--
			}
		})
		if found == nil {
			t.Fatal("no such node")
		}
		return found
	}
	fetch := func(e Expr) bool { _, ok := e.(Fetch); return ok }
	choice := func(e Expr) bool { _, ok := e.(Select); return ok }
	found := func(e Expr) bool { _, ok := e.(Exists); return ok }
	place := func(e Expr) bool { return SortOf(&Node{Expr: e}) == Pointer }
	for _, tt := range []struct {
		name, args string
		spoil      func(n *Network)
		says       string
	}{
		{"fetched without a look", "-pattern down-reduce -width 5", func(n *Network) {
			give(n, spec.ElementRole, nth(n, 2, fetch))
		}, "may read from no lane"},
		{"fetched without a look, of an op that may take in again what it has", "-pattern down-reduce -width 5 -op max",
			func(n *Network) {
				give(n, spec.ElementRole, nth(n, 2, fetch))
			}, "may read from no lane"},
		{"combined without a look", "-pattern down-reduce -width 5", func(n *Network) {
			last := nth(n, 2, choice)
			give(n, spec.ElementRole, last.Expr.(Select).Then)
		}, "may read from no lane"},
		{"taken where nowhere", "-pattern down-reduce -width 5", func(n *Network) {
			last := nth(n, 1, choice)
			e := last.Expr.(Select)
			last.Expr = Select{e.If, e.Else, e.Then}
		}, ""},
		{"another place looked at", "-pattern down-reduce -width 5", func(n *Network) {
			last := nth(n, 2, choice)
			e := last.Expr.(Select)
			last.Expr = Select{nth(n, 0, found), e.Then, e.Else}
		}, "may read from no lane"},
		{"fetched where another condition holds", "-pattern exclusive-scan -width 5", func(n *Network) {
			last := nth(n, 3, choice)
			e := last.Expr.(Select)
			e.If.Expr = InLanes{n.Outs[0].Lanes}
		}, "may read from no lane"},
		{"a pointer for an element", "-pattern inclusive-scan -width 5", func(n *Network) {
			f := nth(n, 0, fetch)
			f.Expr = Fetch{f.Expr.(Fetch).P, f.Expr.(Fetch).P}
		}, "a pointer for an element"},
		{"an element for a pointer", "-pattern inclusive-scan -width 5", func(n *Network) {
			f := nth(n, 0, fetch)
			f.Expr = Fetch{f.Expr.(Fetch).X, f.Expr.(Fetch).X}
		}, "an element for a pointer"},
		{"a condition for a pointer", "-pattern inclusive-scan -width 5", func(n *Network) {
			f := nth(n, 1, fetch)
			f.Expr = Fetch{f.Expr.(Fetch).X, nth(n, 0, found)}
		}, "a condition for a pointer"},
		{"a place combined", "-pattern reduce -width 3", func(n *Network) {
			s := nth(n, 0, choice)
			p := nth(n, 0, place)
			e := s.Expr.(Select)
			s.Expr = Select{e.If, e.Then, p}
		}, "a pointer for an element"},
		{"a place as the result", "-pattern reduce -width 3", func(n *Network) {
			give(n, spec.ElementRole, nth(n, 0, place))
		}, "not an element"},
		{"members' places where all lanes call", "-pattern reduce -width 3", func(n *Network) {
			n.Spec.Mask = 0
		}, "lanes that are no member make the call"},
	} {
		n := jumped(t, tt.args)
		if _, err := Check(n); err != nil {
			t.Fatalf("%s: before: %v", tt.name, err)
		}
		tt.spoil(n)
		if _, err := Check(n); err == nil || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: got %v, want an error with %q", tt.name, err, tt.says)
		}
	}
}
