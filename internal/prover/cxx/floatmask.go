package cxx

import (
	"maps"
	"slices"
	"strings"
)

// rejectsFloats starts the declaration that FloatMasks leaves out, and deleted ends it.
var (
	rejectsFloats = strings.Fields("template < class Mask , class = decltype ( Mask { .5 } ) > __device__")
	deleted       = strings.Fields("= delete ;")
)

// floatMaskWords are the words that such a declaration may have, beside names.
var floatMaskWords = setOf(`void bool signed unsigned char short int long float double const Mask mask
	__half __half2 __nv_bfloat16 __nv_bfloat162`)

// FloatMasks leaves out the declarations that reject a mask of a floating-point type:
//
//	template <class Mask, class = decltype(Mask{.5})> __device__ int f(Mask mask, int v) = delete;
//
// A call that takes one is an error of the compiler, so they change nothing in a file that compiles. Macros could
// make another declaration of the same text: one that uses a macro of the file, or of defined, stays.
func FloatMasks(tokens []Token, defined ...string) []Token {
	defined = slices.AppendSeq(defined, maps.Keys(macroNames(tokens)))
	var rest []Token
	for i := 0; i < len(tokens); {
		n := floatMask(tokens[i:])
		macro := slices.ContainsFunc(tokens[i:i+n], func(t Token) bool { return slices.Contains(defined, t.Text) })
		if n == 0 || macro {
			rest = append(rest, tokens[i])
			n = 1
		}
		i += n
	}
	return rest
}

// floatMask is how many tokens a declaration takes that starts here; 0 for none.
func floatMask(tokens []Token) int {
	start := len(rejectsFloats)
	if !startsWith(tokens, rejectsFloats) {
		return 0
	}
	for i, t := range tokens[start:] {
		switch {
		case t.Text == "=":
			if startsWith(tokens[start+i:], deleted) {
				return start + i + len(deleted)
			}
			return 0
		case t.Kind == Word && (floatMaskWords[t.Text] || !allKeywords[t.Text] && !strings.HasPrefix(t.Text, "__")):
		case t.Kind == Number, t.Kind == Punct && strings.Contains("()[]*&,", t.Text):
		default:
			return 0
		}
	}
	return 0
}

// startsWith reports whether tokens start with some of these texts.
func startsWith(tokens []Token, texts []string) bool {
	return len(tokens) >= len(texts) && slices.EqualFunc(tokens[:len(texts)], texts, func(t Token, text string) bool {
		return t.Text == text
	})
}

// Once reports whether a file has a word once outside of braces but those of namespaces, and no macros but empty
// ones: a function of that name then has no overloads.
func Once(tokens []Token, word string) bool {
	depth, namespaces, found := 0, 0, 0
	for i, t := range tokens {
		switch {
		case t.Kind == Directive && DirectiveName(t.Text) == "define" && len(operands(t.Text)) != 1:
			return false
		case t.Kind == Word && t.Text == word && depth == namespaces:
			found++
		case t.Kind == Punct && t.Text == "{":
			if depth == namespaces && opensNamespace(tokens[:i]) {
				namespaces++
			}
			depth++
		case t.Kind == Punct && t.Text == "}":
			depth--
			namespaces = min(namespaces, depth)
		}
	}
	return found == 1
}
