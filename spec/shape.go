package spec

import "slices"

// Level is the group of threads that makes one call.
type Level uint8

// The levels.
const (
	WarpLevel   Level = iota // the lanes of one warp
	BlockLevel               // the threads of one block
	RowLevel                 // the threads that share a row; a lane of the shape is a column
	GridLevel                // the threads of a grid; the caller says how many elements there are
	ColumnLevel              // the same, for each column of a matrix; the call that is looked at is one column
)

// Role is the purpose of a port.
type Role uint8

// The roles.
const (
	MaskRole    Role = iota // one bit a lane: the lane is a member
	KeyRole                 // the grouping key of a lane
	ElementRole             // the elements of a lane
	IndexRole               // the number of the lane that an element came from; -1 for none
	PredRole                // one bit a lane: it read a source
	CountRole               // how many members there are
	FromRole                // the number of the lane that an element was in; of arrays, of its slot
	ValueRole               // what follows an element

	// The distance of a move that is known at run time: a whole number.
	SrcRole
	DeltaRole
	LaneMaskRole

	// How many elements of an array in global memory there are from the first of the warp on.
	LeftRole

	// The number of columns of a row, of a range.
	ColsRole

	// The inputs that a map makes the elements of.
	InputARole
	InputBRole
	InputCRole

	// Values of a row that a map takes beside its inputs.
	MeanRole
	ScaleRole

	// A second row of row-apply: the gradient of what the elements of the first row became, or of them.
	GradRole

	// Arguments of row-apply beside the row: an element of each column, a number, and of each row the number of a column.
	WeightRole
	BiasRole
	EpsRole
	LabelRole

	// A second row that is added to the row, and the row that is their sum.
	ResidualRole
	SumRole
)

var roleTable = [...]string{
	MaskRole: "mask", KeyRole: "key", ElementRole: "v", IndexRole: "idx", PredRole: "pred", CountRole: "count",
	FromRole: "from", ValueRole: "value",
	SrcRole: "src", DeltaRole: "delta", LaneMaskRole: "laneMask", LeftRole: "left", ColsRole: "cols",
	InputARole: "a", InputBRole: "b", InputCRole: "c", MeanRole: "mean", ScaleRole: "scale",
	GradRole: "grad", WeightRole: "weight", BiasRole: "bias", EpsRole: "eps", LabelRole: "label",
	ResidualRole: "residual", SumRole: "sum",
}

// Number reports whether an output of r is a number of each lane, beside the elements.
func (r Role) Number() bool { return r == IndexRole || r == CountRole || r == FromRole }

// Name is the name of the parameter that holds the values of r.
func (r Role) Name() string { return nameIn(roleTable[:], int(r), "no role") }

// Port is one input or output of a call.
type Port struct {
	Role Role

	// Bits is the size of one value: 1 for masks and preds, which hold one bit a lane.
	Bits int

	// Type is the type of the values; of a key the unsigned integer of its size, of
	// masks and preds the word that holds their bits.
	Type Type

	// Elem is the layout of a value of type Composite; else nil.
	Elem *Element

	// Count is how many values each lane has: its registers.
	Count int

	// Array says that the values of a lane are an array, even if Count is 1.
	Array bool

	// Global is the name of the parameter that points to the value of lane 0, where the values of
	// the lanes lie in global memory, one after the other; "" for values that the lanes hold.
	Global string

	// Uniform says that one value is the same for all lanes. A distance is of the language's type
	// int, which has Bits at least; LeftRole is in Go the length of a slice.
	Uniform bool

	// Least is the least value of the number of columns, where a call gives it; the greatest is that of the lanes.
	Least int
}

// Name is the name of the parameter that holds the values of p, or points to them.
func (p Port) Name() string {
	if p.Global != "" {
		return p.Global
	}
	return p.Role.Name()
}

// InMemory is the name of the parameter of a function of rows or arrays from which it reads p: in, or that of
// an input of a map, of a residual or of labels.
func (p Port) InMemory() string {
	if p.Role.beside() || p.Role.Input() || p.Role == ResidualRole {
		return p.Role.Name()
	}
	return "in"
}

// ByValue reports whether a kernel of rows takes p itself, not an address. A label is one value of a row, but each row
// has its own.
func (p Port) ByValue() bool { return p.Uniform && p.Role != LabelRole }

// Shape is the signature of the function of a spec, without names: who calls it, over how many
// lanes, and its inputs and outputs. Code that prints, reads, launches or compares calls uses the
// shape, not the pattern.
type Shape struct {
	Level Level
	// lanes that make one call: the wave, the threads of a block, the columns of a row, or the elements of an array of a
	// fixed length, else 1
	Lanes int
	Width int      // lanes in a segment; for other levels than WarpLevel all of them
	Calls MaskMode // which of the lanes make the call, and which contribute
	In    []Port   // in the order of the parameters
	Out   []Port   // the elements first; those of a rank and of a map do not go in

	// Memory says that the CUDA function takes shared memory, a region for each warp. The Go
	// function does not.
	Memory bool

	// Each says that every column of a row, or every element of an array, has a result, not the row or the array.
	Each bool

	// Blocks is how many blocks, of one size, make the call of a block function; else 0.
	Blocks int
}

