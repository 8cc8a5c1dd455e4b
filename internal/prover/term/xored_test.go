package term

import (
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// TestXoredWhere: a xor of two parts that are each chosen by a member's bit is the xor, chosen by that
// bit, to a maximum of elements that are left whole. Not to a minimum, to which a 0 is no identity, not
// if another bit chooses a part, and not with a number that non-members have. Each is compared with
// numbers on every mask as well.
func TestXoredWhere(t *testing.T) {
	for _, tt := range []struct {
		name string
		op   bv.IntOp
		bit  int    // that chooses the second part of element 0
		by   uint64 // flipped in each element
		same bool
	}{
		{"maximum", bv.UMax, 0, 0, true},
		{"minimum", bv.UMin, 0, 0, false},
		{"signed maximum", bv.SMax, 0, 0, false},
		{"another bit", bv.UMax, 1, 0, false},
		{"a number of all", bv.UMax, 0, 5, false},
	} {
		const members, w = 3, 8
		d := New(Strategy{UnslicedExtrema: true})
		none := d.constant(w, 0)
		id := d.constant(w, intOp(tt.op).identity(w))
		got, want := bv.Value(id), bv.Value(id)
		bitOf := func(i int) int {
			if i == 0 {
				return tt.bit
			}
			return i
		}
		for i := range members {
			x, y, m := d.Var(2*i, w), d.Var(2*i+1, w), d.GuardOf(d.Bit(i))
			part := d.Int(bv.Xor, d.Select(m, x, none), d.Select(d.GuardOf(d.Bit(bitOf(i))), y, none))
			got = d.Int(tt.op, got, d.Int(bv.Xor, part, d.Const(w, tt.by)))
			want = d.Int(tt.op, want, d.Select(m, d.Int(bv.Xor, x, y), id))
		}
		if same := d.Differ(got, want, nil) == False; same != tt.same {
			t.Errorf("%s: the same: %v", tt.name, same)
		}
		elements := []uint64{0x81, 0x7f, 0x80, 0x80, 0xff, 0x0f}
		for mask := range 1 << members {
			chosen := func(bit int, x uint64) uint64 { return x * uint64(mask>>bit&1) }
			n, number := bv.Numbers{}, bv.Value(bv.Word{W: w, X: intOp(tt.op).identity(w)})
			for i := range members {
				number = n.Int(tt.op, number, bv.Word{W: w, X: chosen(i, elements[2*i]) ^ chosen(bitOf(i),
					elements[2*i+1]) ^ tt.by})
			}
			in := Input{Mask: func(i int) bool { return mask>>i&1 == 1 }, Element: func(i int) uint64 { return elements[i] }}
			if x := d.Eval(got, in); x != number.(bv.Word).X {
				t.Errorf("%s, mask %b: %#x, want %#x", tt.name, mask, x, number)
			}
		}
	}
}
