package network

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/spec"
)

// checkFetches checks that a fetched element, alone or combined, is used only where its
// pointer points to a lane, or by an idempotent op.
func checkFetches(n *Network) error {
	users := map[*Node][]*Node{}
	for _, s := range n.Steps {
		for _, node := range s.Nodes {
			for _, used := range Uses(node.Expr) {
				users[used] = append(users[used], node)
			}
		}
	}
	var guarded func(node, pointer *Node) bool
	guarded = func(node, pointer *Node) bool {
		for _, u := range users[node] {
			switch e := u.Expr.(type) {
			case Combine:
				if !guarded(u, pointer) {
					return false
				}
			case Select:
				if found, ok := e.If.Expr.(Exists); !ok || found.P != pointer || e.Else == node {
					return false
				}
			default:
				return false
			}
		}
		return node != n.Result()
	}
	again := absorbs(n.Spec)
	notCombine := func(u *Node) bool { _, ok := u.Expr.(Combine); return !ok }
	for node := range users {
		f, ok := node.Expr.(Fetch)
		if !ok {
			continue
		}
		if _, own := f.P.Expr.(OfRank); own {
			continue
		}
		_, lowest := f.P.Expr.(Lowest)
		if again && node != n.Result() && !slices.ContainsFunc(users[node], notCombine) {
			continue
		}
		if always := lowest && (!n.Spec.Pattern.Keyed() || n.Spec.Mask != spec.Member); !always && !guarded(node, f.P) {
			return fmt.Errorf("node %d may read from no lane", node.ID)
		}
	}
	return nil
}
