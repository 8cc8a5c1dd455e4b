package grids

import (
	"bytes"
	"fmt"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/gpu/arrays"
	"github.com/shflgen/shflgen/gpu/device"
	"github.com/shflgen/shflgen/gpu/ends"
	"github.com/shflgen/shflgen/gpu/report"
	"github.com/shflgen/shflgen/gpu/twin"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/catalogue"
	"github.com/shflgen/shflgen/tests/compiled"
)

// columnsKernel is a kernel of columns under comparison.
type columnsKernel struct {
	*report.Report
	spec   spec.Spec
	module device.Module
	twin   any
}

// RunColumns compares the kernel of a spec with its twin, on matrices of at most so many bytes.
func RunColumns(d *device.Device, s spec.Spec, most int, r *report.Report) {
	defer ends.During("%s", s.FileName())
	files := ends.Must(gen.Generate(s, gen.Options{Langs: []gen.Lang{gen.CUDA}}))
	k := columnsKernel{Report: r, spec: s, twin: twin.Linked(s.FileName())}
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

// matrix compares the kernel on matrices, which begin at two places: one aligned, one not. Each launch has another
// number of blocks, and all have one workspace.
func (k *columnsKernel) matrix(d *device.Device, rows, cols int) {
	defer ends.During("%d rows, %d columns", rows, cols)
	result, launch, memory := k.spec.Type.Bits()/8, k.spec.ColumnLaunch(), d.Memory()
	defer memory.Free()
	inputs := k.inputs(memory, rows, cols)
	tiles := (cols + launch.Tile - 1) / launch.Tile
	out, workspace := memory.Alloc((cols+2)*result), memory.Alloc(tiles*launch.Workspace)
	for tile := range tiles { // the rest of the workspace holds anything
		workspace.From(tile * launch.Workspace).Put(make([]byte, 4))
	}
	blocks := launch.Blocks(k.spec.GridOrder(), int64(rows), int64(cols))
	for at := range 2 {
		want := make([]byte, cols*result)
		var in [][]byte
		var args []any
		for _, x := range inputs {
			in, args = append(in, x.host[at*x.size:at*x.size+x.n*x.size]), append(args, x.device.From(at*x.size))
		}
		compiled.OfArrays(k.twin, append(in, want)...)
		args = append(args, uint64(rows), uint64(cols), out.From(result), workspace)
		for more := range 2 {
			out.Poison()
			k.module.Launch(k.spec.FileName(), device.Dim{X: uint32(blocks) + uint32(7*more)},
				device.Dim{X: uint32(launch.Threads)}, args...)
			k.Launches++
			k.compare(out, workspace, want, tiles, fmt.Sprintf("%d rows, %d columns from element %d on", rows, cols, at))
		}
	}
}

// columnInput is a matrix of n elements, or a value of each row, with one element more.
type columnInput struct {
	n, size int
	host    []byte
	device  *device.Buffer
}

// inputs are those of a matrix, filled.
func (k *columnsKernel) inputs(memory *device.Memory, rows, cols int) (all []columnInput) {
	for i, p := range k.spec.Shape().In {
		x := columnInput{n: rows * cols, size: p.Bits / 8}
		if p.Role.OfRow() {
			x.n = rows
		}
		f := arrays.Filling{Op: k.spec.Op, Type: p.Type, Apart: 0x1p-12,
			Seed: uint64(rows)*31 + uint64(cols)*7 + uint64(k.spec.Op) + uint64(i)*2}
		if x.host = make([]byte, (x.n+1)*x.size); len(x.host) <= 1<<16 && f.Seed%2 == 1 {
			f.Edges = 5
		}
		f.Fill(x.host)
		x.device = memory.Hold(x.host)
		all = append(all, x)
	}
	return all
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
