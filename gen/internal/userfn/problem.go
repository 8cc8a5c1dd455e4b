package userfn

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/format"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
)

// Kind says whether something will ever be translated.
type Kind uint8

// The kinds.
const (
	ByDesign Kind = iota // will not be
	NotYet               // may be
	Wrong                // has no one meaning on every platform
)

func (k Kind) String() string {
	return [...]string{ByDesign: "unsupported by design", NotYet: "not yet supported", Wrong: "not portable"}[k]
}

// Problem is something in a Go function that is not translated.
type Problem struct {
	Pos     token.Position
	Kind    Kind
	What    string // the construct
	Snippet string // its text, on one line
	Why     string // the reason, and what is accepted
}

// Error is the problem on one line.
func (p Problem) Error() string {
	text := fmt.Sprintf("%s:%d:%d: %s is %s", filepath.Base(p.Pos.Filename), p.Pos.Line, p.Pos.Column, p.What, p.Kind)
	if p.Why != "" {
		text += ": " + p.Why
	}
	if p.Snippet != "" {
		text += "\n\t" + p.Snippet
	}
	return text
}

// Problems are all that is wrong with a function and its callees, in the order of the source.
type Problems []Problem

// Error has a problem a line, each with its snippet below.
func (ps Problems) Error() string {
	lines := make([]string, len(ps))
	for i, p := range ps {
		lines[i] = p.Error()
	}
	return strings.Join(lines, "\n")
}

func (ps Problems) err() error {
	if len(ps) == 0 {
		return nil
	}
	all := slices.Clone(ps)
	slices.SortStableFunc(all, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Pos.Filename, b.Pos.Filename), cmp.Compare(a.Pos.Offset, b.Pos.Offset),
			cmp.Compare(a.What, b.What))
	})
	return slices.CompactFunc(all, func(a, b Problem) bool { return a == b })
}

// maxSnippet is how much of a construct a problem shows.
const maxSnippet = 72

func snippet(set *token.FileSet, n ast.Node) string {
	var b bytes.Buffer
	if err := format.Node(&b, set, n); err != nil {
		return ""
	}
	line, rest, more := strings.Cut(b.String(), "\n")
	if len(line) > maxSnippet {
		line, more, rest = line[:maxSnippet], true, "x"
	}
	if more && rest != "" {
		line += " …"
	}
	return line
}
