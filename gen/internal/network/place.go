package network

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/spec"
)

// Array is an array of shared memory.
type Array struct {
	Name  string
	Slots int
	Wide  bool // it begins at a multiple of 16 bytes, so that one instruction loads several neighbours
}

// The arrays of a block.
const (
	Partial = "partial" // what warps have combined
	Left    = "left"    // what lanes of the first warp have combined
	Slots   = "slots"   // the elements of threads, then the results of a scan
	Total   = "total"   // the result of the whole block

	// The best elements of warps, of the block, and the first threads that have them.
	Bests, Firsts         = "bests", "firsts"
	BlockBest, BlockFirst = "block_best", "block_first"
)

// Place is a slot by the number of a thread: First and the terms. With Below, threads from that number on take the
// place of thread 0.
type Place struct {
	Terms        []Term
	First, Below int
}

// Term is a part of a place or of an address that depends on the lane or thread: Times·(lane / Div mod Mod); Mod 0 is
// no modulus.
type Term struct{ Times, Div, Mod int }

func (t Term) of(lane int) int {
	n := lane / t.Div
	if t.Mod > 0 {
		n %= t.Mod
	}
	return t.Times * n
}

// At is the slot of a thread.
func (p Place) At(thread int) int {
	if p.Below > 0 && thread >= p.Below {
		thread = 0
	}
	at := p.First
	for _, t := range p.Terms {
		at += t.of(thread)
	}
	return at
}

// joined reports whether the instruction for the slot before it takes a slot along: of neighbours that one thread
// stores or loads, but for what warps have combined.
func (p Place) joined(array string, s spec.Spec) bool {
	neighbours := slices.ContainsFunc(p.Terms, func(t Term) bool { return t.Times == 1 })
	return array != Partial && !neighbours && s.Bits() < wideBits && p.First*s.Bits()%wideBits != 0
}

// String is the place as a formula, such as "thread / 32 + 8".
func (p Place) String() string {
	var terms []string
	for _, t := range p.Terms {
		text := "thread"
		if p.Below > 0 {
			text = fmt.Sprintf("(thread < %d ? thread : 0)", p.Below)
		}
		if t.Div > 1 {
			text += fmt.Sprintf(" / %d", t.Div)
		}
		if t.Mod > 0 {
			text += fmt.Sprintf(" %% %d", t.Mod)
		}
		if t.Times > 1 {
			text += fmt.Sprintf(" * %d", t.Times)
		}
		terms = append(terms, text)
	}
	if p.First != 0 || terms == nil {
		terms = append(terms, fmt.Sprint(p.First))
	}
	return strings.ReplaceAll(strings.Join(terms, " + "), "+ -", "- ")
}

// slotText is a place in an array, in the text of an expression.
func slotText(array string, at Place) string {
	return strings.ReplaceAll(fmt.Sprintf("%s[%s]", array, at), "%", "%%")
}

// wholeVectors is n elements of so many bits and what fills the last 16 bytes: NVRTC reads three by one load of four
// and marks the last as unused (PTX ISA, "Pragma Strings: used_bytes_mask"), and the load lies in the array then.
// One element is read alone.
func wholeVectors(n, bits int) int {
	if n == 1 || bits > 64 {
		return n
	}
	vector := wideBits / bits
	return (n + vector - 1) / vector * vector
}

// partials is the array of what warps have combined; one instruction loads several.
func partials(slots int, s spec.Spec) Array {
	return Array{Partial, wholeVectors(slots, s.Bits()), true}
}
