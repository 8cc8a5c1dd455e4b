package ptx

import (
	"context"
	"fmt"
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
	"github.com/shflgen/shflgen/internal/prover/ptx/parse"
)

// An array that is spread over devices has two kernels more. One leaves the results of some chunks; each device has
// only the elements of its chunks. The other combines the results of all chunks:
//
//	NAME_chunks   const T *in, unsigned long long n, unsigned from, unsigned to, T *out
//	NAME_combine  const T *results, unsigned long long n, T *out
//
// With a map there is an array for each input. No blocks meet in either. Block b of B leaves out[c] of the chunks c =
// from + b, from + b + B, … below to, of those that there are, and stores nothing else; each array begins with its
// first element of chunk from. By the claim about a chunk and that about all results, the one block of NAME_combine
// stores what NAME stores of the whole array.

// loadParts loads the kernels of parts of a file that has these and one of the whole array, and nothing else. It
// returns the name of that.
func (a *Array) loadParts(f *File, kernel string) (string, error) {
	if kernel == "" {
		kernel = a.spec.FileName()
	}
	if n := len(f.module.Kernels); n != 3 {
		return "", parse.Refuse(f.name, parse.Place{}, "%d kernels: want %s, %[2]s_chunks and %[2]s_combine", n, kernel)
	}
	var err error
	if a.chunks, err = a.load(f, kernel+"_chunks", a.spec.GridOrder().Threads); err != nil {
		return "", err
	}
	a.combine, err = a.load(f, kernel+"_combine", a.spec.GridOrder().Threads)
	return kernel, err
}

// Parted is a block of a launch on the chunks from to before to of an array of n elements. The result of one of its
// chunks is claimed, or of none for -1.
type Parted struct{ N, From, To, Blocks, Number, Chunk int }

// String is what is looked at, in words.
func (p Parted) String() string {
	return fmt.Sprintf("block %d of %d, chunk %d of %d elements, launched for %d to %d", p.Number, p.Blocks, p.Chunk, p.N,
		p.From, p.To)
}

// Part is a block of the kernel of chunks under proof.
func (a *Array) Part(p Parted) (check.Subject, error) {
	b := a.part(p)
	count := min(b.size, p.N-p.Chunk*b.size)
	if count < 1 || !slices.Contains(b.role.(*someChunks).own(), p.Chunk) {
		return nil, fmt.Errorf("%s: none of the block's", p)
	}
	b.spec = b.spec.OfCols(count)
	return b, b.executes()
}

// PartStores checks of a block that it stores a result of each of its chunks, and nothing else.
func (a *Array) PartStores(p Parted) error {
	p.Chunk = noChunk
	b := a.part(p)
	b.spec = b.spec.OfCols(1)
	e := bv.Numbers{}
	_, err := b.Run(context.Background(),
		check.Call{Dom: e, Elements: []bv.Value{e.Const(a.spec.InType().Bits(), 0)}})
	return err
}

// PartNothing are the leaves of the result of the one chunk of no elements.
func (a *Array) PartNothing() ([]uint64, error) { return a.part(Parted{To: 1, Blocks: 1}).nothing() }

// part is a block of the kernel of chunks.
func (a *Array) part(p Parted) *gridBlock {
	b := a.block(p.N, p.Blocks, p.Number)
	b.chunk, b.role = p.Chunk, &someChunks{gridBlock: b, array: a, at: p}
	return b
}

// Combined is the block that combines the results of an array under proof: of n elements or, where most is greater, of
// any number from n to most, which have as many chunks.
func (a *Array) Combined(n, most int) (check.Subject, error) {
	if most > n && a.Chunks(n) != a.Chunks(most) {
		return nil, fmt.Errorf("%d to %d elements have several numbers of chunks", n, most)
	}
	b := a.block(n, 1, 0)
	b.most = most
	b.spec.Map, b.chunk = nil, allChunks
	b.spec = b.spec.OfCols(b.chunks).Widened()
	b.role = &combined{gridBlock: b, array: a}
	return b, b.executes()
}

// someChunks is the kernel of chunks.
type someChunks struct {
	*gridBlock
	array *Array
	at    Parted
	out   *exec.Matrix
}

func (s *someChunks) program() *exec.Program { return s.array.chunks }

func (s *someChunks) block() string { return s.at.String() }

func (s *someChunks) own() (all []int) {
	for c := s.at.From + s.at.Number; c < min(s.at.To, s.chunks); c += s.at.Blocks {
		all = append(all, c)
	}
	return all
}

func (s *someChunks) begin(c check.Call, _ *exec.Grid) []exec.Arg {
	d := c.Dom
	s.out = s.outputs(d, s.gridKernel.spec.GridOrder().Chunks)[0]
	return append(s.inputs(c, s.own(), s.at.From), []exec.Arg{
		{Scalar: d.Const(64, uint64(s.n))},
		{Scalar: d.Const(32, uint64(s.at.From))}, {Scalar: d.Const(32, uint64(s.at.To))}, {Matrix: s.out},
	}...)
}

// result is that of the chunk that is claimed. Of each chunk of the block one is stored, and of no other.
func (s *someChunks) result(d bv.Domain) ([]exec.Cell, error) {
	own, row := s.own(), s.out.Row(0)
	if row == nil && len(own) > 0 {
		return nil, s.fault("no thread stores the result of a chunk").Wrong()
	}
	port := s.spec.Shape().Out[0]
	spans, leaves := spansOf(port), len(port.Leaves())
	for i := range s.out.Cells {
		if row == nil {
			break
		}
		chunk, padding := i/len(spans), spans[i%len(spans)].leaf == byteOfPadding
		switch all, none := row.WrittenAt(i); {
		case slices.Contains(own, chunk) && !padding && !all:
			return nil, s.fault("no thread stores the whole result of chunk %d", chunk).Wrong()
		case !slices.Contains(own, chunk) && !none:
			return nil, s.fault("stores a result of chunk %d, which is not the block's", chunk)
		}
	}
	if s.chunk == noChunk {
		return nil, nil
	}
	var all []exec.Cell
	for k := range leaves {
		all = append(all, row.Get(d, cellOf(port, s.chunk*leaves+k)))
	}
	return all, nil
}

// combined is the kernel that combines results.
type combined struct {
	*gridBlock
	array *Array
	outs  []*exec.Matrix
}

func (c *combined) program() *exec.Program { return c.array.combine }

func (c *combined) block() string {
	return fmt.Sprintf("the block that combines %d results of %d elements", c.chunks, c.n)
}

func (c *combined) begin(call check.Call, _ *exec.Grid) []exec.Arg {
	d := call.Dom
	port := c.spec.Shape().Out[0]
	results := &exec.Matrix{Name: "results", Unit: alignOf(port), ReadOnly: true, Vector: true}
	results.Cells = unwritten(d, port, len(call.Elements)/len(port.Leaves()))
	for i, x := range call.Elements {
		results.Cells[cellOf(port, i)] = defined(d, []bv.Value{x})[0]
	}
	c.outs = c.outputs(d, 1)
	return []exec.Arg{{Matrix: results}, {Scalar: c.elements(call)}, {Matrix: c.outs[0]}}
}

func (c *combined) result(d bv.Domain) ([]exec.Cell, error) {
	return c.stored(d, c.outs)
}
