package cuda

import (
	"fmt"

	"github.com/shflgen/shflgen/gen/internal/network"
	"github.com/shflgen/shflgen/spec"
)

// exchange is one side of putting two elements in order. Of 32 bits each order is one
// instruction; of 64 bits one comparison serves both.
func (p *printer) exchange(e network.Exchange) expr {
	x, y, upper := p.element(e.X), p.element(e.Y), p.conditions.of(e.Upper)
	switch {
	case p.combined.Type.Bits() <= spec.RegisterBits:
		return upper.choose(p.ops[e.Last.Op](x, y).grouped(), p.ops[e.First.Op](x, y).grouped())
	case p.spec.Brings() == 1 && (p.net.Keys.Slots > 0 || p.net.Keys.Code == network.Ordered):
		f := p.exchanged()
		p.calls(f.String())
		return call(f.name, y, x, p.conditions.number(e.Upper), p.at.one())
	case p.spec.Descending:
		return y.less(x).grouped().op("!=", equalBinds, upper).choose(x, y)
	}
	return x.less(y).grouped().op("!=", equalBinds, upper).choose(x, y)
}

// exchanged is the function that gives one side of an exchange of keys of 64 bits. It compares under
// the predicate of the lane's bit, which C++ cannot say: ptxas takes an instruction more for a != of
// two conditions. Selects and comparisons go through one pipe of an SM, as does what encodes a float:
// of an integer with its slot a product moves one word, of a float both. On an H200 a sort of 32
// float64 by selects runs at 0.83 of this rate, by one product at 0.94. Of int64, which is not encoded,
// selects run at 0.94 of the rate of products, with 0.8 of the latency: they are left in C++.
func (p *printer) exchanged() helper {
	cmp, suffix := "lt", "s64"
	if p.spec.Descending {
		cmp = "gt"
	}
	if p.combined.Type == spec.Uint64 {
		suffix = "u64"
	}
	how, lower := "The lower word comes by a select, the\n"+
		"upper one by a product with one, which is 1 and goes through another pipe.", "selp.b32 bl, al, bl, takes"
	if p.net.Keys.Slots == 0 {
		how, lower = "Both words come by products\nwith one, which is 1: these go through another pipe than selects.",
			"@takes mul.lo.u32 bl, al, %3"
	}
	typ := p.ctype.name
	return helper{
		does:   "What sorts first of a and b, and last where upper is not 0. " + how + " Inline PTX keeps the product.",
		result: typ,
		name:   p.spec.FileName() + "_exchange",
		params: fmt.Sprintf("%[1]s a, %[1]s b, unsigned upper, unsigned one", typ),
		body: lines(
			fmt.Sprintf(`asm("{ .reg .pred last, takes; setp.ne.u32 last, %%2, 0; setp.%s.xor.%s takes, %%1, %%0, last; "`, cmp,
				suffix),
			`    ".reg .b32 al, ah, bl, bh; mov.b64 {al, ah}, %1; mov.b64 {bl, bh}, %0; "`,
			fmt.Sprintf(`    "%s; @takes mul.lo.u32 bh, ah, %%3; mov.b64 %%0, {bl, bh}; }" : `+
				`"+l"(b) : "l"(a), "r"(upper), "r"(one));`, lower),
			"return b;"),
	}
}
