package verify

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/internal/prover/term"
)

// besideKernel refuses files of arrays with functions beside the kernel, of which nothing is proved, and kernels that
// give more than an element.
func besideKernel(s shflgen.Spec) error {
	switch {
	case s.Launcher:
		return errors.New("functions that launch are not proved; want it without -launcher")
	case s.Parts:
		return errors.New("kernels of parts of an array are not proved; want it without -parts")
	case s.Shape().Grid() && s.HasLane():
		return fmt.Errorf("%s of an array is not proved yet: it is of registers", s.Op)
	case s.Shape().Grid() && s.Map.User():
		return fmt.Errorf("the kernel of an array with %s is not proved yet: that of a map of the table is, and functions of rows and registers", s.Map)
	}
	return nil
}

// oneChunk are lengths of arrays of one chunk, about which the kernel does something else.
func oneChunk(s shflgen.Spec) []int {
	p := s.GridOrder().Accumulators()
	all := []int{1, 2, 3, 5, 31, 1000, p - 1, p, p + 1, 4096, 7*p + 2, 8*p - 1, 8 * p, 9*p + 4, 16 * p}
	slices.Sort(all)
	return slices.Compact(all)
}

// severalChunks are lengths of arrays of several chunks: of 8, 9 and 16 rounds.
func severalChunks(s shflgen.Spec) []int {
	p := s.GridOrder().Accumulators()
	return []int{16*p + 1, 17*p + 5, 2048*p + 1, 4096 * p}
}

// farChunks are lengths of arrays of chunks of 17, 256 and 271 rounds, of which the last one has few.
func farChunks(s shflgen.Spec) []int {
	p := s.GridOrder().Accumulators()
	return []int{255*17*p + 5, 255*256*p + 1, 256*270*p + 5}
}

// treeSizes are numbers of chunks.
var treeSizes = []int{3, 4, 5, 8, 9, 16, 17, 31, 32, 33, 100, 128, 129, 255, 256}

// meetings are launches of which all executions are looked at: blocks and chunks.
var meetings = [][2]int{{2, 1}, {1, 3}, {2, 3}, {3, 3}, {4, 4}}

// part is a part of the proof of the kernel of an array.
type part struct {
	name    string
	subject check.Subject
}

// arrayParts are the results of chunks, and of the tree over chunks, that are claimed.
func arrayParts(a *ptx.Array, s shflgen.Spec) (all []part, err error) {
	add := func(n, blocks, number, chunk int) {
		subject, wrong := a.Chunk(n, blocks, number, chunk)
		all, err = append(all, part{fmt.Sprintf("of %d elements, chunk %d, block %d of %d", n, chunk, number, blocks), subject}), orFirst(err, wrong)
	}
	for _, n := range oneChunk(s) {
		add(n, 1, 0, 0)
	}
	several := severalChunks(s)
	for _, n := range several { // a block for each chunk, or more blocks: the first, one within and the last
		chunks := a.Chunks(n)
		add(n, chunks, 0, 0)
		add(n, chunks+1, 1, 1)
		add(n, chunks, chunks-1, chunks-1)
	}
	for _, n := range farChunks(s) { // the last of many rounds before
		chunks := a.Chunks(n)
		add(n, chunks, chunks-1, chunks-1)
	}
	for _, blocks := range []int{1, 2} { // a block that has several chunks
		for chunk := range a.Chunks(several[0]) {
			add(several[0], blocks, chunk%blocks, chunk)
		}
	}
	for _, chunks := range treeSizes {
		subject, wrong := a.Tree(chunks)
		all, err = append(all, part{fmt.Sprintf("the tree over %d chunks", chunks), subject}), orFirst(err, wrong)
	}
	return all, err
}

func orFirst(err, other error) error {
	if err != nil {
		return err
	}
	return other
}

// proveArray is the proof of the kernel of an array in some PTX. The error is a refusal, or that of ctx.
func (r *Report) proveArray(ctx context.Context, file *ptx.File) error {
	if err := besideKernel(r.Spec); err != nil {
		return err
	}
	a, err := file.Array(r.Spec, "")
	if err != nil {
		return err
	}
	if err := r.withoutElements(a); err != nil || r.Verdict == Refuted {
		return err
	}
	parts, err := arrayParts(a, r.Spec)
	if err != nil {
		return err
	}
	for _, part := range parts {
		p, err := check.Prove(ctx, part.subject, check.Search{AfterFault: faultCalls})
		if r.take(p); p.Verdict == check.NotProved {
			r.Differs = part.name + ": " + r.Differs
		}
		if err != nil || r.Verdict != Proved {
			return err
		}
	}
	for _, m := range meetings {
		if err := a.Protocol(m[0], m[1]); err != nil {
			r.Verdict, r.Differs = NotProved, err.Error()
			return nil
		}
	}
	r.Masks = arrayClaim(r.Spec)
	r.Notes = appendNew(slices.Clone(r.Notes), arrayNotes(r.Spec))
	return nil
}

// faultCalls is how many calls look for one that shows a fault.
const faultCalls = 4

// withoutElements looks at what the kernel leaves of no elements, and at blocks that have no chunk.
func (r *Report) withoutElements(a *ptx.Array) error {
	got, err := a.Nothing()
	if err != nil {
		return err
	}
	s := r.Spec
	if want := ref.Grid(ref.Numbers{Spec: s}, s, nil).Bits; !ref.Same(s.Type, got, want) {
		r.Verdict, r.Counterexample = Refuted, (*Counterexample)(&check.Counterexample{Spec: s, Role: shflgen.ElementRole, Expected: want, Got: got})
		return nil
	}
	for _, n := range []int{0, 1, severalChunks(s)[0]} {
		for _, more := range []int{1, 100} {
			if err := a.Idle(n, a.Chunks(n)+more, a.Chunks(n)+more-1); err != nil {
				return err
			}
		}
	}
	return nil
}

// arrayClaim says what a proof of the kernel of an array ranges over.
func arrayClaim(s shflgen.Spec) string {
	lengths := append([]int{0}, oneChunk(s)...)
	return fmt.Sprintf("all inputs of %s elements by one block; of %s elements by the first, the second and the last block of one for each chunk, "+
		"of %s by the last block, and of %d by 1 and 2 blocks; any results of %s chunks in the block that begins last; each by terms, and of no other length",
		term.Ranges(lengths, " to "), term.Ranges(severalChunks(s), " to "), term.Ranges(farChunks(s), " to "), severalChunks(s)[0], term.Ranges(treeSizes, " to "))
}

// arrayNotes say for which launches a proof holds, and what it shows beside the results.
func arrayNotes(s shflgen.Spec) []string {
	return []string{
		fmt.Sprintf("launched by blocks of %d×1×1 threads, any of which may begin last", s.GridOrder().Threads),
		"any alignment",
		"the result stored exactly once, nothing read outside of the block's chunks, the workspace used by the protocol alone",
		fmt.Sprintf("all executions of up to %d blocks on up to %d chunks that PTX's memory model allows", slices.MaxFunc(meetings, byFirst)[0], slices.MaxFunc(meetings, bySecond)[1]),
		overlap(s),
		"a workspace that is zero before is zero after",
	}
}

// overlap says what does not overlap.
func overlap(s shflgen.Spec) string {
	all := "in"
	if s.Map != nil {
		all = "inputs"
	}
	return all + ", out and workspace do not overlap"
}

func byFirst(a, b [2]int) int  { return a[0] - b[0] }
func bySecond(a, b [2]int) int { return a[1] - b[1] }
