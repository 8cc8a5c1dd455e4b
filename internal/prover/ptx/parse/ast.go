package parse

import "strings"

// Module is one PTX file.
type Module struct {
	File    string
	Version string // of .version, e.g. "7.8"
	Target  string // of .target, e.g. "sm_90"
	Kernels []*Kernel
	Funcs   []*Kernel   // .func that are defined here
	Shared  []*Variable // .shared at module level

	// Weak are the .func that give way to others of their name when files are linked.
	Weak []string

	prototypes map[string]*prototype // of every .func, by name
	declared   map[string]*Kernel    // .func that are .extern, without bodies, by name
	data       map[string]bool       // .global and .const, by name
}

// Func is the device function of that name, nil if the module defines none.
func (m *Module) Func(name string) *Kernel {
	for _, f := range m.Funcs {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// Declared is the device function of that name that another file defines, without a body; nil if
// the module declares none.
func (m *Module) Declared(name string) *Kernel { return m.declared[name] }

// Kernel is one .entry, or one .func, with its body.
type Kernel struct {
	Name string
	Place
	Params  []*Variable
	Returns []*Variable       // of a .func
	Regs    map[string]string // register name → type without the dot
	Shared  []*Variable       // .shared declared in the body
	Local   []*Variable       // .local: one for each thread
	Passed  []*Variable       // .param declared in the body: what calls pass and return
	Body    []*Instr
	Labels  map[string]int // label → index of the instruction it stands before; len(Body) for the end

	// ReqNTID and MaxNTID are the threads of .reqntid and .maxntid, their
	// dimensions multiplied; 0 where there is none.
	ReqNTID, MaxNTID int

	// ReqCluster are the blocks of .reqnctapercluster, likewise.
	ReqCluster int
}

// Variable is a parameter or an array in shared, local or parameter memory.
type Variable struct {
	Name  string
	Line  int
	Align int // bytes
	Size  int // bytes; 0 of [Variable.Dynamic]

	Dynamic bool // memory of a block as large as its launch says, which all such variables begin
}

// Instr is one instruction.
type Instr struct {
	Place
	Guard    string // predicate register of @p, "" for none
	Negated  bool   // @!p
	Name     string // opcode up to its first dot
	Mods     []string
	Operands []Operand

	// Used is, of a load, which bytes of what it reads are used, bit by byte; 0: all of them. The other bytes are
	// undefined (PTX ISA, "Pragma Strings: used_bytes_mask").
	Used uint64

	// Data is a variable in global or constant memory that an operand names; "" if none does.
	Data string
}

// Opcode is the whole opcode, with its dots.
func (i *Instr) Opcode() string {
	return strings.Join(append([]string{i.Name}, i.Mods...), ".")
}

// Operand is one of Reg, Int, Float, Address, Vector, List, Pair, Name and Not.
type Operand interface{ operand() }

// Reg is a declared register, or a special register such as %laneid, %tid.x.
type Reg struct{ Name string }

// Int is an integer immediate, as 64 bits of two's complement.
type Int struct{ Bits uint64 }

// Float is a floating immediate: 0f (32 bits) or 0d (64 bits).
type Float struct {
	Bits uint64
	Size int // 32 or 64
}

// Address is [base+offset]; Base is a register or the name of a variable.
type Address struct {
	Base   string
	Offset int64
}

// Vector is {a, b, …}.
type Vector struct{ Parts []Operand }

// List is (a, b, …), what a call passes or returns.
type List struct{ Parts []Operand }

// Pair is dst|pred, the two results of a shuffle or of a setp.
type Pair struct{ First, Second string }

// Name is a label or the name of a variable. A leading ! of an operand is kept
// apart in Not.
type Name struct{ Name string }

// Not is !p, a negated predicate operand.
type Not struct{ Reg string }

func (Reg) operand()     {}
func (Int) operand()     {}
func (Float) operand()   {}
func (Address) operand() {}
func (Vector) operand()  {}
func (List) operand()    {}
func (Pair) operand()    {}
func (Name) operand()    {}
func (Not) operand()     {}
