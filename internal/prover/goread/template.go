package goread

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"reflect"
	"regexp"
	"strings"
)

// template matches parts of a file with Go text. A part has to be the text, but for comments and parentheses. A number
// of the text stands for any constant expression of that value. A name stands for
//
//   - a variable or a constant, whatever its name is, from where the text declares it;
//   - an object that it is bound to;
//   - what is predeclared and called so;
//   - an expression that its hole allows, the same wherever the name occurs;
//   - by itself, as a statement, any number of statements.
type template struct {
	*File
	bound map[string]types.Object
	holes map[string]hole
	found map[string]ast.Expr
	lists map[string][]ast.Stmt
	named map[*ast.Ident]bool // that stand for bound names

	differs, from ast.Node // the last place of the file that was no match, and of what in the text
}

// hole says for which expressions a name may stand.
type hole struct {
	want string
	is   func(ast.Expr) bool
}

// template is one with holes, in which F is the exported function and others have what their names add to it, if that
// is a word such as Tree: no name of Go's, and none of a hole.
func (f *File) template(holes map[string]hole) *template {
	t := &template{File: f, bound: map[string]types.Object{"F": f.info.Defs[f.main.Name]}, holes: holes,
		found: map[string]ast.Expr{}, lists: map[string][]ast.Stmt{}, named: map[*ast.Ident]bool{}}
	bind := func(fn *types.Func) {
		if name, ok := strings.CutPrefix(fn.Name(), f.part("")); ok && isWord.MatchString(name) {
			t.bound[name] = fn
		}
	}
	for fn := range f.funcs {
		bind(fn)
	}
	for fn := range f.helpers {
		bind(fn)
	}
	return t
}

var isWord = regexp.MustCompile("^[A-Z][a-z]+$")

// bind binds names to the variables of a tuple, in their order.
func (t *template) bind(names, to *types.Tuple) *template {
	for i := range names.Len() {
		t.bound[names.At(i).Name()] = to.At(i)
	}
	return t
}

// statements reports whether statements match a text.
func (t *template) statements(list []ast.Stmt, text string) bool {
	return t.list(parsed("func _() {\n" + text + "\n}\n")[0].(*ast.FuncDecl).Body.List, list)
}

// expression reports whether an expression matches a text.
func (t *template) expression(e ast.Expr, text string) bool {
	return t.statements([]ast.Stmt{&ast.ExprStmt{X: e}}, text)
}

// parsed are the declarations of a text.
func parsed(text string) []ast.Decl {
	file, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+text, parser.SkipObjectResolution)
	if err != nil {
		panic(fmt.Sprintf("a template that is no Go: %v\n%s", err, text))
	}
	return file.Decls
}

// declares is why the file does not have functions that match those of a text; "": it has them.
func (t *template) declares(text string) (why string) {
	for _, d := range parsed(text) {
		d := d.(*ast.FuncDecl)
		name, decl := t.Func, t.main
		if d.Name.Name != "F" {
			name = t.part(d.Name.Name)
			decl, _ = t.function(name)
		}
		if decl == nil {
			return "want a function " + name
		}
		if t.differs = nil; decl.Recv != nil || !t.node(d.Type, decl.Type) || !t.node(d.Body, decl.Body) {
			return "want " + name + " in the form of an emitted one; here " + t.wanted()
		}
	}
	return ""
}

// list matches statements.
func (t *template) list(text, with []ast.Stmt) bool {
	switch name := ""; {
	case len(text) == 0 && len(with) == 0:
		return true
	case len(text) == 0:
		return t.no(nil, with[0])
	default:
		if name = t.listName(text[0]); name == "" {
			return len(with) > 0 && t.node(text[0], with[0]) && t.list(text[1:], with[1:])
		}
		for n := range len(with) + 1 {
			if next := t.copied(); next.list(text[1:], with[n:]) {
				*t = *next
				t.lists[name] = with[:n]
				return true
			}
		}
		return false
	}
}

