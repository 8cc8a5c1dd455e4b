// Package crosscheck runs programs on a GPU and compares their outputs with those of
// tests/crosscheck/ptxsim, a second PTX executor.
package crosscheck

import (
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/shflgen/shflgen/gpu/device"
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

// Run runs every launch of a case. An error means that the GPU's context is lost.
func Run(d *device.Device, c crosscheck.Case) (Outcome, error) {
	var o Outcome
	s, err := spec.ParseHeader(c.Spec)
	if err != nil {
		return o, err
	}
	m, err := d.LoadPTX(c.PTX)
	if err != nil {
		o.Refused = err.Error()
		return o, nil
	}
	defer m.Unload()
	for i, call := range c.Calls {
		got, err := launch(d, m, c, call)
		if err != nil {
			return o, fmt.Errorf("call %d: %w", i, err)
		}
		o.Pairs++
		for p, want := range call.Want {
			if want != nil {
				o.compare(c, s, i, p, want, got[p], call.Fixed[p])
			}
		}
	}
	return o, nil
}

// launch runs one call and returns the buffers after it.
func launch(d *device.Device, m device.Module, c crosscheck.Case, call crosscheck.Call) ([][]byte, error) {
	args := make([]any, len(call.Params))
	buffers := make([]*device.Buffer, len(call.Params))
	for i, data := range call.Params {
		if c.Roles[i] == 'm' {
			args[i] = binary.LittleEndian.Uint32(data)
			continue
		}
		b, err := d.Alloc(len(data))
		if err != nil {
			return nil, err
		}
		defer b.Free()
		if err := b.Put(data); err != nil {
			return nil, err
		}
		args[i], buffers[i] = b, b
	}
	block := device.Dim{X: uint32(c.Block[0]), Y: uint32(c.Block[1]), Z: uint32(c.Block[2])}
	if err := m.Launch(c.Kernel, device.Dim{X: 1, Y: 1, Z: 1}, block, args...); err != nil {
		return nil, err
	}
	after := make([][]byte, len(call.Params))
	for i, b := range buffers {
		if b != nil && call.Want[i] != nil {
			after[i] = make([]byte, len(call.Want[i]))
			if err := b.Get(after[i]); err != nil {
				return nil, err
			}
		}
	}
	return after, nil
}

// compare compares one output: element by element, or byte by byte if it holds no elements.
func (o *Outcome) compare(c crosscheck.Case, s spec.Spec, call, param int, want, got, fixed []byte) {
	size, element := 1, c.Roles[param] == 'o'
	if element {
		size = s.Type.Bits() / 8
	}
	for at := 0; at+size <= len(want); at += size {
		var x, y, care uint64
		for i := range size {
			x |= uint64(want[at+i]) << (8 * i)
			y |= uint64(got[at+i]) << (8 * i)
			care |= uint64(fixed[at+i]) * 0xff << (8 * i)
		}
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
