package spec

import (
	"strings"
)

// Spec is one function to generate and to prove. The zero value is no valid
// spec; [NewSpec] gives the defaults.
type Spec struct {
	Pattern  Pattern
	Width    int // lanes in a segment, 1..WarpSize; 0 for block patterns
	Type     Type
	Elem     *Element // of the type Composite
	Op       Op       // of patterns that reduce
	User     *UserOp  // of the op User
	CUDAType string   // the user's struct that elements are in CUDA C++; "" for one that the file declares
	Map      *Map     // of patterns that reduce: what makes the elements; nil: they are the inputs
	Mask     MaskMode
	Order    Order // of patterns that reduce

	// At most one distance is meaningful: the one that Pattern.Distance names. Each may
	// be AtRunTime, Src also PerLane.
	Src   int // 0..Width-1
	Delta int // 0..Width-1; Rotate: -(Width-1)..Width-1
	Xor   int // 0..WarpSize-1

	First      int      // of swap: a register, 0..N-1, of the lower lane of a pair
	Second     int      // of swap: a register, 0..N-1, of the upper lane
	Perm       Perm     // of permute: the source of each lane or slot
	Inverse    bool     // of transpose: back
	Descending bool     // of patterns that sort: the greatest element first
	From       bool     // of sort: also the lane that each element was in
	Stable     bool     // of sort: the contract promises that equal elements stay in order; every sort keeps it
	Value      *Element // of sort: what follows each element, its key; nil for nothing
	K          int      // of topk: how many elements every lane gets; of select: which, from 1 on

	Partial bool // of load and store: the caller says how many elements are left for the warp

	Memory MemoryMode // of transpose: whether the CUDA function takes shared memory

	Key   KeyType // of patterns that take keys
	N     int     // registers a lane, 1..MaxRegisters; 0 for one that is no array
	Block int     // threads in a block, 1..MaxBlock; 0 for warp patterns
	Total bool    // of scans of a block: register 1 gets the reduction of the block
	All   bool    // patterns with a result in one place: every lane or thread gets it
	// columns of a row, 1..MaxCols; of a range the most; of an array the length that a proof looks at; else 0
	Cols  int
	Least int     // of a range of columns the least; else 0
	In    Stored  // type of the elements of a row or an array in memory
	F     Applied // of row-apply: the function
	Fn    *Map    // of row-apply: the function UserApplied
	Arch  Arch    // of the GPUs that the CUDA is for

	Launcher bool // of an array: whether the CUDA file has C++ functions that launch the kernel
	Parts    bool // of an array: whether it has kernels of parts of an array

	For     Goal    // of block-reduce
	Cluster Cluster // of row-reduce: the blocks that share a row; of block-reduce: that make one call
	Name    string

	Namespace string  // of the CUDA functions; "": none
	Linkage   Linkage // of the CUDA functions
	Forms     Forms   // of the Go function, beside that of arrays

	warp int // see OnWarp; 0: WarpSize
}

// NewSpec is the spec of `shflgen -pattern p`: every other flag at its default.
func NewSpec(p Pattern) Spec {
	s := Spec{Pattern: p, Type: Int32}
	switch {
	case p.InMemory():
		s.Mask = Full
	case p.Global():
		s.Mask, s.Width = Full, WarpSize
	case !p.Block():
		s.Width = WarpSize
	}
	return s
}

// OnWarp is s for a target with so many lanes in a warp.
func (s Spec) OnWarp(lanes int) Spec {
	s.warp = lanes
	return s
}

// Warp is the number of lanes of a warp, numbered from 0 on.
func (s Spec) Warp() int {
	if s.warp == 0 {
		return WarpSize
	}
	return s.warp
}

// Lanes is the number of lanes, of threads of a block, or of columns of a row, that take part; of an
// array the elements, if a proof looks at a fixed length, else 1.
func (s Spec) Lanes() int {
	switch {
	case s.Pattern.Block():
		return s.Block * s.ClusterBlocks()
	case s.Pattern.Row():
		return s.Cols
	case s.Pattern.Grid():
		return max(1, s.Cols)
	}
	return s.Warp()
}

// Brings is the number of elements that a lane brings.
func (s Spec) Brings() int { return max(1, s.N) }

