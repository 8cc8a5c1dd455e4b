// Simulator makes the six reductions of a finite-difference simulator as such programs make them, and with
// emitted code: those of up to three arrays by grid-reduce with a map, and that of six by a kernel with the parameters
// that it had (reduce.cu), in which an emitted function combines the threads of a block. It prints for each whether
// 50 launches give the same bits, the error, and the time. Fails if a result is wrong or emitted code gives other bits.
package main

import (
	"embed"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"time"

	"github.com/shflgen/shflgen/gpu/cuda"
)

//go:embed *.cu
var texts embed.FS

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "simulator:", err)
		os.Exit(1)
	}
}

// reduction is one of the six.
type reduction struct {
	name   string
	emits  string // the kernel with emitted code
	arrays int
	exact  func(x []float64) float64   // of one element of each array
	sum    bool                        // else the maximum
	twin   func(x [][]float32) float32 // the emitted Go function of a grid-reduce
}

var reductions = []reduction{
	{name: "sum", emits: "grid_sum", arrays: 1, sum: true, exact: func(x []float64) float64 { return x[0] },
		twin: func(x [][]float32) float32 { return GridSum(x[0]) }},
	{name: "dot", emits: "grid_dot", arrays: 2, sum: true, exact: func(x []float64) float64 { return x[0] * x[1] },
		twin: func(x [][]float32) float32 { return GridDot(x[0], x[1]) }},
	{name: "maxabs", emits: "grid_max_abs", arrays: 1, exact: func(x []float64) float64 { return math.Abs(x[0]) },
		twin: func(x [][]float32) float32 { return GridMaxAbs(x[0]) }},
	{name: "maxdiff", emits: "grid_max_diff", arrays: 2, exact: func(x []float64) float64 { return math.Abs(x[0] - x[1]) },
		twin: func(x [][]float32) float32 { return GridMaxDiff(x[0], x[1]) }},
	{name: "maxvecnorm", emits: "grid_max_norm2", arrays: 3, exact: func(x []float64) float64 {
		return x[0]*x[0] + x[1]*x[1] + x[2]*x[2]
	},
		twin: func(x [][]float32) float32 { return GridMaxNorm2(x[0], x[1], x[2]) }},
	{name: "maxvecdiff", emits: "reduce_maxvecdiff", arrays: 6, exact: func(x []float64) float64 {
		dx, dy, dz := x[0]-x[3], x[1]-x[4], x[2]-x[5]
		return dx*dx + dy*dy + dz*dz
	}},
}

func run() error {
	device, err := cuda.Open(0)
	if err != nil {
		return err
	}
	var text []byte
	for _, name := range []string{"block_max", "grid_sum", "grid_dot", "grid_max_abs", "grid_max_diff", "grid_max_norm2",
		"usual", "reduce"} {
		file, err := texts.ReadFile(name + ".cu")
		if err != nil {
			return err
		}
		text = append(append(text, file...), '\n')
	}
	module, err := device.Compile(string(text))
	if err != nil {
		return err
	}
	defer module.Unload()
	s := simulator{device: device, module: module}
	if s.out, err = device.Alloc(4); err != nil {
		return err
	}
	if s.workspace, err = device.Alloc(1 << 16); err != nil { // more than any file states
		return err
	}
	if err := s.workspace.Fill(0); err != nil {
		return err
	}
	fmt.Printf("%s\n\n| n | reduction | usual: results of 50 | error | µs | emitted: results of 50 | error | µs | "+
		"ratio |\n| --: | --- | --: | --: | --: | --: | --: | --: | --: |\n", device.Name)
	for _, n := range []int{1000, 1 << 18, 1 << 21, 1<<24 + 7} {
		if err := s.size(n); err != nil {
			return err
		}
	}
	return nil
}

// simulator has the memory of the reductions.
type simulator struct {
	device         *cuda.Device
	module         *cuda.Module
	out, workspace *cuda.Buffer
}

