package exec

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
)

// arg is an operand, resolved.
type arg struct {
	kind   argKind
	reg    int     // argReg; argAddress with a register base; argPair: the first
	second int     // argPair: the predicate; -1 for _
	bits   uint64  // argConst; argAddress: the offset
	size   int     // argConst: 32 or 64 for a float, else 0; argReg: width
	typ    string  // argReg: as declared
	name   string  // argSpecial; argData: why what it holds is not known
	region *region // argSymbol; argAddress with a variable as base
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
	argData // an address of global or constant memory that nobody gives
)

// twice reports whether two results go to one register.
func (in *instr) twice() bool {
	seen := map[int]bool{}
	again := func(reg int) bool {
		was := seen[reg]
		seen[reg] = true
		return was && reg >= 0
	}
	if len(in.args) == 0 || !strings.ContainsAny(in.form.operands[:1], "v|") {
		return false
	}
	a := in.args[0]
	if a.kind == argPair {
		return again(a.reg) || again(a.second)
	}
	for _, p := range a.parts {
		if p.kind == argReg && again(p.reg) {
			return true
		}
	}
	return false
}

// passed reports whether r is a parameter of the function, which only its caller
// may write.
func (f *frame) passed(r *region) bool {
	for _, v := range f.k.Params {
		if r != nil && f.vars[v.Name] == r {
			return true
		}
	}
	return false
}

func (f *frame) arg(o parse.Operand) (arg, error) {
	switch o := o.(type) {
	case parse.Reg:
		return f.reg(o.Name)
	case parse.Int:
		return arg{kind: argConst, bits: o.Bits}, nil
	case parse.Float:
		return arg{kind: argConst, bits: o.Bits, size: o.Size}, nil
	case parse.Not:
		a, err := f.reg(o.Reg)
		if err == nil && (a.kind != argReg || a.size != 1) {
			err = fmt.Errorf("!%s: no predicate", o.Reg)
		}
		a.kind = argNot
		return a, err
	case parse.Pair:
		first, err := f.reg(o.First)
		if err != nil {
			return arg{}, err
		}
		second, err := f.reg(o.Second)
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
		if r, ok := f.vars[o.Name]; ok {
			return arg{kind: argSymbol, region: r}, nil
		}
		if _, ok := f.k.Labels[o.Name]; ok {
			return arg{kind: argLabel, name: o.Name}, nil
		}
		return arg{}, fmt.Errorf("%s has no address", o.Name)
	case parse.Address:
		a := arg{kind: argAddress, reg: -1, bits: uint64(o.Offset)}
		if r, ok := f.regs[o.Base]; ok {
			a.reg = r
		} else {
			a.region = f.vars[o.Base] // nil: a function's name
		}
		return a, nil
	case parse.Vector:
		v := arg{kind: argVector}
		for _, part := range o.Parts {
			a, err := f.arg(part)
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

func (f *frame) reg(name string) (arg, error) {
	if name == "_" {
		return arg{kind: argSink}, nil
	}
	if parse.Special(name) {
		return arg{kind: argSpecial, name: name}, nil
	}
	r, ok := f.regs[name]
	if !ok {
		return arg{}, fmt.Errorf("%s is no register", name)
	}
	return arg{kind: argReg, reg: r, typ: f.k.Regs[name], size: parse.TypeBits(f.k.Regs[name])}, nil
}

// kinds are the operands that a letter of a form's operands says.
var kinds = map[byte][]argKind{
	'd': {argReg, argSink},
	'|': {argReg, argSink, argPair},
	's': {argReg, argConst, argSpecial, argSymbol},
	'p': {argNot, argReg}, // of one bit
	'a': {argAddress},
	'c': {argConst}, // no float
	'l': {argLabel},
	'v': {argReg, argSink, argVector},
	'w': {argReg, argConst, argSpecial, argSymbol, argVector, argData},
}

// fits reports whether args are of the kinds that the letters say.
func fits(letters string, args []arg) bool {
	if len(letters) != len(args) {
		return false
	}
	for i, a := range args {
		if !slices.Contains(kinds[letters[i]], a.kind) ||
			letters[i] == 'p' && a.kind == argReg && a.size != 1 ||
			letters[i] == 'c' && a.size != 0 {
			return false
		}
	}
	return true
}
