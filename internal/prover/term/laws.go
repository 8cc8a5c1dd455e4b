package term

import "github.com/shflgen/shflgen/internal/prover/bv"

// Law is an equation that a normal form rests on. A term carries the laws by which it
// was made, so that a proof can name those that decided it.
type Law uint8

// The laws.
const (
	Associativity Law = iota
	Commutativity
	Idempotence
	Identity
	Cancellation
	NaNPayload
	Encoding
	Comparison
	Extension
	Words
	Parts
	Bits
	Rounding
	Negation
	Winner
	Winners
	Ranked
	ZeroOne
	Rounds
	SortedRuns
	Pairs
	RoundingByBits
	Widening
	Reciprocal
	numberOfLaws
)

var lawTable = [...]struct{ name, text string }{
	Associativity: {"associativity", "op(op(a, b), c) = op(a, op(b, c))"},
	Commutativity: {"commutativity", "op(a, b) = op(b, a)"},
	Idempotence:   {"idempotence", "op(a, a) = a"},
	Identity:      {"identity", "op(a, e) = a for an element that is absent"},
	Cancellation:  {"cancellation", "a ^ a = 0"},
	NaNPayload: {"NaN payload",
		"NaNs are equal, whatever their payload; the sum or product of a NaN and anything is a NaN"},
	Encoding: {"order-preserving encoding",
		"floats, and integers by magnitude, are ordered as integers that are made of their bits; complements and flipped " +
			"signs turn orders of integers into each other"},
	Comparison: {"extremum by comparison", "a < b ? a : b = min(a, b)"},
	Extension:  {"order of extended words", "min of widened words is the widened min"},
	Words:      {"extremum by words", "the upper words decide, and of those with the best upper word the lower words"},
	Parts:      {"sum in parts", "a sum and its carry, or its halves, are the sum of the wider words"},
	Bits:       {"bit by bit", "words are equal if each bit is the same function"},
	Rounding:   {"rounding once", "a sum or product of halves that is rounded twice is rounded once"},
	Negation:   {"order of negatives", "min(-a, -b) = -max(a, b)"},
	Winner:     {"lowest lane of the best", "some lane has the best element; the first of these lanes is the winner's"},
	Winners: {"winner of winners",
		"of the winners of several sets, the first that has the best element of all is the winner of their union"},
	Ranked: {"key above lane number",
		"the best of keys with lane numbers below them is the best key with its first or last lane"},
	ZeroOne: {"0-1 principle", "expressions of min and max are equal if they are on inputs of two values"},
	Rounds:  {"ranks by rounds", "what is best, each time without the lowest lane's best before, has the next rank"},
	SortedRuns: {"merge of sorted runs",
		"expressions of min and max of elements of known ranks in two sets are equal if they are for each " +
			"number of elements of one value in each set"},
	Pairs: {"order of pairs",
		"pairs are ordered by their keys, and those of equal keys by their slots, as some integers are"},

	RoundingByBits: {"rounding by bits",
		"of a float32 that is no NaN, the upper half of its bits + 0x7fff + the lowest bit of that half is the nearest " +
			"bfloat16; a NaN's magnitude is above that of infinity"},
	Widening: {"order of widened halves",
		"the max of two halves, widened, is the max of the two, widened; a NaN is widened to a NaN"},
	Reciprocal: {"division by a power of two", "x / 2^k = x · 2^-k: both round the same number once"},
}

// String is the name of the law.
func (l Law) String() string { return lawTable[l].name }

// Text is the equation.
func (l Law) Text() string { return lawTable[l].text }

// AllLaws lists every law in the order of the table.
func AllLaws() []Law {
	all := make([]Law, numberOfLaws)
	for i := range all {
		all[i] = Law(i)
	}
	return all
}

// lawNamed is the law of a name.
func lawNamed(name string) Law {
	for _, l := range AllLaws() {
		if l.String() == name {
			return l
		}
	}
	panic(unexpected("law", name))
}

// Laws is a set of laws.
type Laws uint32

// lawsOf is a set of some laws.
func lawsOf(some ...Law) (set Laws) {
	for _, l := range some {
		set |= 1 << l
	}
	return set
}

// List lists the laws of the set in the order of the table.
func (s Laws) List() []Law {
	var list []Law
	for _, l := range AllLaws() {
		if s&lawsOf(l) != 0 {
			list = append(list, l)
		}
	}
	return list
}

// by notes that t was made by some laws. A vector of guards is shared by all terms that
// are equal to it and keeps no laws, so there the whole proof has used them.
func (d *Domain) by(laws Laws, t *Term) *Term {
	switch {
	case t == nil || laws == 0:
	case t.kind == kBits:
		d.used |= laws
	default:
		t.laws |= laws
		if t.kind == kSExt || t.kind == kQuiet || flipped(t) && len(t.in) == 1 { // which may be taken off again
			t.each(func(part *Term) { d.by(laws, part) })
		}
	}
	return t
}

// Use notes that the proof as a whole rests on a law.
func (d *Domain) Use(l Law) { d.used |= lawsOf(l) }

// AnyOrder notes that one order of operands stands for all.
func (d *Domain) AnyOrder() { d.used |= lawsOf(Associativity, Commutativity) }

// LawsOf are the laws by which some values were made, those of all their parts, and those
// by which comparisons ended.
func (d *Domain) LawsOf(values ...bv.Value) Laws {
	laws, seen := d.used, map[*Term]bool{}
	var visit func(t *Term)
	visit = func(t *Term) {
		if seen[t] {
			return
		}
		seen[t] = true
		laws |= t.laws
		t.each(visit)
	}
	for _, v := range values {
		if t, ok := v.(*Term); ok && t != nil {
			visit(t)
		}
	}
	return laws
}

// lawsOfParts are the laws of what t is made of.
func (t *Term) lawsOfParts() (laws Laws) {
	for _, a := range t.args { // for each new term, so that no call is made
		laws |= a.laws
	}
	for _, e := range t.in {
		laws |= e.t.laws
	}
	return laws
}
