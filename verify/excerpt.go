//go:build !js

package verify

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// written are the files of a user's own that a proof has read, by how they are named in messages.
type written struct {
	subject string            // the file under proof
	paths   map[string]string // by absolute path: the name of each file that it includes
	texts   map[string]string // by name
}

// newWritten begins with the file under proof.
func newWritten(name string, src []byte) written {
	return written{subject: name, paths: map[string]string{}, texts: map[string]string{name: string(src)}}
}

// add adds a file that is included.
func (w written) add(path string, src []byte) {
	if abs, err := filepath.Abs(path); err == nil {
		w.paths[abs], w.texts[path] = path, string(src)
	}
}

// included reports whether a path is that of an included file.
func (w written) included(path string) bool {
	for own := range w.paths {
		if same(own, path) {
			return true
		}
	}
	return false
}

// named says how a file is named in messages that compilers know by another name: the subject by that of its unit.
func (w written) named(unit string) func(file string) string {
	return func(file string) string {
		if filepath.Base(file) == unit {
			return w.subject
		}
		return w.paths[filepath.Clean(file)]
	}
}

// positions finds positions of these files in a text: file, line, and column if any.
func (w written) positions() *regexp.Regexp {
	var names []string
	for name := range w.texts {
		names = append(names, regexp.QuoteMeta(name))
	}
	return regexp.MustCompile(`(?:^|\s)(` + strings.Join(names, "|") + `):(\d+)(?::(\d+))?: `)
}

// excerpt shows the first position of a file of the user's own that a text names, as compilers do: its line, and below
// it a caret under the column, if that is known. It is "" where there is none.
func (w written) excerpt(text string) string {
	for _, m := range w.positions().FindAllStringSubmatch(text, -1) {
		number, err := strconv.Atoi(m[2])
		lines := strings.Split(w.texts[m[1]], "\n")
		if err != nil || number < 1 || number > len(lines) {
			continue
		}
		line := strings.TrimRight(lines[number-1], " \t\r")
		shown := fmt.Sprintf("%5d | %s", number, line)
		column, err := strconv.Atoi(m[3])
		if err != nil || column < 1 || column > len(line) {
			return shown
		}
		return shown + "\n      | " + blank(line[:column-1]) + "^"
	}
	return ""
}

// blank is as wide as a text: tabs stay.
func blank(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return r
		case unicode.Is(unicode.Mn, r): // takes no place of its own
			return -1
		}
		return ' '
	}, text)
}
