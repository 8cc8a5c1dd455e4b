package ptx

import (
	"context"
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
// or with an array for each input of a map: a matrix, or a value of each row.
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
	*gridBlock
	*Columns
	Matrix
	column   int // that is looked at
	protocol *columnProtocol
	out      *exec.Matrix
}

// Chunk is the block of a chunk of a column: the result of that chunk is claimed.
func (c *Columns) Chunk(m Matrix, column, chunk int) (check.Subject, error) {
	b := c.block(m, column, chunk)
	if column >= m.Cols || chunk >= b.chunks || m.Rows < 1 {
		return nil, fmt.Errorf("%d rows and %d columns: no chunk %d of column %d", m.Rows, m.Cols, chunk, column)
	}
	b.spec = b.spec.OfCols(min(b.size, m.Rows-chunk*b.size))
	return b, nil
}

// Tree is the block of a chunk that ends last: whatever the results of all chunks are, it stores the tree over them.
func (c *Columns) Tree(m Matrix, column, chunk int) (check.Subject, error) {
	b := c.block(m, column, chunk)
	if column >= m.Cols || chunk >= b.chunks || b.chunks < 2 {
		return nil, fmt.Errorf("%d rows and %d columns: no several chunks of column %d", m.Rows, m.Cols, column)
	}
	b.spec.Map, b.chunk = nil, allChunks
	b.spec = b.spec.OfCols(b.chunks).Widened()
	return b, nil
}

// Idle checks that a block without a chunk does nothing.
func (c *Columns) Idle(m Matrix) error {
	b := c.block(m, 0, c.Chunks(m))
	b.chunk = noChunk
	_, err := b.Run(context.Background(), check.Call{Dom: bv.Numbers{}})
	return err
}

// Nothing are the bits of the result of a column without rows.
func (c *Columns) Nothing(cols, column int) (bits []uint64, err error) {
	return c.block(Matrix{0, cols}, column, 0).nothing()
}

func (c *Columns) block(m Matrix, column, chunk int) *gridBlock {
	tiles := c.Tiles(m)
	b := &gridBlock{gridKernel: &c.gridKernel, spec: c.spec, n: m.Rows, chunks: c.Chunks(m),
		size: int(c.spec.GridOrder().Chunk(int64(m.Rows))), number: chunk*tiles + column/c.launch.Tile, chunk: chunk}
	b.blocks = b.chunks*tiles + 1
	b.role = &columnBlock{gridBlock: b, Columns: c, Matrix: m, column: column}
	return b
}

// own and tile are the chunk and the tile of the block.
func (b *columnBlock) own() int  { return b.number / b.Tiles(b.Matrix) }
func (b *columnBlock) tile() int { return b.number % b.Tiles(b.Matrix) }

// last reports whether the block ends last, and the tree over chunks is claimed.
func (b *columnBlock) last() bool { return b.gridBlock.chunk == allChunks }

// idle reports whether the block has no chunk.
func (b *columnBlock) idle() bool { return b.gridBlock.chunk == noChunk }

func (b *columnBlock) program() *exec.Program { return b.Columns.program }

func (b *columnBlock) block() string {
	of := fmt.Sprintf("chunk %d", b.own())
	if b.last() {
		of = fmt.Sprintf("the block of chunk %d, which ends last", b.own())
	}
	return fmt.Sprintf("%s of column %d of %d rows and %d columns", of, b.column, b.Rows, b.Cols)
}

func (b *columnBlock) begin(c check.Call, g *exec.Grid) []exec.Arg {
	d, port := c.Dom, b.spec.Shape().Out[0]
	b.protocol = b.newProtocol(c, g)
	b.out = &exec.Matrix{Name: "out", Unit: alignOf(port), Vector: true, Cells: unwritten(d, port, b.Cols)}
	given, args := [][]bv.Value{c.Elements}, []exec.Arg(nil)
	if b.spec.Map != nil { // which makes the elements
		given = c.Inputs
	}
	for i, p := range b.Columns.spec.Shape().In {
		var elements []bv.Value
		if i < len(given) {
			elements = given[i]
		}
		args = append(args, exec.Arg{Matrix: b.input(d, p, i, elements)})
	}
	return append(args, exec.Arg{Scalar: d.Const(64, uint64(b.Rows))}, exec.Arg{Scalar: d.Const(64, uint64(b.Cols))},
		exec.Arg{Matrix: b.out}, exec.Arg{Meet: b.protocol.workspace})
}

// input is the array of a port, from the first row of the chunk to its last one: a matrix, or a value of each row.
// Where the tree over all results is claimed, no element is defined.
func (b *columnBlock) input(d bv.Domain, p spec.Port, number int, elements []bv.Value) *exec.Matrix {
	first, cols := b.own()*b.size, b.Cols
	if p.Role.OfRow() {
		cols = 1
	}
	in := &exec.Matrix{Name: p.InMemory(), Unit: p.Bits / 8, ReadOnly: true, Vector: true, From: first * cols}
	if b.idle() {
		return in
	}
	in.Cells = undefined(d, min(b.size, b.Rows-first)*cols, p.Bits)
	if b.last() {
		return in
	}
	tile := b.tile() * b.launch.Tile
	vector := b.launch.Tile / spec.WarpSize
	for r, x := range elements {
		if p.Role.OfRow() {
			in.Cells[r] = exec.Cell{V: x, Def: d.Const(1, 1)}
			continue
		}
		for column := tile; column < min(tile+b.launch.Tile, b.Cols); column++ {
			apart := column - b.column
			if apart%spec.WarpSize != 0 && (column-tile)/vector != (b.column-tile)/vector {
				continue
			}
			v := x
			if apart != 0 {
				v = anything(d, (number*b.Rows+r)*b.launch.Tile+column-tile, p.Bits)
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
func (b *columnBlock) result(d bv.Domain) ([]exec.Cell, error) {
	if err := b.protocol.check(); err != nil {
		return nil, err
	}
	row, stores := b.out.Row(0), !b.idle() && (b.last() || b.chunks == 1)
	for i := range b.out.Cells {
		all, none := false, true
		if row != nil {
			all, none = row.WrittenAt(i)
		}
		switch own := stores && i/b.launch.Tile == b.tile(); {
		case own && !all:
			return nil, b.fault("no thread stores the whole result of column %d", i).Wrong()
		case !own && !none:
			return nil, b.fault("a block stores a result of column %d, which is not its own", i)
		}
	}
	switch {
	case b.idle():
		return nil, nil
	case stores:
		return []exec.Cell{row.Get(d, b.column)}, nil
	}
	return []exec.Cell{b.protocol.published()}, nil
}
