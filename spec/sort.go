package spec

import (
	"math/bits"
)

// SortParams are those of patterns that put elements in order.
type SortParams struct {
	Descending bool       // the greatest element first
	From       bool       // of sort: also the lane that each element was in
	Stable     bool       // of sort: the contract promises that equal elements stay in order; every sort keeps it
	Value      *Element   // of sort: what follows each element, its key; nil for nothing
	K          int        // of topk: how many elements every lane gets; of select: which, from 1 on
	Memory     MemoryMode // of topk: whether the CUDA function takes shared memory
}

// Sort are the parameters of a pattern that puts elements in order.
func (s Spec) Sort() SortParams { return paramsOf[SortParams](s) }

var sortPatterns = map[Pattern]patternRow{
	Sort: {
		name: "sort", params: SortParams{}, mayBatch: true,
		gives: "in EACH, member k in the order of lanes receives the TYPE of rank k among the members'",
		slots: "in EACH, register r of member k in the order of lanes receives the TYPE " +
			"of rank k * COUNT + r among the members'",
	},
	TopK: {
		name: "topk", params: SortParams{}, mayBatch: true, picks: true,
		gives: "every lane receives, in register r, the TYPE of rank r among those of the members in ITS, for r < PICKED",
	},
	Select: {
		name: "select", params: SortParams{}, mayBatch: true, picks: true,
		gives: "every lane receives the TYPE of rank RANK among those of the members in ITS",
		slots: "every lane receives, in register 0, the TYPE of rank RANK among those in all registers of the members in ITS",
	},
}

var sortFlags = []flagRow{
	numberFlag("k", "k", in(func(p *SortParams) *int { return &p.K })).of(Pattern.Sorts, "gives no rank"),
	boolFlag("descending", in(func(p *SortParams) *bool { return &p.Descending })).of(Pattern.Sorts, unordered),
	boolFlag("stable", in(func(p *SortParams) *bool { return &p.Stable })).of(Pattern.Sorts, unordered),
	boolFlag("from", in(func(p *SortParams) *bool { return &p.From })).of(Pattern.Sorts, unordered),
	elementFlag("value", in(func(p *SortParams) **Element { return &p.Value }).set, Spec.ValueText).ofFamily().
		part(Spec.valuePart).of(func(p Pattern) bool { return p == Sort }, "moves no values after their keys"),
}

// unordered is what patterns lack that take no flag of sorts.
const unordered = "puts nothing in order"

// The limits of patterns that sort.
const (
	MaxSorted         = 8   // registers per lane: a GPU's thread has no room for many more
	MaxSortedElements = 128 // elements in a segment, of sort: the proof of more exceeds its budget
	MaxSortedIntegers = 256 // of integers alone, which are proved by merges of sorted runs
	MaxTopK           = 32  // of topk, and of select where a segment has more than MaxSortedElements
)

// Best is the op that gives the element that s, which sorts, puts first. Its identity
// sorts last.
func (s Spec) Best() Op {
	if s.Sort().Descending {
		return Max
	}
	return Min
}

// On reports whether p takes elements of a type: what is put in order is no pair, nor is an element
// of a row, and elements that are no scalars are moved alone. A rank takes none, and its result is an int32.
func (p Pattern) On(t Type) bool {
	if t == Composite {
		return p.row().moves
	}
	if p.Global() { // the lanes' numbers lie side by side as they are
		return false
	}
	return (!p.Sorts() && !p.InMemory() || !t.Packed()) && (!p.row().keysOnly || t == Int32)
}

// LaneKey is what register r of lane i puts below its element where the elements of s are compared
// together with their lanes, so that equal ones stay in the order of lanes, and within a lane of
// registers: the number of its slot. It is not what an absent element has there: ones of what sorts
// last ascending, zeros of what does so descending.
func (s Spec) LaneKey(i, r int) int {
	slot := i*s.Brings() + r
	if s.Sort().Descending {
		return slot ^ s.LaneKeyMask()
	}
	return slot
}

