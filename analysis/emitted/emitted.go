// Package emitted has an analyzer that reports Go files which shflgen wrote and which are not what
// their headers generate today: somebody edited them, or another version of shflgen wrote them.
//
// Command shflgen-vet runs it under go vet, package golangci under golangci-lint. Both run the
// version of shflgen that they are built with.
package emitted

import (
	"bytes"
	"go/ast"

	"golang.org/x/tools/go/analysis"

	"github.com/shflgen/shflgen/internal/fresh"
	"github.com/shflgen/shflgen/spec"
)

// Analyzer reports the first line of an emitted file that differs from what is generated. Its
// suggested fix generates the file again.
var Analyzer = &analysis.Analyzer{
	Name: "shflgen",
	Doc: `report files of shflgen that were edited or are stale

A file that starts as shflgen's files do names the command that made it. The
analyzer runs that command in memory and compares.`,
	URL:              "https://github.com/shflgen/shflgen/blob/main/docs/ci.md",
	Run:              run,
	RunDespiteErrors: true, // an edit may not compile
}

func run(pass *analysis.Pass) (any, error) {
	for _, f := range pass.Files {
		path := pass.Fset.File(f.FileStart).Name()
		src, err := pass.ReadFile(path)
		if err != nil {
			return nil, err
		}
		if bytes.HasPrefix(src, []byte(spec.HeaderPrefix)) {
			compare(pass, f, path, src)
		}
	}
	return nil, nil
}

// compare reports on one emitted file.
func compare(pass *analysis.Pass, f *ast.File, path string, src []byte) {
	c, err := fresh.Compare(path, src)
	if err != nil {
		pass.Report(analysis.Diagnostic{Pos: f.FileStart, Message: "the header of this file generates nothing: " +
			err.Error()})
		return
	}
	if c.Fresh() {
		return
	}
	line, text := c.FirstDifference()
	of := pass.Fset.File(f.FileStart)
	pass.Report(analysis.Diagnostic{
		Pos:     of.LineStart(min(line, of.LineCount())),
		Message: "edited or stale, " + text + "; made by: shflgen " + c.Command(),
		SuggestedFixes: []analysis.SuggestedFix{{
			Message:   "Generate the file again",
			TextEdits: []analysis.TextEdit{{Pos: f.FileStart, End: f.FileEnd, NewText: c.Want}},
		}},
	})
}
