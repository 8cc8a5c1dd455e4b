package cxx

import (
	"regexp"
	"slices"
	"strings"
)

// Why a word of someone's own file is refused.
const (
	tellsStandard = "a file can distinguish standards of C++, hosts and builds by it"
	tellsABI      = "its layout differs between hosts"
)

// deduced are words that ask for a type or for what holds of one.
var deduced = map[string]string{
	"decltype": "write the type", "__decltype": "write the type", "typeof": "write the type",
	"__typeof__": "write the type",
	"__typeof":   "write the type", "__auto_type": "write the type", "typeid": "write the type",
	"_Generic": "write the type",
	"noexcept": "leave it out", "__builtin_types_compatible_p": "write the type", "__builtin_choose_expr": "use if",
	"requires": "leave it out", "typeof_unqual": "write the type",
}

// traits are the shapes of the questions that compilers answer about types.
var traits = regexp.MustCompile(`^__(is|has|add|remove|make|decay|reference|underlying|array|type_pack|can)_`)

// CheckOwn refuses in a file of a user what tells the standard of the language, the
// host's layout of types or the objects of thread numbers.
func CheckOwn(tokens []Token) error {
	code := slices.DeleteFunc(slices.Clone(tokens), func(t Token) bool { return t.Kind == Comment || t.Kind == Directive })
	sizes := sizeNames(tokens)
	if err := checkOwn(code, sizes); err != nil {
		return err
	}
	for t, body := range defines(tokens) {
		for i := range body {
			body[i].Line = t.Line
		}
		if plainMacro(body) {
			body = body[1:]
		}
		if err := checkOwn(body, sizes); err != nil {
			return err
		}
	}
	return nil
}

// plainMacro reports whether a macro has no parameters: no parenthesis follows its name at once.
func plainMacro(body []Token) bool {
	return len(body) > 1 && (body[1].Text != "(" || body[1].Offset > body[0].Offset+len(body[0].Text))
}

// sizeNames are sizeof and the macros without parameters that stand for what has a sizeof in it.
func sizeNames(tokens []Token) map[string]bool {
	all := map[string]bool{"sizeof": true}
	for n := 0; n < len(all); {
		n = len(all)
		for _, body := range defines(tokens) {
			for i, t := range body {
				if i > 0 && all[t.Text] && plainMacro(body) && !cast(body, i) {
					all[body[0].Text] = true
				}
			}
		}
	}
	return all
}

func checkOwn(tokens []Token, sizes map[string]bool) error {
	for i, t := range tokens {
		if t.Kind != Word {
			continue
		}
		if instead := deduced[t.Text]; instead != "" {
			return &Error{t.Line, t.Text + ": " + tellsStandard + "; " + instead}
		}
		if traits.MatchString(t.Text) {
			return &Error{t.Line, t.Text + ": " + tellsStandard}
		}
		why := threadNumber(tokens, i)
		switch {
		case why != "":
		case sizes[t.Text]:
			why = sizeOf(tokens, i)
		case t.Text == "auto":
			why = auto(tokens, i)
		}
		if why != "" {
			return &Error{t.Line, why}
		}
	}
	return members(tokens)
}

// at is the text of a token, or "" outside of a file.
func at(tokens []Token, i int) string { return tokenAt(tokens, i).Text }

// threadNumber is why a use of threadIdx and the like is refused. They are objects of
// CUDA's and no objects in the prover's build: their coordinates are numbers in both.
func threadNumber(tokens []Token, i int) string {
	name := tokens[i].Text
	if !slices.Contains([]string{"threadIdx", "blockIdx", "blockDim", "gridDim"}, name) {
		return ""
	}
	want := name + ": want its .x, .y or .z, as a number"
	if at(tokens, i+1) != "." || !slices.Contains([]string{"x", "y", "z"}, at(tokens, i+2)) {
		return want
	}
	address := at(tokens, i-1) == "&" && at(tokens, i-2) != "&" && !operandBefore(tokens, i-1)
	if after := at(tokens, i+3); address || after == "(" || after == "=" && at(tokens, i+4) != "=" {
		return want
	}
	return ""
}

