// Devices sums an array that is spread over all GPUs of this host, with NCCL, and compares the bits with
// those of the emitted Go function. ../devices.cu does the same in C++.
package main

import (
	"fmt"
	"math"
	"os"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/gpu/cuda"
	"github.com/shflgen/shflgen/spec"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "devices:", err)
		os.Exit(1)
	}
}

func run() error {
	gpus, err := cuda.Count()
	if err != nil {
		return err
	}
	s := sum{spec: spec.NewSpec(spec.GridReduce)}
	s.spec.Type, s.spec.Name = spec.Float32, "GridSum"
	s.spec = s.spec.With("parts", true)
	for d := range gpus {
		if err := s.add(d); err != nil {
			return err
		}
	}
	if s.comms, err = connect(gpus); err != nil {
		return err
	}
	defer s.comms.close()
	for _, n := range []int{0, 1, 1000, 16385, 100_000, 10_000_019, 1<<26 + 3} {
		x := make([]float32, n)
		for i := range x {
			x[i] = float32(i*2654435761%1000003)/1000003 - 0.3
		}
		want := GridSum(x)
		all, err := s.of(x)
		if err != nil {
			return err
		}
		for d, got := range all {
			if math.Float32bits(got) != math.Float32bits(want) {
				return fmt.Errorf("%d elements: GPU %d has %g, the Go function gives %g", n, d, got, want)
			}
		}
		fmt.Printf("%d elements on %d GPUs: %g\n", n, gpus, want)
	}
	return nil
}

// sum sums arrays on several devices.
type sum struct {
	spec    spec.Spec
	devices []*cuda.Device
	chunks  []*cuda.Kernel // of each device: gives the results of some chunks
	combine []*cuda.Kernel // of each device: combines the results of all chunks
	comms   communicators
}

// add opens a device and compiles the kernels for it.
func (s *sum) add(ordinal int) error {
	d, err := cuda.Open(ordinal)
	if err != nil {
		return err
	}
	files, err := gen.Generate(s.spec, gen.Options{Langs: []gen.Lang{gen.CUDA}})
	if err != nil {
		return err
	}
	m, err := d.Compile(string(files[s.spec.FileName()+".cu"]))
	if err != nil {
		return err
	}
	chunks, err := m.Kernel(s.spec.CUDAName() + "_chunks")
	if err != nil {
		return err
	}
	combine, err := m.Kernel(s.spec.CUDAName() + "_combine")
	s.devices, s.chunks, s.combine = append(s.devices, d), append(s.chunks, chunks), append(s.combine, combine)
	return err
}

// of is the sum of x as each device has it. Each device gets whole chunks of x, which are subtrees of the
// order that one device sums in.
func (s *sum) of(x []float32) ([]float32, error) {
	n, devices := len(x), len(s.devices)
	size := int(s.spec.GridOrder().Chunk(int64(n)))
	chunks := max(1, (n+size-1)/size)
	each := (chunks + devices - 1) / devices
	results, sums := make([]*cuda.Buffer, devices), make([]*cuda.Buffer, devices)
	threads := cuda.Line(s.spec.GridOrder().Threads)
	for d, device := range s.devices {
		from, to := min(d*each, chunks), min((d+1)*each, chunks)
		in, err := cuda.New(device, x[min(from*size, n):min(to*size, n)])
		if err != nil {
			return nil, err
		}
		defer in.Free()
		if results[d], err = device.Alloc(devices * each * 4); err != nil {
			return nil, err
		}
		defer results[d].Free()
		if sums[d], err = device.Alloc(4); err != nil {
			return nil, err
		}
		defer sums[d].Free()
		if from == to {
			continue
		}
		if err := s.chunks[d].Launch(cuda.Line(to-from), threads, in, uint64(n), uint32(from), uint32(to),
			results[d]); err != nil {
			return nil, err
		}
	}
	if err := s.comms.gather(results, each); err != nil {
		return nil, err
	}
	all := make([]float32, devices)
	for d := range s.devices {
		if err := s.combine[d].Launch(cuda.Line(1), threads, results[d], uint64(n), sums[d]); err != nil {
			return nil, err
		}
	}
	for d := range s.devices {
		if err := cuda.Download(sums[d], 0, all[d:d+1]); err != nil {
			return nil, err
		}
	}
	return all, nil
}
