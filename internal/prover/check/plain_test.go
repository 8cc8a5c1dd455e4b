package check

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/spec"
)

// onlyWhere makes lane 5 wrong where a call on numbers is so.
func onlyWhere(so func(in []uint64, members int) bool) func(c Call, left *Left) error {
	return func(c Call, left *Left) error {
		var in []uint64
		for _, v := range c.Elements {
			x, _ := constant(c, v)
			in = append(in, x)
		}
		members := 0
		for _, v := range c.Members() {
			bit, _ := constant(c, v)
			members += int(bit)
		}
		if e := &left.Calls[0].Elements[5]; so(in, members) {
			e.V = c.Dom.Int(bv.Xor, e.V, c.Dom.Const(e.V.Width(), 1))
		}
		return nil
	}
}

// TestPlainest: what a search comes upon is shown as the plainest call, with what shows the difference and no more.
func TestPlainest(t *testing.T) {
	const nan, float, full = 0x7fc00001, "-pattern reduce -width 8 -type float32 -op max", "-pattern reduce -width 8"
	isNaN := func(x uint64) bool { return x&0x7fffffff > 0x7f800000 }
	float32s := func(from int, odd map[int]uint64) (in []uint64) {
		for i := range 32 {
			x := small(spec.Place{Leaf: spec.Leaf{Type: spec.Float32}}, i+from)
			if o, ok := odd[i]; ok {
				x = o
			}
			in = append(in, x)
		}
		return in
	}
	apart := float32s(1, nil)
	var integers []uint64
	for i := range 32 {
		integers = append(integers, uint64(i+1))
	}
	for _, tt := range []struct {
		name, args string
		so         func(in []uint64, members int) bool
		mask       uint32
		in         []uint64
	}{
		{"always", float, func([]uint64, int) bool { return true }, 0x3, apart},
		{"always, of integers", full, func([]uint64, int) bool { return true }, 0x3, integers},
		{"of many members", float, func(_ []uint64, n int) bool { return n > 20 }, 0xffffffff, apart},
		{"of one member", float, func(_ []uint64, n int) bool { return n == 1 }, 1 << 5, apart},
		{"of no member", full, func(_ []uint64, n int) bool { return n == 0 }, 0, integers},
		{"of a NaN", float, func(in []uint64, _ int) bool { return isNaN(in[2]) }, 0x3, float32s(1, map[int]uint64{2: nan})},
		{"of -0", float, func(in []uint64, _ int) bool { return in[9] == 1<<31 }, 0x3,
			float32s(1, map[int]uint64{9: 1 << 31})},
	} {
		m := model{spec: specOf(t, tt.args), traits: keeping, plant: onlyWhere(tt.so)}
		rng := rand.New(rand.NewPCG(1, 1))
		in := make([]uint64, 32)
		for i := range in {
			in[i] = uint64(rng.Uint32())
		}
		in[2], in[9] = nan, 1<<31
		var found *Counterexample
		var err error
		for _, mask := range []uint32{rng.Uint32() | rng.Uint32(), 0, 1 << 11, 1 << 5, ^uint32(0)} {
			if found, err = Shown(context.Background(), m, []uint32{mask}, in); found != nil || err != nil {
				break
			}
		}
		switch {
		case err != nil || found == nil:
			t.Errorf("%s: got %v, %v", tt.name, found, err)
		case found.Mask[0] != tt.mask:
			t.Errorf("%s: got the mask %#x, want %#x", tt.name, found.Mask[0], tt.mask)
		default:
			for i, x := range found.Inputs {
				if x != tt.in[i] {
					t.Errorf("%s: got %#x in lane %d, want %#x", tt.name, x, i, tt.in[i])
				}
			}
		}
	}
}

// TestPlainestFault: a call that shows a fault is shown by one that does, too.
func TestPlainestFault(t *testing.T) {
	m := model{spec: specOf(t, plain), traits: keeping, plant: func(c Call, left *Left) error {
		if x, _ := constant(c, c.Elements[4]); x == 1<<20 {
			return fault{3, true}
		}
		return element(5, complement)(c, left)
	}}
	in := make([]uint64, 32)
	in[4], in[6] = 1<<20, 1<<30
	c, err := Shown(context.Background(), m, []uint32{0x10}, in)
	if err != nil || c == nil || c.Fault != "a fault" || c.Inputs[4] != 1<<20 || c.Inputs[6] != 7 {
		t.Errorf("got %v, %v", c, err)
	}
}
