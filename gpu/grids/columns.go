package grids

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/gpu/arrays"
	"github.com/shflgen/shflgen/gpu/device"
	"github.com/shflgen/shflgen/gpu/ends"
	"github.com/shflgen/shflgen/gpu/report"
	"github.com/shflgen/shflgen/internal/catalogue"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// Columns reduces the columns of the matrix in some bytes, as many as out has elements.
type Columns func(in, out []byte)

// OfColumns is an emitted function as Columns.
func OfColumns[T, R any](f func(in []T, out []R)) Columns {
	return func(in, out []byte) { f(arrays.Of[T](in), arrays.Of[R](out)) }
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
func RunColumns(d *device.Device, s spec.Spec, most int, r *report.Report) {
	defer ends.During("%s", s.FileName())
	files := ends.Must(gen.Generate(s, gen.Options{Langs: []gen.Lang{gen.CUDA}}))
	k := columnsKernel{Report: r, spec: s, twin: columns[s.FileName()]}
	if k.twin == nil {
		ends.Check(errors.New("no twin is linked in"))
	}
	k.module = d.Compile(string(files[s.FileName()+".cu"]))
	defer k.module.Unload()
	r.Kernels++
	for _, rows := range catalogue.ColumnRows {
		for _, cols := range catalogue.ColumnCols {
			if rows*cols*s.InType().Bits()/8 <= most {
				k.matrix(d, rows, cols)
			}
		}
	}
}

// matrix compares the kernel on a matrix, which begins at two places: one aligned, one not. Each launch has another
// number of blocks, and all have one workspace.
func (k *columnsKernel) matrix(d *device.Device, rows, cols int) {
	defer ends.During("%d rows, %d columns", rows, cols)
	size, result := k.spec.InType().Bits()/8, k.spec.Type.Bits()/8
	array := make([]byte, (rows*cols+1)*size)
	f := arrays.Filling{Op: k.spec.Op, Type: k.spec.InType(), Apart: 0x1p-12,
		Seed: uint64(rows)*31 + uint64(cols)*7 + uint64(k.spec.Op)}
	if len(array) <= 1<<16 && f.Seed%2 == 1 {
		f.Edges = 5
	}
	f.Fill(array)
	launch, memory := k.spec.ColumnLaunch(), d.Memory()
	defer memory.Free()
	tiles := (cols + launch.Tile - 1) / launch.Tile
	in, out, workspace := memory.Hold(array), memory.Alloc((cols+2)*result), memory.Alloc(tiles*launch.Workspace)
	for tile := range tiles { // the rest of the workspace holds anything
		workspace.From(tile * launch.Workspace).Put(make([]byte, 4))
	}
	blocks := launch.Blocks(k.spec.GridOrder(), int64(rows), int64(cols))
	for at := range 2 {
		want := make([]byte, cols*result)
		k.twin(array[at*size:(at+rows*cols)*size], want)
		for more := range 2 {
			out.Poison()
			k.module.Launch(k.spec.FileName(), device.Dim{X: uint32(blocks) + uint32(7*more)},
				device.Dim{X: uint32(launch.Threads)},
				in.From(at*size), uint64(rows), uint64(cols), out.From(result), workspace)
			k.Launches++
			k.compare(out, workspace, want, tiles, fmt.Sprintf("%d rows, %d columns from element %d on", rows, cols, at))
		}
	}
}

// compare compares the results of a launch, and looks at what is beside them and at the counts.
func (k *columnsKernel) compare(out, workspace *device.Buffer, want []byte, tiles int, where string) {
	size := k.spec.Type.Bits() / 8
	got := out.Get(len(want) + 2*size)
	if !bytes.Equal(got[:size], poison[:size]) || !bytes.Equal(got[len(got)-size:], poison[:size]) {
		k.Wrong("%s: %s: a store beside the results", k.spec.FileName(), where)
	}
	for c := 0; c < len(want); c += size {
		k.Values++
		x, y := arrays.Word(got[size+c:size+c+size]), arrays.Word(want[c:c+size])
		if !ref.Same(k.spec.Type, x, y) {
			k.Wrong("%s: %s: column %d: %#x, want %#x", k.spec.FileName(), where, c/size, x, y)
		}
	}
	for tile := range tiles {
		if arrays.Word(workspace.From(tile*k.spec.ColumnLaunch().Workspace).Get(4)) != 0 {
			k.Wrong("%s: %s: the count of tile %d is not zero", k.spec.FileName(), where, tile)
		}
	}
}
