package weak

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
)

// Fault is what is wrong with a kernel, or cannot be followed.
type Fault struct {
	Line int
	Why  string
}

// Error is the fault in one line.
func (f *Fault) Error() string {
	if f.Line == 0 {
		return f.Why
	}
	return fmt.Sprintf("line %d: %s", f.Line, f.Why)
}

func faultAt(line int, format string, args ...any) error {
	return &Fault{line, fmt.Sprintf(format, args...)}
}

// Where memory is: parameters are in these places, in their order, and variables of a block and of a thread at these
// addresses. Each of several arrays begins some bytes after the previous one.
const (
	inAt        = 1 << 40
	nextArray   = 1 << 38
	outAt       = 2 << 40
	workspaceAt = 3 << 40
	sharedAt    = 4 << 40
	localAt     = 5 << 40
	end         = 6 << 40
)

// program is a kernel with numbered registers.
type program struct {
	kernel *parse.Kernel
	code   []instr
	regs   map[string]int
	local  uint64 // bytes of a thread's own memory
	params map[string]int
}

// instr is an instruction with resolved operands.
type instr struct {
	*parse.Instr
	guard  int // register; -1: none
	args   []arg
	width  int  // of its type, the last modifier
	signed bool // of its type
	float  bool // of its type
	target int  // of a branch
	meets  bool // the threads of a warp wait for each other: a vote or a barrier of the warp
	call   *call

	computes bool                                                     // it changes nothing but its result
	bits     func(x, y value) value                                   // of bitwise; nil: none
	number   func(x, y uint64, width int, signed bool) (uint64, bool) // of arithmetic; nil: none
	wide     bool                                                     // its result has twice its width
	from, to *instr                                                   // types of a conversion; nil: not known
	// of a branch on data, where its sides meet: see choose; 0: not looked for yet
	meet int
}

// arg is an operand.
type arg struct {
	kind  argKind
	reg   int
	num   uint64
	name  string
	parts []arg
}

type argKind uint8

const (
	argReg argKind = iota
	argNumber
	argSpecial
	argAddress // of a register, or of none if reg is -1, plus num
	argParts
	argNot
	argNone
)

// load numbers the registers of a kernel of a module, in which calls of some functions stay calls.
func load(m *parse.Module, k *parse.Kernel, stays func(callee string) bool) (*program, error) {
	p := &program{kernel: k, regs: map[string]int{}, params: map[string]int{}}
	for i, v := range k.Params {
		p.params[v.Name] = i
	}
	f := &frame{loader: &loader{program: p, module: m, stays: stays}, of: k, params: p.params}
	f.variables()
	return p, f.body()
}

// body adds the instructions of a function. Its labels are places in it, and where it is called it ends after its last
// instruction.
func (f *frame) body() error {
	p, places := f.program, make([]int, len(f.of.Body)+1)
	var branches []int // places in the program
	for i, in := range f.of.Body {
		places[i] = len(p.code)
		if why := in.Unknown(); why != "" {
			return faultAt(in.Line, "unknown: %s", why)
		}
		if in.Name == "call" {
			if err := f.call(in); err != nil {
				return err
			}
			continue
		}
		out, err := f.instr(in)
		if err != nil {
			return err
		}
		if in.Name == "bra" || in.Name == "ret" && f.caller != nil {
			branches = append(branches, len(p.code))
		}
		p.code = append(p.code, out)
	}
	places[len(f.of.Body)] = len(p.code)
	for _, at := range branches {
		in := &p.code[at]
		if in.Name == "bra" {
			in.target = places[f.of.Labels[in.Operands[0].(parse.Name).Name]]
			continue
		}
		in.Instr, in.target = branch(in.Instr, in.Negated), len(p.code)
	}
	return nil
}

// branch is a branch in the place of another instruction, with its guard or the opposite.
func branch(in *parse.Instr, negated bool) *parse.Instr {
	return &parse.Instr{Place: in.Place, Guard: in.Guard, Negated: negated, Name: "bra"}
}

