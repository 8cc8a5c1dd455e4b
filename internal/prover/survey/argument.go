package survey

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/compile"
	"github.com/shflgen/shflgen/internal/prover/cxx"
	"github.com/shflgen/shflgen/spec"
)

// argument is what a parameter is given in a call.
type argument struct {
	text   string
	mask   bool // it is the mask of the call
	index  bool // it is where the number of a lane goes
	given  bool // it is the distance that the caller gives
	role   spec.Role
	before string // what comes before the call
}

// valueArgument is the lane's element; of an array form says so.
func valueArgument(p cxx.Param, names map[string]string, form *Form) argument {
	if n, err := strconv.Atoi(cxx.Resolved(p.Length, names)); err == nil {
		form.N = n
		return argument{text: "v"}
	}
	if strings.HasPrefix(p.Indirect, "*") {
		return argument{text: "&x"}
	}
	return argument{text: "x"}
}

// sharedLength is how many elements of shared memory a function is lent.
const sharedLength = 1024

// arguments are what a parameter beside the element may be given: of an integer the mask of the call, all lanes, the
// number of the lane, and the number of lanes or threads that take part; of a pointer a place for an index, or shared
// memory.
func arguments(p cxx.Param, names map[string]string, inBlock bool) (all []argument) {
	t, ok := TypeOf(p.Type, names)
	switch {
	case p.Type == "bool" && p.Indirect == "":
		return []argument{{text: "true"}, {text: "false"}}
	case !ok:
		return nil
	case p.Indirect == "&" && !p.Const && p.Length == "" && t == spec.Int32:
		return []argument{{text: "idx", index: true}, {text: "idx", index: true, before: "idx = i"}}
	case p.Indirect == "&" && !p.Const && p.Length == "" && t == spec.Uint32:
		return []argument{{text: "(unsigned &)idx", index: true}, {text: "(unsigned &)idx", index: true, before: "idx = i"}}
	case p.Indirect == "*" && !p.Const:
		if t == spec.Int32 {
			all = append(all, argument{text: "&idx", index: true}, argument{text: "&idx", index: true, before: "idx = i"})
		}
		if inBlock {
			all = append(all, argument{text: "s", before: fmt.Sprintf("__shared__ %s s[%d]", compile.TypeName(t), sharedLength)})
		}
		return all
	case p.Indirect != "" && !(p.Const && p.Indirect == "&") || t.Class() == spec.Float || t.Bits() < 32:
		return nil
	case inBlock:
		return texts("{threads}", "i", "i % 32", "i / 32", "{threads} / 32", "32", "0xffffffffu")
	}
	if t.Bits() == 32 {
		all = []argument{{text: "mask", mask: true}}
	}
	for _, role := range []spec.Role{spec.SrcRole, spec.DeltaRole} {
		all = append(all, argument{text: role.Name(), given: true, role: role})
	}
	return append(all, texts("32", "i", "0xffffffffu", "16", "8", "4", "2")...)
}

func texts(all ...string) (list []argument) {
	for _, text := range all {
		list = append(list, argument{text: text})
	}
	return list
}

// with is the call with arguments: one form, or of a mask one for each mode; none where two arguments are the mask, or
// the same place.
func (f Form) with(name string, args []argument, inPlace bool) []Form {
	var texts, before []string
	masks, indices, given := 0, 0, 0
	for _, a := range args {
		texts = append(texts, a.text)
		if a.before != "" {
			before = append(before, a.before)
			f.Lent = f.Lent || strings.HasPrefix(a.before, "__shared__")
		}
		if a.mask {
			masks++
		}
		if a.index {
			indices++
		}
		if a.given {
			given++
			f.Given, f.Role = true, a.role
		}
	}
	if masks > 1 || indices > 1 || given > 1 || given > 0 && masks > 0 {
		return nil
	}
	f.Index = indices > 0
	f.Call = f.expression(name+"("+strings.Join(texts, ", ")+")", before, inPlace)
	if masks == 0 {
		return []Form{f}
	}
	member, active := f, f
	member.Mask, active.Mask = spec.Member, spec.Active
	return []Form{member, active}
}

// expression is a call that returns the lane's element, after the statements that have to come before it.
func (f Form) expression(call string, before []string, inPlace bool) string {
	result := ""
	if inPlace && f.N == 0 {
		result = fmt.Sprintf("static_cast<%s>(x)", compile.TypeName(f.Type))
	}
	parts := append(before, call)
	if result != "" {
		parts = append(parts, result)
	}
	switch {
	case f.Lent:
		return "({ " + strings.Join(parts, "; ") + "; })"
	case len(parts) > 1:
		return "(" + strings.Join(parts, ", ") + ")"
	}
	return call
}