// size makes all reductions of fields of n cells.
func (s *simulator) size(n int) error {
	random := rand.New(rand.NewPCG(uint64(n), 1))
	var fields [6][]float32
	var buffers [6]*cuda.Buffer
	for i := range fields {
		fields[i] = make([]float32, n)
		for k := range fields[i] {
			fields[i][k] = float32(random.NormFloat64())
		}
		b, err := cuda.New(s.device, fields[i])
		if err != nil {
			return err
		}
		defer b.Free()
		buffers[i] = b
	}
	for _, r := range reductions {
		if err := s.compare(r, fields[:r.arrays], buffers[:r.arrays]); err != nil {
			return fmt.Errorf("%d cells: %s: %w", n, r.name, err)
		}
	}
	return nil
}

// compare makes one reduction both ways.
func (s *simulator) compare(r reduction, fields [][]float32, buffers []*cuda.Buffer) error {
	n := len(fields[0])
	var want, scale float64
	element := make([]float64, r.arrays)
	for i := range n {
		for a, f := range fields {
			element[a] = float64(f[i])
		}
		x := r.exact(element)
		if r.sum {
			want, scale = want+x, scale+math.Abs(x)
		} else {
			want = max(want, x)
			scale = want
		}
	}
	usual, err := s.launcher("usual_"+r.name, buffers, n, 8, 512)
	if err != nil {
		return err
	}
	emitted, err := s.emitted(r, buffers, n)
	if err != nil {
		return err
	}
	fmt.Printf("| %d | %s |", n, r.name)
	var times []time.Duration
	for way, launch := range []func() error{usual, emitted} {
		results, took, err := s.measure(launch)
		if err != nil {
			return err
		}
		var worst float64
		for x := range results {
			worst = max(worst, math.Abs(float64(x)-want)/scale)
		}
		if worst > 1e-5 {
			return fmt.Errorf("results %v, want %g", results, want)
		}
		if way == 1 && len(results) > 1 {
			return fmt.Errorf("emitted code gives %d results", len(results))
		}
		if way == 1 && r.twin != nil {
			if x := r.twin(fields); results[x] == 0 {
				return fmt.Errorf("the Go function gives %g, the kernel %v", x, results)
			}
		}
		times = append(times, took)
		fmt.Printf(" %d | %.1e | %.1f |", len(results), worst, float64(took.Nanoseconds())/1000)
	}
	fmt.Printf(" %.1f |\n", float64(times[0])/float64(times[1]))
	return nil
}

// emitted is a launch of the emitted kernel.
func (s *simulator) emitted(r reduction, buffers []*cuda.Buffer, n int) (func() error, error) {
	if r.twin == nil {
		return s.launcher(r.emits, buffers, n, 256, 256)
	}
	kernel, err := s.module.Kernel(r.emits)
	args := append(anys(buffers), uint64(n), s.out, s.workspace)
	return func() error { return kernel.Launch(cuda.Line(256), cuda.Line(256), args...) }, err
}

// launcher is a launch of a kernel with the usual parameters. Before a usual one, the result is set to 0, as its atomic
// operations need.
func (s *simulator) launcher(name string, buffers []*cuda.Buffer, n, blocks, threads int) (func() error, error) {
	kernel, err := s.module.Kernel(name)
	args := append(anys(buffers), s.out, float32(0), int32(n))
	return func() error {
		if blocks == 8 {
			if err := s.out.Fill(0); err != nil {
				return err
			}
		}
		return kernel.Launch(cuda.Line(blocks), cuda.Line(threads), args...)
	}, err
}

// anys are arguments of a launch.
func anys(buffers []*cuda.Buffer) (all []any) {
	for _, b := range buffers {
		all = append(all, b)
	}
	return all
}

// measure is how often each result came in 50 launches, and the median time of a launch.
func (s *simulator) measure(launch func() error) (map[float32]int, time.Duration, error) {
	results := map[float32]int{}
	for range 50 {
		if err := launch(); err != nil {
			return nil, 0, err
		}
		var x [1]float32
		if err := cuda.Download(s.out, 0, x[:]); err != nil {
			return nil, 0, err
		}
		results[x[0]]++
	}
	var all []time.Duration
	for range 9 {
		took, err := s.device.Time(func() error {
			for range 20 {
				if err := launch(); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return nil, 0, err
		}
		all = append(all, took/20)
	}
	slices.Sort(all)
	return results, all[len(all)/2], nil
}
