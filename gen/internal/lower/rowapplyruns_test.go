package lower

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/shflgen/shflgen/gen/internal/ir"
)

// unwritten are the bytes of results that nobody has stored.
const unwritten = 0xa5

// appliedMatrix is a matrix of a call.
type appliedMatrix struct {
	*ir.Memory
	elements   []uint64 // before the call
	pitch      int
	cols, size int // of a row, and of an element
	before     []byte
}

// read is a matrix of random elements.
func (m appliedModel) read(draw *rand.Rand, rows int, aligned bool) *appliedMatrix {
	x := &appliedMatrix{pitch: m.pitch(draw, aligned), cols: m.Cols(), size: m.InType().Bits() / 8}
	x.Memory, x.elements = m.array(draw, (rows-1)*x.pitch+m.Cols(), aligned)
	return x
}

func (m appliedModel) pitch(draw *rand.Rand, aligned bool) int {
	if aligned {
		return (m.Cols() + 15) / 16 * 16
	}
	return m.Cols() + draw.IntN(3)
}

// row are the elements of a row.
func (x *appliedMatrix) row(i int) []uint64 { return x.elements[i*x.pitch:][:x.cols] }

// result is a matrix of results, or what holds the value of each row: the matrix that is read, or another one.
func (m appliedModel) result(draw *rand.Rand, rows int, aligned bool, read *appliedMatrix) *appliedMatrix {
	x := read
	if !m.HasResidual() || draw.IntN(2) == 0 {
		x = &appliedMatrix{pitch: m.pitch(draw, aligned), cols: m.Cols(), size: m.InType().Bits() / 8}
		x.Memory, _ = m.array(draw, rows*x.pitch, aligned)
		if !aligned && draw.IntN(2) == 0 && x.size < 4 { // in one word each
			x.Skew, x.pitch = 2*draw.IntN(2), x.pitch/2*2+2
			x.Bytes = make([]byte, 2*rows*x.pitch)
		}
		if m.PerRow() {
			x.cols, x.size, x.pitch = 1, 4, 1
			x.Skew, x.Bytes = 4*draw.IntN(4), make([]byte, 4*(rows+2))
		}
		for i := range x.Bytes {
			x.Bytes[i] = unwritten
		}
	}
	x.ReadOnly, x.before = false, slices.Clone(x.Bytes)
	return x
}

// is compares the rows of a matrix of results, and sees that nothing else was stored.
func (x *appliedMatrix) is(rows int, want func(i int) []uint64) error {
	before := &ir.Memory{Bytes: x.before}
	for at := range len(x.Bytes) / x.size {
		i, c := at/x.pitch, at%x.pitch
		got := element(x.Memory, at, x.size)
		switch {
		case i >= rows || c >= x.cols:
			if got != element(before, at, x.size) {
				return fmt.Errorf("a store of %x behind the end of row %d", got, i)
			}
		case got != want(i)[c]:
			return fmt.Errorf("row %d of %d, column %d: got %x, want %x", i, rows, c, got, want(i)[c])
		}
	}
	return nil
}

// runs runs the kernel on some rows.
func (m appliedModel) runs(p *ir.Program, seed uint64, arch int) error {
	draw := rand.New(rand.NewPCG(seed, 3))
	rows, aligned := 1+draw.IntN(3), draw.IntN(3) == 0
	reads := []*appliedMatrix{m.read(draw, rows, aligned)}
	if m.fn.Second != "" {
		reads = append(reads, m.read(draw, rows, aligned))
	}
	var results []*appliedMatrix
	for _, x := range reads[:len(m.Shape().Out)] {
		results = append(results, m.result(draw, rows, aligned, x))
	}
	launch := ir.Launch{
		Seed: seed, Identity: m.identity, Primitive: m.primitive, Arch: arch,
		Blocks: (rows*m.row.Blocks+m.row.Rows-1)/m.row.Rows + draw.IntN(2)*m.row.Blocks,
	}
	for _, x := range append(reads, results...) {
		if launch.Args = append(launch.Args, x.Memory); !m.PerRow() || x == reads[0] {
			launch.Args = append(launch.Args, uint64(x.pitch))
		}
	}
	if arch >= clusterArch {
		launch.Cluster = m.row.Blocks
	}
	var beside [][]uint64
	for range m.fn.Beside() {
		a, elements := m.array(draw, m.Cols(), aligned || draw.IntN(2) == 0)
		launch.Args, beside = append(launch.Args, a), append(beside, elements)
	}
	eps := bitsOf(1e-3)
	if m.fn.Eps {
		launch.Args = append(launch.Args, eps)
	}
	held, labels := m.labels(draw, rows)
	if m.fn.Picks {
		launch.Args = append(launch.Args, held)
	}
	launch.Args = append(launch.Args, uint64(rows))
	if err := p.Run(launch); err != nil {
		return err
	}
	var wants [2][][]uint64
	for i := range rows {
		row, second := reads[0].row(i), []uint64(nil)
		if m.fn.Second != "" {
			second = reads[1].row(i)
		}
		if m.HasResidual() {
			row = m.first(row, second)
		}
		want := m.expected(row, second, beside, eps, labels[i])
		wants[0], wants[1] = append(wants[0], want), append(wants[1], row)
	}
	for k, x := range results {
		if err := x.is(rows, func(i int) []uint64 { return wants[k][i] }); err != nil {
			return fmt.Errorf("result %d: %w", k, err)
		}
	}
	return nil
}
