package tape

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Normal forms. Equal forms compute equal bits of every input; nothing is claimed of unequal
// ones. A form is a node of its own, of what stands in it:
//
//   - sums of products of words, modulo 2^w: a polynomial over Z/2^w, in which a choice is a
//     factor that is its own square, and carries are differences of words
//   - the same below a remainder by a constant p, where no operation wraps: a polynomial over Z/p
//   - least and greatest, and and or: distributive lattices, where the greatest of leasts
//     without what another absorbs is a normal form
//   - xor: the operands that occur an odd number of times

// forms holds each form once.
type forms struct {
	index bv.Memo[string, *Node]
	sums  bv.Memo[*Node, poly]
}

// form is the node of a form of w bits, by its text.
func (t *Tape) form(w int, text string) *Node {
	return t.forms.index.Once(fmt.Sprintf("%d:%s", w, text), func() *Node {
		return t.intern(key{code: cForm, w: uint8(w), x: uint64(len(t.forms.index))})
	})
}

// Normal is the normal form of n.
func (t *Tape) Normal(n *Node) *Node {
	return t.normals.Once(n, func() *Node {
		r := t.normalNew(n)
		t.normals.Keep(r, r)
		return r
	})
}

func (t *Tape) normalNew(n *Node) *Node {
	if n.logic() {
		if r := t.ofLogic(n); r != nil {
			return r
		}
	}
	switch n.code {
	case cConst, cVar, cForm:
		return n
	case cNot:
		if n.w == 1 {
			return t.not(t.Normal(n.a))
		}
	case cInt:
		switch op := bv.IntOp(n.sub); op {
		case bv.SMin, bv.SMax, bv.UMin, bv.UMax, bv.And, bv.Or:
			if r := t.lattice(n); r != nil {
				return r
			}
			return t.again(n)
		case bv.Xor:
			return t.parity(n)
		case bv.Eq, bv.ULt, bv.SLt:
			switch {
			case op == bv.ULt && known(n.b) && t.limit(n.a) < n.b.x:
				return t.constant(1, 1)
			case op == bv.ULt && known(n.a) && n.a.x >= t.limit(n.b):
				return t.constant(1, 0)
			}
			return t.again(n)
		}
	case cFloat:
		switch bv.FloatOp(n.sub) {
		case bv.FMinNaN, bv.FMaxNaN: // associative, commutative and idempotent, but for payloads
			return t.extremum(n)
		}
		return t.again(n)
	case cApply, cSelect:
		if x, p, ok := t.remainder(n); ok {
			if r := t.residue(n, x, p); r != nil {
				return r
			}
			return t.again(n)
		}
		if n.code == cApply {
			return t.again(n)
		}
	case cExtract:
		if n.x != 0 || !modular(n.a) {
			return t.again(n)
		}
	case cConcat:
		if !n.a.is(0) {
			return t.again(n)
		}
	case cZero, cSign:
		if n.a.w > 1 {
			return t.again(n)
		}
	default:
		return t.again(n)
	}
	if n.w == 1 {
		return t.again(n)
	}
	p, ok := t.polynomial(n)
	if !ok {
		return t.again(n)
	}
	return t.ofPolynomial(p, int(n.w))
}

// again is n of normal operands.
func (t *Tape) again(n *Node) *Node {
	k := n.key
	for _, o := range []**Node{&k.a, &k.b, &k.c} {
		if *o != nil {
			*o = t.Normal(*o)
		}
	}
	return t.made(k)
}

// made is the node of a key, simplified.
func (t *Tape) made(k key) *Node {
	switch k.code {
	case cExtract:
		return t.extract(k.a, int(k.x), int(k.w))
	case cConcat:
		return t.concat(k.a, k.b)
	case cZero, cSign:
		return t.extend(k.a, int(k.w), k.code == cSign)
	case cNot:
		return t.not(k.a)
	case cInt:
		return t.integer(bv.IntOp(k.sub), k.a, k.b)
	case cFloat:
		return t.Float(bv.FloatOp(k.sub), k.f, k.a, k.b).(*Node)
	case cConv:
		return t.Convert(k.to, k.f, k.a).(*Node)
	case cQuiet:
		return t.Quiet(k.f, k.a).(*Node)
	case cSelect:
		return t.choose(k.a, k.b, k.c)
	case cApply:
		var args []bv.Value
		for _, o := range []*Node{k.a, k.b, k.c} {
			if o != nil {
				args = append(args, o)
			}
		}
		return t.Apply(k.fn, args).(*Node)
	}
	return t.intern(k)
}

// maxSets bounds the parts of a lattice's form.
const maxSets = 128