// LaneBeside reports whether the elements of s are compared together with their lanes as two
// numbers, since both do not fit in 64 bits: equal elements by the number of the slot.
func (s Spec) LaneBeside() bool { return s.KeepsLanes() && s.Type.Bits() > RegisterBits }

// NoSlot is the number of the slot of an absent element that has it beside it: one past the last.
func (s Spec) NoSlot() int { return s.Lanes() * s.Brings() }

// LaneKeyRoom is the number of bits for a [Spec.LaneKey], below as many for the element: 16
// where both fit in 32 bits.
func (s Spec) LaneKeyRoom() int {
	if s.Type.Bits() <= 16 {
		return 16
	}
	return 32
}

// LaneKeyBits is the size of a [Spec.LaneKey]: one bit more than the number of a slot has.
func (s Spec) LaneKeyBits() int { return bits.Len(uint(s.Lanes() * s.Brings())) }

// SlotShift is how far the lane stands above the register in the number of a slot.
func (s Spec) SlotShift() int { return bits.Len(uint(s.Brings())) - 1 }

// LaneKeyMask has the bits of a [Spec.LaneKey]. It turns the order of slots round, and back.
func (s Spec) LaneKeyMask() int { return 1<<s.LaneKeyBits() - 1 }

// mostPicked is the greatest -k.
func (s Spec) mostPicked() int {
	all := s.Width * s.Brings()
	if s.Pattern == TopK || all > MaxSortedElements {
		return min(all, MaxTopK)
	}
	return all
}

func (p SortParams) validate(s Spec, wrong report) {
	p.Memory.validate(s, wrong)
	if s.N > 0 && s.N <= MaxRegisters && (s.N > MaxSorted || s.N&(s.N-1) != 0) {
		wrong("n", s.N, "%s takes 1, 2, 4 or 8 registers per lane, or leave -n out", s.Pattern)
	} else if s.Width <= s.Warp() && s.KeepsLanes() && s.N*s.Width > MaxSortedElements {
		wrong("n", s.N, "%s takes at most %d elements in a segment with -from or -value, so 1, "+
			"2 or 4 registers per lane above width 16", s.Pattern, MaxSortedElements)
	} else if s.Width <= s.Warp() && !s.Pattern.Picks() && s.N*s.Width > MaxSortedElements && s.Type.Class() == Float {
		wrong("n", s.N, "%s takes at most %d floats in a segment, so 1, 2 or 4 registers "+
			"per lane above width 16; integers up to %d", s.Pattern, MaxSortedElements, MaxSortedIntegers)
	}
	switch most := s.mostPicked(); {
	case !s.Pattern.Picks() && p.K != 0:
		wrong("k", p.K, "%s gives every rank; leave -k out", s.Pattern)
	case s.Pattern.Picks() && s.Width >= 1 && s.Width <= s.Warp() && s.N >= 0 && (p.K < 1 || p.K > most):
		wrong("k", p.K, "want 1..%d of the %d elements in a segment", most, s.Width*s.Brings())
	}
	switch {
	case p.Stable && s.Pattern != Sort:
		wrong("stable", p.Stable, "%s gives no element a place; leave -stable out", s.Pattern)
	case p.Stable && !s.KeepsLanes() && s.Type.Class() == Float:
		wrong("stable", p.Stable,
			"in a sort of floats alone, the lane of each of several NaNs is unspecified; give -from or -value as well")
	}
	if p.From && s.Pattern != Sort {
		wrong("from", p.From, "%s gives every lane the same elements; leave -from out", s.Pattern)
	}
	if s.Type != Composite && !s.Pattern.On(s.Type) {
		wrong("type", s.Type, "%s takes no pairs, which have no order; want %s", s.Pattern, s.Type.Elem())
	}
	if p.Value != nil && s.Pattern == Sort && !p.Value.isScalar() {
		s.validateDeclared(wrong, p.Value, "value")
	}
}
