// Package mutate plants faults in emitted Go, CUDA and PTX: errors that people and generators
// make in warp-level code, one edit a mutant.
//
// A mutant may still compute the same. The caller decides that by running it.
package mutate

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"math/rand/v2"
	"sort"
)

// Mutant is a file with one fault planted.
type Mutant struct {
	Kind string // name of the row of [Kinds] that made it
	Line int    // of the fault
	Was  string // source before
	Now  string // source after
	Src  []byte // the whole file
}

// Kind is one kind of fault in emitted Go. Find lists an edit for every place of a file where
// the kind applies.
type Kind struct {
	Name string
	Find func(f *file) []edit
}

// edit is a change of the source: spans to replace. They do not overlap.
type edit []span

type span struct {
	from, to token.Pos
	text     string
}

// file is an emitted file, parsed and type-checked.
type file struct {
	src   []byte
	fset  *token.FileSet
	ast   *ast.File
	info  *types.Info
	main  *ast.FuncDecl // the exported function
	stmts []ast.Stmt    // its statements
	uses  []use         // of its variables
}

func parse(src []byte) (*file, error) {
	f := &file{src: src}
	f.info = &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{},
		Defs:  map[*ast.Ident]types.Object{},
		Uses:  map[*ast.Ident]types.Object{},
	}
	if err := f.check(); err != nil {
		return nil, err
	}
	for _, d := range f.ast.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Name.IsExported() {
			f.main, f.stmts = fn, fn.Body.List
		}
	}
	if f.main == nil {
		return nil, fmt.Errorf("no exported function")
	}
	f.uses = f.usesOfLocals()
	return f, nil
}

// check parses the source and checks its types.
func (f *file) check() (err error) {
	f.fset = token.NewFileSet()
	if f.ast, err = parser.ParseFile(f.fset, "emitted.go", f.src, parser.SkipObjectResolution); err != nil {
		return err
	}
	conf := types.Config{Importer: importMath{}}
	_, err = conf.Check("emitted", f.fset, []*ast.File{f.ast}, f.info)
	return err
}

// check is an error unless the source compiles.
func check(src []byte) error { return (&file{src: src}).check() }

// Plant makes at most perKind mutants of each kind, chosen by seed. It leaves out mutants that
// do not compile.
func Plant(src []byte, perKind int, seed uint64) ([]Mutant, error) {
	f, err := parse(src)
	if err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	var all []Mutant
	for _, k := range Kinds {
		edits := k.Find(f)
		rng.Shuffle(len(edits), func(i, j int) { edits[i], edits[j] = edits[j], edits[i] })
		made := 0
		for _, e := range edits {
			if made == perKind {
				break
			}
			m := f.apply(k.Name, e)
			if bytes.Equal(m.Src, src) {
				continue
			}
			if f.leavesUnused(e) || check(m.Src) != nil {
				continue
			}
			all = append(all, m)
			made++
		}
	}
	return all, nil
}

func (f *file) apply(kind string, e edit) Mutant {
	sort.Slice(e, func(i, j int) bool { return e[i].from < e[j].from })
	m := Mutant{Kind: kind, Line: f.fset.Position(e[0].from).Line}
	var out bytes.Buffer
	at := 0
	for _, s := range e {
		from, to := f.offset(s.from), f.offset(s.to)
		out.Write(f.src[at:from])
		out.WriteString(s.text)
		at = to
		m.Was += string(f.src[from:to]) + " "
		m.Now += s.text + " "
	}
	out.Write(f.src[at:])
	m.Src = out.Bytes()
	return m
}

func (f *file) offset(p token.Pos) int { return f.fset.Position(p).Offset }

// text is the source of a node.
func (f *file) text(n ast.Node) string {
	return string(f.src[f.offset(n.Pos()):f.offset(n.End())])
}
