package ptx

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
	"github.com/shflgen/shflgen/spec"
)

// The workspace has words of 64 bits: a count of the blocks that have begun, in the lower half of the
// first one, and from the 16th on a slot for the lower 32 bits of each chunk's result. Slots for the upper
// bits of 64 follow; of a result of several leaves those of the next leaf. A slot holds 32 bits and above them
// the sign that they are there, 1. The protocol of a block is
//
//  1. one thread adds 1 to the count, once, before it does anything else there: it gets the number of
//     blocks that have begun before;
//  2. each slot of the block's own chunks is stored once, with the sign, before the block reads any: what it
//     leaves there depends on no wait;
//  3. only if all other blocks that have a chunk have begun before: of each slot of all chunks one thread
//     reads again and again, and does nothing else, until the sign is there; then it stores zero,
//     once; and the thread of 1 stores zero to the count, once.
//
// All accesses are relaxed, of the scope of the GPU or more. Then, by coherence and atomicity alone (PTX ISA, chapter
// 8), for any number of blocks and chunks: additions to the count are in one order, so one block is the last to begin;
// its zero comes after all of them, since it comes after its own. A slot is stored by one block with the sign, and
// zeroed by a thread that has read the sign, so it holds 0, then the result, then 0: what is read with the sign is the
// result. The block that waits waits for blocks that have begun. That 3 holds of every block of a launch of any number
// of blocks is looked at by [Array.Collects]. Package weak looks at all executions of few blocks, on the code itself.
const (
	workspaceAlign = 8
	wordBytes      = 8
	firstSlot      = 16
	signAbove      = 32 // bits of a word
)

// stutter is how many times a slot is read without the sign where a block waits for it. The state in which the
// thread then goes on stands for those after every number of times, none among them: see [exec.Met].
const stutter = 2

// protocol is what a block does in the workspace.
type protocol struct {
	block     *gridBlock
	own       []int // chunks of the block
	call      check.Call
	grid      *exec.Grid
	stutter   int // how many times each slot is read without the sign
	workspace *exec.Exchange
	before    bv.Value    // how many blocks have begun before this one
	counts    int         // additions to the count
	reads     map[int]int // by slot
}

// newProtocol is that of an execution. Where the result of a chunk is claimed, no block waits, as none leaves such a
// result after it has read a slot.
func (b *gridBlock) newProtocol(own []int, c check.Call, g *exec.Grid) *protocol {
	p := &protocol{block: b, own: own, call: c, grid: g, reads: map[int]int{}}
	size := wordBytes * (firstSlot + b.parts()*b.gridKernel.spec.GridOrder().Chunks)
	p.workspace = &exec.Exchange{Name: "workspace", Size: size, Align: workspaceAlign, Given: p.given}
	if b.any > 0 {
		p.workspace.Past = b.further(wordBytes)
	}
	if b.claim != nil && b.claim.last {
		p.before = b.claim.now.chunks.Plus(-1, exec.Number(1))
		return p
	}
	if b.claim != nil && g.Late != nil { // it does not begin last
		p.before = b.claim.now.chunks.Plus(-1, g.Late.(exec.Sum)).Plus(-2, exec.Number(1))
		return p
	}
	least, most := int64(0), int64(b.working()-1)
	if b.chunk == allChunks {
		least, p.stutter = most, stutter
	}
	p.before = g.Unknown(32, "the number of blocks that have begun before", least, most)
	if b.ends != nil {
		p.counts = 1
	}
	return p
}

// values are those of a chunk's result: its leaves, and where there is one, its place in the chunk.
func (b *gridBlock) values() []spec.Type {
	var all []spec.Type
	for _, l := range b.spec.Shape().Element().Leaves() {
		all = append(all, l.Type)
	}
	if b.spec.HasLane() {
		all = append(all, spec.Uint32)
	}
	return all
}

// parts is how many slots the result of a chunk takes.
func (b *gridBlock) parts() (n int) {
	for _, t := range b.values() {
		n += partsOf(t)
	}
	return n
}

// partsOf is how many slots a value takes.
func partsOf(t spec.Type) int { return (t.Bits() + signAbove - 1) / signAbove }

