package network

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/spec"
)

// A packed register holds several narrow elements in 32 bits, so that one shuffle moves them
// all. A shuffle, a select or an op on packed nodes applies to each of their elements.

// Pack is a packed register, the first element in its low bits.
type Pack struct{ Of []*Node }

func (e Pack) row() row {
	return row{
		operands: operandsOf(Element, unpacked, e.Of...),
		value:    func(a at) value { return a.all(e.Of) },
		text:     func() string { return "pack " + listed(len(e.Of)) },
	}
}

// all are the values of nodes in the lane, one after the other.
func (a at) all(of []*Node) (all value) {
	for _, x := range of {
		all = append(all, a.of(x)...)
	}
	return all
}

// listed is the text of so many operands.
func listed(n int) string { return strings.TrimSuffix(strings.Repeat("%s, ", n), ", ") }

// Unpack is one element of a packed register.
type Unpack struct {
	X  *Node
	At int
}

func (e Unpack) row() row {
	return row{
		operands: []operand{{e.X, Element, packed}},
		value:    func(a at) value { return a.of(e.X)[e.At : e.At+1] },
		text:     func() string { return fmt.Sprintf("element %d of %%s", e.At) },
	}
}

// Permute is a packed register of elements of A, numbered from 0, and of B, numbered on
// from there: those of Then where If is true, else those of Else. Without If it is Then.
type Permute struct {
	If, A, B   *Node
	Then, Else []int
}

func (e Permute) row() row {
	r := row{operands: elements(e.A, e.B), text: func() string { return fmt.Sprintf("elements %v of %%s, %%s", e.Then) }}
	r.value = func(a at) value {
		x, y, fields := a.of(e.A), a.of(e.B), e.Then
		if e.If != nil && a.of(e.If)[0] == 0 {
			fields = e.Else
		}
		var all value
		for _, f := range fields {
			all = append(all, append(x[:len(x):len(x)], y...)[f])
		}
		return all
	}
	if e.If == nil {
		return r
	}
	r.operands = append(operandsOf(Condition, unpacked, e.If), r.operands...)
	r.text = func() string { return fmt.Sprintf("if %%s then elements %v else %v of %%s, %%s", e.Then, e.Else) }
	r.cost = func(spec.Spec, int) Cost { return Cost{Selects: 1} }
	return r
}

// registerBits is the size of a register, and of what one shuffle moves.
const registerBits = 32

// PerRegister is the number of elements of t in a packed register.
func PerRegister(t spec.Type) int {
	if t == spec.Composite { // its leaves may be packed, but no two elements
		return 1
	}
	return max(1, registerBits/t.Bits())
}

// PackedBatch is the network of a batch for hardware, where every select and shuffle costs.
// It differs from [Build] in two things.
//
// Elements of 8 or 16 bits are packed, four or two to a register. That needs no law: an
// op on packed registers is the op on their elements, in the same order.
//
// Where it pays, membership is tested after the first exchange: every lane sends its
// element, and the receiver combines it only if the sender is a member. That needs the law
// of the identity. It takes a select for each register kept instead of one for each register.
func PackedBatch(s spec.Spec) (*Network, error) {
	b := newBuilder(s)
	b.late = true
	if s.N > 1 && s.Width > 1 && s.Op != spec.User {
		b.fields = PerRegister(s.Type)
	}
	buildBatchReduce(b)
	return b.done(), nil
}

// RejectPackedBatch says why [PackedBatch] does not build s; nothing if it does.
func RejectPackedBatch(s spec.Spec) string {
	if !s.Pattern.Batch() || !s.Pattern.Reduces() {
		return "no registers are reduced"
	}
	return ""
}

// wide appends a node that is packed if the batch is.
func (b *builder) wide(e Expr) *Node {
	n := b.node(e)
	n.Packed = b.fields > 1
	return n
}

// pack packs elements; a single one stays as it is.
func (b *builder) pack(of []*Node) *Node {
	if b.fields == 1 {
		return of[0]
	}
	return b.wide(Pack{of})
}

// field is an element of a node that may be packed.
func (b *builder) field(word *Node, at int) *Node {
	if !word.Packed {
		return word
	}
	return b.node(Unpack{word, at})
}
