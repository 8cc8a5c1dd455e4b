package network

import (
	"fmt"

	"github.com/shflgen/shflgen"
)

// Fn is a function of two elements, with its laws. Networks combine by it.
type Fn struct {
	Name string
	Laws shflgen.Laws

	// Op and Type say which op on which elements it is: every target has it as a
	// primitive.
	Op   shflgen.Op
	Type shflgen.Type
}

// opOf is the function of the spec's op.
func opOf(s shflgen.Spec) *Fn {
	return &Fn{Name: s.Op.String(), Laws: s.Op.Laws(s.Type), Op: s.Op, Type: s.Type}
}

// name is the name of f, for messages.
func (f *Fn) name() string {
	if f == nil {
		return "no function"
	}
	return f.Name
}

// check says why a network for s may not combine by f: a law is only used if it holds.
func (f *Fn) check(s shflgen.Spec) error {
	switch {
	case f == nil:
		return fmt.Errorf("combines by no function")
	case f.Type != s.Type:
		return fmt.Errorf("combines %s, but elements are %s", f.Type, s.Type)
	case f.Op != s.Op:
		return fmt.Errorf("combines by %s, but targets print one op a network: %s", f.Op, s.Op)
	case f.Laws != f.Op.Laws(f.Type):
		return fmt.Errorf("claims other laws than %s has on %s", f.Op, f.Type)
	}
	return nil
}
