package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// conditions prints what selects test.
type conditions struct {
	*printer
	demand map[*network.Node]network.Lanes
	bits   map[*network.Node]expr // locals that are numbers: not 0 where the condition holds
	plan   *plan

	usesMembers bool // the local that holds those of the segment
	multiplies  bool // there are products under conditions
}

func newConditions(p *printer) *conditions {
	c := &conditions{printer: p, demand: network.Demand(p.net), bits: map[*network.Node]expr{}}
	c.multiplies = p.net.Count(network.Is[network.Product]) > 0
	bits := c.multiplies || p.net.Count(network.Is[network.Exchange]) > 0
	c.at.testsBits = c.at.testsBits || bits && powerOfTwo(p.spec.Width)
	return c
}

// of is a condition, in parentheses but for a local; there is none if it always holds.
func (c *conditions) of(n *network.Node) expr {
	if local, ok := c.names[n]; ok {
		return local
	}
	return c.text(n)
}

// text is a condition, whether or not it has a local.
func (c *conditions) text(n *network.Node) expr {
	switch e := n.Expr.(type) {
	case network.InLanes:
		if c.at.block {
			return c.inWarps(n, e.Set)
		}
		if in := c.at.inLanes(e.Set, c.demand[n]); !in.none() {
			return in.grouped()
		}
		return expr{}
	case network.IsMember:
		mask := c.scope.param(spec.MaskRole)
		if c.at.block { // each thread brings its own bit
			return mask
		}
		return mask.bit(c.sourceOf(e.Of)).grouped()
	case network.InReach:
		return c.reaches(e.By)
	case network.Exists:
		return c.slot(e.P).less(number(warpSize)).grouped()
	case network.AnyOf:
		return c.anyOf(n, e)
	case network.All:
		return c.all(e.Of)
	case network.IsFirst:
		return c.isFirst(e)
	}
	c.report("unexpected condition %T", n.Expr)
	return expr{}
}

// all is the condition that all of some hold.
func (c *conditions) all(terms []*network.Node) expr {
	var all expr
	n := 0
	for _, term := range terms {
		switch t := c.of(term); {
		case t.none():
		case n == 0:
			all, n = t, 1
		default:
			all, n = all.and(t), n+1
		}
	}
	if n > 1 {
		return all.grouped()
	}
	return all
}

// slot is the word of the plan that a node is.
func (c *conditions) slot(n *network.Node) expr {
	return c.scope.param(planRole).entry(c.plan.slots[n])
}

// inWarps is a condition of a block: that a lane has another one d further on in its warp, where
// the last warp may be short; that a thread's number has a bit set, or one of those below it;
// that a thread is one of the first of its warp.
func (c *conditions) inWarps(n *network.Node, set network.Lanes) expr {
	count := c.at.count
	everywhere := network.LanesWhere(count, func(int) bool { return true })
	for _, care := range []network.Lanes{everywhere, c.demand[n]} {
		for d := 1; d < warpSize; d++ {
			switch {
			case agree(set, care, func(i int) bool { return i%warpSize+d < min(warpSize, count) }):
				return c.at.lane().less(number(min(warpSize, count) - d)).grouped()
			case agree(set, care, func(i int) bool { return i%warpSize+d < warpSize && i+d < count }):
				return name("threads").shr(c.at.lane()).bit(literal(d)).grouped()
			}
		}
	}
	for bit := 1; bit < count; bit *= 2 {
		if agree(set, everywhere, func(i int) bool { return i&bit != 0 }) {
			if bit < warpSize {
				return c.at.lane().and(number(bit)).notZero().grouped()
			}
			return name("warp").and(number(bit / warpSize)).notZero().grouped()
		}
	}
	if agree(set, everywhere, func(i int) bool { return i%warpSize > 0 }) {
		return c.at.lane().notZero().grouped()
	}
	for bits := 2 * warpSize; bits < 2*count; bits *= 2 {
		switch {
		case !agree(set, everywhere, func(i int) bool { return i%bits > 0 }):
		case bits < count:
			return name("thread").and(number(bits - 1)).notZero().grouped()
		default:
			return name("thread").notZero().grouped()
		}
	}
	for lanes := 1; lanes < warpSize; lanes++ {
		if agree(set, everywhere, func(i int) bool { return i%warpSize < lanes }) {
			return c.at.lane().less(number(lanes)).grouped()
		}
	}
	c.report("node %d is no condition of a block", n.ID)
	return expr{}
}