// copied is a template in the same state.
func (t *template) copied() *template {
	c := *t
	c.bound, c.found, c.lists, c.named = maps.Clone(t.bound), maps.Clone(t.found), maps.Clone(t.lists), maps.Clone(t.named)
	return &c
}

// listName is the name that a statement is which stands for any statements; "": it is none.
func (t *template) listName(s ast.Stmt) string {
	if does, ok := s.(*ast.ExprStmt); ok {
		if id, ok := does.X.(*ast.Ident); ok && t.bound[id.Name] == nil {
			return id.Name
		}
	}
	return ""
}

// no notes that a node does not match; text is nil where it should not be there.
func (t *template) no(text, node ast.Node) bool {
	if t.differs == nil || node.Pos() > t.differs.Pos() {
		t.differs, t.from = node, text
	}
	return false
}

// refuses says where the last match failed, and why: of the form that was wanted.
func (t *template) refuses(r *run, form string) {
	what := ast.Node(t.main)
	if t.differs != nil {
		what = t.differs
	}
	r.Stop(what, firstLine(what), form+"; here "+t.wanted())
}

// wanted is what the last place that was no match has to be.
func (t *template) wanted() string {
	id, isName := t.from.(*ast.Ident)
	switch {
	case t.from == nil:
		return "nothing"
	case isName && t.found[id.Name] != nil:
		return firstLine(t.found[id.Name])
	case isName && t.holes[id.Name].want != "":
		return t.holes[id.Name].want
	case isName && t.bound[id.Name] != nil:
		return t.bound[id.Name].Name()
	}
	return firstLine(t.from)
}

// sourceOf is the text of a node.
func sourceOf(n ast.Node) string {
	var b strings.Builder
	if err := format.Node(&b, token.NewFileSet(), n); err != nil {
		return fmt.Sprintf("%T", n)
	}
	return b.String()
}

// firstLine is the first line of the text of a node.
func firstLine(n ast.Node) string {
	first, _, _ := strings.Cut(sourceOf(n), "\n")
	return first
}

// node matches an expression or another part.
func (t *template) node(text, node ast.Node) bool {
	if e, ok := text.(ast.Expr); ok {
		with, ok := node.(ast.Expr)
		if !ok {
			return t.no(text, node)
		}
		text, node = ast.Unparen(e), ast.Unparen(with)
	}
	is := false
	switch of := text.(type) {
	case *ast.Ident:
		is = t.name(of, node.(ast.Expr))
	case *ast.FieldList:
		with, ok := node.(*ast.FieldList)
		is = ok && t.fields(perName(of), perName(with))
	case *ast.BasicLit:
		v := t.info.Types[node.(ast.Expr)].Value
		is = v != nil && v.ExactString() == of.Value
	default:
		x, y := reflect.ValueOf(text).Elem(), reflect.ValueOf(node).Elem()
		is = x.Type() == y.Type()
		for i := 0; is && i < x.NumField(); i++ {
			is = t.field(x.Field(i), y.Field(i))
		}
		if call, ok := node.(*ast.CallExpr); ok && call.Ellipsis.IsValid() {
			is = false
		}
	}
	return is || t.no(text, node)
}

// fields matches parameters or results.
func (t *template) fields(text, with []*ast.Field) bool {
	is := len(text) == len(with)
	for i := 0; is && i < len(text); i++ {
		is = t.field(reflect.ValueOf(text[i]), reflect.ValueOf(with[i]))
	}
	return is
}

// perName are the fields of a list with at most one name each.
func perName(list *ast.FieldList) (all []*ast.Field) {
	for _, f := range list.List {
		if len(f.Names) == 0 {
			all = append(all, f)
		}
		for i := range f.Names {
			all = append(all, &ast.Field{Names: f.Names[i : i+1], Type: f.Type})
		}
	}
	return all
}

// resolved is the type of what a parser without types makes of names.
const resolved = "*ast.Object"

