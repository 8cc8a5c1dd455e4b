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

// oneChunk are lengths of arrays of one chunk, about which the kernel does something else.
func oneChunk(s spec.Spec) []int {
	p := s.GridOrder().Accumulators()
	all := []int{1, 2, 3, 5, 31, 1000, p - 1, p, p + 1, 4096, 4097, 5*p + 1, 7*p + 2, 8*p - 1, 8 * p, 9*p + 4, 16 * p}
	slices.Sort(all)
	return slices.Compact(all)
}

// eachLength is up to which length a kernel of an array is proved for every one.
const eachLength = 4096

// severalChunks are lengths of arrays of several chunks: of 8, 9 and 16 rounds.
func severalChunks(s spec.Spec) []int {
	p := s.GridOrder().Accumulators()
	return []int{16*p + 1, 17*p + 5, 2048*p + 1, 4096 * p}
}

// arrayClaims are what is claimed of a kernel of an array.
type arrayClaims struct {
	each     int      // every length from 1 to it at once, where the kernel has a form for that; none for 0
	every    bool     // and every other one, by kinds of chunks; then no length of the next three lists is claimed
	one      []int    // lengths of one chunk
	several  []int    // lengths of several chunks, looked at in some blocks
	far      []int    // lengths with few rounds in the last chunk, examined in the last block
	shared   int      // a length with several chunks a block
	trees    []int    // numbers of chunks
	collects []int    // numbers of chunks for the claim about the block that collects their results
	meetings [][2]int // blocks and chunks of launches with all executions examined
	parts    *partClaims
}

// claimsOf are the claims of a kernel that calls functions of users.
func claimsOf(s spec.Spec) arrayClaims {
	p := s.GridOrder().Accumulators()
	if s.HasLane() { // fewer: the terms of a winner name all that it won against
		return arrayClaims{
			one: []int{1, 2, 3, 5, 1000, p - 1, p + 1, 9*p + 4, 16 * p}, several: severalChunks(s)[:2], far: []int{255*17*p + 5},
			shared: severalChunks(s)[0],
			trees:  []int{3, 4, 33, 256}, collects: []int{3, 4, 33, 256},
			meetings: [][2]int{{2, 1}, {1, 3}, {2, 3}, {3, 3}, {4, 4}},
		}
	}
	return arrayClaims{
		each: eachLength, one: oneChunk(s), several: severalChunks(s), shared: severalChunks(s)[0],
		far:      []int{255*17*p + 5, 255*256*p + 1, 256*270*p + 5}, // of 17, 256 and 271 rounds
		trees:    []int{3, 4, 5, 8, 9, 16, 17, 31, 32, 33, 100, 128, 129, 255, 256},
		collects: []int{3, 4, 5, 8, 9, 16, 17, 31, 32, 33, 100, 128, 129, 255, 256},
		meetings: [][2]int{{2, 1}, {1, 3}, {2, 3}, {3, 3}, {4, 4}},
		parts:    partClaimsOf(s),
	}
}

// plainClaims are those of a build that is not optimised, beside builds that are: fewer, as it executes ten times as
// much.
func plainClaims(s spec.Spec) arrayClaims {
	c := claimsOf(s)
	p := s.GridOrder().Accumulators()
	c.one, c.several = []int{1, 5, 1000, p + 1, 4097, 9*p + 4, 16 * p}, c.several[:1]
	slices.Sort(c.one)
	c.one = slices.Compact(c.one)
	c.trees, c.collects = []int{3, 33, 256}, []int{3, 33, 256}
	return c
}

// inlinedClaims are those of a kernel that holds their bodies: a few, as terms of bodies are large.
func inlinedClaims(s spec.Spec) arrayClaims {
	p := s.GridOrder().Accumulators()
	return arrayClaims{one: []int{1, 5, 9*p + 4}, several: severalChunks(s)[:1], shared: severalChunks(s)[0],
		trees: []int{3}, meetings: [][2]int{{2, 3}}}
}

