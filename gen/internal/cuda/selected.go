package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// product is a choice by a product: of the elements, or of what they are compared as.
func (p *printer) product(e network.Product) expr {
	typ, c := p.combined.Type, p.conditions.number(e.If)
	if _, last := e.Then.Expr.(network.Identity); last {
		return p.leftOut(typ, c, p.element(e.Then), p.element(e.Else))
	}
	return p.selected(typ, c, p.element(e.Then), p.element(e.Else))
}

// leftOut is a number where c is not 0, else x. A product of that number with one would not hang on x: ptxas
// computes it once, and selects.
func (p *printer) leftOut(typ spec.Type, c, number, x expr) expr {
	if typ != spec.Int32 && typ != spec.Uint32 || c.none() {
		p.report("no product with %s under a condition", typ)
		return expr{}
	}
	of, f := ctypes[typ].name, p.spec.FileName()+"_left"
	p.calls(helper{
		does: fmt.Sprintf("%s where c is not 0, else x, by a product with zero, which is 0: that goes through another "+
			"pipe\nthan a select. Inline PTX keeps the product.", number),
		result: of, name: f, params: fmt.Sprintf("unsigned c, %s x, unsigned zero", of),
		body: lines(
			fmt.Sprintf(`asm("{ .reg .pred p; setp.ne.u32 p, %%1, 0; @p mad.lo.u32 %%0, %%0, %%2, %%3; }" `+
				`: "+r"(x) : "r"(c), "r"(zero), "r"(%s));`, number),
			"return x;"),
	}.String())
	return call(f, c, x, p.at.zero())
}

// selected is a where c is not 0, else b, by a product with one under a predicate. Selects and comparisons
// go through one pipe of an SM, products through another (sm_70 to sm_90), so that a mix of both takes
// less time than either.
func (p *printer) selected(typ spec.Type, c, a, b expr) expr {
	if c.none() {
		p.report("a product under a condition that always holds")
		return expr{}
	}
	of, f := ctypes[typ].name, fmt.Sprintf("%s_select%d", p.spec.FileName(), typ.Bits())
	h := helper{
		does: "a where c is not 0, else b, by a product with one, which is 1: that goes through another pipe\n" +
			"than a select. Inline PTX keeps the product.",
		result: of, name: f, params: fmt.Sprintf("unsigned c, %[1]s a, %[1]s b, unsigned one", of),
	}
	switch {
	case network.Multiplies(typ):
		h.body = lines(fmt.Sprintf("unsigned r = %s;", asWord(typ, name("b"))),
			fmt.Sprintf(`asm("{ .reg .pred p; setp.ne.u32 p, %%1, 0; @p mul.lo.u32 %%0, %%2, %%3; `+
				`}" : "+r"(r) : "r"(c), "r"(%s), "r"(one));`, asWord(typ, name("a"))),
			fmt.Sprintf("return %s;", ofWord(typ, name("r"), packedType)))
	case typ == spec.Int64 || typ == spec.Uint64:
		h.body = lines(
			`asm("{ .reg .pred p; .reg .b32 al, ah, bl, bh; setp.ne.u32 p, %1, 0; mov.b64 {al, ah}, %2; mov.b64 {bl, bh}, %0; "`,
			`    "@p mul.lo.u32 bl, al, %3; @p mul.lo.u32 bh, ah, %3; mov.b64 %0, {bl, bh}; `+
				`}" : "+l"(b) : "r"(c), "l"(a), "r"(one));`,
			"return b;")
	default:
		p.report("no product of %s", typ)
		return expr{}
	}
	p.calls(h.String())
	return call(f, c, a, b, p.at.one())
}
