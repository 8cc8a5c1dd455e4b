package cuda

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// sorting is what a function that sorts needs besides.
type sorting struct {
	ops map[spec.Op]binary // that put two elements in order

	// Floats are compared as order-preserving integers: the functions that encode an
	// element and decode it. Both are empty where elements are compared themselves.
	encoding, decoding string
	used               bool // the lane's only element is compared

	// A sort with -from compares an element together with its lane: an integer of twice the bits, with the element
	// above the lane; for 64 bits, two numbers.
	half   int
	beside *beside
	key    ctype // of the element alone
}

// newSorting prepares a printer: what is put in order are integers of 32 or 64 bits.
func newSorting(p *printer) *sorting {
	s, of := p.spec, &sorting{ops: map[spec.Op]binary{}}
	if s.Width*s.Brings() == 1 { // nothing is compared
		p.combined.Op = s.Best()
		p.identity = identity(p.combined, p.problem)
		return of
	}
	order := p.compares(s.Best())
	of.key = p.ctype
	lost := p.identity
	switch {
	case s.LaneBeside():
		of.beside = newBeside(s)
	case s.KeepsLanes():
		order = of.withLanes(p, order)
	}
	for _, o := range s.Combines() {
		order.Op = o
		of.ops[o], _ = p.operation(order)
	}
	if s.Type.Class() != spec.Float {
		return of
	}
	loser := s // what loses against every number sorts last
	loser.Op, loser.Mask, loser.Name = spec.ArgMin, spec.Full, s.FileName()
	if s.Descending {
		loser.Op = spec.ArgMax
	}
	var err error
	if of.encoding, of.decoding, err = encodings(loser, of.key.name, lost); err != nil {
		p.report("%w", err)
	}
	return of
}

// withLanes has elements compared together with their lanes.
func (of *sorting) withLanes(p *printer, order spec.Spec) spec.Spec {
	of.half = p.spec.LaneKeyRoom()
	signed := map[int]spec.Type{16: spec.Int32, 32: spec.Int64}
	if order.Type = signed[of.half]; p.spec.Type.Class() == spec.Unsigned {
		order.Type = map[int]spec.Type{16: spec.Uint32, 32: spec.Uint64}[of.half]
	}
	p.combined, p.ctype, p.identity = order, ctypes[order.Type], identity(order, p.problem)
	return order
}

// encoded is the element of a register as it is compared.
func (of *sorting) encoded(p *printer, x expr, register int) expr {
	if of.encoding != "" {
		p.calls(of.encoding)
		x = call(p.spec.FileName()+"_key", x)
	}
	if of.half == 0 {
		return x
	}
	return of.withSlot(p, x, of.slot(p, register))
}

// withSlot is a key above the number of a slot.
func (of *sorting) withSlot(p *printer, x, slot expr) expr {
	if p.spec.Descending {
		slot = slot.xor(number(p.spec.LaneKeyMask())).grouped()
	}
	wide := ctypes[p.combined.Type].arith
	return x.to(wide).shl(literal(of.half)).grouped().or(slot).grouped().to(p.ctype.name)
}