// Registers is the number of elements of a lane: those that it brings, in the first
// registers, or of topk those that it gets if they are more.
func (s Spec) Registers() int { return max(s.Brings(), s.Results()) }

// Results is the number of registers, the first ones, that the contract says something of.
func (s Spec) Results() int {
	switch {
	case s.Pattern == TopK:
		return s.K
	case s.Total:
		return 2
	case s.Pattern.Picks():
		return 1
	case s.Pattern == BatchReduce && !s.All: // of register k in lane k mod width
		return (s.Brings() + s.Width - 1) / s.Width
	}
	return s.Brings()
}

// KeepsRegisters reports whether emitted CUDA leaves the registers past the results as they are. With a map they hold
// no elements before the call.
func (s Spec) KeepsRegisters() bool { return s.Pattern.Batch() && s.Map == nil }

// Elements is the number of elements of all lanes: register r of lane i is element
// r*Lanes + i.
func (s Spec) Elements() int { return s.Registers() * s.Lanes() }

// Warps is the number of warps that [Spec.Lanes] lanes make up. The last warp may have fewer lanes.
func (s Spec) Warps() int { return (s.Lanes() + s.Warp() - 1) / s.Warp() }

// Distance is the value of the distance that the pattern takes.
func (s Spec) Distance() int {
	switch s.Pattern.Distance() {
	case ParamSrc:
		return s.Src
	case ParamDelta:
		return s.Delta
	case ParamXor:
		return s.Xor
	}
	return 0
}

// Laws are the laws of the spec's op on its type; none for patterns without an op.
func (s Spec) Laws() Laws {
	if !s.Pattern.Reduces() {
		return Laws{}
	}
	if s.User != nil {
		return s.User.Laws
	}
	return s.Op.Laws(s.Type)
}

// Combines are the ops by which a network of s combines two elements.
func (s Spec) Combines() []Op {
	switch {
	case s.Pattern.Reduces():
		return []Op{s.Op}
	case s.Pattern.Sorts():
		return []Op{Min, Max}
	}
	return nil
}

// HasLane reports whether the function of s also returns the winner's lane.
func (s Spec) HasLane() bool { return s.Pattern.Reduces() && s.Op.HasLane() }

// FuncName is the name of the emitted Go function: Name if given, else built
// from the parameters; a parameter at its default is left out.
func (s Spec) FuncName() string {
	if s.Name != "" {
		return s.Name
	}
	var b strings.Builder
	for _, part := range s.nameParts() {
		b.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	return b.String()
}

// CUDAName is the name of the emitted CUDA function: [Spec.FuncName] in snake_case.
func (s Spec) CUDAName() string { return s.FileName() }

// FileName is the name of the emitted files without their ending.
func (s Spec) FileName() string {
	if s.Name != "" {
		return SnakeCase(s.Name)
	}
	parts := s.nameParts()
	for i, part := range parts {
		parts[i] = SnakeCase(part)
	}
	return strings.Join(parts, "_")
}

func (s Spec) nameParts() (parts []string) {
	def := NewSpec(s.Pattern)
	for _, name := range nameOrder {
		if f := flagNamed(name); f.words != nil && (f.always || f.given(s, def)) {
			parts = append(parts, f.words(s)...)
		}
	}
	return parts
}

// patternPart are the words of the pattern in names.
func (s Spec) patternPart() []string { return strings.Split(s.Pattern.String(), "-") }

// Flag is the flag that sets the distance, without its dash.
func (p Param) Flag() string {
	return [...]string{NoParam: "none", ParamSrc: "src", ParamDelta: "delta", ParamXor: "xor"}[p]
}

// SnakeCase turns WarpMaxW16 into warp_max_w16: a break before each capital
// that ends a lower-case word or starts one.
func SnakeCase(name string) string {
	isUpper := func(c byte) bool { return 'A' <= c && c <= 'Z' }
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		if i > 0 && isUpper(name[i]) && name[i-1] != '_' &&
			(!isUpper(name[i-1]) || i+1 < len(name) && !isUpper(name[i+1])) {
			b.WriteByte('_')
		}
		b.WriteByte(name[i])
	}
	return strings.ToLower(b.String())
}
