package network

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen"
)

// Check returns n if it is well formed: every node comes after what it uses,
// elements, conditions and places are not mixed, the result is an element, and no
// lane that the contract names depends on a shuffle that is out of range, or on
// what is nowhere.
func Check(n *Network) (*Network, error) {
	seen := map[*Node]bool{}
	for _, s := range n.Steps {
		for _, node := range s.Nodes {
			if node.ID < 0 || node.ID > n.MaxID() {
				return nil, fmt.Errorf("node %d has an ID that is no node's", node.ID)
			}
			for i, used := range Uses(node.Expr) {
				if !seen[used] {
					return nil, fmt.Errorf("node %d uses a node that does not come before it", node.ID)
				}
				if has, wants := SortOf(used), wanted(node.Expr, i); has != wants {
					return nil, fmt.Errorf("node %d takes node %d, %s for %s", node.ID, used.ID, has, wants)
				}
				if used.Wide != wantsWord(node, i) {
					return nil, fmt.Errorf("node %d takes node %d, a word for an element or the reverse", node.ID, used.ID)
				}
			}
			seen[node] = true
		}
	}
	for r, out := range n.Outs() {
		switch {
		case out.Result == nil || !seen[out.Result] || SortOf(out.Result) != Element || out.Result.Wide:
			return nil, fmt.Errorf("the result of register %d is no element of the network", r)
		case out.Gives.Len() != n.Spec.Lanes():
			return nil, fmt.Errorf("the contract names %d lanes of %d", out.Gives.Len(), n.Spec.Lanes())
		}
	}
	switch {
	case len(n.Outs()) > n.Spec.Registers():
		return nil, fmt.Errorf("results of %d registers of %d", len(n.Outs()), n.Spec.Registers())
	case n.Spec.Pattern.HasPred() && (n.Pred == nil || !seen[n.Pred] || SortOf(n.Pred) != Condition):
		return nil, fmt.Errorf("the pred is no condition of the network")
	case n.Spec.HasLane() != (n.Lane != nil) || n.Lane != nil && (!seen[n.Lane] || SortOf(n.Lane) != Winner):
		return nil, fmt.Errorf("the lane is none of the network")
	}
	if err := somewhere(n); err != nil {
		return nil, err
	}
	return n, defined(n)
}

// somewhere checks that what is fetched from a place, alone or combined, is taken
// only where the place is found, or by an op that may take in again what it has.
func somewhere(n *Network) error {
	users := map[*Node][]*Node{}
	for _, s := range n.Steps {
		for _, node := range s.Nodes {
			for _, used := range Uses(node.Expr) {
				users[used] = append(users[used], node)
			}
		}
	}
	var guarded func(node, place *Node) bool
	guarded = func(node, place *Node) bool {
		for _, u := range users[node] {
			switch e := u.Expr.(type) {
			case Combine:
				if !guarded(u, place) {
					return false
				}
			case Select:
				if found, ok := e.If.Expr.(Found); !ok || found.P != place || e.Else == node {
					return false
				}
			default:
				return false
			}
		}
		return node != n.Result
	}
	laws := n.Spec.Laws()
	again := laws.Associative && laws.Commutative && laws.Idempotent
	notCombine := func(u *Node) bool { _, ok := u.Expr.(Combine); return !ok }
	for node := range users {
		f, ok := node.Expr.(Fetch)
		if !ok {
			continue
		}
		_, lowest := f.P.Expr.(Lowest)
		if again && node != n.Result && !slices.ContainsFunc(users[node], notCombine) {
			continue
		}
		if always := lowest && (!n.Spec.Pattern.Keyed() || n.Spec.Mask != shflgen.Member); !always && !guarded(node, f.P) {
			return fmt.Errorf("node %d may read nowhere, where there is no such member", node.ID)
		}
	}
	return nil
}

// Sort is what a node's values are.
type Sort uint8

// The sorts.
const (
	Element   Sort = iota
	Condition      // a truth value
	Place          // a lane number, or nowhere
	Winner         // a lane number, or -1
)

// String names the sort.
func (s Sort) String() string {
	return [...]string{Element: "an element", Condition: "a condition", Place: "a place", Winner: "a winner"}[s]
}

