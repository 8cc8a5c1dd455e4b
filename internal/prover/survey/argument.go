package survey

import (
	"fmt"
	"slices"
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
	named  bool // as a mask, by its parameter
	index  bool // it is where the number of a lane goes
	given  bool // it is the distance that the caller gives
	role   spec.Role
	before string // what comes before the call
	place  bool   // it is where the result goes, and the element unless another argument is
	own    bool   // it is the element, and the result goes to a place of its own
	unread string // the parameter that it stands for leaves a result that the call does not look at
	twin   bool   // another call looks at that alone
	after  string // what comes after the call: the result
	number bool   // it is a number that the call chooses
	result string // what comes before the name of the function: a variable for what it returns
}

// valueArgument is the lane's element; of an array form says so.
func valueArgument(p cxx.Param, names map[string]string, form *Form) argument {
	if n, err := strconv.Atoi(cxx.Resolved(p.Length, names)); err == nil {
		form.N = n
		return argument{text: "v"}
	}
	if strings.HasPrefix(p.Indirect, "*") {
		return argument{text: "&x", place: true}
	}
	return argument{text: "x", place: true}
}

// Variables of a call, for a result in a place of its own, and for one that nobody looks at.
const (
	result = "result"
	unread = "unread"
)

// beside are the arguments of a parameter beside the element: first the element itself, of a function that returns
// nothing and leaves its result elsewhere, and last a place that nobody looks at.
func (f Form) beside(p cxx.Param, names map[string]string, inBlock, returns, reads bool) []argument {
	t, ok := TypeOf(p.Type, names)
	all := arguments(p, names, inBlock, reads)
	switch {
	case !ok || p.Length != "" || constraints[t.Class() == spec.Float][t.Bits()] == "":
	case !returns && p.Indirect == "" && t == f.Type && f.N == 0:
		all = append([]argument{{text: "x", own: true}}, all...)
	case !p.Const && (p.Indirect == "&" || p.Indirect == "*"):
		text := strings.TrimPrefix(p.Indirect, "&")
		all = append(all, argument{text: strings.Replace(text, "*", "&", 1) + unread, unread: p.Name,
			before: variable(t, unread), twin: t == f.Type && f.N == 0})
	}
	return all
}

// reads reports whether a function does more with a pointer than to store by it: that is no memory to work in.
func reads(f cxx.Function, pointer string) bool {
	for i, t := range f.Body {
		stores := i > 0 && i+1 < len(f.Body) && f.Body[i-1].Text == "*" && f.Body[i+1].Text == "="
		if t.Text == pointer && !stores {
			return true
		}
	}
	return false
}

// indexes reports whether a function reads or writes by a pointer at an index.
func indexes(f cxx.Function, pointer string) bool {
	for i, t := range f.Body[:max(0, len(f.Body)-1)] {
		if t.Text == pointer && f.Body[i+1].Text == "[" {
			return true
		}
	}
	return false
}

// constraints are those of inline PTX for registers, by whether a type is a float and by its bits.
var constraints = map[bool]map[int]string{false: {32: "r", 64: "l"}, true: {32: "f", 64: "d"}}

// variable is a statement that declares a variable. Its first value is undefined, and compilers do not know that.
func variable(t spec.Type, name string) string {
	return fmt.Sprintf("%s %s; asm volatile(\"\" : \"=%s\"(%s))", compile.TypeName(t), name,
		constraints[t.Class() == spec.Float][t.Bits()], name)
}

// lent is the name of shared memory that a function is lent.
const lent = "s"

// sharedLength is how many elements of shared memory a function is lent.
const sharedLength = 1024

// place is a statement that declares an array in shared memory.
func place(t spec.Type, name string) string {
	return fmt.Sprintf("__shared__ %s %s[%d]", compile.TypeName(t), name, sharedLength)
}

// laneFirst gives a place for an index the lane's number, and declares nothing. All other statements before a call do.
const laneFirst = "idx = i"

// WithState is in the error of a call that would make an object of a class with state.
const WithState = "a class with state"

