package parse

import (
	"fmt"
	"strings"
)

// token is a word, a number, a string in quotes or one character of punctuation.
type token struct {
	kind tokenKind
	text string
	line int
}

type tokenKind uint8

const (
	tokEnd tokenKind = iota
	tokWord
	tokNumber
	tokString
	tokMark
)

// isWord reports what may stand inside a word. Dots are part of a word, so that
// an opcode with its modifiers, %tid.x and a directive are each one token.
func isWord(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || isDigit(c) || c == '_' || c == '$' || c == '%' || c == '.'
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// maxTokens bounds what is read of one file: ten times a program of as many instructions as are
// executed.
const maxTokens = 10 << 18

// lex cuts src into tokens, the last of kind tokEnd.
func lex(file string, src []byte) ([]token, error) {
	var out []token
	line := 1
	// Characters that other readers may take for the end of the text, or of a line.
	for i, c := range src {
		if c == 0 || c == '\r' && (i+1 == len(src) || src[i+1] != '\n') {
			at := Place{Line: 1 + strings.Count(string(src[:i]), "\n")}
			return nil, &Refusal{file, at, Malformed, fmt.Sprintf("byte %#02x", c)}
		}
	}
	for i := 0; i < len(src); {
		if len(out) == maxTokens {
			return nil, &Refusal{file, Place{Line: line}, Unsupported, fmt.Sprintf("more than %d words and signs", maxTokens)}
		}
		c := src[i]
		switch {
		case c == '\n':
			line++
			i++
		case c == ' ' || c == '\t' || c == '\r':
			i++
		case c == '/' && i+1 < len(src) && src[i+1] == '/':
			for i < len(src) && src[i] != '\n' {
				i++
			}
			if strings.HasSuffix(strings.TrimSuffix(string(src[max(0, i-2):i]), "\r"), "\\") {
				return nil, &Refusal{file, Place{Line: line}, Malformed, "a comment that ends in a backslash"}
			}
		case c == '/' && i+1 < len(src) && src[i+1] == '*':
			start := line
			end := i + 2
			for ; ; end++ {
				if end+1 >= len(src) {
					return nil, &Refusal{file, Place{Line: start}, Malformed, "comment without an end"}
				}
				if src[end] == '\n' {
					line++
				}
				if src[end] == '*' && src[end+1] == '/' {
					break
				}
			}
			i = end + 2
		case c == '"':
			end := i + 1
			for end < len(src) && src[end] != '"' && src[end] != '\n' {
				end++
			}
			if end >= len(src) || src[end] != '"' {
				return nil, &Refusal{file, Place{Line: line}, Malformed, "string without an end"}
			}
			out = append(out, token{tokString, string(src[i+1 : end]), line})
			i = end + 1
		case isWord(c):
			end := i
			for end < len(src) && isWord(src[end]) {
				end++
			}
			// nvcc writes %r<5> in declarations; the < is its own token.
			kind := tokWord
			if isDigit(c) {
				kind = tokNumber
			}
			out = append(out, token{kind, string(src[i:end]), line})
			i = end
		case c < 0x80 && c > ' ':
			out = append(out, token{tokMark, string(c), line})
			i++
		default:
			return nil, &Refusal{file, Place{Line: line}, Malformed, fmt.Sprintf("byte %#02x", c)}
		}
	}
	return append(out, token{tokEnd, "", line}), nil
}
