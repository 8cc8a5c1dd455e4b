//go:build !js

package cuda

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/spec"
)

// call is a call of the group's functions, as a reader writes it: reduce_sum(mask, v).
func (g *group) call() string {
	var names []string
	for _, p := range g.takes {
		names = append(names, p.name)
	}
	size := ""
	if g.Overloads[0].Size == "block" {
		size = "<block>"
	}
	return g.Name + size + "(" + strings.Join(names, ", ") + ")"
}

// Calls are the calls of a bundle's overloads, as another header names them.
func Calls(b spec.Bundle) (calls []string, err error) {
	made := &bundle{Bundle: b}
	err = made.group()
	for _, g := range made.Groups {
		calls = append(calls, strings.Replace(g.call(), "<block>", "", 1))
	}
	return calls, err
}

// index lists the calls that the file has: a line for each name and sizes, with the types.
func (b *bundle) index() []string {
	var rows [][3]string
	for _, g := range b.Groups {
		bySizes := map[string]int{}
		for _, o := range g.Overloads {
			sizes, typ := strings.Join(texts(o.Sizes), ", "), o.element()
			if at, ok := bySizes[sizes]; ok {
				rows[at][1] += ", " + typ
				continue
			}
			bySizes[sizes] = len(rows)
			rows = append(rows, [3]string{g.call(), typ, sizes})
		}
	}
	wide := [2]int{}
	for _, row := range rows {
		wide[0], wide[1] = max(wide[0], len(row[0])), max(wide[1], len(row[2]))
	}
	var lines []string
	for _, row := range rows {
		lines = append(lines, fmt.Sprintf("%-*s  %-*s  %s", wide[0], row[0], wide[1], row[2], row[1]))
	}
	return lines
}

// element is the type of the elements, or of the result where there are none.
func (o *overload) element() string {
	at := slices.IndexFunc(o.Params, func(p param) bool { return p.role == spec.ElementRole })
	if at < 0 {
		return o.Type
	}
	typ, _, _ := strings.Cut(strings.TrimSuffix(o.Params[at].declare, " "+o.Params[at].name), " (&")
	return typ
}

// FloatMasks declare the overloads that reject a mask of a floating-point type, for elements of any type.
func (g *group) FloatMasks() (all []string) {
	for _, o := range g.Overloads {
		ps, template := slices.Clone(o.Params), []string{o.Template()}
		for i, p := range ps {
			if p.role == spec.ElementRole {
				ps[i].declare = "T" + strings.TrimPrefix(p.declare, o.element())
				template = append(template, "class T")
			}
		}
		typ := o.Type
		if typ == o.element() && len(template) > 1 {
			typ = "T"
		}
		text := floatMask(typ, o.Name, ps, template...)
		if text != "" && !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	return all
}

// Sentence says what a call of the group returns, at any width and for any type that it has.
func (g *group) Sentence() string {
	gives := g.first.Gives()
	text := strings.ToUpper(gives[:1]) + gives[1:] + "."
	if len(g.Overloads) > 1 {
		text = strings.ReplaceAll(text, "the "+g.first.TypeWord(), "the element")
	}
	several := slices.ContainsFunc(g.Overloads, func(o *overload) bool { return len(o.Sizes) > 1 })
	if !several || g.Overloads[0].Size == "block" {
		return strings.Replace(text, fmt.Sprintf(" of %d threads", g.first.Block().Threads), "", 1)
	}
	return strings.NewReplacer("in the warp", "in its segment of width lanes",
		"In the warp", "In each segment of width lanes",
		fmt.Sprintf("segment of %d lanes", g.first.Width), "segment of width lanes").Replace(text)
}

// Wrong is the error for arguments that no overload takes.
func (g *group) Wrong() string {
	text := g.Name + ": want " + g.call()
	masked := slices.ContainsFunc(g.takes, func(p param) bool { return p.role == spec.MaskRole })
	other := g.Name + "_full"
	if !masked {
		other = strings.TrimSuffix(g.Name, "_full")
	} else {
		text = give(g.Name, g.takes[0].name, g.call())
	}
	at := slices.IndexFunc(g.bundle.Groups, func(o *group) bool { return o.Name == other })
	switch {
	case at < 0 || other == g.Name:
		return text
	case masked:
		return text + "; for all lanes, " + g.bundle.Groups[at].call()
	}
	return text + "; with a mask, " + g.bundle.Groups[at].call()
}

// give is the error for a call without its mask.
func give(name, mask, call string) string {
	if mask == "mask" {
		mask = "a mask"
	}
	return name + ": give " + mask + ", as in " + call
}

// Unlike are the parameters of the function that is called without the mask that every overload takes, or with a mask
// that none takes: of any type, and never as many as an overload has.
func (g *group) Unlike() string {
	if slices.ContainsFunc(g.takes, func(p param) bool { return p.role == spec.MaskRole }) {
		return unlikes(len(g.takes) - 1)
	}
	return unlikes(len(g.takes) + 1)
}

// unlikes are so many parameters of any type.
func unlikes(count int) string { return strings.Repeat("unlike, ", count-1) + "unlike" }

// Macro is the guard of a name in the namespace.
func (b *bundle) Macro(name string) string {
	return "SHFLGEN_UNLIKE_" + strings.ReplaceAll(b.Namespace, "::", "_") + "_" + name
}

// UnlikeElsewhere are the parameters of a function of another header: any.
func (b *bundle) UnlikeElsewhere(e spec.Elsewhere) string {
	return unlikes(strings.Count(e.Call, ",") + 1)
}

// WithoutMask are the parameters of a function of another header that is called without its mask, and the error; none
// if it takes no mask.
func (b *bundle) WithoutMask(e spec.Elsewhere) (all []string) {
	for _, mask := range []string{"mask", "member"} {
		if strings.HasPrefix(e.Call, e.Name()+"("+mask+", ") {
			return []string{unlikes(strings.Count(e.Call, ",")), give(e.Name(), mask, e.Call) + ", and include " + e.Header}
		}
	}
	return nil
}

// header is another header, with those of its calls that the file has not.
type header struct {
	Name, Word string
	Calls      []spec.Elsewhere
}

// Headers are the other headers.
func (b *bundle) Headers() (all []header) {
	for _, e := range b.Elsewhere {
		at := slices.IndexFunc(all, func(h header) bool { return h.Name == e.Header })
		if at < 0 {
			at = len(all)
			all = append(all, header{Name: e.Header, Word: "include_" + notWord.ReplaceAllString(e.Header, "_")})
		}
		all[at].Calls = append(all[at].Calls, e)
	}
	return all
}

// notWord is what an identifier cannot hold.
var notWord = regexp.MustCompile(`\W`)
