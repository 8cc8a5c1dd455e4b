// Package goread reads a Go function under proof from its bytes, and is the host of its execution by
// package goexec: of the helpers and users' functions that it calls, and of the forms in which emitted functions
// go through rows and arrays. It resolves every name by go/types, and rejects everything it does not support.
package goread

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/goexec"
	"github.com/shflgen/shflgen/spec"
)

// File is a function that has been read, with what it calls.
type File struct {
	Spec spec.Spec
	Func string

	// Loaded says what the function was type-checked with, in words for the verdict.
	Loaded string

	// Assumes says what the caller must see to, in words for the verdict.
	Assumes []string

	// Forms are the names of the functions that call it, in other forms.
	Forms []string

	// Interrupt, if it is set, is asked now and then during Run, which its error ends.
	Interrupt func() error

	// Other is the same function where int has the other size; nil where that does not
	// matter. A proof is of both.
	Other *File

	shape   spec.Shape // of Spec
	span    spec.Spec  // of a function of a range of columns, where Spec is one number of them: the spec of the range
	emitted bool       // by shflgen: helpers are axioms
	fset    *token.FileSet
	info    *types.Info
	pkg     *types.Package
	sizes   types.Sizes
	elems   map[*spec.Element]types.Type // of elements and inputs that are no scalars
	main    *ast.FuncDecl
	funcs   map[*types.Func]*ast.FuncDecl // of the file
	helpers map[*types.Func]helper
	others  map[string]bool   // names of further functions of an emitted file
	called  map[ast.Node]bool // what the function of a file of many calls; see [File.calls]
}

// Unit is a file, parsed and type-checked.
type Unit struct {
	Name   string
	Src    []byte
	Fset   *token.FileSet
	Syntax *ast.File
	Info   *types.Info
	Pkg    *types.Package
	Sizes  types.Sizes
	Loaded string // with what, in words

	Files     []*ast.File               // of the package; nil: Syntax alone
	Elsewhere map[string]token.Position // what files declare that other build constraints bring in
	Unknown   []string                  // imported packages with an initialisation that is not known

	// Resolve loads what the spec of a header refers to; nil: nothing is loaded.
	Resolve func(spec.Spec) (spec.Spec, error)

	// Check type-checks the package again, for another size of int.
	Check func(types.Sizes) (*types.Package, *types.Info, []error)
}

// Read reads an emitted file by itself. name is for messages.
func Read(name string, src []byte) (*File, error) {
	u, err := alone(name, src)
	if err != nil {
		return nil, err
	}
	return ReadUnit(u)
}

// ReadUnit reads an emitted file: one exported function, the helpers it needs, and
// nothing else. The spec is that of the header.
func ReadUnit(u *Unit) (*File, error) { return everywhere(u, readEmitted) }

func readEmitted(u *Unit) (*File, error) {
	first, _, _ := strings.Cut(string(u.Src), "\n")
	s, err := spec.ParseHeader(strings.TrimSuffix(first, "\r"))
	if err != nil {
		return nil, fmt.Errorf("%s:1: not a file of shflgen: %w", u.Name, err)
	}
	if u.Resolve != nil {
		if s, err = u.Resolve(s); err != nil {
			return nil, fmt.Errorf("%s:1: %w", u.Name, err)
		}
	}
	return readAs(u, s, nil)
}