// ofEvery are the claims beside those of every number of elements, which at least one block for each chunk combine: on
// fewer blocks.
func (c arrayClaims) ofEvery() arrayClaims {
	c.every, c.one, c.several, c.far, c.trees = true, nil, nil, nil, c.trees[:1]
	c.collects = slices.DeleteFunc(slices.Clone(c.collects), func(chunks int) bool { return chunks > fewChunks })
	return c
}

// leastChunks is how many chunks an array has that has several: more than 16 rounds in chunks of 8.
const leastChunks = 3

// fewerBlocks is the condition of a proof of every number of elements.
const fewerBlocks = "fewer blocks than chunks: shown for listed lengths alone"

// treeBlocks are launches, by their blocks and the one of them that begins last, in which the tree over chunks is
// claimed: all of one for each chunk and of fewer blocks.
func treeBlocks(chunks int) (at [][2]int) {
	for blocks := 1; blocks <= chunks; blocks++ {
		for number := range blocks {
			at = append(at, [2]int{blocks, number})
		}
	}
	return at
}

// fewChunks are the numbers of chunks that are examined with each number of blocks. Of more, there is at least one
// block for each.
const fewChunks = 5

// collectors are the numbers of blocks for the claim about the block that collects the results of some chunks. The
// last one stands for every greater number.
func collectors(chunks int) (all []int) {
	least := chunks
	if chunks <= fewChunks {
		least = 1
	}
	for blocks := least; blocks <= chunks+1; blocks++ {
		all = append(all, blocks)
	}
	return all
}

// collects is the claim about launches of some blocks. A call shows the error, if there is one.
func collects(ctx context.Context, a *ptx.Array, chunks, blocks int) (check.Proof, error) {
	shows, err := a.Collects(ctx, chunks, blocks)
	if err == nil {
		return check.Proof{Verdict: check.Proved}, nil
	}
	if shows != nil {
		if p, err := check.Prove(ctx, shows, check.Search{AfterFault: faultCalls}); err != nil || p.Verdict == check.Refuted {
			return p, err
		}
	}
	return check.Proof{Differs: err.Error()}, context.Cause(ctx)
}

// part is a part of the proof of a kernel K of an array.
type part[K any] struct {
	name  string
	prove func(ctx context.Context, kernel K) (check.Proof, error)
}

// claimed is the part that claims a result.
func claimed[K any](of func(kernel K) (check.Subject, error), name string, args ...any) part[K] {
	return part[K]{fmt.Sprintf(name, args...), func(ctx context.Context, kernel K) (check.Proof, error) {
		subject, err := of(kernel)
		if err != nil {
			return check.Proof{}, err
		}
		return check.Prove(ctx, subject, check.Search{AfterFault: faultCalls})
	}}
}

// meets is the part that looks at what blocks say to each other.
func meets[K any](of func(kernel K) error, name string, args ...any) part[K] {
	return part[K]{fmt.Sprintf(name, args...), func(_ context.Context, kernel K) (check.Proof, error) {
		if err := of(kernel); err != nil {
			return check.Proof{Differs: err.Error()}, nil
		}
		return check.Proof{Verdict: check.Proved}, nil
	}}
}

