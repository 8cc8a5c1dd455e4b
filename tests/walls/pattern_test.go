package walls_test

import (
	"go/ast"
	"path"
	"slices"
	"strings"
	"testing"
)

// The numbers of files that ask which pattern a spec has. They may go down, not up: a new
// pattern must not need an edit in each of these files. Ask the spec's shape.
const (
	askingCode  = 11
	askingTests = 9
)

// mayAsk are the folders of the patterns: the vocabulary, the catalogue, the networks and the
// reference.
var mayAsk = []string{"spec", "tests/catalogue", "gen/internal/network", "internal/prover/ref"}

var (
	patterns = strings.Fields(`Shfl ShflUp ShflDown ShflXor Rotate Reduce XorReduce DownReduce InclusiveScan ExclusiveScan
		BlockReduce KeyedReduce BatchReduce`)
	questions = strings.Fields("Batch Keyed Block HasPred Reduces PowerOfTwo")
)

// names reports whether an expression is a pattern's name.
func names(n ast.Node) bool {
	sel, ok := n.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	x, ok := sel.X.(*ast.Ident)
	return ok && x.Name == "spec" && slices.Contains(patterns, sel.Sel.Name)
}

// asks reports whether a node calls a method of a spec's pattern, or compares the pattern.
func asks(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.SelectorExpr:
		x, ok := n.X.(*ast.SelectorExpr)
		return ok && x.Sel.Name == "Pattern" && slices.Contains(questions, n.Sel.Name)
	case *ast.BinaryExpr:
		return names(n.X) || names(n.Y)
	case *ast.CaseClause:
		return slices.ContainsFunc(n.List, func(x ast.Expr) bool { return names(x) })
	}
	return false
}

func TestPatternQuestions(t *testing.T) {
	var code, tests []string
	for _, s := range sources(t) {
		if slices.Contains(mayAsk, path.Dir(s.path)) {
			continue
		}
		found := false
		ast.Inspect(s.file, func(n ast.Node) bool {
			found = found || asks(n) || !s.isTest() && names(n) // a test may make a spec of any pattern
			return !found
		})
		switch {
		case found && s.isTest():
			tests = append(tests, s.path)
		case found:
			code = append(code, s.path)
		}
	}
	for _, c := range []struct {
		what string
		got  []string
		want int
	}{{"files of code", code, askingCode}, {"tests", tests, askingTests}} {
		switch {
		case len(c.got) > c.want:
			t.Errorf("%d %s ask which pattern a spec is, want %d: ask its Shape\n%s", len(c.got), c.what, c.want,
				strings.Join(c.got, "\n"))
		case len(c.got) < c.want:
			t.Logf("%d %s ask which pattern a spec is: lower the number from %d", len(c.got), c.what, c.want)
		}
	}
}
