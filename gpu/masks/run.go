package masks

import (
	"fmt"
	"strings"
	"time"

	"github.com/shflgen/shflgen/gen"
	"github.com/shflgen/shflgen/gpu/arrays"
	"github.com/shflgen/shflgen/gpu/device"
	"github.com/shflgen/shflgen/gpu/ends"
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
func Run(d *device.Device, specs []spec.Spec, n uint64, seed uint32, plant Fault, report func(Result)) {
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
			files := ends.Must(gen.Generate(s, gen.Options{Langs: []gen.Lang{gen.CUDA}}))
			text := string(files[s.FileName()+".cu"])
			if plant != nil {
				text = plant(text)
			}
			src.WriteString(text)
			src.WriteString(kernel(s))
		}
		m := d.Compile(src.String())
		for _, s := range some {
			report(run(d, m, s, n, seed))
		}
		ends.Check(m.Unload())
	}
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

func run(d *device.Device, m device.Module, s spec.Spec, n uint64, seed uint32) Result {
	defer ends.During("%s", s.FileName())
	on := d.Memory()
	defer on.Free()
	found := on.Hold(arrays.Words(8, 0, 0, ^uint64(0)))
	began := time.Now()
	m.Launch(s.FileName()+"_masks", device.Dim{X: 132 * 8}, device.Dim{X: 256}, uint32(0), n, seed, found)
	r := Result{Flags: strings.Join(s.Args(), " "), Masks: n, Seconds: time.Since(began).Seconds()}
	words := arrays.Of[uint64](found.Get(24))
	r.Compared, r.Differ, r.First = words[0], words[1], uint32(words[2])
	if want := compared(s, n); r.Compared != want {
		ends.Check(fmt.Errorf("%d lanes were compared, want %d", r.Compared, want))
	}
	return r
}
