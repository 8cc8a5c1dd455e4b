package golang

import (
	"strings"
	"testing"

	"github.com/dave/jennifer/jen"
)

// source is code as it stands in a formatted file.
func source(t *testing.T, code jen.Code) string {
	t.Helper()
	text := jen.Func().Id("f").Params().Block(code).GoString()
	return strings.TrimSuffix(strings.TrimPrefix(text, "func f() {\n\t"), "\n}")
}

// TestPrecedence checks that parentheses stand only where the grammar requires them.
func TestPrecedence(t *testing.T) {
	a, b, c := id("a"), id("b"), id("c")
	for _, test := range []struct {
		expr expr
		want string
	}{
		{a.plus(b).and(c), "(a + b) & c"},
		{a.and(b).plus(c), "a&b + c"},
		{a.minus(b.minus(c)), "a - (b - c)"},
		{a.minus(b).minus(c), "a - b - c"},
		{a.shr(3).and(dec(1)), "a >> 3 & 1"},
		{a.and(b.shr(3)), "a & (b >> 3)"},
		{a.shr(3).and(dec(1)).neg(), "-(a >> 3 & 1)"},
		{a.not().shl(1), "^a << 1"},
		{a.neg().neg(), "- -a"},
		{a.neg().xor(b.not()), "-a ^ ^b"},
		{a.shl(1).not(), "^(a << 1)"},
		{a.to("int8").neg(), "-int8(a)"},
		{a.or(b).to("uint32").shl(16), "uint32(a|b) << 16"},
		{chosen(c, a.or(b), b), "(a|b)&c | b&^c"},
		{chosen(c, a, hex(0x80).neg()), "a&c | -0x80&^c"},
		{a.times(b.plus(c)), "a * (b + c)"},
		{union([]expr{a, b.and(c), c}), "a | b&c | c"},
		{a.shifted(0), "a"},
		{a.grouped().and(b), "(a) & b"},
		{id("v").at(2).at(31), "v[2][31]"},
		{call("min", a.plus(b), c), "min(a+b, c)"},
	} {
		if got := source(t, define("x", test.expr)); got != "x := "+test.want {
			t.Errorf("%s, want x := %s", got, test.want)
		}
	}
}

// TestOperandsAreNotChanged wants an expression to be the same after it was used in others.
func TestOperandsAreNotChanged(t *testing.T) {
	ab := id("a").and(id("b"))
	for range 3 {
		ab.or(id("c"))
		ab.and(id("d"))
		define("y", ab)
	}
	if got, want := source(t, define("x", ab)), "x := a & b"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestImports wants an import to follow from a call.
func TestImports(t *testing.T) {
	f := jen.NewFile("p")
	f.Func().Id("f").Params().Block(define("n", callIn("math/bits", "Len32", callIn("math", "Float32bits", id("x")))))
	var b strings.Builder
	if err := f.Render(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\t\"math\"\n", "\t\"math/bits\"\n", "n := bits.Len32(math.Float32bits(x))"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q:\n%s", want, b.String())
		}
	}
}
