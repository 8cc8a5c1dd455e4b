package goread

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// helperText is what random functions call.
const helperText = `
func twice(x uint64, c bool) (sum uint64) {
	if c {
		return x + x
	}
	for i := range 3 {
		if x>>i&1 == 1 {
			continue
		}
		sum += x
	}
	return
}
`

// program writes a random function of the dialect, for the differential test.
type program struct {
	rng    *rand.Rand
	b      strings.Builder
	indent int
	elem   string  // type of the elements of v
	vars   []named // in scope
	names  int     // so far
	loops  int     // around
}

type named struct{ name, typ string }

var (
	integers = []string{"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "int", "uint"}
	floats   = []string{"float32", "float64"}
)

// randomFunc is the text of func name(mask uint32, v *[4]elem).
func randomFunc(rng *rand.Rand, name, elem string) string {
	p := &program{rng: rng, elem: elem, indent: 1}
	p.line("func %s(masks *[1]uint32, v *[4]%s) {\n\tmask := masks[0]", name, elem)
	for _, typ := range append([]string{"bool", "float32", "float64"}, integers...) {
		p.line("\tvar z%s %s", typ, typ)
		p.line("\t_ = z%s", typ)
	}
	p.vars = []named{{"mask", "uint32"}}
	for range 3 + rng.IntN(8) {
		p.statement(3)
	}
	for i := range 4 {
		if rng.IntN(2) == 0 {
			p.line("\tv[%d] = %s", i, p.expr(elem, 3))
		}
	}
	for _, x := range p.vars {
		p.line("\t_ = %s", x.name)
	}
	p.line("}\n")
	return p.b.String()
}

func (p *program) line(format string, args ...any) {
	p.b.WriteString(strings.Repeat("\t", p.indent-1))
	fmt.Fprintf(&p.b, format+"\n", args...)
}

func (p *program) pick(list []string) string { return list[p.rng.IntN(len(list))] }

func (p *program) typ() string {
	switch p.rng.IntN(6) {
	case 0:
		return p.pick(floats)
	case 1:
		return "bool"
	case 2, 3:
		return p.elem
	}
	return p.pick(integers)
}

func (p *program) fresh() string {
	p.names++
	// Names that shadow what Go means by them, now and then.
	if p.rng.IntN(6) == 0 {
		name := p.pick([]string{"cap", "copy", "new", "print", "real", "close", "complex", "clear", "string", "error",
			"panic"})
		return name
	}
	return fmt.Sprintf("x%d", p.names)
}

// scoped writes statements of a block.
func (p *program) scoped(depth int) {
	outer := len(p.vars)
	p.indent++
	for range 1 + p.rng.IntN(3) {
		p.statement(depth - 1)
	}
	for _, x := range p.vars[outer:] {
		p.line("\t_ = %s", x.name)
	}
	p.indent--
	p.vars = p.vars[:outer]
}

func (p *program) declared(name string) bool {
	for _, x := range p.vars {
		if x.name == name {
			return true
		}
	}
	return false
}

func (p *program) statement(depth int) {
	kind := p.rng.IntN(16)
	if depth <= 0 {
		kind %= 7
	}
	switch kind {
	case 0, 1:
		name, typ := p.fresh(), p.typ()
		if p.declared(name) {
			return
		}
		if p.rng.IntN(3) == 0 {
			p.line("\tvar %s %s", name, typ)
		} else {
			p.line("\tvar %s %s = %s", name, typ, p.expr(typ, 3))
		}
		p.vars = append(p.vars, named{name, typ})
	case 2, 3:
		p.line("\tv[%s] = %s", p.index(), p.expr(p.elem, 3))
	case 4:
		if x, ok := p.variable(""); ok {
			p.line("\t%s = %s", x.name, p.expr(x.typ, 3))
		}
	case 5:
		p.opAssign()
	case 6:
		i, j := p.index(), p.index()
		p.line("\tv[%s], v[%s] = v[%s], %s", i, j, j, p.expr(p.elem, 2))
	case 7, 8:
		p.line("\tif %s {", p.expr("bool", 2))
		p.scoped(depth)
		p.jump()
		if p.rng.IntN(2) == 0 {
			p.line("\t} else {")
			p.scoped(depth)
		}
		p.line("\t}")
	case 9, 10:
		p.loop(depth)
	case 11:
		p.line("\tswitch %s {", p.expr("uint8", 2)+" % 4")
		for i := range 3 {
			p.line("\tcase %d:", i)
			p.scoped(depth)
		}
		p.line("\tdefault:")
		p.scoped(depth)
		p.line("\t}")
	case 12:
		p.line("\t{")
		name := fmt.Sprintf("a%d", p.names)
		p.names++
		p.line("\t\t%s := *v", name)
		p.line("\t\tv[%s] = %s", p.index(), p.expr(p.elem, 1))
		p.line("\t\tv[%s] = %s[%s]", p.index(), name, p.index())
		p.line("\t\tw := v")
		p.line("\t\tw[%s] = %s", p.index(), p.expr(p.elem, 1))
		p.line("\t}")
	case 13:
		p.line("\tif %s {\n\t\treturn\n\t}", p.expr("bool", 2))
	case 14:
		p.indexChanged()
	case 15:
		p.labelled()
	}
}

// indexChanged assigns to a variable beside an element at it, or at each round of a loop.
func (p *program) indexChanged() {
	p.names++
	k, typ := fmt.Sprintf("k%d", p.names), p.pick(integers)
	p.line("\t%s := %s(%d)", k, typ, p.rng.IntN(4))
	switch p.rng.IntN(6) {
	case 0:
		p.line("\t%s, v[%s&3] = %d, %s", k, k, p.rng.IntN(4), p.expr(p.elem, 2))
	case 1:
		p.line("\tv[%s&3], %s, v[%s&3] = %s, %d, v[0]", k, k, k, p.expr(p.elem, 2), p.rng.IntN(4))
	case 2:
		p.line("\tfor %s = range %d {\n\t\tv[%s&3] = %s\n\t}", k, p.rng.IntN(4), k, p.expr(p.elem, 2))
	case 3:
		p.line("\tfor %s = range %s & 3 {\n\t\tv[%s&3] = %s\n\t}", k, p.expr(typ, 2), k, p.expr(p.elem, 2))
	case 4:
		x := p.elem + "(i)"
		if strings.HasPrefix(p.elem, "float") {
			x = p.expr(p.elem, 1)
		}
		p.line("\tfor i := range %s {\n\t\tv[i&3] = %s\n\t}",
			p.pick([]string{"uint8(200)", "int8(127)", "uint8(255)", "uint16(30)"}), x)
	default:
		p.line("\tn%s := 0\n\tfor n%s, v[n%s] = range *v {\n\t\tv[3-n%s] = %s\n\t}", k, k, k, k, p.expr(p.elem, 1))
		p.line("\t%s = %s(n%s)", k, typ, k)
	}
	p.vars = append(p.vars, named{k, typ})
}

// labelled leaves an outer loop, or its round, from an inner one.
func (p *program) labelled() {
	p.names++
	l := fmt.Sprintf("L%d", p.names)
	p.line("%s:\n\tfor i%s := range 3 {\n\t\tfor j%s := 3; j%s > 0; j%s-- {", l, l, l, l, l)
	p.line("\t\t\tif %s {\n\t\t\t\tcontinue %s\n\t\t\t}", p.expr("bool", 2), l)
	p.line("\t\t\tv[(i%s+j%s)&3] = %s", l, l, p.expr(p.elem, 2))
	p.line("\t\t\tswitch %s & 3 {\n\t\t\tcase 1:\n\t\t\t\tbreak\n\t\t\tcase 2:\n\t\t\t\tbreak %s\n\t\t\t}",
		p.expr("uint8", 2), l)
	p.line("\t\t}\n\t}")
}

func (p *program) jump() {
	if p.loops > 0 && p.rng.IntN(3) == 0 {
		p.line("\t\t%s", p.pick([]string{"break", "continue"}))
	}
}

func (p *program) loop(depth int) {
	p.names++
	i := fmt.Sprintf("i%d", p.names)
	outer := len(p.vars)
	switch p.rng.IntN(4) {
	case 0:
		p.line("\tfor %s := 0; %s < %d; %s++ {", i, i, 1+p.rng.IntN(4), i)
		p.vars = append(p.vars, named{i, "fixed int"})
	case 1:
		p.line("\tfor %s := range %d {", i, 1+p.rng.IntN(4))
		p.vars = append(p.vars, named{i, "fixed int"})
	case 2:
		p.line("\tfor %s, e%s := range v {", i, i)
		p.vars = append(p.vars, named{i, "fixed int"}, named{"e" + i, p.elem})
	case 3:
		p.line("\tfor %s, e%s := range *v {", i, i)
		p.vars = append(p.vars, named{i, "fixed int"}, named{"e" + i, p.elem})
	}
	p.loops++
	p.scoped(depth)
	p.loops--
	for _, x := range p.vars[outer:] {
		p.line("\t\t_ = %s", x.name)
	}
	p.line("\t}")
	p.vars = p.vars[:outer]
}

func (p *program) variable(typ string) (named, bool) {
	var fit []named
	for _, x := range p.vars {
		if x.typ == typ || typ == "" && !strings.HasPrefix(x.typ, "fixed") || typ == "int" && x.typ == "fixed int" {
			fit = append(fit, x)
		}
	}
	if len(fit) == 0 {
		return named{}, false
	}
	return fit[p.rng.IntN(len(fit))], true
}

func (p *program) index() string {
	switch p.rng.IntN(6) {
	case 0:
		return p.expr("uint32", 1) + "&3"
	case 1:
		return p.expr("uint", 1) + "%4"
	case 2:
		if x, ok := p.variable("fixed int"); ok {
			return x.name
		}
	}
	return fmt.Sprint(p.rng.IntN(4))
}

func (p *program) opAssign() {
	x, ok := p.variable("")
	if !ok {
		return
	}
	switch {
	case x.typ == "bool":
		p.line("\t%s = !%s", x.name, x.name)
	case strings.HasPrefix(x.typ, "float"):
		p.line("\t%s %s= %s", x.name, p.pick([]string{"+", "-"}), p.rounded(x.typ, p.expr(x.typ, 2)))
	default:
		switch op := p.pick([]string{"+", "-", "*", "&", "|", "^", "&^", "<<", ">>", "++", "/"}); op {
		case "<<", ">>":
			p.line("\t%s %s= %s", x.name, op, p.expr("uint8", 1))
		case "++":
			p.line("\t%s%s", x.name, p.pick([]string{"++", "--"}))
		case "/":
			p.line("\t%s %s= %d", x.name, p.pick([]string{"/", "%"}), 1+p.rng.IntN(120))
		default:
			p.line("\t%s %s= %s", x.name, op, p.expr(x.typ, 2))
		}
	}
}

func (p *program) rounded(typ, e string) string { return typ + "(" + e + ")" }
