// Package kernels splits compiled PTX into files of one kernel each. Equal files of one spec
// need one proof.
package kernels

import (
	"fmt"
	"regexp"
	"strings"
)

// Name is the kernel of every file that [Split] makes.
const Name = "k"

const entry = ".visible .entry "

// Split returns one file for each kernel, by its name: the declarations outside of kernels, then
// the kernel, renamed to [Name].
func Split(code []byte) (map[string][]byte, error) {
	parts := strings.Split(string(code), entry)
	outside := parts[0]
	files := map[string]string{}
	for _, part := range parts[1:] {
		end := endOfBody(part)
		name, _, named := strings.Cut(part, "(")
		if end < 0 || !named {
			return nil, fmt.Errorf("a kernel without an end: %.80s", part)
		}
		text := Name + strings.TrimPrefix(part[:end], name)
		files[name] = entry + strings.ReplaceAll(text, name+"_param_", Name+"_param_") + "\n"
		outside += strings.TrimPrefix(part[end:], "\n")
	}
	all := map[string][]byte{}
	for name, text := range files {
		all[name] = []byte(outside + labels(text))
	}
	return all, nil
}

// endOfBody is the position after the body of a kernel, or -1. Braces of blocks and of vectors
// are balanced.
func endOfBody(text string) int {
	depth, at := 0, 0
	for line := range strings.Lines(text) {
		code, _, _ := strings.Cut(line, "//")
		for i, c := range code {
			switch c {
			case '{':
				depth++
			case '}':
				if depth--; depth == 0 {
					return at + i + 1
				}
			}
		}
		at += len(line)
	}
	return -1
}

var label = regexp.MustCompile(`\$L__BB\d+_`)

// labels numbers the labels of a kernel as if it were the first of its file.
func labels(text string) string { return label.ReplaceAllString(text, "$$L__BB0_") }
