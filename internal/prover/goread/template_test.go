package goread

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"testing"
)

// ofText is a file of a function F with a body, beside a function fLen and one called fROW.
func ofText(t *testing.T, body string) *File {
	t.Helper()
	fset := token.NewFileSet()
	syntax, err := parser.ParseFile(fset, "f.go", "package p\n"+
		"func fLen(x []int) int { return 1 }\nfunc fROW(x ...int) int { return 1 }\n"+
		"func fOther(x ...int) int { return 1 }\n"+
		"func F(in, other []int, n int) int {\n"+body+"\n}\n", parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	f := &File{Func: "F", fset: fset, funcs: map[*types.Func]*ast.FuncDecl{}, info: &types.Info{
		Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Types: map[ast.Expr]types.TypeAndValue{}}}
	check := types.Config{Importer: importer.Default()}
	if f.pkg, err = check.Check("p", fset, []*ast.File{syntax}, f.info); err != nil {
		t.Fatal(err)
	}
	for _, d := range syntax.Decls {
		d := d.(*ast.FuncDecl)
		f.funcs[f.info.Defs[d.Name].(*types.Func)] = d
		f.main = d
	}
	return f
}

// matching is a template of the function, and whether its body matches a text.
func matching(t *testing.T, body, text string) (*template, bool) {
	t.Helper()
	f := ofText(t, body)
	of := f.template(map[string]hole{"N": f.constantHole(), "ROW": {}, "FROM": {}})
	params := f.info.Defs[f.main.Name].(*types.Func).Signature().Params()
	return of, of.bind(params, params).statements(f.main.Body.List, text)
}

// TestTemplate: the same text but for names and parentheses matches, and nothing else does.
func TestTemplate(t *testing.T) {
	const text = "s := 0\nfor i := 0; i < len(in); i += 8 {\n\tMORE\n\ts = s + ROW(in[i])\n}\nreturn s + ROW(n)"
	const body = "s := 0\nfor i := 0; i < len(in); i += 8 {\n\ts = s + fROW(in[i])\n}\nreturn s + fROW(n)"
	for _, c := range []struct {
		what, from, to string
		same           bool
	}{
		{"the text", "", "", true},
		{"other names", "for i := 0; i < len(in); i += 8 {\n\ts = s + fROW(in[i])",
			"for k := 0; k < len(in); k += 8 {\n\ts = s + fROW(in[k])", true},
		{"parentheses", "in[i]", "(in[(i)])", true},
		{"a constant of the same value", "i += 8", "i += 4 * 2", true},
		{"statements", "i += 8 {", "i += 8 {\n\tn = 0", true},
		{"another constant", "i += 8", "i += 7", false},
		{"a number that is no constant", "i += 8", "i += n", false},
		{"another parameter", "len(in)", "len(other)", false},
		{"a function in the place of a predeclared one", "len(in)", "fLen(in)", false},
		{"a variable that hides a predeclared one", "s := 0\n", "s, len := 0, fLen\n", false},
		{"another variable", "return s", "return n", false},
		{"a variable that hides a parameter", "i += 8 {", "i += 8 {\n\tin := other", false},
		{"another function at the second place", "s + fROW(n)", "s + fOther(n)", false},
		{"another operator", "s + fROW(in[i])", "s - fROW(in[i])", false},
		{"operands turned", "s + fROW(in[i])", "fROW(in[i]) + s", false},
		{"a definition in the place of an assignment", "\ts = s + fROW(in[i])", "\ts := s + fROW(in[i])\n\t_ = s", false},
		{"a spread argument", "return s + fROW(n)", "return s + fROW(in...)", false},
		{"a statement more at the end of the loop", "fROW(in[i])\n}", "fROW(in[i])\n\tn = 0\n}", false},
		{"a statement less", "s := 0\n", "", false},
		{"a part of a slice", "len(in)", "len(in[1:])", false},
	} {
		planted := replaced(t, body, c.from, c.to)
		if c.what == "a statement less" {
			planted = "var s int\n" + planted
		}
		if _, is := matching(t, planted, text); is != c.same {
			t.Errorf("%s: %t", c.what, is)
		}
	}
}

// TestTemplateSpread: an argument that is spread is another call.
func TestTemplateSpread(t *testing.T) {
	if _, is := matching(t, "return fROW(in...)", "return ROW(in)"); is {
		t.Error("matches")
	}
}

// replaced is a text with a part replaced, once.
func replaced(t *testing.T, text, from, to string) string {
	t.Helper()
	for i := range len(text) - len(from) + 1 {
		if from != "" && text[i:i+len(from)] == from {
			return text[:i] + to + text[i+len(from):]
		}
	}
	if from != "" {
		t.Fatalf("no %q in %q", from, text)
	}
	return text
}

// TestTemplateLooks: statements look at some variables by expressions of some texts alone, and end where they end.
func TestTemplateLooks(t *testing.T) {
	for _, c := range []struct {
		what, body string
		fine       bool
	}{
		{"the expression", "n = n + in[n]", true},
		{"nothing", "n = 0", true},
		{"an element of another index", "n = n + in[0]", false},
		{"the length", "n = len(in)", false},
		{"the variable", "other = in", false},
		{"an assignment to it", "in = other", false},
		{"its address", "p := &in\n\t_ = p", false},
		{"a variable that has its name", "for _, in := range other {\n\t_ = in\n}", true},
		{"an element within the index of another", "n = in[in[n]]", false},
		{"a way out", "if n == 0 {\n\treturn 0\n}", false},
		{"a function of its own", "f := func() { n = 0 }\n\tf()", false},
	} {
		of, is := matching(t, c.body+"\nreturn 0", "MORE\nreturn 0")
		if !is {
			t.Fatalf("%s: no match", c.what)
		}
		if where := of.looks(of.lists["MORE"], []string{"in"}, "in[n]"); (where == nil) != c.fine {
			t.Errorf("%s: %v", c.what, where)
		}
	}
}
