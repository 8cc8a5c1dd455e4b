package userfn

import (
	"fmt"
	"go/ast"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/spec"
)

// fn is one function that is being translated.
type fn struct {
	*unit
	declaration
	info *types.Info
	sig  *types.Signature

	names       map[types.Object]string
	ranges      map[types.Object]span
	unrolled    map[types.Object]bool // variables that are constants once loops are unrolled
	uses        map[types.Object]bool // names that occur in the text
	taken       map[string]bool
	lines       []line
	indent      int
	conditional int    // depth of operands that may not be evaluated
	result      string // type of the result
	results     []*types.Var
	assigned    map[types.Object]int
	breaks      []bool // of the enclosing statements: whether break would leave a switch
	temps       int
}

// line is a line of the body. One that declares a variable which no text uses is followed by
// a use, or says that there is none, as compilers warn of it.
type line struct {
	text   string
	indent int
	of     types.Object
}

// report notes a problem, and stands for what it is of.
func (f *fn) report(n ast.Node, k Kind, what, why string) cx {
	f.problems = append(f.problems, Problem{f.pkg.Fset.Position(n.Pos()), k, what, snippet(f.pkg.Fset, n), why})
	return zero
}

// function translates a function, once, and gives its name. at is the call that asks for it.
func (u *unit) function(called *types.Func, at ast.Node) string {
	if slices.Contains(u.open, called) {
		d := u.decls[u.open[len(u.open)-1]]
		(&fn{unit: u, declaration: d}).report(at, ByDesign, "recursion",
			"the depth has no bound; want a loop with constant bounds")
		return "0"
	}
	if name, ok := u.names[called]; ok {
		return name
	}
	name := u.Name
	if at == nil {
		u.used[name] = true
	} else {
		name = u.fresh(called.Name())
	}
	u.names[called] = name
	d := u.decls[called]
	if d.decl == nil {
		panic("no source of " + called.FullName())
	}
	f := &fn{unit: u, declaration: d, info: d.pkg.TypesInfo, sig: called.Signature(), names: map[types.Object]string{},
		ranges:   map[types.Object]span{},
		unrolled: map[types.Object]bool{}, uses: map[types.Object]bool{}, taken: map[string]bool{}, indent: 1}
	u.open = append(u.open, called)
	text := f.translate(name)
	u.open = u.open[:len(u.open)-1]
	u.functions = append(u.functions, text)
	return name
}

// translate is the text of a function.
func (f *fn) translate(name string) string {
	switch {
	case f.decl.Body == nil:
		f.report(f.decl, ByDesign, "function "+f.decl.Name.Name+" without a body", "want Go")
		return ""
	case f.sig.TypeParams() != nil || f.sig.RecvTypeParams() != nil:
		f.report(f.decl.Name, NotYet, "generic function", "want types of a fixed size")
		return ""
	case f.sig.Variadic():
		f.report(f.decl.Name, ByDesign, "variadic function", "want each parameter")
		return ""
	case f.sig.Results().Len() == 0:
		f.report(f.decl.Name, ByDesign, "function without a result", "a pure function has no other effect")
		return ""
	}
	f.countAssignments()
	var params []*types.Var
	if r := f.sig.Recv(); r != nil {
		params = append(params, r)
	}
	params = slices.AppendSeq(params, f.sig.Params().Variables())
	for _, p := range params {
		f.data(f.decl.Name, p.Type(), "parameter")
		f.declare(p)
	}
	f.resultType(name)
	f.block(f.decl.Body.List)
	var list []string
	for _, p := range params {
		text := f.ctype(f.decl.Name, p.Type())
		if f.uses[p] {
			text += " " + f.names[p]
		}
		list = append(list, text)
	}
	return fmt.Sprintf("%s[[maybe_unused]] static __device__ __forceinline__ %s %s(%s)\n{\n%s}\n", f.comment(), f.result,
		name, strings.Join(list, ", "), f.body())
}

// data refuses passed integers with a size that differs between platforms.
func (f *fn) data(n ast.Node, t types.Type, what string) {
	if platform(t) {
		f.report(n, Wrong, t.String()+" as a "+what, "its size differs between platforms; want int32 or int64")
	}
}

