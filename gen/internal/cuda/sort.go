package cuda

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// withSlot is a key above the number of a slot.
func (p *printer) withSlot(x, slot expr) expr {
	if p.spec.Sort().Descending {
		slot = slot.xor(number(p.spec.LaneKeyMask())).grouped()
	}
	wide := ctypes[p.combined.Type].arith
	return x.to(wide).shl(literal(p.net.Keys.Slots)).grouped().or(slot).grouped().to(p.ctype.name)
}

// slot is the number of a register of the lane among those of all lanes; of one register, the lane.
func (p *printer) slot(register int) expr {
	n := p.spec.Brings()
	if n == 1 {
		return p.at.lane()
	}
	first := p.at.lane().times(number(n))
	if register == 0 {
		return first.grouped()
	}
	return first.plus(number(register)).grouped()
}

// from stores the slots that the elements were in, and moves the values that they came with.
func (p *printer) from() []string {
	var lines, fetches, stores []string
	var value *valueType
	slots := map[*network.Node]expr{} // the locals
	for _, out := range p.net.Outs {
		if follows, ok := out.Node.Expr.(network.Follows); ok {
			if value == nil {
				value = newValueType(p)
			}
			slot := value.source(out.Register)
			slots[follows.Was] = slot
			lines = append(lines, fmt.Sprintf("int %s = %s;", slot, p.slotOf(follows.Was)))
			fetched, stored := value.fetch(p, out.Register)
			fetches, stores = append(fetches, fetched...), append(stores, stored)
		}
	}
	for _, out := range p.net.Outs {
		if out.Role == spec.FromRole {
			slot, local := slots[out.Node]
			if !local {
				slot = p.slotOf(out.Node)
			}
			stores = append(stores, fmt.Sprintf("%s = %s;", p.outTo(out), slot))
		}
	}
	return slices.Concat(lines, fetches, stores)
}

// outTo is where an output goes that a parameter points to.
func (p *printer) outTo(out network.Out) expr {
	to := p.scope.param(out.Role)
	if p.shape.Array() {
		return to.entry(out.Register)
	}
	return to.pointed()
}

// slotOf is the number of a slot that a node is: the lane, of one register.
func (p *printer) slotOf(n *network.Node) expr {
	switch e := n.Expr.(type) {
	case network.Slot:
		return p.slot(e.Register).to("int")
	case network.Keep:
		if c := p.conditions.of(e.If); !c.none() {
			return c.choose(p.slotOf(e.X), p.slotOf(e.Own))
		}
		return p.slotOf(e.X)
	case network.WasIn:
		if in, own := e.X.Expr.(network.Input); own {
			return p.slot(in.Register).to("int")
		}
		if p.beside != nil {
			return p.beside.slot(p, e.X).to("int")
		}
		return p.slotIn(p.element(e.X))
	}
	p.report("unexpected slot %T", n.Expr)
	return expr{}
}

// slotIn is the number of the slot in a key.
func (p *printer) slotIn(key expr) expr {
	flip := number(p.spec.LaneKeyMask())
	onlyRead := p.net.Keys.Slots == spec.RegisterBits && !p.spec.Sort().From // a shuffle takes the lane modulo 32
	if !onlyRead || p.spec.Sort().Descending {
		key = key.to("unsigned")
	}
	if !onlyRead {
		key = key.and(flip).grouped()
	}
	if p.spec.Sort().Descending {
		key = key.xor(flip).grouped()
	}
	return key.to("int")
}

// isFirst asks for the lowest lane with the best X: among the votes of the lanes up to the lane itself, its own is
// the only one. In this form ptxas needs one instruction besides the vote; it takes two to compare these votes with
// the lane's own bit.
func (p *printer) isFirst(e network.IsFirst) expr {
	votes := call("__ballot_sync", p.threads(), p.element(e.X).equal(p.element(e.Best)))
	mine, upTo := p.at.votes()
	return votes.xor(mine).grouped().and(upTo).grouped().equal(number(0))
}

// fromHome is the key of another lane that is in the slot that it came in, which is known
// without a shuffle; none of what a shuffle must bring whole.
func (p *printer) fromHome(e network.Shuffle) expr {
	in, encodes := e.X.Expr.(network.Encode)
	if !encodes || in.Keys.Slots < spec.RegisterBits || p.spec.Brings() > 1 {
		return expr{}
	}
	key := p.element(e.X).shr(literal(in.Keys.Slots)).grouped().to(ctypes[in.Keys.Type()].name)
	return p.withSlot(p.shuffle(e.By, key), p.sourceOf(e.By).grouped())
}