// lattice is the greatest of leasts that n is, or the or of ands; nil where that is too large.
func (t *Tape) lattice(n *Node) *Node {
	meet, join := bv.And, bv.Or
	switch bv.IntOp(n.sub) {
	case bv.SMin, bv.SMax:
		meet, join = bv.SMin, bv.SMax
	case bv.UMin, bv.UMax:
		meet, join = bv.UMin, bv.UMax
	}
	sets := t.sets(n, meet, join)
	if sets == nil {
		return nil
	}
	if len(sets) == 1 && len(sets[0]) == 1 {
		return sets[0][0]
	}
	var parts []string
	for _, s := range sets {
		parts = append(parts, ids(s))
	}
	slices.Sort(parts)
	return t.form(int(n.w), fmt.Sprintf("%d of %d: %s", join, meet, strings.Join(parts, " | ")))
}

func ids(nodes []*Node) string {
	var b strings.Builder
	for _, n := range nodes {
		fmt.Fprintf(&b, " %d", n.id)
	}
	return b.String()
}

// sets are the minima with n as their maximum, each sorted, none with another in it.
func (t *Tape) sets(n *Node, meet, join bv.IntOp) [][]*Node {
	if n.code != cInt || bv.IntOp(n.sub) != meet && bv.IntOp(n.sub) != join {
		m := t.Normal(n)
		if m != n && m.code == cInt && (bv.IntOp(m.sub) == meet || bv.IntOp(m.sub) == join) {
			return t.sets(m, meet, join)
		}
		return [][]*Node{{m}}
	}
	a, b := t.sets(n.a, meet, join), t.sets(n.b, meet, join)
	if a == nil || b == nil || len(a)*len(b) > maxSets {
		return nil
	}
	var all [][]*Node
	if bv.IntOp(n.sub) == join {
		all = append(slices.Clone(a), b...)
	} else {
		for _, x := range a {
			for _, y := range b {
				s := append(slices.Clone(x), y...)
				slices.SortFunc(s, func(a, b *Node) int { return a.id - b.id })
				all = append(all, slices.Compact(s))
			}
		}
	}
	var kept [][]*Node
	for i, s := range all {
		absorbed := slices.ContainsFunc(all[:i], func(o []*Node) bool { return within(o, s) }) ||
			slices.ContainsFunc(all[i+1:], func(o []*Node) bool { return within(o, s) && !within(s, o) })
		if !absorbed {
			kept = append(kept, s)
		}
	}
	return kept
}

// within reports whether every node of a is in b.
func within(a, b []*Node) bool {
	return !slices.ContainsFunc(a, func(n *Node) bool { return !slices.Contains(b, n) })
}

// parity is xor: the operands that occur an odd number of times.
func (t *Tape) parity(n *Node) *Node {
	odd := map[*Node]bool{}
	constant := uint64(0)
	var add func(n *Node)
	add = func(n *Node) {
		switch {
		case n.code == cInt && bv.IntOp(n.sub) == bv.Xor:
			add(n.a)
			add(n.b)
		case n.code == cNot:
			constant ^= ones(int(n.w))
			add(n.a)
		case n.code == cConst:
			constant ^= n.x
		default:
			if m := t.Normal(n); m != n && (m.code == cNot || m.code == cConst || m.code == cInt && bv.IntOp(m.sub) == bv.Xor) {
				add(m)
			} else {
				odd[m] = !odd[m]
			}
		}
	}
	add(n)
	var in []*Node
	for o, is := range odd {
		if is {
			in = append(in, o)
		}
	}
	slices.SortFunc(in, func(a, b *Node) int { return a.id - b.id })
	w := int(n.w)
	switch {
	case len(in) == 0:
		return t.constant(w, constant)
	case len(in) == 1 && constant == 0:
		return in[0]
	case len(in) == 1 && constant == ones(w) && w == 1:
		return t.not(in[0])
	}
	return t.form(w, fmt.Sprintf("xor %#x%s", constant, ids(in)))
}

// extremum is the least or greatest of floats where a NaN wins.
func (t *Tape) extremum(n *Node) *Node {
	var in []*Node
	var add func(o *Node)
	add = func(o *Node) {
		switch {
		case o.code == cFloat && o.sub == n.sub && o.f == n.f:
			add(o.a)
			add(o.b)
		case o.code == cQuiet && o.f == n.f:
			add(o.a)
		default:
			in = append(in, t.Normal(o))
		}
	}
	add(n)
	slices.SortFunc(in, func(a, b *Node) int { return a.id - b.id })
	in = slices.Compact(in)
	if len(in) == 1 {
		return t.Quiet(n.f, in[0]).(*Node)
	}
	return t.form(int(n.w), fmt.Sprintf("extremum %d.%d%s", n.sub, n.f, ids(in)))
}

// SameForm reports whether two values are equal of every input, by their normal forms. Of floats
// of format f the payload of a NaN does not matter.
func (t *Tape) SameForm(f bv.Format, a, b *Node) bool {
	x, y := t.Normal(a), t.Normal(b)
	if f != bv.NoFormat { // a form with floats in it is exact but for payloads
		x, y = t.Normal(t.Quiet(f, x).(*Node)), t.Normal(t.Quiet(f, y).(*Node))
	}
	return x == y
}
