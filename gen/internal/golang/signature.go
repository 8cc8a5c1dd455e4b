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
		lines = append(lines, "A lane that is no member keeps its v and count.")
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

// addForms prints the further forms of a function, which call it.
func addForms(f *jen.File, s spec.Spec) {
	if s.Forms&spec.SliceForm != 0 {
		addSlices(f, s)
	}
	if s.Forms&spec.ValueForm != 0 {
		addValue(f, s)
	}
}

// addSlices prints the form that takes slices in place of pointers to arrays. The conversion of a slice to an
// array checks its length, and all of them come before the call.
func addSlices(f *jen.File, s spec.Spec) {
	sh := s.Shape()
	var params, args []jen.Code
	var short []tooShort
	for _, port := range ports(sh) {
		name := port.Role.Name()
		if port.Role == spec.MaskRole || port.Uniform {
			params, args = append(params, parameter(sh, port)), append(args, jen.Id(name))
			continue
		}
		count, what, element := sh.Lanes, "elements", typeOf(port)
		if port.Array {
			count, what, element = port.Count, "registers", jen.Index(jen.Lit(sh.Lanes)).Add(element)
		}
		at := slices.IndexFunc(short, func(t tooShort) bool { return t.count == count && t.what == what })
		if at < 0 {
			at, short = len(short), append(short, tooShort{count: count, what: what})
		}
		short[at].names = append(short[at].names, name)
		params = append(params, jen.Id(name).Index().Add(element))
		args = append(args, jen.Parens(jen.Op("*").Index(jen.Lit(count)).Add(element)).Parens(jen.Id(name)))
	}
	call := jen.Id(s.FuncName()).Call(args...)
	if sh.HasPred() {
		call = jen.Return(call)
	}
	var when []string
	for _, t := range short {
		when = append(when, t.String())
	}
	after := "Those after them stay as they are."
	if len(short) == 1 {
		after = fmt.Sprintf("Those after the first %d stay as they are.", short[0].count)
	}
	name := s.FormName(spec.SliceForm)
	f.Line().Comment(fmt.Sprintf("%s is %s of slices. It panics, as an index out of range does, if", name, s.FuncName()))
	f.Comment(strings.Join(when, " or ") + ". " + after)
	f.Func().Id(name).Params(params...).Add(result(sh)).Block(call)
}

// tooShort are slices that have fewer than count elements or registers.
type tooShort struct {
	names []string
	count int
	what  string
}

func (t tooShort) String() string {
	which := t.names[0]
	if len(t.names) > 1 {
		which = "one of " + strings.Join(t.names, ", ")
	}
	return fmt.Sprintf("%s has fewer than %d %s", which, t.count, t.what)
}

// addValue prints the form that returns the result of lane 0, which every lane receives.
func addValue(f *jen.File, s spec.Spec) {
	sh := s.Shape()
	var params, args []jen.Code
	for _, port := range ports(sh) {
		params = append(params, parameter(sh, port))
		if port.Role == spec.MaskRole {
			args = append(args, jen.Id(port.Role.Name()))
		} else {
			args = append(args, jen.Op("&").Id("w"))
		}
	}
	name := s.FormName(spec.ValueForm)
	f.Line().Comment(fmt.Sprintf("%s is the result of %s, which every lane receives. v stays as it is.", name,
		s.FuncName()))
	f.Func().Id(name).Params(params...).Add(typeOf(sh.Element())).Block(
		jen.Id("w").Op(":=").Op("*").Id("v"),
		jen.Id(s.FuncName()).Call(args...),
		jen.Return(jen.Id("w").Index(jen.Lit(0))),
	)
}
