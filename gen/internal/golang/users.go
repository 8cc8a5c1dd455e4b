package golang

import (
	"fmt"
	"math"
	mathbits "math/bits"
	"strconv"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// users are the helpers of a function that a user wrote. It is only called on elements that are
// there, so elements are chosen by branches, not by the bits of a mask.
type users struct {
	join, with, pick, identity helper
	used                       map[string]bool // by name
}

// usersOf is the row of a user's function: elements are held as they are.
func usersOf(d dialect, s spec.Spec) dialect {
	u := s.User
	d.bits = d.elem
	elem := typeOf(s.Combined())
	called := func(a, b expr) expr {
		if u.Local {
			return rounded(s, call(u.Name, a, b))
		}
		return rounded(s, callIn(u.Path, u.Name, a, b))
	}
	d.combine = called
	a, b := id("a"), id("b")
	made := func(suffix, doc string, params []jen.Code, body ...jen.Code) helper {
		return helper{name: helperName(s, suffix), doc: doc, params: params, result: d.elem, gives: elem, body: body}
	}
	flag := func(name string) jen.Code { return jen.Id(name).Bool() }
	of := func(name string) jen.Code { return jen.Id(name).Add(elem) }
	unless := func(has string, x expr) jen.Code { return jen.If(jen.Op("!").Id(has)).Block(returned(x)) }
	d.users = &users{
		join: made("Join", fmt.Sprintf("is %s of a and b, of those that are there.", u),
			[]jen.Code{flag("hasA"), of("a"), flag("hasB"), of("b")},
			unless("hasA", b), unless("hasB", a), returned(called(a, b))),
		with: made("With", fmt.Sprintf("is %s of a and b, or a if b is not there.", u),
			[]jen.Code{of("a"), flag("hasB"), of("b")}, unless("hasB", a), returned(called(a, b))),
		pick: made("If", "is a if c holds, else b.", []jen.Code{flag("c"), jen.Id("a"), of("b")},
			jen.If(jen.Id("c")).Block(returned(a)), returned(b)),
		used: map[string]bool{},
	}
	if s.User.Identity != nil {
		d.users.identity = identityOf(d, s, elem)
	}
	return d
}

// call is a call of a helper, which the file then has.
func (u *users) call(h helper, args ...expr) expr {
	u.used[h.name] = true
	return h.call(args...)
}

// helpers are those that were called.
func (u *users) helpers() []helper {
	var all []helper
	for _, h := range []helper{u.join, u.with, u.pick, u.identity} {
		if u.used[h.name] {
			all = append(all, h)
		}
	}
	return all
}

// joined numbers f of two elements, of those that are there.
func (x *expansion) joined(e network.Join, a, b *value, lane int) (*value, error) {
	always, never := truth{known: true, value: true}, truth{known: true}
	has := [2]truth{always, always}
	for i, n := range []*network.Node{e.HasLeft, e.HasRight} {
		if n == nil {
			continue
		}
		var err error
		if has[i], err = x.truth(n, lane); err != nil {
			return nil, err
		}
	}
	if has[0].byRank() && has[1].byRank() && has[0].member < has[1].member { // below a rank that has a member all have one
		has[0] = always
	}
	switch {
	case has[0] == never:
		return b, nil
	case has[1] == never:
		return a, nil
	case has[0].known && has[1].known:
		return x.combine(e.Fn, a, b, lane), nil
	}
	if e.Fn.Laws.Commutative && a.id > b.id && has[0] != always {
		a, b, has[0], has[1] = b, a, has[1], has[0]
	}
	return x.number(value{kind: join, op: e.Fn.Op, a: a, b: b, hasA: has[0], hasB: has[1]}, lane), nil
}

// anyOf is the truth that a slot of a set is taken.
func anyOf(e network.AnyOf, lane int) truth {
	of := e.Of[lane]
	if of == 0 {
		return truth{known: true}
	}
	t := truth{set: map[network.Word]laneSet{
		network.MemberWord: memberBits, network.RankWord: rankedBits, network.GroupWord: rankedBits + groupBits,
	}[e.Word], member: mathbits.TrailingZeros64(of)}
	if of&(of-1) != 0 {
		t.any = of
	}
	return t
}

// byRank reports whether a truth is that one of several ranks has a member.
func (t truth) byRank() bool { return !t.known && t.set%groupBits == rankedBits }

// holds is a truth as a condition.
func (p *printer) holds(t truth) expr {
	switch {
	case t.known && t.value:
		return id("true")
	case t.known:
		return id("false")
	}
	of, word := uint64(t.any), id(t.set.name())
	if of == 0 {
		of = 1 << (t.member % spec.MaskWordBits)
	}
	if p.shape.Level == spec.BlockLevel {
		word = word.at(t.member / spec.MaskWordBits)
	}
	return expr{joined(word.and(hex(of)).code, jen.Op("!="), dec(0).code), compares}
}

// chosenFrom is a value, or the identity where it is that.
func (p *printer) chosenFrom(v *value, part part) expr {
	if v.kind == identity {
		return p.identity()
	}
	return p.local(v, part)
}

// user is the definition of a value of a user's function, and false for a value that any other op
// has as well.
func (p *printer) user(v *value, part part) (expr, bool) {
	u := p.dialect.users
	if u == nil {
		return expr{}, false
	}
	switch v.kind {
	case join:
		if v.hasA.known {
			return u.call(u.with, p.local(v.a, part), p.holds(v.hasB), p.local(v.b, part)), true
		}
		return u.call(u.join, p.holds(v.hasA), p.local(v.a, part), p.holds(v.hasB), p.local(v.b, part)), true
	case enter:
		return u.call(u.pick, p.holds(truth{set: v.set, member: v.lane}), p.input(v.reg, v.lane), u.call(u.identity)), true
	case fill:
		return u.call(u.pick, p.holds(truth{set: v.set, member: v.lane}), p.local(v.a, part), u.call(u.identity)), true
	case bitsOf:
		if v.a.kind == identity {
			return u.call(u.identity), true
		}
	case choose, moveDown, moveUp:
		return u.call(u.pick, p.holds(truth{set: v.set, member: v.lane, any: v.any}), p.chosenFrom(v.a, part),
			p.chosenFrom(v.b, part)), true
	}
	return expr{}, false
}

// identityOf is the helper that gives the identity of a user's function, leaf by leaf: the value that
// the function's laws were checked with, whatever becomes of a variable that named it.
func identityOf(d dialect, s spec.Spec, elem jen.Code) helper {
	u, port := s.User, s.Combined()
	h := helper{name: helperName(s, "Identity"), doc: fmt.Sprintf("is the identity of %s: %s.", u, u.IdentityName),
		result: d.elem, gives: elem}
	if port.Elem == nil {
		h.body = []jen.Code{returned(leafLiteral(spec.Leaf{Type: s.Type}, u.Identity[0]))}
		return h
	}
	h.body = []jen.Code{jen.Var().Id("e").Add(elem)}
	for i, leaf := range port.Leaves() {
		if bits := u.Identity[i]; bits != 0 {
			h.body = append(h.body, assign(id("e"+leaf.Path), leafLiteral(leaf, bits)))
		}
	}
	h.body = append(h.body, returned(id("e")))
	return h
}

// leafLiteral is a scalar by its bits: a constant, that named types take as well, of all but
// infinities, NaNs and -0.
func leafLiteral(l spec.Leaf, bits uint64) expr {
	n := l.Type.Bits()
	switch l.Type.Class() {
	case spec.Float:
		x := math.Float64frombits(bits)
		if n == 32 {
			x = float64(math.Float32frombits(uint32(bits)))
		}
		if math.IsNaN(x) || math.IsInf(x, 0) || x == 0 && math.Signbit(x) {
			return fromBitsOf(l.Type)(hex(bits))
		}
		return id(strconv.FormatFloat(x, 'g', -1, n))
	case spec.Signed:
		return id(strconv.FormatInt(int64(bits<<(64-n))>>(64-n), 10))
	}
	if l.Bool {
		return id(strconv.FormatBool(bits != 0))
	}
	return id(strconv.FormatUint(bits, 10))
}
