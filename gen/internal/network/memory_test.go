package network

import (
	"strings"
	"testing"

	"github.com/shflgen/shflgen/spec"
)

// TestCheckRefusesMemory plants faults in a network that uses shared memory.
func TestCheckRefusesMemory(t *testing.T) {
	for name, test := range map[string]struct {
		spoil func(n *Network, at map[string]*Node)
		says  string
	}{
		"a load before the barrier": {func(_ *Network, at map[string]*Node) {
			load := at["Load"].Expr.(Load)
			load.From = at["Store"]
			at["Load"].Expr = load
		}, "loads before a barrier"},
		"no barrier before the next call": {func(n *Network, _ map[string]*Node) {
			give(n, spec.ElementRole, n.Result().Expr.(Barrier).X)
		}, "no barrier between the loads and the next call"},
		"a warp past the last": {func(_ *Network, at map[string]*Node) {
			at["Load"].Expr = Load{From: at["Load"].Expr.(Load).From, In: Partial, At: Place{First: 3}}
		}, "slot 3, in which nobody has stored"},
		"another array": {func(_ *Network, at map[string]*Node) {
			at["Load"].Expr = Load{From: at["Load"].Expr.(Load).From, In: Left}
		}, "loads from the array left, in which nobody has stored"},
		"two warps in one slot": {func(_ *Network, at map[string]*Node) {
			store := at["Store"].Expr.(Store)
			store.Puts = []Put{{store.Puts[0].In, Place{}, store.Puts[0].By}}
			at["Store"].Expr = store
		}, "stores in slot 0 twice"},
		"an array that is too short": {func(_ *Network, at map[string]*Node) {
			store := at["Store"].Expr.(Store)
			store.Puts = []Put{{Array{Name: Partial, Slots: 2}, store.Puts[0].At, store.Puts[0].By}}
			at["Store"].Expr = store
		}, "stores in slot 2 of 2"},
		"a barrier of the warp alone": {func(_ *Network, at map[string]*Node) {
			from := at["Load"].Expr.(Load).From
			from.Expr = Barrier{X: from.Expr.(Barrier).X, OfWarp: true}
		}, "of another warp has stored"},
		"an element loaded from": {func(_ *Network, at map[string]*Node) {
			at["Load"].Expr = Load{From: at["Combine"], In: Partial}
		}, "an element for shared memory"},
		"shared memory of a warp": {func(n *Network, _ map[string]*Node) {
			n.Spec.Pattern = spec.XorReduce
		}, "a warp makes the call"},
	} {
		n, err := Block(specOf(t, "-pattern block-reduce -block 90"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Check(n); err != nil {
			t.Fatal(err)
		}
		at := map[string]*Node{}
		every(n, func(node *Node) {
			switch node.Expr.(type) {
			case Store:
				at["Store"] = node
			case Load:
				at["Load"] = node
			case Combine:
				if at["Store"] == nil {
					at["Combine"] = node
				}
			}
		})
		test.spoil(n, at)
		if _, err := Check(n); err == nil || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: got %v, want an error with %q", name, err, test.says)
		}
	}
}
