package cuda

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/gen/internal/ir"
	"github.com/shflgen/shflgen/spec"
)

// program prints the functions of a program.
type program struct {
	*problem
	none   expr                          // what changes nothing
	inline map[string]func(...expr) expr // primitives that are expressions, by what their names end with
	before func([]step) []step           // puts the definition of what changes nothing before the steps that use it
	name   string                        // of the program
	uses   bool                          // what changes nothing
	named  map[*ir.Var]bool              // variables that the text names
}

// function is a function of steps, as a file has it.
func (p *program) function(f *ir.Func) function {
	made := function{Contract: f.Does, Type: p.spelled(f.Result), Name: f.Name}
	p.uses = false
	for _, v := range f.Params {
		made.Params = append(made.Params, param{name: v.Name, declare: p.parameter(v)})
	}
	made.Steps = p.steps(f.Body)
	if p.uses && p.before != nil {
		made.Steps = p.before(made.Steps)
	}
	return made
}

// stepped reports whether statements begin with a step.
func stepped(body []ir.Stmt) bool {
	switch s := body[0].(type) {
	case ir.Step:
		return true
	case ir.Variant:
		return stepped(s.Older)
	}
	return false
}

// steps are statements that begin with a step.
func (p *program) steps(body []ir.Stmt) (steps []step) {
	for _, s := range body {
		switch s := s.(type) {
		case ir.Step:
			steps = append(steps, step{Title: s.Title})
		case ir.Variant:
			if then, older := p.steps(s.Then), p.steps(s.Older); then != nil {
				steps = append(steps, either(s.From, then, older)...)
			} else {
				older[0].Before, older[len(older)-1].After = fmt.Sprintf("#if __CUDA_ARCH__ < %d", 10*s.From), "#endif"
				steps = append(steps, older...)
			}
		default:
			last := &steps[len(steps)-1]
			last.Lines = p.statement(last.Lines, s)
		}
	}
	return steps
}

// helper is a function without steps. A parameter that it does not use has no name.
func (p *program) helper(f *ir.Func) string {
	body, params := lines(p.region(f.Body)...), []string{}
	for _, v := range f.Params {
		of := *v
		if !p.named[v] {
			of.Name = ""
		}
		params = append(params, p.parameter(&of))
	}
	return helper{
		does: strings.Join(f.Does, "\n"), result: p.spelled(f.Result), name: f.Name,
		params: strings.Join(params, ", "), body: body,
	}.String()
}

// put puts the functions of a program but the kernel in a file, each primitive as a text of the target.
func (p *program) put(f *file, program *ir.Program, primitives func(*ir.Func) []string) {
	p.name, p.named = program.Name, map[*ir.Var]bool{}
	var newer, older []string
	from := 0
	for _, g := range program.Others {
		f.After = append(f.After, p.function(g))
	}
	for _, g := range program.Funcs {
		if g.Primitive || g.Collective != nil {
			f.helps(primitives(g))
			continue
		}
		switch {
		case g == program.Kernel():
			f.function = p.function(g)
		case stepped(g.Body):
			f.Plan = append(f.Plan, p.function(g))
		case g.From > 0:
			newer, from = append(newer, p.helper(g)), g.From
		case g.Below > 0:
			older, from = append(older, p.helper(g)), g.Below
		default:
			f.helps([]string{p.helper(g)})
		}
	}
	f.helps(eitherHelpers(from, newer, older))
}

// spelled is a type as a result or the target of a cast has it.
func (p *program) spelled(t ir.Type) string {
	switch t := t.(type) {
	case nil:
		return "void"
	case ir.Number:
		return ctypes[t.Type].name
	case ir.Bool:
		return "bool"
	case ir.Vector:
		return fmt.Sprintf("%s%d", map[int]string{32: "uint", 64: "ulonglong"}[t.Word.Bits()], t.Words)
	case ir.Struct:
		return typeName(spec.Port{Elem: t.Element})
	case ir.Pointer:
		if t.ReadOnly {
			return "const " + p.spelled(t.To) + " *"
		}
		return p.spelled(t.To) + " *"
	}
	p.report("unexpected type %v", t)
	return ""
}

