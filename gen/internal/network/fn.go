package network

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/gen/internal/ops"
	"github.com/shflgen/shflgen/spec"
)

// Fn is a function of elements, with its laws. Networks combine by it, and one network may
// hold several.
type Fn struct {
	Name            string
	Params, Results []spec.Type
	Laws            spec.Laws

	// Body is the function as an expression of its two parameters. A primitive has none:
	// targets have code of their own for Op.
	Body *ops.Term
	Op   spec.Op
	User *spec.UserOp // of the op User

	// Undoes says that the function of x and y is the z with Op(z, y) = x.
	Undoes bool
}

// opOf is the function of the spec's op.
func opOf(s spec.Spec) *Fn {
	f := &Fn{
		Name: s.OpWord(), Params: []spec.Type{s.Type, s.Type}, Results: []spec.Type{s.Type},
		Laws: s.Op.Laws(s.Type), Op: s.Op,
	}
	if s.Op == spec.User {
		f.User, f.Laws = s.User, s.User.Laws
	}
	if _, _, encoded := s.Encoded(); !encoded && s.Type.Class() != spec.Float {
		if body, ok := ops.Body(s.Op); ok {
			f.Body = &body
		}
	}
	return f
}

// undo is the function that takes an operand out of what the spec's op has combined; nil if there is none.
func undo(s spec.Spec) *Fn {
	if s.Elem != nil || s.HasLane() {
		return nil
	}
	body, ok := ops.Undo(s.Op, s.Type)
	if !ok {
		return nil
	}
	f := opOf(s)
	if reflect.DeepEqual(*f.Body, body) { // xor undoes itself
		return f
	}
	f.Name, f.Body, f.Laws, f.Undoes = f.Name+" undone", &body, spec.Laws{}, true
	return f
}

// name is the name of f, for messages.
func (f *Fn) name() string {
	if f == nil {
		return "no function"
	}
	return f.Name
}

// check says why a network for s may not combine by f: it has to be a function of two
// elements, and to claim a law only if it is an op that has the law.
func (f *Fn) check(s spec.Spec) error {
	if f == nil {
		return errors.New("combines by no function")
	}
	elements := []spec.Type{s.Type, s.Type}
	s.Op = f.Op
	known := spec.Laws{}
	switch {
	case f.Op == spec.User && f.User != s.User:
		return fmt.Errorf("combines by %s, and the spec's function is another", f.Name)
	case f.Op == spec.User:
		known = s.User.Laws
	}
	if f.Op != spec.User && reflect.DeepEqual(f.Body, opOf(s).Body) {
		known = f.Op.Laws(s.Type)
	}
	switch {
	case !slices.Equal(f.Params, elements) || !slices.Equal(f.Results, elements[:1]):
		return fmt.Errorf("combines %v to %v by %s, but elements are %s", f.Params, f.Results, f.Name, s.Type)
	case f.Laws != known:
		return fmt.Errorf("claims laws %v of %s on %s, and %v are known", f.Laws.Strings(), f.Name, s.Type, known.Strings())
	}
	return nil
}

// OneOp is a pass for targets that print the ops of the spec alone: its op, or those of a
// sort. It refuses a network that
// combines by another function.
func OneOp(n *Network) (*Network, error) {
	var printed []*Fn
	var names []string
	for _, o := range n.Spec.Combines() {
		by := n.Spec
		by.Op = o
		printed, names = append(printed, opOf(by)), append(names, o.String())
		if f := undo(by); f != nil {
			printed = append(printed, f)
		}
	}
	for _, s := range n.Steps {
		for _, node := range s.Nodes {
			for _, f := range functions(node.Expr) {
				if !slices.ContainsFunc(printed, func(p *Fn) bool { return reflect.DeepEqual(f, p) }) {
					return nil, fmt.Errorf("network: combines by %s, and the target prints %s alone", f.name(),
						strings.Join(names, " and "))
				}
			}
		}
	}
	return n, nil
}

// functions are those that an expression applies.
func functions(e Expr) []*Fn {
	switch e := e.(type) {
	case Combine:
		return []*Fn{e.Fn}
	case Exchange:
		return []*Fn{e.First, e.Last}
	case WarpReduce:
		return []*Fn{e.Fn}
	}
	return nil
}
