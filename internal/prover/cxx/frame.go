package cxx

import (
	"slices"
	"strings"
)

// frame are the directives that open the frame of an emitted file, after those of its guard, and
// close both.
const (
	opensFrame = "if defined ( __CUDACC__ ) | | defined ( __CUDA__ )"
	endsFrame  = "endif"
)

// Frame leaves out the frame that makes an emitted file a header, if the file has one: a guard
// against a second inclusion, and a condition that is false for the compiler of a host.
//
//	#ifndef GUARD
//	#define GUARD
//	#if defined(__CUDACC__) || defined(__CUDA__)
//	...
//	#endif
//	#endif
//
// Nothing but comments may stand before and after it, no #else may belong to it, and nothing else
// in the file may use its macros: every build for a GPU then reads what is within, once.
func Frame(tokens []Token, guard string) ([]Token, error) {
	var rest []Token // what is within, and comments
	var code []int   // the other tokens, by their place in rest
	for _, t := range tokens {
		if t.Kind != Comment {
			code = append(code, len(rest))
		}
		rest = append(rest, t)
	}
	if len(code) == 0 || words(rest[code[0]]) != "ifndef "+guard {
		return tokens, nil
	}
	opening := []string{"ifndef " + guard, "define " + guard, opensFrame}
	if len(code) < len(opening)+2 {
		return nil, &Error{rest[code[0]].Line, "the guard of the file has no end"}
	}
	within := code[len(opening) : len(code)-2]
	for i, want := range append(opening, endsFrame, endsFrame) {
		at := i
		if i >= len(opening) {
			at += len(within)
		}
		if t := rest[code[at]]; words(t) != want {
			return nil, &Error{t.Line, "want #" + want + " here, as the frame of an emitted file has it"}
		}
	}
	if err := closed(rest, within, []string{guard, "__CUDACC__", "__CUDA__"}); err != nil {
		return nil, err
	}
	inside := setAt(within)
	at := -1
	return slices.DeleteFunc(rest, func(t Token) bool {
		at++
		return t.Kind != Comment && !inside[at]
	}), nil
}

// setAt is a set of places.
func setAt(places []int) map[int]bool {
	set := map[int]bool{}
	for _, p := range places {
		set[p] = true
	}
	return set
}

// closed wants the tokens at some places to close what conditionals they open, and no others, and
// to use none of some macros.
func closed(tokens []Token, at []int, macros []string) error {
	depth := 0
	for _, i := range at {
		t := tokens[i]
		if w := uses(t, macros); w != "" {
			return &Error{t.Line, w + ": the frame of the file alone uses it"}
		}
		if t.Kind != Directive {
			continue
		}
		name := DirectiveName(t.Text)
		switch {
		case strings.HasPrefix(name, "if"):
			depth++
		case depth == 0 && (name == "endif" || strings.HasPrefix(name, "el")):
			return &Error{t.Line, "#" + name + " of the frame of the file"}
		case name == "endif":
			depth--
		}
	}
	if depth > 0 {
		return &Error{tokens[at[len(at)-1]].Line, "a conditional without an end"}
	}
	return nil
}

// words are those of a directive, with its name, comments left out; "" of another token.
func words(t Token) string {
	if t.Kind != Directive {
		return ""
	}
	all := []string{DirectiveName(t.Text)}
	for _, w := range operands(t.Text) {
		all = append(all, w.Text)
	}
	return strings.Join(all, " ")
}

// uses is the first of some words that a token has, or "".
func uses(t Token, some []string) string {
	of := []Token{t}
	if t.Kind == Directive {
		of = operands(t.Text)
	}
	for _, w := range of {
		if w.Kind == Word && slices.Contains(some, w.Text) {
			return w.Text
		}
	}
	return ""
}
