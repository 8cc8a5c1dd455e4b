package spec

// MemoryMode says whether a function of a warp may take shared memory, which its caller lends.
type MemoryMode uint8

// The memory modes.
const (
	AutoMemory   MemoryMode = iota // by the number of registers and the width: see [Spec.TakesMemory]
	NoMemory                       // shuffles alone
	SharedMemory                   // shared memory
)

var memoryTable = [...]string{AutoMemory: "auto", NoMemory: "none", SharedMemory: "shared"}

// MemoryModes lists every memory mode.
func MemoryModes() []MemoryMode { return enum[MemoryMode](len(memoryTable)) }

// String is the name that -memory takes.
func (m MemoryMode) String() string { return nameIn(memoryTable[:], int(m), "no memory mode") }

// Where -memory auto takes shared memory: where it is faster than shuffles, or as fast, by the
// cost model and by measurement. The rules are short, so that the parameters of a function
// follow from its flags without a table. A transpose takes it at the widths 8, 16 and 32 from 8
// registers a lane on; of 8 and 16 bits at width 32 from 4 on; if the registers of a lane fill
// words. A compact takes it by the number of stores, since a plan finds the sources of all
// registers at once: see compactsInMemory.
const (
	memoryRegisters       = 8
	memoryWidth           = 8
	narrowMemoryRegisters = 4
)

// memoryRules are the rules of -memory auto in words, of the patterns that take -memory.
var memoryRules = map[Pattern]string{
	Transpose: "from -n 8 on at the widths 8, 16 and 32, of 8- and 16-bit types from -n 4 on at width " +
		"32, if a lane's registers fill 32-bit words",
	Compact: "if the registers of a lane are one 32-bit word, two from -width 4 on, or up to four from -width 12 on",
	TopK:    "never",
}

// MemoryRule is the rule of -memory auto in words.
func MemoryRule(p Pattern) string { return memoryRules[p] }

// MayTakeMemory reports whether p takes -memory.
func (p Pattern) MayTakeMemory() bool { return memoryRules[p] != "" }

// TakesMemory reports whether the CUDA function of s has a parameter for shared memory of its
// warp. The Go function never has.
func (s Spec) TakesMemory() bool {
	if !s.Pattern.MayTakeMemory() || s.Type == Composite || s.Pattern != Transpose && s.Width == 1 {
		return false
	}
	switch s.Memory() {
	case NoMemory:
		return false
	case SharedMemory:
		return true
	}
	switch s.Pattern {
	case Compact:
		return s.compactsInMemory()
	case TopK:
		return false
	}
	least := memoryRegisters
	if s.Width == s.Warp() && s.Type.Bits() < RegisterBits {
		least = narrowMemoryRegisters
	}
	return s.N >= least && s.Width >= memoryWidth && s.Width&(s.Width-1) == 0 && s.N*s.Type.Bits()%RegisterBits == 0
}

// compactsInMemory is the rule of -memory auto for a compact, by how many words of shared
// memory a lane stores.
func (s Spec) compactsInMemory() bool {
	switch words := s.Registers() * s.Words(); {
	case words == 1:
		return true
	case words == 2:
		return s.Width >= 4
	default:
		return words <= 4 && s.Width >= 12
	}
}

// MemoryName is the name of the type of the shared memory that the CUDA function of s takes.
func (s Spec) MemoryName() string { return s.FileName() + "_memory" }

// memoryPart is the word of -memory in names.
func (s Spec) memoryPart() []string {
	return []string{[...]string{AutoMemory: "auto", NoMemory: "shuffles", SharedMemory: "shared"}[s.Memory()]}
}

// validate rejects -memory where it has no meaning.
func (m MemoryMode) validate(s Spec, wrong report) {
	switch {
	case m == SharedMemory && s.Type == Composite:
		wrong("memory", m, "composite elements move by shuffles; want none or auto")
	case m == SharedMemory && s.Pattern == TopK && s.Width == 1:
		wrong("memory", m, "a segment of one lane has all elements; want none or auto")
	case m == SharedMemory && s.Pattern == Compact && s.Width == 1:
		wrong("memory", m, "a segment of one lane keeps its element; want none or auto")
	}
}

// Memory says whether the CUDA function of s may take shared memory.
func (s Spec) Memory() MemoryMode {
	if s.Pattern.Sorts() {
		return s.Sort().Memory
	}
	return s.Move().Memory
}

var memoryMode = in(func(p *MoveParams) *MemoryMode { return &p.Memory }).
	or(Pattern.Sorts, in(func(p *SortParams) *MemoryMode { return &p.Memory }))

var memoryFlags = []flagRow{
	nameFlag("memory", MemoryModes(), memoryMode).part(Spec.memoryPart).of(Pattern.MayTakeMemory, "").onlyCUDA(),
}
