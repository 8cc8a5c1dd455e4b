package operator

import (
	"context"
	"regexp"

	"github.com/shflgen/shflgen/internal/prover/gofunc"
	"github.com/shflgen/shflgen/internal/prover/law"
	"github.com/shflgen/shflgen/spec"
)

// place is a line and a column. Emitted files state limits, and stay as they are when code moves.
var place = regexp.MustCompile(`^([^:]*):\d+:\d+: `)

// limits are the conditions under which what is known of a function holds: what its execution assumed, and the
// platform.
func limits(run *gofunc.Func, e exactness) ([]string, error) {
	all, err := law.Platform(context.Background(), run)
	if err != nil {
		return nil, err
	}
	for _, a := range e.assumes {
		all = append(all, run.Name+", "+place.ReplaceAllString(a, "$1: "))
	}
	return all, nil
}

// Limits are those of all functions that a resolved spec names.
func Limits(s spec.Spec) (all []string) {
	for _, m := range []*spec.Map{s.Map, s.Row().Fn} {
		if m.User() {
			all = append(all, m.Limits...)
		}
	}
	if s.User != nil {
		all = append(all, s.User.Limits...)
	}
	return append(all, fused(s)...)
}
