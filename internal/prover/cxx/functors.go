package cxx

import "slices"

// Functor is a class of functions for the device: a struct that a file declares.
type Functor struct {
	Name     string
	Template []Param // nil of one that is no template
}

// Functors are the classes of a file that have functions for the device and no variables.
func Functors(tokens []Token) (all []Functor) {
	code := slices.DeleteFunc(slices.Clone(tokens), func(t Token) bool { return t.Kind == Comment || t.Kind == Directive })
	words := deviceWords(tokens)
	from := 0
	for i, t := range code {
		switch {
		case t.Text == ";" || t.Text == "{" || t.Text == "}":
			from = i + 1
		case t.Text == "struct" && at(code, i+2) == "{":
			body := code[i+3 : closing(code, i+2)]
			device := slices.ContainsFunc(body, func(t Token) bool { return t.Kind == Word && words[t.Text] })
			head := code[from:i]
			if device && len(variables(body)) == 0 && (len(head) == 0 || head[0].Text == "template") {
				all = append(all, Functor{code[i+1].Text, Function{Head: head}.Template()})
			}
		}
	}
	return all
}

// CallsClass reports whether f calls functions of a class that is a parameter of its template.
func (f Function) CallsClass(name string) bool {
	for _, p := range f.Params() {
		for i, t := range f.Body {
			if p.Type == name && t.Text == p.Name && (at(f.Body, i+1) == "(" || at(f.Body, i+1) == ".") {
				return true
			}
		}
	}
	for i, t := range f.Body {
		if t.Text != name {
			continue
		}
		if at(f.Body, i+1) == "<" {
			i = closing(f.Body, i+1)
		}
		next := at(f.Body, i+1)
		made := (next == "(" || next == "{") && at(f.Body, closing(f.Body, i+1)+1) == "("
		if made || next == ":" && at(f.Body, i+2) == ":" {
			return true
		}
	}
	return false
}
