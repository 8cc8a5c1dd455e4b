package cxx

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

// vectors are types of CUDA's headers.
var vectors = regexp.MustCompile(`^(u?(char|short|int|longlong)|float|double|half|__half|__nv_bfloat16)[1-4]?$|_t$`)

// typeWords are keywords that a type consists of.
var typeWords = setOf("bool char const double float int long short signed unsigned void")

// CheckApart wants a file in which a function gets and leaves values alone, or elements of arrays
// that a kernel was given. Then a compiler that sees a function and its callers at once knows
// nothing more of memory: no variable has an address, and none is read as another type.
//
// users asks for the functions of users alone.
func CheckApart(tokens []Token, users bool) error {
	code, all := withoutABI(tokens, users), withoutABI(tokens, false)
	types, arrays := typeSet{}, map[string]bool{} // of members with a dot
	for i, t := range all {
		if t.Text == "struct" {
			types[at(all, i+1)] = true
		}
	}
	a := apart{code, types, arrays}
	for i, t := range all { // members of structs
		if t.Kind == Word && at(all, i+1) == "[" && types.declares(at(all, i-1)) {
			arrays["."+t.Text] = true
		}
	}
	depth := 0
	for i, t := range code {
		switch {
		case t.Text == "{":
			depth++
		case t.Text == "}":
			depth--
			if depth == 0 { // the end of a function
				maps.DeleteFunc(arrays, func(name string, _ bool) bool { return name[0] != '.' })
			}
		case t.Kind == Word && at(code, i+1) == "[" && types.declares(at(code, i-1)),
			t.Kind == Word && at(code, i-1) == "&" && at(code, i+1) == ")" && at(code, i+2) == "[":
			arrays[t.Text] = true
			continue
		}
		if depth == 0 && t.Text != "*" {
			continue
		}
		if why := a.why(i); why != "" {
			return &Error{t.Line, why}
		}
	}
	return nil
}

// apart are the tokens of a file, the types and the arrays that it declares.
type apart struct {
	code   []Token
	types  typeSet
	arrays map[string]bool
}

// typeSet are the names of structs that a file declares.
type typeSet map[string]bool

// declares reports whether a word is a type.
func (s typeSet) declares(word string) bool {
	return typeWords[word] || s[word] || vectors.MatchString(word)
}

// bare reports whether the token at i is an array without an index, other than as an argument. No
// parameter is a pointer.
func (a apart) bare(i int) bool {
	name, before, next := a.code[i].Text, at(a.code, i-1), at(a.code, i+1)
	if before == "." {
		name = "." + name
	}
	if !a.arrays[name] || next == "[" {
		return false
	}
	for j := i - 1; j > 0 && (next == "," || next == ")"); j-- { // back to the call
		switch t := a.code[j]; {
		case t.Text == "(":
			f := a.code[max(j-1, 0)]
			return f.Kind != Word || keywords[f.Text]
		case t.Kind != Word && t.Text != "." && t.Text != ",":
			return true
		}
	}
	return true
}

// why says why the token at i makes or takes an address, or is "".
func (a apart) why(i int) string {
	t, next := a.code[i], tokenAt(a.code, i+1)
	switch {
	case slices.Contains([]string{"union", "goto", "__restrict__", "const_cast", "memcpy", "memset"}, t.Text):
		return t.Text + ": a compiler may conclude from it what the proof of each function does not look at"
	case t.Text == "static" && next.Text != "__device__":
		return "static: a variable that outlives a call"
	case t.Text == "-" && next.Text == ">" && next.Offset == t.Offset+1:
		return "->: a pointer to a struct"
	case t.Text == "&" && a.unary(i) && !a.twice(i):
		return "&: the address of a variable"
	case t.Text == "*" && a.unary(i):
		return "*: what a pointer points at"
	case t.Text == "[" && tokenAt(a.code, i-1).Kind == Number:
		return "[: an index before its array"
	case t.Text == "[" && a.unary(i) && at(a.code, i+1) != "[" && at(a.code, i-1) != "[":
		return "[: a closure"
	case t.Kind == Word && a.bare(i):
		return t.Text + ": an array without an index"
	case t.Text == "reinterpret_cast":
		return a.cast(i)
	}
	return ""
}

// twice reports whether the & at i is one of &&.
func (a apart) twice(i int) bool {
	for _, j := range []int{i - 1, i + 1} {
		if t := tokenAt(a.code, j); t.Text == "&" && (t.Offset-a.code[i].Offset == j-i) {
			return true
		}
	}
	return false
}

// unary reports whether the sign at i has no operand on its left.
func (a apart) unary(i int) bool {
	before := tokenAt(a.code, i-1)
	switch {
	case before.Kind == Number, before.Text == "]":
		return false
	case before.Text == ")":
		return a.isCast(i - 1)
	case before.Kind == Word:
		return before.Text == "return" || before.Text == "case" || a.types.declares(before.Text)
	}
	return true
}

// isCast reports whether the parentheses that close at i hold a type.
func (a apart) isCast(i int) bool {
	for j := i - 1; j >= 0; j-- {
		switch t := a.code[j]; {
		case t.Text == "(":
			return j < i-1 && (j == 0 || a.code[j-1].Kind != Word || a.code[j-1].Text == "return")
		case !a.types.declares(t.Text) && t.Text != "*" && t.Text != "&":
			return false
		}
	}
	return false
}

// cast wants the operand of a cast to be made of names and numbers: no member of a struct has an
// address, and [CheckApart] sees to it that no array has one.
func (a apart) cast(i int) string {
	for j := i; j < len(a.code) && a.code[j].Text != ";"; j++ {
		if a.code[j].Text == "." {
			return "reinterpret_cast: of a member"
		}
	}
	return ""
}

func tokenAt(tokens []Token, i int) Token {
	if i < 0 || i >= len(tokens) {
		return Token{}
	}
	return tokens[i]
}

// withoutABI are the tokens that are compiled unless libraries ask for operators by their signature,
// without comments and directives; or of these the functions of users alone.
func withoutABI(tokens []Token, users bool) (code []Token) {
	const calls = "ifdef SHFLGEN_CALLS"
	var conditionals []string
	for _, t := range tokens {
		if t.Kind == Directive {
			switch name, n := DirectiveName(t.Text), len(conditionals); {
			case strings.HasPrefix(name, "if"):
				conditionals = append(conditionals, words(t))
			case name == "endif" && n > 0:
				conditionals = conditionals[:n-1]
			case n > 0 && conditionals[n-1] != calls:
				conditionals[n-1] = ""
			}
			continue
		}
		if t.Kind != Comment && !slices.Contains(conditionals, "ifdef SHFLGEN_C_ABI") &&
			(!users || slices.Contains(conditionals, calls)) {
			code = append(code, t)
		}
	}
	return code
}
