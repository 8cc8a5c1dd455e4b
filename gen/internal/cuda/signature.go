package cuda

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/spec"
)

// param is one parameter of an emitted function.
type param struct {
	role    spec.Role
	name    string
	declare string // with its type
}

// params are the parameters of a function.
type params []param

// planRole is the role of what a function that makes a plan leaves in an array.
const planRole spec.Role = 1 << 7

// planParam is a plan of so many words: one that is made, or one that is read.
func planParam(words int, read bool) param {
	declare := fmt.Sprintf("unsigned (&plan)[%d]", words)
	if read {
		declare = "const " + declare
	}
	return param{planRole, "plan", declare}
}

// paramOf is the parameter that holds a port of a call: a value of the lane's own, a
// reference to its registers, or for what comes out a pointer to where it goes.
func paramOf(sh spec.Shape, port spec.Port, out bool) param {
	name, typ := roleName(port.Role), typeName(port)
	switch {
	case port.Global != "" && out:
		return param{port.Role, port.Global, typ + " *" + port.Global}
	case port.Global != "":
		return param{port.Role, port.Global, "const " + typ + " *" + port.Global}
	case port.Role == spec.MaskRole && sh.Level == spec.BlockLevel: // each thread brings its bit
		name, typ = "member", "bool"
	case port.Role == spec.PredRole:
		typ = "bool"
	}
	switch {
	case port.Array && port.Role.Input():
		return param{port.Role, name, fmt.Sprintf("const %s (&%s)[%d]", typ, name, port.Count)}
	case port.Array:
		return param{port.Role, name, fmt.Sprintf("%s (&%s)[%d]", typ, name, port.Count)}
	case out:
		return param{port.Role, name, typ + " *" + name}
	}
	return param{port.Role, name, typ + " " + name}
}

// typeName is the type of a port's values.
func typeName(port spec.Port) string {
	switch e := port.Elem; {
	case e == nil:
		return ctypes[port.Type].name
	case e.IsNumber():
		return scalarName(e)
	default:
		return e.CUDAName()
	}
}

// paramsOf are the inputs of a call, then the outputs but for the elements, which are
// returned or changed in place.
func paramsOf(sh spec.Shape) params {
	var all params
	if port := sh.Element(); port.Global != "" { // where to, then what, as assignments have it
		all = append(all, paramOf(sh, port, true))
	}
	for _, port := range sh.In {
		all = append(all, paramOf(sh, port, port.Role == spec.ValueRole)) // a value is changed in place
	}
	for _, port := range sh.Out {
		if port.Role != spec.ValueRole && (port.Role != spec.ElementRole || port.Array && !sh.TakesElements()) {
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

// passed is the list as it stands in a call by a function that has the same parameters.
func (ps params) passed() []expr {
	names := make([]expr, len(ps))
	for i, p := range ps {
		names[i] = name(p.name)
	}
	return names
}

// of are the parameters of some roles.
func (ps params) of(roles ...spec.Role) params {
	var some params
	for _, p := range ps {
		for _, r := range roles {
			if p.role == r {
				some = append(some, p)
			}
		}
	}
	return some
}

// returns is the type that a function returns: that of the elements, unless they are
// changed in place, or left in memory.
func returns(sh spec.Shape) string {
	if sh.Array() || sh.Element().Global != "" {
		return "void"
	}
	return typeName(sh.Element())
}

// scope notes which parameters of a function are read while its steps are printed.
type scope struct {
	level spec.Level
	read  map[spec.Role]bool
}

func newScope(sh spec.Shape) *scope {
	return &scope{level: sh.Level, read: map[spec.Role]bool{}}
}

// param is the parameter of a role, read.
func (s *scope) param(r spec.Role) expr {
	s.read[r] = true
	switch {
	case r == planRole:
		return name("plan")
	case r == memoryRole:
		return name("memory")
	case r == spec.MaskRole && s.level == spec.BlockLevel:
		return name("member")
	}
	return name(roleName(r))
}

// roleName is the name of the parameter of a role, in snake_case.
func roleName(r spec.Role) string {
	if r == spec.LaneMaskRole {
		return "lane_mask"
	}
	return r.Name()
}

// unused casts away the parameters that no step reads, as in a scan of one lane.
func (s *scope) unused(ps params) []string {
	var lines []string
	for _, p := range ps {
		if !s.read[p.role] {
			lines = append(lines, "(void)"+p.name+";")
		}
	}
	return lines
}
