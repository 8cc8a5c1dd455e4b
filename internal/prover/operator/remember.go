package operator

import (
	"encoding/binary"
	"slices"
	"sync"
)

// maxRemembered bounds the calls of a function with kept results.
const maxRemembered = 1 << 12

// remembered is a pure function that keeps its last results. A proof asks for each leaf of a result by a call, and
// for the same few calls again and again: threads without elements combine identities, and threads of other rows zeros.
func remembered(f func(in []uint64) []uint64) func(in []uint64) []uint64 {
	var mu sync.Mutex
	known := map[string][]uint64{}
	return func(in []uint64) []uint64 {
		var key []byte
		for _, x := range in {
			key = binary.LittleEndian.AppendUint64(key, x)
		}
		mu.Lock()
		out, ok := known[string(key)]
		mu.Unlock()
		if !ok {
			out = f(in)
			mu.Lock()
			if len(known) >= maxRemembered {
				clear(known)
			}
			known[string(key)] = out
			mu.Unlock()
		}
		return slices.Clone(out)
	}
}
