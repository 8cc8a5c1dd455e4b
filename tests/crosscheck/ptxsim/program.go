package ptxsim

// Program is a kernel that was read, with the functions it calls.
type Program struct {
	kernel *function
	shared []*variable // of the module and of every function
	nc     bool        // some load is ld.global.nc
}

// Params is the number of the kernel's parameters.
func (p *Program) Params() int { return len(p.kernel.params) }

// ParamSize is the size in bytes of parameter i.
func (p *Program) ParamSize(i int) int { return p.kernel.params[i].v.size }

// function is an .entry or a .func.
type function struct {
	name    string
	kernel  bool
	defined bool
	params  []formal
	results []formal
	code    []instr
	widths  []uint8 // bits of each slot: registers, constants, special registers, addresses
	consts  []constant
	special []specialSlot
	address []addressSlot
	frame   []*variable // .local and .param variables
	reqntid [3]int      // 0: any
	maxntid int
}

// formal is a parameter or result of a function: a variable in .param space, or
// a register.
type formal struct {
	v    *variable
	slot int
	typ  scalar
}

type constant struct {
	slot  int
	value uint64
}

type specialSlot struct {
	slot int
	of   func(t *thread) uint64
}

type addressSlot struct {
	slot int
	v    *variable
}

// space is a state space ("State Spaces").
type space byte

const (
	generic space = iota
	global
	shared
	local
	param
)

// variable is memory with a name.
type variable struct {
	name  string
	space space
	typ   scalar
	size  int
	align int
	index int // among those of its function or module
}

// instr is one instruction.
type instr struct {
	do    func(t *thread)
	guard int // slot, or -1
	neg   bool
	line  int
	meet  *meeting // of an instruction that waits for other threads
}

// symbol is what a name stands for.
type symbol struct {
	reg  bool
	slot int
	typ  scalar
	v    *variable
	fn   *function
}

// scope is a pair of braces ("Variable Scope" follows that of C).
type scope struct {
	outer  *scope
	names  map[string]symbol
	labels map[string]int
	jumps  []jump // to labels that are not known yet
}

type jump struct {
	label string
	line  int
	to    *int
}

func newScope(outer *scope) *scope {
	return &scope{outer: outer, names: map[string]symbol{}, labels: map[string]int{}}
}

func (s *scope) find(name string) (symbol, bool) {
	for ; s != nil; s = s.outer {
		if sym, ok := s.names[name]; ok {
			return sym, true
		}
	}
	return symbol{}, false
}

func (s *scope) declare(name string, sym symbol, line int) {
	if _, ok := s.names[name]; ok {
		refuse(line, "%s is declared twice", name)
	}
	s.names[name] = sym
}

// close settles the jumps to labels of the scope and passes the others on.
func (s *scope) close() {
	for _, j := range s.jumps {
		at, ok := s.labels[j.label]
		switch {
		case ok:
			*j.to = at
		case s.outer == nil:
			refuse(j.line, "no label %s", j.label)
		default:
			s.outer.jumps = append(s.outer.jumps, j)
		}
	}
}
