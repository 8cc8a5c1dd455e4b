package cuda

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen"
)

// valueType is the type of what follows a key: a scalar, or a struct that moves leaf by leaf.
type valueType struct {
	lane      expr // the local that names the lane it comes from
	scalar    ctype
	composite *composite // nil for a scalar
}

func newValueType(p *printer) *valueType {
	port, _ := p.shape.Takes(shflgen.ValueRole)
	v := &valueType{lane: name("source"), scalar: ctypes[port.Type]}
	if port.Elem != nil {
		of := p.spec
		of.Name, of.Type, of.Elem, of.Value, of.From = p.spec.FileName()+"_value", shflgen.Composite, port.Elem, nil, false
		v.composite = newComposite(of, typeName(port))
	}
	return v
}

// fetch is the statement that replaces the lane's value by that of the source.
func (v *valueType) fetch(p *printer) string {
	own := p.scope.param(shflgen.ValueRole).pointed()
	if v.composite != nil {
		moved, helper := v.composite.shuffle("__shfl_sync", []expr{p.threads(), own, v.lane})
		p.calls(helper)
		return fmt.Sprintf("%s = %s", own, moved)
	}
	return fmt.Sprintf("%s = %s", own, v.scalar.travel(own, func(x expr) expr { return call("__shfl_sync", p.threads(), x, v.lane) }))
}

// includesOf are the headers that declare the types of a call.
func includesOf(sh shflgen.Shape) []string {
	if value, ok := sh.Takes(shflgen.ValueRole); ok {
		return headers(sh.Element().Type, value.Type)
	}
	return headers(sh.Element().Type)
}

// headers are those that declare some types, each once.
func headers(types ...shflgen.Type) []string {
	var all []string
	for _, t := range types {
		if h := ctypes[t].include; h != "" && !slices.Contains(all, h) {
			all = append(all, h)
		}
	}
	return all
}
