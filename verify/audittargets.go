//go:build !js

package verify

import (
	"maps"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/cxx"
	"github.com/shflgen/shflgen/internal/prover/survey"
)

// target is a function that is audited, or an instance of a template.
type target struct {
	cxx.Function
	called    string // with the arguments of a template
	signature string
	names     map[string]string // of types and numbers
	inBlock   bool              // it, or what it calls, uses shared memory or a barrier of the block
	missing   bool              // a template without a known instance
	chosen    bool              // audit chose the numbers or classes among its arguments: callers may choose others
	others    []target          // further instances that audit chose, for where this one decides nothing
}

// ofWarp are the beginnings of words by which lanes of a warp meet, and ofBlock those of threads of a block.
var (
	ofWarp = []string{"__shfl", "__reduce_", "__ballot", "__any_sync", "__all_sync", "__match_", "__syncwarp",
		"__uni_sync", "__activemask", "tiled_partition", "coalesced_threads", "thread_block_tile"}
	ofBlock = []string{"__shared__", "__syncthreads", "__barrier_sync", "atomicAdd", "atomicMin", "atomicMax"}
	inPTX   = []string{"shfl.sync", "redux.sync", "vote.sync", "match."}
)

// targets are the functions of the file by which lanes or threads work together, directly or by functions of the file,
// and kernels with loops.
func (a *audit) targets() (all []target) {
	declared := cxx.Declared(a.tokens)
	called := append(slices.Clone(declared), cxx.InMacros(a.tokens)...)
	for _, f := range declared {
		if f.Body == nil {
			continue
		}
		level := levelOf(f, called, map[string]bool{})
		if level == 0 && !(f.Kernel() && loops(f)) {
			continue
		}
		t := target{Function: f, called: f.Name, signature: survey.Signature(f), names: a.names, inBlock: level > 1}
		if f.Template() == nil {
			all = append(all, t)
			continue
		}
		all = append(all, a.instancesOf(t)...)
	}
	return all
}

// loops reports whether a function has a loop: a kernel with one may go through rows or columns.
func loops(f cxx.Function) bool {
	return slices.ContainsFunc(f.Body, func(t cxx.Token) bool { return t.Text == "for" || t.Text == "while" })
}

// levelOf is 0 for a function of a thread alone, 1 for one of a warp, 2 for one of a block.
func levelOf(f cxx.Function, declared []cxx.Function, seen map[string]bool) (level int) {
	if seen[f.Name] {
		return 0
	}
	seen[f.Name] = true
	begins := func(word string, with []string) bool {
		return slices.ContainsFunc(with, func(w string) bool { return strings.HasPrefix(word, w) })
	}
	if slices.ContainsFunc(f.Args, func(t cxx.Token) bool { return t.Text == "volatile" }) {
		return 2 // memory that other threads write meanwhile
	}
	for i, t := range f.Body {
		switch {
		case t.Kind == cxx.Word && begins(t.Text, ofBlock):
			return 2
		case t.Kind == cxx.Word && begins(t.Text, ofWarp):
			level = max(level, 1)
		case t.Kind == cxx.Literal && slices.ContainsFunc(inPTX, func(w string) bool { return strings.Contains(t.Text, w) }):
			level = max(level, 1)
		case t.Kind == cxx.Word && i+1 < len(f.Body) && (f.Body[i+1].Text == "(" || f.Body[i+1].Text == "<"):
			for _, other := range declared {
				if other.Name == t.Text || strings.HasSuffix(other.Name, "::"+t.Text) {
					level = max(level, levelOf(other, declared, seen))
				}
			}
		}
	}
	return level
}

// instancesOf are the instances of a template that the file calls, and those that are asked for.
func (a *audit) instancesOf(t target) (all []target) {
	lists := a.arguments(t.Function, nil)
	for _, text := range a.Instances {
		if args, ok := strings.CutPrefix(text, t.Name+"<"); ok {
			lists = appendNew(lists, []string{strings.TrimSuffix(args, ">")})
		}
	}
	if len(lists) == 0 && t.Required() == 0 {
		lists = []string{""}
	}
	known := func(list string) bool { _, ok := givenBy(t.Function, list); return ok }
	guessed := !slices.ContainsFunc(lists, known)
	if guessed {
		lists, t.chosen = a.likelyArguments(t)
	}
	for _, list := range lists {
		given, ok := givenBy(t.Function, list)
		if !ok {
			continue
		}
		for _, name := range t.Deduced() {
			if given[name] == "" {
				given[name] = likelyTypes[0]
			}
		}
		of := t
		of.names = maps.Clone(t.names)
		maps.Copy(of.names, given)
		of.called = t.Name + "<" + list + ">"
		of.signature = survey.Instance(t.Function, of.called, given)
		all = append(all, of)
	}
	switch {
	case len(all) == 0:
		t.missing = true
		all = append(all, t)
	case guessed:
		all[0].others, all = all[1:], all[:1]
	}
	return all
}

