package cxx

import (
	"fmt"
	"strings"
)

// Outline is a file without the bodies of its functions. The braces of a namespace are outside.
type Outline struct {
	Outside    string   // the text, with {} for each body
	Bodies     []string // the text between the braces
	Directives []string // the lines of the preprocessor, in order, those in bodies too
}

// OutlineOf splits src. Lines end in LF. Every branch of a conditional must close the braces that it opens.
func OutlineOf(src []byte) (Outline, error) {
	tokens, err := Lex(src)
	if err != nil {
		return Outline{}, err
	}
	var o Outline
	var outside strings.Builder
	var conditionals []int // the depth of braces at each #if
	depth, from := 0, 0
	namespaces := 0 // that are open
	for i, t := range tokens {
		if t.Kind == Directive {
			o.Directives = append(o.Directives, t.Text)
			name := DirectiveName(t.Text)
			n := len(conditionals)
			switch {
			case strings.HasPrefix(name, "if"):
				conditionals = append(conditionals, depth)
			case name == "endif" || strings.HasPrefix(name, "el"):
				if n == 0 {
					return Outline{}, &Error{t.Line, "#" + name + " without #if"}
				}
				if conditionals[n-1] != depth {
					return Outline{}, &Error{t.Line, "braces that a branch of a conditional opens or closes alone"}
				}
				if name == "endif" {
					conditionals = conditionals[:n-1]
				}
			}
		}
		if t.Kind != Punct {
			continue
		}
		switch t.Text {
		case "{":
			if depth == namespaces {
				outside.WriteString(string(src[from : t.Offset+1]))
				from = t.Offset + 1
				if opensNamespace(tokens[:i]) {
					namespaces++
				}
			}
			depth++
		case "}":
			depth--
			if depth < 0 {
				return Outline{}, &Error{t.Line, "a closing brace without an opening one"}
			}
			switch {
			case depth < namespaces:
				namespaces--
			case depth == namespaces:
				o.Bodies = append(o.Bodies, string(src[from:t.Offset]))
				from = t.Offset
			}
		}
		if n := len(conditionals); n > 0 && depth < conditionals[n-1] {
			return Outline{}, &Error{t.Line, "braces that a branch of a conditional opens or closes alone"}
		}
	}
	if depth > 0 || len(conditionals) > 0 {
		return Outline{}, &Error{strings.Count(string(src), "\n") + 1,
			fmt.Sprintf("%d braces and %d conditionals without an end", depth, len(conditionals))}
	}
	outside.WriteString(string(src[from:]))
	o.Outside = outside.String()
	return o, nil
}

// opensNamespace reports whether tokens end with namespace and a name.
func opensNamespace(tokens []Token) bool {
	for i := len(tokens) - 1; i >= 0; i-- {
		switch t := tokens[i]; {
		case t.Kind == Comment:
		case t.Kind == Word && t.Text == "namespace":
			return true
		case t.Kind != Word && t.Text != ":" && t.Text != "::":
			return false
		}
	}
	return false
}

// DirectiveName is the name of a directive: include of #include <x>.
func DirectiveName(text string) string {
	text = strings.TrimLeft(strings.TrimPrefix(text, "#"), " \t")
	n := 0
	for n < len(text) && isLetter(text[n]) {
		n++
	}
	return text[:n]
}
