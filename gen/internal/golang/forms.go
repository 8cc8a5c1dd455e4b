package golang

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen"
)

// addForms prints the further forms of a function, which call it.
func addForms(f *jen.File, s shflgen.Spec) {
	if s.Forms&shflgen.SliceForm != 0 {
		addSlices(f, s)
	}
	if s.Forms&shflgen.ValueForm != 0 {
		addValue(f, s)
	}
}

// addSlices prints the form that takes slices. The conversion of a slice to an array checks its
// length, and all of them come before the call.
func addSlices(f *jen.File, s shflgen.Spec) {
	sh := s.Shape()
	var params, args []jen.Code
	var names []string
	for _, port := range ports(sh) {
		name := port.Role.Name()
		if port.Role == shflgen.MaskRole || port.Uniform {
			params, args = append(params, parameter(sh, port)), append(args, jen.Id(name))
			continue
		}
		names = append(names, name)
		params = append(params, jen.Id(name).Index().Add(typeOf(port)))
		args = append(args, jen.Parens(jen.Op("*").Index(jen.Lit(sh.Lanes)).Add(typeOf(port))).Parens(jen.Id(name)))
	}
	call := jen.Id(s.FuncName()).Call(args...)
	if sh.HasPred() {
		call = jen.Return(call)
	}
	which := names[0] + " has"
	if len(names) > 1 {
		which = "one of " + strings.Join(names, ", ") + " has"
	}
	name := s.FormName(shflgen.SliceForm)
	f.Line().Comment(fmt.Sprintf("%s is %s of slices. It panics, as an index out of range does, if", name, s.FuncName()))
	f.Comment(fmt.Sprintf("%s fewer than %d elements. Those after the first %d stay as they are.", which, sh.Lanes, sh.Lanes))
	f.Func().Id(name).Params(params...).Add(result(sh)).Block(call)
}

// addValue prints the form that returns the result of lane 0, which every lane receives.
func addValue(f *jen.File, s shflgen.Spec) {
	sh := s.Shape()
	var params, args []jen.Code
	for _, port := range ports(sh) {
		params = append(params, parameter(sh, port))
		if port.Role == shflgen.MaskRole {
			args = append(args, jen.Id(port.Role.Name()))
		} else {
			args = append(args, jen.Op("&").Id("w"))
		}
	}
	name := s.FormName(shflgen.ValueForm)
	f.Line().Comment(fmt.Sprintf("%s is the result of %s, which every lane receives. v stays as it is.", name, s.FuncName()))
	f.Func().Id(name).Params(params...).Add(typeOf(sh.Element())).Block(
		jen.Id("w").Op(":=").Op("*").Id("v"),
		jen.Id(s.FuncName()).Call(args...),
		jen.Return(jen.Id("w").Index(jen.Lit(0))),
	)
}
