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
	missing   bool              // a template of which no instance is known
}

// ofWarp are the beginnings of words by which lanes of a warp meet, and ofBlock those of threads of a block.
var (
	ofWarp = []string{"__shfl", "__reduce_", "__ballot", "__any_sync", "__all_sync", "__match_", "__syncwarp",
		"__uni_sync", "__activemask"}
	ofBlock = []string{"__shared__", "__syncthreads", "__barrier_sync"}
	inPTX   = []string{"shfl.sync", "redux.sync", "vote.sync", "match."}
)

// targets are the functions of the file by which lanes or threads work together, directly or by functions of the file.
func (a *audit) targets() (all []target) {
	declared := cxx.Declared(a.tokens)
	for _, f := range declared {
		if f.Body == nil || f.Kernel() {
			continue
		}
		level := levelOf(f, declared, map[string]bool{})
		if level == 0 {
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

// levelOf is 0 for a function of a thread alone, 1 for one of a warp, 2 for one of a block.
func levelOf(f cxx.Function, declared []cxx.Function, seen map[string]bool) (level int) {
	if seen[f.Name] {
		return 0
	}
	seen[f.Name] = true
	begins := func(word string, with []string) bool {
		return slices.ContainsFunc(with, func(w string) bool { return strings.HasPrefix(word, w) })
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
	base := t.Name[strings.LastIndex(t.Name, ":")+1:]
	lists := cxx.Instances(a.tokens, base)
	for _, text := range a.Instances {
		if args, ok := strings.CutPrefix(text, t.Name+"<"); ok && !slices.Contains(lists, strings.TrimSuffix(args, ">")) {
			lists = append(lists, strings.TrimSuffix(args, ">"))
		}
	}
	params := t.Template()
	for _, list := range lists {
		args := strings.Split(list, ",")
		within := slices.ContainsFunc(args, func(arg string) bool {
			return slices.ContainsFunc(params, func(p cxx.Param) bool { return strings.TrimSpace(arg) == p.Name })
		})
		if len(args) > len(params) || within { // of another template's own parameters
			continue
		}
		of := t
		given := map[string]string{}
		for i, arg := range args {
			given[params[i].Name] = strings.TrimSpace(arg)
		}
		of.names = maps.Clone(t.names)
		maps.Copy(of.names, given)
		of.called = t.Name + "<" + list + ">"
		of.signature = survey.Instance(t.Function, of.called, given)
		all = append(all, of)
	}
	if len(all) == 0 {
		t.missing = true
		all = append(all, t)
	}
	return all
}
