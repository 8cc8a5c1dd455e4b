package network

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen"
)

// Words of 32 bits hold several narrow elements, so that one shuffle moves them
// all. A node with Wide set is such a word; a shuffle, a select or an op on words
// is that of their elements, field by field.

// Pack is a word of elements, the first in its low bits.
type Pack struct{ Of []*Node }

func (e Pack) row() row {
	r := row{
		with: func(to []*Node) Expr { return Pack{to} },
		value: func(a at) value {
			var all value
			for _, x := range e.Of {
				one := a.of(x)
				if one == nil {
					return nil
				}
				all = append(all, one...)
			}
			return all
		},
		text: func() string { return "pack " + strings.TrimSuffix(strings.Repeat("%s, ", len(e.Of)), ", ") },
	}
	for _, x := range e.Of {
		r.operands = append(r.operands, operand{x, Element, unpacked})
	}
	return r
}

// Field is an element of a word.
type Field struct {
	X  *Node
	At int
}

func (e Field) row() row {
	return row{
		operands: []operand{{e.X, Element, packed}},
		with:     func(to []*Node) Expr { return Field{to[0], e.At} },
		value: func(a at) value {
			x := a.of(e.X)
			if x == nil {
				return nil
			}
			return x[e.At : e.At+1]
		},
		text: func() string { return fmt.Sprintf("element %d of %%s", e.At) },
	}
}

// Pick is a word whose fields are fields of A, numbered from 0, and of B, numbered
// on from there: Then where If is true, else Else. Without If it is Then.
type Pick struct {
	If, A, B   *Node
	Then, Else []int
}

func (e Pick) row() row {
	r := row{operands: elements(e.A, e.B), text: func() string { return fmt.Sprintf("elements %v of %%s, %%s", e.Then) }}
	r.value = func(a at) value {
		x, y, fields := a.of(e.A), a.of(e.B), e.Then
		if e.If != nil {
			c := a.of(e.If)
			if c == nil {
				return nil
			}
			if c[0] == 0 {
				fields = e.Else
			}
		}
		if x == nil || y == nil {
			return nil
		}
		var all value
		for _, f := range fields {
			all = append(all, append(x[:len(x):len(x)], y...)[f])
		}
		return all
	}
	if e.If == nil {
		r.with = func(to []*Node) Expr { return Pick{A: to[0], B: to[1], Then: e.Then} }
		return r
	}
	r.operands = append([]operand{{e.If, Condition, unpacked}}, r.operands...)
	r.with = func(to []*Node) Expr { return Pick{to[0], to[1], to[2], e.Then, e.Else} }
	r.text = func() string { return fmt.Sprintf("if %%s then elements %v else %v of %%s, %%s", e.Then, e.Else) }
	r.cost = func(shflgen.Spec, int) Cost { return Cost{Selects: 1} }
	return r
}

// Fields is the number of elements of t in a word.
func Fields(t shflgen.Type) int { return max(1, shflgen.WarpSize/t.Bits()) }

// Lanewise is the network of a batch as lanes run it that pay for every select and
// shuffle. It differs from [Build] in two things.
//
// Elements of 8 or 16 bits travel as words of four or two. That needs no law: an op
// on words is the op on their elements, and each register is combined in the same
// order.
//
// At the first distance a lane gives away what it has, member or not, and the other
// lane takes it in only if the giver is a member. That needs the law that the
// identity changes nothing, and leaves a select for each register kept, not one for
// each register; it is done where it pays.
func Lanewise(s shflgen.Spec) (*Network, error) {
	b := newBuilder(s)
	b.late = true
	if s.N > 1 && s.Width > 1 {
		b.fields = Fields(s.Type)
	}
	buildBatchReduce(b)
	return b.done(), nil
}

// RejectLanewise says why [Lanewise] does not build s; nothing if it does.
func RejectLanewise(s shflgen.Spec) string {
	if !s.Pattern.Batch() {
		return "a lane has one register"
	}
	return ""
}

// wide appends a node that is a word, where words hold more than one element.
func (b *builder) wide(e Expr) *Node {
	n := b.node(e)
	n.Wide = b.fields > 1
	return n
}

// pack is a word of elements, or the only one.
func (b *builder) pack(of []*Node) *Node {
	if b.fields == 1 {
		return of[0]
	}
	return b.wide(Pack{of})
}

// field is an element of a word.
func (b *builder) field(word *Node, at int) *Node {
	if !word.Wide {
		return word
	}
	return b.node(Field{word, at})
}
