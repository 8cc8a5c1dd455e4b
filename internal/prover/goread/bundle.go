package goread

import (
	"go/ast"
	"strings"

	"github.com/shflgen/shflgen/spec"
)

// ReadBundled reads the function of one spec in an emitted file of many. It may call helpers, and none of the file's
// other functions. Functions that it does not call are not examined: a proof of the file is one of each of its
// functions.
func ReadBundled(u *Unit, b spec.Bundle, of spec.Spec) (*File, error) {
	others := map[string]bool{}
	for _, s := range b.Specs {
		if s != of {
			for _, name := range s.GoNames() {
				others[name] = true
			}
		}
	}
	return everywhere(u, func(u *Unit) (*File, error) { return readAs(u, of, others) })
}

// calls reports whether the function of the spec calls a function of the file, or what it calls does.
func (f *File) calls(u *Unit, d *ast.FuncDecl) bool {
	if f.called == nil {
		f.called = map[ast.Node]bool{}
		for _, main := range u.Syntax.Decls {
			if main, ok := main.(*ast.FuncDecl); ok && main.Name.Name == f.Func && main.Recv == nil {
				f.called = u.reachOf(main, f.isUser).seen
			}
		}
	}
	return f.called[d]
}

// afterOwner is what follows in a helper's name: it starts with the name of the function that it was
// made for, which in a file of many may be another.
func (f *File) afterOwner(helper string) (string, bool) {
	word, found := strings.CutPrefix(helper, lowerFirst(f.Func))
	for other := range f.others {
		if w, ok := strings.CutPrefix(helper, lowerFirst(other)); ok && (!found || len(w) < len(word)) {
			word, found = w, true
		}
	}
	return word, found
}

func lowerFirst(name string) string { return strings.ToLower(name[:1]) + name[1:] }
