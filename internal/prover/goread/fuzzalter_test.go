package goread

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/term"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/gofuzz"
)

// largest bounds the emitted files that are altered: terms of larger ones take long.
const largest = 9000

// alteredOf is a program of emitted files that were altered, compile and are accepted.
func (f *fuzz) alteredOf(seed uint64, n int) (*gofuzz.Program, []trial) {
	rng := rand.New(rand.NewPCG(seed, 5))
	names, err := filepath.Glob("../../../generated/*.go")
	if err != nil || len(names) < 20 {
		f.Fatal(len(names), err)
	}
	var files []*File
	var texts []string
	for len(files) < n {
		src, err := os.ReadFile(names[rng.IntN(len(names))])
		if err != nil {
			f.Fatal(err)
		}
		if file, err := Read("x.go", src); len(src) > largest || err != nil || !file.plainPorts() {
			continue
		}
		text := string(src)
		for range 1 + rng.IntN(3) {
			text = alterBody(rng, text)
		}
		if text == string(src) {
			continue
		}
		if _, err := alone("x.go", []byte(text)); err != nil { // does not compile
			continue
		}
		file, err := Read("x.go", []byte(text))
		if err == nil {
			d := term.New(term.Strategy{})
			_, err = file.onLeaves(d, trialOf(file).terms(d))
		}
		if err != nil { // it may never end
			f.functions++
			f.refusal("altered", err)
			continue
		}
		own, renamed := f.declarations(text, fmt.Sprintf("_%d", len(files)), file.Func)
		file.Func = renamed
		files, texts = append(files, file), append(texts, own)
	}
	return wrapped(seed, "", files, texts)
}

func trialOf(f *File) trial {
	_, all := wrapped(0, "", []*File{f}, []string{""})
	return all[0]
}

// plainPorts reports whether the harness has values for the parameters. Halves it does not compare.
func (f *File) plainPorts() bool {
	if f.shape.Row() || f.shape.Grid() || f.Spec.Type.String() != scalarType(f.Spec.Type).String() ||
		len(f.Spec.Composites()) > 0 {
		return false
	}
	return !slices.ContainsFunc(parameters(f.shape, nil), func(p parameter) bool {
		switch p.port.Role {
		case spec.MaskRole, spec.KeyRole, spec.ElementRole, spec.ValueRole:
			return p.port.Global != ""
		}
		return !p.port.Role.Number()
	})
}

// declarations are the functions of a file under names of their own, and the name of one of them.
func (f *fuzz) declarations(text, suffix, main string) (own, renamed string) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", text, 0)
	if err != nil {
		f.Fatal(err)
	}
	var names []string
	for _, d := range file.Decls {
		if d, ok := d.(*ast.FuncDecl); ok {
			own += text[fset.Position(d.Pos()).Offset:fset.Position(d.End()).Offset] + "\n\n"
			names = append(names, d.Name.Name)
		}
	}
	for _, name := range names {
		own = regexp.MustCompile(`\b`+name+`\b`).ReplaceAllString(own, name+suffix)
	}
	return own, main + suffix
}

// classes are tokens that stand for one another.
var classes = [][]string{
	strings.Fields("+ - * & | ^ &^ << >> / %"), strings.Fields("< <= > >= == !="), strings.Fields("&& ||"),
	strings.Fields("= += -= *= &= |= ^= &^= <<= >>="), strings.Fields("++ --"), strings.Fields("min max"),
	strings.Fields("int8 int16 int32 int64 uint8 uint16 uint32 uint64 int uint"), strings.Fields("float32 float64"),
	strings.Fields("break continue return"), strings.Fields("OnesCount32 TrailingZeros32 LeadingZeros32 Len32"),
}

var edgesOfConstants = strings.Fields("0 1 2 3 7 31 32 33 63 64 127 128 255 256 " +
	"0x7fffffff 0x80000000 0xffffffff 1<<63-1 -1 -128")

