package ptxsim

import (
	"fmt"
	"strings"
)

// Refusal is PTX that this package does not read.
type Refusal struct {
	Line int
	Why  string
}

// Error gives the line and the reason.
func (r *Refusal) Error() string { return fmt.Sprintf("line %d: %s", r.Line, r.Why) }

// refuse ends the reading of a module; [Load] recovers it.
func refuse(line int, format string, args ...any) {
	panic(&Refusal{line, fmt.Sprintf(format, args...)})
}

// token is a word, a number, a string or one character of punctuation.
type token struct {
	text string
	line int
}

// is reports whether the token is one of the texts.
func (t token) is(texts ...string) bool {
	for _, s := range texts {
		if t.text == s {
			return true
		}
	}
	return false
}

// word reports whether the token is an identifier, an opcode or a directive.
func (t token) word() bool {
	c := t.text[0]
	return letter(c) || c == '.' && len(t.text) > 1
}

// number reports whether the token is a literal.
func (t token) number() bool { return digit(t.text[0]) }

func digit(c byte) bool { return c >= '0' && c <= '9' }

// letter reports whether c may start an identifier ("Identifiers").
func letter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$' || c == '%'
}

// scan cuts a module into tokens. An opcode with its modifiers is one token, as
// is a directive, and a special register with its dimension.
func scan(src string) []token {
	var all []token
	line := 1
	for i := 0; i < len(src); {
		start := i
		switch c := src[i]; {
		case c == '\n':
			line++
			i++
			continue
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
			i++
			continue
		case strings.HasPrefix(src[i:], "//"):
			for i < len(src) && src[i] != '\n' {
				i++
			}
			continue
		case strings.HasPrefix(src[i:], "/*"):
			end := strings.Index(src[i+2:], "*/")
			if end < 0 {
				refuse(line, "comment without end")
			}
			line += strings.Count(src[i:i+2+end], "\n")
			i += end + 4
			continue
		case c == '"':
			end := strings.IndexAny(src[i+1:], "\"\n")
			if end < 0 || src[i+1+end] != '"' {
				refuse(line, "string without end")
			}
			i += end + 2
		case digit(c):
			i = numberEnd(src, i)
		case letter(c) || c == '.' && i+1 < len(src) && letter(src[i+1]):
			i = wordEnd(src, i)
		default:
			i++
		}
		all = append(all, token{src[start:i], line})
	}
	return append(all, token{"end of file", line})
}

func wordEnd(src string, i int) int {
	for i++; i < len(src); i++ {
		c := src[i]
		switch {
		case letter(c) && c != '%' || digit(c):
		case c == '.' && i+1 < len(src) && (letter(src[i+1]) || digit(src[i+1])):
		case c == ':' && strings.HasPrefix(src[i:], "::"):
			i++
		default:
			return i
		}
	}
	return i
}

func numberEnd(src string, i int) int {
	decimal := !strings.HasPrefix(src[i:], "0x") && !strings.HasPrefix(src[i:], "0X") &&
		!strings.HasPrefix(src[i:], "0f") && !strings.HasPrefix(src[i:], "0F") &&
		!strings.HasPrefix(src[i:], "0d") && !strings.HasPrefix(src[i:], "0D")
	for i++; i < len(src); i++ {
		c := src[i]
		switch {
		case letter(c) && c != '%' && c != '$' || digit(c):
		case decimal && c == '.':
		case decimal && (c == '+' || c == '-') && (src[i-1] == 'e' || src[i-1] == 'E'):
		default:
			return i
		}
	}
	return i
}
