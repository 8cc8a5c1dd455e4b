package cuda

import (
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// block prints a function that a block calls: the first warp rakes, or each warp reduces by
// shuffles and the warps' results are combined through shared memory.
type block struct {
	*printer
	warps int
	last  int  // threads of a short last warp, 0 if it is none
	rakes bool // the first warp does
	piece int  // slots that each of its lanes reads
	apart int  // how far apart they are
	slots int  // of the block's elements

	takes  bool // the lanes of the first warp load what some of them have left
	leaves bool // those that rake store what they have combined
	redux  bool // the hardware combines lanes
	twice  bool // the first warp loads what the warps have left, and does not rake

	early *network.Node // the barrier that stands before the first warp combines what it has read; nil if none does
	scans int           // the first threads, so many, scan pieces and leave the results; 0 if they do not

	printed []step
	now     []string // the statements of the step that is printed
	alone   bool     // some threads alone run them, under one condition with the steps of group
	group   []step
	loads   bool            // the step loads what warps have left
	own     expr            // what the thread has stored
	defined bool            // the local all
	few     int             // lanes that have read a piece, where others read none; their steps are the group
	knows   bool            // the local piece, of threads that scan
	shared  bool            // barriers of the block have ended their statements before
	needs   []*network.Node // what these threads compute from here on
	left    bool            // the registers hold the results
}

func newBlock(p *printer) *block {
	b := &block{printer: p, warps: p.shape.MaskWords(), last: p.shape.Lanes % warpSize}
	for n := range p.net.All() {
		switch e := n.Expr.(type) {
		case network.Store:
			switch put := e.Puts[0]; put.In.Name {
			case network.Slots:
				if b.slots = put.In.Slots; b.rakes {
					b.scans = put.By.Len()
				}
			case network.Left:
				b.takes = true
			default:
				b.leaves = b.rakes
			}
		case network.Load:
			b.twice = b.twice || !b.rakes && e.In != network.Slots && e.Threads > 0
			if e.In == network.Slots && e.Threads > 0 {
				if b.rakes = true; e.At.First > 0 && b.apart == 0 { // the second element of a piece
					b.apart = e.At.First
				}
				b.piece = max(b.piece, e.At.First/max(b.apart, 1)+1)
			}
		case network.WarpReduce:
			b.redux = true
		case network.Barrier:
			if load, ok := e.X.Expr.(network.Load); ok && load.In == network.Slots && !e.OfWarp {
				b.early = n
			}
		}
	}
	switch {
	case b.last == 0 || b.rakes: // the first warp alone shuffles
	case b.warps == 1:
		p.threads = func() expr { return hex(8, lanes(b.last)) }
	default:
		p.threads = func() expr { return name("threads") }
	}
	p.at.first = b.rakes && !b.scansByWarps()
	return b
}

// held is what is combined, of a node that is a result.
func held(result *network.Node) *network.Node {
	if e, ok := result.Expr.(network.Decode); ok {
		return e.X
	}
	return result
}

// whereLines define the thread's number and what follows from it.
func (b *block) whereLines() []string {
	if b.warps == 1 && !b.at.usesLane {
		return nil
	}
	lines := []string{"unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);"}
	switch {
	case b.net.Linear:
		lines = []string{"unsigned thread = threadIdx.x;"}
	case b.rakes && b.spec.N >= minMoved && b.spec.Elem == nil:
		lines = []string{
			"unsigned width; // blockDim.x, by an instruction that nvcc takes out of loops",
			`asm("mov.u32 %0, %%ntid.x;" : "=r"(width));`,
			"unsigned thread = threadIdx.x + width * (threadIdx.y + blockDim.y * threadIdx.z);",
		}
	}
	switch {
	case b.scansByWarps():
		return append(lines, "unsigned warp = thread / 32u;", "unsigned lane = thread % 32u;")
	case b.rakes:
		return lines
	}
	if b.warps > 1 {
		lines = append(lines, "unsigned warp = thread / 32u;")
	}
	lines = append(lines, "unsigned lane = thread % 32u;")
	if b.warps > 1 && b.last > 0 {
		threads := name("warp").equal(number(b.warps-1)).choose(hex(8, 1<<b.last-1), everyone)
		lines = append(lines, fmt.Sprintf("unsigned threads = %s; // that exist in the warp", threads))
	}
	return lines
}

// minMoved is the least number of registers for which the width of the block is read by an instruction of its own. nvcc
// takes that out of a loop around the call, and with it the addresses of shared memory, but leaves blockDim.x there.
// Measured on an H100, float32, 10^9 blocks a second in a loop with and without: 8 registers of 64 threads 6.6 and 5.1,
// of 512 threads 0.99 and 0.71; 4 registers of 256 threads 3.39 and 2.28; 2 registers of 256 threads 4.68 and 4.80.
const minMoved = 3

// scansByWarps reports whether several warps scan pieces of the block.
func (b *block) scansByWarps() bool {
	return b.scans > warpSize
}

// scansByVote reports whether the threads that scan vote, see [block.together]. A vote costs latency where elements of
// a long piece of floats, or of users' elements, wait in registers. Measured on an H200, with and without, cycles and
// 10^9 blocks a second: int32, 128 threads 243 and 7.70, 251 and 7.77; 512 threads 409 and 1.79, 444 and 1.70; int64,
// 256 threads 385 and 2.44, 428 and 2.45, but 448 threads 507 and 1.10, 507 and 1.35; float32, 256 threads 274 and
// 4.36, 285 and 4.33, but 448 threads 430 and 1.45, 418 and 1.48; float64, 256 threads 397 and 2.65, 387 and 2.34; 512
// threads 552 and 0.83, 603 and 0.76; affine maps, 256 threads 483 and 1.97, 457 and 2.08, but 512 threads, where 64
// scan, 560 and 0.88, 594 and 0.86.
func (b *block) scansByVote() bool {
	const long = 16
	switch {
	case b.scans > warpSize:
		return true
	case b.spec.Op == spec.User:
		return false
	}
	return b.spec.Laws().Associative || b.spec.Words() > 1 || b.piece < long
}

// leavePieces stores the results of a thread's piece where its elements were: only their own threads read
// them, before they write the next call's elements there. The total has a place of its own.
func (b *block) leavePieces(e network.Store) []string {
	to, lines := "piece", []string(nil)
	if !b.knows {
		to = "left"
		lines = append(lines, fmt.Sprintf("%s *left = &slots[%s];", b.ctype.name, b.pieceAt(e.Puts[0].At)))
	}
	for i, x := range e.Of[:b.piece] {
		lines = append(lines, fmt.Sprintf("%s = %s;", name(to).entry(i), b.element(x)))
	}
	if total := (network.Store{Of: e.Of[b.piece:], Puts: e.Puts[b.piece:]}); len(total.Of) > 0 {
		b.printed = append(b.printed, step{Title: "The result of the whole block.", Lines: b.arrays(total)})
		lines = append(lines, b.puts(total)...)
	}
	return lines
}

// closeScan prints the steps of the threads that scan. The array mine holds what these threads need in later steps.
func (b *block) closeScan() {
	b.knows, b.shared = false, true
	var outside []string
	lines := together(b.group)
	if kept := b.needed(); len(kept) > 0 {
		lines = append(lines, "", "// What these threads need after the barrier.")
		for i, n := range kept {
			lines = append(lines, fmt.Sprintf("mine[%d] = %s;", i, b.names[n]))
			b.names[n] = name("mine").entry(i)
		}
		outside = []string{fmt.Sprintf("%s mine[%d];", b.ctype.name, len(kept))}
	}
	who := fmt.Sprintf("thread < %du", b.scans)
	if b.scansByVote() {
		who = b.together(b.scans)
	}
	b.printed = append(b.printed, step{Title: b.group[0].Title, Lines: append(outside, ofThreads(who, lines)...)})
	b.group, b.alone = nil, false
}

// needed are the nodes with a local of the threads that scan that later nodes of these threads use.
func (b *block) needed() []*network.Node {
	var kept []*network.Node
	for _, n := range b.needs {
		for _, used := range network.Uses(n.Expr) {
			local, ok := b.names[used]
			if ok && network.SortOf(used) == network.Element && local.text[0] == 'x' && !slices.Contains(b.needs, used) &&
				!slices.Contains(kept, used) {
				kept = append(kept, used)
			}
		}
		if e, ok := n.Expr.(network.Store); ok && e.Puts[0].In.Name == network.Slots {
			return kept
		}
	}
	return nil
}
