package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// terminal writes text of which a terminal obeys nothing: what is not printable is
// written as an escape of Go and JSON, such as \u001b. Each Write is a whole text.
type terminal struct{ io.Writer }

// Write writes text, with escapes. It counts the bytes that it was given.
func (t terminal) Write(text []byte) (int, error) {
	if _, err := t.Writer.Write(escaped(text)); err != nil {
		return 0, err
	}
	return len(text), nil
}

// escaped is text with an escape for whatever is neither printable, a tab nor the end
// of a line: controls, formats such as those that change the direction, and bytes that
// are no UTF-8.
func escaped(text []byte) []byte {
	to := make([]byte, 0, len(text))
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		switch {
		case r == utf8.RuneError && n == 1:
			to = fmt.Appendf(to, `\u%04x`, text[0])
		case r == '\n' || r == '\t' || strconv.IsPrint(r):
			to = append(to, text[:n]...)
		case r > 0xffff: // as JSON has it
			r -= 0x10000
			to = fmt.Appendf(to, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		default:
			to = fmt.Appendf(to, `\u%04x`, r)
		}
		text = text[n:]
	}
	return to
}

// message is one message, whose further lines are indented: none of them looks like
// a message of its own.
func message(text string) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i, l := range lines[1:] {
		if !strings.HasPrefix(l, "  ") {
			lines[i+1] = "  " + l
		}
	}
	return strings.Join(lines, "\n")
}

// plain reports whether a name is printable as it is.
func plain(name string) bool {
	return utf8.ValidString(name) && strings.IndexFunc(name, func(r rune) bool { return !strconv.IsPrint(r) }) < 0
}

// plainPaths splits paths into those that a verdict can name, and an error for each of
// the others.
func plainPaths(all []string) (paths []string, found []error) {
	for _, path := range all {
		if plain(path) {
			paths = append(paths, path)
		} else {
			found = append(found, usageError("prove: the name "+strconv.QuoteToASCII(path)+" has characters that are not printable; rename the file"))
		}
	}
	return paths, found
}
