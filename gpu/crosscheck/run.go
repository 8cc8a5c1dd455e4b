// Package crosscheck runs programs on a GPU and compares their outputs with those of
// tests/crosscheck/ptxsim, a second PTX executor.
package crosscheck

import (
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/gpu/arrays"
	"github.com/shflgen/shflgen/gpu/device"
	"github.com/shflgen/shflgen/gpu/ends"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
	"github.com/shflgen/shflgen/tests/crosscheck"
)

// Outcome is the result of the launches of one case.
type Outcome struct {
	Pairs    int // launches compared
	Compared int // bytes compared
	Open     int // bytes that PTX leaves undefined
	NaN      int // elements that are NaNs with different bits
	Differ   int // bytes that differ
	First    string
	Refused  string // the driver's error, if it rejects the PTX
}

// Run runs every launch of a case. That the check ends means that the GPU's context is lost.
func Run(d *device.Device, c crosscheck.Case) Outcome {
	defer ends.During("%s", c.Name)
	var o Outcome
	s := ends.Must(spec.ParseHeader(c.Spec))
	m, err := d.LoadPTX(c.PTX)
	if err != nil {
		o.Refused = err.Error()
		return o
	}
	defer m.Unload()
	for i, call := range c.Calls {
		got := launch(d, m, c, call)
		o.Pairs++
		for p, want := range call.Want {
			if want != nil {
				o.compare(c, s, i, p, want, got[p], call.Fixed[p])
			}
		}
	}
	return o
}

// launch runs one call and returns the buffers after it.
func launch(d *device.Device, m device.Module, c crosscheck.Case, call crosscheck.Call) [][]byte {
	on := d.Memory()
	defer on.Free()
	args := make([]any, len(call.Params))
	buffers := make([]*device.Buffer, len(call.Params))
	for i, data := range call.Params {
		if c.Roles[i] == 'm' {
			args[i] = binary.LittleEndian.Uint32(data)
			continue
		}
		buffers[i] = on.Hold(data)
		args[i] = buffers[i]
	}
	block := device.Dim{X: uint32(c.Block[0]), Y: uint32(c.Block[1]), Z: uint32(c.Block[2])}
	m.Launch(c.Kernel, device.Dim{}, block, args...)
	after := make([][]byte, len(call.Params))
	for i, b := range buffers {
		if b != nil && call.Want[i] != nil {
			after[i] = b.Get(len(call.Want[i]))
		}
	}
	return after
}

// compare compares one output: element by element, or byte by byte if it holds no elements.
func (o *Outcome) compare(c crosscheck.Case, s spec.Spec, call, param int, want, got, fixed []byte) {
	size, element := 1, c.Roles[param] == 'o'
	if element {
		size = s.Type.Bits() / 8
	}
	for at := 0; at+size <= len(want); at += size {
		x, y := arrays.Word(want[at:at+size]), arrays.Word(got[at:at+size])
		care := arrays.Word(fixed[at:at+size]) * 0xff
		switch {
		case care == 0:
			o.Open += size
		case x&care == y&care:
			o.Compared += size
		case element && ref.Same(s.Type, x, y):
			o.NaN++
		default:
			o.Differ += size
			if o.First == "" {
				o.First = fmt.Sprintf("%s: call %d, parameter %d, byte %d: ptxsim %#x, GPU %#x, defined bits %#x",
					strings.TrimSpace(c.Name), call, param, at, x, y, care)
			}
		}
	}
}
