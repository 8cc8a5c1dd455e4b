// Package userfn translates a pure Go function, with the functions that it calls, to CUDA C++.
// The translation computes the same bits as the Go function: where the languages differ, it calls
// helper functions that it defines. Whatever it does not translate is an error with its place. Package userpkg has
// seen that the function is pure, and package operator that Go fuses none of its products.
package userfn

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Struct is how CUDA C++ declares a Go type of several scalars.
type Struct struct {
	Name string
	// Members are the members in the order of the fields of a struct; "" for a blank field, which has none. For a
	// complex number they are the real and the imaginary part, for an array the one member that holds its elements.
	Members []string
}

// Options are the names that the translation uses.
type Options struct {
	// Prefix starts the name of every function and type that the translation defines.
	Prefix string
	// Name is the translated function; Prefix if it is empty.
	Name string
	// Struct names the types that are declared elsewhere; nil: there are none. A named struct
	// has members that are arrays of C++ where its fields are arrays.
	Struct func(types.Type) (Struct, bool)
}

// Code is a translation.
type Code struct {
	Name      string // the function
	Types     string // declarations of structs, but those of [Options.Struct]
	Helpers   []Helper
	Functions string // the functions, each after those that it calls
}

// String is the code in the order of a file.
func (c *Code) String() string {
	var parts []string
	if c.Types != "" {
		parts = append(parts, c.Types)
	}
	for _, h := range c.Helpers {
		parts = append(parts, h.String())
	}
	return strings.Join(append(parts, c.Functions), "\n")
}

// Translate translates fn, a function of pkg or of a package that it imports. pkg was loaded
// with syntax and types, those of its imports included. The error is a [Problems].
func Translate(pkg *packages.Package, fn *types.Func, o Options) (*Code, error) {
	u := newUnit(pkg, o)
	name := u.function(fn, nil)
	if err := u.problems.err(); err != nil {
		return nil, err
	}
	return &Code{name, strings.Join(u.structTexts, "\n"), u.helperList(), strings.Join(u.functions, "\n")}, nil
}

// unit is one translation.
type unit struct {
	Options
	decls map[*types.Func]declaration // of all packages that were loaded

	names       map[*types.Func]string // functions that were translated, or that are being translated
	open        []*types.Func          // functions that are being translated, callers first
	used        map[string]bool        // names at file level
	functions   []string
	structs     map[string]Struct // by the type's text
	declared    map[string]bool   // of them, those that the file declares for its elements
	structTexts []string
	helpers     map[string]Helper
	problems    Problems
}

// declaration is where a function stands.
type declaration struct {
	pkg  *packages.Package
	file *ast.File
	decl *ast.FuncDecl
}

func newUnit(pkg *packages.Package, o Options) *unit {
	u := &unit{Options: o, decls: map[*types.Func]declaration{}, names: map[*types.Func]string{}, used: map[string]bool{},
		structs: map[string]Struct{}, declared: map[string]bool{}, helpers: map[string]Helper{}}
	if u.Name == "" {
		u.Name = u.Prefix
	}
	packages.Visit([]*packages.Package{pkg}, nil, func(p *packages.Package) {
		if p.TypesInfo == nil {
			return
		}
		for _, file := range p.Syntax {
			for _, d := range file.Decls {
				if d, ok := d.(*ast.FuncDecl); ok {
					if fn, ok := p.TypesInfo.Defs[d.Name].(*types.Func); ok {
						u.decls[fn] = declaration{p, file, d}
					}
				}
			}
		}
	})
	return u
}

// fresh is a name at file level that starts with the prefix.
func (u *unit) fresh(name string) string {
	base := u.Prefix + "_" + snake(name)
	for full, n := base, 2; ; n++ {
		if !u.used[full] {
			u.used[full] = true
			return full
		}
		full = base + "_" + itoa(n)
	}
}

// Traps reports whether the code has a trap, for what panics in Go. Whoever calls the function on
// elements that Go does not pass to it has to see to it that it does not end there.
func (c *Code) Traps() bool { return strings.Contains(c.String(), "__trap()") }
