package tape_test

import (
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
	"github.com/shflgen/shflgen/internal/prover/tape"
)

// TestRotations: two shifts of a word in opposite directions give what numbers give, of every count, and are one
// rotation where the counts add up to the width.
func TestRotations(t *testing.T) {
	const word = 0x8123456789abcde5
	for _, w := range []int{8, 16, 32, 64} {
		for _, join := range []bv.IntOp{bv.Or, bv.Xor, bv.Add} {
			for _, kind := range []string{"", "both below the width", "any"} { // of counts
				turned := func(d bv.Domain, x, count bv.Value) bv.Value {
					left := count
					if kind != "any" {
						left = d.Int(bv.And, left, d.Const(w, uint64(w-1)))
					}
					right := d.Int(bv.Sub, d.Const(w, uint64(w)), left)
					if kind == "both below the width" {
						right = d.Int(bv.And, right, d.Const(w, uint64(w-1)))
					}
					return d.Int(join, bv.Shift(d, bv.Left, x, left), bv.Shift(d, bv.Right, x, right))
				}
				d := tape.New()
				x, count := d.Var(w), d.Var(w)
				got := turned(d, x, count).(*tape.Node)
				if one := got == bv.Rotate(d, x, d.Int(bv.And, count, d.Const(w, uint64(w-1)))); one != (kind == "") {
					t.Errorf("%d bits, %d, %q: one rotation %v", w, join, kind, one)
				}
				p := d.Program(got)
				for n := range 2 * w {
					p.In(0)[n], p.In(1)[n] = word>>(64-w), uint64(n)
				}
				p.Run(2 * w)
				for n := range 2 * w {
					want := turned(bv.Numbers{}, bv.Word{W: w, X: word >> (64 - w)}, bv.Word{W: w, X: uint64(n)}).(bv.Word)
					if out := p.Out(got)[n]; out != want.X {
						t.Errorf("%d bits, %d, %q, count %d: %#x, want %#x", w, join, kind, n, out, want.X)
					}
				}
			}
		}
	}
}

// TestCutCount: two shifts are no rotation where the counts add up to the width only in their lower bits.
func TestCutCount(t *testing.T) {
	d := tape.New()
	x, low, high := d.Var(16), d.Extend(d.Var(4), 8, false), d.Var(8)
	back := d.Extend(d.Int(bv.Sub, d.Const(8, 16), low), 16, false)
	got := d.Int(bv.Or, bv.Shift(d, bv.Left, x, d.Concat(low, high)), bv.Shift(d, bv.Right, x, back)).(*tape.Node)
	p := d.Program(got)
	p.In(0)[0], p.In(1)[0], p.In(2)[0] = 0x8001, 3, 1
	if p.Run(1); p.Out(got)[0] != 4 {
		t.Errorf("%#x, want 4", p.Out(got)[0])
	}
}

// TestBeside: parts of a word are put together where one has zeros, and where they overlap they are not.
func TestBeside(t *testing.T) {
	for _, w := range []int{1, 7, 8, 9, 16} { // of the lower part, beside 8 zeros
		d := tape.New()
		low, high := d.Var(w), d.Var(24)
		parts := d.Int(bv.Or, d.Concat(d.Const(8, 0), high), d.Extend(low, 32, false))
		joined := d.Concat(d.Extend(low, max(w, 8), false), d.Extract(high, 0, 32-max(w, 8)))
		if same := parts == joined; same != (w <= 8) {
			t.Errorf("a part of %d bits beside 8 zeros: joined %v", w, same)
		}
		sum := d.Int(bv.Add, d.Concat(d.Const(8, 0), high), d.Extend(low, 32, false)).(*tape.Node)
		p := d.Program(sum)
		p.In(0)[0], p.In(1)[0] = 1<<w-1, 1
		if p.Run(1); p.Out(sum)[0] != 1<<w-1+1<<8 {
			t.Errorf("a part of %d bits beside 8 zeros: %#x", w, p.Out(sum)[0])
		}
	}
}
