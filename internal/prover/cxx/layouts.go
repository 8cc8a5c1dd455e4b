package cxx

import (
	"regexp"
	"strings"
)

// declares are the words that a declaration of members may have, beside names.
var declares = setOf("struct bool signed unsigned char short int long float double")

// asserts are the words that an assertion about a layout may have, beside names.
var asserts = setOf("sizeof alignof __builtin_offsetof __is_same decltype __is_trivially_copyable bool signed " +
	"unsigned char short int long float double")

// plainName is an identifier that means nothing to a compiler.
var plainName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*$`)

// Layouts leaves out of an emitted file the structs that it declares within guards, and the
// assertions about their layout:
//
//	#ifndef GEOM_VEC3_DEFINED
//	#define GEOM_VEC3_DEFINED
//	struct geom_vec3 {
//	    float X;
//	};
//	#endif
//	static_assert(sizeof(geom_vec3) == 4, "layout of geom.Vec3");
//	#ifndef __CUDACC_RTC__
//	static_assert(__builtin_offsetof(geom_vec3, X) == 0, "layout of geom.Vec3");
//	#endif
//
// A struct that a user declares is declared where SHFLGEN_DECLARES is defined, in builds of proofs.
//
// Nothing else in the file may test a guard. A struct may have members alone, and an assertion changes no code.
// Whether a struct has the layout of the Go type is for the proof to find.
func Layouts(tokens []Token) ([]Token, error) {
	var rest []Token
	var guards []string
	for i := 0; i < len(tokens); {
		t := tokens[i]
		var n int
		var err error
		switch {
		case words(t) == "ifndef __CUDACC_RTC__":
			n, err = beyondNVRTC(tokens[i:])
		case words(t) == "ifdef SHFLGEN_DECLARES":
			n, err = membersAlone(tokens[i:], 1)
		case t.Kind == Directive && DirectiveName(t.Text) == "ifndef":
			var guard string
			guard, n, err = guarded(tokens[i:])
			guards = append(guards, guard)
		case t.Kind == Word && t.Text == "static_assert":
			n, err = assertion(tokens[i:])
		default:
			rest = append(rest, t)
			n = 1
		}
		if err != nil {
			return nil, err
		}
		i += n
	}
	for _, t := range rest {
		if w := uses(t, guards); w != "" {
			return nil, &Error{t.Line, w + ": the guard of a struct is used elsewhere"}
		}
	}
	return rest, nil
}

// guarded is how many tokens a struct within a guard takes.
func guarded(tokens []Token) (guard string, n int, err error) {
	wrong := func(t Token, why string) (string, int, error) { return "", 0, &Error{t.Line, t.Text + ": " + why} }
	names := operands(tokens[0].Text)
	if len(names) != 1 || names[0].Kind != Word || !strings.HasSuffix(names[0].Text, "_DEFINED") {
		return wrong(tokens[0], "emitted files ask for the guards of structs alone")
	}
	guard = names[0].Text
	if len(tokens) < 2 || tokens[1].Kind != Directive || DirectiveName(tokens[1].Text) != "define" {
		return wrong(tokens[0], "want the guard defined on the next line")
	}
	if names = operands(tokens[1].Text); len(names) != 1 || names[0].Text != guard {
		return wrong(tokens[1], "want the guard defined, and nothing else")
	}
	n, err = membersAlone(tokens, 2)
	return guard, n, err
}

// membersAlone is the number of tokens of a struct up to the end of its condition. The first tokens were read.
func membersAlone(tokens []Token, read int) (int, error) {
	depth := 0
	for i, t := range tokens[read:] {
		switch {
		case t.Kind == Comment:
		case t.Kind == Directive && DirectiveName(t.Text) == "endif" && depth == 0:
			return i + read + 1, nil
		case t.Kind == Word && (declares[t.Text] || plainName.MatchString(t.Text) && !allKeywords[t.Text]):
		case t.Kind == Number, t.Text == "[", t.Text == "]", t.Text == ";":
		case t.Text == "{":
			depth++
		case t.Text == "}":
			depth--
		default:
			return 0, &Error{t.Line, t.Text + ": a struct of an emitted file has members alone"}
		}
	}
	return 0, &Error{tokens[0].Line, tokens[0].Text + ": the condition has no end"}
}

// beyondNVRTC is how many tokens assertions that NVRTC leaves out take, with their condition.
func beyondNVRTC(tokens []Token) (int, error) {
	for i := 1; i < len(tokens); {
		switch t := tokens[i]; {
		case t.Kind == Comment:
			i++
		case t.Kind == Word && t.Text == "static_assert":
			n, err := assertion(tokens[i:])
			if err != nil {
				return 0, err
			}
			i += n
		case t.Kind == Directive && DirectiveName(t.Text) == "endif":
			return i + 1, nil
		default:
			return 0, &Error{t.Line, t.Text + ": NVRTC leaves out assertions about a layout alone"}
		}
	}
	return 0, &Error{tokens[0].Line, "the condition on NVRTC has no end"}
}

// assertion is how many tokens an assertion takes.
func assertion(tokens []Token) (int, error) {
	for i, t := range tokens[1:] {
		switch {
		case t.Text == ";":
			return i + 2, nil
		case t.Kind == Word && (asserts[t.Text] || plainName.MatchString(t.Text) && !allKeywords[t.Text]):
		case t.Kind == Number, t.Kind == Literal, t.Text == "(", t.Text == ")", t.Text == "=", t.Text == "%", t.Text == ",",
			t.Text == ".", t.Text == ":", t.Text == "::", t.Text == "&", t.Text == "[", t.Text == "]":
		default:
			return 0, &Error{t.Line, t.Text + ": an assertion of an emitted file is about a layout alone"}
		}
	}
	return 0, &Error{tokens[0].Line, "static_assert without an end"}
}
