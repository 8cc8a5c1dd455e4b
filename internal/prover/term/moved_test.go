package term

import (
	"testing"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Compiled code of narrow products and of comparisons of complements ends in the same term as the plain form, and a
// false claim beside it does not.
func TestMovedAndFlipped(t *testing.T) {
	d := New(Strategy{})
	x, y := bv.Value(d.Var(0, 16)), bv.Value(d.Var(1, 16))
	number := func(n uint64) bv.Value { return d.Const(16, n) }
	wide := func(v bv.Value, signed bool) bv.Value { return d.Extend(v, 32, signed) }
	up := func(v bv.Value, n int) bv.Value {
		return d.Concat(d.Const(n, 0), d.Extract(v, 0, v.Width()-n))
	}
	op := func(o bv.IntOp, a, b bv.Value) bv.Value { return d.Int(o, a, b) }
	product := func(n int) bv.Value {
		return d.Extract(op(bv.Mul, up(wide(x, false), n), wide(y, true)), 16, 16)
	}
	number32 := d.Const(32, 0)
	less := op(bv.ULt, x, y)
	low := d.Extend(d.Extract(x, 0, 1), 16, false)
	c := d.Select(d.GuardOf(d.Bit(0)), x, number(0x8000))
	for _, test := range []struct {
		name               string
		left, right, wrong bv.Value
	}{
		{"product in the high half", product(16), op(bv.Mul, x, y), product(15)},
		{"product by a power of two", op(bv.Mul, x, number(4)), up(x, 2), up(x, 3)},
		{"complements compared, signed", op(bv.SLt, d.Not(x), d.Not(y)), op(bv.SLt, y, x), op(bv.SLt, x, y)},
		{"complements compared, unsigned", op(bv.ULt, d.Not(x), d.Not(y)), op(bv.ULt, y, x), op(bv.SLt, y, x)},
		{"complement and number", op(bv.ULt, d.Not(x), number(5)), op(bv.ULt, number(0xfffa), x),
			op(bv.ULt, number(0xfffb), x)},
		{"complement of a choice", op(bv.SLt, d.Not(c), d.Not(y)), op(bv.SLt, y, c), op(bv.SLt, c, y)},
		{"complements widened before and after",
			op(bv.SLt, wide(d.Not(x), true), d.Not(wide(y, true))), op(bv.SLt, y, x), op(bv.ULt, y, x)},
		{"a comparison kept as a number",
			d.Not(op(bv.Eq, d.Select(less, number(1), number(0)), number(0))), less,
			op(bv.Eq, d.Select(less, number(2), number(0)), number(1))},
		{"a comparison kept as the other number",
			op(bv.Eq, number(7), d.Select(less, number(3), number(7))), d.Not(less), less},
		{"a bit that is not zero", d.Not(op(bv.Eq, low, number(0))), op(bv.Eq, low, number(1)), op(bv.Eq, low, number(0))},
		{"min by xor", op(bv.Xor, y, d.Select(less, op(bv.Xor, x, y), number(0))), op(bv.UMin, x, y), op(bv.UMax, x, y)},
		{"max by xor, of wide numbers", d.Extract(op(bv.Xor, wide(y, true),
			d.Select(less, number32, op(bv.Xor, wide(x, true), wide(y, true)))), 0, 16),
			op(bv.UMax, x, y), op(bv.UMin, x, y)},
		{"only one complement is widened with its sign",
			op(bv.SLt, wide(d.Not(x), true), wide(y, true)), op(bv.SLt, d.Not(x), y),
			op(bv.SLt, wide(d.Not(x), false), wide(y, false))},
	} {
		if test.left != test.right {
			t.Errorf("%s: not the same term", test.name)
		}
		if test.left == test.wrong {
			t.Errorf("%s: its wrong sibling is the same term", test.name)
		}
	}
}

// Every way to write a minimum with xor has the value that it had.
func TestXorMinMaxKeepsValue(t *testing.T) {
	num := func(x uint64) bv.Word { return bv.Word{W: 8, X: x} }
	edges := []uint64{0, 1, 0x7f, 0x80, 0xff}
	found := 0
	for _, cmp := range []bv.IntOp{bv.ULt, bv.SLt, bv.Eq} {
		for form := range 8 {
			// Of elements, p chosen under a guard, and y one of them or another.
			build := func(dom bv.Domain, p, q, r bv.Value) bv.Value {
				c := dom.Int(cmp, p, q)
				if form&1 != 0 {
					c = dom.Not(c)
				}
				a, b := dom.Int(bv.Xor, p, q), dom.Const(8, 0)
				if form&2 != 0 {
					a, b = b, a
				}
				y := p
				if form&4 != 0 {
					y = q
				}
				return dom.Int(bv.Xor, dom.Int(bv.Xor, dom.Select(c, a, b), r), y)
			}
			d := New(Strategy{})
			p := d.Select(d.GuardOf(d.Bit(0)), d.Var(0, 8), d.Const(8, 0x80))
			term := build(d, p, d.Var(1, 8), d.Var(2, 8))
			for _, e := range term.(*Term).in {
				if e.t.op == intOp(bv.UMin) || e.t.op == intOp(bv.UMax) || e.t.op == intOp(bv.SMin) || e.t.op == intOp(bv.SMax) {
					found++
				}
			}
			for i := range 2 * 5 * 5 * 5 {
				xs := []uint64{edges[i/2%5], edges[i/10%5], edges[i/50]}
				in := Input{Mask: func(int) bool { return i%2 == 1 }, Element: func(name int) uint64 { return xs[name] }}
				first := num(xs[0])
				if i%2 == 0 {
					first = num(0x80)
				}
				want := build(bv.Numbers{}, first, num(xs[1]), num(xs[2])).(bv.Word).X
				if got := d.Eval(term, in); got != want {
					t.Fatalf("comparison %d, form %d, of %#x: %#x, want %#x", cmp, form, xs, got, want)
				}
			}
		}
	}
	if found != 16 {
		t.Errorf("a minimum or maximum seen in %d forms, want all 16 that compare by order", found)
	}
}
