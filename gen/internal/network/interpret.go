package network

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/spec"
)

// Call is one call of a network, on numbers.
type Call struct {
	Elements [][]uint64 // by register, then lane
	Keys     []uint64   // by lane; of patterns that take none nil
	Members  []bool     // by lane
	Values   [][]uint64 // by register, then lane, that come with the elements; of patterns that take none nil

	Distances []int64 // that the caller gives: one for all lanes, or one a lane

	// Apply is a function of the network on two elements, and Identity the identity of the
	// spec's op.
	Apply    func(f *Fn, a, b uint64) uint64
	Identity uint64

	// Encode makes a key of an element, and Decode turns it back; nil: elements are their keys.
	Encode, Decode func(uint64) uint64
}

// Outcome is what every lane ends with, for the outputs that the network has. A lane
// that an output does not name keeps its element, with the number -1 and pred false.
type Outcome struct {
	Elements [][]uint64            // by register, then lane
	Numbers  map[spec.Role][][]int // by register, then lane
	Pred     []bool
	Values   [][]uint64 // by register, then lane; nil if the spec has none
}

// Interpret runs a network on one call. It is an error if a lane that the outputs name,
// and that makes the call, ends with an undefined value.
func Interpret(n *Network, c Call) (Outcome, error) {
	lanes := n.Spec.Lanes()
	r := execute(n, c)
	var out Outcome
	for _, register := range c.Elements {
		out.Elements = append(out.Elements, append([]uint64{}, register...))
	}
	out.Numbers = map[spec.Role][][]int{}
	for _, port := range n.Spec.Shape().Numbers() {
		for range port.Count {
			out.Numbers[port.Role] = append(out.Numbers[port.Role], slices.Repeat([]int{-1}, lanes))
		}
	}
	if n.Pred() != nil {
		out.Pred = make([]bool, lanes)
	}
	for _, register := range c.Values {
		out.Values = append(out.Values, slices.Clone(register))
	}
	for _, o := range n.Outs {
		for lane, v := range r.values[o.Node] {
			if !o.Lanes.Has(lane) || !r.calls(lane) {
				continue
			}
			if v == nil {
				return Outcome{}, fmt.Errorf("output %s %d is undefined in lane %d", o.Role.Name(), o.Register, lane)
			}
			switch {
			case o.Role == spec.ElementRole:
				out.Elements[o.Register][lane] = v[0]
			case o.Role.Number():
				out.Numbers[o.Role][o.Register][lane] = int(int64(v[0]))
			case o.Role == spec.ValueRole:
				out.Values[o.Register][lane] = v[0]
			case o.Role == spec.PredRole:
				out.Pred[lane] = v[0] == 1
			}
		}
	}
	return out, nil
}

// execute computes every node of a network on one call.
func execute(n *Network, c Call) *run {
	r := &run{Call: c, spec: n.Spec, values: map[*Node][]value{}}
	for node := range n.All() {
		row, values := node.Expr.row(), make([]value, n.Spec.Lanes())
		for lane := range values {
			values[lane] = row.computed(at{r, lane, node.Key})
		}
		r.values[node] = values
	}
	return r
}

// undefined ends the computation of a value that needs one that is undefined.
type undefined struct{}

// computed is the value of a node in a lane; nil where it is undefined.
func (r *row) computed(a at) value {
	defer func() {
		if e := recover(); e != nil && e != any(undefined{}) {
			panic(e)
		}
	}()
	return r.value(a)
}

// value is what a node holds in a lane: an element, or several in a packed register; 0 or
// 1 for a condition; a lane number, all ones for no winner. It is nil where undefined.
type value []uint64

// noLane is set in a pointer to no lane. The other bits are then the number of a lane with an element that has been
// combined already.
const noLane = 1 << 32

// run is a call in progress.
type run struct {
	Call
	spec   spec.Spec
	values map[*Node][]value
}

// at is a run at one lane.
type at struct {
	*run
	lane int
	key  bool // the node holds keys
}

// calls reports whether a lane makes the call.
func (r *run) calls(lane int) bool { return r.spec.Mask != spec.Active || r.Members[lane] }

// of is the value of a node in the lane, from that in another one. Where it is undefined, so is what needs it.
func (a at) of(n *Node) value { return a.from(n, a.lane) }

func (a at) from(n *Node, lane int) value {
	v := a.values[n][lane]
	if v == nil {
		panic(undefined{})
	}
	return v
}

// input is the element of a lane; undefined where the lane does not make the call.
func (a at) input(register, lane int) value {
	if !a.calls(lane) {
		return nil
	}
	if a.spec.KeepsLanes() {
		return value{a.Elements[register][lane], uint64(lane*a.spec.Brings() + register)}
	}
	return value{a.Elements[register][lane]}
}

// combined is a function on each element of two registers.
func (a at) combined(f *Fn, x, y value) value {
	if a.key {
		a.key = false
		return a.with(a.Encode, a.combined(f, a.with(a.Decode, x), a.with(a.Decode, y)))
	}
	if a.spec.KeepsLanes() { // the lanes decide between equal elements
		lower, higher := x, y
		if x[0] == y[0] && x[1] > y[1] || x[0] != y[0] && a.Apply(f, x[0], y[0]) == y[0] == (f.Op == a.spec.Best()) {
			lower, higher = y, x
		}
		if f.Op == a.spec.Best() {
			return lower
		}
		return higher
	}
	out := make(value, len(x))
	for i := range x {
		out[i] = a.Apply(f, x[i], y[i])
	}
	return out
}

// truth is a condition's value.
func truth(holds bool) value {
	if holds {
		return value{1}
	}
	return value{0}
}

// members are the members of the lane's segment in ascending order, of patterns that
// take keys those that have the lane's key.
func (a at) members() []int {
	segment := segmentsOf(a.spec)
	var all []int
	for i := segment.Base(a.lane); i <= segment.Last(a.lane); i++ {
		if a.Members[i] && (a.Keys == nil || a.Keys[i] == a.Keys[a.lane]) {
			all = append(all, i)
		}
	}
	return all
}

// rank is the element of the member of a rank; the identity past the last one.
func (a at) rank(r int) value {
	if m := a.members(); r < len(m) {
		return a.input(0, m[r])
	}
	if a.spec.KeepsWithoutMembers() {
		return nil
	}
	return value{a.Identity}
}