// SortOf is the sort of a node.
func SortOf(n *Node) Sort {
	switch n.Expr.(type) {
	case IsMember, InLanes, SameKey, All, IsFirst, Found:
		return Condition
	case Neighbour, Leap, Lowest:
		return Place
	case First:
		return Winner
	}
	return Element
}

// wanted is the sort that the i-th use of an expression has to be.
func wanted(e Expr, i int) Sort {
	switch e := e.(type) {
	case All:
		return Condition
	case Leap, Found:
		return Place
	case Select:
		if i == 0 {
			return Condition
		}
	case Fetch:
		if i == 1 {
			return Place
		}
	case Pick:
		if i == 0 && e.If != nil {
			return Condition
		}
	}
	return Element
}

// defined checks that no named lane depends on a shuffle out of range. It walks
// from each result towards the inputs, through the arms that can be taken.
func defined(n *Network) error {
	lanes, spec := n.Gives.Len(), n.Spec
	segments := Route{Mode: Own, Width: max(spec.Width, 1), Lanes: lanes}
	done := make([]bool, (n.MaxID()+1)*lanes)
	var walk func(n *Node, lane int) error
	throughout := func(n *Node, lane int) error { // of the lane's segment
		for i := segments.Base(lane); i <= segments.Last(lane); i++ {
			if err := walk(n, i); err != nil {
				return err
			}
		}
		return nil
	}
	walk = func(n *Node, lane int) error {
		if f, ok := n.Expr.(Fetch); ok {
			if spec.Mask != shflgen.Active && !spec.Pattern.Keyed() {
				return fmt.Errorf("node %d reads a member's place, but lanes that are none make the call", n.ID)
			}
			return throughout(f.X, lane)
		}
		if done[n.ID*lanes+lane] {
			return nil
		}
		done[n.ID*lanes+lane] = true
		switch e := n.Expr.(type) {
		case Shuffle:
			source, ok := e.By.Source(lane)
			if !ok {
				return fmt.Errorf("lane %d depends on node %d, a shuffle that is out of range there", lane, n.ID)
			}
			return walk(e.X, source)
		case Combine:
			if err := walk(e.Left, lane); err != nil {
				return err
			}
			return walk(e.Right, lane)
		case Whole:
			if l := spec.Laws(); !l.Associative || !l.Commutative {
				return fmt.Errorf("node %d reduces the whole warp at once by an op whose order shows", n.ID)
			}
			for every := range lanes {
				if err := walk(e.X, every); err != nil {
					return err
				}
			}
			return nil
		case Select:
			if never(e.If, lane) {
				return walk(e.Else, lane)
			}
			if err := walk(e.Then, lane); err != nil {
				return err
			}
			if always(e.If, lane) {
				return nil
			}
			return walk(e.Else, lane)
		case OfRank:
			return throughout(e.X, lane)
		case First:
			return throughout(e.Best, lane)
		case Pack, Field:
			for _, x := range Uses(e) {
				if err := walk(x, lane); err != nil {
					return err
				}
			}
			return nil
		case Pick:
			if err := walk(e.A, lane); err != nil {
				return err
			}
			return walk(e.B, lane)
		case Input:
			if e.Register < 0 || e.Register >= spec.Registers() {
				return fmt.Errorf("node %d reads register %d of %d", n.ID, e.Register, spec.Registers())
			}
			return nil
		case Identity, Ranked, OfGroup:
			return nil
		}
		return fmt.Errorf("unexpected element %T", n.Expr)
	}
	for _, out := range n.Outs() {
		for lane := range lanes {
			if !out.Gives.Has(lane) {
				continue
			}
			if err := walk(out.Result, lane); err != nil {
				return err
			}
			if n.Lane == nil {
				continue
			}
			if err := walk(n.Lane, lane); err != nil {
				return err
			}
		}
	}
	return nil
}

// never reports whether a condition is known to be false in a lane.
func never(n *Node, lane int) bool {
	switch e := n.Expr.(type) {
	case InLanes:
		return !e.Set.Has(lane)
	case All:
		for _, term := range e.Of {
			if never(term, lane) {
				return true
			}
		}
	}
	return false
}

// always reports whether a condition is known to be true in a lane.
func always(n *Node, lane int) bool {
	switch e := n.Expr.(type) {
	case InLanes:
		return e.Set.Has(lane)
	case All:
		for _, term := range e.Of {
			if !always(term, lane) {
				return false
			}
		}
		return true
	}
	return false
}
