//go:build !linux && !darwin

package files

import "errors"

// renameNew would move a file to a path that must not exist, in one step.
func renameNew(from, to string) error { return errors.ErrUnsupported }

// renameExchange would exchange two files in one step.
func renameExchange(a, b string) error { return errors.ErrUnsupported }
