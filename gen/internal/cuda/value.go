package cuda

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/spec"
)

// valueType is the type of what follows a key: a scalar, or a struct that moves leaf by leaf.
type valueType struct {
	name      string
	scalar    ctype
	array     bool       // each lane has one for each register
	half      bool       // an object of a class
	composite *composite // nil for a scalar
}

func newValueType(p *printer) *valueType {
	port, _ := p.shape.Takes(spec.ValueRole)
	v := &valueType{name: typeName(port), array: port.Array, half: port.Type.Half(), scalar: ctypes[port.Type]}
	if port.Elem != nil {
		of := p.spec
		of.Name, of.Type, of.Elem = p.spec.FileName()+"_value", spec.Composite, port.Elem
		of.Params = nil
		v.composite = newComposite(of, v.name)
	}
	return v
}

// source is the local that names the slot from which a register's value comes: the lane, of one.
func (v *valueType) source(register int) expr {
	if register == 0 && !v.array {
		return name("source")
	}
	return name(fmt.Sprintf("slot%d", register))
}

// fetch are the statements that read what replaces the lane's value in a register, and the one that
// replaces it, once all are read. Another lane is asked for each of its registers, since it does not
// know which is wanted.
func (v *valueType) fetch(p *printer, register int) (fetches []string, store string) {
	own, slot := p.scope.param(spec.ValueRole), v.source(register)
	if !v.array {
		return nil, fmt.Sprintf("%s = %s;", own.pointed(), v.moved(p, own.pointed(), slot))
	}
	n := p.spec.Brings()
	var all []expr
	for r := range n {
		local := name(fmt.Sprintf("value%dof%d", register, r))
		lane := slot
		if n > 1 {
			lane = slot.shr(literal(p.spec.SlotShift()))
		}
		fetches = append(fetches, fmt.Sprintf("%s %s = %s;", v.name, local, v.moved(p, own.entry(r), lane)))
		all = append(all, local)
	}
	return fetches, fmt.Sprintf("%s = %s;", own.entry(register), v.oneOf(p, all, slot))
}

// moved is a value of another lane.
func (v *valueType) moved(p *printer, x, lane expr) expr {
	if v.composite != nil {
		moved, helper := v.composite.shuffle("__shfl_sync", []expr{p.threads(), x, lane})
		p.calls(helper)
		return moved
	}
	return v.scalar.travel(x, func(x expr) expr { return call("__shfl_sync", p.threads(), x, lane) })
}

// oneOf is the value of the register that a slot names, of a power of two of them: a choice by each
// bit of the slot.
func (v *valueType) oneOf(p *printer, all []expr, slot expr) expr {
	half := len(all) / 2
	if half == 0 {
		return all[0]
	}
	upper, a, b := slot.and(literal(half)).grouped().op("!=", equalBinds, literal(0)), v.oneOf(p, all[half:],
		slot), v.oneOf(p, all[:half], slot)
	if v.half { // of two objects of a class, the choice would be one of addresses, and both in local memory
		b = call(v.name, b)
	}
	if v.composite == nil {
		return upper.grouped().choose(a.grouped(), b.grouped())
	}
	e, helper := v.composite.choose(upper, a, b)
	p.calls(helper)
	return e
}

// includesOf are the headers that declare the types of a call.
func includesOf(sh spec.Shape) []string {
	if value, ok := sh.Takes(spec.ValueRole); ok {
		return headers(sh.Element().Type, value.Type)
	}
	return headers(sh.Element().Type)
}

// headers are those that declare some types, each once.
func headers(types ...spec.Type) []string {
	var all []string
	for _, t := range types {
		if h := ctypes[t].include; h != "" && !slices.Contains(all, h) {
			all = append(all, h)
		}
	}
	return all
}
