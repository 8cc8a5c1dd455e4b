package spec

// Pattern determines which lanes' values reach which lane.
type Pattern uint8

// The patterns. Each row of the table below gives name and parameters.
const (
	Shfl               Pattern = iota // every lane reads lane Src of its segment
	ShflUp                            // lane i reads lane i - Delta
	ShflDown                          // lane i reads lane i + Delta
	ShflXor                           // lane i reads lane i ^ Xor
	Rotate                            // lane i reads the lane Delta further, modulo the segment
	Reduce                            // every lane gets the reduction of its segment, by the best network
	XorReduce                         // butterfly: every lane gets the reduction of its segment
	DownReduce                        // tree: the first lane of a segment gets its reduction
	InclusiveScan                     // lane i gets the reduction of the lanes at or before it
	ExclusiveScan                     // lane i gets the reduction of the lanes before it
	BlockReduce                       // thread 0 (All: every thread) gets the reduction of the block
	BlockInclusiveScan                // thread i gets the reduction of the threads at or before it
	BlockExclusiveScan                // thread i gets the reduction of the threads before it
	KeyedReduce                       // every lane gets the reduction of the members of its segment that have its key
	BatchReduce                       // lane base + k mod Width (All: every lane) gets the reduction of register k
	ArrayExchange                     // register k of lane i gets register k of lane i ^ Xor
	Swap                              // register First of lane i and register Second of lane i ^ Xor change places
	Transpose                         // blocked to striped; Inverse: striped to blocked
	Permute                           // lane base + l gets lane base + Perm[l], or a slot another one
	Sort                              // the members of a segment get their elements in order
	Compact                           // lane base + r gets the element of the member of rank r
	Rank                              // lane i gets the number of members before it in its segment that have its key
	TopK                              // every lane gets the K elements that sort first, one a register
	Select                            // every lane gets the element that sorts after K - 1 others
	Load                              // lane i gets the struct at From[i] in memory, by word loads side by side
	Store                             // the struct of lane i goes to To[i], likewise
	RowReduce                         // one value a row of a matrix: the reduction of its columns
	RowApply                          // a function of each element and of the reductions of its row
	GridReduce                        // one value for all elements of an array in memory
	GridInclusiveScan                 // element i of an array gets the reduction of the elements at or before it
	GridExclusiveScan                 // element i of an array gets the reduction of the elements before it
	ColReduce                         // one value a column of a matrix: the reduction of its elements
)

// Param names the distance of a pattern, and its flag.
type Param uint8

// The distances.
const (
	NoParam    Param = iota
	ParamSrc         // -src: lane within the segment
	ParamDelta       // -delta: number of lanes
	ParamXor         // -xor: mask on the lane number
)

// patternRow is the row of a pattern.
type patternRow struct {
	name     string // as -pattern takes it
	params   Params // of the family, all at their defaults; nil: it has none
	distance Param
	pow2     bool // only widths that are powers of two
	reduces  bool // combines values, so takes an op and an order
	scans    bool // gives every lane or thread a prefix
	columns  bool // works on each column of a matrix as on an array
	applies  bool // gives every element of a row a function of it and of the row
	batch    bool // a lane brings N registers
	mayBatch bool // a lane brings N registers, if N is given
	pair     bool // takes two registers, First and Second
	perm     bool // takes a list of sources, Perm
	wraps    bool // every distance has a source: it counts modulo the width
	picks    bool // gives every lane some of them, so takes -k
	pred     bool // also returns a pred for each lane: it read a source
	counts   bool // also returns the count of members for each lane
	keysOnly bool // takes keys and no elements, and gives an int32
	lane     bool // accepts argmin and argmax
	loads    bool // takes its elements from global memory, which a lane's registers then hold
	stores   bool // leaves its elements in global memory
	moves    bool // moves whole elements and looks at none, so takes elements of any fixed size
	some     bool // without -all, some lanes or registers only get a result

	// The contract in one sentence, without its full stop; in mask mode active, empty if
	// that is not accepted; and with -all. Words in capitals stand for what a spec says:
	// sentence.go lists them.
	gives, active, all string

	// perRow is the contract of a function that gives one value a row.
	perRow string

	// partial is the contract with -partial; empty if that is not accepted.
	partial string

	// inverse is the contract with -inverse; empty if that is not accepted. slots is that
	// of registers, of a pattern that takes one as well, and allSlots that with -all.
	inverse, slots, allSlots string

	// notFull says why mask mode full is rejected; empty if it is accepted.
	notFull string

	plan string // the patterns that share plans with this one, if it is not alone
}

