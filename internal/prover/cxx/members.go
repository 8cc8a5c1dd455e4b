package cxx

import (
	"regexp"
	"slices"
	"strings"
)

// ofOneType are the vectors of CUDA that have elements of one type.
var ofOneType = regexp.MustCompile(`^(float|double|int|uint|longlong|ulonglong)([234])$`)

// MembersOf are the variables of a vector of CUDA, or of a struct that the file declares, in order; nil of others.
func MembersOf(name string, tokens []Token) (all []Param) {
	if v := ofOneType.FindStringSubmatch(name); v != nil {
		t := map[string]string{"uint": "unsigned", "longlong": "long long", "ulonglong": "unsigned long long"}[v[1]]
		if t == "" {
			t = v[1]
		}
		for _, member := range strings.Split("xyzw", "")[:v[2][0]-'0'] {
			all = append(all, Param{Type: t, Name: member})
		}
		return all
	}
	code := slices.DeleteFunc(slices.Clone(tokens), func(t Token) bool { return t.Kind == Comment || t.Kind == Directive })
	for i, t := range code {
		if t.Text != "struct" || at(code, i-1) == ">" { // of a template
			continue
		}
		open := i + 1
		for open < len(code) && code[open].Kind == Word {
			if open++; at(code, open) == "(" { // of an alignment
				open = closing(code, open) + 1
			}
		}
		end := closing(code, open)
		if at(code, open) == "{" && (at(code, open-1) == name || at(code, open-1) == "struct" && at(code, end+1) == name) {
			return variables(code[open+1 : end])
		}
	}
	return nil
}

// variables are those among the members of a struct.
func variables(tokens []Token) (all []Param) {
	from := 0
	for i := 0; i < len(tokens); i++ {
		statement := tokens[from:i]
		switch {
		case tokens[i].Text == "(" || tokens[i].Text == "{":
			if i = closing(tokens, i); at(tokens, i) == "}" {
				from = i + 1
			}
		case tokens[i].Text == ";":
			from = i + 1
			if slices.ContainsFunc(statement, func(t Token) bool {
				return slices.Contains([]string{"(", "static", "using", "typedef"}, t.Text)
			}) {
				continue
			}
			for n, part := range split(statement) {
				p := param(part)
				if n > 0 { // its type is written once
					p.Type, p.Name = all[len(all)-1].Type, part[len(part)-1].Text
				}
				all = append(all, p)
			}
		}
	}
	return all
}
