package grids

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/gpu/device"
	"github.com/shflgen/shflgen/gpu/report"
	"github.com/shflgen/shflgen/internal/catalogue"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// Columns reduces the columns of the matrix in some bytes, as many as out has elements.
type Columns func(in, out []byte)

// OfColumns is an emitted function as Columns.
func OfColumns[T, R any](f func(in []T, out []R)) Columns {
	return func(in, out []byte) { f(elements[T](in), elements[R](out)) }
}

var columns = map[string]Columns{}

// RegisterColumns adds the emitted Go function of the CUDA kernel called name.
func RegisterColumns(name string, f Columns) { columns[name] = f }

// columnsKernel is a kernel of columns under comparison.
type columnsKernel struct {
	*report.Report
	spec   spec.Spec
	module device.Module
	twin   Columns
}

// RunColumns compares the kernel of a spec with its twin, on matrices of at most so many bytes.
func RunColumns(d *device.Device, s spec.Spec, most int, r *report.Report) error {
	files, err := gen.Generate(s, gen.Options{Langs: []gen.Lang{gen.CUDA}})
	if err != nil {
		return err
	}
	k := columnsKernel{Report: r, spec: s, twin: columns[s.FileName()]}
	if k.twin == nil {
		return fmt.Errorf("%s: no twin is linked in", s.FileName())
	}
	if k.module, err = d.Compile(string(files[s.FileName()+".cu"])); err != nil {
		return err
	}
	defer k.module.Unload()
	r.Kernels++
	for _, rows := range catalogue.ColumnRows {
		for _, cols := range catalogue.ColumnCols {
			if rows*cols*s.InType().Bits()/8 > most {
				continue
			}
			if err := k.matrix(d, rows, cols); err != nil {
				return fmt.Errorf("%s: %d rows, %d columns: %w", s.FileName(), rows, cols, err)
			}
		}
	}
	return nil
}

// matrix compares the kernel on a matrix, which begins at two places: one aligned, one not. Each launch has another
// number of blocks, and all have one workspace.
func (k *columnsKernel) matrix(d *device.Device, rows, cols int) error {
	size, result := k.spec.InType().Bits()/8, k.spec.Type.Bits()/8
	array := make([]byte, (rows*cols+1)*size)
	fill(k.spec, uint64(rows)*31+uint64(cols)*7+uint64(k.spec.Op), array)
	in, err := d.Alloc(len(array))
	if err != nil {
		return err
	}
	defer in.Free()
	out, err := d.Alloc((cols + 2) * result)
	if err != nil {
		return err
	}
	defer out.Free()
	launch := k.spec.ColumnLaunch()
	tiles := (cols + launch.Tile - 1) / launch.Tile
	workspace, err := d.Alloc(tiles * launch.Workspace)
	if err != nil {
		return err
	}
	defer workspace.Free()
	for tile := range tiles { // the rest of the workspace holds anything
		if err := workspace.From(tile * launch.Workspace).Put(make([]byte, 4)); err != nil {
			return err
		}
	}
	if err := in.Put(array); err != nil {
		return err
	}
	blocks := launch.Blocks(k.spec.GridOrder(), int64(rows), int64(cols))
	for at := range 2 {
		want := make([]byte, cols*result)
		k.twin(array[at*size:(at+rows*cols)*size], want)
		for more := range 2 {
			if err := out.Poison(); err != nil {
				return err
			}
			err := k.module.Launch(k.spec.FileName(), device.Dim{X: uint32(blocks) + uint32(7*more), Y: 1, Z: 1},
				device.Dim{X: uint32(launch.Threads), Y: 1, Z: 1},
				in.From(at*size), uint64(rows), uint64(cols), out.From(result), workspace)
			if err != nil {
				return err
			}
			k.Launches++
			if err := k.compare(out, workspace, want, tiles, fmt.Sprintf("%d rows, %d columns from element %d on", rows, cols,
				at)); err != nil {
				return err
			}
		}
	}
	return nil
}

// compare compares the results of a launch, and looks at what is beside them and at the counts.
func (k *columnsKernel) compare(out, workspace *device.Buffer, want []byte, tiles int, where string) error {
	size := k.spec.Type.Bits() / 8
	got := make([]byte, len(want)+2*size)
	if err := out.Get(got); err != nil {
		return err
	}
	if !bytes.Equal(got[:size], poison[:size]) || !bytes.Equal(got[len(got)-size:], poison[:size]) {
		k.Wrong("%s: %s: a store beside the results", k.spec.FileName(), where)
	}
	number := func(of []byte) uint64 {
		var word [8]byte
		copy(word[:], of)
		return binary.LittleEndian.Uint64(word[:])
	}
	for c := 0; c < len(want); c += size {
		k.Values++
		if x, y := number(got[size+c:size+c+size]), number(want[c:c+size]); !ref.Same(k.spec.Type, x, y) {
			k.Wrong("%s: %s: column %d: %#x, want %#x", k.spec.FileName(), where, c/size, x, y)
		}
	}
	for tile := range tiles {
		count := make([]byte, 4)
		if err := workspace.From(tile * k.spec.ColumnLaunch().Workspace).Get(count); err != nil {
			return err
		}
		if number(count) != 0 {
			k.Wrong("%s: %s: the count of tile %d is not zero", k.spec.FileName(), where, tile)
		}
	}
	return nil
}
