package verify

import (
	"regexp"

	"github.com/shflgen/shflgen/spec"
)

// oneWarp is the condition of a verdict on a function that reads thread numbers.
const oneWarp = "for launches by blocks of 32×1×1 threads, as it reads threadIdx or blockDim"

// numbersOfThreads are the special registers that a block's shape gives their value.
var numbersOfThreads = regexp.MustCompile(`%n?tid\.[xyz]\b`)

// inLaunch is PTX as a user's own function runs in the launches that its verdict is of: one
// of a warp in a block of 32×1×1 threads, where a thread's number is its lane's and its
// other coordinates are 0 (PTX ISA, "Special Registers"). Blocks know their threads, and
// so do kernels of rows and arrays.
func (w way) inLaunch(s spec.Spec, code []byte) (of []byte, reads bool) {
	if !w.own || s.Shape().Level != spec.WarpLevel {
		return code, false
	}
	values := map[string]string{"%tid.x": "%laneid", "%tid.y": "0", "%tid.z": "0", "%ntid.x": "32", "%ntid.y": "1",
		"%ntid.z": "1"}
	of = numbersOfThreads.ReplaceAllFunc(code, func(name []byte) []byte {
		reads = true
		return []byte(values[string(name)])
	})
	return of, reads
}
