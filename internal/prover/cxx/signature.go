package cxx

import (
	"slices"
	"strings"
)

// Param is a parameter of a function.
type Param struct {
	Type     string // as written, without const, reference, pointer and length
	Name     string
	Const    bool
	Indirect string // "&" of a reference, "*" of a pointer, both in their order; "" of a value
	Length   string // of a reference to an array
}

// besideTypes are words that stand beside a type and change nothing of what a call looks like.
var besideTypes = setOf("static inline extern constexpr volatile register typename struct __restrict__ __restrict " +
	"__forceinline__ __noinline__ __inline__ __device__ __host__ __global__ __shared__ noinline device")

// Params are the parameters of f.
func (f Function) Params() (all []Param) {
	for _, part := range split(f.Args) {
		if len(part) == 1 && part[0].Text == "void" {
			continue
		}
		all = append(all, param(part))
	}
	return all
}

// Result is the type of what f returns, as written.
func (f Function) Result() string {
	return param(append(slices.Clone(f.head()), Token{Kind: Word, Text: f.Name})).Type
}

// Template are the parameters of a template: of types their Type is typename or class. They are nil of a function.
func (f Function) Template() (all []Param) {
	if len(f.Head) == 0 || f.Head[0].Text != "template" {
		return nil
	}
	for _, part := range split(f.Head[2:min(closing(f.Head, 1), len(f.Head))]) {
		p := Param{Name: part[len(part)-1].Text}
		for _, t := range part[:len(part)-1] {
			p.Type += t.Text
		}
		all = append(all, p)
	}
	return all
}

// Kernel reports whether f is a kernel.
func (f Function) Kernel() bool {
	return slices.ContainsFunc(f.Head, func(t Token) bool { return t.Text == "__global__" || t.Text == "global" })
}

// head is what stands before the name, without the parameters of a template and attributes.
func (f Function) head() (rest []Token) {
	from := 0
	if f.Template() != nil {
		from = closing(f.Head, 1) + 1
	}
	for i := from; i < len(f.Head); i++ {
		switch t := f.Head[i]; {
		case t.Text == "__attribute__" || t.Text == "__launch_bounds__":
			i = closing(f.Head, i+1)
		case t.Text == "[":
			i = closing(f.Head, i)
		case t.Kind != Literal:
			rest = append(rest, t)
		}
	}
	return rest
}

// split cuts tokens at commas outside of brackets, and leaves out what follows an equals sign.
func split(tokens []Token) (parts [][]Token) {
	var part []Token
	depth, skips := 0, false
	for _, t := range tokens {
		switch {
		case strings.Contains("([{<", t.Text):
			depth++
		case strings.Contains(")]}>", t.Text):
			depth--
		case t.Text == "," && depth == 0:
			parts, part, skips = append(parts, part), nil, false
			continue
		case t.Text == "=" && depth == 0:
			skips = true
		}
		if !skips {
			part = append(part, t)
		}
	}
	if len(part) > 0 {
		parts = append(parts, part)
	}
	return slices.DeleteFunc(parts, func(p []Token) bool { return len(p) == 0 })
}

// param reads a parameter.
func param(tokens []Token) (p Param) {
	if i := slices.IndexFunc(tokens, func(t Token) bool { return t.Text == "[" }); i >= 0 {
		p.Length = text(tokens[i+1 : min(closing(tokens, i), len(tokens))])
		tokens = slices.DeleteFunc(slices.Clone(tokens[:i]), func(t Token) bool { return t.Text == "(" || t.Text == ")" })
		if !slices.ContainsFunc(tokens, func(t Token) bool { return t.Text == "&" }) {
			p.Indirect, p.Length = "*", ""
		}
	}
	var words []Token
	for _, t := range tokens {
		switch {
		case t.Text == "const":
			p.Const = true
		case t.Text == "&" || t.Text == "*":
			p.Indirect += t.Text
		case !besideTypes[t.Text]:
			words = append(words, t)
		}
	}
	if n := len(words); n > 1 && words[n-1].Kind == Word && !basic[words[n-1].Text] {
		p.Name, words = words[n-1].Text, words[:n-1]
	}
	p.Type = text(words)
	return p
}

