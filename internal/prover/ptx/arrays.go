package ptx

import (
	"context"
	"fmt"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
	"github.com/shflgen/shflgen/internal/prover/weak"
	"github.com/shflgen/shflgen/spec"
)

// A kernel of an array is executed by itself, one block of a grid of known size on an array of known
// length, wherever the array starts:
//
//	const T *in, unsigned long long n, T *out, unsigned long long *workspace
//
// With a map there is an array for each input. The elements are cut into chunks, as docs/order.md says. One execution
// looks at the result of one chunk, or, in the block that began last, at the tree over the results of all chunks,
// which are unknown. Its accesses to the workspace have to follow the protocol of protocol.go. Package weak checks the
// communication of blocks by this protocol.

// Array is the kernel of an array under proof, and where a file has kernels of parts of an array those.
type Array struct {
	gridKernel
	chunks  *exec.Program // see parts.go; nil: there is none
	combine *exec.Program // likewise
}

// Array is the kernel of that name, or the only one for "", as that of an array. Functions of users are calls, or have
// bodies where they were compiled into it, as in [File.Subject].
func (f *File) Array(s spec.Spec, kernel string, bodies func() (bv.Bodies, error)) (*Array, error) {
	a := &Array{gridKernel: f.gridKernel(s, bodies)}
	var err error
	if s.Grid().Parts {
		kernel, err = a.loadParts(f, kernel)
	}
	if err == nil {
		a.program, err = a.load(f, kernel, s.GridOrder().Threads)
	}
	return a, err
}

// Protocol checks what blocks say to each other, on an array of so many chunks.
func (a *Array) Protocol(blocks, chunks int) error {
	return weak.Check(a.spec, a.program, blocks, chunks)
}

// Chunks is the number of chunks of an array of n elements.
func (a *Array) Chunks(n int) int {
	size := a.spec.GridOrder().Chunk(int64(n))
	return max(1, int((int64(n)+size-1)/size))
}

// Chunk is a block of a grid under proof. It works on a chunk, among others, of an array of n elements. The result of
// that chunk is what is claimed.
func (a *Array) Chunk(n, blocks, number, chunk int) (check.Subject, error) {
	o := a.spec.GridOrder()
	b := a.block(n, blocks, number)
	first := chunk * b.size
	count := min(b.size, n-first)
	if count < 1 || count > o.Alone*o.Accumulators() || chunk%b.working() != number {
		return nil, fmt.Errorf("%d elements are no chunk of block %d of %d, or none of up to %d rounds", count, number,
			blocks, o.Alone)
	}
	b.chunk = chunk
	b.spec = b.spec.OfCols(count)
	return b, b.executes()
}

// Tree is a block of a grid under proof that begins last, on an array of so many chunks, the last of one element:
// whatever their results are, and whatever the elements of its own chunks, it stores the tree over the results.
func (a *Array) Tree(chunks, blocks, number int) (check.Subject, error) {
	o := a.spec.GridOrder()
	n := (chunks-1)*o.Rounds*o.Accumulators() + 1
	if chunks > o.Chunks || chunks < 2 || a.Chunks(n) != chunks || number >= min(blocks, chunks) {
		return nil, fmt.Errorf("no array of %d chunks, or block %d of %d has none", chunks, number, blocks)
	}
	b := a.block(n, blocks, number)
	b.spec.Map, b.chunk = nil, allChunks
	b.spec = b.spec.OfCols(chunks).Widened()
	if b.spec.User == nil { // a map alone makes no result of a chunk
		return b, nil
	}
	return b, b.executes()
}

// AnyTree is [Array.Tree] of at least one block for each chunk. Any block with a whole chunk may begin last: all but
// the last one. The array has any length that is cut into so many chunks of the least size. Nothing else is known of
// the numbers of the block, of the blocks and of the elements.
func (a *Array) AnyTree(chunks int) (check.Subject, error) {
	s, err := a.Tree(chunks, chunks, 0)
	if err != nil {
		return nil, err
	}
	b := s.(*gridBlock)
	b.any, b.total, b.most = chunks-1, maxBlocks, chunks*b.size
	return b, nil
}

// Idle checks that blocks without a chunk do nothing, whatever the launch and the number of elements are.
func (a *Array) Idle(ctx context.Context) error {
	for _, of := range []Kind{{Of: OnlyChunk}, {Of: LeastChunk, Left: a.spec.GridOrder().Rounds}, {Of: LongChunk}} {
		l, d := a.chunkClaim(ctx, of, &RoundLoop{Rounds: 1})
		l.idle, l.block.number, l.block.chunk = true, l.block.chunks, noChunk
		if err := l.run(d, func() error {
			_, err := l.block.Run(ctx, check.Call{Dom: d, Shape: l.block.spec.Shape()})
			return err
		}); err != nil {
			return err
		}
	}
	return nil
}

// Nothing are the leaves of what the kernel leaves of no elements, or the number.
func (a *Array) Nothing() ([]uint64, error) {
	b := a.block(0, 1, 0)
	b.total = maxBlocks
	return b.nothing()
}

// block is the block of a number, on an array of n elements.
func (a *Array) block(n, blocks, number int) *gridBlock {
	b := &gridBlock{gridKernel: &a.gridKernel, spec: a.spec, n: n, chunks: a.Chunks(n),
		size: int(a.spec.GridOrder().Chunk(int64(n))), blocks: blocks, number: number}
	b.role = &whole{gridBlock: b}
	return b
}
