// Package golang prints networks as Go: straight-line code over an array of
// lanes, every common subexpression computed once, every local a scalar.
package golang

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen/contract"
	"github.com/shflgen/shflgen/gen/network"
)

// Emit prints the network as a Go file of package pkg, formatted.
func Emit(n *network.Network, pkg string) ([]byte, error) {
	x, err := expand(n)
	if err != nil {
		return nil, err
	}
	d, err := dialectOf(n.Spec)
	if err != nil {
		return nil, err
	}
	if n.Spec.Pattern.Keyed() && n.Spec.Width > 1 {
		d.same = helperFor(n.Spec, keyOfSpec(n.Spec), "SameUnsigned")
		d.helpers = append(d.helpers, d.same)
	}
	p := &printer{spec: n.Spec, dialect: d, expansion: x, parts: partsOf(n.Spec), defined: map[string]bool{}}
	f := jen.NewFile(pkg)
	p.header(f)
	body, err := p.body()
	if err != nil {
		return nil, err
	}
	lines, err := doc(n.Spec)
	if err != nil {
		return nil, err
	}
	for _, line := range lines {
		f.Comment(line)
	}
	shape := n.Spec.Shape()
	f.Func().Id(n.Spec.FuncName()).Params(parameters(shape)...).Add(result(shape)).Block(body...)
	for _, h := range d.helpers {
		f.Line().Comment(h.name + " " + h.doc)
		f.Func().Id(h.name).Add(code(h.params)).BlockFunc(func(g *jen.Group) {
			for _, line := range h.body {
				g.Add(code(line))
			}
		})
	}
	var out bytes.Buffer
	if err := f.Render(&out); err != nil {
		return nil, fmt.Errorf("golang: %s: %w", n.Spec.FuncName(), err)
	}
	return out.Bytes(), nil
}

// printer holds what the parts of a file need.
type printer struct {
	spec    shflgen.Spec
	dialect dialect
	*expansion
	parts   []part
	defined map[string]bool // locals that spread a bit over a word
}

// part is a piece of an element that has its own network: the element itself,
// or one half of a packed pair.
type part struct {
	suffix string // of its locals
	take   string // format: the piece of an element
}

func partsOf(s shflgen.Spec) []part {
	if s.Type.Packed() && s.Pattern.Reduces() {
		return []part{{"lo", "uint16(%s)"}, {"hi", "uint16(%s >> 16)"}}
	}
	return []part{{"", "%s"}}
}

// packages are what emitted code may import, by name.
var packages = map[string]string{"math": "math", "bits": "math/bits"}

var qualified = regexp.MustCompile(`\b(math|bits)\.(\w+)`)

// code is Go text as a piece of jennifer code, with packages qualified so that
// jennifer imports them.
func code(text string) *jen.Statement {
	s := jen.Null()
	for {
		at := qualified.FindStringSubmatchIndex(text)
		if at == nil {
			if text != "" {
				s.Op(text)
			}
			return s
		}
		if at[0] > 0 {
			s.Op(text[:at[0]])
		}
		s.Qual(packages[text[at[2]:at[3]]], text[at[4]:at[5]])
		text = text[at[1]:]
	}
}

func (p *printer) header(f *jen.File) {
	f.HeaderComment(strings.TrimPrefix(p.spec.Header(), "// "))
	f.HeaderComment("")
	for _, line := range contract.Parameters(p.spec) {
		f.HeaderComment("  " + line)
	}
}

// body is the code: a block a step, then the stores, then the preds.
func (p *printer) body() ([]jen.Code, error) {
	var out []jen.Code
	block := func(title string, lines []string) {
		if len(lines) == 0 {
			return
		}
		if out != nil {
			out = append(out, jen.Line())
		}
		out = append(out, jen.Comment(title))
		for _, line := range lines {
			out = append(out, code(line))
		}
	}
	if p.spec.Pattern.Keyed() && p.spec.Width > 1 {
		p.groupBlocks(block)
	}
	for i, values := range p.live() {
		var lines []string
		if p.spec.Mask == shflgen.Active && !p.spec.Pattern.Keyed() && len(values) > 0 && values[0].kind == bits {
			block("How far each member moves to its rank, bit by bit: Hacker's Delight, 7-4.", p.moves())
		}
		for _, v := range values {
			text, err := p.lines(v)
			if err != nil {
				return nil, err
			}
			lines = append(lines, text...)
		}
		block(p.net.Steps[i].Title, lines)
	}
	if p.spec.HasLane() {
		if err := p.winnerBlocks(block); err != nil {
			return nil, err
		}
		return out, nil
	}
	stores := p.stores()
	if p.defined["lowest"] {
		block("The lowest member of each segment: none is below it.", p.lowest())
	}
	block("Results.", stores)
	if p.spec.Pattern.HasPred() {
		text, err := p.preds()
		if err != nil {
			return nil, err
		}
		block("Preds: bit i is set if lane i read a source.", []string{"return " + text})
	}
	return out, nil
}

