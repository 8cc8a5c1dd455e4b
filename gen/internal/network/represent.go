package network

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/spec"
)

// Represent is a pass that says how a target holds what is compared: nodes hold keys, which [Encode] makes of elements
// and [Decode] turns back, where that takes fewer instructions. Where a winner is asked for, the condition that a lane
// is a member gets a step of its own, since several steps use it.
func Represent(n *Network) (*Network, error) {
	out := *n
	out.Keys = keysOf(n)
	if out.Keys == nil || n.Steps == nil {
		return &out, nil
	}
	r := &represented{Network: &out, from: n, first: Step{Aside: true}, keys: map[*Node]*Node{}, is: map[*Node]*Node{}}
	out.Steps = nil
	for _, s := range n.Steps {
		r.step = s
		r.step.Nodes = nil
		for _, node := range s.Nodes {
			r.is[node] = r.of(node)
		}
		out.Steps = append(out.Steps, r.step)
	}
	r.step = Step{Title: "The elements of keys.", Aside: true}
	out.Outs = nil
	for _, o := range n.Outs {
		o.Node = r.output(o)
		out.Outs = append(out.Outs, o)
	}
	out.Steps = append(out.Steps, r.step)
	slices.SortStableFunc(r.first.Nodes, func(a, b *Node) int { return registerOf(a) - registerOf(b) })
	if r.first.Title == "" { // no element is converted
		out.Steps[0].Nodes = append(r.first.Nodes, out.Steps[0].Nodes...)
	} else {
		out.Steps = append([]Step{r.first}, out.Steps...)
	}
	return sweep(&out), nil
}

// represented is a network in the making.
type represented struct {
	*Network
	from  *Network
	first Step            // what all other steps begin with
	step  Step            // where nodes are added
	keys  map[*Node]*Node // of inputs
	is    map[*Node]*Node // what a node became
}

func (r *represented) made(e Expr, key bool) *Node {
	r.nodes++
	return &Node{ID: r.nodes, Expr: e, Key: key}
}

func (r *represented) add(e Expr) *Node {
	n := r.made(e, false)
	r.step.Nodes = append(r.step.Nodes, n)
	return n
}

// HoldsKeys reports whether nodes hold keys in place of elements. Where elements are their keys it makes no difference,
// but a sort reads its registers once, where it makes keys of them.
func (n *Network) HoldsKeys() bool {
	k := n.Keys
	return k != nil && (k.Code != Same || k.Slots > 0 || k.Beside || n.Spec.Pattern.Sorts() && n.Spec.Shape().Array())
}

// of is what a node becomes.
func (r *represented) of(n *Node) *Node {
	made := &Node{ID: n.ID, Packed: n.Packed, Name: n.Name, Expr: n.Expr}
	switch e := n.Expr.(type) {
	case Input:
		if k := slices.IndexFunc(r.first.Nodes, func(n *Node) bool { return n.Expr == e }); k >= 0 {
			return r.first.Nodes[k]
		}
		if r.HoldsKeys() {
			r.first.Nodes = append(r.first.Nodes, made)
			return made
		}
	case Select:
		if ofKind[Input](e.Then) && r.Spec.Mask == spec.Member && (r.Spec.HasLane() || r.Keys.Code == Rotated) {
			return r.contributed(made, e)
		}
		if ofKind[Input](e.Else) && r.Spec.Pattern.Sorts() && ofKind[IsMember](e.If) {
			return r.add(Keep{r.is[e.If], r.decoded(r.is[e.Then]), r.is[e.Else]})
		}
	case WasIn:
		return r.slot(e.X)
	case FromRank:
		if r.Keys.Slots == 0 && !r.Keys.Beside { // what moves are elements
			made.Expr = FromRank{r.decoded(r.key(e.X))}
			r.step.Nodes = append(r.step.Nodes, made)
			return made
		}
	}
	sort := SortOf(n)
	made.Key = r.HoldsKeys() && (sort == Element || sort == Memory)
	made.Expr = replaceUses(n.Expr, r.key)
	r.step.Nodes = append(r.step.Nodes, made)
	return made
}

func ofKind[E Expr](n *Node) bool { return Is[E](n.Expr) }