// declared is a type, and what stands after it where a variable is declared: of pointers *, of arrays their sizes.
func (p *program) declared(v *ir.Var) (typ, declarator string) {
	t, sizes := v.Type, ""
	for a, ok := t.(ir.Array); ok; a, ok = t.(ir.Array) {
		t, sizes = a.Of, sizes+fmt.Sprintf("[%d]", a.N)
	}
	typ, star := p.spelled(t), ""
	if base, ok := strings.CutSuffix(typ, " *"); ok {
		typ, star = base, "*"
	}
	switch {
	case v.Restrict:
		star += "__restrict__ "
	case v.By == ir.ByAddress:
		star += "*"
	case v.By == ir.ByReference:
		star += "&"
	}
	return typ, star + v.Name + sizes
}

// parameter declares a parameter, an array by reference.
func (p *program) parameter(v *ir.Var) string {
	typ, declarator := p.declared(v)
	if _, array := v.Type.(ir.Array); array {
		declarator = "(&" + v.Name + ")" + strings.TrimPrefix(declarator, v.Name)
	}
	if _, of := v.Type.(ir.Struct); v.ReadOnly && of {
		declarator = "&" + declarator
	}
	if v.ReadOnly {
		typ = "const " + typ
	}
	return strings.TrimSuffix(typ+" "+declarator, " ")
}

// region are the lines of statements.
func (p *program) region(body []ir.Stmt) (lines []string) {
	for _, s := range body {
		lines = p.statement(lines, s)
	}
	return lines
}

// braced is a statement's head with its body: one statement needs no braces.
func (p *program) braced(head string, body []ir.Stmt, braces bool) []string {
	lines := indented(p.region(body))
	if len(body) == 1 && !braces {
		return append([]string{head}, lines...)
	}
	return append(append([]string{head + " {"}, lines...), "}")
}

// statement appends the lines of a statement.
func (p *program) statement(lines []string, s ir.Stmt) []string {
	switch s := s.(type) {
	case ir.Step:
		if len(lines) > 0 {
			lines = append(lines, "")
		}
		return append(lines, "// "+s.Title)
	case ir.Remark:
		return append(lines, "// "+s.Text)
	case ir.Let:
		typ, text := p.let(s)
		if last := len(lines) - 1; s.Beside && last >= 0 {
			lines[last] = strings.TrimSuffix(lines[last], ";") + ", " + text + ";"
			return lines
		}
		if text += ";"; s.Note != "" {
			text += " // " + s.Note
		}
		return append(lines, typ+" "+text)
	case ir.Set:
		return append(lines, p.set(s)+";")
	case ir.Do:
		return append(lines, p.expr(s.Call).text+";")
	case ir.If:
		return append(lines, p.branch(s)...)
	case ir.For:
		return append(lines, p.loop(s)...)
	case ir.DoWhile:
		lines = append(append(lines, "do {"), indented(p.region(s.Body))...)
		return append(lines, fmt.Sprintf("} while (%s);", p.expr(s.While)))
	case ir.Return:
		if s.Value == nil {
			return append(lines, "return;")
		}
		if s.Lines {
			return append(lines, p.returned(*s.Value)...)
		}
		return append(lines, fmt.Sprintf("return %s;", p.expr(*s.Value)))
	case ir.Trap:
		return append(lines, "__trap();")
	case ir.Barrier:
		return append(lines, "__syncthreads();")
	case ir.Scope:
		return append(append(append(lines, "{"), indented(p.region(s.Body))...), "}")
	}
	return append(lines, strings.Split(p.access(s), "\n")...)
}

// returned is the return of a vector, each of its words in a line of its own.
func (p *program) returned(vector ir.Expr) []string {
	lines := []string{fmt.Sprintf("return %s{", p.spelled(vector.Type()))}
	for _, w := range vector.Node().(ir.Pack).Words {
		lines = append(lines, "    "+p.expr(w).text+",")
	}
	return append(lines, "};")
}

