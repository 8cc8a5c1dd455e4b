package term

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Sums of floats in any order are equal as far as they have the same operands, each as often. The operands of a tree
// of additions are found without any law: no addition is made another one.

// DifferInOperands gives the masks on which two sums of floats of format f may have other operands. -0 is none: it
// changes nothing.
func (d *Domain) DifferInOperands(f bv.Format, a, b bv.Value) Guard {
	o := floatOp(bv.FAdd, f)
	left, right := map[*Term][]entry{}, map[*Term][]entry{}
	if !d.operandsUnder(o, a.(*Term), True, left) || !d.operandsUnder(o, b.(*Term), True, right) {
		return True
	}
	differ := False
	for t, g := range left {
		differ = d.or(differ, d.xor(d.someOf(g), d.someOf(right[t])))
		if !d.disjoint(g) || !d.disjoint(right[t]) { // twice: a multiset of guards is not compared
			return True
		}
	}
	for t, g := range right {
		if _, both := left[t]; !both {
			differ = d.or(differ, d.someOf(g))
		}
	}
	return differ
}

// maxSummands bounds the operands of a tree.
const maxSummands = 1 << 16

// operandsUnder adds the operands of a tree, where g holds, to all. It reports false for too many.
func (d *Domain) operandsUnder(o op, t *Term, g Guard, all map[*Term][]entry) bool {
	if g == False {
		return true
	}
	t = d.anyPayload(o.format, t)
	switch {
	case len(all) > maxSummands:
		return false
	case t.kind == kFloat && t.op == o:
		return d.operandsUnder(o, t.args[0], g, all) && d.operandsUnder(o, t.args[1], g, all)
	case t.kind == kQuiet && t.op.format == o.format:
		return d.operandsUnder(o, t.args[0], g, all)
	case t.kind == kCase:
		left := g
		for _, e := range t.in {
			if !d.operandsUnder(o, e.t, d.and(g, e.g), all) {
				return false
			}
			left = d.and(left, d.not(e.g))
		}
		return d.operandsUnder(o, d.vector(t.bits), left, all)
	case t.kind == kBits:
		parts, few := d.guardedConstants(g, t.bits)
		if !few {
			return false
		}
		for _, p := range parts {
			if x, _ := p.t.known(); !o.isIdentity(t.w, x) {
				all[p.t] = append(all[p.t], p)
			}
		}
		return true
	}
	all[t] = append(all[t], at(t, g))
	return true
}

// someOf is where some entry takes part.
func (d *Domain) someOf(all []entry) Guard { return d.where(all, func(*Term) Guard { return True }) }

// ofTerm are the entries of t, among those of a term: they are in the order of [byID].
func ofTerm(all []entry, t *Term) []entry {
	from, _ := slices.BinarySearchFunc(all, t.id, func(e entry, id int) int { return e.t.id - id })
	to, _ := slices.BinarySearchFunc(all, t.id+1, func(e entry, id int) int { return e.t.id - id })
	return all[from:to]
}

// where is where some entry takes part that f holds of.
func (d *Domain) where(all []entry, f func(t *Term) Guard) Guard {
	some := False
	for _, e := range all {
		some = d.or(some, d.and(e.g, f(e.t)))
	}
	return some
}

// everywhere is where f holds of all entries that take part.
func (d *Domain) everywhere(all []entry, f func(t *Term) Guard) Guard {
	every := True
	for _, e := range all {
		every = d.and(every, d.or(d.not(e.g), f(e.t)))
	}
	return every
}
