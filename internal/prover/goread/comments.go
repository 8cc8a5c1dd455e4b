package goread

import (
	"fmt"
	"go/ast"
	"go/build/constraint"
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// buildLine is a comment that decides whether the file is compiled, if there is one.
func buildLine(syntax *ast.File) *ast.Comment {
	for _, g := range syntax.Comments {
		for _, c := range g.List {
			if constraint.IsGoBuild(c.Text) || constraint.IsPlusBuild(c.Text) {
				return c
			}
		}
	}
	return nil
}

// plainComments refuses every comment but a plain one: what a compiler or builder
// acts on.
func (f *File) plainComments(syntax *ast.File) error {
	if c := buildLine(syntax); c != nil {
		return f.refuse(c, "comment "+c.Text, "a build constraint may leave the file out; want plain // comments")
	}
	for _, g := range syntax.Comments {
		for _, c := range g.List {
			if c.Text != "//" && !strings.HasPrefix(c.Text, "// ") && !strings.HasPrefix(c.Text, "//\t") {
				return f.refuse(c, "comment "+c.Text, "want plain // comments, with a space before the text")
			}
		}
	}
	return nil
}

// harmless are the directives that do not change what a function computes.
var harmless = []string{"go:build", "go:generate", "go:noinline", "go:nosplit", "go:norace", "go:fix", "go:debug"}

// harmlessComments refuses directives of someone's own file that may.
func (f *File) harmlessComments(syntax *ast.File) error {
	for _, g := range syntax.Comments {
		for _, c := range g.List {
			text := strings.TrimPrefix(strings.TrimPrefix(c.Text, "//"), "/*")
			word, _, _ := strings.Cut(text, " ")
			word = strings.TrimSpace(word)
			directive := strings.HasPrefix(word, "go:") && !slices.Contains(harmless, word) ||
				word == "line" || word == "export" || word == "extern" || strings.HasPrefix(word, "cgo:")
			if directive {
				return f.refuse(c, "comment "+c.Text,
					"a directive that may change what is compiled or where it says it stands; want the file without it")
			}
		}
	}
	return nil
}

// importsUser reports whether an emitted file imports a path for what its spec names: functions of
// users under their own names, and types.
func (f *File) importsUser(i *ast.ImportSpec, path string) bool {
	for _, u := range f.userFuncs() {
		if i.Name == nil && path == u.path && !u.local {
			return true
		}
	}
	for e := range f.elems { // of elements, values and inputs
		if !e.TypeName().Local && path == e.TypeName().Path {
			return true
		}
	}
	return false
}

// imports accepts a declaration of an emitted file: imports under their own names.
func (f *File) imports(d *ast.GenDecl) error {
	for _, s := range d.Specs {
		i, ok := s.(*ast.ImportSpec)
		if !ok {
			return f.refuse(d, "declaration of "+d.Tok.String(), "want functions and imports")
		}
		path, _ := strconv.Unquote(i.Path.Value)
		if f.importsUser(i, path) {
			continue
		}
		inMemory := f.Spec.Pattern.InMemory() || len(f.others) > 0 // or another function of the file is one of rows
		if i.Name != nil || std[path] == nil || !inMemory && (path == "runtime" || path == "sync") {
			return f.refuse(i, "import "+i.Path.Value,
				`want "math" or "math/bits" under its own name; of rows and arrays "runtime" and "sync" as well`)
		}
	}
	return nil
}

// predeclared refuses names of the language, such as min or uint32, that the rest of
// the package means otherwise; in an emitted file also those that the file does.
func (f *File) predeclared(u *Unit) error {
	var first error
	ast.Inspect(u.Syntax, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || first != nil || types.Universe.Lookup(id.Name) == nil {
			return first == nil
		}
		o := f.info.Uses[id]
		if o == nil {
			o = f.info.Defs[id]
		}
		if o == nil || o.Parent() == types.Universe || o.Pkg() == nil {
			return true
		}
		at := f.fset.PositionFor(o.Pos(), false) // whatever a line directive says
		elsewhere := o.Parent() == u.Pkg.Scope() && at.Filename != f.fset.PositionFor(id.Pos(), false).Filename
		if elsewhere || f.emitted {
			first = f.refuse(id, "name "+id.Name,
				fmt.Sprintf("is declared at %s, in place of what Go means by it; want another name there", at))
		}
		return true
	})
	return first
}
