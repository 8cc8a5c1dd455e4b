package ptx

import (
	"context"
	"fmt"
	"slices"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
	"github.com/shflgen/shflgen/internal/prover/weak"
)

// A kernel of an array is executed by itself, one block of a grid of known size on an array of known
// length, wherever the array starts:
//
//	const T *in, unsigned long long n, T *out, unsigned long long *workspace
//
// With a map there is an array for each input. The elements are cut into chunks, as docs/order.md says. One
// execution looks at the result of one chunk, or, in the block that began last, at the tree over the results of
// all chunks, which are unknown.
// What it does in the workspace has to be the protocol of protocol.go; what blocks say to each other by
// it is looked at by package weak.

// Array is the kernel of an array under proof.
type Array struct {
	spec    shflgen.Spec
	file    string
	program *exec.Program
	user    []*exec.Known // functions of users that stay calls

	// bodies are those that stand in it as they were compiled, for one execution; nil: none do.
	bodies func() (bv.Bodies, error)
}

// Array is the kernel of that name, or the only one for "", as that of an array.
func (f *File) Array(spec shflgen.Spec, kernel string) (*Array, error) {
	return f.array(spec, kernel, known(spec), nil)
}

// InlinedArray is [File.Array] of a build in which functions of users are no calls, as [File.Inlined] is
// [File.Subject]'s.
func (f *File) InlinedArray(spec shflgen.Spec, kernel string, bodies func() (bv.Bodies, error)) (*Array, error) {
	return f.array(spec, kernel, nil, bodies)
}

func (f *File) array(spec shflgen.Spec, kernel string, user []*exec.Known, bodies func() (bv.Bodies, error)) (*Array, error) {
	p, err := f.program(kernel, user, exec.LoadMeeting)
	if err != nil {
		return nil, err
	}
	o := spec.GridOrder()
	if threads := max(p.Kernel.MaxNTID, p.Kernel.ReqNTID); threads != o.Threads {
		return nil, &parse.Refusal{File: f.name, Line: p.Kernel.Line, Kind: parse.Unsupported, Why: fmt.Sprintf("a kernel for blocks of %d threads: want %d", threads, o.Threads)}
	}
	return &Array{spec, f.name, p, user, bodies}, nil
}

// Protocol checks what blocks say to each other, on an array of so many chunks.
func (a *Array) Protocol(blocks, chunks int) error {
	stays := func(callee string) bool {
		return slices.ContainsFunc(a.user, func(k *exec.Known) bool { return k.Is(callee) })
	}
	return weak.Check(a.spec, a.program.Kernel, stays, blocks, chunks)
}

// Chunks is the number of chunks of an array of n elements.
func (a *Array) Chunks(n int) int {
	size := a.spec.GridOrder().Chunk(int64(n))
	return max(1, int((int64(n)+size-1)/size))
}

// Chunk is a block of a grid under proof, on an array of n elements of which it works on a chunk among
// others. The result of that chunk is what is claimed.
func (a *Array) Chunk(n, blocks, number, chunk int) (check.Subject, error) {
	o := a.spec.GridOrder()
	b := a.block(n, blocks, number)
	first := chunk * b.size
	count := min(b.size, n-first)
	if count < 1 || count > o.Alone*o.Accumulators() || chunk%b.working() != number {
		return nil, fmt.Errorf("%d elements are no chunk of block %d of %d, or none of up to %d rounds", count, number, blocks, o.Alone)
	}
	b.spec.Cols, b.chunk = count, chunk
	return b, b.withBodies()
}

// withBodies takes the functions of users of which the kernel holds the bodies.
func (b *arrayBlock) withBodies() (err error) {
	if b.bodies != nil {
		b.executed, err = b.bodies()
	}
	return err
}

// Tree is the block that begins last under proof, on an array of so many chunks: whatever their results
// are, it stores the tree over them. It works on the last chunk, of one element.
func (a *Array) Tree(chunks int) (check.Subject, error) {
	o := a.spec.GridOrder()
	n := (chunks-1)*o.Rounds*o.Accumulators() + 1
	if chunks > o.Chunks || chunks < 2 || a.Chunks(n) != chunks {
		return nil, fmt.Errorf("no array of %d chunks", chunks)
	}
	b := a.block(n, chunks, chunks-1)
	b.spec.Cols, b.spec.In, b.spec.Map, b.chunk = chunks, shflgen.AsType, nil, allChunks
	if b.spec.User == nil { // a map alone makes no result of a chunk
		return b, nil
	}
	return b, b.withBodies()
}

