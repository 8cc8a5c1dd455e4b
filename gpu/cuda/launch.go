package cuda

import (
	"fmt"
	"math"
	"runtime"
	"unsafe"
)

// Dim is the size of a grid, in blocks, or of a block, in threads. A zero counts as 1.
type Dim struct{ X, Y, Z uint32 }

// Line is a Dim of one dimension.
func Line(x int) Dim { return Dim{X: uint32(x)} }

// each are the three sizes.
func (d Dim) each() (x, y, z uint32) { return max(1, d.X), max(1, d.Y), max(1, d.Z) }

// Launch launches the kernel and does not wait. Arguments are *[Buffer], [Pointer], bool, integers of a
// fixed size and floats; their number and sizes must be those of the kernel's parameters.
func (k *Kernel) Launch(grid, block Dim, args ...any) error {
	call := "launch of " + k.Name
	if len(args) != len(k.sizes) {
		return misuse(call, fmt.Sprintf("%d arguments; the kernel has %d parameters", len(args), len(k.sizes)))
	}
	values := make([]uint64, len(args)+1) // at least one, to point at
	pointers := make([]uintptr, len(args)+1)
	var pins runtime.Pinner
	defer pins.Unpin()
	pins.Pin(&values[0])
	pins.Pin(&pointers[0])
	for i, a := range args {
		bits, size := argument(a)
		if size == 0 {
			return misuse(call, fmt.Sprintf("argument %d is a %T; takes *Buffer, Pointer, bool, "+
				"integers of a fixed size, float32 and float64", i, a))
		}
		if size != k.sizes[i] {
			return misuse(call, fmt.Sprintf("argument %d, a %T, has %d bytes; the parameter has %d", i, a, size, k.sizes[i]))
		}
		values[i] = bits
		pointers[i] = uintptr(unsafe.Pointer(&values[i]))
	}
	gx, gy, gz := grid.each()
	bx, by, bz := block.each()
	return k.device.do("cuLaunchKernel "+k.Name, func() int32 {
		return cuLaunchKernel(k.handle, gx, gy, gz, bx, by, bz, 0, 0, &pointers[0], 0)
	})
}

// argument is a value as a little-endian word, and its size in bytes; 0 for a type that no parameter has.
func argument(a any) (bits, size uint64) {
	switch a := a.(type) {
	case *Buffer:
		return uint64(a.Pointer), 8
	case Pointer:
		return uint64(a), 8
	case uint64:
		return a, 8
	case int64:
		return uint64(a), 8
	case float64:
		return math.Float64bits(a), 8
	case uint32:
		return uint64(a), 4
	case int32:
		return uint64(uint32(a)), 4
	case float32:
		return uint64(math.Float32bits(a)), 4
	case uint16:
		return uint64(a), 2
	case int16:
		return uint64(uint16(a)), 2
	case uint8:
		return uint64(a), 1
	case int8:
		return uint64(uint8(a)), 1
	case bool:
		if a {
			return 1, 1
		}
		return 0, 1
	}
	return 0, 0
}