// field matches a field of nodes: places and comments do not matter.
func (t *template) field(text, node reflect.Value) bool {
	if text.Type().String() == resolved {
		return true
	}
	switch of := text.Interface().(type) {
	case token.Pos, *ast.CommentGroup:
		return true
	case []ast.Stmt:
		return t.list(of, node.Interface().([]ast.Stmt))
	case ast.Node:
		if text.IsNil() || node.IsNil() {
			return text.IsNil() == node.IsNil()
		}
		return t.node(of, node.Interface().(ast.Node))
	}
	if text.Kind() != reflect.Slice {
		return text.IsZero() && node.IsZero() || text.Interface() == node.Interface()
	}
	is := text.Len() == node.Len()
	for i := 0; is && i < text.Len(); i++ {
		is = t.field(text.Index(i), node.Index(i))
	}
	return is
}

// name matches what a name of the text stands for.
func (t *template) name(text *ast.Ident, node ast.Expr) bool {
	id, _ := node.(*ast.Ident)
	object := types.Object(nil)
	if id != nil {
		object = t.info.ObjectOf(id)
	}
	if object != nil && t.info.Defs[id] != nil {
		t.bound[text.Name] = object
		return true
	}
	if to, ok := t.bound[text.Name]; ok {
		t.named[id] = true
		return object != nil && object == to
	}
	if is := types.Universe.Lookup(text.Name); is != nil {
		return object == is
	}
	if before := t.found[text.Name]; before != nil {
		return t.equal(before, node)
	}
	h, ok := t.holes[text.Name]
	if !ok || h.is != nil && !h.is(node) {
		return false
	}
	t.found[text.Name] = node
	return true
}

// equal reports whether two expressions for one name are the same.
func (t *template) equal(a, b ast.Expr) bool {
	if x, y := t.info.Types[a].Value, t.info.Types[b].Value; x != nil && y != nil {
		return constant.Compare(x, token.EQL, y)
	}
	x, isX := a.(*ast.Ident)
	y, isY := b.(*ast.Ident)
	if isX && isY {
		return t.info.ObjectOf(x) != nil && t.info.ObjectOf(x) == t.info.ObjectOf(y)
	}
	return sourceOf(a) == sourceOf(b)
}

// looks is the first place in statements that looks at one of the bound names by another expression or assignment than
// those of some texts, or that leaves the statements; nil: there is none.
func (t *template) looks(list []ast.Stmt, at []string, by ...string) (where ast.Node) {
	allowed, objects := map[*ast.Ident]bool{}, map[types.Object]bool{}
	for _, name := range at {
		objects[t.bound[name]] = true
	}
	var texts []ast.Node
	for _, text := range by {
		s := parsed("func _() {\n" + text + "\n}\n")[0].(*ast.FuncDecl).Body.List[0]
		texts = append(texts, s)
		if e, ok := s.(*ast.ExprStmt); ok {
			texts[len(texts)-1] = e.X
		}
	}
	visit := func(n ast.Node) bool {
		if n == nil || where != nil {
			return false
		}
		for _, text := range texts {
			if probe := t.copied(); reflect.TypeOf(text) == reflect.TypeOf(n) && probe.node(text, n) {
				maps.Copy(allowed, probe.named)
			}
		}
		switch n := n.(type) {
		case *ast.Ident:
			if objects[t.info.Uses[n]] && !allowed[n] {
				where = n
			}
		case *ast.ReturnStmt, *ast.BranchStmt, *ast.LabeledStmt, *ast.FuncLit, *ast.DeferStmt, *ast.GoStmt:
			where = n
		}
		return true
	}
	for _, s := range list {
		ast.Inspect(s, visit)
	}
	return where
}

// constantHole stands for any constant.
func (f *File) constantHole() hole {
	return hole{"a constant", func(e ast.Expr) bool { return f.info.Types[e].Value != nil }}
}

// typeHole stands for a type.
func (f *File) typeHole(t types.Type) hole {
	return hole{types.TypeString(t, types.RelativeTo(f.pkg)), func(e ast.Expr) bool {
		return f.info.Types[e].IsType() && types.Identical(f.info.TypeOf(e), t)
	}}
}
