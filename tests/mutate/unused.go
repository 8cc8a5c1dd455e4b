package mutate

import (
	"go/ast"
	"go/scanner"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// use is a variable with the identifiers that mention it.
type use struct {
	name     string
	defined  token.Pos
	mentions []token.Pos
}

// usesOfLocals lists the variables that the exported function defines.
func (f *file) usesOfLocals() []use {
	at := map[types.Object]int{}
	var all []use
	ast.Inspect(f.main.Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		if v, ok := f.info.Defs[id].(*types.Var); ok {
			at[v] = len(all)
			all = append(all, use{name: id.Name, defined: id.Pos()})
		} else if i, ok := at[f.info.Uses[id]]; ok {
			all[i].mentions = append(all[i].mentions, id.Pos())
		}
		return true
	})
	return all
}

// leavesUnused reports whether an edit removes every mention of a variable and keeps its
// definition: such a file does not compile. Most edits that do not compile are of this kind,
// and a check of the types costs far more. After false, the file may still not compile.
func (f *file) leavesUnused(e edit) bool {
	for _, u := range f.uses {
		cut := func(p token.Pos) bool {
			return slices.ContainsFunc(e, func(s span) bool { return s.from < p+token.Pos(len(u.name)) && p < s.to })
		}
		if len(u.mentions) == 0 || cut(u.defined) || slices.ContainsFunc(u.mentions, func(p token.Pos) bool {
			return !cut(p)
		}) {
			continue
		}
		if !slices.ContainsFunc(e, func(s span) bool { return mentions(s.text, u.name) }) {
			return true
		}
	}
	return false
}

// mentions reports whether the identifier name is a token of text.
func mentions(text, name string) bool {
	if !strings.Contains(text, name) {
		return false
	}
	var s scanner.Scanner
	set := token.NewFileSet()
	s.Init(set.AddFile("", set.Base(), len(text)), []byte(text), nil, 0)
	for {
		switch _, tok, lit := s.Scan(); {
		case tok == token.EOF:
			return false
		case tok == token.IDENT && lit == name:
			return true
		}
	}
}
