package parse

import (
	"fmt"
	"strconv"
	"strings"
)

// maxRegs bounds what one %r<N> may declare: a file is data, and a large N is
// no reason to allocate.
const maxRegs = 1 << 16

type parser struct {
	file string
	toks []token
	at   int
	mod  *Module

	linkage string // directive before the .func that comes, "" for none

	// scopes are the names of registers and variables in the kernel being read,
	// innermost last.
	scopes []scope
	nested int // inner scopes so far, to keep their names apart

	// labels are the scopes of the labels of the kernel being read, uses what may be one.
	labels map[string]int
	uses   []use

	used uint64 // of the load that comes; 0: nothing was said

	sources
}

// Parse reads the PTX in src; file names it in refusals. The error is a *Refusal.
func Parse(file string, src []byte) (*Module, error) { return ParseFrom(file, src, nil) }

// ParseFrom is [Parse] of PTX that a compiler made: of files that own names, instructions have their position. It gets
// a name as the compiler wrote it, and returns how the file's author calls it; "" for a file that is not theirs.
func ParseFrom(file string, src []byte, own func(file string) string) (*Module, error) {
	toks, err := lex(file, src)
	if err != nil {
		return nil, err
	}
	p := &parser{file: file, toks: toks, mod: &Module{File: file, prototypes: map[string]*prototype{},
		declared: map[string]*Kernel{}, data: map[string]bool{}}, sources: sources{own: own}}
	p.number(toks)
	if err := p.module(); err != nil {
		return nil, err
	}
	return p.mod, nil
}

func (p *parser) peek() token { return p.toks[p.at] }

func (p *parser) next() token {
	t := p.toks[p.at]
	if t.kind != tokEnd {
		p.at++
	}
	return t
}

func (p *parser) refuse(line int, kind Kind, format string, args ...any) error {
	return &Refusal{p.file, p.place(line), kind, fmt.Sprintf(format, args...)}
}

// place is a line that is being read.
func (p *parser) place(line int) Place { return Place{line, p.position} }

func (p *parser) is(mark string) bool {
	t := p.peek()
	return t.kind == tokMark && t.text == mark
}

func (p *parser) accept(mark string) bool {
	if p.is(mark) {
		p.at++
		return true
	}
	return false
}

func (p *parser) want(mark string) error {
	if t := p.peek(); !p.accept(mark) {
		return p.refuse(t.line, Malformed, "found %q, want %q", t.text, mark)
	}
	return nil
}

func (p *parser) word(what string) (token, error) {
	t := p.next()
	if t.kind != tokWord {
		return t, p.refuse(t.line, Malformed, "found %q, want %s", t.text, what)
	}
	return t, nil
}

// integer reads a number that must be in 0..limit.
func (p *parser) integer(what string, limit uint64) (int, error) {
	t := p.next()
	if t.kind == tokNumber {
		if o, err := number(t.text); err == nil {
			if n, ok := o.(Int); ok && n.Bits <= limit {
				return int(n.Bits), nil
			}
		}
	}
	return 0, p.refuse(t.line, Malformed, "found %q, want %s, 0..%d", t.text, what, limit)
}

func (p *parser) module() error {
	for {
		t := p.next()
		if t.kind == tokEnd {
			return p.complete(t.line)
		}
		if err := p.first(t); err != nil {
			return err
		}
		var err error
		switch t.text {
		case ".version":
			err = p.version()
		case ".target":
			err = p.target()
		case ".address_size":
			if n := p.next(); n.text != "64" {
				err = p.refuse(n.line, Unsupported, "addresses of %q bits; only 64", n.text)
			}
		case ".file":
			err = p.fileDirective()
		case ".visible", ".weak", ".extern":
			err = p.linked(t)
		case ".entry":
			err = p.kernel(t.line)
		case ".func":
			err = p.function(t.line)
		case ".shared":
			dynamic := p.linkage == ".extern"
			p.linkage = ""
			var v *Variable
			switch v, err = p.variable(t.line); {
			case err != nil:
			case p.moduleName(v.Name):
				err = p.refuse(t.line, Malformed, "%s is declared twice", v.Name)
			case v.Dynamic != dynamic:
				err = p.refuse(t.line, Unsupported, "%s: shared memory is .extern if its size is left out, and else not", v.Name)
			}
			if err == nil {
				p.mod.Shared = append(p.mod.Shared, v)
				err = p.want(";")
			}
		case ".section":
			err = p.section()
		case ".global", ".const":
			p.linkage = ""
			err = p.data(t.line)
		case ".alias", ".common", ".pragma":
			err = p.refuse(t.line, Unsupported, "%s: only functions and variables", t.text)
		default:
			err = p.refuse(t.line, Unknown, "%q at module level", t.text)
		}
		if err != nil {
			return err
		}
	}
}

// linked refuses a linkage that what follows does not take. Weak memory of a block is that of an inline function or a
// template: one variable, whichever file defines it.
func (p *parser) linked(t token) error {
	e := p.peek()
	ok := false
	switch e.text {
	case ".func", ".global", ".const":
		ok = true
	case ".entry":
		if t.text == ".weak" {
			return p.refuse(e.line, Unsupported, "a .weak kernel gives way to another of its name")
		}
		ok = t.text == ".visible"
	case ".shared":
		ok = t.text == ".weak" || t.text == ".extern"
	}
	if !ok {
		return p.refuse(e.line, Unsupported, "%s %s: only functions and variables", t.text, e.text)
	}
	p.linkage = t.text
	return nil
}

