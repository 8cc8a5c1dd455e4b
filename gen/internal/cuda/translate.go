//go:build !js

package cuda

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/shflgen/shflgen/gen/internal/userfn"
	"github.com/shflgen/shflgen/spec"
)

// userFunction is a function of a user, translated under a name, with what it calls: the value of a flag.
func userFunction(s spec.Spec, flag, ref, name, noCUDA string, u User) ([]string, error) {
	switch {
	case u.Func == nil:
		return nil, fmt.Errorf("cuda: -%s %s: the function was not loaded", flag, ref)
	case noCUDA != "":
		return nil, spec.FlagError{Flag: flag, Value: ref, Want: noCUDA}
	}
	code, err := userfn.Translate(u.Package, u.Func, userfn.Options{Prefix: name, Name: name, Struct: knownStructs(s)})
	if err != nil {
		return nil, spec.FlagError{Flag: flag, Value: ref, Want: err.Error()}
	}
	if code.Traps() {
		return nil, spec.FlagError{Flag: flag, Value: ref,
			Want: "it may panic; lanes without a result compute it too, and a panic would end the kernel; " +
				"want no panic, divisors that are constants or of the form b | 1, and shifts by unsigned counts"}
	}
	var parts []string
	if code.Types != "" {
		parts = append(parts, code.Types)
	}
	var text []string
	for _, h := range code.Helpers {
		text = append(text, strings.TrimRight(h.String(), "\n")+"\n")
	}
	functions, err := callable(strings.Join(append(text, code.Functions), "\n"), name)
	return append(parts, functions), err
}

// callable is the text of functions. The one called name is only declared in builds for proofs: with the macro
// SHFLGEN_CALLS, no compiler knows its result.
func callable(text, name string) (string, error) {
	const inlined = "[[maybe_unused]] static __device__ __forceinline__ "
	at := strings.Index(text, " "+name+"(")
	start := strings.LastIndex(text[:max(at, 0)], inlined)
	if at < 0 || start < 0 || strings.Contains(text[start:at], "\n") {
		return "", fmt.Errorf("cuda: the translation defines no %s", name)
	}
	declared, _, _ := strings.Cut(text[start+len(inlined):], "\n")
	return fmt.Sprintf("#ifdef SHFLGEN_CALLS // a build in which the function stays "+
		"a call\n__device__ %s;\n#else\n%s\n#endif", declared, strings.TrimRight(text, "\n")), nil
}

// knownStructs are the types that the file declares for the elements, as the translation of a
// function uses them.
func knownStructs(s spec.Spec) func(types.Type) (userfn.Struct, bool) {
	all := s.Composites()
	if len(all) == 0 {
		return nil
	}
	known := map[string]userfn.Struct{}
	var visit func(e *spec.Element)
	visit = func(e *spec.Element) {
		if e.IsNumber() {
			return
		}
		if n := e.TypeName(); n.Name != "" {
			made := userfn.Struct{Name: e.CUDAName()}
			for i, m := range e.Members() {
				if e.Kind() == spec.StructKind && e.Fields()[i].Blank() {
					m.Name = ""
				}
				made.Members = append(made.Members, m.Name)
			}
			known[n.Path+"."+n.Name] = made
		}
		for _, f := range e.Fields() {
			visit(f.Elem)
		}
		if e.Of() != nil {
			visit(e.Of())
		}
	}
	for _, e := range all {
		visit(e)
	}
	return func(t types.Type) (userfn.Struct, bool) {
		named, ok := types.Unalias(t).(*types.Named)
		if !ok || named.Obj().Pkg() == nil {
			return userfn.Struct{}, false
		}
		found, ok := known[named.Obj().Pkg().Path()+"."+named.Obj().Name()]
		return found, ok
	}
}
