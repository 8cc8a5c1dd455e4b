package masks

import (
	"encoding/binary"
	"fmt"
	"strings"
	"time"

	"github.com/shflgen/shflgen"
	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/gpu/device"
)

// All is the number of masks.
const All = 1 << shflgen.WarpSize

// Result is what came of one function.
type Result struct {
	Flags    string
	Masks    uint64 // tried
	Compared uint64 // lanes
	Differ   uint64 // of them
	First    uint32 // the least mask on which one differs
	Seconds  float64
}

// batch is how many functions are compiled in one program.
const batch = 16

// Fault alters an emitted CUDA file, so that a run can be seen to find it.
type Fault func(src string) string

// OneMask is a fault on a single mask, whose members and others change places.
func OneMask(mask uint32) Fault {
	return func(src string) string {
		body := strings.Index(src, "\n{\n") + 3
		return src[:body] + fmt.Sprintf("    if (mask == %#xu)\n        mask = ~mask;\n", mask) + src[body:]
	}
}

// Run runs every spec over n masks from 0 on; plant may alter what is emitted.
func Run(d *device.Device, specs []shflgen.Spec, n uint64, seed uint32, plant Fault, tell func(Result)) error {
	for len(specs) > 0 {
		some := specs[:min(batch, len(specs))]
		specs = specs[len(some):]
		var src strings.Builder
		for _, s := range some {
			if s.Type.Half() {
				src.WriteString("#include <cuda_fp16.h>\n")
				break
			}
		}
		src.WriteString(common)
		for _, s := range some {
			files, err := gen.Generate(s, gen.Options{Langs: []gen.Lang{gen.CUDA}})
			if err != nil {
				return err
			}
			text := string(files[s.FileName()+".cu"])
			if plant != nil {
				text = plant(text)
			}
			src.WriteString(text)
			src.WriteString(kernel(s))
		}
		m, err := d.Compile(src.String())
		if err != nil {
			return err
		}
		for _, s := range some {
			r, err := run(d, m, s, n, seed)
			if err != nil {
				return fmt.Errorf("%s: %w", s.FileName(), err)
			}
			tell(r)
		}
		if err := m.Unload(); err != nil {
			return err
		}
	}
	return nil
}

// compared is how many lanes of a warp the contract of s names, or leaves alone.
func compared(s shflgen.Spec) uint64 {
	whole := shflgen.WarpSize / s.Width
	if s.Pattern == shflgen.DownReduce {
		return uint64(whole + shflgen.WarpSize - whole*s.Width)
	}
	return shflgen.WarpSize
}

func run(d *device.Device, m device.Module, s shflgen.Spec, n uint64, seed uint32) (Result, error) {
	found, err := d.Alloc(24)
	if err != nil {
		return Result{}, err
	}
	defer found.Free()
	start := make([]byte, 24)
	binary.LittleEndian.PutUint64(start[16:], ^uint64(0))
	if err := found.Put(start); err != nil {
		return Result{}, err
	}
	began := time.Now()
	grid, block := device.Dim{X: 132 * 8, Y: 1, Z: 1}, device.Dim{X: 256, Y: 1, Z: 1}
	if err := m.Launch(s.FileName()+"_masks", grid, block, uint32(0), n, seed, found); err != nil {
		return Result{}, err
	}
	r := Result{Flags: strings.Join(s.Args(), " "), Masks: n, Seconds: time.Since(began).Seconds()}
	if err := found.Get(start); err != nil {
		return Result{}, err
	}
	r.Compared = binary.LittleEndian.Uint64(start)
	r.Differ = binary.LittleEndian.Uint64(start[8:])
	r.First = uint32(binary.LittleEndian.Uint64(start[16:]))
	if want := n * compared(s); r.Compared != want {
		return r, fmt.Errorf("%d lanes were compared, want %d", r.Compared, want)
	}
	return r, nil
}
