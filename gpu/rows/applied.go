package rows

import (
	"fmt"
	"math/rand/v2"

	"github.com/shflgen/shflgen/gpu/arrays"
	"github.com/shflgen/shflgen/gpu/device"
	"github.com/shflgen/shflgen/gpu/ends"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// prepareApplied is prepare of row-apply: all rows have the weights, biases and eps of the first, and a label each. Eps
// of a launch is any float; a row of small floats shows more of the others.
func (c *call) prepareApplied(rng *rand.Rand) {
	sh := c.spec.Shape()
	matrices := len(sh.Matrices())
	c.inputs, c.want = make([][][]uint64, len(sh.In)), nil
	for row := range c.rows {
		try := row
		if row == 0 {
			try = 2 // moderate floats
		}
		in := ref.Sample(rng, c.spec, try)
		cut := spec.Cut(sh, in)
		mapped, k := cut.Mapped, matrices
		if c.spec.HasGrad() { // of each row, as are its elements
			c.inputs[1], mapped = append(c.inputs[1], mapped[0]), mapped[1:]
		}
		for _, beside := range mapped {
			if row > 0 {
				copy(beside, c.inputs[k][0])
			} else {
				c.inputs[k] = append(c.inputs[k], beside)
			}
			k++
		}
		if len(cut.Operands) > 0 { // of each row
			c.inputs[k] = append(c.inputs[k], cut.Operands)
		}
		c.want = append(c.want, ends.Must(ref.Call(c.spec, nil, in)))
		elements, residual := spec.Apart(sh, cut.Elements)
		if c.inputs[0] = append(c.inputs[0], elements); c.spec.HasResidual() {
			c.inputs[1] = append(c.inputs[1], residual)
		}
	}
}

// appliedMatrix is a matrix on the device. Its rows begin with element at, a pitch apart.
type appliedMatrix struct {
	*device.Buffer
	at, pitch int
	before    []byte // what it holds; nil: the poison
	size      int    // of all, in bytes
}

// launchApplied is launch of row-apply where elements have results, which start elsewhere than elements, at another
// pitch. With a residual, results also take the place of what is read.
func (r comparison) launchApplied(d *device.Device, c *call, n, off, spare int) {
	s, sh, on := c.spec, c.spec.Shape(), d.Memory()
	defer on.Free()
	size := sh.Element().Bits / 8
	var read, results []appliedMatrix
	for k := range sh.Matrices() {
		at, pitch := placed(s, size, (off+5*k*(n%2))%misaligned, s.Cols()+spare+k*(n%2))
		data := memory(c.inputs[k][:n], size, at, pitch)
		read = append(read, appliedMatrix{on.Hold(data), at, pitch, data, len(data)})
	}
	for k := range sh.Out {
		if s.HasResidual() && (n/3)>>k%2 == 1 {
			results = append(results, read[k])
			continue
		}
		at, pitch := placed(s, size, (off*7+k)%misaligned, s.Cols()+(spare*3+k)%7)
		if n%3 == 0 { // as often alike
			at, pitch = read[0].at, read[0].pitch
		}
		total := (at + n*pitch + misaligned) * size
		results = append(results, appliedMatrix{on.Alloc(total), at, pitch, nil, total})
	}
	var args []any
	for k, m := range append(read, results...) {
		if k == len(read) {
			args = append(args, c.cols()...)
		}
		args = append(args, m.At(m.at*size), uint64(m.pitch))
	}
	for k, p := range sh.Beside() {
		values := c.inputs[len(read)+k][0]
		if p.Uniform {
			args = append(args, uint32(values[0]))
			continue
		}
		at, _ := placed(s, size, (off*(k+1)*(n%2))%misaligned, 0)
		args = append(args, on.Hold(memory([][]uint64{values}, size, at, 0)).At(at*size))
	}
	r.start(c, n, args)
	if c.outside != nil { // nothing is written
		n = 0
	}
	for k, m := range results {
		r.rowsOf(c, k, m, m.Get(m.size), n, fmt.Sprintf("of %d, off by %d and %d, pitches %d and %d, in place: %t", n,
			read[k].at, m.at, read[k].pitch, m.pitch, m.before != nil))
	}
}

// rowsOf compares the memory of result k of n rows. Between and around them it must hold what it held.
func (r comparison) rowsOf(c *call, k int, m appliedMatrix, held []byte, n int, launch string) {
	t, leaves := c.spec.InType(), c.spec.Shape().Leaves()
	size := t.Bits() / 8
	for i := range len(held) / size {
		got, before := arrays.Word(held[i*size:(i+1)*size]), poison>>(64-8*size)
		if m.before != nil {
			before = arrays.Word(m.before[i*size : (i+1)*size])
		}
		row, column := 0, -1
		if i >= m.at {
			row, column = (i-m.at)/m.pitch, (i-m.at)%m.pitch
		}
		want, same := before, got == before
		if row < n && column >= 0 && column < c.spec.Cols() {
			want = c.want[row].Value[column*leaves+k].Bits
			same = ref.Same(t, got, want)
		}
		if r.Values++; same {
			continue
		}
		r.Wrong("%s: result %d: column %d of row %d %s: %#x, want %#x", c.spec.FileName(), k, column, row, launch, got, want)
	}
}
