package exec

import (
	"fmt"

	"github.com/shflgen/shflgen/verify/ptx/parse"
)

// instr is an instruction ready to run.
type instr struct {
	line    int
	opcode  string
	form    *form
	mods    []string // one a slot of the form, "" for one left out
	guard   int      // register of the predicate, -1 for none
	negated bool
	args    []arg
	target  int // of a branch
}

// arg is an operand, resolved.
type arg struct {
	kind   argKind
	reg    int    // argReg; argAddress with a register base; argPair: the first
	second int    // argPair: the predicate; -1 for _
	bits   uint64 // argConst; argAddress: the offset, argSymbol: the address
	size   int    // argConst: 32 or 64 for a float, else 0; argReg: width
	name   string // argSpecial; argAddress with a parameter as base
	parts  []arg
}

type argKind uint8

const (
	argReg argKind = iota
	argSink
	argConst
	argSpecial
	argSymbol
	argAddress
	argPair
	argVector
	argNot
	argLabel
)

// Program is a kernel that has a row of the table for every instruction.
type Program struct {
	Kernel *parse.Kernel
	File   string
	instrs []instr
	widths []int             // of the registers
	at     map[string]uint64 // addresses of variables in shared and in local memory
	size   uint64            // end of shared memory, in bytes
	stack  uint64            // end of a thread's local memory
	params map[string]int
	joins  []int // by instruction, filled when first asked for
}

// sharedBase and localBase are where shared memory and a thread's local memory
// start. They are apart and not 0, so that an address of one, or one that was
// never set, does not look like one of the other.
const (
	sharedBase = 0x400
	localBase  = 0x1000000
)

// place gives variables their addresses, from end on.
func (p *Program) place(vs []*parse.Variable, end *uint64) {
	for _, v := range vs {
		align := uint64(max(v.Align, 1))
		*end = (*end + align - 1) / align * align
		p.at[v.Name] = *end
		*end += uint64(v.Size)
	}
}

// Load checks kernel k of m against the opcode table. The error is a
// *parse.Refusal: every instruction is checked, executed or not.
func Load(m *parse.Module, k *parse.Kernel) (*Program, error) {
	p := &Program{Kernel: k, File: m.File, at: map[string]uint64{}, size: sharedBase, stack: localBase, params: map[string]int{}}
	p.place(m.Shared, &p.size)
	p.place(k.Shared, &p.size)
	p.place(k.Local, &p.stack)
	for i, v := range k.Params {
		p.params[v.Name] = i
	}
	regs := map[string]int{}
	for name, typ := range k.Regs {
		regs[name] = len(p.widths)
		p.widths = append(p.widths, parse.TypeBits(typ))
	}
	l := &loader{p, k, regs}
	for _, in := range k.Body {
		out, err := l.instr(in)
		if err != nil {
			return nil, err
		}
		p.instrs = append(p.instrs, out)
	}
	return p, nil
}

// Shared reports whether the kernel declares shared memory.
func (p *Program) Shared() bool { return p.size > sharedBase }

type loader struct {
	p    *Program
	k    *parse.Kernel
	regs map[string]int
}

func (l *loader) instr(in *parse.Instr) (instr, error) {
	refuse := func(kind parse.Kind, format string, args ...any) (instr, error) {
		return instr{}, &parse.Refusal{File: l.p.File, Line: in.Line, Kind: kind, Why: fmt.Sprintf(format, args...)}
	}
	out := instr{line: in.Line, opcode: in.Opcode(), guard: -1, negated: in.Negated, target: -1}
	if in.Guard != "" {
		r, ok := l.regs[in.Guard]
		if !ok || l.p.widths[r] != 1 {
			return refuse(parse.Malformed, "%s is no predicate", in.Guard)
		}
		out.guard = r
	}
	if in.Name == "bra" && len(in.Operands) == 1 {
		if n, ok := in.Operands[0].(parse.Name); ok {
			if at, ok := l.k.Labels[n.Name]; ok {
				out.target = at
			}
		}
		if out.target < 0 {
			return refuse(parse.Malformed, "bra without a label")
		}
	}
	for _, o := range in.Operands {
		a, err := l.arg(o)
		if err != nil {
			return refuse(parse.Malformed, "%s: %v", in.Opcode(), err)
		}
		out.args = append(out.args, a)
	}
	shape := false
	for _, f := range forms[in.Name] {
		mods, ok := f.match(in.Mods)
		if !ok {
			continue
		}
		shape = true
		if fits(f.operands, out.args) {
			out.form, out.mods = f, mods
			return out, nil
		}
	}
	if shape {
		return refuse(parse.Unknown, "operands of %s", in.Opcode())
	}
	kind, why := refusal(in)
	return refuse(kind, "%s", why)
}

