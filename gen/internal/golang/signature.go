package golang

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/gen/internal/contract"
	"github.com/shflgen/shflgen/spec"
)

// parameter is the parameter that holds a port of a call. The values of all lanes are in one array, with register r
// of lane i at [r][i].
func parameter(sh spec.Shape, port spec.Port) *jen.Statement {
	p := jen.Id(port.Name())
	switch {
	case port.Global != "" && sh.Partial():
		p.Index()
	case port.Uniform:
		return p.Id("int")
	case port.Role == spec.MaskRole && sh.Level == spec.BlockLevel:
		p.Op("*").Index(jen.Lit(sh.MaskWords()))
	case port.Role == spec.MaskRole:
	case port.Array:
		p.Op("*").Index(jen.Lit(port.Count)).Index(jen.Lit(sh.Lanes))
	default:
		p.Op("*").Index(jen.Lit(sh.Lanes))
	}
	return p.Add(typeOf(port))
}

// parameters are the inputs, then the outputs. Elements are changed in place and have one
// parameter, but for those in global memory; preds are returned.
func parameters(sh spec.Shape) []jen.Code {
	var params []jen.Code
	for _, port := range ports(sh) {
		params = append(params, parameter(sh, port))
	}
	return params
}

// ports are the ports that have a parameter, in its order.
func ports(sh spec.Shape) []spec.Port {
	ports := slices.Clone(sh.In)
	if in, ok := sh.Global(); ok { // where to, then what, as assignments have it; a slice says how many are left
		if ports = []spec.Port{sh.In[0], sh.Element()}; in.Global == sh.Element().Global {
			slices.Reverse(ports)
		}
		return ports
	}
	for _, port := range sh.Out {
		_, taken := sh.Takes(port.Role)
		if port.Role != spec.PredRole && !taken && (port.Role != spec.ElementRole || !sh.TakesElements()) {
			ports = append(ports, port)
		}
	}
	return ports
}

// result is the result of the function: the preds, if there are any.
func result(sh spec.Shape) *jen.Statement {
	if port, ok := sh.Gives(spec.PredRole); ok {
		return jen.Id(goType(port.Type))
	}
	return jen.Null()
}

// doc is the function's contract, without its algebra.
func doc(s spec.Spec) []string {
	shape := s.Shape()
	membership := contract.LaneBit
	if shape.Level == spec.BlockLevel {
		membership = "Bit i%32 of mask[i/32] makes thread i a member"
	}
	lines := append([]string{s.FuncName() + ": " + holds(shape)}, contract.Gives(s, membership)...)
	if shape.HasIndex() && s.Mask == spec.Member && s.Map == nil {
		lines = append(lines, fmt.Sprintf("A %s without members keeps its elements.", contract.Group(s)))
	}
	switch {
	case !s.EveryLane() && shape.HasIndex():
		lines = append(lines, "Every other element of v and idx stays as it is.")
	case !s.EveryLane():
		lines = append(lines, "Every other element of v stays as it is.")
	case s.Mask == spec.Active && s.Map != nil:
		lines = append(lines, "A lane that is no member has no result.")
	case s.Mask == spec.Active && shape.Ranks():
		lines = append(lines, "What v and count hold of a lane that is no member stays as it is.")
	case s.Mask == spec.Active:
		lines = append(lines, "A lane that is no member keeps its element.")
	}
	if s.Map != nil && !s.EveryResult() {
		lines = append(lines, "Where there is no result, v stays as it is.")
	}
	return lines
}

// holds describes the layout of v.
func holds(sh spec.Shape) string {
	if inputs := sh.Mapped(); len(inputs) > 0 {
		return mappedHolds(sh, inputs)
	}
	switch {
	case sh.Element().Array && sh.Block():
		return "register r of thread i of the block is v[r][i]."
	case sh.Element().Array:
		return "register r of lane i of the warp is v[r][i]."
	case sh.Level == spec.BlockLevel:
		return "thread i of the block is v[i]."
	}
	if sh.Ranks() {
		return "the rank of lane i of the warp is left in v[i]."
	}
	return "lane i of the warp is v[i]."
}

// mappedHolds describes the layout of the inputs of a map and of v.
func mappedHolds(sh spec.Shape, inputs []spec.Port) string {
	at, who := "[i]", "lane i of the warp"
	switch {
	case sh.Element().Array:
		at, who = "[r][i]", "register r of lane i of the warp"
	case sh.Level == spec.BlockLevel:
		who = "thread i of the block"
	}
	var names []string
	for _, p := range inputs {
		names = append(names, p.Role.Name()+at)
	}
	return fmt.Sprintf("%s is %s, and its result is left in v%s. v may be one of the inputs.", who,
		strings.Join(names, ", "), at)
}
