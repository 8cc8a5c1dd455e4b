package cuda

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"text/template"

	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/templates"
)

var bundleTmpl = template.Must(template.ParseFS(templates.FS, "bundle.cu.tmpl"))

// overload is a function template over the widths of functions of one type.
type overload struct {
	Does    string
	Name    string
	Type    string
	Params  params
	Default string // width
	Widths  string // the condition that there is such a width
	Calls   []callOf
}

// callOf is the call of the function of one width.
type callOf struct {
	Width int
	Call  expr
	If    string // what the call stands under; "" for the only one
}

// Overloads prints the overloads of a bundle; nothing without a namespace.
func Overloads(b spec.Bundle) ([]byte, error) {
	if b.Namespace == "" {
		return nil, nil
	}
	var all []*overload
	byKey := map[string]*overload{}
	for _, s := range b.Specs {
		name := s.OverloadName()
		if name == "" {
			continue
		}
		sh := s.Shape()
		ps := paramsOf(sh)
		key := name + "(" + ps.String() + ")"
		o := byKey[key]
		if o == nil {
			o = &overload{Name: name, Type: returns(sh), Params: ps}
			byKey[key], all = o, append(all, o)
		}
		if o.Type != returns(sh) {
			return nil, fmt.Errorf("cuda: overloads %s give %s and %s", key, o.Type, returns(sh))
		}
		o.Calls = append(o.Calls, callOf{Width: s.Width, Call: call(s.FileName(), ps.passed()...)})
	}
	for _, o := range all {
		slices.SortFunc(o.Calls, func(a, b callOf) int { return a.Width - b.Width })
		var widths, named []string
		for i, c := range o.Calls {
			switch last := len(o.Calls) - 1; {
			case last == 0:
			case i == last:
				o.Calls[i].If = "else"
			default:
				o.Calls[i].If = strings.Repeat("else ", min(i, 1)) + fmt.Sprintf("if constexpr (width == %d)", c.Width)
			}
			widths = append(widths, fmt.Sprintf("width == %d", c.Width))
			named = append(named, fmt.Sprint(c.Width))
			if c.Width == warpSize {
				o.Default = fmt.Sprint(warpSize)
			}
		}
		o.Widths = strings.Join(widths, " || ")
		o.Does = fmt.Sprintf("%s of %s, width %s.", o.Name, o.Params, strings.Join(named, ", "))
	}
	var out bytes.Buffer
	err := bundleTmpl.Execute(&out, struct {
		Scope, Namespace, Guard string
		Overloads               []*overload
	}{b.Namespace + "::", b.Namespace, b.Guard(), all})
	return out.Bytes(), err
}

// FloatMask declares the overload that rejects a mask of a floating-point type; "" if there is no mask.
func (o *overload) FloatMask() string {
	width := "int width"
	if o.Default != "" {
		width += " = " + o.Default
	}
	return floatMask(o.Type, o.Name, o.Params, width)
}
