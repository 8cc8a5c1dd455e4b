package cxx

import (
	"slices"
	"strings"
)

// besideNames are words before a parenthesis that name no function.
var besideNames = setOf("__launch_bounds__ __attribute__ __declspec alignas __align__ decltype noexcept asm " +
	"__maxnreg__ __cluster_dims__ __block_size__ static_assert explicit requires operator")

// onDevice are the words by which a function is compiled for the device.
var onDevice = setOf("__device__ __global__ device global")

// Function is a function that a file declares for the device.
type Function struct {
	Name string // with its namespaces
	Line int
	Head []Token // before the name: template parameters, attributes, and the type of the result
	Args []Token // between the parentheses
	Body []Token // between the braces; nil: it is declared, and not defined
}

// Functions are the names of the functions that a file declares for the device, each once and in order.
func Functions(tokens []Token) (names []string) {
	for _, f := range Declared(tokens) {
		if !slices.Contains(names, f.Name) {
			names = append(names, f.Name)
		}
	}
	return names
}

// Declared are the functions that a file declares for the device, in order.
func Declared(tokens []Token) (all []Function) {
	var within []string // namespaces: "" of one without a name, and of extern "C"
	depth, from := 0, 0
	device, named := false, false
	words := deviceWords(tokens)
	code := slices.DeleteFunc(slices.Clone(tokens), func(t Token) bool { return t.Kind == Comment || t.Kind == Directive })
	for i, t := range code {
		outside := depth == len(within)
		switch {
		case t.Text == "{":
			linkage := i > from && code[i-1].Kind == Literal && code[from].Text == "extern"
			if outside && (linkage || opensNamespace(code[:i])) {
				within = append(within, namespaceName(code[from:i]))
			}
			depth++
			from, device, named = i+1, false, false
		case t.Text == "}":
			depth--
			within = within[:max(0, min(len(within), depth))]
			from, device, named = i+1, false, false
		case t.Text == ";" && outside:
			from, device, named = i+1, false, false
		case !outside || named:
		case t.Text == "=" && !inAngles(code[from:i]):
			named = true
		case t.Kind == Word && words[t.Text]:
			device = true
		case t.Kind == Word && device && at(code, i+1) == "(" && !besideNames[t.Text] && i > from && typeEnds(code[i-1]):
			named = true
			name := strings.Join(append(slices.DeleteFunc(slices.Clone(within), func(n string) bool { return n == "" }), t.Text),
				"::")
			all = append(all, function(name, code, from, i))
		}
	}
	return all
}

// function is the function with a declaration that starts at from and has its name at i.
func function(name string, code []Token, from, i int) Function {
	f := Function{Name: name, Line: code[i].Line, Head: code[from:i]}
	end := closing(code, i+1)
	f.Args = code[i+2 : end]
	for k := end + 1; k < len(code) && code[k].Text != ";" && code[k].Text != "="; k++ {
		if code[k].Text == "{" {
			f.Body = code[k+1 : closing(code, k)]
			break
		}
	}
	return f
}

// pairs are signs that open and close.
var pairs = map[string]string{"(": ")", "{": "}", "[": "]", "<": ">"}

// closing is where what opens at i closes; the end of the code if it does not.
func closing(code []Token, i int) int {
	depth := 0
	for k := i; k < len(code); k++ {
		switch code[k].Text {
		case code[i].Text:
			depth++
		case pairs[code[i].Text]:
			if depth--; depth == 0 {
				return k
			}
		}
	}
	return len(code)
}

// inAngles reports whether code ends within the parameters of a template.
func inAngles(code []Token) bool {
	return len(code) > 1 && code[0].Text == "template" && closing(code, 1) == len(code)
}

// deviceWords are the words by which a file's functions are compiled for the device: those of the language, and
// macros of the file that stand for them.
func deviceWords(tokens []Token) map[string]bool {
	words := map[string]bool{}
	for w := range onDevice {
		words[w] = true
	}
	for more := true; more; { // of others of the file, too
		more = false
		for _, body := range defines(tokens) {
			if len(body) > 1 && !words[body[0].Text] && slices.ContainsFunc(body[1:], func(t Token) bool {
				return words[t.Text] && t.Text != "device" && t.Text != "global"
			}) {
				words[body[0].Text], more = true, true
			}
		}
	}
	return words
}

// typeEnds reports whether a token may be the last of a type, or of what stands between it and a name.
func typeEnds(t Token) bool {
	return t.Kind == Word && t.Text != "operator" || strings.Contains("*&>)]", t.Text)
}

// namespaceName is the name of the namespace that tokens open.
func namespaceName(tokens []Token) string {
	i := slices.IndexFunc(tokens, func(t Token) bool { return t.Text == "namespace" })
	if i < 0 {
		return ""
	}
	var name strings.Builder
	for _, t := range tokens[i+1:] {
		if t.Text != "inline" {
			name.WriteString(t.Text)
		}
	}
	return name.String()
}