// Idle checks that a block without a chunk does nothing.
func (a *Array) Idle(n, blocks, number int) error {
	b := a.block(n, blocks, number)
	b.spec.Cols, b.chunk = 1, noChunk
	e := bv.Numbers{}
	return b.all(context.Background(), check.Call{Dom: e, Elements: []bv.Value{e.Const(a.spec.InType().Bits(), 0)}}, new(check.Left))
}

// Nothing is what the kernel leaves of no elements.
func (a *Array) Nothing() (uint64, error) {
	b := a.block(0, 1, 0)
	b.spec.Cols, b.chunk = 0, 0
	var left check.Left
	n := bv.Numbers{}
	if err := b.all(context.Background(), check.Call{Dom: n}, &left); err != nil {
		return 0, err
	}
	bits, _ := n.Known(left.Calls[0].Elements[0].V)
	if def, _ := n.Known(left.Calls[0].Elements[0].Def); def == 0 {
		return 0, b.fault("the result of no elements is undefined")
	}
	return bits, nil
}

// allChunks and noChunk stand for a chunk where the tree over all is claimed, and where a block has none.
const (
	allChunks = -1
	noChunk   = -2
)

// arrayBlock is a block of a grid under proof.
type arrayBlock struct {
	*Array
	spec     shflgen.Spec // of the elements of which the result is claimed
	n        int          // elements of the array
	chunks   int
	size     int // elements of a chunk, but for the last one
	blocks   int
	number   int       // of the block
	chunk    int       // whose result is claimed, allChunks or noChunk
	executed bv.Bodies // functions of users, by the reference
	protocol *protocol
}

func (a *Array) block(n, blocks, number int) *arrayBlock {
	return &arrayBlock{Array: a, spec: a.spec, n: n, chunks: a.Chunks(n), size: int(a.spec.GridOrder().Chunk(int64(n))), blocks: blocks, number: number}
}

// working is how many blocks have a chunk.
func (b *arrayBlock) working() int { return min(b.chunks, b.blocks) }

// arrayTries is how many inputs are replayed in search of a counterexample: each is a block of 256 threads.
const arrayTries = 128

// Spec is what the kernel has to compute of the elements.
func (b *arrayBlock) Spec() shflgen.Spec { return b.spec }

// Traits says that all paths are taken by each call, and which block it is.
func (b *arrayBlock) Traits() check.Traits {
	t := check.Traits{IntBits: intBits, Tries: arrayTries, Ways: []string{b.String()}}
	if b.executed != nil {
		t.Bodies, t.Steps, t.Tries = b.executed, inlinedSteps, inlinedTries
	}
	return t
}

// String is what is looked at, in words.
func (b *arrayBlock) String() string {
	if b.chunk == allChunks {
		return fmt.Sprintf("the last one to begin, of %d on %d chunks", b.blocks, b.chunks)
	}
	return fmt.Sprintf("%d of %d, chunk %d of %d elements", b.number, b.blocks, b.chunk, b.n)
}

// Run executes the block by each side of every comparison of what the launch does not tell.
func (b *arrayBlock) Run(ctx context.Context, c check.Call) (left check.Left, err error) {
	err = b.all(ctx, c, &left)
	return left, err
}

// all executes the block by all paths, where results of other blocks are there, and where it waits for them.
func (b *arrayBlock) all(ctx context.Context, c check.Call, left *check.Left) error {
	n := 0
	for _, wait := range b.waits() {
		for path := new(exec.Path); path != nil; path = path.Next() {
			if n++; n > maxWays {
				return b.fault("more than %d paths", maxWays)
			}
			if err := b.once(ctx, c, path, wait, left); err != nil {
				return err
			}
		}
	}
	return nil
}