// all are the results of chunks, and of the tree over chunks, that are claimed, and what blocks say to each other.
func (c arrayClaims) all(a *ptx.Array) (all []part[*ptx.Array]) {
	add := func(n, blocks, number, chunk int) {
		all = append(all, claimed(func(a *ptx.Array) (check.Subject, error) { return a.Chunk(n, blocks, number, chunk) },
			"of %d elements, chunk %d, block %d of %d", n, chunk, number, blocks))
	}
	for _, n := range c.one {
		add(n, 1, 0, 0)
	}
	for _, n := range c.several { // a block for each chunk, or more blocks: the first, one within and the last
		chunks := a.Chunks(n)
		add(n, chunks, 0, 0)
		add(n, chunks+1, 1, 1)
		add(n, chunks, chunks-1, chunks-1)
	}
	for _, n := range c.far { // the last of many rounds before
		chunks := a.Chunks(n)
		add(n, chunks, chunks-1, chunks-1)
	}
	for _, blocks := range []int{1, 2} { // a block that has several chunks
		for chunk := range a.Chunks(c.shared) {
			add(c.shared, blocks, chunk%blocks, chunk)
		}
	}
	tree := func(chunks, blocks, number int) {
		all = append(all, claimed(func(a *ptx.Array) (check.Subject, error) { return a.Tree(chunks, blocks, number) },
			"the tree over %d chunks, block %d of %d", chunks, number, blocks))
	}
	for i, chunks := range c.trees {
		if i == 0 {
			for _, at := range treeBlocks(chunks) {
				tree(chunks, at[0], at[1])
			}
		}
		if c.every {
			continue
		}
		all = append(all, claimed(func(a *ptx.Array) (check.Subject, error) { return a.AnyTree(chunks) },
			"the tree over %d chunks, any block but the last of at least as many", chunks))
		tree(chunks, chunks, chunks-1)
	}
	for _, chunks := range c.collects {
		for _, blocks := range collectors(chunks) {
			all = append(all, part[*ptx.Array]{fmt.Sprintf("who collects the results of %d chunks, of %d blocks", chunks,
				blocks), func(ctx context.Context, a *ptx.Array) (check.Proof, error) {
				return collects(ctx, a, chunks, blocks)
			}})
		}
	}
	for _, m := range c.meetings {
		all = append(all, meets(func(a *ptx.Array) error { return a.Protocol(m[0], m[1]) },
			"what %d blocks on %d chunks say to each other", m[0], m[1]))
	}
	return append(all, c.parts.all()...)
}

// mostParts is how many parts of a proof are worked on at once: some take 100 MB.
const mostParts = 8

// proveArray is the proof of the kernel of an array in some PTX. The error is a refusal, or that of ctx.
func (r *Report) proveArray(ctx context.Context, file *ptx.File, w way) error {
	a, err := w.array(ctx, file, r.Spec)
	if err != nil {
		return err
	}
	if err := r.withoutElements(ctx, a); err != nil || r.Verdict == Refuted {
		return err
	}
	claims := claimsOf(r.Spec)
	switch {
	case w.inlined:
		claims = inlinedClaims(r.Spec)
	case w.plain:
		claims = plainClaims(r.Spec)
	}
	load := func() (*ptx.Array, error) { return w.array(ctx, file, r.Spec) }
	r.Verdict = Proved
	if claims.each, err = r.proveEach(ctx, a, claims.each); err != nil || r.Verdict != Proved {
		return err
	}
	if claims.each > 0 && !w.plain {
		switch every, err := r.proveEvery(ctx, a, load); {
		case err != nil || r.Verdict != Proved:
			return err
		case every:
			claims = claims.ofEvery()
		}
	}
	if err := proveParts(ctx, r, claims.all(a), load); err != nil || r.Verdict != Proved {
		return err
	}
	r.each, r.Masks = claims.each, claims.words()
	if claims.every {
		r.each = ptx.MostElements
		r.limit(fewerBlocks)
	}
	r.note(claims.notes(r.Spec)...)
	return nil
}

// proveParts proves parts, several at once. load gives the kernel to each that works beside others.
func proveParts[K any](ctx context.Context, r *Report, parts []part[K], load func() (K, error)) error {
	type end struct {
		proof       check.Proof
		err, broken error
	}
	ends := make([]end, len(parts))
	var last int
	waiting(func() {
		last = inSlots(len(parts), mostParts, func() func(int) bool {
			a, err := load()
			return func(i int) (more bool) {
				defer catch(&ends[i].broken)
				if ends[i].err = err; err == nil {
					ends[i].proof, ends[i].err = parts[i].prove(ctx, a)
				}
				return ends[i].err == nil && ends[i].proof.Verdict == check.Proved
			}
		})
	})
	for i, e := range ends[:last] {
		if e.broken != nil {
			panic(e.broken)
		}
		if r.take(e.proof); e.proof.Verdict == check.NotProved {
			r.Differs = parts[i].name + ": " + r.Differs
		}
		if e.err != nil {
			return e.err
		}
	}
	return nil
}

