package survey

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/cxx"
	"github.com/shflgen/shflgen/spec"
)

// mostParts is how many parts an element may have.
const mostParts = 4

// parting is what the parts of an element are: registers of a lane, or an element and the number of its lane.
type parting struct {
	form       Form
	index      bool
	fill, take string // statements, with @ for the variable that has the parts
}

// partings are those of a vector or a struct.
func partings(members []cxx.Param, names map[string]string) (all []parting) {
	var types []spec.Type
	for _, m := range members {
		t, ok := TypeOf(m.Type, names)
		if !ok || m.Indirect != "" || m.Length != "" {
			return nil
		}
		types = append(types, t)
	}
	if len(types) < 2 || len(types) > mostParts {
		return nil
	}
	registers := parting{form: Form{Type: types[0], Mask: spec.Full, N: len(types)}}
	for i, t := range types {
		registers.fill += fmt.Sprintf("; @.%s = v[%d]", members[i].Name, i)
		registers.take += fmt.Sprintf("; v[%d] = @.%s", i, members[i].Name)
		if other := members[(i+1)%len(members)].Name; len(types) == 2 && (t == spec.Int32 || t == spec.Uint32) {
			all = append(all, parting{Form{Type: types[1-i], Mask: spec.Full}, true,
				fmt.Sprintf("; @.%s = x; @.%s = i", other, members[i].Name),
				fmt.Sprintf("; idx = @.%s; @.%s", members[i].Name, other)})
		}
		if t != types[0] {
			registers.form.N = 0
		}
	}
	if registers.form.N > 0 {
		all = append(all, registers)
	}
	return all
}

// partForms are the ways to call a function on elements of several parts: a vector or a struct, which it returns or
// changes, or several references.
func partForms(f cxx.Function, name string, names map[string]string, tokens []cxx.Token, inBlock bool) (all []Form) {
	params := f.Params()
	result := strings.TrimSpace(cxx.Resolved(f.Result(), names))
	void := strings.HasSuffix(" "+result, " void")
	if strings.Contains(textOf(f.Head), "*") {
		return nil
	}
	add := func(form Form, own map[int]argument) {
		args := make([][]argument, len(params))
		for i, p := range params {
			if a, is := own[i]; is {
				args[i] = []argument{a}
			} else if args[i] = arguments(p, names, inBlock, reads(f, p.Name)); len(args[i]) == 0 {
				return
			}
		}
		all = append(all, form.calls(name, args, false)...)
	}
	elements := map[spec.Type]map[int]argument{} // references, by type
	for i, p := range params {
		typ := strings.TrimSpace(cxx.Resolved(p.Type, names))
		value := p.Indirect == "" || p.Const && p.Indirect == "&"
		place := void && !p.Const && p.Length == "" && (p.Indirect == "&" || p.Indirect == "*")
		address := strings.ReplaceAll(strings.TrimPrefix(p.Indirect, "&"), "*", "&")
		if t, ok := TypeOf(typ, names); ok && place {
			if elements[t] == nil {
				elements[t] = map[int]argument{}
			}
			elements[t][i] = argument{text: fmt.Sprintf("%sv[%d]", address, len(elements[t]))}
		}
		if !place && !(value && typ == result) {
			continue
		}
		for _, to := range partings(cxx.MembersOf(typ, tokens), names) {
			a := argument{text: address + "part", index: to.index}
			a.before = typ + " part" + strings.ReplaceAll(to.fill, "@", "part")
			a.after = strings.ReplaceAll(to.take[2:], "@", "part")
			if !place {
				a.text, a.result, a.after = "part", typ+" best = ", strings.ReplaceAll(to.take[2:], "@", "best")
			}
			add(to.form, map[int]argument{i: a})
		}
	}
	for _, t := range spec.Types() {
		if places := elements[t]; len(places) > 1 && len(places) <= mostParts {
			add(Form{Type: t, Mask: spec.Full, N: len(places)}, places)
		}
	}
	return all
}
