package ptx

import (
	"context"
	"errors"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
	"github.com/shflgen/shflgen/spec"
)

// allChunks and noChunk stand for a chunk where the tree over all is claimed, and where a block has none.
const (
	allChunks = -1
	noChunk   = -2
)

// firstElement is the number of the first unknown that is an element: far from those of padding and of words.
const firstElement = 1 << 25

// gridBlock is a block of a grid under proof: of an array, of columns, or of a scan.
type gridBlock struct {
	*gridKernel
	spec   spec.Spec // of the elements of the claimed result
	n      int       // elements of the array
	chunks int
	size   int // elements of a chunk, but for the last one
	blocks int
	number int // of the block
	total  int // if above 0, there may be as many blocks, or any number from blocks on
	most   int // if above n, the number of elements is unknown: from n to it
	// if above 0, the block is one of so many from number on; what it does is noted as if it were number
	any      int
	chunk    int         // the chunk of the claimed result, allChunks or noChunk
	length   bv.Value    // the number of elements of the execution under way, where it is an unknown
	executed bv.Bodies   // functions of users, by the reference
	unread   int         // elements of the execution under way that may be any
	grid     *exec.Grid  // of the execution under way
	claim    *chunkClaim // on a kind of chunks; nil for known lengths
	ends     *Ends       // with which the execution begins; nil: at the kernel's start
	role     role
}

// role is what a kernel takes and leaves.
type role interface {
	program() *exec.Program
	// block is which block it is, in words.
	block() string
	// begin prepares an execution and gives the kernel's arguments.
	begin(c check.Call, g *exec.Grid) []exec.Arg
	// result are the leaves of what the block left of what is claimed, and then the number of the result's element, if
	// it has one.
	result(d bv.Domain) ([]exec.Cell, error)
}

// working is how many blocks have a chunk.
func (b *gridBlock) working() int { return min(b.chunks, b.blocks) }

// arrayTries is how many inputs are replayed in search of a counterexample: each is a block of 256 threads.
const arrayTries = 128

// Spec is what the kernel has to compute of the elements.
func (b *gridBlock) Spec() spec.Spec { return b.spec }

// Traits says that all paths are taken by each call, and which block it is.
func (b *gridBlock) Traits() check.Traits {
	t := check.Traits{IntBits: intBits, Tries: arrayTries, Ways: []string{b.String()}, OneChunk: b.chunk >= 0,
		Index: b.index}
	// The chunks of a block with a claimed tree are widened too.
	t.Extrema, t.Widening = true, b.gridKernel.spec.In() != spec.AsType
	if b.any > 0 { // a block with a number is replayed
		t.Tries = 0
	}
	if b.spec.Ranged() {
		t.Steps = fewSteps
	}
	return withBodies(t, b.executed)
}

// String is what is looked at, in words.
func (b *gridBlock) String() string { return b.role.block() }

// Run executes the block by each side of every comparison of what the launch does not tell.
func (b *gridBlock) Run(ctx context.Context, c check.Call) (check.Left, error) {
	return leftBy(b.fault, func(path *exec.Path, left *check.Left) error { return b.once(ctx, c, path, left) })
}

// once executes the block by one path.
func (b *gridBlock) once(ctx context.Context, c check.Call, path *exec.Path, left *check.Left) error {
	d, threads := c.Dom, b.role.program().Threads()
	b.unread = 0
	g := exec.NewGrid(path, exec.NoRow)
	g.End, b.grid = threads, g
	g.Blocks, g.Number = d.Const(32, uint64(b.blocks)), d.Const(32, uint64(b.number))
	if b.any > 0 {
		g.Number = g.Unknown(32, "the block's number", int64(b.number), int64(b.number+b.any-1))
	}
	if b.total > 0 {
		g.Blocks = g.Unknown(32, "the number of blocks", int64(b.blocks), int64(b.total))
	}
	if b.claim != nil {
		b.claim.begin(d, g)
	} else if b.any > 1 || b.most > b.n {
		// the conditions of a path bound the launch's numbers; one alone stays a number
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
	if last := len(result) - 1; b.spec.HasLane() {
		outputs.Numbers = [][]check.Cell{{{V: result[last].V, Def: result[last].Def}}}
		result = result[:last]
	}
	for i, leaf := range result {
		outputs.Elements[i] = check.Cell{V: leaf.V, Def: leaf.Def}
	}
	left.Calls = append(left.Calls, outputs)
	return nil
}

// fault is a fault of the kernel as a whole.
func (b *gridBlock) fault(format string, args ...any) *exec.Fault {
	return faultOf(b.file, b.role.program())(format, args...)
}

// executes notes the users' functions with bodies in the kernel.
func (b *gridBlock) executes() (err error) {
	b.executed, err = b.forOne()
	return err
}

// nothing are those of the result of a chunk of no elements.
func (b *gridBlock) nothing() (all []uint64, err error) {
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
