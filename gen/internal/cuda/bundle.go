//go:build !js

package cuda

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"text/template"

	"github.com/shflgen/shflgen/internal/spelling"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/templates"
)

// bundle is what the templates of a header of several functions print.
type bundle struct {
	spec.Bundle
	Guard    string
	Includes []string
	Groups   []*group
	Index    []string
}

// group is the overloads of one name.
type group struct {
	Name      string
	Overloads []*overload
	first     spec.Spec
	takes     params
	bundle    *bundle
}

// overload is a function template over the widths, or the numbers of threads, of functions of one type.
type overload struct {
	Name   string
	Type   string
	Params params
	Size   string // the parameter of the template: width or block
	Sizes  []int  // those that this file has
	Calls  []callOf
	Long   []string // of an overload for a long: the calls where it has 64 bits, and where it has 32
}

// callOf is the call of the function of one size.
type callOf struct {
	Size int
	Call expr
	If   string // what the call stands under; "" for the only one
}

// Overloads prints what a header of several functions has before them, the declarations of overloads, and behind them,
// the bodies; nothing without a namespace.
func Overloads(b spec.Bundle) (calls, bodies []byte, err error) {
	if b.Namespace == "" {
		return nil, nil, nil
	}
	made := &bundle{Bundle: b, Guard: b.Guard()}
	if err := made.group(); err != nil {
		return nil, nil, err
	}
	made.Index = made.index()
	texts, err := template.ParseFS(templates.FS, "calls.cu.tmpl", "bodies.cu.tmpl")
	if err != nil {
		return nil, nil, err
	}
	var top, end bytes.Buffer
	if err := texts.ExecuteTemplate(&top, "calls.cu.tmpl", made); err != nil {
		return nil, nil, err
	}
	err = texts.ExecuteTemplate(&end, "bodies.cu.tmpl", made)
	return top.Bytes(), end.Bytes(), err
}

// group makes the overloads of the specs, by name.
func (b *bundle) group() error {
	byKey, byName := map[string]*overload{}, map[string]*group{}
	for _, s := range b.Specs {
		name := s.OverloadName()
		if name == "" {
			continue
		}
		sh := s.Shape()
		for _, header := range includesOf(sh) {
			if !slices.Contains(b.Includes, header) {
				b.Includes = append(b.Includes, header)
			}
		}
		ps := paramsOf(sh)
		g := byName[name]
		if g == nil {
			g = &group{Name: name, first: s, takes: ps, bundle: b}
			byName[name], b.Groups = g, append(b.Groups, g)
		}
		o := byKey[name+"("+ps.String()+")"]
		if o == nil {
			o = &overload{Name: name, Type: returns(sh), Params: ps, Size: "width"}
			if sh.Level == spec.BlockLevel {
				o.Size = "block"
			}
			byKey[name+"("+ps.String()+")"], g.Overloads = o, append(g.Overloads, o)
		}
		if o.Type != returns(sh) {
			return fmt.Errorf("cuda: overloads %s(%s) return %s and %s", name, ps, o.Type, returns(sh))
		}
		o.Calls = append(o.Calls, callOf{Size: s.Width + s.Block().Threads, Call: call(s.FileName(), ps.passed()...)})
	}
	for _, g := range b.Groups {
		for _, o := range g.Overloads {
			o.order()
		}
		for _, o := range slices.Clone(g.Overloads) {
			if long := o.long(byKey); long != nil {
				g.Overloads = append(g.Overloads, long)
			}
		}
	}
	return nil
}

// order sorts the calls by size, and says under which condition each stands.
func (o *overload) order() {
	slices.SortFunc(o.Calls, func(a, b callOf) int { return a.Size - b.Size })
	for i, c := range o.Calls {
		switch last := len(o.Calls) - 1; {
		case last == 0:
		case i == last:
			o.Calls[i].If = "else"
		default:
			o.Calls[i].If = strings.Repeat("else ", min(i, 1)) + fmt.Sprintf("if constexpr (%s == %d)", o.Size, c.Size)
		}
		o.Sizes = append(o.Sizes, c.Size)
	}
}

// long is the overload for a long in place of a long long: one of 64 bits, or of 32 on Windows. It calls the overload
// of the same size, and is nil where the file has not both.
func (o *overload) long(all map[string]*overload) *overload {
	at := slices.IndexFunc(o.Params, func(p param) bool { return p.role == spec.ElementRole })
	if at < 0 {
		return nil
	}
	unsigned, name := "", o.Params[at].name
	if o.Params[at].declare == "unsigned long long "+name {
		unsigned = "unsigned "
	} else if o.Params[at].declare != "long long "+name {
		return nil
	}
	made := &overload{Name: o.Name, Type: unsigned + "long", Params: slices.Clone(o.Params), Size: o.Size, Sizes: o.Sizes}
	made.Params[at].declare = unsigned + "long " + name
	narrow := slices.Clone(o.Params)
	short := strings.TrimSpace(unsigned + strings.Repeat("int", 1-len(unsigned)/len("unsigned ")))
	narrow[at].declare = short + " " + name
	if o.Type != unsigned+"long long" || all[o.Name+"("+narrow.String()+")"] == nil {
		return nil
	}
	for _, typ := range []string{unsigned + "long long", short} {
		texts := make([]string, len(o.Params))
		for i, p := range o.Params {
			if texts[i] = p.name; i == at {
				texts[i] = "(" + typ + ")" + p.name
			}
		}
		made.Long = append(made.Long, fmt.Sprintf("(%s)%s<%s>(%s)", made.Type, o.Name, o.Size, strings.Join(texts, ", ")))
	}
	return made
}

// Template is the parameter of the template, with its default: that of no function is named by [overload.Want].
func (o *overload) Template() string {
	if o.Size == "width" && slices.Contains(o.Sizes, warpSize) {
		return fmt.Sprintf("int width = %d", warpSize)
	}
	return "int " + o.Size + " = 0"
}

// Has is the condition that the file has a function of the size.
func (o *overload) Has() string {
	var all []string
	for _, n := range o.Sizes {
		all = append(all, fmt.Sprintf("%s == %d", o.Size, n))
	}
	return strings.Join(all, " || ")
}

// Want says which sizes the file has.
func (o *overload) Want() string {
	text := o.Name + ": of " + o.Params[len(o.Params)-1].declare + " this file has "
	if o.Size == "block" {
		return text + "blocks of " + spelling.List(texts(o.Sizes)) + " threads"
	}
	return text + "width " + spelling.List(texts(o.Sizes))
}

// texts are numbers as words of a list.
func texts(numbers []int) (all []string) {
	for _, n := range numbers {
		all = append(all, fmt.Sprint(n))
	}
	return all
}