// Shape derives the shape of s, which must be valid.
func (s Spec) Shape() Shape {
	element := Port{Role: ElementRole, Bits: s.Bits(), Type: s.Type, Elem: s.Elem, Count: s.Registers(), Array: s.N > 0 ||
		s.Pattern == TopK || s.Block().Total}
	sh := Shape{Level: WarpLevel, Lanes: s.Lanes(), Width: s.Width, Calls: s.Mask, Out: []Port{element},
		Memory: s.TakesMemory()}
	if s.Pattern.Block() {
		sh.Level, sh.Width, sh.Blocks = BlockLevel, s.Lanes(), s.ClusterBlocks()
	}
	if s.Pattern.Row() {
		sh.Level, sh.Width = RowLevel, s.Cols()
	}
	if s.Pattern.Grid() {
		sh.Level, sh.Width, sh.Each = GridLevel, s.Lanes(), s.Pattern.GridScan()
	}
	if s.Pattern.Columns() {
		sh.Level = ColumnLevel
	}
	if s.Pattern.Applies() && !s.PerRow() { // its results have the type in memory
		element.Type, element.Bits = s.InType(), s.InType().Bits()
		sh.Out[0], sh.Each = element, true
	}
	if s.Mask != Full {
		sh.In = append(sh.In, Port{Role: MaskRole, Bits: 1, Type: Uint32, Count: 1})
	}
	if s.Pattern.Keyed() {
		sh.In = append(sh.In, Port{Role: KeyRole, Bits: s.Keyed().Key.Bits(), Type: s.Keyed().Key.Type(), Count: 1})
	}
	switch {
	case s.Made() && !s.Pattern.Applies():
		sh.In = append(sh.In, s.mapPorts()...)
	case !s.Pattern.row().keysOnly:
		in := element
		if s.In() != AsType {
			in.Type, in.Bits = s.InType(), s.InType().Bits()
		}
		if s.Pattern.row().loads {
			in.Global = "from"
		}
		sh.In = append(sh.In, in)
	}
	if s.Pattern.row().stores {
		sh.Out[0].Global = "to"
	}
	sh.In = append(sh.In, s.appliedPorts()...)
	if s.HasResidual() {
		sh.Out = append(sh.Out, s.sumPort())
	}
	if value, ok := s.valuePort(); ok {
		sh.In, sh.Out = append(sh.In, value), append(sh.Out, value)
	}
	if s.Ranged() {
		sh.In = append(sh.In, s.colsPort())
	}
	if operand, ok := s.operand(); ok {
		sh.In = append(sh.In, operand)
	}
	if s.HasLane() {
		index := Port{Role: IndexRole, Bits: 32, Type: Int32, Count: 1}
		if s.Pattern.Grid() { // of more elements than 32 bits count
			index.Bits, index.Type = 64, Int64
		}
		sh.Out = append(sh.Out, index)
	}
	if s.Pattern.Counts() {
		sh.Out = append(sh.Out, Port{Role: CountRole, Bits: 32, Type: Int32, Count: 1})
	}
	if s.Sort().From {
		sh.Out = append(sh.Out, Port{Role: FromRole, Bits: 32, Type: Int32, Count: s.Registers(), Array: s.N > 0})
	}
	if s.Pattern.HasPred() {
		sh.Out = append(sh.Out, Port{Role: PredRole, Bits: 1, Type: Uint32, Count: 1})
	}
	return sh
}

// Takes is the input of a role, and whether there is one.
func (sh Shape) Takes(r Role) (Port, bool) { return portOf(sh.In, r) }

// Gives is the output of a role, and whether there is one.
func (sh Shape) Gives(r Role) (Port, bool) { return portOf(sh.Out, r) }

// Global is the port of elements in global memory, and whether there is one.
func (sh Shape) Global() (Port, bool) {
	return firstPort(slices.Concat(sh.In, sh.Out), func(p Port) bool { return p.Global != "" })
}

// Partial reports whether the caller says how many elements in global memory there are.
func (sh Shape) Partial() bool { return hasPort(sh.In, LeftRole) }

// Masked reports whether a call has a mask.
func (sh Shape) Masked() bool { return hasPort(sh.In, MaskRole) }

// Keyed reports whether each lane has a grouping key.
func (sh Shape) Keyed() bool { return hasPort(sh.In, KeyRole) }

// Array reports whether each lane has an array of registers.
func (sh Shape) Array() bool { return sh.Element().Array }

// Block reports whether the threads of a block make the call, not the lanes of a warp.
func (sh Shape) Block() bool { return sh.Level == BlockLevel }

// Row reports whether the lanes are the columns of a row. The result of a reduction is that of lane 0.
func (sh Shape) Row() bool { return sh.Level == RowLevel }

// Grid reports whether the elements are an array in memory, of any length, or a column.
func (sh Shape) Grid() bool { return sh.Level == GridLevel || sh.Columns() }

// Columns reports whether the function takes a matrix, and does to each column what it does to an array.
func (sh Shape) Columns() bool { return sh.Level == ColumnLevel }

