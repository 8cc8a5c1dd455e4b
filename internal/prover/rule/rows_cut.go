package rule

// cutRows are the rules of parts of values, and of values with their sign copied upward.
func cutRows() []Row {
	return []Row{
		{Name: "a part of a part", Left: cut(cut(a, m, x), k, n), Right: cut(a, plus(m, k), n), Wrong: cut(a, m, n)},
		{Name: "a low part of a widened value", Left: cut(sext(z, w), k, n), Right: cut(z, k, n),
			Wrong: cut(z, minus(m, n), n), When: when(atMost(plus(k, n), m))},
		{Name: "a part with copies of a sign", Left: cut(sext(z, w), k, n), Right: sext(cut(z, k, minus(m, k)), n),
			Wrong: zext(cut(z, k, minus(m, k)), n), When: when(below(k, m), below(m, plus(k, n)))},
		{Name: "copies of a sign", Left: cut(sext(z, w), k, n), Right: sext(cut(z, minus(m, one), one), n),
			Wrong: sext(cut(z, zero, one), n), When: when(atMost(m, k))},
		{Name: "a part of a choice", Left: cut(sel(p, a, b), k, n), Right: sel(p, cut(a, k, n), cut(b, k, n)),
			Wrong: sel(p, cut(a, k, n), cut(a, k, n))},
		{Name: "low bits of a negative", Left: cut(neg(a), zero, n), Right: neg(cut(a, zero, n)), Wrong: cut(a, zero, n)},
		{Name: "a sign copied twice", Left: sext(sext(lo, m), w), Right: sext(lo, w), Wrong: zext(lo, w)},
	}
}

// joinRows are the rules of values side by side.
func joinRows() []Row {
	spread, upper := shaped(p, NotMask), plus(n, one)
	below := func(e *Expr, from *Num) *Expr { return cut(e, minus(from, one), one) }
	from := func(e *Expr, from *Num) *Expr { return cut(e, minus(from, one), upper) }
	nothing, number := num(one, zero), func(x *Num) *Expr { return num(upper, shifted(x, one)) }
	return []Row{
		// a choice of parts, and the bit below, which is an expression of bits
		{Name: "the bit below a choice", Left: beside(isWide(one, sel(p, below(a, x), below(z, y))),
			sel(p, cut(a, x, n), cut(z, y, n))),
			Right: sel(p, from(a, x), from(z, y)), Wrong: sel(p, from(a, x), from(a, x)),
			When: when(atMost(one, x), atMost(one, y))},
		{Name: "the bit below a choice, or none", Left: beside(isWide(one, sel(p, below(a, x), nothing)),
			sel(p, cut(a, x, n), num(n, y))),
			Right: sel(p, from(a, x), number(y)), Wrong: sel(p, from(a, x), num(upper, y)), When: when(atMost(one, x))},
		{Name: "none or the bit below a choice", Left: beside(isWide(one, sel(p, nothing, below(a, x))),
			sel(p, num(n, y), cut(a, x, n))),
			Right: sel(p, number(y), from(a, x)), Wrong: sel(p, num(upper, y), from(a, x)), When: when(atMost(one, x))},
		{Name: "a zero below a choice of numbers", Left: beside(nothing, sel(p, num(n, x), num(n, y))),
			Right: sel(p, number(x), number(y)), Wrong: sel(p, num(upper, x), number(y))},
		{Name: "choices by one bit", Left: beside(sel(p, lo, wide(c, k)), sel(p, hi, wide(d, n))),
			Right: sel(p, beside(lo, hi), beside(wide(c, k), wide(d, n))),
			Wrong: sel(p, beside(lo, hi), beside(lo, wide(d, n)))},
		{Name: "choices by one bit, the lower widened", Left: beside(sext(sel(p, z, wide(c, m)), k), sel(p, hi, wide(d, n))),
			Right: sel(p, beside(sext(z, k), hi), beside(sext(wide(c, m), k), wide(d, n))),
			Wrong: sel(p, beside(sext(z, k), hi), beside(sext(z, k), wide(d, n)))},
		{Name: "copies of a bit", Left: beside(sext(p, k), sext(p, n)), Right: sext(p, plus(k, n)),
			Wrong: zext(p, plus(k, n))},
		{Name: "copies above a bit", Left: beside(spread, sext(p, n)), Right: sext(p, upper), Wrong: zext(p, upper)},
		{Name: "copies below a bit", Left: beside(sext(p, n), spread), Right: sext(p, upper), Wrong: zext(p, upper)},
		{Name: "a bit twice", Left: beside(spread, p), Right: sext(p, lit(2)), Wrong: zext(p, lit(2))},
	}
}

// partRows are the rules of adjacent parts of one value.
func partRows() []Row {
	bits := plus(k, n)
	return []Row{
		{Name: "a part below the next", Left: beside(isWide(k, cut(a, minus(x, k), k)), cut(a, x, n)),
			Right: cut(a, minus(x, k), bits), Wrong: cut(a, minus(minus(x, k), one), bits), When: when(atMost(k, x)),
			Stage: Late},
		{Name: "a part above the one before", Left: beside(cut(a, x, k), isWide(n, cut(a, plus(x, k), n))),
			Right: cut(a, x, bits), Wrong: cut(a, plus(x, one), bits), When: when(atMost(plus(x, bits), w)), Stage: Parts},
	}
}