// readAs reads the function of a spec in an emitted file. others are the names of further functions
// in it, which the function does not call; of helpers it has those that it calls.
func readAs(u *Unit, s spec.Spec, others map[string]bool) (*File, error) {
	if s.User != nil && !s.User.Resolved() {
		return nil, fmt.Errorf("%s:1: -op %s: the package was not loaded", u.Name, s.User.Ref)
	}
	if !s.Map.Resolved() {
		return nil, fmt.Errorf("%s:1: -map %s: the package was not loaded", u.Name, s.Map.Ref)
	}
	if !s.Row().Fn.Resolved() {
		return nil, fmt.Errorf("%s:1: -f %s: the package was not loaded", u.Name, s.Row().Fn.Ref)
	}
	f := newFile(u, s, s.FuncName())
	if err := f.findElements(u); err != nil {
		return nil, err
	}
	f.emitted, f.others = true, others
	if err := f.plainComments(u.Syntax); err != nil {
		return nil, err
	}
	for _, d := range u.Syntax.Decls {
		switch d := d.(type) {
		case *ast.GenDecl:
			if err := f.imports(d); err != nil {
				return nil, err
			}
		case *ast.FuncDecl:
			if d.Name.Name == f.Func && d.Recv == nil {
				f.main = d
				continue
			}
			if len(others) > 0 && f.form(d) == 0 && d.Recv == nil && d.Name.Name != "init" &&
				(others[d.Name.Name] || !f.calls(u, d)) {
				continue
			}
			if form := f.form(d); form != 0 {
				if err := f.readForm(form, d); err != nil {
					return nil, err
				}
				continue
			}
			h, err := f.readHelper(d)
			if err != nil && f.followed(d) {
				f.funcs[f.info.Defs[d.Name].(*types.Func)] = d
				continue
			}
			if err != nil {
				return nil, err
			}
			f.helpers[f.info.Defs[d.Name].(*types.Func)] = h
		default:
			return nil, f.refuse(d, fmt.Sprintf("%T", d), "want functions and imports")
		}
	}
	if f.main == nil {
		return nil, fmt.Errorf("%s: no function %s, which the header asks for", u.Name, f.Func)
	}
	if err := errors.Join(f.haveForms(u), f.allCalled(u)); err != nil {
		return nil, err
	}
	return f.checked(u)
}

// ReadFunc reads a function fn that should do what the spec says, out of a file that
// is read by itself. Other declarations of the file are followed where it calls them.
func ReadFunc(name string, src []byte, s spec.Spec, fn string) (*File, error) {
	u, err := alone(name, src)
	if err != nil {
		return nil, err
	}
	return ReadFuncUnit(u, s, fn)
}

// ReadFuncUnit is [ReadFunc] of a file that has been loaded.
func ReadFuncUnit(u *Unit, s spec.Spec, fn string) (*File, error) {
	return everywhere(u, func(u *Unit) (*File, error) { return readFunc(u, s, fn) })
}

func readFunc(u *Unit, s spec.Spec, fn string) (*File, error) {
	f := newFile(u, s, fn)
	if s.Forms != 0 {
		return nil, fmt.Errorf("%s: the forms %s are those of an emitted file, read by its header", u.Name, s.Forms)
	}
	if err := errors.Join(f.findElements(u), f.sameHeader(u)); err != nil {
		return nil, err
	}
	if err := f.startsQuietly(u); err != nil {
		return nil, err
	}
	if err := f.harmlessComments(u.Syntax); err != nil {
		return nil, err
	}
	var names []string
	for _, d := range u.Syntax.Decls {
		d, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		object, ok := f.info.Defs[d.Name].(*types.Func)
		if !ok || d.Recv != nil {
			continue
		}
		names = append(names, d.Name.Name)
		if d.Name.Name == fn {
			f.main = d
			continue
		}
		f.funcs[object] = d
		if h, err := f.readHelper(d); err == nil {
			f.helpers[object] = h
		}
	}
	if f.main == nil {
		return nil, fmt.Errorf("%s: no function %s; the file has %s", u.Name, fn, strings.Join(names, ", "))
	}
	return f.checked(u)
}

// sameHeader refuses a file with another spec in its header.
func (f *File) sameHeader(u *Unit) error {
	first, _, _ := strings.Cut(string(u.Src), "\n")
	if !strings.HasPrefix(first, spec.HeaderPrefix) {
		return nil
	}
	s, err := spec.ParseHeader(first)
	if err == nil && u.Resolve != nil {
		s, err = u.Resolve(s)
	}
	if err != nil || s != f.Spec {
		return &goexec.Error{Pos: token.Position{Filename: u.Name, Line: 1, Column: 1}, What: "header",
			Why: "does not say what the spec says; want a spec equal to it, or the header removed"}
	}
	return nil
}

