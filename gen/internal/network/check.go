package network

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/spec"
)

// Check returns n if it is well formed: every node comes after what it uses,
// operands have the sort that their users take, the outputs are the ports of the spec's
// shape, and no lane that an output names depends on a shuffle out of range, on a fetch
// from no lane, or on shared memory before a barrier.
func Check(n *Network) (*Network, error) {
	rows := make(map[*Node]row, n.MaxID()+1)
	for node := range n.All() {
		row := node.Expr.row()
		if err := wellFormed(n, node, row, rows); err != nil {
			return nil, err
		}
		rows[node] = row
	}
	if err := checkOutputs(n, rows); err != nil {
		return nil, err
	}
	if err := settled(n); err != nil {
		return nil, err
	}
	if err := checkFetches(n); err != nil {
		return nil, err
	}
	return n, checkDefined(n, rows)
}

// wellFormed checks a node by its row, and by those of the nodes before it.
func wellFormed(n *Network, node *Node, row row, before map[*Node]row) error {
	if node.ID < 0 || node.ID > n.MaxID() {
		return fmt.Errorf("node %d has an ID that is no node's", node.ID)
	}
	for i, o := range row.operands {
		used, ok := before[o.node]
		if !ok {
			return fmt.Errorf("node %d uses a node that does not come before it", node.ID)
		}
		if has := used.sort; has != o.sort {
			return fmt.Errorf("node %d takes node %d, %s for %s", node.ID, o.node.ID, has, o.sort)
		}
		if o.node.Packed != row.packedBy(node, i) {
			return fmt.Errorf("node %d takes node %d, packed for unpacked or the reverse", node.ID, o.node.ID)
		}
		if key, any := row.keyBy(node); (o.sort == Element || o.sort == Memory) && !any && o.node.Key != key {
			return fmt.Errorf("node %d takes node %d, a key for an element or the reverse", node.ID, o.node.ID)
		}
	}
	if row.requires != nil {
		if err := row.requires(n.Spec); err != nil {
			return fmt.Errorf("node %d %w", node.ID, err)
		}
	}
	return nil
}

// sortOfRole is the sort of the nodes that a port gives.
var sortOfRole = map[spec.Role]Sort{
	spec.ElementRole: Element,
	spec.IndexRole:   Number,
	spec.CountRole:   Number,
	spec.FromRole:    Number,
	spec.ValueRole:   Value,
	spec.PredRole:    Condition,
}

// checkOutputs checks the outputs against the ports of the spec's shape: of elements the
// registers that the contract says something of, of every other port all.
func checkOutputs(n *Network, rows map[*Node]row) error {
	given := map[spec.Role]int{}
	for _, out := range n.Outs {
		role := out.Role.Name()
		row, ok := rows[out.Node]
		switch {
		case !ok || row.sort != sortOfRole[out.Role] || out.Node.Packed || out.Node.Key:
			return fmt.Errorf("output %s %d is not %s of the network", role, out.Register, sortOfRole[out.Role])
		case out.Lanes.Len() != n.Spec.Lanes():
			return fmt.Errorf("output %s %d names %d lanes of %d", role, out.Register, out.Lanes.Len(), n.Spec.Lanes())
		case out.Register != given[out.Role]:
			return fmt.Errorf("output %s %d comes where %d is due", role, out.Register, given[out.Role])
		}
		given[out.Role]++
	}
	for _, port := range n.Spec.Shape().Out {
		least, got := port.Count, given[port.Role]
		if port.Role == spec.ElementRole {
			least = n.Spec.Results()
		}
		if got < least || got > port.Count {
			return fmt.Errorf("%d outputs %s, but the shape has %d", got, port.Role.Name(), port.Count)
		}
		delete(given, port.Role)
	}
	for role := range given {
		return fmt.Errorf("an output %s, which the shape does not have", role.Name())
	}
	return nil
}

// checkDefined checks that no named lane depends on a shuffle out of range. It walks
// from each result towards the inputs, through the arms that can be taken.
func checkDefined(n *Network, rows map[*Node]row) error {
	lanes := n.Spec.Lanes()
	done := make([]bool, (n.MaxID()+1)*lanes)
	byID := make([]row, n.MaxID()+1)
	for node, row := range rows {
		byID[node.ID] = row
	}
	var found error // the first
	var walk func(node *Node, lane int)
	walk = func(node *Node, lane int) {
		if found != nil || done[node.ID*lanes+lane] {
			return
		}
		done[node.ID*lanes+lane] = true
		if err := byID[node.ID].eachRead(n.Spec, lane, walk); err != nil && found == nil {
			found = fmt.Errorf("lane %d depends on node %d, %w", lane, node.ID, err)
		}
	}
	for _, out := range n.Outs {
		for lane := range lanes {
			if out.Role == spec.PredRole || !out.Lanes.Has(lane) {
				continue
			}
			walk(out.Node, lane)
		}
	}
	return found
}

// checkFetches checks that a fetched element, alone or combined, is used only where its
// pointer points to a lane, or by an idempotent op.
func checkFetches(n *Network) error {
	users := map[*Node][]*Node{}
	for node := range n.All() {
		for _, used := range Uses(node.Expr) {
			users[used] = append(users[used], node)
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
	notCombine := func(u *Node) bool { return !ofKind[Combine](u) }
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
