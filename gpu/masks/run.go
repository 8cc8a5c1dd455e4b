package masks

import (
	"encoding/binary"
	"fmt"
	"strings"
	"time"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/gpu/device"
	"github.com/shflgen/shflgen/spec"
)

// All is the number of masks.
const All = 1 << spec.WarpSize

// Result is the result of one function.
type Result struct {
	Flags    string
	Masks    uint64 // masks run
	Compared uint64 // lanes compared
	Differ   uint64 // lanes that differ
	First    uint32 // the least mask on which one differs
	Seconds  float64
}

// batch is how many functions are compiled in one program.
const batch = 16

// Run runs every spec on the masks below n and reports each result. plant, if not nil, alters the emitted CUDA.
func Run(d *device.Device, specs []spec.Spec, n uint64, seed uint32, plant Fault, report func(Result)) error {
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
		src.WriteString(prelude)
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
			report(r)
		}
		if err := m.Unload(); err != nil {
			return err
		}
	}
	return nil
}

// compared is the number of lanes to compare on the masks below n: the lanes that the
// contract of s names; in mode active only members.
func compared(s spec.Spec, n uint64) uint64 {
	segments := spec.WarpSize / s.Width
	past := spec.WarpSize - segments*s.Width
	switch {
	case s.Mask != spec.Active && s.Pattern == spec.DownReduce:
		return n * uint64(segments+past)
	case s.Mask != spec.Active:
		return n * spec.WarpSize
	}
	width := 1 // one lane of each width is compared, if any of them is a member
	if s.Pattern == spec.DownReduce {
		width = s.Width
	}
	var sum uint64
	for lane := 0; lane < spec.WarpSize; lane += width {
		if lane >= segments*s.Width {
			width = 1
		}
		sum += n - without(n, lane, width)
	}
	return sum
}

// without is the number of masks below n that are 0 in the width bits from bit on: the first
// 2^bit of each 2^(bit+width) masks.
func without(n uint64, bit, width int) uint64 {
	period := uint64(1) << (bit + width)
	return n/period<<bit + min(n%period, 1<<bit)
}

func run(d *device.Device, m device.Module, s spec.Spec, n uint64, seed uint32) (Result, error) {
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
	if want := compared(s, n); r.Compared != want {
		return r, fmt.Errorf("%d lanes were compared, want %d", r.Compared, want)
	}
	return r, nil
}