func newFile(u *Unit, s spec.Spec, fn string) *File {
	sh := s.Shape()
	return &File{
		Spec: s, Func: fn, Loaded: u.Loaded, Assumes: assumptions(sh), shape: sh,
		fset: u.Fset, info: u.Info, pkg: u.Pkg, sizes: u.Sizes,
		funcs: map[*types.Func]*ast.FuncDecl{}, helpers: map[*types.Func]helper{},
	}
}

// checked ends the reading of a file after its function was found.
func (f *File) checked(u *Unit) (*File, error) {
	if err := f.predeclared(u); err != nil {
		return nil, err
	}
	fn, _ := f.info.Defs[f.main.Name].(*types.Func)
	if fn == nil || !types.Identical(fn.Signature(), signature(f.shape, f.elems)) {
		from := "spec"
		if f.emitted {
			from = "header"
		}
		return nil, f.refuse(f.main, "func "+f.main.Name.Name, "the "+from+" asks for "+Signature(f.Spec))
	}
	if f.shape.Columns() {
		return f, f.ofColumn()
	}
	return f, nil
}

// alone parses and type-checks a file without the rest of its package.
func alone(name string, src []byte) (*Unit, error) {
	u := &Unit{
		Name: name, Src: src, Fset: token.NewFileSet(), Sizes: types.SizesFor("gc", "amd64"),
		Loaded: "the file alone, int of 64 bits",
	}
	var err error
	if u.Syntax, err = Parse(u.Fset, name, src); err != nil {
		return nil, err
	}
	if at := buildLine(u.Syntax); at != nil {
		return nil, &goexec.Error{Pos: u.Fset.Position(at.Pos()), What: "comment " + at.Text,
			Why: "a build constraint may leave the file out; want plain // comments, or the file loaded with its package"}
	}
	u.Check = func(sizes types.Sizes) (*types.Package, *types.Info, []error) {
		return Check("the file alone", u.Fset, u.files(), types.Config{Importer: importStd{}, Sizes: sizes})
	}
	var errs []error
	if u.Pkg, u.Info, errs = u.Check(u.Sizes); len(errs) > 0 {
		return nil, errs[0]
	}
	return u, nil
}

// Check type-checks files, and goes on after an error.
func Check(path string, fset *token.FileSet, files []*ast.File, config types.Config) (*types.Package, *types.Info,
	[]error) {
	size := 0
	for _, f := range files {
		size += int(f.End() - f.Pos())
	}
	info := &types.Info{ // of about the size that code has
		Types: make(map[ast.Expr]types.TypeAndValue, size/6),
		Defs:  make(map[*ast.Ident]types.Object, size/60),
		Uses:  make(map[*ast.Ident]types.Object, size/16),
	}
	var errs []error
	config.Error = func(err error) { errs = append(errs, err) }
	pkg, err := config.Check(path, fset, files, info)
	if err != nil && len(errs) == 0 {
		errs = append(errs, err)
	}
	return pkg, info, errs
}

// Parse parses a file within the bounds of what is read.
func Parse(fset *token.FileSet, name string, src []byte) (*ast.File, error) {
	if err := tooLarge(name, src); err != nil {
		return nil, err
	}
	syntax, err := parser.ParseFile(fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	return syntax, tooDeep(fset, syntax)
}

// Axioms names the helpers that are taken as what package axiom says.
func (f *File) Axioms() []string {
	var names []string
	for _, h := range f.helpers {
		names = append(names, h.axiom)
	}
	slices.Sort(names)
	return names
}

func (f *File) refuse(n ast.Node, what, why string) error {
	return &goexec.Error{Pos: f.fset.Position(n.Pos()), What: what, Why: why}
}
