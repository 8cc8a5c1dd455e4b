package golang

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strings"
)

// Bundle puts emitted files into one of package pkg, with each helper once: helpers are one if
// their texts are, but for the names of helpers. The first function that needs a helper names it.
func Bundle(header, pkg string, files [][]byte) ([]byte, error) {
	b := bundler{helpers: map[string]string{}}
	for _, src := range files {
		if err := b.add(src); err != nil {
			return nil, fmt.Errorf("golang: %w", err)
		}
	}
	for _, d := range b.decls {
		if strings.Contains(d, own) {
			return nil, fmt.Errorf("golang: helpers call each other: %s", d)
		}
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "%spackage %s\n\n", header, pkg)
	slices.Sort(b.imports)
	switch imports := slices.Compact(b.imports); len(imports) {
	case 0:
	case 1:
		fmt.Fprintf(&out, "import %s\n\n", imports[0])
	default:
		fmt.Fprintf(&out, "import (\n%s\n)\n\n", strings.Join(imports, "\n"))
	}
	out.WriteString(strings.Join(b.decls, "\n\n") + "\n")
	return format.Source(out.Bytes())
}

// bundler collects the declarations of files.
type bundler struct {
	imports []string
	decls   []string          // as text
	helpers map[string]string // the names of those that stand in decls, by their text without it
}

// own stands for the name of a helper in its own text. No Go source has it.
const own = "\x00"

// word finds the names in a text, comments included.
var word = regexp.MustCompile(`\pL[\pL\pN_]*`)

// add adds what one file declares: its functions, then its helpers.
func (b *bundler) add(src []byte) error {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	f := bundled{bundler: b, texts: map[string]string{}, names: map[string]string{}}
	var order []string
	for _, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
			for _, s := range g.Specs {
				b.imports = append(b.imports, s.(*ast.ImportSpec).Path.Value)
			}
			continue
		}
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Doc == nil {
			return fmt.Errorf("%s: want functions with comments, and imports", fset.Position(d.Pos()))
		}
		name := fn.Name.Name
		f.texts[name] = string(src[fset.Position(fn.Doc.Pos()).Offset:fset.Position(fn.End()).Offset])
		order = append(order, name)
	}
	at := len(b.decls)
	for _, name := range order {
		if !ast.IsExported(name) {
			f.helper(name)
		}
	}
	var exported []string
	for _, name := range order {
		if ast.IsExported(name) {
			exported = append(exported, f.renamed(f.texts[name]))
		}
	}
	b.decls = slices.Insert(b.decls, at, exported...)
	return nil
}

// bundled is a file on its way into a bundle.
type bundled struct {
	*bundler
	texts map[string]string // of each function, with its comment
	names map[string]string // of each helper that was seen, as the bundle calls it
}

// helper adds a helper, after those that it calls, unless there is one of its text.
func (f *bundled) helper(name string) {
	if _, seen := f.names[name]; seen {
		return
	}
	f.names[name] = own
	for _, callee := range word.FindAllString(f.texts[name], -1) {
		if _, known := f.texts[callee]; known && !ast.IsExported(callee) {
			f.helper(callee)
		}
	}
	text := f.renamed(f.texts[name])
	f.names[name] = f.helpers[text]
	if f.names[name] == "" {
		f.names[name], f.helpers[text] = name, name
		f.decls = append(f.decls, f.renamed(f.texts[name]))
	}
}

// renamed is a text in which each helper has the name that the bundle has for it.
func (f *bundled) renamed(text string) string {
	return word.ReplaceAllStringFunc(text, func(w string) string {
		if to, ok := f.names[w]; ok {
			return to
		}
		return w
	})
}
