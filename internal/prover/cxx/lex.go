// Package cxx splits CUDA C++ into tokens. A proof compares the tokens outside of function bodies
// and rejects words that distinguish builds. The package knows no grammar.
package cxx

import (
	"bytes"
	"fmt"
	"strings"
)

// Kind is the kind of a token.
type Kind uint8

// The kinds.
const (
	Word      Kind = iota // an identifier or keyword
	Number                // a preprocessing number
	Literal               // a string or a character
	Punct                 // one character of punctuation
	Directive             // a whole line of the preprocessor, # included
	Comment
)

// Token is a piece of source.
type Token struct {
	Kind   Kind
	Text   string
	Offset int // of its first byte
	Line   int // counted from 1
}

// Error is a place that the lexer refuses.
type Error struct {
	Line int
	Why  string
}

// Error is the refusal in one line.
func (e *Error) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Why) }

// maxTokens bounds what is read of one file. Every later pass costs time and memory for each token.
const maxTokens = 1 << 20

// Lex splits src. Lines end in LF. It refuses what compilers read in more than one way: spellings of a brace by other
// characters, lines that are joined outside of directives, control characters.
func Lex(src []byte) ([]Token, error) {
	if at := bytes.Index(src, []byte("??/")); at >= 0 {
		return nil, &Error{1 + bytes.Count(src[:at], []byte("\n")), "??/, another spelling of a backslash"}
	}
	for i, c := range src {
		if c < ' ' && c != '\n' && c != '\t' || c == 0x7f { // a carriage return alone ends a line for some compilers
			return nil, &Error{1 + bytes.Count(src[:i], []byte("\n")), fmt.Sprintf("control character %#02x", c)}
		}
	}
	l := &lexer{src: string(src), line: 1, start: true}
	for l.at < len(l.src) {
		if len(l.tokens) == maxTokens {
			return nil, &Error{l.line, fmt.Sprintf("more than %d words and signs", maxTokens)}
		}
		if err := l.next(); err != nil {
			return nil, err
		}
	}
	return l.tokens, nil
}

type lexer struct {
	src    string
	at     int
	line   int
	start  bool // nothing but space since the line began
	tokens []Token
}

func (l *lexer) fail(why string) error { return &Error{l.line, why} }

// take ends a token of n bytes.
func (l *lexer) take(kind Kind, n int) {
	text := l.src[l.at : l.at+n]
	l.tokens = append(l.tokens, Token{kind, text, l.at, l.line})
	l.line += strings.Count(text, "\n")
	l.at += n
	if kind != Comment {
		l.start = false
	}
}

func (l *lexer) next() error {
	rest := l.src[l.at:]
	switch c := rest[0]; {
	case c == '\n':
		l.at, l.line, l.start = l.at+1, l.line+1, true
	case c == ' ' || c == '\t':
		l.at++
	case strings.HasPrefix(rest, "//"):
		n := lineEnd(rest)
		if joins(rest[:n]) {
			return l.fail("a comment that joins the next line")
		}
		l.take(Comment, n)
	case strings.HasPrefix(rest, "/*"):
		n := strings.Index(rest[2:], "*/")
		if n < 0 {
			return l.fail("a comment without an end")
		}
		l.take(Comment, n+4)
	case c == '#' && l.start:
		return l.directive(rest)
	case c == '"' || c == '\'':
		return l.literal(rest, 0)
	case isLetter(c):
		return l.word(rest)
	case isDigit(c) || c == '.' && len(rest) > 1 && isDigit(rest[1]):
		l.take(Number, number(rest))
	default:
		return l.punct(rest)
	}
	return nil
}

// directive takes a line of the preprocessor, with those that it joins.
func (l *lexer) directive(rest string) error {
	n := lineEnd(rest)
	for rest[n-1] == '\\' && n < len(rest) {
		n += 1 + lineEnd(rest[n+1:])
	}
	text := rest[:n]
	if joins(text) {
		return l.fail("the last line ends in a backslash, or a line in a backslash and spaces")
	}
	for line := range strings.SplitSeq(text, "\n") {
		if joins(line) && !strings.HasSuffix(line, "\\") {
			return l.fail("a line ends in a backslash and spaces")
		}
	}
	if at := strings.Index(text, "/*"); at >= 0 {
		return l.fail("a comment within a line of the preprocessor")
	}
	l.take(Directive, n)
	return nil
}

func (l *lexer) word(rest string) error {
	n := 1
	for n < len(rest) && (isLetter(rest[n]) || isDigit(rest[n])) {
		n++
	}
	if n < len(rest) && (rest[n] == '"' || rest[n] == '\'') {
		switch prefix := rest[:n]; prefix {
		case "u8", "u", "U", "L":
			return l.literal(rest, n)
		case "R", "u8R", "uR", "UR", "LR":
			return l.raw(rest, n)
		}
	}
	l.take(Word, n)
	return nil
}

// literal takes a string or a character with its quote at from.
func (l *lexer) literal(rest string, from int) error {
	quote := rest[from]
	for n := from + 1; n < len(rest); n++ {
		switch rest[n] {
		case '\\':
			if n+1 < len(rest) && rest[n+1] == '\n' {
				return l.fail("a backslash that joins lines")
			}
			n++
		case '\n':
			return l.fail("a literal without an end")
		case quote:
			l.take(Literal, n+1)
			return nil
		}
	}
	return l.fail("a literal without an end")
}

// raw takes a raw string with its quote at from.
func (l *lexer) raw(rest string, from int) error {
	open := strings.IndexByte(rest[from:], '(')
	if open < 0 || open > 17 {
		return l.fail("a raw string without a parenthesis")
	}
	end := ")" + rest[from+1:from+open] + `"`
	n := strings.Index(rest[from+open:], end)
	if n < 0 {
		return l.fail("a literal without an end")
	}
	l.take(Literal, from+open+n+len(end))
	return nil
}

func (l *lexer) punct(rest string) error {
	for _, spelling := range []string{"<%", "%>", "<:", ":>", "%:", "??"} {
		if strings.HasPrefix(rest, spelling) && !(spelling == "<:" && strings.HasPrefix(rest, "<::")) {
			return l.fail(fmt.Sprintf("%s, another spelling of a bracket or sign", spelling))
		}
	}
	if rest[0] == '\\' {
		return l.fail("a backslash outside of a literal")
	}
	l.take(Punct, 1)
	return nil
}

// number is the length of a preprocessing number: 1'000u, 0x1p+3.
func number(rest string) int {
	n := 1
	for n < len(rest) {
		c := rest[n]
		sign := (c == '+' || c == '-') && strings.IndexByte("eEpP", rest[n-1]) >= 0
		tick := c == '\'' && n+1 < len(rest) && (isLetter(rest[n+1]) || isDigit(rest[n+1]))
		if !isLetter(c) && !isDigit(c) && c != '.' && !sign && !tick {
			break
		}
		n++
	}
	return n
}

// joins reports whether a line is joined with the next: compilers overlook spaces
// after the backslash.
func joins(line string) bool { return strings.HasSuffix(strings.TrimRight(line, " \t"), "\\") }

func lineEnd(s string) int {
	if n := strings.IndexByte(s, '\n'); n >= 0 {
		return n
	}
	return len(s)
}

func isLetter(c byte) bool {
	return c == '_' || c == '$' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
