package compare

import (
	"encoding/binary"
	"testing"

	"github.com/shflgen/shflgen/spec"
)

// shflOne is shfl with -src 1 -width 32 in mode member.
func shflOne(mask uint32, x *[32]int32) uint32 {
	if mask>>1&1 == 0 {
		return 0
	}
	for i := range x {
		x[i] = x[1]
	}
	return ^uint32(0)
}

func TestTwins(t *testing.T) {
	s := spec.NewSpec(spec.Shfl)
	s.Params = spec.ShuffleParams{Distance: 1}
	for _, test := range []struct {
		name string
		f    func(mask uint32, x *[32]int32) uint32
		want bool
	}{
		{"right", shflOne, true},
		{"one lane wrong", func(mask uint32, x *[32]int32) uint32 {
			p := shflOne(mask, x)
			x[31]++
			return p
		}, false},
		{"one pred wrong", func(mask uint32, x *[32]int32) uint32 { return shflOne(mask, x) ^ 1<<7 }, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := newCalls(s, 100, 1)
			want := c.expect()
			var r Report
			r.twins(c, test.f, want)
			if r.TwinCalls != 100 || r.TwinComparisons != 6400 {
				t.Fatalf("%d calls, %d comparisons; want 100, 6400", r.TwinCalls, r.TwinComparisons)
			}
			if (r.Mismatches == 0) != test.want {
				t.Errorf("%d mismatches, want none: %v", r.Mismatches, test.want)
			}
		})
	}
}

// keyedSum is keyed-reduce that reads the key of lane i^off for lane i.
func keyedSum[K comparable](off int) func(key *[32]K, x *[32]int32) {
	return func(key *[32]K, x *[32]int32) {
		in := *x
		for i := range x {
			x[i] = 0
			for j := range in {
				if key[i^off] == key[j^off] {
					x[i] += in[j]
				}
			}
		}
	}
}

// TestTwinTakesKeys runs a twin that reads each lane's key, and one that reads the key of lane i^1.
func TestTwinTakesKeys(t *testing.T) {
	for _, key := range spec.KeyTypes() {
		s := spec.NewSpec(spec.KeyedReduce)
		s.Mask = spec.Full
		s.Params = spec.KeyedParams{Key: key}
		for off, right := range []bool{true, false} {
			sum := any(keyedSum[uint32](off))
			if key == spec.Key64 {
				sum = keyedSum[uint64](off)
			}
			c := newCalls(s, 100, 1)
			want := c.expect()
			var r Report
			r.twins(c, sum, want)
			if r.TwinCalls != 100 || (r.Mismatches == 0) != right {
				t.Errorf("-key %s: %d calls, %d mismatches, want none: %v", key, r.TwinCalls, r.Mismatches, right)
			}
		}
	}
}

// TestCompareSeesEveryLane plants a fault in each lane and each pred that the contract names,
// one at a time; in mask mode active also in lanes that make no call.
func TestCompareSeesEveryLane(t *testing.T) {
	active := spec.NewSpec(spec.ExclusiveScan)
	active.Type, active.Mask, active.Width = spec.Int16, spec.Active, 7
	for _, s := range []spec.Spec{spec.NewSpec(spec.ShflDown), spec.NewSpec(spec.InclusiveScan), active} {
		c := newCalls(s, 3, 1)
		want := c.expect()
		for fault := range 2 * 96 {
			var got []uint64
			var preds []byte
			for call, w := range want {
				for lane := range 32 {
					expected, _ := c.expected(call, w, lane, 0)
					got = append(got, expected)
					preds = append(preds, byte(w.preds>>lane&1), 0)
				}
			}
			mismatches := 1
			if fault < 96 {
				got[fault] ^= 1
			} else {
				preds[2*(fault-96)] ^= 0xa5
				if !s.Pattern.HasPred() {
					mismatches = 0
				}
			}
			var r Report
			r.compare(c, want, got, preds)
			if r.Mismatches != mismatches {
				t.Errorf("%s: fault %d: %d mismatches, want %d", s.FileName(), fault, r.Mismatches, mismatches)
			}
		}
	}
}

// argmaxFull is down-reduce -op argmax -mask full of uint32.
func argmaxFull(x *[32]uint32, index *[32]int32) {
	best := 0
	for i := range x {
		if x[i] > x[best] {
			best = i
		}
	}
	x[0], index[0] = x[best], int32(best)
}

// TestWinners plants faults in the elements and indices of a twin, and in those of a GPU.
func TestWinners(t *testing.T) {
	s := spec.NewSpec(spec.DownReduce)
	s.Op, s.Mask, s.Type = spec.ArgMax, spec.Full, spec.Uint32
	for _, test := range []struct {
		name string
		f    func(x *[32]uint32, index *[32]int32)
		want int // mismatches of each call
	}{
		{"right", argmaxFull, 0},
		{"wrong element", func(x *[32]uint32, index *[32]int32) {
			argmaxFull(x, index)
			x[0] ^= 1
		}, 1},
		{"wrong index", func(x *[32]uint32, index *[32]int32) {
			argmaxFull(x, index)
			index[0] ^= 1
		}, 1},
		{"writes the index of another lane", func(x *[32]uint32, index *[32]int32) {
			argmaxFull(x, index)
			index[7] = 0
		}, 1},
	} {
		c := newCalls(s, 50, 1)
		want := c.expect()
		var r Report
		r.twins(c, test.f, want)
		if r.Mismatches != 50*test.want {
			t.Errorf("%s: %d mismatches, want %d: %v", test.name, r.Mismatches, 50*test.want, r.First)
		}
	}
	s.Pattern, s.Mask, s.Width = spec.Reduce, spec.Member, 12
	c := newCalls(s, 4, 3)
	want := c.expect()
	for fault := range 2 * 128 {
		var got []uint64
		var index []byte
		specified := false
		for i, w := range want {
			got = append(got, w.out...)
			for lane, n := range w.numbers {
				index = binary.LittleEndian.AppendUint16(index, uint16(n))
				specified = specified || i*32+lane == fault && w.specified[lane]
			}
		}
		mismatches := 1
		if fault >= 128 {
			index[2*(fault-128)] ^= 0x21
		} else if got[fault] ^= 1; !specified {
			mismatches = 0
		}
		var r Report
		r.compare(c, want, got, index)
		if r.Mismatches != mismatches {
			t.Errorf("fault %d: %d mismatches, want %d", fault, r.Mismatches, mismatches)
		}
	}
}