// operandBefore reports whether an operand ends before an operator.
func operandBefore(tokens []Token, i int) bool {
	if i == 0 {
		return false
	}
	t := tokens[i-1]
	return t.Kind == Number || t.Text == ")" || t.Text == "]" || t.Kind == Word && t.Text != "return" && t.Text != "case"
}

// casts are the types to which a size is turned before its own type can matter.
var casts = setOf("int unsigned short float double bool")

// cast reports whether a size is turned into one of these.
func cast(tokens []Token, i int) bool {
	return at(tokens, i-1) == ")" && casts[at(tokens, i-2)] && at(tokens, i-3) == "("
}

// sizeOf is the reason to reject a sizeof. Its type differs between hosts: it
// may be a number among others, but no argument and no value of a deduced type.
func sizeOf(tokens []Token, i int) string {
	const want = "sizeof: its type differs between hosts; takes (int)sizeof(T)"
	if cast(tokens, i) {
		return ""
	}
	depth := 0
	for k := i - 1; k >= 0; k-- {
		switch t := tokens[k]; {
		case t.Text == ")" || t.Text == "]":
			depth++
		case (t.Text == "(" || t.Text == "[") && depth > 0:
			depth--
		case t.Text == "(" && at(tokens, k-1) == ">" && at(tokens, k-2) == "*" && pointerCast(tokens, k-1):
			return "" // the sum of an address and a number
		case t.Text == "(":
			if before := tokens[max(k-1, 0)]; before.Kind == Word && !slices.Contains(statements, before.Text) ||
				before.Text == ">" {
				return want
			}
		case t.Text == "auto" || t.Text == "{" && (at(tokens, k-1) == "=" || at(tokens, k-1) == ",") || t.Text == "?":
			return want
		case t.Text == ";" || t.Text == "{" || t.Text == "}":
			return ""
		}
	}
	return ""
}

// pointerCast reports whether an angle bracket ends a reinterpret_cast<T *>.
func pointerCast(tokens []Token, end int) bool {
	for k := end - 1; k > 0 && end-k < maxCast; k-- {
		if tokens[k].Text == "<" {
			return tokens[k-1].Text == "reinterpret_cast"
		}
	}
	return false
}

// maxCast bounds the words of the type of a cast.
const maxCast = 8

// statements are the words before a parenthesis that is no call.
var statements = strings.Fields("if while for switch return static_assert sizeof case")

// auto is why a deduced type is refused: what it is of braces differs from standard to
// standard.
func auto(tokens []Token, i int) string {
	k := i + 1
	for slices.Contains([]string{"const", "&", "*"}, at(tokens, k)) {
		k++
	}
	if at(tokens, k+1) == "{" || at(tokens, k+1) == "=" && at(tokens, k+2) == "{" || at(tokens, k) == "{" {
		return "auto of braces: " + tellsStandard + "; write the type"
	}
	if at(tokens, k+1) == "=" && at(tokens, k+2) == "[" {
		return "auto of a closure: " + tellsStandard + "; write a function"
	}
	return ""
}

// members refuses bit-fields.
func members(tokens []Token) error {
	var class []bool // of each brace that is open, whether it is that of a class
	next, starts := false, 0
	for i, t := range tokens {
		switch t.Text {
		case "struct", "class", "union":
			next = at(tokens, i-1) != "enum"
		case "(", ")", "=":
			next = false
		case ";":
			next, starts = false, i+1
		case "{":
			class, next, starts = append(class, next), false, i+1
		case "}":
			class, starts = class[:max(len(class)-1, 0)], i+1
		case ":":
			if at(tokens, i-1) == ":" || at(tokens, i+1) == ":" { // of a qualified name
				continue
			}
			if n := len(class); n > 0 && class[n-1] && !next && bitField(tokens[starts:i]) {
				return &Error{t.Line, "a bit-field: " + tellsABI + "; takes shifts and masks"}
			} else if n > 0 && class[n-1] && !next {
				starts = i + 1
			}
		}
	}
	return nil
}

// bitField reports whether a member that starts so is a bit-field if : follows.
func bitField(start []Token) bool {
	for i, t := range start {
		if t.Text == "(" || t.Text == "?" || t.Text == "enum" || i == len(start)-1 &&
			slices.Contains([]string{"public", "private", "protected"}, t.Text) {
			return false
		}
	}
	return len(start) > 0
}
