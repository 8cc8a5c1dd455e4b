package goread

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"sync"

	"github.com/shflgen/shflgen/internal/axiom"
	"github.com/shflgen/shflgen/internal/prover/algebra"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/spec"
)

// helper is a function of an emitted file with the text of an axiom.
type helper struct {
	axiom  string // its name in package axiom
	format bv.Format
	role   role
}

// role is what a helper is trusted to do; see package axiom.
type role = uint8

const (
	decode   role = iota // half to float32, exactly
	encode               // float32 to half, rounded once
	nanLow               // float to a key with NaN below every number
	nanHigh              // float to a key with NaN above every number
	unkey                // key to float
	barLow               // key to a float that only floats of lesser or equal keys do not exceed
	barHigh              // key to a float that only floats of greater or equal keys are not below
	same                 // whether two keys are the same, as 0 or 1
	first                // the number of the lowest bit that is set, or -1
	exp                  // e to the power of a float32
	exp8                 // exp of each of 8 elements less a number
	expHalf              // exp for results of half types
	expHalf8             // the same of each of 8 elements less a number
	log                  // natural logarithm of a float32
	rsqrt                // reciprocal of the square root of a float32
	parts                // calls of a function for parts that make up a range
)

// roles holds one row a suffix of an axiom's name, with the word by which emitted files call the axiom.
var roles = []struct {
	suffix, word string
	role         role
}{
	{"Decode", "Decode", decode}, {"Encode", "Encode", encode}, {"NaNLow", "Key", nanLow}, {"NaNHigh", "Key", nanHigh},
	{"Unkey", "Unkey", unkey},
	{"BarLow", "Bar", barLow}, {"BarHigh", "Bar", barHigh},
	{"Same", "Same", same}, {"First", "First", first},
	{"Exp", "Exp", exp}, {"Exp8", "Exp8", exp8},
	{"ExpHalf", "Exp", expHalf}, {"ExpHalf8", "Exp8", expHalf8},
	{"Log", "Log", log}, {"Rsqrt", "Rsqrt", rsqrt},
	{"Parts", "Parts", parts},
}

var formats = map[string]bv.Format{
	"Float16": bv.F16, "Bfloat16": bv.BF16, "Float32": bv.F32, "Float64": bv.F64,
}

// axioms are the accepted helpers by their text without the name. Two axioms of one text, such as
// the decoders of two formats, are one function: the way a file uses it decides which is meant.
var axioms = sync.OnceValue(loadAxioms)

func loadAxioms() map[string][]helper {
	all := map[string][]helper{}
	for _, name := range axiom.Files {
		src, err := axiom.Source(name)
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
						format = bv.NoFormat
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

// readHelper accepts a function with the text of an axiom for the element type of the spec, if it means the same:
// every name that it does not declare itself is Go's own or that of a package of [std].
func (f *File) readHelper(fn *ast.FuncDecl) (helper, error) {
	if fn.Body == nil {
		return helper{}, f.refuse(fn, "function "+fn.Name.Name+" without a body", "want Go")
	}
	for _, h := range axioms()[textOf(fn)] {
		fits := h.format == algebra.FormatOf(f.Spec.Type)
		switch {
		case f.Spec.In() != spec.AsType && (h.role == decode || h.role == encode && f.Spec.Pattern.Applies()):
			fits = h.format == algebra.FormatOf(f.Spec.InType())
		case f.shape.Keyed() && h.role == same:
			fits = h.axiom == sameKeys[f.Spec.Keyed().Key]
		case h.role == same || h.role == first:
			fits = f.shape.HasIndex()
		case elementaries[h.role] != nil || groups[h.role] != nil:
			fits = true
		case h.role == parts:
			fits = f.Spec.Pattern.InMemory()
		}
		if !fits {
			continue
		}
		if types.Universe.Lookup(fn.Name.Name) != nil || std[fn.Name.Name] != nil || fn.Name.Name == "bits" ||
			fn.Name.Name == "init" || fn.Name.Name == "_" {
			return helper{}, f.refuse(fn.Name, "function "+fn.Name.Name,
				"want a name that Go and its packages do not use, such as that of "+f.Func+" and a word")
		}
		if id := f.foreign(fn); id != nil {
			return helper{}, f.refuse(id, "name "+id.Name, "is not what Go or its library means by it, so that "+fn.Name.Name+
				" is not "+h.axiom)
		}
		return h, nil
	}
	return helper{}, f.refuse(fn, "function "+fn.Name.Name,
		"only "+f.Func+" and helpers with the text of an axiom for "+f.Spec.Type.Elem().String()+" may be defined")
}

// foreign is a name in a function that refers to something else than a declaration
// within the function, Go's own, or a package of [std].
func (f *File) foreign(fn *ast.FuncDecl) (found *ast.Ident) {
	ast.Inspect(fn, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || found != nil || id == fn.Name || f.info.Defs[id] != nil {
			return found == nil
		}
		o := f.info.Uses[id]
		switch {
		case o == nil:
			found = id
		case o.Parent() == types.Universe:
		case fn.Pos() <= o.Pos() && o.Pos() < fn.End() && o.Pkg() == f.pkg:
		default:
			if p, ok := o.(*types.PkgName); ok {
				if std[p.Imported().Path()] == nil || p.Name() != p.Imported().Name() {
					found = id
				}
				break
			}
			// what is selected from one of the packages
			if o.Pkg() == nil || o.Pkg() == f.pkg || std[o.Pkg().Path()] == nil {
				found = id
			}
		}
		return found == nil
	})
	return found
}
