// Package twin holds the emitted Go functions that are linked in, by the name of the CUDA
// function of the same spec.
package twin

import (
	"fmt"
	"unsafe"
)

// BesideAt is the offset in bytes, from the first element, of the grouping keys or distances:
// 1024 elements of eight bytes.
const BesideAt = 1024 * 8

// NumbersAt is that of the numbers of a lane, such as the winner's: 32 keys of eight bytes further.
const NumbersAt = BesideAt + 32*8

// Func calls an emitted function. mask has 32 bits for each 32 lanes. v points to the
// elements, which the call changes, with keys or distances at [BesideAt] and numbers at
// [NumbersAt]. The result is the preds, bit i for lane i; 0 if the function has none.
type Func func(mask []uint32, v unsafe.Pointer) uint32

var funcs = map[string]Func{}

// Register adds the twin of the CUDA function called name.
func Register(name string, f Func) {
	if _, registered := funcs[name]; registered {
		panic(fmt.Sprintf("twin: %s is already registered", name))
	}
	funcs[name] = f
}

// Of is the twin of the CUDA function called name; false if it is not linked in.
func Of(name string) (Func, bool) {
	f, ok := funcs[name]
	return f, ok
}

// Len is the number of twins that are linked in.
func Len() int { return len(funcs) }
