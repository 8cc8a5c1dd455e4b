package ptx

import (
	"context"
	"errors"
	"fmt"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/check"
	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
	"github.com/shflgen/shflgen/spec"
)

// A kernel of columns is executed by itself, one block of a grid, on a matrix with a known number of rows and columns,
// wherever it starts:
//
//	const T *in, unsigned long long rows, unsigned long long cols, T *out, unsigned long long *workspace
//
// One execution looks at one column: the elements of others that a lane may hold beside it may be anything, as a lane
// copies them together, and those of all other columns are undefined. It looks at the result of the block's chunk, or,
// in the block that ends last of those of its tile of columns, at the tree over the results of all chunks, which are
// unknown. columnprotocol.go says what blocks do in the workspace.

// Columns is the kernel of columns under proof.
type Columns struct {
	gridKernel
	launch spec.ColumnLaunch
}

// Columns is the kernel of that name, or the only one for "", as that of columns.
func (f *File) Columns(s spec.Spec, kernel string) (_ *Columns, err error) {
	k := &Columns{gridKernel: f.gridKernel(s, nil), launch: s.ColumnLaunch()}
	k.program, err = k.load(f, kernel, k.launch.Threads)
	return k, err
}

// Matrix is the number of rows and columns of one.
type Matrix struct{ Rows, Cols int }

// Tiles is the number of tiles of a matrix.
func (c *Columns) Tiles(m Matrix) int { return (m.Cols + c.launch.Tile - 1) / c.launch.Tile }

// Chunks is the number of chunks of each of its columns.
func (c *Columns) Chunks(m Matrix) int {
	size := int(c.spec.GridOrder().Chunk(int64(m.Rows)))
	return max(1, (m.Rows+size-1)/size)
}

// Tile is the number of columns of a tile.
func (c *Columns) Tile() int { return c.launch.Tile }

// columnBlock is a block of a launch under proof.
type columnBlock struct {
	*Columns
	Matrix
	spec     spec.Spec // of the elements that the claim is about
	number   int       // of the block
	column   int       // that is looked at
	last     bool      // the block ends last, and the tree over chunks is claimed
	idle     bool      // it has no chunk
	grid     *exec.Grid
	protocol *columnProtocol
	out      *exec.Matrix
}

// Chunk is the block of a chunk of a column: the result of that chunk is claimed.
func (c *Columns) Chunk(m Matrix, column, chunk int) (check.Subject, error) {
	size := int(c.spec.GridOrder().Chunk(int64(m.Rows)))
	if column >= m.Cols || chunk >= c.Chunks(m) || m.Rows < 1 {
		return nil, fmt.Errorf("%d rows and %d columns: no chunk %d of column %d", m.Rows, m.Cols, chunk, column)
	}
	b := c.block(m, column, chunk)
	b.spec = b.spec.OfCols(min(size, m.Rows-chunk*size))
	return b, nil
}

// Tree is the block of a chunk that ends last: whatever the results of all chunks are, it stores the tree over them.
func (c *Columns) Tree(m Matrix, column, chunk int) (check.Subject, error) {
	chunks := c.Chunks(m)
	if column >= m.Cols || chunk >= chunks || chunks < 2 {
		return nil, fmt.Errorf("%d rows and %d columns: no several chunks of column %d", m.Rows, m.Cols, column)
	}
	b := c.block(m, column, chunk)
	b.spec, b.last = b.spec.OfCols(chunks).Widened(), true
	return b, nil
}

// Idle checks that a block without a chunk does nothing.
func (c *Columns) Idle(m Matrix) error {
	b := c.block(m, 0, c.Chunks(m))
	b.idle = true
	_, err := b.Run(context.Background(), check.Call{Dom: bv.Numbers{}})
	return err
}

// Nothing are the bits of the result of a column without rows.
func (c *Columns) Nothing(cols, column int) (bits []uint64, err error) {
	b := c.block(Matrix{0, cols}, column, 0)
	n := bv.Numbers{}
	left, err := b.Run(context.Background(), check.Call{Dom: n})
	if err != nil {
		return nil, err
	}
	for _, call := range left.Calls {
		x, _ := n.Known(call.Elements[0].V)
		if def, _ := n.Known(call.Elements[0].Def); def == 0 || len(bits) > 0 && bits[0] != x {
			return nil, b.fault("the result of no rows is undefined, or depends on the launch")
		}
		bits = []uint64{x}
	}
	return bits, nil
}

func (c *Columns) block(m Matrix, column, chunk int) *columnBlock {
	return &columnBlock{Columns: c, Matrix: m, spec: c.spec, column: column,
		number: chunk*c.Tiles(m) + column/c.launch.Tile}
}

// chunk and tile are those of the block.
func (b *columnBlock) chunk() int { return b.number / b.Tiles(b.Matrix) }
func (b *columnBlock) tile() int  { return b.number % b.Tiles(b.Matrix) }

// chunks is how many there are of each column.
func (b *columnBlock) chunks() int { return b.Chunks(b.Matrix) }

// Spec is what the kernel has to compute of the elements.
func (b *columnBlock) Spec() spec.Spec { return b.spec }

