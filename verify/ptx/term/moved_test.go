package term

import (
	"testing"

	"github.com/shflgen/shflgen/verify/ptx/exec"
)

// What compilers make of narrow products and of comparisons of complements ends
// in the same term as the plain form, and a wrong sibling does not.
func TestMovedAndFlipped(t *testing.T) {
	d := New()
	x, y := exec.Value(d.Var(0, 16)), exec.Value(d.Var(1, 16))
	number := func(n uint64) exec.Value { return d.Const(16, n) }
	wide := func(v exec.Value, signed bool) exec.Value { return d.Extend(v, 32, signed) }
	up := func(v exec.Value, n int) exec.Value {
		return d.Concat(d.Const(n, 0), d.Extract(v, 0, v.Width()-n))
	}
	op := func(o exec.IntOp, a, b exec.Value) exec.Value { return d.Int(o, a, b) }
	product := func(n int) exec.Value {
		return d.Extract(op(exec.Mul, up(wide(x, false), n), wide(y, true)), 16, 16)
	}
	number32 := d.Const(32, 0)
	less := op(exec.ULt, x, y)
	low := d.Extend(d.Extract(x, 0, 1), 16, false)
	c := d.Select(d.GuardOf(d.Bit(0)), x, number(0x8000))
	for _, test := range []struct {
		name               string
		left, right, wrong exec.Value
	}{
		{"product in the high half", product(16), op(exec.Mul, x, y), product(15)},
		{"product by a power of two", op(exec.Mul, x, number(4)), up(x, 2), up(x, 3)},
		{"complements compared, signed", op(exec.SLt, d.Not(x), d.Not(y)), op(exec.SLt, y, x), op(exec.SLt, x, y)},
		{"complements compared, unsigned", op(exec.ULt, d.Not(x), d.Not(y)), op(exec.ULt, y, x), op(exec.SLt, y, x)},
		{"complement and number", op(exec.ULt, d.Not(x), number(5)), op(exec.ULt, number(0xfffa), x), op(exec.ULt, number(0xfffb), x)},
		{"complement of a choice", op(exec.SLt, d.Not(c), d.Not(y)), op(exec.SLt, y, c), op(exec.SLt, c, y)},
		{"complements widened before and after",
			op(exec.SLt, wide(d.Not(x), true), d.Not(wide(y, true))), op(exec.SLt, y, x), op(exec.ULt, y, x)},
		{"a comparison kept as a number",
			d.Not(op(exec.Eq, d.Select(less, number(1), number(0)), number(0))), less, op(exec.Eq, d.Select(less, number(2), number(0)), number(1))},
		{"a comparison kept as the other number",
			op(exec.Eq, number(7), d.Select(less, number(3), number(7))), d.Not(less), less},
		{"a bit that is not zero", d.Not(op(exec.Eq, low, number(0))), op(exec.Eq, low, number(1)), op(exec.Eq, low, number(0))},
		{"min by xor", op(exec.Xor, y, d.Select(less, op(exec.Xor, x, y), number(0))), op(exec.UMin, x, y), op(exec.UMax, x, y)},
		{"max by xor, of wide numbers", d.Extract(op(exec.Xor, wide(y, true), d.Select(less, number32, op(exec.Xor, wide(x, true), wide(y, true)))), 0, 16),
			op(exec.UMax, x, y), op(exec.UMin, x, y)},
		{"only one complement is widened with its sign",
			op(exec.SLt, wide(d.Not(x), true), wide(y, true)), op(exec.SLt, d.Not(x), y), op(exec.SLt, wide(d.Not(x), false), wide(y, false))},
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
	num := func(x uint64) exec.Word { return exec.Word{W: 8, X: x} }
	edges := []uint64{0, 1, 0x7f, 0x80, 0xff}
	found := 0
	for _, cmp := range []exec.IntOp{exec.ULt, exec.SLt, exec.Eq} {
		for form := range 8 {
			// Of elements, p chosen under a guard, and y one of them or another.
			build := func(dom exec.Domain, p, q, r exec.Value) exec.Value {
				c := dom.Int(cmp, p, q)
				if form&1 != 0 {
					c = dom.Not(c)
				}
				a, b := dom.Int(exec.Xor, p, q), dom.Const(8, 0)
				if form&2 != 0 {
					a, b = b, a
				}
				y := p
				if form&4 != 0 {
					y = q
				}
				return dom.Int(exec.Xor, dom.Int(exec.Xor, dom.Select(c, a, b), r), y)
			}
			d := New()
			p := d.Select(d.GuardOf(d.Bit(0)), d.Var(0, 8), d.Const(8, 0x80))
			term := build(d, p, d.Var(1, 8), d.Var(2, 8))
			for _, e := range term.(*Term).in {
				if e.t.op == intOp(exec.UMin) || e.t.op == intOp(exec.UMax) || e.t.op == intOp(exec.SMin) || e.t.op == intOp(exec.SMax) {
					found++
				}
			}
			for i := range 2 * 5 * 5 * 5 {
				xs := []uint64{edges[i/2%5], edges[i/10%5], edges[i/50]}
				in := Input{func(int) bool { return i%2 == 1 }, func(name int) uint64 { return xs[name] }}
				first := num(xs[0])
				if i%2 == 0 {
					first = num(0x80)
				}
				want := build(exec.Numbers{}, first, num(xs[1]), num(xs[2])).(exec.Word).X
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