// value is the value that a part belongs to, and the part's number in it.
func (b *gridBlock) value(part int) (value, of int) {
	for _, t := range b.values() {
		if part < partsOf(t) {
			break
		}
		part -= partsOf(t)
		value++
	}
	return value, part
}

// slot is the chunk and the part of its result that an access is of.
func (p *protocol) slot(a exec.Met) (chunk, part int, ok bool) {
	chunks := p.block.gridKernel.spec.GridOrder().Chunks
	k := a.At/wordBytes - firstSlot
	if a.Bytes != wordBytes || k < 0 {
		return 0, 0, false
	}
	return k % chunks, k / chunks, k%chunks < p.block.chunks
}

// last reports whether the block is the last that begins, and whether it has asked.
func (p *protocol) last() (is, asked bool) {
	if p.counts == 0 || p.block.claim != nil {
		return false, p.grid.Asked
	}
	least, most := p.grid.Bounds(p.before)
	all := int64(p.block.working() - 1)
	return least == all, least == all || most < all
}

// given is what an access reads.
func (p *protocol) given(a exec.Met) (bv.Value, string) {
	d := p.call.Dom
	if a.Past {
		return nil, "reads a slot of the block's own number: want each slot by a known one"
	}
	if a.Writes {
		switch {
		case a.At != 0 || !p.is(a.Value, 1):
			return nil, "want that 1 is added to the first word of the workspace"
		case p.counts > 0:
			return nil, "the block counts itself again"
		}
		p.counts++
		return p.before, ""
	}
	chunk, part, ok := p.slot(a)
	if !ok {
		return nil, "reads what is no slot of a chunk's result"
	}
	if is, _ := p.last(); !is {
		return nil, "reads a result, though blocks may not have begun"
	}
	if a.Together {
		return nil, "waits for a result by a vote of a warp"
	}
	p.reads[a.At]++
	switch n := p.reads[a.At]; {
	case n <= p.stutter:
		return d.Const(8*wordBytes, 0), ""
	case n == p.stutter+1 && (p.stutter == 0 || a.Again):
		return p.word(chunk, part), ""
	case n == p.stutter+1:
		return nil, "waits and does something else"
	}
	return nil, "reads a result again that is there"
}

// word is a slot with the sign. Bits above those of the result are unknown.
func (p *protocol) word(chunk, part int) bv.Value {
	d := p.call.Dom
	bits := d.Const(signAbove, 0)
	if p.block.chunk == allChunks {
		value, of := p.block.value(part)
		x := p.block.place(d, chunk)
		if leaves := p.block.spec.Shape().Leaves(); value < leaves {
			x = p.call.Elements[chunk*leaves+value]
		}
		if w := x.Width(); w < signAbove {
			more, _ := bv.Fresh(d, chunk*p.block.parts()+part, signAbove-w)
			bits = d.Concat(x, more)
		} else {
			bits = d.Extract(x, of*signAbove, signAbove)
		}
	}
	return d.Concat(bits, d.Const(signAbove, 1))
}

