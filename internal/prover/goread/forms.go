package goread

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/goexec"
	"github.com/shflgen/shflgen/spec"
)

// A function may have further forms, each a function that calls it. The text of a form is fixed, but
// for comments, so that it does nothing but
//
//	func FSlice(mask uint32, v []T) { F(mask, (*[32]T)(v)) }
//	func FValue(mask uint32, v *[32]T) T { w := *v; F(mask, &w); return w[0] }
//
// Go panics at a conversion of a slice that is too short, before the call. Of FValue the spec says
// that every lane has the result, so it is that of lane 0. In an emitted file the names of the
// language mean what Go means (predeclared), and F is the function that is proved.

// form is the form of the function that a declaration is; 0 if none.
func (f *File) form(d *ast.FuncDecl) spec.Forms {
	for _, form := range []spec.Forms{spec.SliceForm, spec.ValueForm} {
		if f.Spec.Forms&form != 0 && d.Recv == nil && d.Name.Name == f.Spec.FormName(form) {
			return form
		}
	}
	return 0
}

// readForm accepts a form of the function.
func (f *File) readForm(form spec.Forms, d *ast.FuncDecl) error {
	text := f.formText(form, d.Name.Name)
	want, err := parser.ParseFile(token.NewFileSet(), "", "package p\n\n"+text, parser.SkipObjectResolution)
	if err != nil {
		return fmt.Errorf("the form %s of %s: %w", form, f.Func, err)
	}
	if d.Body == nil || textOf(d) != textOf(want.Decls[0].(*ast.FuncDecl)) {
		return f.refuse(d, "function "+d.Name.Name, fmt.Sprintf("want a call of %s and nothing else: %s", f.Func, text))
	}
	f.Forms = append(f.Forms, d.Name.Name)
	return nil
}

// haveForms refuses a file that lacks a form that the spec asks for.
func (f *File) haveForms(u *Unit) error {
	for _, name := range f.Spec.GoNames()[1:] {
		if !slices.Contains(f.Forms, name) {
			return fmt.Errorf("%s: no function %s, which the header asks for", u.Name, name)
		}
	}
	return nil
}

// formText is the text of a form of some name.
func (f *File) formText(form spec.Forms, name string) string {
	var params, sliced, converted, copies []string
	for _, p := range parameters(f.shape, f.elems) {
		text := types.TypeString(p.typ, nil)
		params = append(params, p.name+" "+text)
		array, pointer := goexec.ArrayOf(p.typ)
		if !pointer {
			sliced, converted, copies = append(sliced, p.name+" "+text), append(converted, p.name), append(copies, p.name)
			continue
		}
		sliced = append(sliced, p.name+" []"+types.TypeString(array.Elem(), nil))
		converted = append(converted, "("+text+")("+p.name+")")
		copies = append(copies, "&w")
	}
	if form == spec.ValueForm {
		return fmt.Sprintf("func %s(%s) %s {\n\tw := *v\n\t%s(%s)\n\treturn w[0]\n}",
			name, strings.Join(params, ", "), scalarType(f.shape.Element().Type), f.Func, strings.Join(copies, ", "))
	}
	result, back := "", ""
	if f.shape.HasPred() {
		result, back = "uint32 ", "return "
	}
	return fmt.Sprintf("func %s(%s) %s{\n\t%s%s(%s)\n}", name, strings.Join(sliced, ", "), result, back, f.Func,
		strings.Join(converted, ", "))
}
