package compiled

import (
	"bytes"
	"encoding/binary"
	"slices"

	"github.com/shflgen/shflgen/spec"
)

// Lanes calls the function of a warp or a block.
type Lanes struct {
	shape   spec.Shape
	call    *Call
	set     []func(mask []uint32, in spec.CallInputs[uint64])
	slots   []slots
	numbers [][]byte
}

// slots is the memory of the elements, or of the values that follow them: leaves of each slot from one on.
type slots struct {
	Layout
	from   int
	memory []byte
}

// NewLanes calls a function of a shape.
func NewLanes(f any, sh spec.Shape) *Lanes {
	l := &Lanes{shape: sh, call: NewCall(f)}
	if _, ok := sh.Global(); ok {
		return l
	}
	ports := sh.In
	if !sh.TakesElements() {
		ports = append(slices.Clone(ports), sh.Element())
	}
	mapped := 0
	for _, p := range ports {
		switch {
		case p.Role == spec.MaskRole:
			set := l.call.Mask()
			l.set = append(l.set, func(mask []uint32, _ spec.CallInputs[uint64]) { set(mask) })
		case p.Role.Operand() && p.Uniform:
			set := l.call.Number()
			l.set = append(l.set, func(_ []uint32, in spec.CallInputs[uint64]) { set(in.Operands[0]) })
		case p.Role == spec.ElementRole || p.Role == spec.ValueRole:
			l.addSlots(p)
		case p.Role.Operand():
			l.add(p, func(in spec.CallInputs[uint64]) []uint64 { return in.Operands })
		case p.Role == spec.KeyRole:
			l.add(p, func(in spec.CallInputs[uint64]) []uint64 { return in.Keys })
		default:
			nth := mapped
			l.add(p, func(in spec.CallInputs[uint64]) []uint64 { return in.Mapped[nth] })
			mapped++
		}
	}
	for range sh.Numbers() {
		l.numbers = append(l.numbers, l.call.Memory())
	}
	return l
}

// add adds the memory of the values of a port.
func (l *Lanes) add(p spec.Port, of func(in spec.CallInputs[uint64]) []uint64) {
	layout, memory := layoutOf(p), l.call.Memory()
	l.set = append(l.set, func(_ []uint32, in spec.CallInputs[uint64]) { copy(memory, layout.Pack(of(in))) })
}

// addSlots adds the memory of elements, or of the values that follow them.
func (l *Lanes) addSlots(p spec.Port) {
	s := slots{Layout: layoutOf(p), memory: l.call.Memory()}
	for _, before := range l.slots {
		s.from += len(before.Leaves)
	}
	l.slots = append(l.slots, s)
	all := l.shape.Leaves()
	l.set = append(l.set, func(_ []uint32, in spec.CallInputs[uint64]) {
		var own []uint64
		for at := s.from; at < len(in.Elements); at += all {
			own = append(own, in.Elements[at:at+len(s.Leaves)]...)
		}
		copy(s.memory, s.Pack(own))
	})
}

// Run makes a call. The numbers of lanes are before as they are given. It returns the elements, with the values that
// follow them, the numbers and the preds.
func (l *Lanes) Run(mask []uint32, in []uint64, before int32) (got []uint64, numbers []int32, preds uint32) {
	cut := spec.Cut(l.shape, in)
	if _, ok := l.shape.Global(); ok {
		return l.copied(cut), nil, 0
	}
	for _, set := range l.set {
		set(mask, cut)
	}
	for _, n := range l.numbers {
		for i := 0; i < len(n); i += 4 {
			binary.LittleEndian.PutUint32(n[i:], uint32(before))
		}
	}
	if results := l.call.Run(); l.shape.HasPred() {
		preds = uint32(results[0].Uint())
	}
	got = make([]uint64, len(cut.Elements))
	for _, s := range l.slots {
		for i, x := range s.Unpack(s.memory) {
			got[i/len(s.Leaves)*l.shape.Leaves()+s.from+i%len(s.Leaves)] = x
		}
	}
	for _, n := range l.numbers {
		for i := 0; i < len(n); i += 4 {
			numbers = append(numbers, int32(binary.LittleEndian.Uint32(n[i:])))
		}
	}
	return got, numbers, preds
}

// copied makes a call that copies elements from one array to another one. A store leaves the memory past the elements
// that are left.
func (l *Lanes) copied(in spec.CallInputs[uint64]) []uint64 {
	layout := layoutOf(l.shape.Element())
	from := layout.Pack(in.Elements)
	to, n := bytes.Clone(from), len(from)
	if l.shape.Partial() {
		n = min(n, int(uint32(in.Operands[0]))*layout.Size)
	}
	call := &Call{f: l.call.f}
	if l.shape.Element().Global != "" {
		clear(to[:n])
		stored := call.Elements(to[:n])
		call.Elements(from)
		call.Run()
		return layout.Unpack(slices.Concat(stored, to[n:]))
	}
	clear(to)
	call.Elements(from[:n])
	loaded := call.Elements(to)
	call.Run()
	return layout.Unpack(loaded)
}