// likelyTypes and likelyBlock are arguments of templates where the file names none: calls deduce a type, and code that
// is not here chooses a number.
var likelyTypes = []string{"float", "int"}

const likelyBlock = "256"

// likelyArguments are those for types, numbers and classes of functions, the likeliest first; none where others are
// wanted. chosen says that callers may want other ones: types and the threads of a block are likely enough.
func (a *audit) likelyArguments(t target) (lists []string, chosen bool) {
	const variants = 2
	for variant := range variants {
		for _, typ := range likelyTypes {
			var list []string
			for _, p := range t.Template()[:t.Required()] {
				arg, sure := a.likelyArgument(t, p, typ, variant)
				if arg == "" {
					return nil, false
				}
				list, chosen = append(list, arg), chosen || !sure
			}
			lists = appendNew(lists, []string{strings.Join(list, ", ")})
		}
	}
	return lists, chosen
}

// likelyArgument is one of them: by a type of elements, and by one of two variants. sure says that there is no other
// variant; "" is that of a parameter that may be anything.
func (a *audit) likelyArgument(t target, p cxx.Param, typ string, variant int) (arg string, sure bool) {
	name := strings.ToLower(p.Name)
	switch class := a.functor(t, p, typ); {
	case class != "":
		return class, false
	case p.Type == "typename" || p.Type == "class":
		return typ, true
	case p.Type == "bool":
		return []string{"true", "false"}[variant], false
	case (t.Kernel() || t.inBlock) && (strings.Contains(name, "block") || strings.Contains(name, "thread")):
		return likelyBlock, true
	case t.Kernel() || !strings.Contains(p.Type, "int") && !strings.Contains(p.Type, "unsigned"):
	case numberOfLength(t, p.Name):
		return []string{"2", "4"}[variant], false
	case !t.inBlock:
		return []string{"32", "8"}[variant], false
	}
	return "", false
}

// functor is a class of functions of the file for a parameter of a template that is one; "" of another parameter.
func (a *audit) functor(t target, p cxx.Param, typ string) string {
	template := strings.HasPrefix(p.Type, "template<")
	if !template && !t.CallsClass(p.Name) {
		return ""
	}
	for _, c := range cxx.Functors(a.tokens) {
		switch {
		case template == (c.Template != nil) && len(c.Template) < 2:
			return c.Name
		case !template && len(c.Template) == 1 && c.Template[0].Type == "typename":
			return c.Name + "<" + typ + ">"
		}
	}
	return ""
}

// numberOfLength reports whether a number is the length of a parameter that is an array.
func numberOfLength(t target, name string) bool {
	return slices.ContainsFunc(t.Params(), func(p cxx.Param) bool { return p.Length == name })
}

// arguments are those by which functions of the file call a template. Where a template calls it by its own parameters,
// they are those of its instances.
func (a *audit) arguments(f cxx.Function, callers []string) (lists []string) {
	for _, caller := range cxx.Declared(a.tokens) {
		for _, list := range cxx.Instances(caller.Body, f.Name[strings.LastIndex(f.Name, ":")+1:]) {
			if caller.Template() == nil {
				lists = appendNew(lists, []string{list})
				continue
			}
			if slices.Contains(callers, caller.Name) {
				continue
			}
			for _, of := range a.arguments(caller, append(callers, caller.Name)) {
				if given, ok := givenBy(caller, of); ok {
					lists = appendNew(lists, []string{strings.ReplaceAll(cxx.Resolved(list, given), " , ", ", ")})
				}
			}
		}
	}
	return appendNew(lists, cxx.Instances(a.outside(), f.Name[strings.LastIndex(f.Name, ":")+1:]))
}

// outside are the tokens of the file that stand in no function for the device: host code launches kernels.
func (a *audit) outside() (rest []cxx.Token) {
	inside := map[int]bool{}
	for _, f := range cxx.Declared(a.tokens) {
		for _, t := range f.Body {
			inside[t.Offset] = true
		}
	}
	for _, t := range a.tokens {
		if !inside[t.Offset] {
			rest = append(rest, t)
		}
	}
	return rest
}

// givenBy are the parameters of a template by its arguments, and whether they are no parameters of another one.
func givenBy(f cxx.Function, list string) (map[string]string, bool) {
	params, given := f.Template(), map[string]string{}
	if list == "" {
		return given, f.Required() == 0
	}
	args := strings.Split(list, ",")
	if len(args) > len(params) {
		return nil, false
	}
	for i, arg := range args {
		if given[params[i].Name] = strings.TrimSpace(arg); given[params[i].Name] == params[i].Name {
			return nil, false
		}
	}
	return given, true
}