// slot is the number of a register of the lane among those of all lanes; of one register, the lane.
func (of *sorting) slot(p *printer, register int) expr {
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
func (of *sorting) from(p *printer) []string {
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
			lines = append(lines, fmt.Sprintf("int %s = %s;", slot, of.lane(p, follows.Was.Expr.(network.WasIn).X)))
			fetched, stored := value.fetch(p, out.Register)
			fetches, stores = append(fetches, fetched...), append(stores, stored)
		}
	}
	for _, out := range p.net.Outs {
		if was, ok := out.Node.Expr.(network.WasIn); ok {
			slot, local := slots[out.Node]
			if !local {
				slot = of.lane(p, was.X)
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

// asksLane reports whether a node is there to ask it for its lane alone.
func (of *sorting) asksLane(p *printer, n *network.Node) bool {
	for _, out := range p.net.Outs {
		e := out.Node.Expr
		if follows, ok := e.(network.Follows); ok {
			e = follows.Was.Expr
		}
		if was, ok := e.(network.WasIn); ok && was.X == n {
			return !slices.ContainsFunc(p.net.Elements(), func(o network.Out) bool { return o.Node == n })
		}
	}
	return false
}

// lane is the slot that the element of a node was in: the lane, of one register.
func (of *sorting) lane(p *printer, n *network.Node) expr {
	switch e := n.Expr.(type) {
	case network.Input:
		return of.slot(p, e.Register).to("int")
	case network.Select:
		if _, in := e.Else.Expr.(network.Input); in {
			if c := p.conditions.of(e.If); !c.none() {
				return c.choose(of.lane(p, e.Then), of.lane(p, e.Else))
			}
			return of.lane(p, e.Then)
		}
	}
	if of.beside != nil {
		return of.beside.slot(p, n).to("int")
	}
	flip, lane := number(p.spec.LaneKeyMask()), p.element(n)
	onlyRead := of.half == spec.RegisterBits && !p.spec.From // a shuffle takes the lane modulo 32
	if !onlyRead || p.spec.Descending {
		lane = lane.to("unsigned")
	}
	if !onlyRead {
		lane = lane.and(flip).grouped()
	}
	if p.spec.Descending {
		lane = lane.xor(flip).grouped()
	}
	return lane.to("int")
}

// decoded is a node's element in the caller's type. A lane that is no member keeps its element.
func (of *sorting) decoded(p *printer, n *network.Node) expr {
	switch e := n.Expr.(type) {
	case network.Input:
		return of.own(p, e.Register)
	case network.FromRank:
		if of.half > 0 || of.beside != nil {
			return of.decode(p, p.element(n))
		}
		return p.element(n)
	case network.Select:
		if keepsElse(e) {
			return p.conditions.of(e.If).choose(of.decoded(p, e.Then), of.decoded(p, e.Else))
		}
	}
	return of.decode(p, p.element(n))
}

// own is an element as the caller gave it.
func (of *sorting) own(p *printer, register int) expr {
	own := p.scope.param(spec.ElementRole)
	if p.shape.Array() {
		return own.entry(register)
	}
	return own
}

// decode is an element that was compared.
func (of *sorting) decode(p *printer, x expr) expr {
	typ := p.ctype
	if of.half > 0 {
		x, typ = x.shr(literal(of.half)).grouped().to(of.key.name), of.key
	}
	switch {
	case of.decoding != "":
		p.calls(of.decoding)
		return call(p.spec.FileName()+"_unkey", x)
	case typ != p.elem:
		return x.to(p.elem.name)
	}
	return x
}

// fromRank is x of the lane that has, of the first members of its segment, as many before
// it as the lane itself has members. It is decoded before it moves, which costs no more.
func (of *sorting) fromRank(p *printer, x *network.Node) expr {
	source := p.at.rank(p.scope.param(spec.MaskRole))
	if of.half > 0 {
		return p.moved(x, func(x expr) expr { return fetch(p.threads(), x, source) })
	}
	return p.elem.travel(of.decode(p, p.element(x)), func(x expr) expr { return fetch(p.threads(), x, source) })
}

// steps define what the other steps begin with: the element, encoded.
func (of *sorting) steps(p *printer) []step {
	if of.encoding == "" && of.half == 0 || !of.used {
		return nil
	}
	title := "An integer that orders as the element does."
	if of.half > 0 {
		title = "An integer that orders as the element does, and below it the lane."
	}
	key := of.encoded(p, p.scope.param(spec.ElementRole), 0)
	return []step{{
		Title: title,
		Lines: []string{fmt.Sprintf("%s %s = %s;", p.ctype.name, encodedInput, key)},
	}}
}

// keepsElse reports whether a select is of a result and the lane's own element, which is
// not encoded.
func keepsElse(e network.Select) bool {
	_, own := e.Else.Expr.(network.Input)
	_, member := e.If.Expr.(network.IsMember)
	return own && member
}

// isFirst asks for the lowest lane with the best X: among the votes of the lanes up to the lane itself, its own is
// the only one. In this form ptxas needs one instruction besides the vote; it takes two to compare these votes with
// the lane's own bit.
func (p *printer) isFirst(e network.IsFirst) expr {
	votes := call("__ballot_sync", p.threads(), p.element(e.X).equal(p.element(e.Best)))
	mine, upTo := p.at.votes()
	return votes.xor(mine).grouped().and(upTo).grouped().equal(number(0))
}

// fromHome is the element of another lane that is in the slot that it came in, which is known
// without a shuffle; none of what a shuffle must bring whole.
func (of *sorting) fromHome(p *printer, e network.Shuffle) expr {
	_, input := e.X.Expr.(network.Input)
	if !input || of.half < spec.RegisterBits || p.spec.Brings() > 1 {
		return expr{}
	}
	key := p.element(e.X).shr(literal(of.half)).grouped().to(of.key.name)
	return of.withSlot(p, p.at.shuffle(e.By, p.threads(), key), p.at.source(e.By).grouped())
}
