package ptx

import (
	"maps"
	"slices"
)

// Each row of a block has the threads that work on it, and no others: they are executed by themselves.

// others is an error if an execution had to do with a row on which other threads work: the proof of that row does not
// see it.
func (k *rowKernel) others(l *rowLaunch) error {
	for _, other := range slices.Sorted(maps.Keys(l.grid.Touched)) {
		if k.owner[other] != k.owner[l.way.row] {
			return k.shared(other)
		}
	}
	return nil
}

// shared is the fault that threads which are executed apart work on one row.
func (k *rowKernel) shared(row int64) error {
	f := k.fault("threads of two warps work on row %d of the block and do not meet", row)
	f.Shares = true
	return f
}
