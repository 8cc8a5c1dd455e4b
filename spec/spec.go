package spec

import (
	"strings"
)

// Spec is one function to generate and to prove. The zero value is no valid
// spec; [NewSpec] gives the defaults.
type Spec struct {
	Pattern Pattern
	Width   int // lanes in a segment, 1..WarpSize; 0 for patterns of a block or in memory
	N       int // registers a lane, 1..MaxRegisters; 0 for one that is no array
	Type    Type
	Elem    *Element // of the type Composite
	Op      Op       // of patterns that reduce
	User    *UserOp  // of the op User
	Map     *Map     // of patterns that reduce: what makes the elements; nil: they are the inputs
	Order   Order    // of patterns that reduce
	Mask    MaskMode
	Params  Params // of the pattern's family; nil: it has none, or all are at their defaults
	Arch    Arch   // of the GPUs that the CUDA is for
	Naming

	warp int // see OnWarp; 0: WarpSize
}

// Naming is how other code finds the functions of a spec, and what they call the user's struct.
type Naming struct {
	Name      string  // of the Go function; "": that of the flags
	Namespace string  // of the CUDA functions; "": none
	Linkage   Linkage // of the CUDA functions
	Forms     Forms   // of the Go function, beside that of arrays
	CUDAType  string  // the user's struct that elements are in CUDA C++; "" for one that the file declares
}

// NewSpec is the spec of `shflgen -pattern p`: every other flag at its default.
func NewSpec(p Pattern) Spec {
	s := Spec{Pattern: p, Type: Int32, Params: p.row().params}
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
		return s.Block().Threads * s.ClusterBlocks()
	case s.Pattern.Row():
		return s.Cols()
	case s.Pattern.Grid():
		return max(1, s.Cols())
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
		return s.Sort().K
	case s.Block().Total:
		return 2
	case s.Pattern.Picks():
		return 1
	case s.Pattern == BatchReduce && !s.All(): // of register k in lane k mod width
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
	return snakeName(s.nameParts())
}

// snakeName is a name of some parts.
func snakeName(parts []string) string {
	var all []string
	for _, part := range parts {
		all = append(all, SnakeCase(part))
	}
	return strings.Join(all, "_")
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