// resultType sets the type of the result: of several results a struct.
func (f *fn) resultType(name string) {
	all := slices.Collect(f.sig.Results().Variables())
	var texts []string
	for _, r := range all {
		f.data(f.decl.Name, r.Type(), "result")
		texts = append(texts, f.ctype(f.decl.Name, r.Type()))
	}
	f.result = texts[0]
	if len(texts) > 1 {
		f.result = f.tuple(strings.TrimPrefix(strings.TrimPrefix(name, f.Prefix), "_"), texts)
	}
	if all[0].Name() == "" {
		return
	}
	f.results = all
	for _, r := range all {
		f.declare(r)
		f.define(f.decl.Name, r, f.zeroOf(f.decl.Name, r.Type(), false))
	}
}

// tuple is the struct of several results.
func (u *unit) tuple(of string, members []string) string {
	key := "results of " + of
	if s, ok := u.structs[key]; ok {
		return s.Name
	}
	name := u.fresh(of + "_results")
	var lines []string
	for i, m := range members {
		lines = append(lines, fmt.Sprintf("    %s r%d;\n", m, i))
	}
	u.structs[key] = Struct{Name: name}
	u.structTexts = append(u.structTexts, "struct "+name+" {\n"+strings.Join(lines, "")+"};\n")
	return name
}

// comment says where the function comes from, in the words of its own comment.
func (f *fn) comment() string {
	p := f.pkg.Fset.Position(f.decl.Pos())
	text := fmt.Sprintf("%s of %s, %s:%d.\n", f.decl.Name.Name, f.pkg.PkgPath, filepath.Base(p.Filename), p.Line)
	if doc := strings.TrimSpace(f.decl.Doc.Text()); doc != "" {
		text += "\n" + doc + "\n"
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(commentLine(line) + "\n")
	}
	return b.String()
}

// commentLine is a line of a comment that C++ reads as one: a backslash at its end, or what some compilers
// take for one, joins the next line.
func commentLine(text string) string {
	text = strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' || r == 0x7f {
			return ' '
		}
		return r
	}, strings.ReplaceAll(text, "??/", "?? /"))
	return strings.TrimRight("// "+text, " \t\\")
}

// body is the text of the lines.
func (f *fn) body() string {
	var b strings.Builder
	for _, l := range f.lines {
		indent := strings.Repeat("    ", l.indent)
		unused := l.of != nil && !f.uses[l.of]
		if unused && f.isResult(l.of) { // it may be assigned to: a (void) before that is not enough for nvcc
			fmt.Fprintf(&b, "%s[[maybe_unused]] %s\n", indent, l.text)
			continue
		}
		if l.text != "" {
			b.WriteString(indent + l.text)
			b.WriteByte('\n')
		}
		if unused {
			fmt.Fprintf(&b, "%s(void)%s;\n", indent, f.names[l.of])
		}
	}
	return b.String()
}

// line adds a line.
func (f *fn) line(format string, args ...any) {
	f.lines = append(f.lines, line{text: fmt.Sprintf(format, args...), indent: f.indent})
}

// declare gives a variable its name, which no other of the function has.
func (f *fn) declare(v types.Object) string {
	name := v.Name()
	if name == "" || name == "_" {
		name = "unused"
	}
	f.names[v] = unique(f.taken, cname(name))
	return f.names[v]
}

// define is the definition of a variable.
func (f *fn) define(n ast.Node, v types.Object, text string) {
	f.lines = append(f.lines, line{fmt.Sprintf("%s%s %s = %s;", f.constness(v), f.ctype(n, v.Type()), f.names[v], text),
		f.indent, v})
}

// constness is const for a variable that is assigned once.
func (f *fn) constness(v types.Object) string {
	if f.assigned[v] > 0 || f.isResult(v) {
		return ""
	}
	return "const "
}

// isResult reports whether a variable is a named result.
func (f *fn) isResult(v types.Object) bool {
	return slices.ContainsFunc(f.results, func(r *types.Var) bool { return r == v })
}

// temporary is a new name.
func (f *fn) temporary() string {
	f.temps++
	return unique(f.taken, "t"+itoa(f.temps))
}

// cname is an identifier of C++ for one of Go.
func cname(name string) string {
	s := snake(name)
	if strings.HasPrefix(s, "_") {
		s = "x" + s
	}
	if spec.ReservedInC(s) || strings.HasPrefix(s, "shflgen") {
		s += "_"
	}
	return s
}

// unique is a name that is not taken, and takes it.
func unique(taken map[string]bool, name string) string {
	full := name
	for n := 2; taken[full]; n++ {
		full = strings.TrimSuffix(name, "_") + "_" + itoa(n)
	}
	taken[full] = true
	return full
}
