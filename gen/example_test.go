package gen_test

import (
	"fmt"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/spec"
)

func ExampleExplain() {
	s := spec.NewSpec(spec.DownReduce)
	s.Width, s.Mask = 4, spec.Full
	e, err := gen.Explain(s, gen.CUDA)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, step := range e.Steps {
		fmt.Println(step.Title)
		for _, line := range step.Lines {
			fmt.Println("  " + line)
		}
	}
	fmt.Println("cost:", e.Cost)
	// Output:
	// Every lane contributes its element.
	//   x0 = input 0
	// Distance 1: lane i takes in lane i+1.
	//   x1 = shuffle x0 by down 1 in segments of 4
	//   x2 = sum(x0, x1)
	// Distance 2: lane i takes in lane i+2.
	//   x3 = shuffle x2 by down 2 in segments of 4
	//   x4 = sum(x2, x3)
	// Outputs.
	//   v = x4 in lanes 0, 4, 8, 12, 16, 20, 24, 28
	// cost: 2 shuffles, 2 ops
}
