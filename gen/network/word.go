package network

import "github.com/shflgen/shflgen"

// Words of 32 bits hold several narrow elements, so that one shuffle moves them
// all. A node with Wide set is such a word; a shuffle, a select or an op on words
// is that of their elements, field by field.

// Pack is a word of elements, the first in its low bits.
type Pack struct{ Of []*Node }

// Field is an element of a word.
type Field struct {
	X  *Node
	At int
}

// Pick is a word whose fields are fields of A, numbered from 0, and of B, numbered
// on from there: Then where If is true, else Else. Without If it is Then.
type Pick struct {
	If, A, B   *Node
	Then, Else []int
}

func (Pack) expr()  {}
func (Field) expr() {}
func (Pick) expr()  {}

// Fields is the number of elements of t in a word.
func Fields(t shflgen.Type) int { return max(1, shflgen.WarpSize/t.Bits()) }

// wantsWord reports whether the i-th use of an expression is a word.
func wantsWord(n *Node, i int) bool {
	switch n.Expr.(type) {
	case Pack:
		return false
	case Field:
		return true
	case Pick:
		return wanted(n.Expr, i) == Element
	case Select:
		return n.Wide && i > 0
	}
	return n.Wide
}

// Lanewise is the network of a batch as lanes run it that pay for every select and
// shuffle; other networks come back as they are. It differs in two things.
//
// Elements of 8 or 16 bits travel as words of four or two. That needs no law: an op
// on words is the op on their elements, and each register is combined in the same
// order.
//
// At the first distance a lane gives away what it has, member or not, and the other
// lane takes it in only if the giver is a member. That needs the law that the
// identity changes nothing, and leaves a select for each register kept, not one for
// each register; it is done where it pays.
func Lanewise(n *Network) (*Network, error) {
	s := n.Spec
	if s.Pattern != shflgen.BatchReduce {
		return n, nil
	}
	b := &builder{net: &Network{Spec: s}, fields: 1, late: true}
	if s.N > 1 && s.Width > 1 {
		b.fields = Fields(s.Type)
	}
	buildBatchReduce(b)
	return b.net, nil
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