// let is a declaration without its semicolon: its type, and what is declared.
func (p *program) let(s ir.Let) (typ, text string) {
	typ, text = p.declared(s.Var)
	if s.Var.Shared {
		typ = "__shared__ " + typ
	}
	if s.Var.ReadOnly {
		typ = "const " + typ
	}
	if s.Value != nil {
		text += " = " + p.expr(*s.Value).text
	}
	return typ, text
}

// set is an assignment without its semicolon: of what takes in a value, by the operator that does so.
func (p *program) set(s ir.Set) string {
	to := p.expr(s.To).text
	switch o, by, ok := s.Compound(); {
	case !ok:
		return fmt.Sprintf("%s = %s", to, p.expr(s.Value))
	case o == ir.Add && by.Node() == ir.Node(ir.Const{Bits: 1}):
		return "++" + to
	default:
		return fmt.Sprintf("%s %s= %s", to, o.Symbol(), p.expr(by))
	}
}

func (p *program) branch(s ir.If) []string {
	if len(s.Init) > 0 {
		p.report("a condition with a local")
	}
	head := fmt.Sprintf("if (%s)", p.expr(s.Cond))
	lines := p.braced(head, s.Then, len(s.Else) > 0 && !bare(s) || s.Layout == ir.Braces || s.Layout == ir.ElseIf)
	if s.Layout == ir.OneLine {
		if len(lines) != 2 || len(s.Else) > 0 {
			p.report("%d lines in one", len(lines))
		}
		return []string{head + " " + strings.TrimSpace(lines[len(lines)-1])}
	}
	if len(s.Else) > 0 && bare(s) {
		return append(lines, p.bareElse(s.Else[0])...)
	}
	if s.Note != "" {
		lines[0] += " // " + s.Note
	}
	if chained := chain(s.Else); chained != nil {
		more := p.branch(*chained)
		lines[len(lines)-1] = "} else " + more[0]
		return append(lines, more[1:]...)
	}
	if len(s.Else) > 0 {
		lines[len(lines)-1] = "} else {"
		lines = append(append(lines, indented(p.region(s.Else))...), "}")
	}
	return lines
}

// chain is a condition that stands beside the else before it.
func chain(otherwise []ir.Stmt) *ir.If {
	if len(otherwise) == 1 {
		if s, ok := otherwise[0].(ir.If); ok && (s.Layout == ir.Chained || s.Layout == ir.ElseIf) {
			return &s
		}
	}
	return nil
}

// bare reports whether the alternatives of a condition are single statements without braces.
func bare(s ir.If) bool {
	single := func(body []ir.Stmt) bool {
		if len(body) != 1 {
			return false
		}
		switch body[0].(type) {
		case ir.Set, ir.Do:
			return true
		}
		return false
	}
	c := chain(s.Else)
	return s.Layout == ir.Chained && single(s.Then) && (single(s.Else) || c != nil && single(c.Then))
}

// bareElse are the lines of the other alternative of such a condition.
func (p *program) bareElse(s ir.Stmt) []string {
	lines := p.statement(nil, s)
	if _, chained := s.(ir.If); !chained {
		return []string{"else", "    " + lines[0]}
	}
	lines[0] = "else " + lines[0]
	return lines
}

func (p *program) loop(s ir.For) []string {
	var init, next []string
	for i, l := range s.Init {
		l.Beside = i > 0
		init = p.statement(init, l)
	}
	for _, n := range s.Next {
		next = append(next, p.set(n))
	}
	if len(init) == 0 {
		init = []string{";"}
	}
	head := fmt.Sprintf("for (%s %s; %s)", strings.Join(init, " "), p.expr(s.While), strings.Join(next, ", "))
	lines := p.braced(head, s.Body, s.Braces)
	switch s.Unroll {
	case ir.Unrolled:
		return append([]string{"#pragma unroll"}, lines...)
	case ir.Rolled:
		return append([]string{"#pragma unroll 1"}, lines...)
	}
	return lines
}

// orders are what promises of an access are in an opcode.
var orders = map[ir.Order]string{ir.Relaxed: "relaxed.gpu.global", ir.Streaming: "global.cs"}
