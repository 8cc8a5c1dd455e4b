package verify

import "regexp"

// oneWarp is the condition of a verdict on a function that reads thread numbers.
const oneWarp = "for launches by blocks of 32×1×1 threads, as it reads threadIdx or blockDim"

// numbersOfThreads are the special registers that a block's shape gives their value.
var numbersOfThreads = regexp.MustCompile(`%n?tid\.[xyz]\b`)

// inOneWarp is PTX as it runs in a block of 32×1×1 threads: a thread's number is its
// lane's, and its other coordinates are 0 (PTX ISA, "Special Registers").
func inOneWarp(code []byte) (of []byte, reads bool) {
	values := map[string]string{"%tid.x": "%laneid", "%tid.y": "0", "%tid.z": "0", "%ntid.x": "32", "%ntid.y": "1", "%ntid.z": "1"}
	of = numbersOfThreads.ReplaceAllFunc(code, func(name []byte) []byte {
		reads = true
		return []byte(values[string(name)])
	})
	return of, reads
}