// arguments are what a parameter beside the element may be given: of an integer the mask of the call, all lanes, the
// number of the lane, and the number of lanes or threads that take part; of a pointer a place for an index, or shared
// memory.
func arguments(p cxx.Param, names map[string]string, inBlock, reads bool) (all []argument) {
	t, ok := TypeOf(p.Type, names)
	switch {
	case p.Type == "bool" && p.Indirect == "":
		return []argument{{text: "true"}, {text: "false"}}
	case !ok && p.Length == "" && (p.Indirect == "" || p.Const && p.Indirect == "&"): // a class of functions
		class := cxx.Resolved(p.Type, names)
		if strings.HasSuffix(" "+strings.ReplaceAll(class, "::", " "), " thread_block") {
			return []argument{{text: "cooperative_groups::this_thread_block()"}}
		}
		empty := fmt.Sprintf("static_assert(__is_empty(%s), \"%s\")", class, WithState)
		return []argument{{text: class + "{}", before: empty}}
	case !ok:
		return nil
	case p.Indirect == "&" && !p.Const && p.Length == "" && t == spec.Int32:
		return []argument{{text: "idx", index: true}, {text: "idx", index: true, before: laneFirst}}
	case p.Indirect == "&" && !p.Const && p.Length == "" && t == spec.Uint32:
		return []argument{{text: "(unsigned &)idx", index: true}, {text: "(unsigned &)idx", index: true, before: laneFirst}}
	case p.Indirect == "*" && !p.Const:
		if inBlock && reads {
			all = append(all, argument{text: lent, before: place(t, lent)})
		}
		if t == spec.Int32 {
			all = append(all, argument{text: "&idx", index: true}, argument{text: "&idx", index: true, before: laneFirst})
		}
		return all
	case p.Indirect != "" && !(p.Const && p.Indirect == "&") || t.Class() == spec.Float || t.Bits() < 32:
		return nil
	case inBlock:
		return texts("{threads}", "i", "i % 32", "i / 32", "{threads} / 32", "32", "0xffffffffu")
	}
	if t.Bits() == 32 {
		all = []argument{{text: "mask", mask: true, named: strings.Contains(strings.ToLower(p.Name), "mask")}}
	}
	for _, role := range []spec.Role{spec.SrcRole, spec.DeltaRole} {
		all = append(all, argument{text: role.Name(), given: true, role: role})
	}
	return append(all, texts("32", "i", "0xffffffffu", "16", "8", "4", "2")...)
}

func texts(all ...string) (list []argument) {
	for _, text := range all {
		list = append(list, argument{text: text, number: true})
	}
	return list
}

// with is the call with arguments: one form, or of a mask one for each mode; none where two arguments are the mask, or
// the same place.
func (f Form) with(name string, args []argument, inPlace bool) []Form {
	var texts, before, after []string
	declares, twin := "", false
	masks, indices, given := 0, 0, 0
	for _, a := range args {
		if a.own && f.Own {
			return nil
		}
		f.Own = f.Own || a.own
		if a.unread != "" && f.Unread != "" {
			return nil
		}
		f.Unread += a.unread
		twin = twin || a.twin
		f.Chosen = f.Chosen || a.number
		declares += a.result
		if a.after != "" {
			after = append(after, a.after)
		}
	}
	for _, a := range args {
		if a.place && f.Own {
			a.text = strings.Replace(a.text, "x", result, 1)
			before = append(before, variable(f.Type, result))
		}
		if a.text == lent && slices.Contains(texts, lent) { // each parameter has memory of its own
			a.text += strconv.Itoa(len(texts))
			a.before = strings.Replace(a.before, " "+lent+"[", " "+a.text+"[", 1)
		}
		texts = append(texts, a.text)
		if a.before != "" {
			before = append(before, a.before)
			f.Lent = f.Lent || strings.HasPrefix(a.before, "__shared__")
		}
		if a.mask {
			masks++
			f.NamesMask = a.named
		}
		if a.index {
			indices++
		}
		if a.given {
			given++
			f.Given, f.Role = true, a.role
		}
	}
	if len(after) > 1 || masks > 1 || indices > 1 || given > 1 || given > 0 && masks > 0 {
		return nil
	}
	f.Index = indices > 0
	f.Of = name + "(" + strings.Join(texts, ", ") + ")"
	f.Call = f.expression(declares+f.Of, before, after, inPlace)
	all := []Form{f}
	if twin && masks == 0 {
		other := f
		other.Call, other.Unread = f.expression(f.Of, before, []string{unread}, inPlace), returned
		all = append(all, other)
	}
	if masks > 0 {
		all = append(all, f)
		all[0].Mask, all[1].Mask = spec.Member, spec.Active
	}
	return all
}

// expression is a call that returns the lane's element, after the statements that have to come before it.
func (f Form) expression(call string, before, after []string, inPlace bool) string {
	if f.Memory && len(after) == 0 { // before the array is filled again its threads meet
		call, after = compile.TypeName(f.Type)+" y = "+call, []string{"__syncthreads(); y"}
	}
	parts := append(append(before, call), after...)
	switch {
	case len(after) > 0:
	case f.Own:
		parts = append(parts, result)
	case inPlace && f.N == 0:
		parts = append(parts, fmt.Sprintf("static_cast<%s>(x)", compile.TypeName(f.Type)))
	}
	switch {
	case slices.ContainsFunc(before, func(s string) bool { return s != laneFirst }):
		return "({ " + strings.Join(parts, "; ") + "; })"
	case len(parts) > 1:
		return "(" + strings.Join(parts, ", ") + ")"
	}
	return call
}
