package compiled

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// TestLayout: scalars come back from memory, and no others are there.
func TestLayout(t *testing.T) {
	l := Layout{Leaves: []spec.Leaf{{Type: spec.Int8}, {Type: spec.Uint32, Offset: 4}}, Size: 8}
	in := []uint64{0x7f, 0xfffffffe, 1, 2}
	b := l.Pack(in)
	want := []byte{0x7f, 0x5e, 0x5e, 0x5e, 0xfe, 0xff, 0xff, 0xff, 1, 0x5e, 0x5e, 0x5e, 2, 0, 0, 0}
	if !bytes.Equal(b, want) {
		t.Errorf("% x", b)
	}
	if got := l.Unpack(b); !reflect.DeepEqual(got, in) {
		t.Errorf("%#x", got)
	}
}

// TestArrays calls functions of slices on bytes.
func TestArrays(t *testing.T) {
	a, b, out := []byte{1, 0, 2, 0}, []byte{9, 8}, make([]byte, 8)
	r := OfArrays(func(a []uint16, b []int8, out []int32) (uint16, int64) {
		out[1] = int32(b[0])
		return a[1] + 0x100, int64(len(b))
	}, a, b, out)
	if !bytes.Equal(Bytes(r[0]), []byte{2, 1}) || r[1].Int() != 2 || out[4] != 9 {
		t.Errorf("%v %v %v", r[0], r[1], out)
	}
	if v := Value(reflect.TypeFor[uint16](), []byte{2, 1}); v.Uint() != 0x102 {
		t.Errorf("%v", v)
	}
}

// TestStore: a store leaves what is past the elements that are left.
func TestStore(t *testing.T) {
	type pair struct{ X, Y uint32 }
	word := spec.ScalarElement(spec.Uint32)
	e, err := spec.StructElement([]spec.Field{{Name: "x", Elem: word}, {Name: "y", Elem: word}})
	if err != nil {
		t.Fatal(err)
	}
	s := spec.NewSpec(spec.Store).With("partial", true)
	s.Type, s.Elem = spec.Composite, e
	sh := s.Shape()
	for off := range 2 {
		l := NewLanes(func(to []pair, from *[32]pair) { copy(to, from[off:]) }, sh)
		in := ref.Sample(rand.New(rand.NewPCG(1, 2)), s, 6)
		in[64] = 5
		got, _, _ := l.Run(nil, in, 0)
		if !slices.Equal(got[10:], in[10:64]) || slices.Equal(got[:10], in[:10]) != (off == 0) {
			t.Errorf("off by %d: %#x of %#x", off, got, in)
		}
	}
}
