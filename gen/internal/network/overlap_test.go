package network

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// batched builds a batch-reduce, up to the pass that orders its distances.
func batched(t *testing.T, args string) *Network {
	t.Helper()
	n, err := Build(specOf(t, "-pattern batch-reduce "+args))
	if err != nil {
		t.Fatal(err)
	}
	if n, err = Prune(n); err != nil {
		t.Fatal(err)
	}
	return n
}

// nodes are those of all steps.
func nodes(n *Network) (all []*Node) {
	for _, s := range n.Steps {
		all = append(all, s.Nodes...)
	}
	return all
}

// distancesOf are the distances of the shuffles, in order.
func distancesOf(n *Network) (all []int) {
	for _, node := range nodes(n) {
		if shuffle, ok := node.Expr.(Shuffle); ok {
			from, _ := shuffle.By.(Move).Source(0)
			all = append(all, from)
		}
	}
	return all
}

// TestOverlap requires that each shuffle of a distance comes two shuffles after those of the previous distance that
// it combines.
func TestOverlap(t *testing.T) {
	n, err := Overlap(batched(t, "-width 32 -n 16 -type float32 -mask full"))
	if err != nil {
		t.Fatal(err)
	}
	want := []int{1, 1, 1, 1, 2, 1, 1, 2, 1, 1, 2, 2, 4, 4, 8, 16}
	if got := distancesOf(n); !slices.Equal(got, want) {
		t.Errorf("distances %v, want %v", got, want)
	}
	const title = "Distances d of 1, 2, 4 and 8: "
	if !slices.ContainsFunc(n.Steps, func(s Step) bool { return strings.HasPrefix(s.Title, title) }) {
		t.Errorf("no step is called %q", title)
	}
}

// TestOverlapKeepsNodes wants every node once, each after what it uses, and the same outputs.
func TestOverlapKeepsNodes(t *testing.T) {
	for _, args := range []string{"-width 32 -n 1", "-width 32 -n 2", "-width 32 -n 3", "-width 32 -n 13",
		"-width 32 -n 32", "-width 32 -n 40 -type float16", "-width 8 -n 32", "-width 12 -n 31 -all",
		"-width 32 -n 32 -mask member"} {
		t.Run(strings.ReplaceAll(args, " ", "_"), func(t *testing.T) {
			before := batched(t, args)
			after, err := Overlap(before)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := Check(after); err != nil {
				t.Error(err)
			}
			byID := func(a, b *Node) int { return a.ID - b.ID }
			was, is := slices.SortedFunc(slices.Values(nodes(before)), byID), slices.SortedFunc(slices.Values(nodes(after)),
				byID)
			if !slices.Equal(was, is) {
				t.Errorf("%d nodes became %d others", len(was), len(is))
			}
			if fmt.Sprint(before.Outs) != fmt.Sprint(after.Outs) {
				t.Error("other outputs")
			}
		})
	}
}

// TestOverlapLeavesShortRuns wants a network in which nothing can be moved as it was, step by step.
func TestOverlapLeavesShortRuns(t *testing.T) {
	for _, args := range []string{"-width 32 -n 1", "-width 32 -n 2", "-width 32 -n 4"} {
		before := batched(t, args)
		after, err := Overlap(before)
		if err != nil {
			t.Fatal(err)
		}
		if len(before.Steps) != len(after.Steps) {
			t.Errorf("%s: %d steps became %d", args, len(before.Steps), len(after.Steps))
		}
	}
}