// name is the local that holds a part of a value.
func (p *printer) name(v *value, part part) string {
	register, nth := "", ""
	if p.spec.Pattern.Batch() {
		register = fmt.Sprintf("reg%d", v.reg)
	}
	if v.nth > 0 {
		nth = fmt.Sprintf("v%d", v.nth)
	}
	if v.word >= groupBits {
		nth += fmt.Sprintf("of%d", v.word/groupBits-1)
	}
	switch v.kind {
	case element, enter:
		if v.word >= groupBits {
			return fmt.Sprintf("in%d%s%s", v.lane, nth, part.suffix)
		}
		return fmt.Sprintf("in%d%s%s", v.lane, register, part.suffix)
	case bits:
		return fmt.Sprintf("bits%d%s", v.lane, part.suffix)
	case moveDown:
		return fmt.Sprintf("down%dlane%d%s%s", v.dist, v.at, nth, part.suffix)
	case moveUp:
		return fmt.Sprintf("up%dlane%d%s", v.dist, v.at, part.suffix)
	case fill:
		return fmt.Sprintf("rank%d%s%s", v.lane, nth, part.suffix)
	case bitsOf:
		if p.dialect.bits == "%s" && v.a.kind != identity {
			return p.name(v.a, part)
		}
		return fmt.Sprintf("bitsOf%d%s", v.at, part.suffix)
	}
	return fmt.Sprintf("step%dlane%d%s%s", v.step, v.at, nth, part.suffix)
}

// place is the element of v of a register and lane.
func (p *printer) place(register, lane int) string {
	if p.spec.Pattern.Batch() {
		return fmt.Sprintf("v[%d][%d]", register, lane)
	}
	return fmt.Sprintf("v[%d]", lane)
}

// lines define the locals of a value, part by part.
func (p *printer) lines(v *value) ([]string, error) {
	d := p.dialect
	var lines []string
	spread, define := "", ""
	switch {
	case v.kind == choose, v.kind == enter && !d.id.zero, v.kind == moveDown, v.kind == moveUp, v.kind == fill:
		if spread, define = p.spread(v.word, v.lane); define != "" {
			lines = append(lines, define)
		}
	}
	for _, part := range p.parts {
		load := func() string {
			text := fmt.Sprintf(d.load, fmt.Sprintf(part.take, p.place(v.reg, v.lane)))
			if p.spec.HasLane() && v.kind == enter { // asked again whether it is the winner's
				key := fmt.Sprintf("key%d", v.lane)
				lines = append(lines, key+" := "+text)
				return key
			}
			return text
		}
		var text string
		switch v.kind {
		case element:
			text = fmt.Sprintf(d.fromBits, load())
			if d.fromBits != "%s" { // no bits are masked: load the element itself
				text = p.place(v.reg, v.lane)
			}
		case identity: // stands in the stores as a constant
			return nil, nil
		case bits:
			text = load()
		case bitsOf:
			switch {
			case v.a.kind == identity:
				text = d.word + "(" + d.id.text + ")"
			case d.bits == "%s":
				return nil, nil
			default:
				text = fmt.Sprintf(d.bits, p.name(v.a, part))
			}
		case fill:
			text = fmt.Sprintf(d.fromBits, fmt.Sprintf("%s&%s | %s&^%s", p.name(v.a, part), spread, d.id.text, spread))
		case enter:
			switch {
			case d.id.zero:
				text = load() + " & " + spreadTo(d.word, p.bit(v.word, v.lane))
			case d.id.ones:
				text = fmt.Sprintf("%s | ^%s", load(), spread)
			default:
				text = fmt.Sprintf(d.fromBits, fmt.Sprintf("%s&%s | %s&^%s", load(), spread, d.id.text, spread))
			}
		case choose, moveDown, moveUp:
			text = fmt.Sprintf("%s&%s | %s&^%s", p.name(v.a, part), spread, p.name(v.b, part), spread)
		case combine:
			text = fmt.Sprintf(d.combine, p.name(v.a, part), p.name(v.b, part))
		default:
			return nil, fmt.Errorf("golang: unexpected value kind %d", v.kind)
		}
		lines = append(lines, p.name(v, part)+" := "+text)
	}
	return lines, nil
}

// memberBit is 1 if the lane is a member, else 0.
func (p *printer) memberBit(lane int) string { return p.bit(memberBits, lane) }

// bit is the bit of a word that is a lane's.
func (p *printer) bit(w word, lane int) string {
	name := w.name()
	if p.spec.Pattern.Block() {
		name = fmt.Sprintf("%s[%d]", name, lane/shflgen.WarpSize)
	}
	if lane%shflgen.WarpSize == 0 {
		return name + "&1"
	}
	return fmt.Sprintf("%s>>%d&1", name, lane%shflgen.WarpSize)
}

func spreadTo(typ, bit string) string {
	if typ == "uint32" {
		return fmt.Sprintf("-(%s)", bit)
	}
	return fmt.Sprintf("-%s(%s)", typ, bit)
}

// spread is the local of ones if a word's bit is set, else of zeros, and its
// definition if it has none yet.
func (p *printer) spread(w word, bit int) (name, define string) {
	name = fmt.Sprintf("member%d", bit)
	if w != memberBits {
		name = fmt.Sprintf("%sbit%d", w.name(), bit)
	}
	if p.defined[name] {
		return name, ""
	}
	p.defined[name] = true
	return name, fmt.Sprintf("%s := %s", name, spreadTo(p.dialect.word, p.bit(w, bit)))
}

func (p *printer) stores() []string {
	stored := func(v *value, part part) string {
		if v.kind == identity {
			return p.dialect.idElem
		}
		return fmt.Sprintf(p.dialect.store, p.name(v, part))
	}
	if p.spec.Mask == shflgen.Active {
		stored = p.elementBits
	}
	var lines []string
	for i, v := range p.result {
		if p.keeps(i) {
			continue
		}
		text := stored(v, p.parts[0])
		if len(p.parts) == 2 {
			text = fmt.Sprintf("uint32(%s) | uint32(%s)<<16", text, stored(v, p.parts[1]))
		}
		lanes := p.spec.Lanes()
		if when := p.when[i]; !when.known {
			lines = append(lines, p.settle(i, when, text)...)
			continue
		}
		lines = append(lines, fmt.Sprintf("%s = %s", p.place(i/lanes, i%lanes), text))
	}
	return lines
}
