package verify

import (
	"context"
	"errors"

	"github.com/shflgen/shflgen/internal/prover/goread"
	"github.com/shflgen/shflgen/spec"
)

// A program for browsers has no go command, so no packages and no functions of users.
var errNoPackages = errors.New("a page cannot load packages")

func resolve(s spec.Spec, _ string) (spec.Spec, error) {
	if s.CallsUsers() || len(s.Composites()) > 0 {
		return s, errNoPackages
	}
	return s, nil
}

func limitsOf(spec.Spec) []string { return nil }

func load(context.Context, Subject) (*goread.Unit, error) { return nil, errNoPackages }
