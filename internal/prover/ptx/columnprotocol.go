package ptx

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
)

// The workspace has a record for each tile of columns: a count in the lower half of its first word, and from word
// [firstSlot] on a word for each column of each chunk's result, in its lower bits. The protocol of one block of several
// is
//
//  1. each word of its own chunk is stored once;
//  2. after a barrier of the block, one thread makes a fence of the scope of the GPU, adds 1 to the count, and gets the
//     number of blocks that have counted before;
//  3. only if all other blocks of the tile have: the thread makes another fence and stores zero to the count. After a
//     further barrier threads read words of all chunks.
//
// By the rules of release and acquire (PTX ISA, "Release and Acquire Patterns", and "Causality Order" for barriers),
// for any number of blocks: what a block stores in 1 happens before its addition, which happens before the fence of the
// block that counts last, and so before its reads. Additions are in one order, so one block counts last, and its zero
// comes after all of them. A word is stored once in a launch, so what is read is the result. No block waits.
type columnProtocol struct {
	block     *columnBlock
	call      check.Call
	workspace *exec.Exchange
	before    bv.Value // how many blocks have counted before this one
	counts    int      // additions to the count
}

// newProtocol is that of an execution. Where a chunk's result is claimed, the block does not count last: what it has
// stored before does not depend on that.
func (b *columnBlock) newProtocol(c check.Call, g *exec.Grid) *columnProtocol {
	p := &columnProtocol{block: b, call: c}
	p.workspace = &exec.Exchange{Name: "workspace", Size: b.Tiles(b.Matrix) * b.launch.Workspace, Align: workspaceAlign,
		Given: p.given}
	switch all := b.chunks - 1; {
	case b.last():
		p.before = c.Dom.Const(32, uint64(all))
	default:
		p.before = g.Unknown(32, "the number of blocks that have counted before", 0, int64(max(0, all-1)))
	}
	return p
}

// count is where the count of the block's tile is.
func (p *columnProtocol) count() int { return p.block.tile() * p.block.launch.Workspace }

// word is the chunk, and the column of the tile, that an access belongs to.
func (p *columnProtocol) word(a exec.Met) (chunk, column int, ok bool) {
	k := (a.At-p.count())/wordBytes - firstSlot
	chunk, column = k/p.block.launch.Tile, k%p.block.launch.Tile
	return chunk, column, a.Bytes == wordBytes && k >= 0 && chunk < p.block.chunks && !a.Past
}

// given is what an access reads.
func (p *columnProtocol) given(a exec.Met) (bv.Value, string) {
	d := p.call.Dom
	if a.Writes {
		one, known := d.Known(a.Value.V)
		if a.Past || a.At != p.count() || a.Bytes != 4 || !known || one != 1 {
			return nil, "want that 1 is added to the count of the tile"
		}
		if p.counts++; p.counts > 1 {
			return nil, "the block counts itself again"
		}
		return p.before, ""
	}
	chunk, column, ok := p.word(a)
	switch {
	case !ok:
		return nil, "reads what is no result of a chunk"
	case !p.block.last() || p.counts == 0:
		return nil, "reads a result, though blocks may not have stored theirs"
	}
	bits := p.block.spec.Type.Bits()
	x, used := bv.Value(nil), 0
	if column == p.block.column%p.block.launch.Tile {
		x, used = p.call.Elements[chunk], bits
	}
	if used == 8*wordBytes {
		return x, ""
	}
	more := anything(d, chunk*p.block.launch.Tile+column, 8*wordBytes-used)
	if x == nil {
		return more, ""
	}
	return d.Concat(x, more), ""
}

// check looks at what the block did.
func (p *columnProtocol) check() error {
	b, did := p.block, p.workspace.Did
	if b.idle() || b.chunks == 1 {
		if len(did) > 0 {
			return b.fault("%s: a block uses the workspace, though it has no chunk or there is no other", did[0].Where)
		}
		return nil
	}
	at := slices.IndexFunc(did, func(a exec.Met) bool { return a.Reads && a.Writes })
	if at < 0 {
		return b.fault("the block does not count itself")
	}
	count, stored, put := did[at], map[int]int{}, []exec.Met(nil)
	for _, a := range did {
		chunk, _, is := p.word(a)
		zero, known := uint64(0), false
		if a.Writes && !a.Reads {
			zero, known = p.call.Dom.Known(a.Value.V)
		}
		switch {
		case a.Reads:
		case is && chunk == b.own() && a.Epoch < count.Fenced:
			stored[a.At]++
		case is && chunk == b.own():
			return b.fault("%s: stores a result of a chunk, and no barrier and fence come before the count", a.Where)
		case b.last() && !a.Past && a.At == p.count() && a.Bytes == 4 && known && zero == 0 && a.Thread == count.Thread &&
			a.Fences > count.Fences:
			put = append(put, a)
		default:
			return b.fault("%s: stores what is no result of the block's chunk, nor the count after a fence", a.Where)
		}
	}
	for column := range b.launch.Tile {
		if n := stored[p.at(b.own(), column)]; n != 1 {
			return b.fault("the result of column %d of the tile is stored %d times in the workspace", column, n)
		}
	}
	switch {
	case b.last() != (len(put) == 1) || len(put) > 1:
		return b.fault("the count is put back %d times", len(put))
	case b.last() && slices.ContainsFunc(did, func(a exec.Met) bool {
		return a.Reads && !a.Writes && a.Epoch <= put[0].Epoch
	}):
		return b.fault("reads a result of a chunk without a fence and a barrier before it")
	}
	return nil
}

// at is where the word of a column of the tile is.
func (p *columnProtocol) at(chunk, column int) int {
	return p.count() + wordBytes*(firstSlot+chunk*p.block.launch.Tile+column)
}

// published is the result of the block's chunk that its word has.
func (p *columnProtocol) published() exec.Cell {
	at := p.at(p.block.own(), p.block.column%p.block.launch.Tile)
	return leftAt(p.call.Dom, p.workspace, []int{at}, p.block.spec.Type)
}
