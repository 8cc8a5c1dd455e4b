package cuda

import (
	"errors"

	"github.com/shflgen/shflgen/spec"
)

// A program for browsers has no go command, so no packages and no functions of users.
func userFunction(_ spec.Spec, _, _, _, _ string, _ User) ([]string, error) {
	return nil, errors.New("a page cannot load packages")
}
