package rows

import (
	"math/rand/v2"
	"slices"

	"github.com/shflgen/shflgen/gpu/device"
	"github.com/shflgen/shflgen/spec"
)

// columnsOf are numbers of columns of a range: both ends, what is beside them, those about which a vector or a round
// ends, and some between.
func columnsOf(s spec.Spec) (all []int) {
	o, least, most := s.RowOrder(), s.Least(), s.Cols()
	all = []int{least, least + 1, least + 2, most - 2, most - 1, most, (least + most) / 2}
	for _, round := range []int{least / o.Accumulators(), most / o.Accumulators()} {
		for _, n := range []int{-1, 0, 1, o.Vector, o.Accumulators()/2 + 3} {
			all = append(all, round*o.Accumulators()+n)
		}
	}
	all = slices.DeleteFunc(all, func(n int) bool { return n < least || n > most })
	slices.Sort(all)
	return slices.Compact(all)
}

// compareRange compares a kernel of a range of columns with the reference of the spec of each one number. It checks
// that the kernel writes nothing where the number is not in the range.
func (r comparison) compareRange(d *device.Device, c call, seed uint64,
	launch func(d *device.Device, c *call, n, off, spare int)) {
	s := c.spec
	r.Kernels++
	for i, n := range columnsOf(s) {
		one := c
		one.spec, one.rows = s.OfCols(n), c.rows/2
		one.prepare(rand.New(rand.NewPCG(seed, uint64(i))))
		for off := range misaligned {
			launch(d, &one, 1+off*7%one.rows, off, off%5)
		}
	}
	one := c
	one.spec = s.OfCols(s.Cols())
	one.prepare(rand.New(rand.NewPCG(seed, 0)))
	for _, n := range []uint32{0, uint32(s.Least() - 1), uint32(s.Cols() + 1), 1 << 31, ^uint32(0)} {
		one.outside = &n
		launch(d, &one, one.rows, 0, 0)
	}
}
