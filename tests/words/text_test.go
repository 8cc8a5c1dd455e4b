package words

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strconv"
	"strings"
)

var (
	fenced  = regexp.MustCompile("(?ms)^[ >]*```.*?^[ >]*```[^\n]*$")
	markup  = regexp.MustCompile(`(?s)<!--.*?-->|<[a-z/][^>]*>`)
	link    = regexp.MustCompile(`!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])`)
	code    = regexp.MustCompile("`[^`]+`")
	newItem = regexp.MustCompile(`\n(\s*(?:[-*]|\d+\.) )`)
)

// Paragraphs are the paragraphs and list items of a page. Headings, code, tables and the addresses of links are left
// out; code in a line is one word.
func Paragraphs(page string) (all []string) {
	page = markup.ReplaceAllString(fenced.ReplaceAllString(page, "\n"), "")
	page = link.ReplaceAllString(page, "$1")
	for _, p := range strings.Split(newItem.ReplaceAllString(page, "\n\n$1"), "\n\n") {
		p = strings.Trim(p, "\n")
		switch first := strings.TrimSpace(p); {
		case strings.HasPrefix(p, "    "), strings.HasPrefix(first, "#"), strings.HasPrefix(first, "|"):
		case first != "":
			all = append(all, code.ReplaceAllString(strings.TrimLeft(first, "-*0123456789. "), "CODE"))
		}
	}
	return all
}

// generated is the first line of a file that nobody edits.
var generated = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)

// GoText is the text of a Go file: the paragraphs of its comments and, with messages, its string literals of three
// words or more. A generated file has none.
func GoText(path string, src []byte, messages bool) (all []string, err error) {
	if generated.Match(src) {
		return nil, nil
	}
	file, err := parser.ParseFile(token.NewFileSet(), path, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, group := range file.Comments {
		all = append(all, strings.Split(group.Text(), "\n\n")...)
	}
	if !messages {
		return all, nil
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if text, err := strconv.Unquote(lit.Value); err == nil && len(strings.Fields(text)) > 2 {
				all = append(all, text)
			}
		}
		return true
	})
	return all, nil
}
