package rule

import "github.com/shflgen/shflgen/internal/prover/bv"

// bitRows are the rules of bitwise operations and of negatives.
func bitRows() []Row {
	allOnes, none := num(w, onesNum(w)), num(w, zero)
	rows := []Row{
		{Name: "the complement of a sum", Left: xor(shaped(a, Sum), allOnes), Right: add(neg(a), allOnes), Wrong: neg(a),
			When: when(below(one, w))},
		{Name: "a sum with its sign flipped", Left: xor(shaped(a, Sum), num(w, topNum(w))), Right: add(a, num(w, topNum(w))),
			Wrong: add(a, allOnes), When: when(below(one, w))},
		{Name: "xor with zeros", Left: xor(a, none), Right: a, Wrong: none},
		{Name: "or with zeros", Left: or(a, none), Right: a, Wrong: none},
		{Name: "and with ones", Left: and(a, allOnes), Right: a, Wrong: allOnes},
		{Name: "or with ones", Left: or(a, allOnes), Right: allOnes, Wrong: a},
		{Name: "and with zeros", Left: and(a, none), Right: none, Wrong: a},
		{Name: "a bit and its complement", Left: and(p, not(p)), Right: num(one, zero), Wrong: p},
		{Name: "a bit or its complement", Left: or(p, not(p)), Right: num(one, one), Wrong: p},
		{Name: "the negative of a negative", Left: neg(neg(a)), Right: a, Wrong: neg(a)},
		{Name: "the negative of a bit", Left: neg(zext(p, w)), Right: sext(p, w), Wrong: zext(p, w)},
		{Name: "the negative of a spread bit", Left: neg(sext(p, w)), Right: zext(p, w), Wrong: sext(p, w)},
	}
	for _, o := range []struct {
		name string
		code bv.IntOp
	}{{"and", bv.And}, {"or", bv.Or}, {"xor", bv.Xor}} {
		of := wide(b, plus(k, n))
		rows = append(rows, Row{Name: o.name + " by parts", Left: op(o.code, beside(lo, hi), of),
			Right: beside(op(o.code, lo, cut(of, zero, k)), op(o.code, hi, cut(of, k, n))),
			Wrong: beside(op(o.code, lo, cut(of, zero, k)), op(o.code, hi, cut(of, zero, n))), Stage: Late})
	}
	return rows
}