// check looks at what the block did, and whether it is the last that began.
func (p *protocol) check() (last bool, err error) {
	b, did := p.block, p.workspace.Did
	if b.chunks == 1 || len(p.own) == 0 {
		if len(did) > 0 {
			return false, b.fault("%s: a block uses the workspace, though there is no other, or it has no chunk",
				did[0].Where)
		}
		return false, nil
	}
	last, asked := p.last()
	switch {
	case p.counts == 0:
		return false, b.fault("the block does not count itself")
	case !asked && (b.claim == nil || !b.claim.last):
		return false, b.fault("the block does not ask whether all others have begun")
	}
	counter, own := 0, p.own
	if b.ends != nil {
		counter, own = b.ends.counter, nil
	} else {
		counter = p.counter()
		first := did[slices.IndexFunc(did, func(a exec.Met) bool { return a.Thread == counter })]
		if !first.Reads || !first.Writes {
			return false, b.fault("%s: before the block counts itself", first.Where)
		}
	}
	signs, zeros, reset, waited := map[int]int{}, map[int]int{}, 0, false
	for i, a := range did {
		chunk, _, slot := p.slot(a)
		switch {
		case a.Reads:
			waited = waited || slot
		case last && !a.Past && a.At == 0 && a.Bytes == 4 && p.is(a.Value, 0) && a.Thread == counter:
			reset++
		case slot && last && !a.Past && p.is(a.Value, 0) && p.reads[a.At] == p.stutter+1 && p.reader(did[:i], a):
			zeros[a.At]++
		case slot && waited:
			return false, b.fault("%s: stores the result of a chunk after a slot was read", a.Where)
		case slot && a.Past == (b.any > 0) && slices.Contains(own, chunk) && p.sign(a.Value.V):
			signs[a.At]++
		default:
			return false, b.fault("%s: stores what is not the result of a chunk of the block, or zero after "+
				"it was read, at word %d of the workspace", a.Where, a.At/wordBytes)
		}
	}
	for chunk := range b.chunks {
		for part := range b.parts() {
			at := p.at(chunk, part)
			if is := slices.Contains(own, chunk); is != (signs[at] == 1) || signs[at] > 1 {
				return false, b.fault("the result of chunk %d is stored %d times in the workspace", chunk, signs[at])
			}
			if last != (zeros[at] == 1) || zeros[at] > 1 {
				return false, b.fault("the slot of chunk %d is put back %d times", chunk, zeros[at])
			}
		}
	}
	if last != (reset == 1) || reset > 1 {
		return false, b.fault("the count is put back %d times", reset)
	}
	return last, nil
}

// counter is the thread that has counted the block.
func (p *protocol) counter() int {
	did := p.workspace.Did
	return did[slices.IndexFunc(did, func(a exec.Met) bool { return a.Reads && a.Writes })].Thread
}

// at is where the slot of a part of a chunk's result is.
func (p *protocol) at(chunk, part int) int {
	return wordBytes * (firstSlot + part*p.block.gridKernel.spec.GridOrder().Chunks + chunk)
}

// left reports whether the results of all chunks of the block are left.
func (p *protocol) left() bool {
	signs := 0
	for _, a := range p.workspace.Did {
		if _, _, slot := p.slot(a); slot && a.Writes && p.sign(a.Value.V) {
			signs++
		}
	}
	return signs == len(p.own)*p.block.parts()
}

// is reports whether a value is a number.
func (p *protocol) is(c exec.Cell, number uint64) bool {
	x, known := p.call.Dom.Known(c.V)
	return known && x == number && isDefined(p.call.Dom, c)
}

// isDefined reports whether a value is always defined.
func isDefined(d bv.Domain, c exec.Cell) bool {
	x, known := d.Known(c.Def)
	return known && x == 1
}

// sign reports whether a word has the sign that a result is there.
func (p *protocol) sign(word bv.Value) bool {
	if word == nil || word.Width() != 8*wordBytes {
		return false
	}
	x, known := p.call.Dom.Known(p.call.Dom.Extract(word, signAbove, signAbove))
	return known && x == 1
}

// reader reports whether the thread of an access has made the last read of the place.
func (p *protocol) reader(before []exec.Met, a exec.Met) bool {
	for _, r := range slices.Backward(before) {
		if r.Reads && r.At == a.At {
			return r.Thread == a.Thread
		}
	}
	return false
}

// published are the values of the result of a chunk of the block, as its slots have them.
func (p *protocol) published(chunk int) (all []exec.Cell) {
	part := 0
	for _, t := range p.block.values() {
		var at []int
		for range partsOf(t) {
			at, part = append(at, p.at(chunk, part)), part+1
		}
		all = append(all, leftAt(p.call.Dom, p.workspace, at, t))
	}
	return all
}

// leftAt is the value of a type that a block left in some places of a workspace by its first store to each: from the
// lower bits of the value on, in the lower bits of a word.
func leftAt(d bv.Domain, x *exec.Exchange, places []int, t spec.Type) (all exec.Cell) {
	for k, at := range places {
		i := slices.IndexFunc(x.Did, func(a exec.Met) bool { return !a.Reads && a.At == at })
		word := x.Did[i].Value
		bits := d.Extract(word.V, 0, t.Bits()/len(places))
		if k == 0 {
			all = exec.Cell{V: bits, Def: word.Def}
			continue
		}
		all = exec.Cell{V: d.Concat(all.V, bits), Def: d.Int(bv.And, all.Def, word.Def)}
	}
	return all
}
