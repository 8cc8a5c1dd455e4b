package verify

import (
	"fmt"
	"strings"

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
	src := string(lf(subject.Src))
	wrong := func(err error) ([]*Function, error) { return nil, fmt.Errorf("%s:%w", subject.Path, err) }
	b, err := spec.ParseGoBundle(src)
	if err != nil {
		return wrong(err)
	}
	got, err := readGoText([]byte(src))
	if err != nil {
		return wrong(err)
	}
	for _, s := range b.Specs { // before anything is printed of a header that lists more than the file holds
		if !strings.Contains(got.outside, "\nfunc "+s.FuncName()+"(") {
			return wrong(fmt.Errorf("1:1: no function %s, which the header asks for", s.FuncName()))
		}
	}
	prints, err := printed(b, got.pkg)
	if err != nil {
		return nil, err
	}
	want, err := readGoText(prints)
	if err != nil {
		return nil, err
	}
	text, err := got.compare(want)
	if err != nil {
		return wrong(fmt.Errorf("%s: %w", got.placeOf(err), err))
	}
	var all []*Function
	for _, s := range b.Specs {
		all = append(all, &Function{s, b, text, goSentences(got, want, s.FuncName())})
	}
	return all, nil
}
