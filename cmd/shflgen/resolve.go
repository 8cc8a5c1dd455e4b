package main

import (
	"errors"

	"github.com/shflgen/shflgen/internal/prover/operator"
)

// resolve loads what the flags refer to, if they are right.
func (r *request) resolve(dir string, wrong error) error {
	if wrong != nil {
		return nil
	}
	s, _, err := operator.Resolve(r.spec, ".", dir, r.given["type"])
	if err != nil {
		return err
	}
	r.spec = s
	return errors.Join(s.Unused(r.flags)...)
}
