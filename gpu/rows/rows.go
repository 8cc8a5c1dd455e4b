// Package rows compares emitted kernels of rows with the reference, on a GPU: for every number of rows
// up to 64, at every alignment and at odd pitches.
package rows

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/gpu/arrays"
	"github.com/shflgen/shflgen/gpu/device"
	"github.com/shflgen/shflgen/gpu/ends"
	"github.com/shflgen/shflgen/gpu/report"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// batches is the greatest number of rows of a launch, and longBatches that of long rows.
const batches, longBatches, long = 64, 3, 10_000

// misaligned is past the greatest number of elements between a row's start and an aligned address.
const misaligned = 16

// poison is what eight bytes of memory hold that nothing was written to.
const poison = uint64(0xa5a5a5a5a5a5a5a5)

// comparison is that of kernels with the reference.
type comparison struct{ *report.Report }

// call is one kernel with its data.
type call struct {
	spec     spec.Spec // of one number of columns
	kernel   spec.Spec
	outside  *uint32 // a number of columns that the kernel is not for; nil: that of the spec
	module   device.Module
	threads  int
	perBlock int
	shared   int // blocks that share a row
	rows     int
	inputs   [][][]uint64 // by input and row
	want     []ref.Answer
}

var (
	bounds = regexp.MustCompile(`__launch_bounds__\((\d+)[,)]`)
	shared = regexp.MustCompile(`// Launch: a block of \d+ threads for (\d+) rows`)
)

// Compare compares the kernel of a spec.
func Compare(d *device.Device, s spec.Spec, seed uint64, r *report.Report) {
	files := ends.Must(gen.Generate(s, gen.Options{Langs: []gen.Lang{gen.CUDA}}))
	comparison{r}.compare(d, s, string(files[s.FileName()+".cu"]), seed)
}

// compare compares a kernel of a spec.
func (r comparison) compare(d *device.Device, s spec.Spec, src string, seed uint64) {
	defer ends.During("%s", s.FileName())
	c := call{spec: s, kernel: s, perBlock: 1, shared: s.ClusterBlocks(), rows: batches}
	if s.Cols() > long {
		c.rows = longBatches
	}
	m := bounds.FindStringSubmatch(src)
	if m == nil {
		ends.Check(errors.New("no launch bounds"))
	}
	c.threads, _ = strconv.Atoi(m[1])
	if m := shared.FindStringSubmatch(src); m != nil {
		c.perBlock, _ = strconv.Atoi(m[1])
	}
	c.module = d.Compile(src)
	defer c.module.Unload()
	launch := r.launch
	if s.Shape().Each {
		launch = r.launchApplied
	}
	if s.Ranged() {
		r.compareRange(d, c, seed, launch)
		return
	}
	c.prepare(rand.New(rand.NewPCG(seed, 1)))
	r.Kernels++
	for n := 1; n <= c.rows; n++ {
		launch(d, &c, n, n%misaligned, n%5)
	}
	for off := range misaligned {
		launch(d, &c, c.rows, off, off)
	}
}

// prepare makes inputs of all kinds, and the reference's results for them.
func (c *call) prepare(rng *rand.Rand) {
	sh := c.spec.Shape()
	if c.spec.Pattern.Applies() {
		c.prepareApplied(rng)
		return
	}
	c.inputs = make([][][]uint64, len(sh.In))
	c.want = nil
	for row := range c.rows {
		in := ref.Sample(rng, c.spec, row)
		c.want = append(c.want, ends.Must(ref.Call(c.spec, nil, in)))
		cut := spec.Cut(sh, in)
		of := cut.Mapped
		if of == nil {
			of = [][]uint64{cut.Elements}
		}
		for k := range of {
			c.inputs[k] = append(c.inputs[k], of[k])
		}
	}
}

