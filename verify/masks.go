package verify

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/spec"
)

// Masks says which masks the callers of a function pass. A proof is for these alone.
type Masks uint8

// The kinds of masks.
const (
	AnyMask      = Masks(check.AnyMask)
	NonemptyMask = Masks(check.Nonempty) // at least one lane, or thread of a block, is a member
	PrefixMask   = Masks(check.Prefix)   // the members are the first ones, at least one
)

// KindsOfMasks are the names of kinds of masks, by their numbers.
func KindsOfMasks() []string { return []string{"any", "nonempty", "prefix"} }

// OfSpec reports whether calls of a spec's functions have a mask.
func (m Masks) OfSpec(s spec.Spec) bool {
	sh := s.Shape()
	return sh.Masked() && !sh.Row() && !sh.Grid()
}

// limit is the condition of a verdict; "": there is none.
func (m Masks) limit(s spec.Spec) string {
	who := "lanes"
	if s.Shape().Block() {
		who = "threads"
	}
	switch {
	case !m.OfSpec(s):
	case m == NonemptyMask:
		return "if one of the " + who + " at least is a member"
	case m == PrefixMask:
		return "if the members are " + who + " 0 to n-1, n at least 1"
	}
	return ""
}

// of is the text of the masks of a proof.
func (m Masks) of(text string, s spec.Spec) string {
	if m.limit(s) == "" {
		return text
	}
	all := fmt.Sprintf("all 2^%d masks", s.Lanes())
	if m == NonemptyMask {
		return strings.Replace(text, all, all+" but the empty one", 1)
	}
	return strings.Replace(text, all, fmt.Sprintf("all %d masks of the first members", s.Lanes()), 1)
}

// OfTies reports whether it matters to a spec's functions which of equal elements is chosen, and any may be.
func OfTies(s spec.Spec) bool {
	sh := s.Shape()
	return sh.HasIndex() && !sh.Masked() && !sh.Row() && !sh.Grid() && s.Map == nil && s.N == 0
}
