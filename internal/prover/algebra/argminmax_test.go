package algebra

import (
	"fmt"
	"slices"
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/ref"
	"github.com/shflgen/shflgen/spec"
)

// TestLaw holds what the law reads off a list of lanes against the plain loop: four
// lanes of eight values, three of the kinds of floats, two of every type's edges,
// under every mask.
func TestLaw(t *testing.T) {
	small := []uint64{0, 1, 2, 3, 4, 5, 6, 7}
	for _, op := range []spec.Op{spec.ArgMin, spec.ArgMax} {
		for _, test := range []struct {
			typ    spec.Type
			width  int
			values []uint64
		}{
			{spec.Uint8, 4, small},
			{spec.Int8, 4, []uint64{0, 1, 0x7f, 0x80, 0xff}},
			{spec.Int64, 2, ref.Edges(spec.Int64)},
			{spec.Uint32, 2, ref.Edges(spec.Uint32)},
			{spec.Float16, 3, []uint64{0, 0x8000, 0x3c00, 0xfc00, 0x7c00, 0x7e00, 0xfe01}},
			{spec.Float16, 2, ref.Edges(spec.Float16)},
			{spec.Bfloat16, 2, ref.Edges(spec.Bfloat16)},
			{spec.Float32, 2, ref.Edges(spec.Float32)},
			{spec.Float64, 2, ref.Edges(spec.Float64)},
		} {
			s := spec.NewSpec(spec.Reduce)
			s.Op, s.Type, s.Width = op, test.typ, test.width
			t.Run(fmt.Sprintf("%s %s", op, test.typ), func(t *testing.T) {
				t.Parallel()
				for in := range tuples(test.values, test.width) {
					for mask := range uint64(1) << test.width {
						if why := differs(t, s, in, mask); why != "" {
							t.Fatalf("%x, mask %b: %s", in, mask, why)
						}
					}
				}
			})
		}
	}
}

// tuples are all lists of n values.
func tuples(values []uint64, n int) func(yield func([]uint64) bool) {
	return func(yield func([]uint64) bool) {
		index := make([]int, n)
		in := make([]uint64, n)
		for {
			for i, at := range index {
				in[i] = values[at]
			}
			if !yield(in) {
				return
			}
			i := 0
			for ; i < n && index[i] == len(values)-1; i++ {
				index[i] = 0
			}
			if i == n {
				return
			}
			index[i]++
		}
	}
}

// differs says how the law and the loop differ on one segment, or nothing.
func differs(t *testing.T, s spec.Spec, in []uint64, mask uint64) string {
	n := bv.Numbers{}
	var values, bits []bv.Value
	var loop ref.Input[ref.Element, bool]
	for i, x := range in {
		values, bits = append(values, n.Const(s.Type.Bits(), x)), append(bits, n.Const(1, mask>>i&1))
		loop.Elements = append(loop.Elements, ref.Element{Bits: x, Present: true})
		loop.Members = append(loop.Members, mask>>i&1 == 1)
	}
	law, err := Run(n, s, Input{Elements: values, Members: bits})
	if err != nil {
		t.Fatal(err)
	}
	plain, err := ref.Run(ref.Numbers{Spec: s}, s, loop)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(law.Named, plain.Named) {
		return "other lanes are named"
	}
	number := func(v bv.Value) uint64 { x, _ := n.Known(v); return x }
	for i, want := range plain.Value {
		switch {
		case number(law.Specified[i]) == 1 != want.Present:
			return "a winner without members, or none of some"
		case number(law.Numbers[0][i]) != uint64(uint32(plain.Numbers[0][i])):
			return fmt.Sprintf("lane %d, want %d", int32(number(law.Numbers[0][i])), plain.Numbers[0][i])
		case want.Present && !ref.Same(s.Type, number(law.Value[i]), want.Bits):
			return fmt.Sprintf("element %x, want %x", number(law.Value[i]), want.Bits)
		}
	}
	return ""
}

// TestContest: what is no loop over the lanes from the lowest on is refused.
func TestContest(t *testing.T) {
	n := bv.Numbers{}
	c := argMinMax{dom: n}
	own := func(i int) *candidates {
		return &candidates{n: 1, last: candidate{i, n.Const(8, 1), n.Const(1, 1)}, own: true}
	}
	yes := c.Known(true)
	for name, play := range map[string]func(){
		"a choice without a comparison": func() { nobody := c.Absent(); c.If(yes, own(0), nobody) },
		"a choice of another element": func() {
			nobody := c.Absent()
			c.If(c.Better(own(0), nobody), own(1), nobody)
		},
		"lanes downwards": func() {
			nobody := c.Absent()
			x, y := own(3), own(2)
			best := c.If(c.Better(x, nobody), x, nobody)
			c.If(c.Better(y, best), y, best)
		},
		"the best so far challenges": func() {
			nobody := c.Absent()
			x, y := own(0), own(1)
			best := c.If(c.Better(x, nobody), x, nobody)
			c.If(c.Better(best, y), best, y)
		},
		"the number of another lane": func() {
			nobody, none := c.Absent(), c.Number(-1)
			x := own(0)
			better := c.Better(x, nobody)
			c.If(better, x, nobody)
			c.IfNumber(better, c.Number(1), none)
		},
		"a number before its element": func() {
			nobody, none := c.Absent(), c.Number(-1)
			c.IfNumber(c.Better(own(0), nobody), c.Number(0), none)
		},
		"two comparisons at once": func() {
			nobody := c.Absent()
			c.And(c.Better(own(0), nobody), c.Better(own(1), nobody))
		},
	} {
		func() {
			defer func() {
				if _, stopped := recover().(bv.Stop); !stopped {
					t.Errorf("%s is taken", name)
				}
			}()
			play()
		}()
	}
}
