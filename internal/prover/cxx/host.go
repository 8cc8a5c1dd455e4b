package cxx

import (
	"bytes"
	"fmt"
	"strings"
)

// opensHost is the directive before what an emitted file has for the host.
const opensHost = "if ! defined ( __CUDACC_RTC__ )"

// WithoutHost takes what an emitted file has for the host out of it:
//
//	#if !defined(__CUDACC_RTC__)
//	...
//	#endif
//
// It returns the rest, in which these lines are empty, and the lines, before them how many braces are open there: what
// stands in a function's body is another text. NVRTC reads the rest alone.
func WithoutHost(src []byte) (device []byte, host string, err error) {
	tokens, err := Lex(src)
	if err != nil {
		return nil, "", err
	}
	var of strings.Builder
	device = bytes.Clone(src)
	open := 0
	for i := 0; i < len(tokens); i++ {
		if words(tokens[i]) != opensHost {
			if t := tokens[i]; t.Kind == Punct && t.Text == "{" {
				open++
			} else if t.Kind == Punct && t.Text == "}" {
				open--
			}
			continue
		}
		first := tokens[i]
		depth := 0
		for ; i < len(tokens); i++ {
			name := ""
			if tokens[i].Kind == Directive {
				name = DirectiveName(tokens[i].Text)
			}
			switch {
			case strings.HasPrefix(name, "if"):
				depth++
			case strings.HasPrefix(name, "el"):
				return nil, "", &Error{tokens[i].Line, "#" + name + " in what is for the host"}
			case name == "endif":
				depth--
			}
			if depth == 0 {
				break
			}
		}
		if i == len(tokens) {
			return nil, "", &Error{first.Line, "what is for the host has no end"}
		}
		fmt.Fprintf(&of, "// within %d braces\n%s\n", open, src[first.Offset:end(tokens[i])])
		blank(device, first.Offset, end(tokens[i]))
	}
	return device, of.String(), nil
}
