package smt

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Solvers do not end on two long chains of operations that compute the same in other steps. Their
// inner values mostly are the same, too. So values are merged from the inputs on: those that are
// equal on some numbers are candidates, and a solver is asked about each pair. A merged value stands
// for both, and is cut: a solver takes it for any value first, so that questions stay small
// (Kuehlmann and Krohm, "Equivalence Checking Using Cuts and Heaps", 1997; Mishchenko, Chatterjee,
// Jiang and Brayton, "FRAIGs: A Unifying Representation for Logic Synthesis and Verification", 2005).

// Input is a number for each unknown, by its name.
type Input map[string]uint64

// Answer is a solver's answer to a claim.
type Answer struct {
	Holds bool
	Shown Input  // where it does not hold; nil: the solver does not know
	Text  string // in its words
}

// Sweep is the claims, of terms in which those that are equal on every input are one. Those of equal
// terms are left out. ask gets the names of the unknowns of a script.
func (d *Domain) Sweep(claims []Claim, inputs []Input,
	ask func(script []byte, unknowns []string) Answer) (left []Claim) {
	s := &sweep{d: d, ask: ask, inputs: inputs, merged: map[*Term]*Term{}, values: map[*Term][]uint64{},
		classes: map[uint64][]*Term{}}
	for _, t := range reach(sides(claims)) {
		s.merged[t] = s.merge(t)
	}
	for _, c := range claims {
		c.Got, c.Want = s.merged[c.Got], s.merged[c.Want]
		if c.Got != c.Want {
			left = append(left, c)
		}
	}
	return left
}

// sweep merges terms.
type sweep struct {
	d       *Domain
	ask     func([]byte, []string) Answer
	inputs  []Input
	merged  map[*Term]*Term
	values  map[*Term][]uint64 // on the inputs
	kept    []*Term            // that stand for themselves
	classes map[uint64][]*Term // these by a hash of their values
	asked   int                // questions that the solver did not answer
}

// maxCandidates bounds the terms that one is compared with, and maxUnknown the questions without an answer.
const (
	maxCandidates = 3
	maxUnknown    = 8
)

// merge is the term that stands for t.
func (s *sweep) merge(t *Term) *Term {
	u := s.rebuilt(t)
	if old, ok := s.merged[u]; ok {
		return old
	}
	if u.kind != kConst && u.kind != kVar {
		for _, c := range s.candidates(u) {
			if s.equal(u, c) {
				s.merged[u] = c
				return c
			}
		}
	}
	s.merged[u] = u
	s.keep(u)
	return u
}

// rebuilt is t of merged operands. A NaN's payload belongs to its term, so that this is kept.
func (s *sweep) rebuilt(t *Term) *Term {
	var a [3]*Term
	same := true
	for i, x := range t.operands() {
		a[i] = s.merged[x]
		same = same && a[i] == x
	}
	d := s.d
	switch {
	case same || t.kind == kPayload:
		return t
	case t.kind == kExtract:
		return d.extract(a[0], int(t.x), t.w)
	case t.kind == kConcat:
		return d.concat(a[0], a[1])
	case t.kind == kSign:
		return d.Extend(a[0], t.w, true).(*Term)
	case t.kind == kNot:
		return d.not(a[0])
	case t.kind == kInt:
		return d.integer(bv.IntOp(t.code), a[0], a[1])
	case t.kind == kSelect:
		return d.choose(a[0], a[1], a[2])
	case t.kind == kShift:
		return d.Shift(bv.ShiftOp(t.code), a[0], a[1]).(*Term)
	case t.kind == kRotate:
		return d.Rotate(a[0], a[1]).(*Term)
	}
	n := t.node
	n.args = a
	return d.intern(n)
}

// keep notes a term that stands for itself.
func (s *sweep) keep(t *Term) {
	s.kept = append(s.kept, t)
	h := hashOf(s.of(t))
	s.classes[h] = append(s.classes[h], t)
}

// of are the numbers that t is.
func (s *sweep) of(t *Term) []uint64 {
	have := s.values[t]
	if len(have) == len(s.inputs) {
		return have
	}
	var args [3][]uint64
	operands := t.operands()
	for i, a := range operands {
		args[i] = s.of(a)
	}
	numbers := make([]uint64, len(operands))
	for i := len(have); i < len(s.inputs); i++ {
		if t.kind == kVar {
			have = append(have, s.inputs[i][t.name]&ones(t.w))
			continue
		}
		for k := range numbers {
			numbers[k] = args[k][i]
		}
		have = append(have, t.number(numbers))
	}
	s.values[t] = have
	return have
}

