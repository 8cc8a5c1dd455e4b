package goread

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"strings"

	"github.com/shflgen/shflgen/verify/axiom"
	"github.com/shflgen/shflgen/verify/bv"
)

// helper is a function of an emitted file whose text is that of an axiom.
type helper struct {
	axiom  string // its name in package axiom
	format bv.Format
	role   role
}

// role is what a helper is trusted to do; see package axiom.
type role uint8

const (
	decode  role = iota // half to float32, exactly
	encode              // float32 to half, rounded once
	nanLow              // float to a key with NaN below every number
	nanHigh             // float to a key with NaN above every number
	unkey               // key to float
	same                // whether two keys are the same, as 0 or 1
	first               // the number of the lowest bit that is set, or -1
)

// roles holds one row a suffix of an axiom's name.
var roles = []struct {
	suffix string
	role   role
}{
	{"Decode", decode}, {"Encode", encode}, {"NaNLow", nanLow}, {"NaNHigh", nanHigh}, {"Unkey", unkey},
	{"Same", same}, {"First", first},
}

var formats = map[string]bv.Format{
	"Float16": bv.F16, "Bfloat16": bv.BF16, "Float32": bv.F32, "Float64": bv.F64,
}

// axioms are the accepted helpers by their text without the name. Two axioms of
// one text, such as the unkeys of two formats, are told apart by how a file
// uses them: they are one function.
var axioms = loadAxioms()

func loadAxioms() map[string][]helper {
	all := map[string][]helper{}
	for _, name := range axiom.Files {
		src, err := axiom.Source.ReadFile(name)
		if err != nil {
			panic(err)
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, src, parser.SkipObjectResolution)
		if err != nil {
			panic(err)
		}
		for _, d := range file.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue // the import
			}
			for _, r := range roles {
				if f, ok := strings.CutSuffix(fn.Name.Name, r.suffix); ok {
					text := textOf(fn)
					format, float := formats[f]
					if !float {
						format = noFormat
					}
					all[text] = append(all[text], helper{fn.Name.Name, format, r.role})
				}
			}
		}
	}
	return all
}

// textOf is a function's text without its name and comments.
func textOf(fn *ast.FuncDecl) string {
	var b bytes.Buffer
	lit := &ast.FuncDecl{Name: ast.NewIdent("helper"), Recv: fn.Recv, Type: fn.Type, Body: fn.Body}
	if err := format.Node(&b, token.NewFileSet(), lit); err != nil {
		panic(err) // the tree came from the parser
	}
	return b.String()
}

// readHelper accepts a function whose text is that of an axiom for the element
// type of the spec.
func (f *File) readHelper(fn *ast.FuncDecl) (helper, error) {
	if fn.Body == nil {
		return helper{}, f.refuse(fn, "function "+fn.Name.Name+" without a body", byDesign)
	}
	for _, h := range axioms[textOf(fn)] {
		fits := h.format == formatOf(f.Spec.Type)
		switch {
		case f.Spec.Pattern.Keyed() && h.role == same:
			fits = h.axiom == sameKeys[f.Spec.Key]
		case h.role == same || h.role == first:
			fits = f.Spec.HasLane()
		}
		if fits {
			return h, nil
		}
	}
	return helper{}, f.refuse(fn, "function "+fn.Name.Name,
		"only "+f.Func+" and helpers with the text of an axiom for "+f.Spec.Type.Elem().String()+" may be defined")
}
