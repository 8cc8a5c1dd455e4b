//go:build !js

package verify

import (
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/spec"
)

// launched makes limits of the notes that say what the caller of a kernel sees to. A header states that. A file of
// someone's own has none.
func (r *Report) launched() {
	caller := func(note string) bool {
		return note == ptx.OneDimension || strings.HasPrefix(note, "launched by ") ||
			strings.Contains(note, " do not overlap")
	}
	r.Limits = slices.Clone(r.Limits)
	for _, n := range r.Notes {
		if caller(n) {
			r.Limits = appendNew(r.Limits, []string{n})
		}
	}
	r.Notes = slices.DeleteFunc(slices.Clone(r.Notes), caller)
}

// overlap says what does not overlap.
func overlap(s spec.Spec) string {
	all := "in"
	if s.Map != nil {
		all = "inputs"
	}
	if s.HasLane() {
		return all + ", out, idx and workspace do not overlap"
	}
	return all + ", out and workspace do not overlap"
}
