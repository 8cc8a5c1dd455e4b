//go:build !js

package verify

import (
	"context"
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/internal/prover/term"
	"github.com/shflgen/shflgen/spec"
)

// partClaims are what is claimed of the kernels of parts of an array.
type partClaims struct {
	chunks  []ptx.Parted // blocks with a claimed result of a chunk
	counts  []int        // the elements of those chunks
	stores  []ptx.Parted // blocks with claims about the results that they store
	combine []int        // lengths of arrays for the claim about the combination of all chunks
	size    int          // elements of a chunk
	most    int          // every length of several chunks up to it, likewise
}

// partClaimsOf are those of a spec's kernels; nil: it has none.
func partClaimsOf(s spec.Spec) *partClaims {
	if !s.Grid().Parts {
		return nil
	}
	o := s.GridOrder()
	p, last := o.Accumulators(), o.Chunks-1
	c := &partClaims{}
	add := func(count int, at ptx.Parted) {
		c.chunks, c.counts = append(c.chunks, at), append(c.counts, count)
	}
	for _, n := range oneChunk(s) {
		add(n, ptx.Parted{N: n, To: 1, Blocks: 1})
	}
	three := 16*p + 1 // of 8 rounds, 8 rounds and an element
	add(8*p, ptx.Parted{N: three, From: 1, To: 3, Blocks: 2, Chunk: 1})
	add(1, ptx.Parted{N: three, From: 1, To: 3, Blocks: 2, Number: 1, Chunk: 2})
	add(1, ptx.Parted{N: three, From: 1, To: o.Chunks, Blocks: 1, Chunk: 2})
	add(8*p, ptx.Parted{N: three, To: 3, Blocks: 2, Number: 1, Chunk: 1})
	deep := 24 / max(1, len(s.MapInputs())) // rounds that a thread has in flight
	for _, count := range []int{(deep-1)*p + 5, deep * p, (deep+1)*p + 5, 2*deep*p + 1} {
		rounds := (count + p - 1) / p // of every chunk
		add(count, ptx.Parted{N: last*rounds*p + count, From: last, To: o.Chunks, Blocks: 1, Chunk: last})
	}
	c.stores = []ptx.Parted{
		{N: three, To: 3, Blocks: 4, Number: 3}, {N: three, To: 2, Blocks: 1},
		{N: three, From: 1, To: 2, Blocks: 2, Number: 1},
		{N: three, From: 2, To: 2, Blocks: 1}, {N: three, From: 2, To: 1, Blocks: 1}, {N: three, From: 3, To: 9, Blocks: 1},
		{N: 1, From: 1, To: 2, Blocks: 1},
	}
	size := o.Rounds * p
	c.combine, c.size, c.most = []int{0, 1, 16 * p, o.Chunks*size + 1, spec.MaxGridElements}, size, o.Chunks*size
	return c
}

// all are the claims that are decided by terms.
func (c *partClaims) all() (all []part[*ptx.Array]) {
	if c == nil {
		return nil
	}
	for _, at := range c.chunks {
		all = append(all, claimed(func(a *ptx.Array) (check.Subject, error) { return a.Part(at) },
			"of the kernel of chunks, %s", at))
	}
	for _, at := range c.stores {
		all = append(all, part[*ptx.Array]{fmt.Sprintf("what the kernel of chunks stores, %s", at),
			func(_ context.Context, a *ptx.Array) (check.Proof, error) {
				return check.Proof{Verdict: check.Proved}, a.PartStores(at)
			}})
	}
	for _, n := range c.combine {
		all = append(all, claimed(func(a *ptx.Array) (check.Subject, error) { return a.Combined(n, n) },
			"of the kernel that combines the results of %d elements", n))
	}
	for n := (leastChunks-1)*c.size + 1; n < c.most; n += c.size {
		all = append(all, claimed(func(a *ptx.Array) (check.Subject, error) { return a.Combined(n, n+c.size-1) },
			"of the kernel that combines the results of %d to %d elements", n, n+c.size-1))
	}
	return all
}

// partsWithoutElements looks at what the kernel of chunks leaves of no elements.
func (r *Report) partsWithoutElements(a *ptx.Array) error {
	got, err := a.PartNothing()
	if err == nil {
		r.ofNothing(got)
	}
	return err
}

// words say what the claims range over.
func (c *partClaims) words() string {
	if c == nil {
		return ""
	}
	var from, blocks []int
	for _, at := range append(slices.Clone(c.chunks), c.stores...) {
		from, blocks = append(from, at.From), append(blocks, at.Blocks)
	}
	list := func(of []int) string { return term.Ranges(slices.Compact(slices.Sorted(slices.Values(of))), " to ") }
	return fmt.Sprintf("; of the kernel of chunks, launched for the chunks from %s on by %s blocks and for no others, "+
		"the results of chunks of %s elements, and which results each block stores; of the kernel that combines, "+
		"any results of the chunks of %s elements and of every number from %d to %d", list(from), list(blocks),
		list(append([]int{0}, c.counts...)), term.Ranges(c.combine, " to "), (leastChunks-1)*c.size+1, c.most)
}
