package cuda

import "testing"

// TestPrecedence checks that parentheses stand only where the grammar requires them, or -Wparentheses.
func TestPrecedence(t *testing.T) {
	a, b, c := name("a"), name("b"), name("c")
	for _, test := range []struct {
		expr expr
		want string
	}{
		{a.plus(b).and(c), "(a + b) & c"},
		{a.and(b.times(c)), "a & (b * c)"},
		{a.and(b).and(c), "a & b & c"},
		{a.and(b).or(c), "(a & b) | c"},
		{a.plus(number(0)).and(c), "a & c"},
		{a.and(b).plus(c), "(a & b) + c"},
		{a.minus(b.minus(c)), "a - (b - c)"},
		{a.minus(b).minus(c), "a - b - c"},
		{a.shr(b).and(number(1)), "a >> b & 1u"},
		{a.shr(b.and(c)), "a >> (b & c)"},
		{a.bit(b), "(a >> b & 1u) != 0u"},
		{a.or(b.xor(c)), "a | (b ^ c)"},
		{a.or(b.and(c).grouped()), "a | (b & c)"},
		{a.plus(b).to("int"), "(int)(a + b)"},
		{a.to("int").plus(b), "(int)a + b"},
		{call("f", a.plus(b), c).to("int"), "(int)f(a + b, c)"},
		{a.less(b).choose(a, b), "a < b ? a : b"},
		{a.less(b).choose(a, b).and(c), "(a < b ? a : b) & c"},
		{a.choose(a.choose(b, c), a.choose(b, c)), "a ? (a ? b : c) : a ? b : c"},
		{a.choose(b, c).choose(b, c), "(a ? b : c) ? b : c"},
		{a.less(b).and(b.equal(c)), "(a < b) & (b == c)"},
		{a.plus(b).times(c.plus(a)), "(a + b) * (c + a)"},
		{a.grouped(), "a"},
		{a.plus(b).grouped().grouped(), "(a + b)"},
		{name("v").entry(3), "v[3]"},
		{hex(8, 0xff), "0x000000ffu"},
		{everyone, "0xffffffffu"},
	} {
		if test.expr.text != test.want {
			t.Errorf("%s, want %s", test.expr.text, test.want)
		}
	}
}
