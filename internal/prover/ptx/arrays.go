package ptx

import (
	"context"
	"errors"
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

// executes notes the users' functions with bodies in the kernel.
func (b *arrayBlock) executes() (err error) {
	b.executed, err = b.forOne()
	return err
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
	b := s.(*arrayBlock)
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

// nothing are those of the result of a chunk of no elements.
func (b *arrayBlock) nothing() (all []uint64, err error) {
	b.chunk = 0
	b.spec = b.spec.OfCols(0)
	n := bv.Numbers{}
	left, err := b.Run(context.Background(), check.Call{Dom: n})
	if err != nil {
		return nil, err
	}
	for i, call := range left.Calls {
		got := call.Elements
		if b.spec.HasLane() { // the contract says only what the number is
			got = call.Numbers[0]
		}
		for k, x := range got {
			bits, _ := n.Known(x.V)
			if def, _ := n.Known(x.Def); def == 0 {
				return nil, b.fault("the result of no elements is undefined")
			}
			if i == 0 {
				all = append(all, bits)
			} else if all[k] != bits {
				return nil, b.fault("the result of no elements depends on the launch")
			}
		}
	}
	return all, nil
}

// allChunks and noChunk stand for a chunk where the tree over all is claimed, and where a block has none.
const (
	allChunks = -1
	noChunk   = -2
)

// firstElement is the number of the first unknown that is an element: far from those of padding and of words.
const firstElement = 1 << 25

// arrayBlock is a block of a grid under proof.
type arrayBlock struct {
	*Array
	spec   spec.Spec // of the elements whose result is claimed
	n      int       // elements of the array
	chunks int
	size   int // elements of a chunk, but for the last one
	blocks int
	number int // of the block
	total  int // if above 0, there may be as many blocks, or any number from blocks on
	most   int // if above n, the number of elements is unknown: from n to it
	// if above 0, the block is one of so many from number on; what it does is noted as if it were number
	any      int
	chunk    int         // whose result is claimed, allChunks or noChunk
	length   bv.Value    // the number of elements of the execution under way, where it is an unknown
	executed bv.Bodies   // functions of users, by the reference
	unread   int         // elements of the execution under way that may be any
	grid     *exec.Grid  // of the execution under way
	claim    *chunkClaim // on a kind of chunks; nil for known lengths
	ends     *Ends       // with which the execution begins; nil: at the kernel's start
	role     role
}

// role is what a kernel of the file takes and leaves.
type role interface {
	program() *exec.Program
	// block is which block it is, in words.
	block() string
	// own are the chunks that the block works on.
	own() []int
	// begin prepares an execution and gives the kernel's arguments.
	begin(c check.Call, g *exec.Grid) []exec.Arg
	// result are the leaves of what the block left of what is claimed.
	result(d bv.Domain) ([]exec.Cell, error)
}

func (a *Array) block(n, blocks, number int) *arrayBlock {
	b := &arrayBlock{Array: a, spec: a.spec, n: n, chunks: a.Chunks(n), size: int(a.spec.GridOrder().Chunk(int64(n))),
		blocks: blocks, number: number}
	b.role = &whole{arrayBlock: b}
	return b
}

// working is how many blocks have a chunk.
func (b *arrayBlock) working() int { return min(b.chunks, b.blocks) }

// arrayTries is how many inputs are replayed in search of a counterexample: each is a block of 256 threads.
const arrayTries = 128

// Spec is what the kernel has to compute of the elements.
func (b *arrayBlock) Spec() spec.Spec { return b.spec }

// Traits says that all paths are taken by each call, and which block it is.
func (b *arrayBlock) Traits() check.Traits {
	t := check.Traits{IntBits: intBits, Tries: arrayTries, Ways: []string{b.String()}, OneChunk: b.chunk >= 0,
		Index: b.index}
	// The chunks of a block with a claimed tree are widened too.
	t.Extrema, t.Widening = true, b.Array.spec.In() != spec.AsType
	if b.any > 0 { // a block with a number is replayed
		t.Tries = 0
	}
	if b.spec.Ranged() {
		t.Steps = fewSteps
	}
	return withBodies(t, b.executed)
}

// String is what is looked at, in words.
func (b *arrayBlock) String() string { return b.role.block() }

// Run executes the block by each side of every comparison of what the launch does not tell.
func (b *arrayBlock) Run(ctx context.Context, c check.Call) (check.Left, error) {
	return leftBy(b.fault, func(path *exec.Path, left *check.Left) error { return b.once(ctx, c, path, left) })
}

// once executes the block by one path.
func (b *arrayBlock) once(ctx context.Context, c check.Call, path *exec.Path, left *check.Left) error {
	d, threads := c.Dom, b.Array.spec.GridOrder().Threads
	b.unread = 0
	g := exec.NewGrid(path, exec.NoRow)
	g.End, g.Blocks, g.Number, b.grid = threads, b.blocks, b.number, g
	if b.any > 0 {
		g.Any = g.Unknown(32, "the block's number", int64(b.number), int64(b.number+b.any-1))
	}
	if b.total > 0 {
		g.Total = g.Unknown(32, "the number of blocks", int64(b.blocks), int64(b.total))
	}
	if b.claim != nil {
		b.claim.begin(d, g)
	} else if b.any > 1 || b.most > b.n {
		// what a path says of the launch's numbers bounds others; one alone stays a number
		g.Loop = new(exec.Loop)
	}
	g.Bit = noRows
	m, err := exec.NewGridMachine(b.role.program(), d, exec.Line(threads), g, b.role.begin(c, g))
	if err != nil {
		return err
	}
	defer m.Release()
	m.Context, m.MaxSteps = ctx, maxRowSteps
	pauses := b.claim != nil && b.claim.last
	if pauses {
		m.Pause = g.Ready
	}
	if b.ends != nil {
		m.Resume(b.ends.held, uint64(b.chunks))
	}
	switch err := m.Run(); {
	case errors.Is(err, exec.ErrImpossible):
		return nil
	case pauses && errors.Is(err, exec.ErrPaused):
	case err != nil:
		return err
	case pauses:
		return b.fault("a block that begins last ends before its threads meet with its results left")
	}
	left.Musts = append(left.Musts, mustsOf(m)...)
	if pauses {
		return b.claim.holds(m)
	}
	if b.claim != nil && (b.claim.infer || g.Loop.Iterated > 0) { // and ends there
		return b.claim.iterated(d, g.Loop)
	}
	result, err := b.role.result(d)
	if err != nil || b.chunk == noChunk {
		return err
	}
	if b.claim != nil {
		return b.claim.results(d, g.Loop.Entered, result[0])
	}
	outputs := asGiven(c.Elements)
	if len(outputs.Elements) == 0 {
		outputs.Elements = make([]check.Cell, b.spec.Shape().Leaves())
	}
	for i, leaf := range result[:b.spec.Shape().Leaves()] {
		outputs.Elements[i] = check.Cell{V: leaf.V, Def: leaf.Def}
	}
	if b.spec.HasLane() {
		index := result[len(result)-1]
		outputs.Numbers = [][]check.Cell{{{V: index.V, Def: index.Def}}}
	}
	left.Calls = append(left.Calls, outputs)
	return nil
}

// fault is a fault of the kernel as a whole.
func (b *arrayBlock) fault(format string, args ...any) *exec.Fault {
	return faultOf(b.file, b.role.program())(format, args...)
}
