package rule

import "github.com/shflgen/shflgen/internal/prover/bv"

// summandRows are parts of sums, as sums of multiples of other parts.
func summandRows() []Row {
	bit := zext(p, w)
	choice := sel(p, num(m, x), num(m, y))
	// y, and the difference where the bit is set
	chosen := func(x, y *Num) *Expr { return add(mul(bit, num(w, lowBits(minus(x, y), w))), num(w, lowBits(y, w))) }
	both := add(a, b)
	return []Row{
		{Name: "a choice of numbers in a sum", Left: sel(p, num(w, x), num(w, y)), Right: chosen(x, y), Wrong: chosen(y, x),
			When: when(below(one, w)), Stage: Summands},
		{Name: "a choice of numbers in a sum, widened", Left: zext(choice, w), Right: chosen(x, y), Wrong: chosen(y, x),
			When: when(below(one, m), below(m, w)), Stage: Summands},
		{Name: "a choice of numbers in a sum, widened with its sign", Left: sext(choice, w),
			Right: chosen(signOf(x, m), signOf(y, m)), Wrong: chosen(x, y), When: when(below(one, m), below(m, w)),
			Stage: Summands},
		{Name: "a choice of numbers in a sum, widened twice", Left: zext(sext(choice, k), w),
			Right: chosen(lowBits(signOf(x, m), k), lowBits(signOf(y, m), k)), Wrong: chosen(x, y),
			When: when(below(one, m), below(m, k), below(k, w)), Stage: Summands},
		{Name: "a spread bit in a sum", Left: sext(p, w), Right: neg(bit), Wrong: bit, When: when(below(one, w)),
			Stage: Summands},
		{Name: "and of what or made", Left: and(made(a, bv.Or), b), Right: sub(both, or(a, b)), Wrong: sub(both, xor(a, b)),
			Stage: Mixed},
		{Name: "or of what and made", Left: or(made(a, bv.And), b), Right: sub(both, and(a, b)), Wrong: sub(both, xor(a, b)),
			Stage: Mixed},
		{Name: "twice and of what xor made", Left: mul(and(made(a, bv.Xor), b), num(w, lit(2))), Right: sub(both, xor(a, b)),
			Wrong: sub(both, or(a, b)), When: when(below(one, w)), Stage: Twice},
	}
}
