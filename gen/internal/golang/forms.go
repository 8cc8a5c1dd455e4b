package golang

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen/spec"
)

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
	after := "What comes after them stays as it is."
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
