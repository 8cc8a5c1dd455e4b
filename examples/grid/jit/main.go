// Jit makes a kernel, compiles it and launches it, all in one process: gen, NVRTC, the driver.
package main

import (
	"fmt"
	"os"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/gpu/cuda"
	"github.com/shflgen/shflgen/spec"
)

func main() {
	ones := make([]float32, 1_000_003)
	for i := range ones {
		ones[i] = 1
	}
	total, err := sum(ones)
	if err == nil && total != float32(len(ones)) {
		err = fmt.Errorf("the sum is %v", total)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "jit:", err)
		os.Exit(1)
	}
	fmt.Println(total)
}

// sum is the sum of x, computed on the first GPU. The process gives the memory back when it ends.
func sum(x []float32) (float32, error) {
	// The text of the kernel, in memory.
	s, err := spec.ParseArgs([]string{"-pattern", "grid-reduce", "-type", "float32"})
	if err != nil {
		return 0, err
	}
	files, err := gen.Generate(s, gen.Options{Langs: []gen.Lang{gen.CUDA}})
	if err != nil {
		return 0, err
	}

	// NVRTC compiles it, for the GPU that is there.
	device, err := cuda.Open(0)
	if err != nil {
		return 0, err
	}
	module, err := device.Compile(string(files[s.FileName()+".cu"]))
	if err != nil {
		return 0, err
	}
	kernel, err := module.Kernel(s.CUDAName())
	if err != nil {
		return 0, err
	}

	// Memory: the array, the result, and a workspace that starts zero and that every launch leaves zero.
	in, err := cuda.New(device, x)
	if err != nil {
		return 0, err
	}
	out, err := device.Alloc(4)
	if err != nil {
		return 0, err
	}
	launch := s.GridLaunch()
	workspace, err := device.Alloc(launch.Workspace)
	if err != nil {
		return 0, err
	}
	if err := workspace.Fill(0); err != nil {
		return 0, err
	}

	err = kernel.Launch(cuda.Line(launch.Blocks), cuda.Line(launch.Threads), in, uint64(len(x)), out, workspace)
	if err != nil {
		return 0, err
	}
	var total [1]float32
	err = cuda.Download(out, 0, total[:])
	return total[0], err
}