// patternTable has the rows of all families.
var patternTable = func() (all [ColReduce + 1]patternRow) {
	for _, family := range []map[Pattern]patternRow{
		shufflePatterns, reducePatterns, scanPatterns, blockPatterns, keyedPatterns, movePatterns, sortPatterns,
		globalPatterns, rowPatterns, gridPatterns,
	} {
		for p, row := range family {
			all[p] = row
		}
	}
	return all
}()

// Patterns lists every pattern in the order of the table.
func Patterns() []Pattern { return enum[Pattern](len(patternTable)) }

// String is the name that -pattern takes.
func (p Pattern) String() string { return p.row().name }

// Distance is the distance parameter that p takes, NoParam for none.
func (p Pattern) Distance() Param { return p.row().distance }

// PowerOfTwo reports whether p is limited to widths 1, 2, 4, 8, 16 and 32.
func (p Pattern) PowerOfTwo() bool { return p.row().pow2 }

// Reduces reports whether p combines values, and so takes an op and an order.
func (p Pattern) Reduces() bool { return p.row().reduces }

// Block reports whether p works on a whole block of threads.
func (p Pattern) Block() bool { return takes[BlockParams](p) }

// Scans reports whether p gives every lane or thread a prefix.
func (p Pattern) Scans() bool { return p.row().scans }

// NearOnly reports whether p combines in the order near only.
func (p Pattern) NearOnly() bool { return p.Block() && p.row().scans }

// TakesTotal reports whether p takes -total.
func (p Pattern) TakesTotal() bool { return p.Block() && p.row().scans }

// TakesAll reports whether p takes -all.
func (p Pattern) TakesAll() bool { return p.row().all != "" }

// Takes reports whether p can be made with o: ops that give a lane belong to reductions
// of one element a lane.
func (p Pattern) Takes(o Op) bool {
	return p.Reduces() && (p.row().lane || !o.HasLane())
}

// Batch reports whether a lane of p always brings N registers.
func (p Pattern) Batch() bool { return p.row().batch }

// MayBatch reports whether a lane of p brings N registers if N is given.
func (p Pattern) MayBatch() bool { return p.row().mayBatch }

// Wraps reports whether a distance of p that the caller gives counts modulo the width.
func (p Pattern) Wraps() bool { return p.row().wraps }

// Sorts reports whether p puts elements in order.
func (p Pattern) Sorts() bool { return takes[SortParams](p) }

// Picks reports whether p gives every lane the elements of some ranks.
func (p Pattern) Picks() bool { return p.row().picks }

// HasPred reports whether p also returns, for each lane, if it read a source.
func (p Pattern) HasPred() bool { return p.row().pred }

// Counts reports whether p also returns, for each lane, the count of members.
func (p Pattern) Counts() bool { return p.row().counts }

// MaskModes lists the mask modes that p takes.
func (p Pattern) MaskModes() []MaskMode {
	if p.InMemory() || p.Global() {
		return []MaskMode{Full}
	}
	modes := []MaskMode{Member}
	if p.row().notFull == "" {
		modes = append(modes, Full)
	}
	if p.row().active != "" {
		modes = append(modes, Active)
	}
	return modes
}

// EveryLane reports whether every lane of a segment, or thread of a block, gets a result,
// in each of its registers.
func (s Spec) EveryLane() bool {
	return s.All() || !s.Pattern.row().some && s.Results() == s.Registers()
}

// PlanSharers names the patterns with functions that can share a plan with those of p.
func (p Pattern) PlanSharers() string {
	if row := p.row(); row.plan != "" {
		return row.plan
	}
	return p.String()
}

func (p Pattern) row() patternRow {
	if int(p) >= len(patternTable) {
		return patternRow{name: "no pattern"}
	}
	return patternTable[p]
}

// enum lists the n values of a vocabulary type.
func enum[T ~uint8](n int) []T {
	all := make([]T, n)
	for i := range all {
		all[i] = T(i)
	}
	return all
}
