package cuda

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen"
)

// param is one parameter of an emitted function.
type param struct {
	name    string
	declare string // with its type
}

// params are the parameters of a function.
type params []param

// paramOf is the parameter that holds a port of a call: a value of the lane's own, a
// reference to its registers, or for what comes out a pointer to where it goes.
func paramOf(sh shflgen.Shape, port shflgen.Port, out bool) param {
	name, typ := port.Role.Name(), ctypes[port.Type].name
	switch {
	case port.Role == shflgen.MaskRole && sh.Level == shflgen.BlockLevel:
		return param{"member", "bool member"}
	case port.Role == shflgen.PredRole:
		typ = "bool"
	}
	switch {
	case port.Array:
		return param{name, fmt.Sprintf("%s (&%s)[%d]", typ, name, port.Count)}
	case out:
		return param{name, typ + " *" + name}
	}
	return param{name, typ + " " + name}
}

// paramsOf are the inputs of a call, then the outputs but for the elements, which are
// returned or changed in place.
func paramsOf(sh shflgen.Shape) params {
	var all params
	for _, port := range sh.In {
		all = append(all, paramOf(sh, port, false))
	}
	for _, port := range sh.Out {
		if port.Role != shflgen.ElementRole {
			all = append(all, paramOf(sh, port, true))
		}
	}
	return all
}

// String is the list as it stands in a declaration.
func (ps params) String() string {
	texts := make([]string, len(ps))
	for i, p := range ps {
		texts[i] = p.declare
	}
	return strings.Join(texts, ", ")
}

// returns is the type that a function returns: that of the elements, unless they are
// changed in place.
func returns(sh shflgen.Shape) string {
	if sh.Element().Array {
		return "void"
	}
	return ctypes[sh.Element().Type].name
}
