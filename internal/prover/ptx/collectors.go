package ptx

import (
	"context"
	"fmt"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
)

// Collects checks who collects the results of an array of so many chunks, in a launch of some blocks; more than one for
// each chunk stand for every greater number. Of each block it is looked at what it does in the workspace, by the rules
// of protocol.go, whatever its elements are and however many blocks have begun before: it reads results if all others
// have, and else none.
//
// Blocks of equally many chunks are looked at together: the number of the block is any of theirs, and what it does may
// depend on it by its own slots and elements alone. All chunks are whole, so that only their number tells blocks apart.
// Elements are undefined, and so is what is made of them: an access that depends on one is a fault.
//
// With an error comes a block of known number that does the same, if it has a chunk: a call of it may show the fault.
func (a *Array) Collects(ctx context.Context, chunks, blocks int) (shows check.Subject, err error) {
	o := a.spec.GridOrder()
	n := chunks * o.Rounds * o.Accumulators()
	if chunks < 2 || chunks > o.Chunks || blocks < 1 || a.Chunks(n) != chunks {
		return nil, fmt.Errorf("no array of %d chunks, or no launch of %d blocks", chunks, blocks)
	}
	working := min(blocks, chunks)
	more, idle, total := chunks%working, 0, 0 // blocks that have a chunk more than others, and that have none
	if blocks > chunks {
		idle, total = maxBlocks-chunks, maxBlocks
	}
	for _, of := range [][2]int{{0, more}, {more, working - more}, {working, idle}} {
		if of[1] == 0 {
			continue
		}
		b := a.block(n, blocks, of[0])
		b.chunk, b.any, b.total = noChunk, of[1], total
		b.spec = b.spec.OfCols(1)
		e := bv.Numbers{}
		call := check.Call{Dom: e, Elements: []bv.Value{e.Const(a.spec.InType().Bits(), 0)}}
		if _, err := b.Run(ctx, call); err != nil {
			number, _ := b.grid.Bounds(b.grid.Number)
			if b.total > 0 {
				least, _ := b.grid.Bounds(b.grid.Blocks)
				blocks = int(least)
			}
			shows, _ = a.Chunk(n, blocks, int(number), int(number))
			return shows, err
		}
	}
	return nil, nil
}

// further is how far the block's memory is from that of the block of the number that stands for it, in steps of so
// many.
func (b *gridBlock) further(step int) bv.Value {
	return exec.Number(-int64(step*b.number)).Plus(int64(step), b.grid.Number.(exec.Sum))
}
