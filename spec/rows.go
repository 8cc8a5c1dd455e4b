package spec

import "slices"

// RowParams are those of patterns on the rows of a matrix.
type RowParams struct {
	Cols    int     // columns of a row, 1..MaxCols; of a range the most
	Least   int     // of a range of columns the least; else 0
	In      Stored  // type of the elements in memory
	F       Applied // of row-apply: the function
	Fn      *Map    // of row-apply: the function UserApplied
	Cluster Cluster // the blocks that share a row
	Aligned bool    // every row begins at a multiple of RowAlign bytes, in CUDA
}

// Row are the parameters of a pattern on the rows of a matrix.
func (s Spec) Row() RowParams { return paramsOf[RowParams](s) }

// ofMemory are the numbers of columns of a row, or the lengths of an array, and the type of the elements in memory.
func (s Spec) ofMemory() RowParams {
	if p, ok := s.held().(GridParams); ok {
		return RowParams{Cols: p.Length, Least: p.Least, In: p.In}
	}
	return s.Row()
}

// Cols is the number of columns of a row, of a range the most; of an array the length that a proof looks at, else 0.
func (s Spec) Cols() int { return s.ofMemory().Cols }

// Least is the least number of columns of a range, or length of an array; else 0.
func (s Spec) Least() int { return s.ofMemory().Least }

// In is the type of the elements of a row or an array in memory.
func (s Spec) In() Stored { return s.ofMemory().In }

var rowPatterns = map[Pattern]patternRow{
	RowReduce: {
		name: "row-reduce", params: RowParams{}, reduces: true, lane: true,
		gives: "each row receives OP of its COLS elements",
		some:  true,
	},
	RowApply: {
		name: "row-apply", params: RowParams{}, applies: true,
		gives:  "each element of a row of COLS receives APPLIED",
		perRow: "each row of COLS elements receives APPLIED",
	},
}

// Widened is s with the elements in memory as they are combined.
func (s Spec) Widened() Spec {
	if s.Pattern.InMemory() {
		storedType.set(&s, AsType)
	}
	return s
}

var rowFlags = []flagRow{
	flagRow{name: "cols", family: true, set: (*Spec).setCols, value: Spec.ColsText}.
		part(Spec.colsPart).of(Pattern.Row, "has no rows").stated(Pattern.Row),
	nameFlag("in", slices.Concat(StoredTypes(), StoredIntegers()), storedType).
		part(func(s Spec) []string { return []string{"in", s.In().String()} }).
		of(Pattern.InMemory, "has its elements in registers"),
	refFlag("f", "./stats.Clip", AppliedFunctions(), func(s *Spec, f Applied) { s.apply(f, nil) },
		func(s *Spec, ref string) { s.apply(UserApplied, UnresolvedMap(ref)) }, Spec.FText).ofFamily().
		part(Spec.appliedPart).of(Pattern.Applies, "applies no function"),
	boolFlag("aligned", in(func(p *RowParams) *bool { return &p.Aligned })).of(Pattern.Row, "has no rows").onlyCUDA(),
}

var storedType = in(func(p *RowParams) *Stored { return &p.In }).
	or(Pattern.Grid, in(func(p *GridParams) *Stored { return &p.In }))

// MaxCols is the greatest number of columns of a row.
const MaxCols = 1 << 24

// Stored is the type of the elements of a row or an array in memory, where it is not the type that they are
// combined in.
type Stored uint8

// The stored types.
const (
	AsType         Stored = iota // as -type
	StoredFloat16                // float16, widened to float32
	StoredBfloat16               // bfloat16, widened to float32

	// Integers, of scans of arrays: widened to the type of the results, which holds every value.
	StoredInt8
	StoredUint8
	StoredInt16
	StoredUint16
)

type storedRow struct {
	name string
	as   Type
}

var storedTable = [...]storedRow{
	AsType: {name: "as -type"}, StoredFloat16: {"float16", Float16}, StoredBfloat16: {"bfloat16", Bfloat16},
	StoredInt8: {"int8", Int8}, StoredUint8: {"uint8", Uint8}, StoredInt16: {"int16", Int16},
	StoredUint16: {"uint16", Uint16},
}

// StoredTypes lists every stored type that is widened to float32.
func StoredTypes() []Stored { return []Stored{StoredFloat16, StoredBfloat16} }

// StoredIntegers lists every stored type that is widened to an integer.
func StoredIntegers() []Stored { return []Stored{StoredInt8, StoredUint8, StoredInt16, StoredUint16} }

// Integer reports whether t is widened to an integer.
func (t Stored) Integer() bool { return t >= StoredInt8 }

// widensTo reports whether a type holds every value of t.
func (t Stored) widensTo(wide Type) bool {
	if !t.Integer() {
		return wide == Float32
	}
	signed := storedTable[t].as.Class() == Signed
	return wide.Bits() > storedTable[t].as.Bits() && (wide.Class() == Signed || wide.Class() == Unsigned && !signed)
}

// String is the name that -in takes.
func (t Stored) String() string {
	return rowIn(storedTable[:], int(t), storedRow{name: "no stored type"}).name
}

// Applies reports whether p applies a function to every element of a row.
func (p Pattern) Applies() bool { return p.row().applies }

// Row reports whether p works on the rows of a matrix.
func (p Pattern) Row() bool { return takes[RowParams](p) }

// InType is the type of an element in memory; of a map that of its first input.
func (s Spec) InType() Type {
	switch {
	case s.In() != AsType:
		return storedTable[s.In()].as
	case s.Pattern.InMemory() && s.Map.User() && len(s.Map.Params) > 0:
		return s.Map.Params[0].Type
	}
	return s.Type
}