// alterBody makes one change to the function of an emitted file.
func alterBody(rng *rand.Rand, text string) string {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", text, 0)
	if err != nil {
		return text
	}
	var body *ast.BlockStmt
	for _, d := range file.Decls {
		if d, ok := d.(*ast.FuncDecl); ok && d.Name.IsExported() && (body == nil || rng.IntN(3) == 0) {
			body = d.Body
		}
	}
	if body == nil {
		return text
	}
	at := func(p token.Pos) int { return fset.Position(p).Offset }
	of := func(n ast.Node) string { return text[at(n.Pos()):at(n.End())] }
	swap := func(x, y ast.Node) string { // x stands before y
		return text[:at(x.Pos())] + of(y) + text[at(x.End()):at(y.Pos())] + of(x) + text[at(y.End()):]
	}
	put := func(n ast.Node, by string) string { return text[:at(n.Pos())] + by + text[at(n.End()):] }
	var operands []*ast.BinaryExpr
	var expressions []ast.Expr
	var blocks [][]ast.Stmt
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			operands, expressions = append(operands, n), append(expressions, n)
		case *ast.IndexExpr:
			expressions = append(expressions, n, n.Index)
		case *ast.BlockStmt:
			if len(n.List) > 0 {
				blocks = append(blocks, n.List)
			}
		}
		return true
	})
	if len(blocks) == 0 {
		return text
	}
	block := blocks[rng.IntN(len(blocks))]
	i := rng.IntN(len(block))
	switch kind := rng.IntN(12); {
	case kind == 0 && len(operands) > 0:
		x := operands[rng.IntN(len(operands))]
		return swap(x.X, x.Y)
	case kind == 1 && len(expressions) > 1:
		x, y := expressions[rng.IntN(len(expressions))], expressions[rng.IntN(len(expressions))]
		return put(x, "("+of(y)+")")
	case kind == 2 && i > 0:
		return swap(block[i-1], block[i])
	case kind == 3:
		return put(block[i], "")
	case kind == 4:
		return put(block[i], of(block[i])+"\n"+of(block[rng.IntN(len(block))]))
	case kind == 5:
		around := []string{"for range 2 {\n%s\n}", "for i := range uint8(3) {\n_ = i\n%s\n}", "if v[0] == v[1] {\n%s\n}",
			"if mask&1 == 0 {\n%s\n}", "switch mask & 3 {\ncase 1, 2:\n%s\ndefault:\n}",
			"for i := range v {\nif i == 2 {\ncontinue\n}\n%s\n}"}
		return put(block[i], fmt.Sprintf(around[rng.IntN(len(around))], of(block[i])))
	case kind == 6:
		more := []string{"v[0], v[1] = v[1], v[0]", "v[0], v[mask&1] = v[mask&1], v[0]", "if mask>>5&1 == 1 {\nreturn\n}",
			"mask >>= 1",
			"w := *v\nv[0] = w[1]", "v[1]++", "mask &= mask - 1", "v[2] -= v[mask%3]",
			"for i := range v {\nif v[i] < v[0] {\nbreak\n}\nv[i] = v[0]\n}"}
		return put(block[i], of(block[i])+"\n"+more[rng.IntN(len(more))])
	}
	return alterToken(rng, text, at(body.Pos()), at(body.End()))
}

// alterToken exchanges a token of a body for another of its class, or for another name.
func alterToken(rng *rand.Rand, text string, from, to int) string {
	type lexeme struct {
		at  int
		lit string
		tok token.Token
	}
	var all []lexeme
	var names, numbers []string
	var s scanner.Scanner
	set := token.NewFileSet()
	file := set.AddFile("", -1, to-from)
	s.Init(file, []byte(text[from:to]), nil, 0)
	for pos, tok, lit := s.Scan(); tok != token.EOF; pos, tok, lit = s.Scan() {
		if lit == "" || tok.IsKeyword() {
			lit = tok.String()
		}
		switch {
		case tok == token.SEMICOLON:
			continue
		case tok == token.IDENT:
			names = append(names, lit)
		case tok == token.INT:
			numbers = append(numbers, lit)
		}
		all = append(all, lexeme{from + file.Offset(pos), lit, tok})
	}
	for range 30 {
		x := all[rng.IntN(len(all))]
		var by []string
		switch c := slices.IndexFunc(classes, func(c []string) bool { return slices.Contains(c, x.lit) }); {
		case c >= 0:
			by = classes[c]
		case x.tok == token.IDENT:
			by = names
		case x.tok == token.INT:
			by = append(slices.Clone(edgesOfConstants), numbers...)
		default:
			continue
		}
		if y := by[rng.IntN(len(by))]; y != x.lit {
			return text[:x.at] + y + text[x.at+len(x.lit):]
		}
	}
	return text
}
