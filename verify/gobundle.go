package verify

import (
	"errors"
	"fmt"
	"go/token"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/cxx"
	"github.com/shflgen/shflgen/spec"
)

// Function is one of a Go file of several.
type Function struct {
	Spec   spec.Spec
	bundle spec.Bundle
	text   string // what is known of the text outside of function bodies
	untrue error  // a sentence of the file that may not be true of its bodies
}

// SplitGo are the functions of a Go file of several, to be proved one by one by [Options.Function]:
// each is read in the file itself, among the others. The text outside of bodies is compared here, with what printed
// prints in a package, so that the file declares these functions, helpers, and nothing else. The
// body of a helper is compared with an axiom, or executed, where a function calls it. Every error
// says what is wrong with the file, with its place.
func SplitGo(subject Subject, printed func(b spec.Bundle, pkg string) ([]byte, error)) ([]*Function, error) {
	src := string(cxx.LF(subject.Src))
	wrong := func(err error) ([]*Function, error) { return nil, fmt.Errorf("%s:%w", subject.Path, err) }
	b, err := spec.ParseGoBundle(src)
	if err != nil {
		return wrong(err)
	}
	outside, pkg, err := goOutside(src)
	if err != nil {
		return wrong(err)
	}
	for _, s := range b.Specs { // before anything is printed of a header that lists more than the file holds
		if !strings.Contains(outside, "\nfunc "+s.FuncName()+"(") {
			return wrong(fmt.Errorf("1:1: no function %s, which the header asks for", s.FuncName()))
		}
	}
	want, err := printed(b, pkg)
	if err != nil {
		return nil, err
	}
	text, err := compareOutside(src, outside, string(want))
	if err != nil {
		return wrong(fmt.Errorf("%s: %w", placeOf(src, err), err))
	}
	var all []*Function
	for _, s := range b.Specs {
		all = append(all, &Function{s, b, text, goSentences(src, string(want), s.FuncName())})
	}
	return all, nil
}

// placeOf is the line and column of what differs in a Go file from what is printed.
func placeOf(src string, err error) string {
	var line differs
	var comment strange
	switch {
	case errors.As(err, &line):
		return fmt.Sprintf("%d:1", lineIn(src, line.line))
	case errors.As(err, &comment):
		fset := token.NewFileSet()
		return fset.PositionFor(parsedComments(fset, src)[comment.number].Pos(), false).String()
	}
	return "1:1"
}

// lineIn is the line of a Go file, from 1, in which a line outside of bodies stands, which counts
// from 0 without them.
func lineIn(src string, outside int) int {
	bodies, _, _ := goBodies(src)
	line := 1 + outside
	for _, b := range bodies {
		before := 1 + strings.Count(src[:b.from], "\n")
		if line <= before {
			break
		}
		line += strings.Count(src[b.from:b.to], "\n")
	}
	return line
}
