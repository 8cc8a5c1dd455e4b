package weak

import "github.com/shflgen/shflgen/internal/prover/ptx/parse"

// access is a read or a write of memory that blocks share.
type access struct {
	line   int
	at     uint64
	size   int // bytes
	reads  bool
	writes bool
	strong bool // morally strong, with one of another block that is so too
	old    value
	new    value
	depth  int // of a write: how many atomic operations led to it
}

// thread is one thread of a block.
type thread struct {
	block *block
	id    int
	pc    int
	regs  []value
	local []value // its own memory, by byte
	state state
	steps int
	last  []lastRead // its reads since something else happened, votes of its warp aside
	acts  int        // what it did but for reading again, computing and voting
	warp  warpWait

	elected bool // the elements choose whether it goes on
	alone   bool // on a side of a branch on data
	changed []changed
}

type state uint8

const (
	running state = iota
	waiting       // at a barrier
	ended
	stuck   // reads what it read before, for ever
	meeting // its warp
)

// maxSteps bounds the instructions of a thread.
const maxSteps = 200_000

// pure are the instructions that change nothing but their result. A result that is not modelled keeps its origin.
var pure = map[string]bool{
	"add": true, "sub": true, "mul": true, "mad": true, "fma": true, "div": true, "rem": true, "min": true, "max": true,
	"and": true, "or": true, "xor": true, "not": true, "neg": true, "abs": true, "shl": true, "shr": true, "cvt": true,
	"mov":  true,
	"setp": true, "selp": true, "prmt": true, "bfe": true, "bfi": true, "shf": true, "lop3": true, "cnot": true,
	"set": true, "slct": true,
}

// run executes the thread up to a barrier, its end, or a read that never changes.
func (t *thread) run() error {
	for t.state == running {
		if t.pc == len(t.block.program.code) {
			t.state = ended
			return nil
		}
		if t.steps++; t.steps > maxSteps {
			return faultAt(t.block.program.code[t.pc].Line, "thread %d does not end", t.id)
		}
		if err := t.step(&t.block.program.code[t.pc]); err != nil {
			return err
		}
	}
	return nil
}

// step executes one instruction.
func (t *thread) step(in *instr) error {
	if in.guard >= 0 {
		p, known := t.regs[in.guard].number(1)
		if !known {
			return t.elect(in)
		}
		if (p == 1) == in.Negated {
			t.pc++
			return nil
		}
	}
	if in.Name != "ld" && in.Name != "st" { // of these it depends on where
		if err := t.repeats(in); err != nil {
			return err
		}
	}
	switch in.Name {
	case "bra":
		t.pc = in.target
		return nil
	case "ret", "exit":
		t.state = ended
		return nil
	case "bar", "barrier", "call", "shfl", "redux":
		if t.elected {
			return faultAt(in.Line, "%s by a thread that the elements choose", in.Opcode())
		}
	}
	if in.meets && !t.elected && in.guard < 0 {
		t.state = meeting
		return nil
	}
	switch in.Name {
	case "bar", "barrier":
		if !in.has("sync") || len(in.args) != 1 || in.args[0].num != 0 || in.args[0].kind != argNumber {
			return faultAt(in.Line, "%s: want bar.sync 0", in.Opcode())
		}
		t.state, t.last, t.warp = waiting, nil, warpWait{}
		t.pc++
		return nil
	case "membar", "fence": // taken for nothing
		t.pc++
		return nil
	case "ld", "st", "atom", "red":
		return t.memory(in)
	case "cvta":
		return t.address(in)
	case "call":
		t.calls(in.call)
		t.pc++
		return nil
	case "shfl", "redux":
		t.set(in.args[0], data(t.value(in.args[1], in.width).chunks), in.width)
		t.pc++
		return nil
	}
	if !in.computes {
		return faultAt(in.Line, "unknown: %s", in.Opcode())
	}
	if err := t.compute(in); err != nil {
		return err
	}
	t.pc++
	return nil
}

// value is what an operand gives.
func (t *thread) value(a arg, width int) value {
	switch a.kind {
	case argReg:
		return t.regs[a.reg].cut(width)
	case argNumber:
		return constant(a.num).cut(width)
	case argNot:
		v := t.regs[a.reg]
		return value{^v.bits, v.known, v.chunks}.cut(1)
	case argSpecial:
		return t.special(a.name)
	case argParts:
		part := width / len(a.parts)
		all := value{known: ^mask(width)}
		for i, x := range a.parts {
			v := t.value(x, part)
			all.bits |= v.bits << (i * part)
			all.known |= v.known & mask(part) << (i * part)
			all.chunks |= v.chunks
		}
		return all
	}
	return data(0)
}

// special is a special register.
func (t *thread) special(name string) value {
	c, x := t.block.config, 0
	switch name {
	case "%tid.x":
		x = t.id
	case "%ntid.x":
		x = c.threads
	case "%ctaid.x":
		x = t.block.number
	case "%nctaid.x":
		x = c.Blocks
	case "%tid.y", "%tid.z", "%ctaid.y", "%ctaid.z": // of one dimension
	case "%ntid.y", "%ntid.z":
		x = 1
	case "%laneid":
		x = t.id % warpSize
	default:
		return data(0)
	}
	return constant(uint64(x)).cut(32)
}

