package rows

import (
	"fmt"
	"math/rand/v2"

	"github.com/shflgen/shflgen/gpu/device"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// prepareApplied is prepare of row-apply: all rows have the weights, biases and eps of the first. Eps of
// a launch is any float; a row of small floats shows more of the others.
func (c *call) prepareApplied(rng *rand.Rand) error {
	sh := c.spec.Shape()
	c.inputs = make([][][]uint64, len(sh.In))
	for row := range c.rows {
		try := row
		if row == 0 {
			try = 2 // moderate floats
		}
		in := ref.Sample(rng, c.spec, try)
		cut := spec.Cut(sh, in)
		for k, beside := range cut.Mapped {
			if row > 0 {
				copy(beside, c.inputs[1+k][0])
				continue
			}
			c.inputs[1+k] = append(c.inputs[1+k], beside)
		}
		a, err := ref.Call(c.spec, nil, in)
		if err != nil {
			return err
		}
		c.want = append(c.want, a)
		c.inputs[0] = append(c.inputs[0], cut.Elements)
	}
	return nil
}

// launchApplied is launch of row-apply where elements have results, which start elsewhere than elements, at another
// pitch.
func (r comparison) launchApplied(d *device.Device, c *call, n, off, spare int) error {
	s, sh := c.spec, c.spec.Shape()
	var buffers []*device.Buffer
	defer func() {
		for _, b := range buffers {
			b.Free()
		}
	}()
	put := func(data []byte, size int) (*device.Buffer, error) {
		b, err := d.Alloc(size)
		if err != nil {
			return nil, err
		}
		buffers = append(buffers, b)
		if data != nil {
			err = b.Put(data)
		}
		return b, err
	}
	size := sh.Element().Bits / 8
	pitch, outAt, outPitch := s.Cols+spare, off*7%misaligned, s.Cols+spare*3%7
	if n%3 == 0 { // as often alike
		outAt, outPitch = off, pitch
	}
	data := memory(c.inputs[0][:n], size, off, pitch)
	in, err := put(data, len(data))
	if err != nil {
		return err
	}
	total := outAt + n*outPitch + misaligned
	out, err := put(nil, total*size)
	if err != nil {
		return err
	}
	args := []any{in.At(off * size), uint64(pitch), out.At(outAt * size), uint64(outPitch)}
	for k, p := range sh.In[1:] {
		values := c.inputs[1+k][0]
		if p.Uniform {
			args = append(args, uint32(values[0]))
			continue
		}
		at := (off * (k + 1) * (n % 2)) % misaligned
		data := memory([][]uint64{values}, size, at, 0)
		b, err := put(data, len(data))
		if err != nil {
			return err
		}
		args = append(args, b.At(at*size))
	}
	args = append(args, uint64(n))
	grid := device.Dim{X: uint32((n + c.perBlock - 1) / c.perBlock * c.shared), Y: 1, Z: 1}
	if err := c.module.Launch(s.FileName(), grid, device.Dim{X: uint32(c.threads), Y: 1, Z: 1}, args...); err != nil {
		return fmt.Errorf("%s: %w", s.FileName(), err)
	}
	r.Launches++
	held := make([]byte, total*size)
	if err := out.Get(held); err != nil {
		return err
	}
	r.rowsOf(c, held, n, outAt, outPitch, fmt.Sprintf("of %d, off by %d and %d, pitches %d and %d", n, off, outAt, pitch,
		outPitch))
	return nil
}

// rowsOf compares the memory of the results of n rows. Between and around them it must hold the poison.
func (r comparison) rowsOf(c *call, held []byte, n, at, pitch int, launch string) {
	t := c.spec.InType()
	size := t.Bits() / 8
	for i := range len(held) / size {
		got, nothing := uint64(0), uint64(0)
		for b := range size {
			got |= uint64(held[i*size+b]) << (8 * b)
			nothing |= poison << (8 * b)
		}
		row, column := 0, -1
		if i >= at {
			row, column = (i-at)/pitch, (i-at)%pitch
		}
		want, same := nothing, got == nothing
		if row < n && column >= 0 && column < c.spec.Cols {
			want = c.want[row].Value[column].Bits
			same = ref.Same(t, got, want)
		}
		if r.Values++; same {
			continue
		}
		r.Wrong("%s: column %d of row %d %s: %#x, want %#x", c.spec.FileName(), column, row, launch, got, want)
	}
}
