package rule

import "github.com/shflgen/shflgen/internal/prover/bv"

// compareRows are the rules of comparisons of integers.
func compareRows() (rows []Row) {
	for _, o := range orders {
		rows = append(rows,
			Row{Name: "the smaller of two" + suffix(o.less), Left: eq(a, op(o.least, a, b)), Right: not(op(o.less, b, a)),
				Wrong: op(o.less, a, b), Law: "extremum by comparison", Stage: Late},
			Row{Name: "the larger of two" + suffix(o.less), Left: eq(a, op(o.greatest, a, b)), Right: not(op(o.less, a, b)),
				Wrong: op(o.less, b, a), Law: "extremum by comparison", Stage: Late})
	}
	for _, o := range []bv.IntOp{bv.Eq, bv.ULt, bv.SLt} {
		name := map[bv.IntOp]string{bv.Eq: "equality", bv.ULt: "order", bv.SLt: "signed order"}[o]
		x, y, z := shaped(a, Mask), shaped(b, Mask), shaped(c, Mask)
		flipped := func(a, b *Expr) Row { // a comparison of what a and b are the complements of
			return Row{Left: op(o, a, b), Law: "order-preserving encoding", Stage: Late}
		}
		both, first, second := flipped(not(a), not(b)), flipped(not(a), shaped(b, Unflipped)),
			flipped(shaped(a, Unflipped), not(b))
		both.Name, both.Right, both.Wrong = name+" of complements", op(o, b, a), not(op(o, a, b))
		first.Name, first.Right, first.Wrong = name+" of a complement", op(o, not(b), a), op(o, not(a), a)
		second.Name, second.Right, second.Wrong = name+" with a complement", op(o, b, not(a)), op(o, b, not(b))
		rows = append(rows, Row{Name: name + " of a choice of numbers", Left: op(o, sel(p, x, y), z),
			Right: sel(p, op(o, x, z), op(o, y, z)), Wrong: sel(p, op(o, y, z), op(o, x, z))}, both, first)
		if o != bv.Eq { // an order is asked both ways round
			rows = append(rows, Row{Name: name + " with a choice of numbers", Left: op(o, z, sel(p, x, y)),
				Right: sel(p, op(o, z, x), op(o, z, y)), Wrong: sel(p, op(o, z, y), op(o, z, x))}, second)
		}
	}
	return append(rows, []Row{
		{Name: "nothing is above all ones", Left: op(bv.ULt, num(w, onesNum(w)), a), Right: num(one, zero),
			Wrong: not(eq(a, num(w, onesNum(w))))},
		{Name: "nothing is below zero", Left: op(bv.ULt, a, num(w, zero)), Right: num(one, zero),
			Wrong: eq(a, num(w, onesNum(w)))},
		{Name: "nothing is above the greatest, signed", Left: op(bv.SLt, num(w, minus(topNum(w), one)), a),
			Right: num(one, zero), Wrong: op(bv.ULt, num(w, minus(topNum(w), one)), a)},
		{Name: "nothing is below the least, signed", Left: op(bv.SLt, a, num(w, topNum(w))), Right: num(one, zero),
			Wrong: op(bv.ULt, a, num(w, topNum(w)))},
		{Name: "above all numbers without a sign", Left: op(bv.ULt, num(w, minus(topNum(w), one)), a),
			Right: cut(a, minus(w, one), one), Wrong: cut(a, zero, one), When: when(below(one, w)), Stage: Late},
		{Name: "equality of what is flipped alike", Left: eq(xor(a, shaped(c, Mask)), xor(b, shaped(c, Mask))),
			Right: eq(a, b),
			Wrong: eq(a, c), Stage: Late},
		{Name: "equality of bits", Left: eq(p, q), Right: not(xor(p, q)), Wrong: xor(p, q), Stage: Late},
		{Name: "a carry by a complement", Left: op(bv.ULt, not(a), shaped(b, NotMask)),
			Right: cut(add(zext(a, plus(w, w)), zext(b, plus(w, w))), w, one), Wrong: op(bv.ULt, a, b),
			When: when(atMost(w, lit(MaxWidth/2))), Law: "sum in parts", Stage: Late},
	}...)
}

// signRows are comparisons and choices that ask for a sign.
func signRows() []Row {
	return []Row{
		{Name: "what is negative", Left: op(bv.SLt, a, num(w, zero)), Right: cut(a, minus(w, one), one),
			Wrong: cut(a, zero, one),
			When:  when(below(one, w)), Stage: Signs},
		{Name: "a magnitude by its sign, of what is widened",
			Left:  sel(is(cut(sext(z, w), minus(w, one), one)), is(neg(sext(z, w))), sext(z, w)),
			Right: zext(abs(z), w), Wrong: sext(abs(z), w), When: when(below(one, m)), Stage: Signs},
		{Name: "a magnitude by its sign", Left: sel(is(cut(a, minus(w, one), one)), is(neg(a)), shaped(a, Single)),
			Right: abs(a), Wrong: neg(abs(a)), When: when(below(one, w)), Stage: Signs},
		{Name: "what is not negative", Left: op(bv.SLt, num(w, onesNum(w)), a), Right: not(cut(a, minus(w, one), one)),
			Wrong: cut(a, minus(w, one), one), When: when(below(one, w)), Stage: Signs},
	}
}
