package spec

// GridParams are those of patterns on an array in memory.
type GridParams struct {
	In       Stored // type of the elements in memory
	Length   int    // that a proof looks at, of a range the most; 0: any
	Least    int    // of a range of lengths that a proof looks at the least; else 0
	Launcher bool   // the CUDA file has C++ functions that launch the kernel
	Parts    bool   // of a reduction: the CUDA file has kernels of parts of an array
}

// Grid are the parameters of a pattern on an array in memory.
func (s Spec) Grid() GridParams { return paramsOf[GridParams](s) }

var gridPatterns = map[Pattern]patternRow{
	GridReduce: {
		name: "grid-reduce", params: GridParams{}, reduces: true, lane: true,
		gives: "the result is OP of all elements",
		some:  true,
	},
	GridInclusiveScan: {
		name: "grid-inclusive-scan", params: GridParams{}, reduces: true, scans: true,
		gives: "every element of out receives OP of the elements of in at or before it",
	},
	GridExclusiveScan: {
		name: "grid-exclusive-scan", params: GridParams{}, reduces: true, scans: true,
		gives: "every element of out receives OP of the elements of in before it; the first receives the identity",
	},
	ColReduce: {
		name: "col-reduce", params: GridParams{}, reduces: true, columns: true,
		gives: "each column receives OP of its elements",
		some:  true,
	},
}

var gridFlags = []flagRow{
	boolFlag("launcher", in(func(p *GridParams) *bool { return &p.Launcher })).
		of(func(p Pattern) bool { return p.Grid() && !p.Columns() }, "has none").part(nil).onlyCUDA(),
	boolFlag("parts", in(func(p *GridParams) *bool { return &p.Parts })).
		of(func(p Pattern) bool { return p.Grid() && !p.GridScan() && !p.Columns() }, "reduces no array").
		part(nil).onlyCUDA(),
}

// Grid reports whether p works on an array in memory of a length that the caller gives.
func (p Pattern) Grid() bool { return takes[GridParams](p) }

// Columns reports whether p works on each column of a matrix as on an array.
func (p Pattern) Columns() bool { return p.row().columns }

// InMemory reports whether the elements of p are in memory: those of rows, or of an array.
func (p Pattern) InMemory() bool { return p.Row() || p.Grid() }

// MaxGridElements is the greatest length of an array.
const MaxGridElements = 1 << 40

// MaxGridElement is the size in bytes that a result may have: each of the threads of a block has one in the 48 KB of
// shared memory that a kernel may declare, and some stay free so that they lie in different banks.
const MaxGridElement = 168

// GridOrder is the order in which the elements of an array that is reduced combine; docs/order.md states it. It
// depends on the length of the array and the size of an element in memory alone.
type GridOrder struct {
	Vector  int // elements that a thread loads at once: 16 bytes; of a column one
	Threads int // that share a chunk: a power of two
	Alone   int // loads of a thread up to which all is one chunk
	Rounds  int // loads of a thread in a chunk of several, at least
	Chunks  int // at most: a power of two

	// Where they are not 0: at most Few chunks, as long as these have at most Most rounds.
	Few, Most int
}

// The constants of the order of an array. Measured on an H200.
const (
	gridThreads = 256
	gridAlone   = 16
	gridRounds  = 8
	gridChunks  = 256
)

// ColumnChunks is how many elements of a column a block combines at once, and how many chunks of one.
const ColumnChunks = 64

// The constants of the order of a column. Measured on an H200, times of sums in microseconds with chunks of at least 4,
// 8 and 16 rounds: 8192 x 4096 float32 35.8, 35.8, 34.2; bfloat16 22.7, 21.9, 20.6; 1024 x 1024 float32 4.7, 6.6, 7.8.
const (
	columnRounds = 4  // of a chunk, at least
	columnFew    = 8  // chunks, as long as these have at most
	columnMost   = 16 // rounds
)

// GridOrder is the order of an array of s, or of a column.
func (s Spec) GridOrder() GridOrder {
	if s.Pattern.Columns() {
		return GridOrder{Vector: 1, Threads: ColumnChunks, Alone: columnRounds, Rounds: columnRounds,
			Chunks: ColumnChunks, Few: columnFew, Most: columnMost}
	}
	return GridOrder{Vector: rowVectorBytes * 8 / s.InType().Bits(), Threads: gridThreads, Alone: gridAlone,
		Rounds: gridRounds, Chunks: gridChunks}
}

// Accumulators is the number of partial results of a chunk. Accumulator j takes in the elements
// j, j + Accumulators, j + 2 Accumulators, … of the chunk.
func (o GridOrder) Accumulators() int { return o.Vector * o.Threads }

// Chunk is the number of elements of each chunk of an array of n, but for the last one, which may
// have fewer.
func (o GridOrder) Chunk(n int64) int64 {
	round := int64(o.Accumulators())
	all, most := (n+round-1)/round, int64(o.Chunks)
	if all <= int64(o.Alone) {
		return round * int64(o.Alone)
	}
	least := int64(o.Rounds)
	if o.Few > 0 {
		least = max(least, min(int64(o.Most), (all+int64(o.Few)-1)/int64(o.Few)))
	}
	return round * max(least, (all+most-1)/most)
}

func (p GridParams) validate(s Spec, wrong report) {
	if s.Width != 0 {
		wrong("width", s.Width, "%s takes any number of elements; leave -width out", s.Pattern)
	}
	if s.User != nil && s.Elem != nil && s.Elem.Size() > MaxGridElement {
		wrong("op", s.User.Ref, "%s has %d bytes; %s takes results of at most %d", s.Elem, s.Elem.Size(), s.Pattern,
			MaxGridElement)
	}
	s.validateInMemory(wrong)
	if s.Pattern.Columns() && s.User != nil {
		wrong("op", s.User.Ref, "%s takes no functions; want one of %s", s.Pattern, oneOf(s.opsTaken()))
	}
	if s.Pattern.GridScan() {
		s.validateScan(wrong)
	}
	if p.Parts && s.HasLane() {
		wrong("parts", p.Parts, "takes no argmin or argmax yet; leave -parts out")
	}
}
