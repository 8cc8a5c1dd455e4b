//go:build !js

package verify

import (
	"errors"
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/spec"
)

// IsBundle reports whether a file is one of several functions that shflgen wrote.
func IsBundle(src []byte) bool { return spec.IsBundle(string(src)) }

// Split are the files that a header of several functions holds, to be proved one by one: each is the whole file that
// shflgen writes of its function alone. The text before and after them is compared with the output of overloads, so
// that every byte of the header belongs to one of these parts. The error says what does not.
//
// A file within has no macros but its guard, and no name of another. The text before it has guards and names of the
// overloads' namespace only, so it changes nothing in it.
func Split(subject Subject, overloads func(spec.Bundle) (calls, bodies []byte, err error)) ([]Subject, error) {
	src := string(lf(subject.Src))
	b, text, err := spec.ParseBundle(src)
	if err != nil {
		return nil, err
	}
	calls, bodies, err := overloads(b)
	if err != nil {
		return nil, err
	}
	text, ok := strings.CutSuffix(text, string(bodies))
	if !ok {
		return nil, errors.New("what follows the functions is not what shflgen prints of their overloads")
	}
	if text, ok = strings.CutPrefix(text, string(calls)); !ok {
		return nil, errors.New("what precedes the functions is not what shflgen prints of their overloads")
	}
	text = "\n" + text
	starts := append(spec.SectionStarts(text), len(text))
	if starts[0] != len("\n") {
		return nil, errors.New("text before the first function, which shflgen does not print")
	}
	var all []Subject
	for i := range starts[1:] {
		section, ok := strings.CutSuffix(text[starts[i]:starts[i+1]], "\n\n")
		if !ok {
			return nil, fmt.Errorf("want an empty line behind %s", b.Specs[i].FileName())
		}
		all = append(all, Subject{Path: subject.Path, Src: []byte(section + "\n")})
	}
	return all, nil
}
