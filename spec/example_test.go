package spec_test

import (
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/spec"
)

// A spec is read from the flags of the command, and its names and shape follow from it.
func ExampleParseArgs() {
	s, err := spec.ParseArgs(strings.Fields("-pattern reduce -width 12 -type float32 -op argmax"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.FuncName(), s.CUDAName())
	sh := s.Shape()
	fmt.Println(sh.Lanes, "lanes in segments of", sh.Width)
	for _, p := range sh.In {
		fmt.Println("in ", p.Role.Name(), p.Type)
	}
	for _, p := range sh.Out {
		fmt.Println("out", p.Role.Name(), p.Type)
	}
	// Output:
	// ReduceArgmaxFloat32W12 reduce_argmax_float32_w12
	// 32 lanes in segments of 12
	// in  mask uint32
	// in  v float32
	// out v float32
	// out idx int32
}

// An error names every flag that is wrong, and what it accepts.
func ExampleSpec_Validate() {
	s := spec.NewSpec(spec.XorReduce)
	s.Width, s.Type, s.Op = 12, spec.Float32, spec.And
	fmt.Println(s.Validate())
	// Output:
	// -width 12: xor-reduce takes 1, 2, 4, 8, 16 or 32; down-reduce takes any width
	// -op and: not defined on float32, which takes sum, prod, min, max, minimum, maximum, argmin, argmax, absmax
}
