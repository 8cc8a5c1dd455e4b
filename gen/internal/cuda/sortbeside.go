package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// beside are the further parts of a sort with elements beside the numbers of their slots: each node is two locals,
// which move alike.
type beside struct {
	slots map[*network.Node]expr    // the second locals
	first map[[2]*network.Node]expr // by two nodes, the local that says whether the first sorts first
	none  expr                      // the slot of an absent element
}

func newBeside(s spec.Spec) *beside {
	return &beside{slots: map[*network.Node]expr{}, first: map[[2]*network.Node]expr{}, none: number(s.NoSlot())}
}

// slotType is the type of the second local.
const slotType = "unsigned"

// slot is the slot of the element of a node.
func (b *beside) slot(p *printer, n *network.Node) expr {
	switch e := n.Expr.(type) {
	case network.Input:
		return p.slot(e.Register)
	case network.Encode:
		return b.slot(p, e.X)
	case network.Identity:
		return b.none
	}
	slot, ok := b.slots[n]
	if !ok {
		p.report("node %d has no slot", n.ID)
	}
	return slot
}

// unmoved reports whether a node is the lane's own element.
func unmoved(n *network.Node) bool {
	switch n.Expr.(type) {
	case network.Input, network.Encode:
		return true
	}
	return false
}

// define gives a node both locals.
func (b *beside) define(p *printer, n *network.Node, local string, element, slot expr) []string {
	p.names[n], b.slots[n] = name(local), name(local+"slot")
	return []string{
		fmt.Sprintf("%s %s = %s;", p.ctype.name, p.names[n], element),
		fmt.Sprintf("%s %s = %s;", slotType, b.slots[n], slot),
	}
}

// lines define both locals of a node.
func (b *beside) lines(p *printer, n *network.Node) []string {
	both := func(local string, of func(half func(*network.Node) expr) expr) []string {
		return b.define(p, n, local, of(p.element), of(func(n *network.Node) expr { return b.slot(p, n) }))
	}
	made := func() string {
		p.made++
		return fmt.Sprintf("x%d", p.made-1)
	}
	chosen := func(by expr, then, els *network.Node) []string {
		return both(made(), func(half func(*network.Node) expr) expr { return by.choose(half(then), half(els)) })
	}
	switch e := n.Expr.(type) {
	case network.Select:
		if c := p.conditions.of(e.If); !c.none() {
			return chosen(c, e.Then, e.Else)
		}
		p.names[n], b.slots[n] = p.element(e.Then), b.slot(p, e.Then)
		return nil
	case network.Shuffle:
		move := func(half expr) expr { return p.at.shuffle(e.By, p.threads(), half) }
		slot := move(b.slot(p, e.X))
		if unmoved(e.X) && p.spec.Brings() == 1 { // in the slot that it came in
			slot = p.at.source(e.By)
		}
		return b.define(p, n, fmt.Sprintf("from%d", b.moves(p)), move(p.element(e.X)), slot)
	case network.FromRank:
		source := p.at.rank(p.scope.param(spec.MaskRole))
		return both(made(), func(half func(*network.Node) expr) expr { return fetch(p.threads(), half(e.X), source) })
	case network.Exchange:
		if p.spec.Brings() > 1 {
			local := fmt.Sprintf("keep%d", p.made)
			keeps := b.before(p, e.X, e.Y).op("!=", equalBinds, p.conditions.of(e.Upper))
			return append([]string{fmt.Sprintf("bool %s = %s;", local, keeps)}, chosen(name(local), e.X, e.Y)...)
		}
		local := fmt.Sprintf("take%d", p.made)
		takes := b.before(p, e.Y, e.X).op("!=", equalBinds, p.conditions.of(e.Upper))
		element := p.selected(p.combined.Type, name(local), p.element(e.Y), p.element(e.X))
		slot := p.selected(spec.Uint32, name(local), b.slot(p, e.Y), b.slot(p, e.X))
		return append([]string{fmt.Sprintf("bool %s = %s;", local, takes)}, b.define(p, n, made(), element, slot)...)
	case network.Combine:
		var lines []string
		first, compared := b.first[[2]*network.Node{e.Left, e.Right}]
		if !compared { // the first and the last of two share it
			first = name(fmt.Sprintf("first%d", p.made))
			b.first[[2]*network.Node{e.Left, e.Right}] = first
			lines = []string{fmt.Sprintf("bool %s = %s;", first, b.before(p, e.Left, e.Right))}
		}
		if e.Fn.Op == p.spec.Best() {
			return append(lines, chosen(first, e.Left, e.Right)...)
		}
		return append(lines, chosen(first, e.Right, e.Left)...)
	}
	if network.SortOf(n) == network.Element {
		p.report("unexpected node %T", n.Expr)
	}
	return nil
}

// moves is the number of the next local that a shuffle gives.
func (b *beside) moves(p *printer) int {
	if p.sent == p.made+1 {
		p.made++
	}
	at := p.made
	p.sent = p.made + 1
	if p.shape.Array() {
		p.made++
	}
	return at
}

// before is the condition that the element of x sorts before that of y: of equal ones, that of the
// lower slot.
func (b *beside) before(p *printer, x, y *network.Node) expr {
	first, last := p.element(x), p.element(y)
	if p.spec.Descending {
		first, last = last, first
	}
	lower := p.element(x).equal(p.element(y)).both(b.slot(p, x).less(b.slot(p, y)))
	return first.less(last).either(lower.grouped())
}