// exchange is one side of putting two elements in order. Of 32 bits each order is one
// instruction; of 64 bits one comparison serves both.
func (p *printer) exchange(e network.Exchange) expr {
	x, y, upper := p.element(e.X), p.element(e.Y), p.conditions.of(e.Upper)
	switch {
	case p.combined.Type.Bits() <= spec.RegisterBits:
		return upper.choose(p.ops[e.Last.Op](x, y).grouped(), p.ops[e.First.Op](x, y).grouped())
	case p.spec.Brings() == 1 && (p.net.Keys.Slots > 0 || p.net.Keys.Code == network.Ordered):
		f := p.exchanged()
		p.calls(f.String())
		return call(f.name, y, x, p.conditions.number(e.Upper), p.at.one())
	case p.spec.Sort().Descending:
		return y.less(x).grouped().op("!=", equalBinds, upper).choose(x, y)
	}
	return x.less(y).grouped().op("!=", equalBinds, upper).choose(x, y)
}

// exchanged is the function that gives one side of an exchange of keys of 64 bits. It compares under
// the predicate of the lane's bit, which C++ cannot say: ptxas takes an instruction more for a != of
// two conditions. Selects and comparisons go through one pipe of an SM, as does what encodes a float:
// of an integer with its slot a product moves one word, of a float both. On an H200 a sort of 32
// float64 by selects runs at 0.83 of this rate, by one product at 0.94. Of int64, which is not encoded,
// selects run at 0.94 of the rate of products, with 0.8 of the latency: they are left in C++.
func (p *printer) exchanged() helper {
	cmp, suffix := "lt", "s64"
	if p.spec.Sort().Descending {
		cmp = "gt"
	}
	if p.combined.Type == spec.Uint64 {
		suffix = "u64"
	}
	how, lower := "The lower word comes by a select, the\n"+
		"upper one by a product with one, which is 1 and goes through another pipe.", "selp.b32 bl, al, bl, takes"
	if p.net.Keys.Slots == 0 {
		how, lower = "Both words come by products\nwith one, which is 1: these go through another pipe than selects.",
			"@takes mul.lo.u32 bl, al, %3"
	}
	typ := p.ctype.name
	return helper{
		does: "The one of a and b that sorts first, or last where upper is not 0. " + how +
			" Inline PTX keeps the product.",
		result: typ,
		name:   p.spec.FileName() + "_exchange",
		params: fmt.Sprintf("%[1]s a, %[1]s b, unsigned upper, unsigned one", typ),
		body: lines(
			fmt.Sprintf(`asm("{ .reg .pred last, takes; setp.ne.u32 last, %%2, 0; setp.%s.xor.%s takes, %%1, %%0, last; "`, cmp,
				suffix),
			`    ".reg .b32 al, ah, bl, bh; mov.b64 {al, ah}, %1; mov.b64 {bl, bh}, %0; "`,
			fmt.Sprintf(`    "%s; @takes mul.lo.u32 bh, ah, %%3; mov.b64 %%0, {bl, bh}; }" : `+
				`"+l"(b) : "l"(a), "r"(upper), "r"(one));`, lower),
			"return b;"),
	}
}

// beside are the further parts of a sort with elements beside the numbers of their slots: each node is two locals,
// which move alike.
type beside struct {
	slots map[*network.Node]expr    // the second locals
	first map[[2]*network.Node]expr // by two nodes, the local that says whether the first sorts first
	none  expr                      // the slot of an absent element
}

// slotType is the type of the second local.
const slotType = "unsigned"

// slot is the slot of the element of a node.
func (b *beside) slot(p *printer, n *network.Node) expr {
	switch e := n.Expr.(type) {
	case network.Encode:
		return p.slot(e.X.Expr.(network.Input).Register)
	case network.Identity:
		return b.none
	}
	slot, ok := b.slots[n]
	if !ok {
		p.report("node %d has no slot", n.ID)
	}
	return slot
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
		move := func(half expr) expr { return p.shuffle(e.By, half) }
		slot := move(b.slot(p, e.X))
		if network.Is[network.Encode](e.X.Expr) && p.spec.Brings() == 1 { // in the slot that it came in
			slot = p.sourceOf(e.By)
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
	if p.spec.Sort().Descending {
		first, last = last, first
	}
	lower := p.element(x).equal(p.element(y)).both(b.slot(p, x).less(b.slot(p, y)))
	return first.less(last).either(lower.grouped())
}