// set sets the register, or the parts, that an operand is.
func (t *thread) set(a arg, v value, width int) {
	switch a.kind {
	case argReg:
		t.change(&t.regs[a.reg], v.cut(width))
	case argParts:
		part := width / len(a.parts)
		for i, x := range a.parts {
			t.set(x, value{v.bits >> (i * part), v.known >> (i * part), v.chunks}, part)
		}
	}
}

// compute executes an instruction without effects.
func (t *thread) compute(in *instr) error {
	w := in.width
	all := make([]value, 0, 4) // no instruction that is known has more operands
	chunks := uint64(0)
	for i, a := range in.args[1:] {
		width := w
		if in.Name == "selp" && i == 2 || in.Name == "setp" && i == 2 {
			width = 1
		}
		if in.wide && i == 2 {
			width *= 2
		}
		if (in.Name == "shl" || in.Name == "shr") && i == 1 {
			width = 32
		}
		v := t.value(a, width)
		all = append(all, v)
		chunks |= v.chunks
	}
	unknown := data(chunks)
	result := w
	if in.wide {
		result *= 2
	}
	switch {
	case in.Name == "mov":
		unknown = all[0]
	case in.Name == "setp":
		return t.test(in, all)
	case in.Name == "selp":
		if p, known := all[2].number(1); known {
			unknown = all[1-p]
		}
	case in.float:
	case in.Name == "cvt":
		from, to := in.from, in.to
		if from == nil || to == nil {
			break
		}
		result = to.width
		if from.float || to.float || in.has("sat") {
			break
		}
		unknown = t.value(in.args[1], from.width)
		if x, known := unknown.number(from.width); from.signed && to.width > from.width {
			unknown = data(chunks)
			if known {
				unknown = constant(uint64(extended(x, from.width)))
			}
		}
	case in.bits != nil && len(all) == 2:
		unknown = in.bits(all[0], all[1])
	case in.Name == "not":
		unknown = value{^all[0].bits, all[0].known, chunks}
	case in.Name == "shl" || in.Name == "shr" || in.Name == "bfe":
		if v, ok := shifted(in, all, w); ok {
			unknown = v
		}
	case (in.Name == "min" || in.Name == "max") && len(all) == 2:
		unknown = either(all[0], all[1], 0)
		if is, known := compare("lt", all[0], all[1], w, in.signed); known {
			unknown = all[0]
			if is != (in.Name == "min") {
				unknown = all[1]
			}
		}
	case in.Name == "add" && len(all) == 2 && (all[0].zeros()|all[1].zeros())&mask(w) == mask(w): // no carries
		unknown = bitwise["or"](all[0], all[1])
	case in.Name == "mad" || in.number != nil:
		if v, ok := numbers(in, all, w); ok {
			unknown = v
		}
	}
	t.set(in.args[0], unknown, result)
	return nil
}

// shifted is a shift, or a field of bits, by known numbers.
func shifted(in *instr, all []value, width int) (value, bool) {
	if in.Name == "bfe" {
		if in.signed {
			return value{}, false
		}
		return all[0].field(all[1], all[2], width)
	}
	by, known := all[1].number(32)
	if !known {
		return value{}, false
	}
	return all[0].shift(in.Name, by, width, in.signed)
}

// typeOf is a type by its name, or nil.
func typeOf(name string) *instr {
	in := instr{Instr: new(parse.Instr)}
	if in.typed(name) != nil {
		return nil
	}
	return &in
}

// numbers computes with known integers.
func numbers(in *instr, all []value, w int) (value, bool) {
	var x []uint64
	for i, v := range all {
		width := w
		if in.wide && i == 2 {
			width *= 2
		}
		n, known := v.number(width)
		if !known {
			return value{}, false
		}
		if in.wide && in.signed && i < 2 {
			n = uint64(extended(n, w))
		}
		x = append(x, n)
	}
	switch {
	case in.has("hi") || in.has("cc") || in.has("sat") || len(x) < 2:
		return value{}, false
	case in.Name == "mad":
		return constant(x[0]*x[1] + x[2]), true
	}
	n, ok := in.number(x[0], x[1], w, in.signed)
	return constant(n), ok
}

// test is a comparison.
func (t *thread) test(in *instr, all []value) error {
	result := data(all[0].chunks | all[1].chunks)
	if !in.float {
		if is, known := compare(in.Mods[0], all[0], all[1], in.width, in.signed); known {
			result = constant(0)
			if is {
				result = constant(1)
			}
		}
	}
	if len(in.Mods) == 3 { // combined with a predicate
		op := bitwise[in.Mods[1]]
		if op == nil || len(all) != 3 {
			return faultAt(in.Line, "unknown: %s", in.Opcode())
		}
		result = op(result, all[2])
	}
	if in.args[0].kind == argParts {
		return faultAt(in.Line, "unknown: %s with two results", in.Opcode())
	}
	t.set(in.args[0], result, 1)
	return nil
}

// address converts between addresses of one space and of all.
func (t *thread) address(in *instr) error {
	base := uint64(0)
	switch {
	case in.has("shared"):
		base = sharedAt
	case in.has("local"):
		base = localAt
	case !in.has("global"):
		return faultAt(in.Line, "unknown: %s", in.Opcode())
	}
	if in.has("to") {
		base = -base
	}
	at, known := t.value(in.args[1], 64).number(64)
	if !known {
		return faultAt(in.Line, "an address depends on data")
	}
	t.set(in.args[0], constant(at+base), 64)
	t.pc++
	return nil
}