// bit is the bit of the lane's number that a condition tests, if it is one.
func (c *conditions) bit(n *network.Node) expr {
	if in, ok := n.Expr.(network.InLanes); ok {
		return c.at.bit(in.Set, c.at.withSegments(c.demand[n]))
	}
	return expr{}
}

// number is a number that is not 0 where a condition holds.
func (c *conditions) number(n *network.Node) expr {
	if local, ok := c.bits[n]; ok {
		return local
	}
	if bit := c.bit(n); !bit.none() {
		return bit
	}
	return c.of(n)
}

// named is the local of a condition that many nodes test, if it does not always hold. A bit of the
// lane's number that both selects and products test is itself the local: compilers make another
// number of a bool, and ptxas then keeps a predicate for each of both.
func (c *conditions) named(n *network.Node) []string {
	e := c.of(n)
	if e.none() {
		return nil
	}
	if bit := c.bit(n); c.multiplies && !bit.none() {
		c.bits[n], c.names[n] = name(n.Name), name(n.Name).notZero()
		return []string{fmt.Sprintf("unsigned %s = %s;", n.Name, bit)}
	}
	c.names[n] = name(n.Name)
	return []string{fmt.Sprintf("bool %s = %s;", n.Name, e)}
}

// inLanes is a condition that agrees with set in every lane of where. It is a comparison that
// holds in every segment if there is one, else a comparison that is enough for where, else a bit
// of a constant. There is no condition if it always holds.
func (p *position) inLanes(set, where network.Lanes) expr {
	if agree(set, where, func(int) bool { return true }) {
		return expr{}
	}
	segments := p.withSegments(where)
	if p.testsBits {
		if bit := p.bit(set, segments); !bit.none() {
			return bit.notZero()
		}
	}
	for _, care := range []network.Lanes{segments, where} {
		if c := p.comparison(set, care); !c.none() {
			return c
		}
	}
	bits := uint32(0)
	for i := range set.Len() {
		if set.Has(i) {
			bits |= 1 << i
		}
	}
	return hex(8, bits).bit(p.lane())
}

// withSegments are the lanes of where, and those of every segment.
func (p *position) withSegments(where network.Lanes) network.Lanes {
	return network.LanesWhere(where.Len(), func(i int) bool {
		return where.Has(i) || i/p.width*p.width+p.width <= p.count
	})
}

// bit is the bit of the lane's number, or of its position, that is set in the lanes of set and in no
// other lane of care, if there is one.
func (p *position) bit(set, care network.Lanes) expr {
	switch k, ofPosition := p.whichBit(set, care); {
	case k == 0:
		return expr{}
	case ofPosition:
		return p.pos().and(number(k))
	default:
		return p.lane().and(number(k))
	}
}

// whichBit is the value of that bit, 0 if there is none.
func (p *position) whichBit(set, care network.Lanes) (k int, ofPosition bool) {
	for k := 1; k < warpSize; k *= 2 {
		switch {
		case agree(set, care, func(i int) bool { return i&k != 0 }):
			return k, false
		case agree(set, care, func(i int) bool { return i%p.width&k != 0 }):
			return k, true
		}
	}
	return 0, false
}

// comparison is a comparison that agrees with set in the lanes of care, if there is one.
func (p *position) comparison(set, care network.Lanes) expr {
	for k := 1; k < p.width; k++ {
		switch {
		case agree(set, care, func(i int) bool { return i%p.width >= k }):
			return p.pos().op(">=", orderBinds, number(k))
		case agree(set, care, func(i int) bool { return i%p.width < k }):
			return p.pos().less(number(k))
		}
	}
	if bit := p.bit(set, care); !bit.none() {
		return bit.notZero()
	}
	for k := 1; k < warpSize; k++ {
		if agree(set, care, func(i int) bool { return i < k }) {
			return p.lane().less(number(k))
		}
	}
	return expr{}
}

// agree reports whether holds is true exactly for the lanes of set, among those of care.
func agree(set, care network.Lanes, holds func(i int) bool) bool {
	for i := range care.Len() {
		if care.Has(i) && set.Has(i) != holds(i) {
			return false
		}
	}
	return true
}
