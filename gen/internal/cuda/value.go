package cuda

import (
	"fmt"

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

// includeOf is the header that declares the types of a call; "" if none is needed.
func includeOf(sh shflgen.Shape) string {
	if header := ctypes[sh.Element().Type].include; header != "" {
		return header
	}
	value, _ := sh.Takes(shflgen.ValueRole)
	return ctypes[value.Type].include
}