// HasIndex reports whether a call returns the winner's lane.
func (sh Shape) HasIndex() bool { return hasPort(sh.Out, IndexRole) }

// Numbers are the outputs that are a number of each lane, such as the winner's lane.
func (sh Shape) Numbers() []Port { return portsOf(sh.Out, Role.Number) }

// HasPred reports whether a call returns a pred for each lane.
func (sh Shape) HasPred() bool { return hasPort(sh.Out, PredRole) }

// TakesElements reports whether the elements go in; if not, they only come out.
func (sh Shape) TakesElements() bool { return hasPort(sh.In, ElementRole) }

// OneElement reports whether a lane brings one element, and at most a mask beside it.
func (sh Shape) OneElement() bool {
	return sh.TakesElements() && !slices.ContainsFunc(sh.In, func(p Port) bool {
		return p.Role != MaskRole && (p.Role != ElementRole || p.Count != 1)
	})
}

// Halves reports whether a call takes or gives values of a half type, which a header of CUDA declares.
func (sh Shape) Halves() bool {
	half := func(p Port) bool { return p.Type.Half() }
	return slices.ContainsFunc(sh.In, half) || slices.ContainsFunc(sh.Out, half)
}

// Ranks reports whether lanes bring neither elements nor what a map makes them of.
func (sh Shape) Ranks() bool { return !sh.TakesElements() && len(sh.Mapped()) == 0 }

// Element is the port of the elements, which go in, but for a rank and a map, and come out.
func (sh Shape) Element() Port { return sh.Out[0] }

// Registers is the number of elements that a lane brings, 1 but for patterns with -n.
func (sh Shape) Registers() int { return sh.Element().Count }

// Elements is the number of elements that all lanes bring: register r of lane i is
// element r*Lanes + i.
func (sh Shape) Elements() int { return sh.Registers() * sh.Lanes }

// Leaves are the scalars that a value is made of: of a value of a scalar type itself.
func (p Port) Leaves() []Leaf {
	if p.Elem != nil {
		return p.Elem.Leaves()
	}
	return []Leaf{{Type: p.Type}}
}

// Leaves is the number of scalars that a lane brings in one register: see [Shape.Slot].
func (sh Shape) Leaves() int { return len(sh.Slot()) }

// InLeaves are the scalars of [Shape.Slot] as they go in: those of a row may be narrower than its
// result, and so may those of an array. A residual goes in where the sum comes out.
func (sh Shape) InLeaves() []Leaf {
	if p, ok := sh.Takes(ElementRole); ok && (sh.Row() || sh.Grid()) {
		return followed(p.Leaves(), sh.In, ResidualRole)
	}
	return sh.Slot()
}

// Values is the number of scalars in the elements, and the values beside them, that all lanes
// bring: leaf k of slot i is value i*Leaves + k.
func (sh Shape) Values() int { return sh.Elements() * sh.Leaves() }

// Inputs is the number of values that a call takes: those of the elements, then the keys, then the
// operand, of all lanes or of each, then the inputs of a map, port by port.
func (sh Shape) Inputs() int { return sh.Values() + sh.keys() + sh.Operands() + sh.MappedValues() }

// PortValues is the number of scalars in a port of elements or inputs, over all lanes that have their own.
func (sh Shape) PortValues(p Port) int {
	if p.Uniform {
		return p.Count * len(p.Leaves())
	}
	return sh.Lanes * p.Count * len(p.Leaves())
}

// keys is the number of keys that all lanes bring.
func (sh Shape) keys() int {
	if sh.Keyed() {
		return sh.Lanes
	}
	return 0
}

// MaskWords is the number of 32-bit words that hold one bit for each lane.
func (sh Shape) MaskWords() int { return (sh.Lanes + MaskWordBits - 1) / MaskWordBits }

// Member reports whether lane i is a member by the words of a mask: bit i%32 of
// mask[i/32]. Without a mask every lane is one.
func (sh Shape) Member(mask []uint32, i int) bool {
	return !sh.Masked() || mask[i/MaskWordBits]>>(i%MaskWordBits)&1 == 1
}

// Segment is the first lane of lane i's segment, and whether the segment is complete. Lanes past
// the last complete segment keep their element.
func (sh Shape) Segment(i int) (base int, whole bool) {
	base = i - i%sh.Width
	return base, base+sh.Width <= sh.Lanes
}

// firstPort is the first of some ports that is as wanted, and whether there is one.
func firstPort(ports []Port, is func(Port) bool) (Port, bool) {
	if i := slices.IndexFunc(ports, is); i >= 0 {
		return ports[i], true
	}
	return Port{}, false
}

func portOf(ports []Port, r Role) (Port, bool) {
	return firstPort(ports, func(p Port) bool { return p.Role == r })
}

// portsOf are those of some ports that have a role of a kind.
func portsOf(ports []Port, kind func(Role) bool) (all []Port) {
	for _, p := range ports {
		if kind(p.Role) {
			all = append(all, p)
		}
	}
	return all
}

func hasPort(ports []Port, r Role) bool { _, ok := portOf(ports, r); return ok }
