package ptx

import (
	"errors"

	"github.com/shflgen/shflgen/internal/prover/ptx/exec"
	"github.com/shflgen/shflgen/spec"
)

// Where several rows share a warp, its member masks may name the threads of all. Each warp is then executed whole once,
// with no row in focus, so that it is shown for every launch that its threads make each shuffle together. After that
// the threads of a row are executed by themselves: what they get from others is undefined.

// byRows executes the threads of each row separately, in a kernel with warps that have several rows and meet.
func (k *rowKernel) byRows() {
	if k.threads%spec.WarpSize != 0 {
		return
	}
	if n := k.threadsOfRow(); n < spec.WarpSize && k.meet() {
		k.together, k.stand = n, true
	}
}

// threadsOfRow is how many threads each row of the first warp has by one launch, if all have as many, which work on no
// other row; else a warp. Threads without a column count, too.
func (k *rowKernel) threadsOfRow() int {
	rows := k.touched(0, spec.WarpSize)
	if len(rows) == 0 || spec.WarpSize%len(rows) != 0 {
		return spec.WarpSize
	}
	k.stand = true
	defer func() { k.stand = false }()
	n := spec.WarpSize / len(rows)
	for first := 0; first < spec.WarpSize; first += n {
		if len(k.touched(first, first+n)) != 1 {
			return spec.WarpSize
		}
	}
	return n
}

// touched are the rows that some threads work on by one launch; of a launch that ends by a fault none.
func (k *rowKernel) touched(from, to int) map[int64]bool {
	l, err := k.once(rowWay{threads: [2]int{from, to}, row: exec.NoRow})
	if err != nil {
		return nil
	}
	return l.grid.Touched
}

// meet reports whether the threads of each warp make all shuffles together, whatever the launch, with nothing left to
// be proved of it.
func (k *rowKernel) meet() bool {
	for _, threads := range k.groups() {
		err := k.paths(rowWay{threads: threads, row: exec.NoRow}, func(l *rowLaunch) error {
			if len(l.machine.Musts) > 0 {
				return errors.New(l.machine.Musts[0].Why)
			}
			return nil
		})
		if err != nil {
			return false
		}
	}
	return true
}