// complete refuses what no compiler leaves out.
func (p *parser) complete(line int) error {
	m := p.mod
	if m.Version == "" || m.Target == "" || len(m.Kernels) == 0 {
		return p.refuse(line, Malformed, "want .version, .target and at least one .entry")
	}
	return nil
}

// first wants .version, and then .target, before anything else (PTX ISA, "PTX Module
// Directives").
func (p *parser) first(t token) error {
	want := ""
	switch {
	case p.mod.Version == "":
		want = ".version"
	case p.mod.Target == "":
		want = ".target"
	}
	if want == "" || t.text == want || t.text == ".version" {
		return nil
	}
	return p.refuse(t.line, Malformed, "found %q, want %s first", t.text, want)
}

// version reads the number after .version, such as 7.8.
func (p *parser) version() error {
	v := p.next()
	major, minor, ok := strings.Cut(v.text, ".")
	for _, digits := range []string{major, minor} {
		if _, err := strconv.ParseUint(digits, 10, 16); err != nil {
			ok = false
		}
	}
	if v.kind != tokNumber || !ok {
		return p.refuse(v.line, Malformed, "found %q, want a version", v.text)
	}
	if p.mod.Version != "" {
		return p.refuse(v.line, Malformed, ".version stands twice")
	}
	p.mod.Version = v.text
	return nil
}

func (p *parser) target() error {
	t, err := p.word("an architecture")
	if err != nil {
		return err
	}
	if !strings.HasPrefix(t.text, "sm_") {
		return p.refuse(t.line, Unknown, ".target %s", t.text)
	}
	if p.mod.Target != "" {
		return p.refuse(t.line, Malformed, ".target stands twice")
	}
	p.mod.Target = t.text
	for p.accept(",") {
		// Extra options change meaning (texmode, map_f64_to_f32), save debug.
		if o := p.next(); o.text != "debug" {
			return p.refuse(o.line, Unsupported, ".target option %s", o.text)
		}
	}
	return nil
}

// maxNumber bounds numbers of files, lines and columns.
const maxNumber = 1 << 31

// fileDirective skips .file number "name" [, time, size]: see [sources.number].
func (p *parser) fileDirective() error {
	if _, err := p.integer("a file number", maxNumber); err != nil {
		return err
	}
	if t := p.next(); t.kind != tokString {
		return p.refuse(t.line, Malformed, ".file wants a name in quotes")
	}
	for p.accept(",") {
		if t := p.next(); t.kind != tokNumber {
			return p.refuse(t.line, Malformed, ".file wants numbers after the name")
		}
	}
	return nil
}

// section skips a .section of debugging data.
func (p *parser) section() error {
	t, err := p.word("a section name")
	if err != nil {
		return err
	}
	if !strings.HasPrefix(t.text, ".debug_") {
		return p.refuse(t.line, Unsupported, ".section %s: only debugging data is skipped", t.text)
	}
	if err := p.want("{"); err != nil {
		return err
	}
	for !p.accept("}") {
		if t := p.next(); t.kind == tokEnd {
			return p.refuse(t.line, Malformed, ".section without an end")
		}
	}
	return nil
}

// typeSizes are the sizes of PTX types in bits; pred has none in memory.
var typeSizes = map[string]int{
	"b8": 8, "u8": 8, "s8": 8, "b16": 16, "u16": 16, "s16": 16, "f16": 16, "bf16": 16,
	"b32": 32, "u32": 32, "s32": 32, "f32": 32, "f16x2": 32, "bf16x2": 32,
	"b64": 64, "u64": 64, "s64": 64, "f64": 64, "pred": 1,
}

// TypeBits is the size of a PTX type, given without its dot; 0 if there is none
// of that name. A predicate has 1.
func TypeBits(name string) int { return typeSizes[name] }

// maxBytes is the most a variable may take: the largest shared memory there is.
const maxBytes = 227 << 10

// variable reads `[.align N] .type [.ptr …] name [ '[' N ']' ]`.
func (p *parser) variable(line int) (*Variable, error) {
	v := &Variable{Line: line}
	unit := 0
	for {
		t, err := p.word("a declaration")
		if err != nil {
			return nil, err
		}
		switch {
		case t.text == ".align":
			if v.Align, err = p.integer("an alignment", 128); err != nil {
				return nil, err
			}
			if v.Align&(v.Align-1) != 0 {
				return nil, p.refuse(t.line, Malformed, ".align %d is no power of two", v.Align)
			}
		case t.text == ".ptr" || t.text == ".global" && unit != 0:
			// A hint on a pointer parameter: which space, no more.
		case strings.HasPrefix(t.text, "."):
			bits := TypeBits(t.text[1:])
			if bits < 8 || unit != 0 {
				return nil, p.refuse(t.line, Unsupported, "%s in a declaration", t.text)
			}
			unit = bits / 8
		default:
			if unit == 0 {
				return nil, p.refuse(t.line, Malformed, "%s is declared without a type", t.text)
			}
			v.Name, v.Size = t.text, unit
			if open := p.accept("["); open && p.accept("]") {
				v.Size, v.Dynamic = 0, true
			} else if open {
				n, err := p.integer("a length", maxBytes)
				if err != nil {
					return nil, err
				}
				if v.Size = n * unit; v.Size > maxBytes {
					return nil, p.refuse(t.line, Unsupported, "%s takes %d bytes", v.Name, v.Size)
				}
				if err := p.want("]"); err != nil {
					return nil, err
				}
			}
			v.Align = max(v.Align, unit)
			return v, nil
		}
	}
}
