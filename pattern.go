package shflgen

import (
	"strconv"
	"strings"
)

// Pattern says which lanes' values reach which lane.
type Pattern uint8

// The patterns. Each row of the table below gives name and parameters.
const (
	Shfl          Pattern = iota // every lane reads lane Src of its segment
	ShflUp                       // lane i reads lane i - Delta
	ShflDown                     // lane i reads lane i + Delta
	ShflXor                      // lane i reads lane i ^ Xor
	Rotate                       // lane i reads the lane Delta further, modulo the segment
	Reduce                       // every lane gets the reduction of its segment, by the best network
	XorReduce                    // butterfly: every lane gets the reduction of its segment
	DownReduce                   // tree: the first lane of a segment gets its reduction
	InclusiveScan                // lane i gets the reduction of the lanes at or before it
	ExclusiveScan                // lane i gets the reduction of the lanes before it
	BlockReduce                  // thread 0 (All: every thread) gets the reduction of the block
	KeyedReduce                  // every lane gets the reduction of the members of its segment that have its key
	BatchReduce                  // lane base + k mod Width (All: every lane) gets the reduction of register k
)

// Param names the one distance that a pattern takes, and so its flag.
type Param uint8

// The distances.
const (
	NoParam    Param = iota
	ParamSrc         // -src: lane within the segment
	ParamDelta       // -delta: number of lanes
	ParamXor         // -xor: mask on the lane number
)

// patternRow is what the vocabulary knows of a pattern.
type patternRow struct {
	name     string // as -pattern takes it
	distance Param
	pow2     bool // only widths that are powers of two
	reduces  bool // combines values, so takes an op and an order
	block    bool // works on a block of Block threads instead of segments of Width lanes
	batch    bool // a lane brings N registers
	keyed    bool // a lane brings a key
	pred     bool // also says, lane by lane, whether a source was read
	lane     bool // takes ops that give a lane
	some     bool // without -all, some lanes or registers only get a result

	// The contract in one sentence, without its full stop: of the pattern; in mask mode
	// active (empty if it is not accepted); of one spec, without -all and with it, if that is
	// said more exactly, where WIDTH stands for the width; and who gets the winner of an op
	// that gives a lane.
	gives, active, one, all, winner string

	plan string // the patterns that share plans with this one, if it is not alone
}

var patternTable = [...]patternRow{
	Shfl:     {name: "shfl", distance: ParamSrc, pred: true, gives: "lane i gets lane src of its segment"},
	ShflUp:   {name: "shfl-up", distance: ParamDelta, pred: true, gives: "lane i gets lane i-delta of its segment"},
	ShflDown: {name: "shfl-down", distance: ParamDelta, pred: true, gives: "lane i gets lane i+delta of its segment"},
	ShflXor: {
		name: "shfl-xor", distance: ParamXor, pred: true,
		gives: "lane i gets lane i^xor, unless that is past its segment",
	},
	Rotate: {name: "rotate", distance: ParamDelta, gives: "lane i gets lane base + (i-base+delta) mod width"},
	Reduce: {
		name: "reduce", reduces: true, lane: true,
		gives:  "every lane gets op over the members of its segment",
		active: "every member gets op over the members of its segment",
		winner: "every lane of a segment",
	},
	XorReduce: {
		name: "xor-reduce", pow2: true, reduces: true, lane: true,
		gives:  "every lane gets op over the members of its segment",
		winner: "every lane of a segment",
	},
	DownReduce: {
		name: "down-reduce", reduces: true, lane: true,
		gives:  "the first lane of a segment gets op over its members",
		active: "the lowest member of a segment gets op over its members",
		some:   true,
		winner: "the first lane of a segment",
	},
	InclusiveScan: {
		name: "inclusive-scan", reduces: true,
		gives:  "lane i gets op over the members at or before it in its segment",
		active: "a member gets op over the members at or before it in its segment",
		plan:   "inclusive-scan and exclusive-scan",
	},
	ExclusiveScan: {
		name: "exclusive-scan", reduces: true,
		gives:  "lane i gets op over the members before it in its segment",
		active: "a member gets op over the members before it in its segment, the lowest the identity",
		plan:   "inclusive-scan and exclusive-scan",
	},
	BlockReduce: {
		name: "block-reduce", reduces: true, block: true,
		gives: "thread 0 (-all: every thread) gets op over the member threads",
		some:  true,
		one:   "thread 0 gets op over the member threads",
		all:   "every thread gets op over the member threads",
	},
	KeyedReduce: {
		name: "keyed-reduce", reduces: true, keyed: true,
		gives:  "every lane gets op over the members of its segment whose key equals its own",
		active: "every member gets op over the members of its segment whose key equals its own",
	},
	BatchReduce: {
		name: "batch-reduce", reduces: true, batch: true,
		gives: "lane base + k mod width (-all: every lane) gets op over register k of the members of its segment, k < n",
		some:  true,
		one:   "lane base + k mod WIDTH gets, in register k / WIDTH, op over register k of the members of its segment",
		all:   "every lane gets, in each register, op over that register of the members of its segment",
	},
}

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
func (p Pattern) Block() bool { return p.row().block }

// Takes reports whether p can be made with o: ops that give a lane belong to the
// reductions of a warp.
func (p Pattern) Takes(o Op) bool {
	return p.Reduces() && (p.row().lane || !o.HasLane())
}

// Batch reports whether a lane of p brings N registers.
func (p Pattern) Batch() bool { return p.row().batch }

// HasPred reports whether p also returns, for each lane, if it read a source.
func (p Pattern) HasPred() bool { return p.row().pred }

// MaskModes lists the mask modes that p takes.
func (p Pattern) MaskModes() []MaskMode {
	if p.row().active != "" {
		return MaskModes()
	}
	return []MaskMode{Member, Full}
}

// Gives is the contract of p in one sentence.
func (p Pattern) Gives() string { return p.row().gives }

// Gives is the contract of s in one sentence, without its full stop.
func (s Spec) Gives() string {
	row := s.Pattern.row()
	switch {
	case s.HasLane():
		who, whose := row.winner, "its"
		if s.Mask == Active {
			who, whose = "every member of a segment", "the segment's"
		}
		return who + " gets the winning element of " + whose + " members and, as its index, the number of its lane in the warp"
	case s.Mask == Active:
		return row.active
	case s.All:
		return row.all
	case row.one != "":
		return strings.ReplaceAll(row.one, "WIDTH", strconv.Itoa(s.Width))
	}
	return row.gives
}

// EveryLane reports whether every lane of a segment, or thread of a block, gets a result,
// in each of its registers.
func (s Spec) EveryLane() bool { return s.All || !s.Pattern.row().some }

// PlanSharers names the patterns whose functions can share a plan with those of p.
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