func hashOf(values []uint64) uint64 {
	h := uint64(len(values))
	for _, x := range values {
		h = (h ^ x) * 0x9e3779b97f4a7c15
		h ^= h >> 32
	}
	return h
}

// candidates are terms of the width of t that have its values: a number, or what is kept already,
// widened or cut if it has another width, or flipped.
func (s *sweep) candidates(t *Term) (all []*Term) {
	values := s.of(t)
	if !slices.ContainsFunc(values, func(x uint64) bool { return x != values[0] }) {
		return []*Term{s.d.number(t.w, values[0])}
	}
	like := func(values []uint64) {
		for _, c := range s.classes[hashOf(values)] {
			if len(all) < maxCandidates && slices.Equal(s.of(c), values) {
				all = append(all, c)
			}
		}
	}
	like(values)
	for i, c := range all {
		if c.w > t.w {
			all[i] = s.d.extract(c, 0, t.w)
		} else {
			all[i] = s.d.Extend(c, t.w, false).(*Term)
		}
	}
	if n := len(all); t.w == 1 {
		flipped := make([]uint64, len(values))
		for i, x := range values {
			flipped[i] = 1 - x
		}
		like(flipped)
		for i, c := range all[n:] {
			all[n+i] = s.d.not(s.d.extract(c, 0, 1))
		}
	}
	return all
}

// equal reports whether a solver says that a and b are equal on every input. Their operands stand
// for any value first, then for the results of their next operations, then for themselves.
func (s *sweep) equal(a, b *Term) bool {
	for _, steps := range []int{0, 1, 3, easy, whole} {
		if s.asked > maxUnknown {
			return false
		}
		script, unknowns := question(a, b, steps)
		answer := s.ask(script, unknowns)
		switch {
		case answer.Holds:
			return true
		case answer.Shown == nil:
			s.asked++
		case steps == whole:
			s.refine(answer.Shown)
		}
	}
	return false
}

// refine tells terms apart by one more input.
func (s *sweep) refine(in Input) {
	s.inputs = append(s.inputs, in)
	s.classes = map[uint64][]*Term{}
	for _, t := range s.kept {
		h := hashOf(s.of(t))
		s.classes[h] = append(s.classes[h], t)
	}
}

// How far a question goes into what both terms are made of: so many steps, or to products,
// divisions and floats, or to the unknowns.
const (
	easy  = 1 << 20
	whole = 1 << 21
)

// hard reports whether solvers had better take t for any value.
func (t *Term) hard() bool {
	switch t.kind {
	case kFloat, kConvert, kApply:
		return true
	case kInt:
		return bv.IntOp(t.code) == bv.Mul
	}
	return false
}

// question is a script that asks where a and b differ, and the names of its unknowns if it is whole.
// Else what both are made of may be anything if it is more than some steps within. Bits count no
// step: they relate the words that they were made of.
func question(a, b *Term, steps int) (text []byte, unknowns []string) {
	claim := []Claim{{What: "merged", Got: a, Want: b}}
	if steps == whole {
		for _, t := range reach([]*Term{a, b}) {
			if t.kind == kVar {
				unknowns = append(unknowns, t.name)
			}
		}
		return script("", claim, nil), unknowns
	}
	inA := map[*Term]bool{}
	for _, t := range reach([]*Term{a}) {
		inA[t] = true
	}
	common := map[*Term]bool{}
	for _, t := range reach([]*Term{b}) {
		common[t] = inA[t]
	}
	left := map[*Term]int{} // of the steps, at each term
	var walk func(t *Term, n int)
	walk = func(t *Term, n int) {
		if old, ok := left[t]; ok && old >= n {
			return
		}
		left[t] = n
		if common[t] && t.cut(n) {
			return
		}
		if common[t] && t.w > 1 && n < easy {
			n--
		}
		for _, x := range t.operands() {
			walk(x, n)
		}
	}
	walk(a, steps)
	walk(b, steps)
	cut := map[*Term]bool{}
	for t, n := range left {
		cut[t] = common[t] && t.cut(n)
	}
	return script("", claim, cut), nil
}

// cut reports whether a term that is common to both sides stands for any value.
func (t *Term) cut(steps int) bool {
	return t.kind != kConst && (t.hard() || steps == 0 && t.w > 1)
}