// basic are the words of the types of numbers.
var basic = setOf("unsigned signed char short int long float double bool void")

// text is tokens as they may be written.
func text(tokens []Token) string {
	var b strings.Builder
	for i, t := range tokens {
		if i > 0 && t.Kind == Word && tokens[i-1].Kind == Word {
			b.WriteByte(' ')
		}
		b.WriteString(t.Text)
	}
	return b.String()
}

// Aliases are the names that a file gives to types, by using, typedef and #define, and to numbers by #define.
func Aliases(tokens []Token) map[string]string {
	all := map[string]string{}
	for i, t := range tokens {
		switch {
		case t.Kind == Directive && DirectiveName(t.Text) == "define":
			if body := operands(t.Text); len(body) > 1 {
				all[body[0].Text] = text(body[1:])
			}
		case t.Text == "using" && at(tokens, i+2) == "=":
			if end := slices.IndexFunc(tokens[i:], func(t Token) bool { return t.Text == ";" }); end > 3 {
				all[tokens[i+1].Text] = text(tokens[i+3 : i+end])
			}
		case t.Text == "typedef":
			if end := slices.IndexFunc(tokens[i:], func(t Token) bool { return t.Text == ";" }); end > 2 {
				all[tokens[i+end-1].Text] = text(tokens[i+1 : i+end-1])
			}
		}
	}
	return all
}

// Instances are the arguments in angle brackets by which tokens call a template, each once.
func Instances(tokens []Token, name string) (all []string) {
	for i, t := range tokens {
		if t.Text != name || at(tokens, i+1) != "<" || i > 0 && tokens[i-1].Text == "struct" {
			continue
		}
		end := closing(tokens, i+1)
		after := at(tokens, end+1)
		if end >= len(tokens) || end-i > mostArguments || after != "(" && after != "<" { // of a kernel a launch
			continue
		}
		if args := text(tokens[i+2 : end]); !slices.Contains(all, args) {
			all = append(all, args)
		}
	}
	return all
}

// Required is how many parameters of a template come before those with a default.
func (f Function) Required() int {
	all := f.Template()
	if all == nil {
		return 0
	}
	list := f.Head[2:min(closing(f.Head, 1), len(f.Head))]
	if i := slices.IndexFunc(list, func(t Token) bool { return t.Text == "=" }); i >= 0 {
		return len(split(list[:i])) - 1
	}
	return len(all)
}

// Deduced are the types among the parameters of a template that come after one with a default and have none: calls
// deduce them.
func (f Function) Deduced() (all []string) {
	required := f.Required()
	for i, p := range f.Template() {
		at := slices.IndexFunc(f.Head, func(t Token) bool { return t.Text == p.Name })
		if i > required && (p.Type == "typename" || p.Type == "class") && f.Head[at+1].Text != "=" {
			all = append(all, p.Name)
		}
	}
	return all
}

// mostArguments is how many tokens the arguments of a template may have: further ones are a comparison.
const mostArguments = 24

// Resolved is a type or a number with the names replaced that stand for others, and without words that change nothing.
func Resolved(written string, names map[string]string) string {
	for range mostNested {
		tokens, err := Lex([]byte(written))
		if err != nil {
			return written
		}
		var b strings.Builder
		for _, t := range tokens {
			word := t.Text
			if other, ok := names[word]; ok {
				word = other
			}
			if !besideTypes[word] {
				b.WriteString(word + " ")
			}
		}
		next := strings.TrimSpace(b.String())
		if next == written {
			break
		}
		written = next
	}
	return written
}

// mostNested is how many names of names are followed.
const mostNested = 8
