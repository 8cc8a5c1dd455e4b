package gen_test

import (
	"bytes"
	"fmt"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen"
)

// Generate gives the files of a spec by name, in memory.
func ExampleGenerate() {
	s := shflgen.NewSpec(shflgen.XorReduce)
	s.Width, s.Op = 2, shflgen.Max
	files, err := gen.Generate(s, gen.Options{Package: "reduce", Langs: gen.Langs()})
	if err != nil {
		fmt.Println(err)
		return
	}
	src := files[s.FileName()+gen.CUDA.Ending()]
	fmt.Printf("%s\n", src[bytes.Index(src, []byte("static")):])
	// Output:
	// static __device__ __forceinline__ int xor_reduce_max_int32_w2(unsigned mask, int v)
	// {
	//     // The lane, by its number in the warp.
	//     unsigned lane;
	//     asm("mov.u32 %0, %%laneid;" : "=r"(lane));
	//
	//     // A lane that is no member contributes the identity.
	//     int x0 = ((mask >> lane & 1u) != 0u) ? v : (-2147483647 - 1);
	//
	//     // Distance 1: lane i and lane i^1 combine.
	//     int from1 = __shfl_xor_sync(0xffffffffu, x0, 1);
	//     int x1 = x0 > from1 ? x0 : from1;
	//
	//     // The result.
	//     return x1;
	// }
}
