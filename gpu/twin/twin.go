// Package twin holds the emitted Go functions that were linked in, by the name
// of the CUDA function that each is the twin of.
package twin

import (
	"fmt"
	"unsafe"
)

// IndexAt is where, in bytes after the first element, the indices of an op that
// gives a lane, or the keys of a pattern that takes them, lie: past 1024 elements of any size.
const IndexAt = 1024 * 8

// Func calls an emitted function: mask has one word for each 32 lanes, v points
// at the lanes' elements, which the call changes, with the lanes' indices or keys at
// [IndexAt]. It gives the preds, 0 where the function has none.
type Func func(mask []uint32, v unsafe.Pointer) uint32

var funcs = map[string]Func{}

// Register adds the twin of the CUDA function called name.
func Register(name string, f Func) {
	if _, twice := funcs[name]; twice {
		panic(fmt.Sprintf("twin: %s is registered twice", name))
	}
	funcs[name] = f
}

// Of is the twin of the CUDA function called name, and if it is linked in.
func Of(name string) (Func, bool) {
	f, ok := funcs[name]
	return f, ok
}

// Len is how many twins are linked in.
func Len() int { return len(funcs) }
