// Package goread reads emitted Go from its bytes and executes it, statement by
// statement, over a domain of values. What it does not know it refuses.
package goread

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/shflgen/shflgen"
)

// File is an emitted file that has been read and found to be of the dialect:
// one exported function, the helpers it needs, and nothing else.
type File struct {
	Spec shflgen.Spec
	Func string

	fset    *token.FileSet
	info    *types.Info
	body    []ast.Stmt
	helpers map[string]helper
}

// Error is a refusal, with its place and what stands there.
type Error struct {
	Pos  token.Position
	What string // the source construct
	Why  string
}

// Error is the refusal in one line.
func (e *Error) Error() string { return fmt.Sprintf("%s: %s: %s", e.Pos, e.What, e.Why) }

// Reasons for a refusal.
const (
	byDesign = "not in the dialect of emitted Go, by design"
	unknown  = "not known to the reader"
)

// Read reads an emitted file. name is for messages.
func Read(name string, src []byte) (*File, error) {
	first, _, _ := strings.Cut(string(src), "\n")
	spec, err := shflgen.ParseHeader(first)
	if err != nil {
		return nil, fmt.Errorf("%s:1: not a file of shflgen: %w", name, err)
	}
	f := &File{Spec: spec, Func: spec.FuncName(), fset: token.NewFileSet(), helpers: map[string]helper{}}
	syntax, err := parser.ParseFile(f.fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	if err := f.checkComments(syntax); err != nil {
		return nil, err
	}
	if err := f.checkTypes(syntax); err != nil {
		return nil, err
	}
	var main *ast.FuncDecl
	for _, d := range syntax.Decls {
		switch d := d.(type) {
		case *ast.GenDecl:
			if d.Tok != token.IMPORT {
				return nil, f.refuse(d, "declaration of "+d.Tok.String(), byDesign)
			}
			for _, s := range d.Specs {
				if s.(*ast.ImportSpec).Name != nil {
					return nil, f.refuse(d, "renamed import", byDesign)
				}
			}
		case *ast.FuncDecl:
			if d.Name.Name == f.Func {
				main = d
				continue
			}
			h, err := f.readHelper(d)
			if err != nil {
				return nil, err
			}
			f.helpers[d.Name.Name] = h
		default:
			return nil, f.refuse(d, fmt.Sprintf("%T", d), unknown)
		}
	}
	if main == nil {
		return nil, fmt.Errorf("%s: no function %s, which the header asks for", name, f.Func)
	}
	if got, want := signature(f.info.Defs[main.Name]), Signature(spec); got != want {
		return nil, f.refuse(main, got, "the header asks for "+want)
	}
	f.body = main.Body.List
	return f, nil
}

// Axioms names the helpers that the file defines, as package axiom calls them.
func (f *File) Axioms() []string {
	var names []string
	for _, h := range f.helpers {
		names = append(names, h.axiom)
	}
	slices.Sort(names)
	return names
}

// Signature is the type of the Go function of a spec.
func Signature(s shflgen.Spec) string {
	var params []string
	if s.Mask != shflgen.Full {
		mask := "mask uint32"
		if s.Pattern.Block() {
			mask = fmt.Sprintf("mask *[%d]uint32", s.MaskWords())
		}
		params = append(params, mask)
	}
	if s.Pattern.Keyed() {
		params = append(params, fmt.Sprintf("key *[%d]%s", s.Lanes(), s.Key))
	}
	elem := s.Type.String()
	switch s.Type {
	case shflgen.Float16, shflgen.Bfloat16:
		elem = "uint16"
	case shflgen.Float16x2, shflgen.Bfloat16x2:
		elem = "uint32"
	}
	registers := ""
	if s.Pattern.Batch() {
		registers = fmt.Sprintf("[%d]", s.N)
	}
	params = append(params, fmt.Sprintf("v *%s[%d]%s", registers, s.Lanes(), elem))
	if s.HasLane() {
		params = append(params, fmt.Sprintf("idx *[%d]int32", s.Lanes()))
	}
	sig := "func(" + strings.Join(params, ", ") + ")"
	if s.Pattern.HasPred() {
		sig += " uint32"
	}
	return sig
}

func signature(o types.Object) string { return types.TypeString(o.Type(), nil) }

// checkComments refuses comments that a compiler or builder would act on.
func (f *File) checkComments(syntax *ast.File) error {
	for _, g := range syntax.Comments {
		for _, c := range g.List {
			if c.Text != "//" && !strings.HasPrefix(c.Text, "// ") && !strings.HasPrefix(c.Text, "//\t") || strings.HasPrefix(c.Text, "// +build") {
				return f.refuse(c, "comment "+c.Text, "only plain // comments are in the dialect, by design")
			}
		}
	}
	return nil
}

func (f *File) checkTypes(syntax *ast.File) error {
	f.info = &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{},
		Defs:  map[*ast.Ident]types.Object{},
		Uses:  map[*ast.Ident]types.Object{},
	}
	conf := types.Config{Importer: importMath{}, Sizes: sizes64}
	_, err := conf.Check(syntax.Name.Name, f.fset, []*ast.File{syntax}, f.info)
	return err
}

// sizes64 only matters for int, which the dialect does not have.
var sizes64 = types.SizesFor("gc", "amd64")

func (f *File) refuse(n ast.Node, what, why string) error {
	return &Error{f.fset.Position(n.Pos()), what, why}
}
