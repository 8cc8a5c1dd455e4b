package rule

import "github.com/shflgen/shflgen/internal/prover/bv"

// selectRows are the rules of choices.
func selectRows() []Row {
	rows := []Row{
		{Name: "a choice of the same", Left: sel(p, a, a), Right: a, Wrong: sel(p, a, b)},
		{Name: "a choice in a choice", Left: sel(p, sel(p, a, b), c), Right: sel(p, a, c), Wrong: sel(p, b, c)},
		{Name: "a choice in the other arm", Left: sel(p, a, sel(p, b, c)), Right: sel(p, a, c), Wrong: sel(p, a, b)},
		{Name: "a choice by a complement", Left: sel(not(p), a, b), Right: sel(p, b, a), Wrong: sel(p, a, b), Stage: Late},
		{Name: "a choice of bits", Left: sel(p, q, wide(c, one)), Right: or(and(p, q), and(not(p), wide(c, one))),
			Wrong: or(and(p, q), and(p, wide(c, one))), Stage: Parts},
		{Name: "one of two that are equal", Left: sel(eq(a, b), a, b), Right: b, Wrong: a, Stage: Late},
		{Name: "a choice of two numbers by a sign",
			Left:  sel(op(bv.SLt, z, num(m, zero)), num(w, x), num(w, y)),
			Right: xor(and(sext(cut(z, minus(m, one), one), w), num(w, xorNum(x, y))), num(w, y)),
			Wrong: xor(and(sext(cut(z, minus(m, one), one), w), num(w, xorNum(x, y))), num(w, x)), Stage: Late},
	}
	for _, o := range orders {
		less := op(o.less, a, b)
		rows = append(rows,
			Row{Name: "the least by a comparison" + suffix(o.less), Left: sel(less, a, b), Right: op(o.least, a, b),
				Wrong: op(o.greatest, a, b), Law: "extremum by comparison", Stage: Late},
			Row{Name: "the greatest by a comparison" + suffix(o.less), Left: sel(less, b, a), Right: op(o.greatest, a, b),
				Wrong: op(o.least, a, b), Law: "extremum by comparison", Stage: Late})
	}
	return append(rows, tieRows()...)
}

// tieRows are choices of the better of two winners, by their keys and, where these are equal, their numbers. That the
// key is not worse may be asked again.
func tieRows() (rows []Row) {
	lower, higher := z, wide(d, m) // numbers
	byNumber := is(op(bv.ULt, lower, higher))
	for _, o := range orders {
		for _, twice := range []bool{false, true} {
			name := suffix(o.less)
			if twice {
				name = ", asked twice" + name
			}
			better := func(a, tie *Expr) *Expr {
				less, equal := op(o.less, b, a), is(eq(a, b))
				if twice {
					return or(less, all(equal, is(not(less)), tie))
				}
				return or(less, and(equal, tie))
			}
			rows = append(rows,
				Row{Name: "the least, ties broken" + name, Left: sel(better(a, p), b, a), Right: op(o.least, a, b),
					Wrong: op(o.greatest, a, b), Law: "extremum by comparison", Stage: Late},
				Row{Name: "the greatest, ties broken" + name, Left: sel(better(a, p), a, b), Right: op(o.greatest, a, b),
					Wrong: op(o.least, a, b), Law: "extremum by comparison", Stage: Late},
				Row{Name: "the lower number of the least" + name,
					Left:  sel(better(made(a, o.least), byNumber), lower, higher),
					Right: lowerOf(o.least, b, lower, a, higher), Wrong: lowerOf(o.greatest, b, lower, a, higher),
					Law: "extremum by comparison", Stage: Late},
				Row{Name: "the lower number of the greatest" + name,
					Left:  sel(better(made(a, o.greatest), byNumber), lower, higher),
					Right: lowerOf(o.greatest, a, lower, b, higher), Wrong: lowerOf(o.least, a, lower, b, higher),
					Law: "extremum by comparison", Stage: Late})
		}
	}
	return rows
}

// lowerOf is the least of the numbers with the better of two keys.
func lowerOf(o bv.IntOp, x, i, y, j *Expr) *Expr {
	key := op(o, x, y)
	none := num(m, onesNum(m))
	return op(bv.UMin, sel(eq(x, key), i, none), sel(eq(y, key), j, none))
}
