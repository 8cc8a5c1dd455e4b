package goread

import (
	"go/ast"
	"go/token"
	"go/types"
)

// Functions of an emitted file beside the exported one are of two kinds. Helpers with the text of
// an axiom are trusted to compute what package axiom says. All others are followed: a call executes
// the body on its arguments, as if it stood there. Nothing is assumed of them, so what they are
// called and how they divide the work is up to the file.

// followed accepts a function of an emitted file that is executed where it is called: unexported,
// and of a name that starts with that of an exported function of the file, so that no other
// file of the package has it. A name that ends as an axiom's does promises that axiom's text.
func (f *File) followed(d *ast.FuncDecl) bool {
	object, ok := f.info.Defs[d.Name].(*types.Func)
	if !ok || d.Recv != nil || d.Body == nil || token.IsExported(d.Name.Name) || object.Signature().TypeParams() != nil {
		return false
	}
	word, ok := f.afterOwner(d.Name.Name)
	return ok && token.IsExported(word) && !isTrusted(word)
}

// isTrusted reports whether emitted files call an axiom by a word.
func isTrusted(word string) bool {
	for _, r := range roles {
		if r.word == word {
			return true
		}
	}
	return false
}

// allCalled refuses a function that is followed and that nothing calls: nothing is known of it.
func (f *File) allCalled(u *Unit) error {
	for _, d := range u.Syntax.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		if object, _ := f.info.Defs[fn.Name].(*types.Func); f.funcs[object] != nil && !f.calls(u, fn) {
			return f.refuse(fn, "function "+fn.Name.Name, "nothing calls it; only "+f.Func+" and what it calls may be defined")
		}
	}
	return nil
}
