package network

import (
	"reflect"

	"github.com/shflgen/shflgen/spec"
)

// Expr is what a node computes. Each kind is one type, and its row holds all knowledge of this package about it: a
// new kind is a type with its row.
//
//   - elements: [Input], [Identity], [Shuffle], [Select], [Product], [Combine], [Exchange], [WarpReduce]
//   - moves by a distance of the caller, or where a condition holds: [ReadIf]
//   - conditions: [IsMember], [InLanes], [All], [SameKey], [InReach]
//   - packed registers: [Pack], [Unpack], [FieldAt], [Permute]
//   - members by rank: [Ranked], [FromRank], [IsLowest], [IsFirst], [OfGroup]
//   - pointers to members: [Successor], [Jump], [Lowest], [Exists], [Fetch]
//   - shared memory: of a block [Store], [Load]; of a warp [Scatter], [Gather], [StoreAtRank], [LoadAtRank]; [Barrier]
//   - members moved to the front: [Compacted], [OfRank]
//   - numbers of a lane: [WinnerLane], [WinnerOfWarps], [WinnerOfPiece], [MemberCount], [RankInGroup], [WasIn]; a
//     value by one: [Follows]
type Expr interface{ row() row }

// row describes one expression.
type row struct {
	sort Sort

	// operands are the nodes that the expression uses: those of its fields, in their order.
	operands []operand

	// reads reports each operand that a lane reads, and the lane that it is read from.
	// The error says why what is read has no defined value. Without it, a
	// lane reads every operand of its own.
	reads func(s spec.Spec, lane int, read readFunc) error

	// known is the value of a condition that is fixed at generation time in a lane.
	known func(lane int) (holds, ok bool)

	// requires says why a network for s may not hold the expression.
	requires func(s spec.Spec) error

	// value is what the expression means: its value in one lane of a call.
	value func(a at) value

	// text is the expression for a reader; %s stands for each operand. cost is what it
	// takes on a GPU, for elements of so many 32-bit words.
	text func() string
	cost func(s spec.Spec, words int) Cost
}

// readFunc receives an operand and the lane that it is read from.
type readFunc func(operand *Node, from int)

// operand is a node that an expression uses, and what the node has to be.
type operand struct {
	node *Node
	sort Sort
	form form
}

// form says whether an operand is packed.
type form uint8

const (
	likeResult form = iota // as the node that uses it
	unpacked
	packed
)

// Sort is what a node's values are.
type Sort uint8

// The sorts.
const (
	Element   Sort = iota
	Condition      // a truth value
	Pointer        // a lane number, or none
	Number         // a whole number, such as a lane's or -1
	Memory         // shared by the threads of a block
	Value          // what comes with an element
)

// String names the sort.
func (s Sort) String() string {
	return [...]string{Element: "an element", Condition: "a condition", Pointer: "a pointer", Number: "a number",
		Memory: "shared memory", Value: "a value"}[s]
}

// SortOf is the sort of a node.
func SortOf(n *Node) Sort { return n.Expr.row().sort }

// Uses lists the nodes that e reads.
func Uses(e Expr) []*Node {
	operands := e.row().operands
	nodes := make([]*Node, len(operands))
	for i, o := range operands {
		nodes[i] = o.node
	}
	return nodes
}

// replaceUses is e with each operand replaced. Operands are the fields of e that are a node or a list of them.
func replaceUses(e Expr, now func(*Node) *Node) Expr {
	made := reflect.New(reflect.TypeOf(e)).Elem()
	made.Set(reflect.ValueOf(e))
	for i := range made.NumField() {
		switch field := made.Field(i).Interface().(type) {
		case *Node:
			if field != nil {
				made.Field(i).Set(reflect.ValueOf(now(field)))
			}
		case []*Node:
			all := make([]*Node, len(field))
			for k, n := range field {
				all[k] = now(n)
			}
			made.Field(i).Set(reflect.ValueOf(all))
		}
	}
	return made.Interface().(Expr)
}

// eachRead calls read for every operand that a lane reads.
func (r *row) eachRead(s spec.Spec, lane int, read readFunc) error {
	if r.reads != nil {
		return r.reads(s, lane, read)
	}
	for i := range r.operands {
		read(r.operands[i].node, lane)
	}
	return nil
}

// packedBy reports whether operand i of a node has to be packed.
func (r *row) packedBy(n *Node, i int) bool {
	switch r.operands[i].form {
	case packed:
		return true
	case unpacked:
		return false
	}
	return n.Packed
}

// keyBy reports whether the elements that a node uses have to be keys; any of what compares them, and of numbers.
func (r *row) keyBy(n *Node) (key, any bool) {
	switch n.Expr.(type) {
	case Encode:
		return false, false
	case Decode:
		return true, false
	}
	return n.Key, r.sort != Element && r.sort != Memory
}

// elements are operands that are elements, packed as the node is.
func elements(nodes ...*Node) []operand { return operandsOf(Element, likeResult, nodes...) }

// operandsOf are operands of one sort and form.
func operandsOf(s Sort, f form, nodes ...*Node) []operand {
	all := make([]operand, len(nodes))
	for i, n := range nodes {
		all[i] = operand{n, s, f}
	}
	return all
}

// reach are the lanes from which a lane reads, up to end.
type reach func(s spec.Spec, lane int) (first, end int)

// The lanes of the lane's segment, those of its warp, which may be short, and all.
func ofSegment(s spec.Spec, lane int) (first, end int) {
	segment := segmentsOf(s)
	return segment.Base(lane), segment.Last(lane) + 1
}

func ofWarp(s spec.Spec, lane int) (first, end int) {
	first = lane / s.Warp() * s.Warp()
	return first, min(first+s.Warp(), s.Lanes())
}

func ofAll(s spec.Spec, _ int) (first, end int) { return 0, s.Lanes() }

// reads reports that operands are read from all lanes of a reach, and own ones from the lane.
func (of reach) reads(operands []*Node, own ...*Node) func(s spec.Spec, lane int, read readFunc) error {
	return func(s spec.Spec, lane int, read readFunc) error {
		for _, n := range own {
			read(n, lane)
		}
		for from, end := of(s, lane); from < end; from++ {
			for _, n := range operands {
				read(n, from)
			}
		}
		return nil
	}
}

// segmentsOf are the segments of a warp; of a block it is one.
func segmentsOf(s spec.Spec) Route {
	return Route{Mode: Own, Width: max(s.Width, s.Block().Threads, 1), Lanes: s.Lanes()}
}

// knownOf is the known of a condition's row, false in every lane where it has none.
func knownOf(n *Node) func(lane int) (holds, ok bool) {
	if n.Expr != nil {
		if known := n.Expr.row().known; known != nil {
			return known
		}
	}
	return func(int) (holds, ok bool) { return false, false }
}