// instr resolves an instruction; of a branch all but where it goes.
func (f *frame) instr(in *parse.Instr) (instr, error) {
	out := instr{
		Instr: in, guard: -1, meets: isVote(in.Opcode()) || in.Opcode() == warpBarrier,
		computes: pure[in.Name], bits: bitwise[in.Name], number: arithmetic[in.Name],
	}
	out.wide = out.has("wide")
	if n := len(in.Mods); in.Name == "cvt" && n > 1 {
		out.to, out.from = typeOf(in.Mods[n-2]), typeOf(in.Mods[n-1])
	}
	if in.Guard != "" {
		out.guard = f.reg(in.Guard)
	}
	if n := len(in.Mods); n > 0 {
		if err := out.typed(in.Mods[n-1]); err != nil {
			return out, faultAt(in.Line, "%s: %v", in.Opcode(), err)
		}
	}
	if in.Name == "bra" {
		if _, ok := in.Operands[0].(parse.Name); !ok {
			return out, faultAt(in.Line, "bra without a label")
		}
		return out, nil
	}
	for _, o := range in.Operands {
		a, err := f.arg(o)
		if err != nil {
			return out, faultAt(in.Line, "%s: %v", in.Opcode(), err)
		}
		out.args = append(out.args, a)
	}
	return out, nil
}

// typed takes a type such as u64 in.
func (in *instr) typed(t string) error {
	switch {
	case t == "pred":
		in.width = 1
		return nil
	case in.Name == "bar" || in.Name == "barrier" || in.Name == "bra" || in.Name == "ret" || in.Name == "membar" ||
		in.Name == "fence":
		return nil
	}
	if strings.Contains("usbf", t[:1]) {
		digits := strings.TrimSuffix(strings.TrimSuffix(strings.TrimLeft(t[1:], "f"), "x2"), "x")
		if n, err := strconv.Atoi(digits); err == nil {
			in.width, in.signed, in.float = n, t[0] == 's', t[0] == 'f' || strings.HasPrefix(t, "bf")
			if strings.HasSuffix(t, "x2") {
				in.width *= 2
			}
			return nil
		}
	}
	return fmt.Errorf("a type %s", t)
}

// arg resolves an operand.
func (f *frame) arg(o parse.Operand) (arg, error) {
	switch o := o.(type) {
	case parse.Reg:
		switch {
		case o.Name == "_":
			return arg{kind: argNone}, nil
		case parse.Special(o.Name):
			return arg{kind: argSpecial, name: o.Name}, nil
		}
		return arg{kind: argReg, reg: f.reg(o.Name)}, nil
	case parse.Int:
		return arg{kind: argNumber, num: o.Bits}, nil
	case parse.Float:
		return arg{kind: argNumber, num: o.Bits}, nil
	case parse.Name:
		at, ok := f.vars[o.Name]
		if !ok {
			return arg{}, fmt.Errorf("the name %s", o.Name)
		}
		return arg{kind: argNumber, num: at}, nil
	case parse.Not:
		return arg{kind: argNot, reg: f.reg(o.Reg)}, nil
	case parse.Pair:
		if o.Second != "" && o.Second != "_" {
			return arg{kind: argParts, parts: []arg{{kind: argReg, reg: f.reg(o.First)}, {kind: argReg, reg: f.reg(o.Second)}}},
				nil
		}
		return arg{kind: argReg, reg: f.reg(o.First)}, nil
	case parse.Address:
		if _, ok := f.params[o.Base]; ok {
			return arg{kind: argAddress, reg: -1, num: uint64(o.Offset), name: o.Base}, nil
		}
		if v, ok := f.passed[o.Base]; ok {
			return arg{kind: argAddress, reg: -1, num: localAt + v.from + uint64(o.Offset)}, nil
		}
		if at, ok := f.vars[o.Base]; ok {
			return arg{kind: argAddress, reg: -1, num: at + uint64(o.Offset)}, nil
		}
		return arg{kind: argAddress, reg: f.reg(o.Base), num: uint64(o.Offset)}, nil
	case parse.Vector:
		a := arg{kind: argParts}
		for _, part := range o.Parts {
			x, err := f.arg(part)
			if err != nil {
				return arg{}, err
			}
			a.parts = append(a.parts, x)
		}
		return a, nil
	}
	return arg{}, fmt.Errorf("an operand %v", o)
}

// has reports whether an instruction has a modifier.
func (in *instr) has(mod string) bool { return slices.Contains(in.Mods, mod) }