// RowOrder is the order in which the elements of a row combine; docs/order.md states it. It
// depends on the length of the row and the size of an element in memory alone.
type RowOrder struct {
	Vector  int // elements that a thread loads at once: 16 bytes
	Threads int // that share the row: a power of two
	Rounds  int // loads of a thread
}

// RowAlign is what the address of every row is a multiple of in bytes, where -aligned promises it: the size of a
// vector.
const RowAlign = rowVectorBytes

// The constants of the order of a row.
const (
	rowVectorBytes = 16
	rowRounds      = 8    // loads of a thread, as long as more threads can share the row
	rowMinThreads  = 32   // that share a row
	rowMaxThreads  = 8192 // that share a row
)

// knowsOrder reports whether the order of a row of s is known: of elements that functions decide, not before
// their packages are loaded.
func (s Spec) knowsOrder() bool { return s.InType().Bits() > 0 }

// RowOrder is the order of a row of s.
func (s Spec) RowOrder() RowOrder {
	o := RowOrder{Vector: rowVectorBytes * 8 / s.InType().Bits(), Threads: rowMinThreads}
	for o.Threads < rowMaxThreads && o.Accumulators()*rowRounds < s.Cols() {
		o.Threads *= 2
	}
	o.Rounds = (s.Cols() + o.Accumulators() - 1) / o.Accumulators()
	return o
}

// RowBlockThreads is the greatest number of threads of a block that share a row.
const RowBlockThreads = 512

// MaxKept is the greatest number of vectors of 16 bytes of a row that each of these threads keeps in registers, so
// that 128 registers spill none. A layer norm keeps four, because the addresses of a bias take registers, too.
// Measured on an H200: a layer norm of 50,257 float32 takes 947 µs in blocks with 25 vectors a thread, 1173 in
// clusters. A residual takes registers until it is added.
func (s Spec) MaxKept() int {
	if kept := s.Row().F.row().kept; kept > 0 {
		return kept
	}
	return 26
}

// These are [Spec.MaxKept] with a residual, of a row beside which another one is kept, and of one beside which weights
// are kept, too.
const (
	keptWithResidual = 20
	keptWithGrad     = 12
	keptWithWeight   = 8
)

// Accumulators is the number of partial results of a row. Accumulator j takes in the columns
// j, j + Accumulators, j + 2 Accumulators, …
func (o RowOrder) Accumulators() int { return o.Vector * o.Threads }

func (p RowParams) validate(s Spec, wrong report) {
	s.validateApplied(wrong)
	if s.Pattern.Applies() && s.Type != Float32 {
		wrong("type", s.TypeText(), "%s computes in float32; want it, and -in for elements in memory", s.Pattern)
	}
	if p.Cols < 1 || p.Cols > MaxCols {
		wrong("cols", s.ColsText(), "want the number of columns of a row, 1..%d", MaxCols)
	}
	s.validateRange(wrong)
	if p.Aligned && s.Pattern.Applies() && s.Ranged() {
		wrong("aligned", true, "is not for %s of a range of columns; leave -aligned out, or want one number", s.Pattern)
	}
	if s.Width != 0 {
		wrong("width", s.Width, "%s takes -cols; leave -width out", s.Pattern)
	}
	s.validateInMemory(wrong)
	s.validateCluster(wrong)
}

// validateInMemory rejects what patterns on elements in memory do not take.
func (s Spec) validateInMemory(wrong report) {
	switch in := s.In(); {
	case in.Integer() && !s.Pattern.GridScan():
		wrong("in", in, "%s widens to float32 alone; want one of %s", s.Pattern, oneOf(StoredTypes()))
	case in.Integer() && s.Map.User():
		wrong("in", in, "a function takes integers as they are in memory; leave -in out")
	case in.Integer() && !in.widensTo(s.Type) && (s.User == nil || s.User.Resolved()):
		wrong("in", in, "%s does not hold every %s; want a wider integer as -type, or leave -in out", s.Type, in)
	case in.Integer():
	// which decide the type
	case in != AsType && s.Type != Float32 && !s.Map.User() && (s.User == nil || s.User.Resolved()):
		wrong("in", in, "elements are widened to float32; want -type float32, or leave -in out")
	}
	if s.Type.Packed() {
		wrong("type", s.Type, "%s takes no pairs; want %s", s.Pattern, s.Type.Elem())
	}
	if s.Mask != Full {
		wrong("mask", s.Mask, "every element contributes; want full")
	}
	if s.Order != Near {
		wrong("order", s.Order, "%s has one order, that of docs/order.md; leave -order out", s.Pattern)
	}
}

// inMemory is the word of rows or that of arrays.
func (s Spec) inMemory(ofRow, ofArray string) string {
	if s.Pattern.Grid() {
		return ofArray
	}
	return ofRow
}

// validateRowMap rejects a function with inputs that are not loaded from memory.
func (s Spec) validateRowMap(wrong report) {
	m := s.Map
	for _, p := range m.Params {
		switch {
		case p.Elem != nil:
			wrong("map", m.Ref, "%s takes %s; %s loads scalars: want inputs of one of %s", m, p, s.inMemory("a row", "an array"),
				oneOf(Types()))
		case s.In() != AsType && p.Type != Float32:
			wrong("in", s.In(), "elements are widened to float32, and %s takes %s; leave -in out", m, p)
		case p.Type.Bits() != m.Params[0].Type.Bits():
			wrong("map", m.Ref, "%s takes %s and %s; want inputs of one size, so that one load of each holds the same %s", m,
				m.Params[0], p, s.inMemory("columns", "elements"))
		}
	}
}