// once executes the block by one path.
func (b *arrayBlock) once(ctx context.Context, c check.Call, path *exec.Path, wait waits, left *check.Left) error {
	d, threads := c.Dom, b.Array.spec.GridOrder().Threads
	g := exec.NewGrid(path, exec.NoRow)
	g.End, g.Blocks, g.Number = threads, b.blocks, b.number
	g.Bit = func(int, int64, bool) bv.Value { panic(bv.Stop{Why: "a comparison of rows in a kernel of an array"}) }
	out := &exec.Matrix{Name: "out", Unit: b.spec.Type.Bits() / 8, Vector: true}
	out.Cells = []exec.Cell{{V: d.Const(b.spec.Type.Bits(), 0), Def: d.Const(1, 0)}}
	b.protocol = b.newProtocol(c, g, wait)
	args := append(b.inputs(c), exec.Arg{Scalar: d.Const(64, uint64(b.n))}, exec.Arg{Matrix: out}, exec.Arg{Meet: b.protocol.workspace})
	m, err := exec.NewGridMachine(b.program, d, exec.Line(threads), g, args)
	if err != nil {
		return err
	}
	m.Context, m.MaxSteps = ctx, maxRowSteps
	if err := m.Run(); err != nil {
		return err
	}
	for _, must := range m.Musts {
		left.Musts = append(left.Musts, check.Must{Lane: must.Lane, Why: fmt.Sprintf("line %d: %s", must.Line, must.Why), Bit: must.Bit})
	}
	result, err := b.result(d, out)
	if err != nil || b.chunk == noChunk {
		return err
	}
	var outputs check.Outputs
	for _, x := range c.Elements { // the contract names the result alone
		outputs.Elements = append(outputs.Elements, check.Cell{V: x})
	}
	if len(outputs.Elements) == 0 {
		outputs.Elements = make([]check.Cell, 1)
	}
	outputs.Elements[0] = check.Cell{V: result.V, Def: result.Def}
	left.Calls = append(left.Calls, outputs)
	return nil
}

// inputs are the arrays: those of the kernel's spec, also where the block's spec is of the tree alone.
func (b *arrayBlock) inputs(c check.Call) (all []exec.Arg) {
	given := [][]bv.Value{c.Elements}
	if b.spec.Map != nil { // which makes the elements
		given = c.Inputs
	}
	for i, p := range b.Array.spec.Shape().In {
		var elements []bv.Value
		if i < len(given) {
			elements = given[i]
		}
		all = append(all, exec.Arg{Matrix: b.input(c.Dom, p.InMemory(), p.Bits, elements)})
	}
	return all
}

// input is an array, as far as the block works on it. Of chunks whose result is not claimed nothing is
// defined, or what they are is of no matter.
func (b *arrayBlock) input(d bv.Domain, name string, bits int, elements []bv.Value) *exec.Matrix {
	own := b.own()
	in := &exec.Matrix{Name: name, Unit: bits / 8, ReadOnly: true, Vector: true}
	if len(own) == 0 {
		return in
	}
	in.From = own[0] * b.size
	other := exec.Cell{V: d.Const(bits, 0), Def: d.Const(1, 0)}
	if b.chunk == allChunks {
		other.Def = d.Const(1, 1)
	}
	for i := in.From; i < min(b.n, (own[len(own)-1]+1)*b.size); i++ {
		cell := other
		if k := i - b.chunk*b.size; b.chunk >= 0 && k >= 0 && k < len(elements) {
			cell = exec.Cell{V: elements[k], Def: d.Const(1, 1)}
		}
		in.Cells = append(in.Cells, cell)
	}
	return in
}

// own are the chunks of the block.
func (b *arrayBlock) own() (all []int) {
	for c := b.number; b.number < b.working() && c < b.chunks; c += b.working() {
		all = append(all, c)
	}
	return all
}

// result is what the block leaves: in the workspace, or as the result of the array, which is stored once
// where this block has to and else not at all.
func (b *arrayBlock) result(d bv.Domain, out *exec.Matrix) (exec.Cell, error) {
	last, err := b.protocol.check()
	if err != nil {
		return exec.Cell{}, err
	}
	if b.chunks == 1 {
		last = b.number == 0
	}
	stored := out.Row(0)
	switch {
	case stored == nil && last:
		return exec.Cell{}, b.fault("no thread stores the result")
	case stored != nil && !last:
		return exec.Cell{}, b.fault("a block that does not begin last, or has no chunk, uses the result of the array")
	case stored != nil:
		if all, _ := stored.Written(); !all {
			return exec.Cell{}, b.fault("no thread stores the whole result")
		}
	}
	if b.chunks == 1 && last || b.chunk == allChunks {
		return stored.Get(d, 0), nil
	}
	if b.chunk == noChunk {
		return exec.Cell{}, nil
	}
	return b.protocol.published(b.chunk), nil
}

// fault is a fault of the kernel as a whole.
func (a *Array) fault(format string, args ...any) *exec.Fault {
	return &exec.Fault{File: a.file, Line: a.program.Kernel.Line, Opcode: a.program.Kernel.Name, Why: fmt.Sprintf(format, args...)}
}
