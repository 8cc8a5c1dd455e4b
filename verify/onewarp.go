//go:build !js

package verify

import (
	"bytes"
	"regexp"

	"github.com/shflgen/shflgen/spec"
)

// oneWarp is the condition of a verdict on a function that reads thread numbers.
const oneWarp = "for launches by blocks of 32×1×1 threads, as it reads threadIdx or blockDim"

// ofDimensions is the condition of a verdict on a function of a block for blocks of fewer dimensions than three.
func ofDimensions(s spec.Spec, dimensions int) string {
	switch {
	case s.Shape().Level != spec.BlockLevel:
		return ""
	case dimensions == 1:
		return "for blocks of one dimension"
	case dimensions == 2:
		return "for blocks of one and two dimensions"
	}
	return ""
}

// dimensions are those of the blocks in which the function of a file is called, as o or the file says.
func (o Options) dimensions(subject Subject) int {
	switch {
	case o.Spec == nil || o.Dimensions == 0 && bytes.HasPrefix(subject.Src, []byte(spec.HeaderPrefix)):
		return 3
	case o.Dimensions == 0:
		return 1
	}
	return o.Dimensions
}

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
	of = numbersOfThreads.ReplaceAllFunc(code, func(name []byte) []byte { return []byte(values[string(name)]) })
	return of, numbersOfThreads.Match(reached(code, w.calls))
}

// definition is the beginning of a function or a kernel in PTX, up to its name.
var definition = regexp.MustCompile(`(?m)^[\t ]*(?:\.(?:visible|weak|extern)[\t ]+)?` +
	`\.(?:func|entry)\s+(?:\([^)]*\)\s*)?([\w$]+)`)

// reached is the text of the functions that a kernel may call, and its own; all of it where no kernel is named.
func reached(code []byte, kernel string) (text []byte) {
	code = remarks.ReplaceAll(code, nil)
	texts := map[string][]byte{}
	starts := definition.FindAllSubmatchIndex(code, -1)
	for i, at := range starts {
		end := len(code)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		name := string(code[at[2]:at[3]])
		texts[name] = append(texts[name], code[at[0]:end]...)
	}
	if texts[kernel] == nil || len(starts) != len(directives.FindAll(code, -1)) { // one is written in another way
		return code
	}
	seen, queue := map[string]bool{kernel: true}, []string{kernel}
	for ; len(queue) > 0; queue = queue[1:] {
		text = append(text, texts[queue[0]]...)
		for _, word := range identifiers.FindAll(texts[queue[0]], -1) {
			if name := string(word); texts[name] != nil && !seen[name] {
				seen[name], queue = true, append(queue, name)
			}
		}
	}
	return text
}

// identifiers are the names in PTX, directives begin its functions, and remarks are its comments, which name functions
// as well.
var (
	identifiers = regexp.MustCompile(`[A-Za-z_$][\w$]*`)
	directives  = regexp.MustCompile(`\.(?:func|entry)\b`)
	remarks     = regexp.MustCompile(`//[^\n]*`)
)
