package goread

import (
	"fmt"
	"go/ast"
	"go/token"

	"github.com/shflgen/shflgen/internal/prover/goexec"
)

// MaxBytes bounds the size of a file in bytes.
const MaxBytes = 4 << 20

// Bounds of what is read. Emitted files stay far below them.
const (
	maxDepth   = 2000      // of an expression or statement within others
	maxSteps   = 1_000_000 // statements, expressions and elements, in one execution
	maxRounds  = 4096      // of one loop
	maxUnknown = 1024      // rounds of one loop with a condition that depends on data

	stepsPerColumn  = 100  // likewise of a row of many columns
	stepsPerElement = 1000 // likewise of an array with a result for each element
)

// tooLarge refuses a file by its size.
func tooLarge(name string, src []byte) error {
	if len(src) > MaxBytes {
		return &goexec.Error{Pos: token.Position{Filename: name, Line: 1, Column: 1},
			What: fmt.Sprintf("a file of %d bytes", len(src)), Why: fmt.Sprintf("at most %d bytes are read", MaxBytes)}
	}
	return nil
}

// tooDeep refuses brackets, operators or statements nested too deeply, before
// anything that recurses over them.
func tooDeep(fset *token.FileSet, syntax *ast.File) error {
	depth := 0
	var at ast.Node
	ast.Inspect(syntax, func(n ast.Node) bool {
		if n == nil {
			depth--
			return true
		}
		if depth++; depth > maxDepth && at == nil {
			at = n
		}
		if at != nil {
			depth-- // the children are not visited, nor is the end reported
			return false
		}
		return true
	})
	if at != nil {
		return &goexec.Error{Pos: fset.Position(at.Pos()), What: fmt.Sprintf("nesting deeper than %d", maxDepth),
			Why: "name parts of the expression and join the names"}
	}
	return nil
}
