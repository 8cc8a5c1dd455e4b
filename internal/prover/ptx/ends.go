package ptx

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
)

// A block that begins last does two things: what every block does with its chunk, and then the tree over all results.
// Between them its threads meet at a barrier. Their values there are examined for each kind of chunks, so for every
// array, and for every launch of at least one block a chunk. Whatever differs from one of these to another, but for
// the number of chunks, is taken for undefined. Then the rest of the kernel is executed once for each number of
// chunks, and holds for every block of all of these launches.

// Ends are the states in which blocks that begin last come to that barrier, as one.
type Ends struct {
	mu      sync.Mutex
	held    *exec.Held
	counter int // the thread that has counted the block
}

// End adds to ends what a block on a chunk of a kind holds if it begins last.
func (a *Array) End(ctx context.Context, of Kind, loop *RoundLoop, ends *Ends) (check.Proof, error) {
	l, d := a.chunkClaim(ctx, of, loop)
	l.last, l.into = true, ends
	return a.claim(ctx, l, d)
}

// holds adds the state of a block that is paused.
func (l *chunkClaim) holds(m *exec.Machine) error {
	b, w := l.block, l.block.role.(*whole)
	if _, err := w.protocol.check(); err != nil {
		return err
	}
	if slices.ContainsFunc(w.outs, func(out *exec.Matrix) bool { return out.Row(0) != nil }) {
		return b.fault("a block uses the result of the array before all results of chunks are collected")
	}
	l.ended = true
	held, counter := m.Held(exec.Number(0).Plus(1, l.now.chunks)), w.protocol.counter()
	l.into.mu.Lock()
	defer l.into.mu.Unlock()
	switch {
	case held == nil:
		return b.fault("the threads of a block that begins last meet under a branch that depends on the data")
	case l.into.held == nil:
		l.into.held, l.into.counter = held, counter
	case l.into.counter != counter || !l.into.held.Meet(held):
		return b.fault("the threads of a block that begins last meet at several barriers, or several of them count it")
	}
	return nil
}

// Last is a block that begins last under proof, from the barrier on, of an array of so many chunks and in a launch of
// at least as many blocks. Nothing else is known about the numbers of the block, of the blocks and of the elements.
func (a *Array) Last(ends *Ends, chunks int) (check.Subject, error) {
	if ends.held == nil {
		return nil, fmt.Errorf("no block begins last")
	}
	s, err := a.Tree(chunks, chunks, 0)
	if err != nil {
		return nil, err
	}
	b := s.(*gridBlock)
	b.any, b.total, b.n, b.most, b.ends = chunks, maxBlocks, 0, MostElements, ends
	return b, nil
}