// Traits says that all paths are taken by each call, and which block it is.
func (b *columnBlock) Traits() check.Traits {
	t := check.Traits{IntBits: intBits, Tries: arrayTries, Ways: []string{b.String()}, OneChunk: !b.last}
	t.Extrema, t.Widening = true, b.Columns.spec.In() != spec.AsType
	return t
}

// String is what is looked at, in words.
func (b *columnBlock) String() string {
	of := fmt.Sprintf("chunk %d", b.chunk())
	if b.last {
		of = fmt.Sprintf("the block of chunk %d, which ends last", b.chunk())
	}
	return fmt.Sprintf("%s of column %d of %d rows and %d columns", of, b.column, b.Rows, b.Cols)
}

// Run executes the block by each side of every comparison of what the launch does not tell.
func (b *columnBlock) Run(ctx context.Context, c check.Call) (check.Left, error) {
	return leftBy(b.fault, func(path *exec.Path, left *check.Left) error { return b.once(ctx, c, path, left) })
}

// once executes the block by one path.
func (b *columnBlock) once(ctx context.Context, c check.Call, path *exec.Path, left *check.Left) error {
	d, g := c.Dom, exec.NewGrid(path, exec.NoRow)
	g.End, g.Blocks, g.Number, g.Bit = b.launch.Threads, b.chunks()*b.Tiles(b.Matrix)+1, b.number, noRows
	b.grid, b.protocol = g, b.newProtocol(c, g)
	port := b.spec.Shape().Out[0]
	b.out = &exec.Matrix{Name: "out", Unit: alignOf(port), Vector: true, Cells: unwritten(d, port, b.Cols)}
	m, err := exec.NewGridMachine(b.program, d, exec.Line(b.launch.Threads), g, []exec.Arg{
		{Matrix: b.input(c)}, {Scalar: d.Const(64, uint64(b.Rows))}, {Scalar: d.Const(64, uint64(b.Cols))}, {Matrix: b.out},
		{Meet: b.protocol.workspace},
	})
	if err != nil {
		return err
	}
	defer m.Release()
	m.Context, m.MaxSteps = ctx, maxRowSteps
	if err := m.Run(); errors.Is(err, exec.ErrImpossible) {
		return nil
	} else if err != nil {
		return err
	}
	left.Musts = append(left.Musts, mustsOf(m)...)
	if err := b.protocol.check(); err != nil {
		return err
	}
	result, err := b.result(d)
	if err != nil || b.idle {
		return err
	}
	outputs := asGiven(c.Elements)
	if len(outputs.Elements) == 0 {
		outputs.Elements = make([]check.Cell, 1)
	}
	outputs.Elements[0] = check.Cell{V: result.V, Def: result.Def}
	left.Calls = append(left.Calls, outputs)
	return nil
}

// input is the matrix from the first row of the chunk to its last one. Where the tree over all results is claimed, no
// element is defined.
func (b *columnBlock) input(c check.Call) *exec.Matrix {
	d, bits, size := c.Dom, b.Columns.spec.InType().Bits(), int(b.Columns.spec.GridOrder().Chunk(int64(b.Rows)))
	first := b.chunk() * size
	in := &exec.Matrix{Name: "in", Unit: bits / 8, ReadOnly: true, Vector: true, From: first * b.Cols}
	if b.idle {
		return in
	}
	in.Cells = undefined(d, min(size, b.Rows-first)*b.Cols, bits)
	if b.last {
		return in
	}
	tile := b.tile() * b.launch.Tile
	vector := b.launch.Tile / spec.WarpSize
	for r, x := range c.Elements {
		for column := tile; column < min(tile+b.launch.Tile, b.Cols); column++ {
			apart := column - b.column
			if apart%spec.WarpSize != 0 && (column-tile)/vector != (b.column-tile)/vector {
				continue
			}
			v := x
			if apart != 0 {
				v = anything(d, r*b.launch.Tile+column-tile, bits)
			}
			in.Cells[r*b.Cols+column] = exec.Cell{V: v, Def: d.Const(1, 1)}
		}
	}
	return in
}

// anything is value i of those that may be anything; of a call on numbers another one.
func anything(d bv.Domain, i, bits int) bv.Value {
	if x, ok := bv.Fresh(d, firstElement+i, bits); ok {
		return x
	}
	return d.Const(bits, (uint64(i)+1)*0x9e3779b97f4a7c15>>(64-bits))
}

// result is what the block leaves of the column that is looked at. It stores the results of the columns of its tile
// where it has to, each once, and else none.
func (b *columnBlock) result(d bv.Domain) (exec.Cell, error) {
	row, stores := b.out.Row(0), !b.idle && (b.last || b.chunks() == 1)
	for i := range b.out.Cells {
		all, none := false, true
		if row != nil {
			all, none = row.WrittenAt(i)
		}
		switch own := stores && i/b.launch.Tile == b.tile(); {
		case own && !all:
			return exec.Cell{}, b.fault("no thread stores the whole result of column %d", i)
		case !own && !none:
			return exec.Cell{}, b.fault("a block stores a result of column %d, which is not its own", i)
		}
	}
	switch {
	case b.idle:
		return exec.Cell{}, nil
	case stores:
		return row.Get(d, b.column), nil
	}
	return b.protocol.published(), nil
}

// fault is a fault of the kernel as a whole.
func (b *columnBlock) fault(format string, args ...any) *exec.Fault {
	return faultOf(b.file, b.program)(format, args...)
}
