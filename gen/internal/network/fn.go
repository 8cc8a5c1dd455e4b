package network

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/shflgen/shflgen/gen/internal/ops"
	"github.com/shflgen/shflgen/spec"
)

// Fn is a function of two elements, with its laws: an op of the spec, or what undoes it.
type Fn struct {
	Name string
	Laws spec.Laws
	Op   spec.Op
	User *spec.UserOp // of the op User

	// Undoes says that the function of x and y is the z with Op(z, y) = x.
	Undoes bool
}

// opOf is the function of the spec's op.
func opOf(s spec.Spec) *Fn {
	f := &Fn{Name: s.OpWord(), Laws: s.Op.Laws(s.Type), Op: s.Op}
	if s.Op == spec.User {
		f.User, f.Laws = s.User, s.User.Laws
	}
	return f
}

// undo is the function that takes an operand out of what the spec's op has combined; nil if there is none.
func undo(s spec.Spec) *Fn {
	if s.Elem != nil || s.HasLane() {
		return nil
	}
	by, ok := ops.Undo(s.Op, s.Type)
	if !ok {
		return nil
	}
	f := opOf(s)
	if own, _ := ops.Operator(s.Op); own == by { // xor undoes itself
		return f
	}
	f.Name, f.Laws, f.Undoes = f.Name+" undone", spec.Laws{}, true
	return f
}

// name is the name of f, for messages.
func (f *Fn) name() string {
	if f == nil {
		return "no function"
	}
	return f.Name
}

// check says why a network for s may not combine by f. Targets print the ops of a spec and what undoes them alone.
func (f *Fn) check(s spec.Spec) error {
	var names []string
	for _, o := range s.Combines() {
		by := s
		by.Op = o
		known := opOf(by)
		if names = append(names, o.String()); f != nil && f.Undoes {
			known = undo(by)
		}
		if reflect.DeepEqual(f, known) {
			return nil
		}
	}
	return fmt.Errorf("combines by %s, which is not %s of %s with its laws", f.name(), strings.Join(names, " or "), s.Type)
}