// memory is what holds some rows of elements of size bytes, from element at on and pitch apart.
func memory(rows [][]uint64, size, at, pitch int) []byte {
	// so that compute-sanitizer sees what is read past the last row
	data := make([]byte, (at+(len(rows)-1)*pitch+len(rows[0]))*size)
	for row, values := range rows {
		copy(data[(at+row*pitch)*size:], arrays.Words(size, values...))
	}
	return data
}

// placed is where rows of elements of size bytes begin, and how far they are apart, in elements: as near to what is
// wanted as the spec promises.
func placed(s spec.Spec, size, at, pitch int) (int, int) {
	if !s.Row().Aligned {
		return at, pitch
	}
	n := spec.RowAlign / size
	return at / n * n, (pitch + n - 1) / n * n
}

// launch compares one launch of n rows, which start off elements after an aligned address and have
// spare elements between them.
func (r comparison) launch(d *device.Device, c *call, n, off, spare int) {
	s, sh, on := c.spec, c.spec.Shape(), d.Memory()
	defer on.Free()
	var args []any
	matrices := sh.Matrices()
	for k, p := range matrices {
		size := p.Type.Bits() / 8
		at, pitch := placed(s, size, (off+k)%misaligned, s.Cols()+spare+k)
		in := on.Hold(memory(c.inputs[k][:n], size, at, pitch))
		args = append(args, in.At(at*size), uint64(pitch))
	}
	args = append(args, c.cols()...)
	var outs []*device.Buffer
	for _, p := range sh.Out {
		out := on.Alloc((c.rows + 1) * p.Bits / 8)
		outs, args = append(outs, out), append(args, out)
	}
	for k, p := range sh.Beside() {
		values := c.inputs[len(matrices)+k]
		if p.ByValue() {
			args = append(args, uint32(values[0][0]))
			continue
		}
		args = append(args, on.Hold(memory(values[:n], p.Bits/8, 0, 1))) // one of each row
	}
	r.start(c, n, args)
	if c.outside != nil { // nothing is written
		n = 0
	}
	for k := range sh.Out {
		r.results(c, k, outs[k], n, fmt.Sprintf("of %d, off by %d, pitch %d", n, off, s.Cols()+spare))
	}
}

// cols is the argument of a kernel of a range.
func (c *call) cols() []any {
	switch {
	case !c.kernel.Ranged():
		return nil
	case c.outside != nil:
		return []any{*c.outside}
	}
	return []any{uint32(c.spec.Cols())}
}

// start launches the kernel on n rows. The last argument is their number.
func (r comparison) start(c *call, n int, args []any) {
	grid := device.Dim{X: uint32((n + c.perBlock - 1) / c.perBlock * c.shared)}
	c.module.Launch(c.kernel.FileName(), grid, device.Dim{X: uint32(c.threads)}, append(args, uint64(n))...)
	r.Launches++
}

// results compares an output of a launch of n rows. The memory after them must hold the poison.
func (r comparison) results(c *call, k int, out *device.Buffer, n int, launch string) {
	p := c.spec.Shape().Out[k]
	size := p.Bits / 8
	data := out.Get((c.rows + 1) * size)
	for i := range (c.rows + 1) * len(p.Leaves()) {
		row, leaf := i/len(p.Leaves()), p.Leaves()[i%len(p.Leaves())]
		at, bytes := row*size+leaf.Offset, leaf.Type.Bits()/8
		got, held := arrays.Word(data[at:at+bytes]), poison>>(64-8*bytes)
		want, same := held, got == held
		switch {
		case row < n && k == 0:
			want = c.want[row].Value[i%len(p.Leaves())].Bits
			same = ref.Same(leaf.Type, got, want)
		case row < n:
			want = uint64(uint32(c.want[row].Numbers[k-1][0]))
			same = got == want
		}
		if r.Values++; same {
			continue
		}
		r.Wrong("%s: output %d%s of row %d %s: %#x, want %#x", c.spec.FileName(), k, leaf.Path, row, launch, got, want)
	}
}