// contributed is what a lane contributes: the key of its element if it is a member.
func (r *represented) contributed(made *Node, e Select) *Node {
	member := r.is[e.If]
	if r.Keys.Code == Rotated { // in the step in which elements become keys
		r.first.Title = "A key of the element, which orders as elements do; that of the identity for a thread that is no " +
			"member."
		for _, n := range r.step.Nodes {
			r.first.Nodes = append(r.first.Nodes, n)
			n.Key = false
		}
		made.Expr, made.Key = Encode{member, r.is[e.Then], r.is[e.Else], r.Keys}, true
		r.first.Nodes, r.step.Nodes = append(r.first.Nodes, made), nil
		return made
	}
	if !r.Spec.Pattern.Block() {
		r.first.Title = "Whether the lane is a member."
		member.Name = "member"
		for _, n := range r.step.Nodes {
			if SortOf(n) == Condition {
				r.first.Nodes = append(r.first.Nodes, n)
			}
		}
		r.step.Nodes = slices.DeleteFunc(r.step.Nodes, func(n *Node) bool { return slices.Contains(r.first.Nodes, n) })
	}
	made.Expr = replaceUses(e, r.key)
	if made.Key = r.HoldsKeys(); r.Keys.Code == Ordered {
		made.Expr = Encode{If: member, X: r.is[e.Then], Keys: r.Keys}
	}
	r.step.Nodes = append(r.step.Nodes, made)
	return made
}

// registerOf is the register of a key of one, from 0 on; less for other nodes.
func registerOf(n *Node) int {
	if e, ok := n.Expr.(Encode); ok {
		if in, ok := e.X.Expr.(Input); ok && e.If == nil {
			return in.Register
		}
	}
	return -1
}

// key is what a node became, of an input its key.
func (r *represented) key(n *Node) *Node {
	made := r.is[n]
	if _, input := made.Expr.(Input); !input || !r.HoldsKeys() {
		return made
	}
	if r.keys[made] == nil {
		r.keys[made] = r.made(Encode{X: made, Keys: r.Keys}, true)
		r.first.Nodes = append(r.first.Nodes, r.keys[made])
		if r.first.Title == "" {
			r.first.Title = r.title()
		}
	}
	return r.keys[made]
}

// title is that of the step that makes keys of elements.
func (r *represented) title() string {
	switch s := r.Spec; {
	case s.Shape().Array():
		return "The registers."
	case r.Keys.Code == Magnitude:
		return fmt.Sprintf("The element as an integer, by which %s orders elements.", s.Op)
	case r.Keys.Slots > 0:
		return "An integer that orders as the element does, and below it the lane."
	case s.Pattern.Sorts():
		return "An integer that orders as the element does."
	}
	return "A key of the element, which orders as elements do."
}

// decoded is the element that a node holds.
func (r *represented) decoded(n *Node) *Node {
	if !n.Key {
		return n
	}
	return r.add(Decode{n, r.Keys})
}

// slot is the number of the slot that the element of a node was in.
func (r *represented) slot(n *Node) *Node {
	switch e := n.Expr.(type) {
	case Input:
		return r.add(Slot(e))
	case Select:
		if ofKind[Input](e.Else) {
			return r.add(Keep{r.is[e.If], r.slot(e.Then), r.slot(e.Else)})
		}
	}
	return r.add(WasIn{r.key(n)})
}

// output is the node of an output. A register that stays as it is is not decoded; the lane's only element never is.
func (r *represented) output(o Out) *Node {
	made := r.is[o.Node]
	in, input := o.Node.Expr.(Input)
	switch {
	case o.Role != spec.ElementRole:
		return made
	case input && r.Keys.Code == Magnitude && r.Spec.Shape().Array() && (in.Register != o.Register || r.Spec.Map != nil):
		return r.decoded(r.key(o.Node))
	case !input && r.Spec.HasLane() && !r.Spec.Pattern.Block() && holds[WarpReduce](r.from) &&
		(r.Spec.Type == spec.Float32 || r.Spec.Type == spec.Float64):
		own := slices.IndexFunc(r.first.Nodes, ofKind[Input])
		return r.add(AtLane{r.first.Nodes[own], r.is[r.from.Index()]})
	}
	return r.decoded(made)
}
