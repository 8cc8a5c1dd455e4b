package verify

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"regexp"
	"strconv"
	"strings"
)

// shareSentence says from how many rows on a Go function goes through them on several processors.
var shareSentence = regexp.MustCompile(`From \d+ (?:elements|rows) on, several processors share them\.`)

// goSentences is an error where a sentence of a Go file is true of the printed bodies, and may not be of those that
// the file has. A helper has to be the printed one, because its comment describes that one. So has a function with a
// comment that says when processors share rows. In a file of several functions it examines one, and the helpers that
// it calls; "": all.
func goSentences(got, want, function string) error {
	g, err := goFunctions(got)
	if err != nil {
		return err
	}
	w, err := goFunctions(want)
	if err != nil {
		return err
	}
	looked := map[string]bool{}
	var look func(name string)
	look = func(name string) {
		looked[name] = true
		for _, f := range g {
			for _, callee := range g {
				if f.name == name && !looked[callee.name] && strings.Contains(f.body, " "+callee.name+" ") {
					look(callee.name)
				}
			}
		}
	}
	look(function)
	for i, f := range w { // what stands outside of bodies is the same
		says := shareSentence.FindString(f.comment)
		if says != "" {
			says = strconv.Quote(says)
		}
		if !ast.IsExported(f.name) {
			says = "the comment of " + f.name
		}
		if says != "" && f.body != g[i].body && (function == "" || looked[f.name]) {
			return untrue{says, "is another"}
		}
	}
	return nil
}

// untrue is the reason why a body is not proved: a sentence of the contract may not be true of it.
type untrue struct{ says, because string }

func (u untrue) Error() string {
	return fmt.Sprintf("%s is known to be true of the printed body alone, and this one %s; "+
		"for a proof of the results alone, want -spec", u.says, u.because)
}

// goFunction is a function of a Go file. Its body is tokens, without comments.
type goFunction struct{ name, comment, body string }

// goFunctions are the functions of a Go file that have bodies.
func goFunctions(src string) (all []goFunction, err error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	at := func(p token.Pos) int { return fset.PositionFor(p, false).Offset }
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
			comment := strings.ReplaceAll(f.Doc.Text(), "\n", " ")
			all = append(all, goFunction{f.Name.Name, comment, goTokens(src[at(f.Body.Pos()):at(f.Body.End())])})
		}
	}
	return all, nil
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
