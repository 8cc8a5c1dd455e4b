package term

import (
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// TestNarrowExtremum: parts of a min or max of extended members are the same parts of the extended
// min or max, where there is a member, and of the wide identity where there is none. Each op, extension
// and part is compared with numbers on every mask.
func TestNarrowExtremum(t *testing.T) {
	const members, w = 3, 32
	samples := [][members]uint64{{0, 0x7f, 0x80}, {0xff, 0xfe, 0x81}, {0x80, 0x80, 0xff}, {0x7f, 0x01, 0x7e},
		{0xff, 0xff, 0xff}}
	for _, op := range []bv.IntOp{bv.SMin, bv.SMax, bv.UMin, bv.UMax} {
		for _, signed := range []bool{false, true} {
			for _, part := range [][2]int{{0, 8}, {0, 16}, {4, 8}, {9, 7}, {16, 16}, {31, 1}} {
				d := New(Strategy{})
				wide := d.constant(w, intOp(op).identity(w))
				all := bv.Value(wide)
				for i := range members {
					all = d.Int(op, all, d.Select(d.GuardOf(d.Bit(i)), d.Extend(d.Var(i, 8), w, signed), wide))
				}
				got := d.Extract(all, part[0], part[1])
				for _, xs := range samples {
					for mask := range 1 << members {
						n := bv.Numbers{}
						want := bv.Value(bv.Word{W: w, X: intOp(op).identity(w)})
						for i, x := range xs {
							if mask>>i&1 == 1 {
								want = n.Int(op, want, n.Extend(bv.Word{W: 8, X: x}, w, signed))
							}
						}
						want = n.Extract(want, part[0], part[1])
						in := Input{Mask: func(i int) bool { return mask>>i&1 == 1 }, Element: func(i int) uint64 { return xs[i] }}
						if x := d.Eval(got, in); x != want.(bv.Word).X {
							t.Fatalf("op %v, signed %t, bits %v, mask %b of %x: %#x, want %#x", op, signed, part, mask, xs, x, want)
						}
					}
				}
			}
		}
	}
}

// TestNarrowActive: what a warp instruction on 32-bit registers makes of narrower members has the
// bits of the narrow op where there is a member; not of another op, width or extension, and not where
// there is none.
func TestNarrowActive(t *testing.T) {
	for _, tt := range []struct {
		name      string
		op, want  bv.IntOp
		signed    bool
		part      int // of the register, from bit 0
		everyMask bool
		same      bool
	}{
		{"signed minimum", bv.SMin, bv.SMin, true, 8, false, true},
		{"signed maximum", bv.SMax, bv.SMax, true, 8, false, true},
		{"minimum", bv.UMin, bv.UMin, false, 8, false, true},
		{"maximum, whose identities agree", bv.UMax, bv.UMax, false, 8, true, true},
		{"without a member", bv.SMin, bv.SMin, true, 8, true, false},
		{"minimum for a maximum", bv.SMin, bv.SMax, true, 8, false, false},
		{"signs are numbers", bv.SMin, bv.SMin, false, 8, false, false},
		{"numbers have signs", bv.UMin, bv.SMin, true, 8, false, false},
		{"fewer bits", bv.SMin, bv.SMin, true, 7, false, false},
	} {
		d := New(Strategy{})
		register := bv.Value(d.constant(32, intOp(tt.op).identity(32)))
		want := bv.Value(d.constant(8, intOp(tt.want).identity(8)))
		some := bv.Value(d.constant(1, 0))
		for i := range 4 {
			member, x := d.GuardOf(d.Bit(i)), d.Var(i, 8)
			register = d.Int(tt.op, register, d.Select(member, d.Extend(x, 32, tt.signed),
				d.constant(32, intOp(tt.op).identity(32))))
			want = d.Int(tt.want, want, d.Select(member, x, d.constant(8, intOp(tt.want).identity(8))))
			some = d.Int(bv.Or, some, member)
		}
		got := d.Extend(d.Extract(register, 0, tt.part), 8, false)
		where := True
		if guard, ok := d.AsGuard(some); ok && !tt.everyMask {
			where = guard
		}
		if same := d.DifferWhere(where, got, want, nil) == False; same != tt.same {
			t.Errorf("%s: the same: %v", tt.name, same)
		}
	}
}
