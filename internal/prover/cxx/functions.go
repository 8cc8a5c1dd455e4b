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

// Functions are the functions that a file declares for the device, with their namespaces, each once and in order.
func Functions(tokens []Token) (names []string) {
	var within []string // namespaces: "" of one without a name, and of extern "C"
	depth, from := 0, 0
	device, named := false, false
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
		case t.Text == "=":
			named = true
		case t.Kind == Word && onDevice[t.Text]:
			device = true
		case t.Kind == Word && device && at(code, i+1) == "(" && !besideNames[t.Text] && i > from && typeEnds(code[i-1]):
			named = true
			name := strings.Join(append(slices.DeleteFunc(slices.Clone(within), func(n string) bool { return n == "" }), t.Text),
				"::")
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
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
