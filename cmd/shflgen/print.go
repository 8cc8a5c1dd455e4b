package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// terminal writes text without control sequences: a character that is not printable is written
// as an escape of Go and JSON, such as \u001b. Each Write is a complete text.
type terminal struct{ io.Writer }

// Write writes text, with escapes. It counts the bytes that it was given.
func (t terminal) Write(text []byte) (int, error) {
	if _, err := t.Writer.Write(escaped(text)); err != nil {
		return 0, err
	}
	return len(text), nil
}

// escaped is text with escapes for control and format characters, such as characters that change
// the direction, and for bytes that are not UTF-8. Tabs and line ends stay.
func escaped(text []byte) []byte {
	to := make([]byte, 0, len(text))
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		switch {
		case r == utf8.RuneError && n == 1:
			to = fmt.Appendf(to, `\u%04x`, text[0])
		case r == '\n' || r == '\t' || strconv.IsPrint(r):
			to = append(to, text[:n]...)
		case r > 0xffff: // a surrogate pair, as in JSON
			r -= 0x10000
			to = fmt.Appendf(to, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		default:
			to = fmt.Appendf(to, `\u%04x`, r)
		}
		text = text[n:]
	}
	return to
}

// message is one message. Its further lines are indented, so that none looks like a message.
func message(text string) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i, l := range lines {
		if i > 0 && !strings.HasPrefix(l, "  ") {
			l = "  " + l
		}
		lines[i] = cut(l)
	}
	return strings.Join(lines, "\n")
}

// maxLine bounds a line of a message in bytes. The longest emitted line, a header, has 11 KB.
const maxLine = 1 << 14

// cut leaves out the middle of a line that is too long, such as one with a name of 100,000 letters.
func cut(line string) string {
	const end = 512 // from here on, mostly what would be right
	if len(line) <= maxLine {
		return line
	}
	first, last := strings.ToValidUTF8(line[:end], ""), strings.ToValidUTF8(line[len(line)-end:], "")
	return fmt.Sprintf("%s … %d bytes … %s", first, len(line)-len(first)-len(last), last)
}

// plain reports whether a name is printable without escapes.
func plain(name string) bool {
	return utf8.ValidString(name) && strings.IndexFunc(name, func(r rune) bool { return !strconv.IsPrint(r) }) < 0
}

// plainPaths are the paths that a verdict can print, and an error of the verb for each of the others.
func plainPaths(verb string, all []string) (paths []string, found []error) {
	for _, path := range all {
		if plain(path) {
			paths = append(paths, path)
		} else {
			found = append(found, usageError(verb+": the name "+strconv.QuoteToASCII(path)+
				" has characters that are not printable; rename the file"))
		}
	}
	return paths, found
}
