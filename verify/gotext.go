package verify

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"strings"
)

// readGoText reads a Go file.
func readGoText(text []byte) (outline, error) {
	src := string(text)
	g := outline{src: src}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return g, err
	}
	at := func(p token.Pos) token.Position { return fset.PositionFor(p, false) }
	var outside strings.Builder
	from := 0
	for _, d := range file.Decls {
		if d, ok := d.(*ast.FuncDecl); ok && d.Body != nil {
			f := function{name: d.Name.Name, comment: strings.ReplaceAll(d.Doc.Text(), "\n", " "),
				from: at(d.Body.Lbrace).Offset + 1, to: at(d.Body.Rbrace).Offset}
			f.body = goTokens(src[f.from:f.to])
			g.functions = append(g.functions, f)
			outside.WriteString(src[from:f.from])
			from = f.to
		}
	}
	outside.WriteString(src[from:])
	g.outside, g.pkg = outside.String(), file.Name.Name
	for _, group := range file.Comments {
		for _, c := range group.List {
			g.comments, g.places = append(g.comments, c.Text), append(g.places, at(c.Pos()).String())
		}
	}
	return g, nil
}

// goTokens are the tokens of a text, without comments.
func goTokens(src string) string {
	var all strings.Builder
	var s scanner.Scanner
	fset := token.NewFileSet()
	s.Init(fset.AddFile("", fset.Base(), len(src)), []byte(src), nil, 0)
	for {
		_, t, text := s.Scan()
		if t == token.EOF {
			return all.String()
		}
		all.WriteString(t.String() + " " + text + " ")
	}
}

// placeOf is the line and column of what differs from what is printed.
func (g outline) placeOf(err error) string {
	var differs differs
	var comment strange
	switch {
	case errors.As(err, &comment):
		return g.places[comment.number]
	case !errors.As(err, &differs):
		return "1:1"
	}
	line := 1 + differs.line // without the bodies before it
	for _, f := range g.functions {
		if line <= 1+strings.Count(g.src[:f.from], "\n") {
			break
		}
		line += strings.Count(g.src[f.from:f.to], "\n")
	}
	return fmt.Sprintf("%d:1", line)
}
