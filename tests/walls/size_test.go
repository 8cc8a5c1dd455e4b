package walls_test

import (
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The largest numbers of lines of a file and of a function, without the lines of tables.
const (
	maxFile     = 400
	maxFunction = 80
)

// longer are the exceptions, with the reason.
var longer = map[string]string{}

// TestSizes: no file and no function is too long.
func TestSizes(t *testing.T) {
	used := map[string]bool{}
	check := func(name string, lines, most int) {
		if lines <= most {
			return
		}
		used[name] = true
		if longer[name] == "" {
			t.Errorf("%s has %d lines, want at most %d", name, lines, most)
		}
	}
	for _, s := range sources(t) {
		check(s.path, s.lines-tableLines(s, s.file), maxFile)
		for _, d := range s.file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
				check(s.path+" "+f.Name.Name, linesOf(s, f)-tableLines(s, f), maxFunction)
			}
		}
	}
	for name := range longer {
		if !used[name] {
			t.Logf("%s is within the limit: remove it from longer", name)
		}
	}
}

// linesOf is the number of lines that a node stands on.
func linesOf(s source, n ast.Node) int {
	return s.set.Position(n.End()).Line - s.set.Position(n.Pos()).Line + 1
}

// rows is the least number of elements of a table.
const rows = 8

// tableLines is the number of lines of the tables in a node. A literal with functions is code,
// not a table.
func tableLines(s source, n ast.Node) (lines int) {
	ast.Inspect(n, func(n ast.Node) bool {
		table, ok := n.(*ast.CompositeLit)
		if !ok || len(table.Elts) < rows {
			return true
		}
		code := 0
		ast.Inspect(table, func(n ast.Node) bool {
			if f, ok := n.(*ast.FuncLit); ok {
				code += linesOf(s, f)
				return false
			}
			return true
		})
		lines += max(0, linesOf(s, table)-code)
		return false
	})
	return lines
}

// maxColumns is the largest number of bytes of a line, beside strings in back quotes: these are programs of their own.
const maxColumns = 120

// TestColumns: no line is too wide.
func TestColumns(t *testing.T) {
	for _, s := range sources(t) {
		text, err := os.ReadFile(filepath.Join(root, s.path))
		if err != nil {
			t.Fatal(err)
		}
		raw := map[int]bool{}
		ast.Inspect(s.file, func(n ast.Node) bool {
			if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING && l.Value[0] == '`' {
				for line := s.set.Position(l.Pos()).Line; line <= s.set.Position(l.End()).Line; line++ {
					raw[line] = true
				}
			}
			return true
		})
		line := 0
		for l := range strings.Lines(string(text)) {
			line++
			if n := len(strings.TrimSuffix(l, "\n")); n > maxColumns && !raw[line] && !strings.HasPrefix(l, "//go:") {
				t.Errorf("%s:%d has %d columns, want at most %d", s.path, line, n, maxColumns)
			}
		}
	}
}