// faultCalls is how many calls look for one that shows a fault.
const faultCalls = 4

// withoutElements looks at what the kernel leaves of no elements, and at blocks that have no chunk.
func (r *Report) withoutElements(ctx context.Context, a *ptx.Array) error {
	got, err := a.Nothing()
	if err != nil {
		return err
	}
	if r.ofNothing(got); r.Verdict == Refuted {
		return nil
	}
	if err := a.Idle(ctx); err != nil {
		return err
	}
	if r.Spec.Grid().Parts {
		return r.partsWithoutElements(a)
	}
	return nil
}

// ofNothing compares what a kernel leaves of no elements with the reference.
func (r *Report) ofNothing(got []uint64) {
	if shown := ofNothing(r.Spec, got); shown != nil {
		r.Verdict, r.Counterexample = Refuted, (*Counterexample)(shown)
	}
}

// words say what a proof ranges over.
func (c arrayClaims) words() string {
	lengths, each := append([]int{0}, c.one...), "by one block"
	if c.every {
		return fmt.Sprintf("all inputs of every number of elements up to 2^40, by any number of blocks that is at least "+
			"one for each chunk; any of them begins last; "+
			"by fewer blocks of %d, and any results of %d chunks%s%s; each by terms, and by induction over rounds",
			c.shared, c.trees[0], c.collecting(), c.parts.words())
	}
	if c.each > 0 {
		lengths = slices.DeleteFunc(lengths, func(n int) bool { return n > 0 && n <= c.each })
		each = fmt.Sprintf("and of every number from 1 to %d by one block", c.each)
	}
	far := ""
	if len(c.far) > 0 {
		far = ", of " + term.Ranges(c.far, " to ") + " by the last block"
	}
	return fmt.Sprintf("all inputs of %s elements %s; of %s elements by the first, the second and "+
		"the last block of one for each chunk%s, "+
		"and of %d by 1 and 2 blocks; any results of %s chunks, where any block but the last of at least one for each "+
		"chunk begins last, and the last, and of %d where any of up to %d blocks does%s%s; each by terms",
		term.Ranges(lengths, " to "), each, term.Ranges(c.several, " to "), far, c.shared, term.Ranges(c.trees, " to "),
		c.trees[0], c.trees[0], c.collecting(), c.parts.words())
}

// collecting says who collects the results of chunks.
func (c arrayClaims) collecting() string {
	few, more := []int{}, []int{}
	for _, chunks := range c.collects {
		if chunks <= fewChunks {
			few = append(few, chunks)
		} else {
			more = append(more, chunks)
		}
	}
	if len(c.collects) == 0 {
		return ""
	}
	if len(more) == 0 {
		return fmt.Sprintf("; the block that begins last collects the results and no other block "+
			"does, of any number of blocks on %s chunks", term.Ranges(few, " to "))
	}
	return fmt.Sprintf("; the block that begins last collects the results and no other block does, of any number of "+
		"blocks on %s chunks, and of at least one block for each chunk on %s chunks",
		term.Ranges(few, " to "), term.Ranges(more, " to "))
}

// notes say for which launches a proof holds, and what it shows beside the results.
func (c arrayClaims) notes(s spec.Spec) []string {
	result := "the result"
	if s.HasLane() {
		result = "the result and its index, by the thread that the elements choose, each"
	}
	return []string{
		fmt.Sprintf("launched by blocks of %d×1×1 threads, where any block may begin last, the tree "+
			"over chunks in those alone that are named", s.GridOrder().Threads),
		ptx.OneDimension,
		"any alignment",
		result + " stored exactly once, nothing read outside of the block's chunks, the workspace used by the protocol alone",
		fmt.Sprintf("all executions of up to %d blocks on up to %d chunks that PTX's memory model allows",
			slices.MaxFunc(c.meetings, byFirst)[0], slices.MaxFunc(c.meetings, bySecond)[1]),
		overlap(s),
		"a workspace that is zero before is zero after",
	}
}

func byFirst(a, b [2]int) int  { return a[0] - b[0] }
func bySecond(a, b [2]int) int { return a[1] - b[1] }
