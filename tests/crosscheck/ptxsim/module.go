package ptxsim

import (
	"strconv"
	"strings"
)

// parser reads one module.
type parser struct {
	tokens  []token
	at      int
	module  *scope
	funcs   []*function
	program *Program
}

// Load reads a module and takes the kernel of that name, or the only one for "".
// The error is a *Refusal.
func Load(src []byte, kernel string) (prog *Program, err error) {
	defer func() {
		if x := recover(); x != nil {
			r, ok := x.(*Refusal)
			if !ok {
				panic(x)
			}
			prog, err = nil, r
		}
	}()
	p := &parser{tokens: scan(string(src)), module: newScope(nil), program: &Program{}}
	p.readModule()
	for _, f := range p.funcs {
		if !f.defined {
			refuse(0, "function %s has no body", f.name)
		}
		if f.kernel && (kernel == "" || f.name == kernel) {
			if p.program.kernel != nil {
				refuse(0, "more than one kernel")
			}
			p.program.kernel = f
		}
	}
	if p.program.kernel == nil {
		refuse(0, "no kernel %s", kernel)
	}
	return p.program, nil
}

func (p *parser) peek() token { return p.tokens[p.at] }

func (p *parser) next() token {
	t := p.tokens[p.at]
	if p.at < len(p.tokens)-1 {
		p.at++
	}
	return t
}

// accept takes the next token if it has that text.
func (p *parser) accept(text string) bool {
	if p.peek().text == text {
		p.next()
		return true
	}
	return false
}

func (p *parser) expect(text string) token {
	t := p.next()
	if t.text != text {
		refuse(t.line, "%s where %s is expected", t.text, text)
	}
	return t
}

// name takes an identifier.
func (p *parser) name() token {
	t := p.next()
	if !t.word() || strings.Contains(t.text, ".") || strings.Contains(t.text, ":") {
		refuse(t.line, "%s where a name is expected", t.text)
	}
	return t
}

// integer takes an integer constant, with a sign or without.
func (p *parser) integer() int {
	neg := p.accept("-")
	t := p.next()
	if !t.number() {
		refuse(t.line, "%s where a number is expected", t.text)
	}
	l := parseLiteral(t)
	if l.float != 0 || l.bits > 1<<31 {
		refuse(t.line, "%s where a small integer is expected", t.text)
	}
	if neg {
		return -int(l.bits)
	}
	return int(l.bits)
}

// readModule reads ".version", ".target", ".address_size" and what is declared
// ("PTX Module Directives").
func (p *parser) readModule() {
	t := p.expect(".version")
	version := p.next().text
	major, minor, ok := strings.Cut(version, ".")
	if _, err := strconv.Atoi(major); err != nil || !ok {
		refuse(t.line, ".version %s", version)
	}
	if _, err := strconv.Atoi(minor); err != nil {
		refuse(t.line, ".version %s", version)
	}
	t = p.expect(".target")
	for {
		target := p.name()
		if !strings.HasPrefix(target.text, "sm_") && target.text != "debug" {
			refuse(target.line, ".target %s", target.text)
		}
		if !p.accept(",") {
			break
		}
	}
	if p.accept(".address_size") && p.integer() != 64 {
		refuse(t.line, "addresses are not of 64 bits")
	}
	for p.peek().text != "end of file" {
		p.declaration()
	}
}

// declaration reads a function or a variable of the module, or a directive that
// says nothing about what is computed.
func (p *parser) declaration() {
	linkage := ""
	for p.peek().is(".visible", ".extern", ".weak", ".common") {
		linkage = p.next().text
	}
	t := p.next()
	switch t.text {
	case ".entry", ".func":
		p.function(t.text == ".entry", linkage == ".extern", t.line)
	case ".shared":
		if linkage == ".extern" {
			refuse(t.line, "external variable")
		}
		v := p.variable(t)
		p.module.declare(v.name, symbol{v: v}, t.line)
		p.expect(";")
	case ".global", ".const": // what names one is refused
		for p.peek().text != "end of file" && !p.accept(";") {
			p.next()
		}
	case ".file", ".pragma":
		p.skip(t)
	case ".section":
		p.skipSection()
	case ";":
	default:
		refuse(t.line, "%s at the level of the module", t.text)
	}
}

// skip passes over the rest of a directive that says nothing about what is computed:
// a string and a semicolon, or a line.
func (p *parser) skip(t token) {
	if t.text == ".pragma" {
		p.next()
		p.expect(";")
		return
	}
	for p.peek().line == t.line && p.peek().text != "end of file" {
		p.next()
	}
}

func (p *parser) skipSection() {
	for p.peek().text != "{" && p.peek().text != "end of file" {
		p.next()
	}
	for depth := 0; ; {
		t := p.next()
		switch t.text {
		case "{":
			depth++
		case "}":
			depth--
		case "end of file":
			refuse(t.line, "section without end")
		}
		if depth == 0 {
			return
		}
	}
}

// spaces gives the state spaces by their directives.
var spaces = map[string]space{".global": global, ".shared": shared, ".local": local, ".param": param}

// variable reads a variable after its state space: [.align n] .type name[n]…
// ("Variable Declarations").
func (p *parser) variable(of token) *variable {
	v := &variable{space: spaces[of.text], align: 1}
	aligned := false
	if p.accept(".align") {
		v.align, aligned = p.integer(), true
		if v.align <= 0 || v.align&(v.align-1) != 0 {
			refuse(of.line, "alignment %d", v.align)
		}
	}
	count := 1
	if p.peek().is(".v2", ".v4") {
		count = int(p.next().text[2] - '0')
	}
	t := p.next()
	typ, ok := typeNames[strings.TrimPrefix(t.text, ".")]
	if !ok || typ.kind == truth || typ.pair {
		refuse(t.line, "%s where a type is expected", t.text)
	}
	v.typ = typ
	if !aligned {
		v.align = count * typ.bits / 8
	}
	for p.peek().is(".ptr", ".global", ".shared", ".local", ".const", ".align") { // of a kernel's parameter
		if p.next().text == ".align" {
			p.integer()
		}
	}
	v.name = p.name().text
	for p.accept("[") {
		n := p.integer()
		if n <= 0 {
			refuse(of.line, "array of %d elements", n)
		}
		count *= n
		p.expect("]")
		if count > 1<<20 {
			refuse(of.line, "array too large")
		}
	}
	v.size = count * typ.bits / 8
	if v.space == shared {
		v.index = len(p.program.shared)
		p.program.shared = append(p.program.shared, v)
	}
	return v
}
