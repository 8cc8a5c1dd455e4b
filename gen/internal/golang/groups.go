package golang

import (
	"fmt"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// Lanes with keys differ in the key alone. The code of a lane is emitted once, in a helper that every lane calls;
// inline it would be emitted once a lane.

// grouped reports whether lanes compare their grouping keys: in a segment of one lane
// there is nothing to compare.
func (x *expansion) grouped() bool { return x.shape.Keyed() && x.shape.Width > 1 }

// combinesGroups reports whether the values are those of any one group, in segment 0.
func (x *expansion) combinesGroups() bool { return x.grouped() && x.net.Spec.Pattern.Reduces() }

// addGroups calls the helper for every lane of a segment: of a rank it gives the lane's group, of a
// reduction what the group's members combine to. All calls are made before a result is stored, since
// they read the elements of other lanes.
func (p *printer) addGroups(out *blocks) error {
	p.maps.made = true
	h, err := p.groupHelper()
	p.maps.made = false
	if err != nil {
		return err
	}
	var parts, results, stores []jen.Code
	for lane := range p.shape.Lanes {
		s := p.segments()
		if !s.InSegment(lane) {
			continue
		}
		base := s.Base(lane)
		if lane == base && p.shape.Width < p.shape.Lanes {
			parts = append(parts, p.segmentOf(spec.KeyRole, base))
		}
		if lane == base && p.combinesGroups() && (p.spec.Map != nil || p.shape.Width < p.shape.Lanes) {
			parts = append(parts, p.segmentOf(spec.ElementRole, base))
		}
		result := groupOf(lane)
		if p.combinesGroups() {
			result = local("combined%d", lane)
			stores = append(stores, p.storeGroup(lane, result)...)
		}
		results = append(results, statement(result, defined, h.call(p.arguments(lane)...)))
	}
	out.add("The lanes of each segment, by its first lane.", parts)
	title := "The combination of the %s of a lane's segment that have its key."
	if !p.combinesGroups() {
		title = "The %s of its segment with a lane's key: bit j of groupI is set if lane j of the segment has that of lane I."
	}
	out.add(fmt.Sprintf(title, p.who()), results)
	out.add("Results.", stores)
	return nil
}

// arguments are what a lane calls the helper with.
func (p *printer) arguments(lane int) []expr {
	base := p.segments().Base(lane)
	args := []expr{id(spec.KeyRole.Name()).at(lane), p.segment(spec.KeyRole, base)}
	if mask := id(memberBits.name()); p.spec.Mask != spec.Full && base > 0 {
		args = append(args, mask.shr(base))
	} else if p.spec.Mask != spec.Full {
		args = append(args, mask)
	}
	if p.combinesGroups() {
		args = append(args, p.segment(spec.ElementRole, base))
	}
	if p.givesOwn() {
		args = append(args, p.element(0, lane))
	}
	return args
}

// givesOwn reports whether a lane gets its element back if its group has no members. In mode active
// every group that is asked for has one.
func (p *printer) givesOwn() bool {
	return p.combinesGroups() && p.spec.KeepsWithoutMembers() && p.spec.Mask == spec.Member
}

// who may be in a group.
func (p *printer) who() string {
	if p.spec.Mask == spec.Full {
		return "lanes"
	}
	return "members"
}

// segment holds the values that the lanes of a segment bring.
func (p *printer) segment(role spec.Role, base int) expr {
	if p.shape.Width == p.shape.Lanes && (role == spec.KeyRole || p.spec.Map == nil) {
		return id(role.Name())
	}
	return local("%s%d", map[spec.Role]string{spec.KeyRole: "keys", spec.ElementRole: "lanes"}[role], base)
}

// segmentOf defines the local of [printer.segment].
func (p *printer) segmentOf(role spec.Role, base int) jen.Code {
	to := p.segment(role, base)
	if role == spec.ElementRole && p.spec.Map != nil {
		var made []jen.Code
		for lane := base; lane < base+p.shape.Width; lane++ {
			e := p.input(0, lane)
			if p.maps.apart {
				e = p.joinedParts(nil, func(_ *value, of part) expr { return p.inputPart(0, lane, of) })
			}
			made = append(made, &e.code)
		}
		return jen.Add(&to.code).Op(":=").Op("&").Index(jen.Lit(p.shape.Width)).Add(typeOf(p.shape.Element())).Values(made...)
	}
	part := jen.Id(role.Name()).Index(jen.Lit(base), jen.Lit(base+p.shape.Width))
	return jen.Add(&to.code).Op(":=").Parens(p.segmentType(role)).Call(part)
}

// segmentType points to the values that the lanes of a segment bring.
func (p *printer) segmentType(role spec.Role) *jen.Statement {
	port, ok := p.shape.Takes(role)
	if !ok { // of a map, which makes them
		port = p.shape.Element()
	}
	return jen.Op("*").Index(jen.Lit(p.shape.Width)).Add(typeOf(port))
}

// groupHelper makes the helper of the lanes: it compares the lane's key k with every key of the segment.
func (p *printer) groupHelper() (helper, error) {
	port, _ := p.shape.Takes(spec.KeyRole)
	params := []jen.Code{jen.Id("k").Id(port.Type.String()), jen.Id(port.Role.Name()).Add(p.segmentType(port.Role))}
	if p.spec.Mask != spec.Full {
		params = append(params, jen.Id(memberBits.name()).Uint32())
	}
	lines, set := p.equalKeys(id(port.Role.Name()))
	if !p.combinesGroups() {
		return p.helps("Group", helper{
			doc: fmt.Sprintf("is the set of the %s of a segment that have key k: bit j is set if lane j of the segment has it.",
				p.who()),
			params: params, result: "uint32", body: append(lines, returned(set)),
		}), nil
	}
	var out blocks
	out.add(fmt.Sprintf("The %s that have key k: bit j is set if lane j of the segment has it.", p.who()),
		append(lines, define((memberBits+groupBits).name(), set)))
	if err := p.addCombined(&out); err != nil {
		return helper{}, err
	}
	h := helper{
		doc:    fmt.Sprintf("combines the elements of the %s of a segment that have key k.", p.who()),
		params: append(params, jen.Id(spec.ElementRole.Name()).Add(p.segmentType(spec.ElementRole))),
		gives:  typeOf(p.shape.Element()), body: out,
	}
	if p.givesOwn() {
		h.doc += " Without any it is own."
		h.params = append(h.params, jen.Id("own").Add(typeOf(p.shape.Element())))
	}
	return p.helps("Combine", h), nil
}

// bitsPerLine is how many bits one statement joins.
const bitsPerLine = 5

// setOf is the set of the numbers i below n with term(i) 1, and the definitions of its parts, named by a format.
func setOf(n int, part string, term func(i int) expr) (lines []jen.Code, set expr) {
	var terms []expr
	for i := range n {
		terms = append(terms, term(i).shifted(i))
		if len(terms) == bitsPerLine && i+1 < n {
			some := local(part, i)
			lines, terms = append(lines, statement(some, defined, union(terms))), []expr{some}
		}
	}
	return lines, union(terms)
}

// equalKeys is the set of the members of a segment that have key k, and the definitions of its parts.
func (p *printer) equalKeys(key expr) (lines []jen.Code, set expr) {
	lines, set = setOf(p.shape.Width, "equal0to%d", func(i int) expr { return p.dialect.same.call(id("k"), key.at(i)) })
	if p.spec.Mask != spec.Full {
		set = set.grouped().and(id(memberBits.name()))
	}
	return lines, set
}

// addCombined is the result of a group.
func (p *printer) addCombined(out *blocks) error {
	if !p.spec.AnyTree() {
		out.add("How far each moves to its rank, bit by bit: Hacker's Delight, 7-4.", p.moves(memberBits+groupBits))
	}
	for i, values := range p.live() {
		lines, err := p.defineAll(values)
		if err != nil {
			return err
		}
		title := p.net.Steps[i].Title
		switch d := 1 << i >> 1; {
		case p.spec.AnyTree() && i == 0:
			title = "A lane that is not in the group contributes the identity."
		case p.spec.AnyTree():
			title = fmt.Sprintf("Distance %d: lane i and lane i+%d combine.", d, d)
		}
		out.add(title, lines)
	}
	result := p.joinedParts(p.result[0], p.stored)
	if p.givesOwn() {
		u := p.dialect.users
		some := expr{joined(id((memberBits + groupBits).name()).code, jen.Op("!="), dec(0).code), compares}
		result = u.call(u.pick, some, result, id("own"))
	}
	*out = append(*out, jen.Line(), returned(result))
	return nil
}

// storeGroup stores the result of a lane's group.
func (p *printer) storeGroup(lane int, result expr) []jen.Code {
	u, v := p.dialect.users, p.element(0, lane)
	switch {
	case p.spec.Mask == spec.Active && u != nil:
		return []jen.Code{assign(v, u.call(u.pick, p.holds(truth{member: lane}), result, v))}
	case p.spec.Mask == spec.Active:
		_, take, _ := p.elementBits()
		return p.storeIf(0, lane, truth{member: lane}, take.of(result))
	}
	return []jen.Code{assign(v, result)}
}

// groupOf is the set of the lanes that are in the group of one.
func groupOf(lane int) expr { return local("group%d", lane) }

// expandGroup computes the result of a group with the lanes of segment 0.
func (x *expansion) expandGroup() error {
	x.when = []truth{{known: true, value: true}}
	if x.net.Spec.AnyTree() {
		x.result = []*value{x.anyTree()}
		return nil
	}
	if err := x.expandLanes(1); err != nil {
		return err
	}
	root := x.net.Elements()[0].Node
	for { // where the result is stored, a lane without a group keeps its element
		e, ok := root.Expr.(network.Select)
		if !ok {
			break
		}
		if _, own := e.Else.Expr.(network.Input); !own {
			return fmt.Errorf("golang: a group gives %T, else its element", e.Else.Expr)
		}
		root = e.Then
	}
	x.result = []*value{x.memo[root.ID*x.shape.Lanes]}
	return nil
}

// anyTree combines those lanes of a segment that are in the group, where any order gives the same
// bits. In the network every lane begins with itself and goes round the segment; one order for
// all of them makes their code one.
func (x *expansion) anyTree() *value {
	var in []*value
	for lane := range x.shape.Width {
		in = append(in, x.number(value{kind: enter, set: memberBits + groupBits, lane: lane}, lane))
	}
	fn := &network.Fn{Op: x.net.Spec.Op, Laws: x.net.Spec.Laws()}
	for d := 1; d < len(in); d *= 2 {
		x.step++
		for lane := 0; lane+d < len(in); lane += 2 * d {
			in[lane] = x.combine(fn, in[lane], in[lane+d], lane)
		}
	}
	return in[0]
}

// addRanks stores the rank of every lane in its group, and how many members the group has.
func (p *printer) addRanks(out *blocks) {
	var stores []jen.Code
	count, rank := id(spec.CountRole.Name()), id(spec.ElementRole.Name())
	for lane := range p.shape.Lanes {
		base, inside := p.segments().Base(lane), p.segments().InSegment(lane)
		var before, all expr // none: 0
		if inside {
			all = p.sizeOf(lane)
		}
		if inside && lane > base {
			before = onesCount(groupOf(lane).and(hex(uint64(1)<<(lane-base) - 1)))
		}
		if p.shape.Calls == spec.Active { // who makes no call keeps both
			stores = append(stores, define(fmt.Sprintf("gets%d", lane), spreadTo("int32", p.memberBit(lane))))
		}
		stores = append(stores, p.storeNumber(rank, lane, before), p.storeNumber(count, lane, all))
	}
	out.add("Ranks, and how many members have the lane's key.", stores)
}

// storeNumber stores a number of a lane; without an expression 0.
func (p *printer) storeNumber(to expr, lane int, number expr) jen.Code {
	to = to.at(lane)
	gets, zero := local("gets%d", lane), number.binds == 0
	switch {
	case p.shape.Calls == spec.Active && zero:
		number = to.andNot(gets)
	case p.shape.Calls == spec.Active:
		number = chosen(gets, number, to)
	case zero:
		number = dec(0)
	}
	return assign(to, number)
}

// sizeOf is how many members have a lane's key.
func (p *printer) sizeOf(lane int) expr {
	switch {
	case p.shape.Width > 1:
		return onesCount(groupOf(lane))
	case p.shape.Calls == spec.Member:
		return p.memberBit(lane).to("int32")
	}
	return dec(1)
}

// onesCount is the number of bits of a word that are set.
func onesCount(word expr) expr { return callIn("math/bits", "OnesCount32", word).to("int32") }