func (l *loader) arg(o parse.Operand) (arg, error) {
	switch o := o.(type) {
	case parse.Reg:
		return l.reg(o.Name)
	case parse.Int:
		return arg{kind: argConst, bits: o.Bits}, nil
	case parse.Float:
		return arg{kind: argConst, bits: o.Bits, size: o.Size}, nil
	case parse.Not:
		a, err := l.reg(o.Reg)
		if err == nil && (a.kind != argReg || a.size != 1) {
			err = fmt.Errorf("!%s: no predicate", o.Reg)
		}
		a.kind = argNot
		return a, err
	case parse.Pair:
		first, err := l.reg(o.First)
		if err != nil {
			return arg{}, err
		}
		second, err := l.reg(o.Second)
		if err != nil {
			return arg{}, err
		}
		a := arg{kind: argPair, reg: first.reg, second: second.reg, size: first.size}
		if first.kind == argSink {
			a.reg = -1
		}
		if second.kind == argSink {
			a.second = -1
		} else if second.kind != argReg || second.size != 1 {
			return arg{}, fmt.Errorf("%s is no predicate", o.Second)
		}
		return a, nil
	case parse.Name:
		if o.Name == "_" {
			return arg{kind: argSink}, nil
		}
		if at, ok := l.p.at[o.Name]; ok {
			return arg{kind: argSymbol, bits: at}, nil
		}
		if _, ok := l.k.Labels[o.Name]; ok {
			return arg{kind: argLabel, name: o.Name}, nil
		}
		return arg{}, fmt.Errorf("%s has no address", o.Name)
	case parse.Address:
		a := arg{kind: argAddress, reg: -1, bits: uint64(o.Offset)}
		if r, ok := l.regs[o.Base]; ok {
			a.reg, a.size = r, l.p.widths[r]
		} else if at, ok := l.p.at[o.Base]; ok {
			a.bits += at
		} else {
			a.name = o.Base
		}
		return a, nil
	case parse.Vector:
		v := arg{kind: argVector}
		for _, part := range o.Parts {
			a, err := l.arg(part)
			if err != nil {
				return arg{}, err
			}
			v.parts = append(v.parts, a)
		}
		return v, nil
	default:
		return arg{}, fmt.Errorf("unexpected operand %T", o)
	}
}

func (l *loader) reg(name string) (arg, error) {
	if name == "_" {
		return arg{kind: argSink}, nil
	}
	if parse.Special(name) {
		return arg{kind: argSpecial, name: name}, nil
	}
	r, ok := l.regs[name]
	if !ok {
		return arg{}, fmt.Errorf("%s is no register", name)
	}
	return arg{kind: argReg, reg: r, size: l.p.widths[r]}, nil
}

// fits reports whether args are of the kinds that the letters say.
func fits(letters string, args []arg) bool {
	if len(letters) != len(args) {
		return false
	}
	for i, a := range args {
		source := a.kind == argReg || a.kind == argConst || a.kind == argSpecial || a.kind == argSymbol
		var ok bool
		switch letters[i] {
		case 'd':
			ok = a.kind == argReg || a.kind == argSink
		case '|':
			ok = a.kind == argReg || a.kind == argSink || a.kind == argPair
		case 's':
			ok = source
		case 'p':
			ok = a.kind == argNot || a.kind == argReg && a.size == 1
		case 'a':
			ok = a.kind == argAddress
		case 'c':
			ok = a.kind == argConst && a.size == 0
		case 'l':
			ok = a.kind == argLabel
		case 'v':
			ok = a.kind == argReg || a.kind == argSink || a.kind == argVector
		case 'w':
			ok = source || a.kind == argVector
		default:
			panic(fmt.Sprintf("unexpected operand letter %q", letters[i]))
		}
		if !ok {
			return false
		}
	}
	return true
}
