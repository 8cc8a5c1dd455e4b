package term

import (
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// TestOperandsByBits: a network with operands that are written in another way sorts as well; one with an operand that
// differs in a bit, on some input, does not.
func TestOperandsByBits(t *testing.T) {
	const w, n = 16, 8
	for _, test := range []struct {
		name   string
		x      func(d *Domain, x bv.Value) bv.Value // what is sorted of x ^ x>>15, the sign kept
		sorted bool
	}{
		{"by xor", func(d *Domain, x bv.Value) bv.Value {
			signs := d.Extend(d.Extract(x, w-1, 1), w-1, true)
			return d.Concat(d.Int(bv.Xor, d.Extract(x, 0, w-1), signs), d.Extract(x, w-1, 1))
		}, true},
		{"by a choice", func(d *Domain, x bv.Value) bv.Value {
			low := d.Extract(x, 0, w-1)
			return d.Concat(d.Select(d.Extract(x, w-1, 1), d.Not(low), low), d.Extract(x, w-1, 1))
		}, true},
		{"by and and or", func(d *Domain, x bv.Value) bv.Value {
			signs, low := d.Extend(d.Extract(x, w-1, 1), w-1, true), d.Extract(x, 0, w-1)
			return d.Concat(d.Int(bv.Or, d.Int(bv.And, signs, d.Not(low)), d.Int(bv.And, d.Not(signs), low)),
				d.Extract(x, w-1, 1))
		}, true},
		{"by or alone", func(d *Domain, x bv.Value) bv.Value {
			signs := d.Extend(d.Extract(x, w-1, 1), w-1, true)
			return d.Concat(d.Int(bv.Or, d.Extract(x, 0, w-1), signs), d.Extract(x, w-1, 1))
		}, false},
		{"without the lowest bit", func(d *Domain, x bv.Value) bv.Value {
			signs := d.Extend(d.Extract(x, w-1, 1), w-2, true)
			return d.Concat(d.Extract(x, 0, 1), d.Concat(d.Int(bv.Xor, d.Extract(x, 1, w-2), signs), d.Extract(x, w-1, 1)))
		}, false},
		{"of a neighbour", func(d *Domain, x bv.Value) bv.Value {
			if x == d.Var(0, w) {
				x = d.Var(1, w)
			}
			return d.Int(bv.Xor, x, d.Extend(d.Extend(d.Extract(x, w-1, 1), w-1, true), w, false))
		}, false},
	} {
		d := New(Strategy{ZeroOne: true})
		s := sorter{d: d, min: bv.SMin, max: bv.SMax}
		var got, want []bv.Value
		for i := range n {
			x := d.Var(i, w)
			got = append(got, test.x(d, x))
			want = append(want, d.Int(bv.Xor, x, d.Extend(d.Extend(d.Extract(x, w-1, 1), w-1, true), w, false)))
		}
		s.bitonic(got)
		s.insertion(want)
		same := true
		for i := range got {
			same = same && d.Differ(got[i], want[i], nil) == False
		}
		if same != test.sorted {
			t.Errorf("%s: sorted %v, want %v", test.name, same, test.sorted)
		}
	}
}
