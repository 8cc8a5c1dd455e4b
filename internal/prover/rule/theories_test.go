package rule

import (
	"slices"

	"github.com/shflgen/shflgen/internal/prover/bv"
)

// Claims are rules that no row states: the theories of package term decide them. They are tested as rows are, and both
// sides of each are one term.
func Claims() []Row {
	return slices.Concat(sumClaims(), bitClaims(), choiceClaims(), orderClaims(), roundingClaims())
}

func number(n uint64) *Expr { return num(w, lit(n)) }

// lower and upper are the k low bits of a value of w bits, and those above.
func lower(e *Expr) *Expr { return cut(e, zero, k) }
func upper(e *Expr) *Expr { return cut(e, k, minus(w, k)) }

// wider is the condition that values have more than 3 bits, as the constants of some claims do.
var wider = below(lit(3), w)

func sumClaims() []Row {
	high := num(w, xorNum(onesNum(w), onesNum(k)))
	m := num(w, xorNum(onesNum(w), topNum(k))) // without the top bit of the low part
	moves := num(w, plus(one, shifted(one, k)))
	highSum := add(upper(a), upper(b))
	within := when(below(k, w))
	return []Row{
		{Name: "sums commute", Left: add(a, b), Right: add(b, a), Wrong: sub(b, a)},
		{Name: "sums regroup", Left: add(add(a, b), c), Right: add(a, add(b, c)), Wrong: add(a, sub(b, c))},
		{Name: "numbers cancel", Left: sub(add(a, number(5)), number(5)), Right: a, Wrong: add(a, number(10)),
			When: when(wider)},
		{Name: "numbers gather", Left: add(add(a, number(3)), add(b, number(5))), Right: add(add(a, b), number(8)),
			Wrong: add(add(a, b), number(2)), When: when(wider)},
		{Name: "products regroup", Left: mul(mul(a, b), c), Right: mul(b, mul(c, a)), Wrong: mul(b, mul(c, c))},
		{Name: "high bits of a sum, the low bits of one operand", Left: upper(add(and(a, high), b)), Right: highSum,
			Wrong: upper(add(a, b)), When: within},
		{Name: "high bits of a sum, small low bits", Left: upper(add(and(a, m), and(b, m))), Right: highSum,
			Wrong: upper(add(a, b)), When: when(below(zero, k), below(k, w))},
		{Name: "high bits of a sum, a product that moves the low bits up", Left: upper(add(mul(a, moves), and(b, high))),
			Right: add(upper(a), add(lower(a), upper(b))), Wrong: upper(add(mul(a, moves), b)),
			When: when(equal(w, plus(k, k)))},
		{Name: "a sum with a spread bit", Left: add(add(a, sext(cut(b, zero, one), w)), zext(cut(b, zero, one), w)), Right: a,
			Wrong: add(a, b)},
		{Name: "a bit of a word spread by its negative", Left: sub(number(0), zext(cut(a, zero, one), w)),
			Right: sext(cut(a, zero, one), w), Wrong: zext(cut(a, zero, one), w)},
	}
}

func bitClaims() []Row {
	spread := sext(cut(a, zero, one), w)
	return []Row{
		{Name: "and regroups", Left: and(and(a, b), c), Right: and(and(c, a), b), Wrong: or(and(c, a), b)},
		{Name: "or regroups", Left: or(or(a, b), c), Right: or(or(c, a), b), Wrong: or(and(c, a), b)},
		{Name: "xor regroups and cancels", Left: xor(xor(a, b), xor(c, a)), Right: xor(c, b), Wrong: or(c, b)},
		{Name: "and is idempotent", Left: and(a, and(b, a)), Right: and(b, a), Wrong: a},
		{Name: "or is idempotent", Left: or(a, or(b, a)), Right: or(b, a), Wrong: a},
		{Name: "complement twice", Left: not(not(a)), Right: a, Wrong: not(a)},
		{Name: "xor by ones", Left: xor(a, num(w, onesNum(w))), Right: not(a), Wrong: neg(a)},
		{Name: "a xor in halves", Left: beside(xor(lower(a), lower(b)), xor(upper(a), upper(b))), Right: xor(a, b),
			Wrong: or(a, b)},
		{Name: "copies of a bit in halves", Left: beside(sext(cut(a, zero, one), k), sext(cut(a, zero, one), minus(w, k))),
			Right: spread, Wrong: zext(cut(a, zero, one), w)},
		{Name: "halves joined", Left: beside(lower(a), upper(a)), Right: a, Wrong: beside(upper(a), lower(a))},
		{Name: "parts of a join", Left: cut(beside(lo, hi), zero, k), Right: lo, Wrong: cut(beside(lo, hi), n, k)},
	}
}

func choiceClaims() []Row {
	none, bit := number(0), zext(p, w)
	mask := sext(p, w)
	c := op(bv.ULt, a, b)
	first := func(e *Expr) *Expr { return cut(e, zero, one) }
	rest := func(e *Expr) *Expr { return cut(e, one, minus(w, one)) }
	largest := num(w, minus(topNum(w), one))
	return []Row{
		{Name: "a sum with a choice", Left: add(sel(p, a, none), b), Right: sel(p, add(a, b), b),
			Wrong: sel(p, add(a, b), a)},
		{Name: "a product with a choice", Left: mul(sel(p, a, number(1)), number(5)),
			Right: sel(p, mul(a, number(5)), number(5)),
			Wrong: sel(p, mul(a, number(5)), none), When: when(wider)},
		{Name: "sums of choices", Left: add(sel(p, a, none), sel(q, b, none)), Right: add(sel(q, b, none), sel(p, a, none)),
			Wrong: add(sel(q, a, none), sel(p, b, none))},
		{Name: "a minimum with a choice", Left: op(bv.SMin, sel(p, a, largest), b), Right: sel(p, op(bv.SMin, a, b), b),
			Wrong: sel(p, op(bv.SMin, a, b), largest)},
		{Name: "and with a spread bit", Left: and(a, mask), Right: sel(p, a, none), Wrong: sel(p, none, a)},
		{Name: "or with a spread bit", Left: or(a, mask), Right: sel(p, num(w, onesNum(w)), a),
			Wrong: sel(p, a, num(w, onesNum(w)))},
		{Name: "masked choice", Left: or(and(a, mask), and(b, not(mask))), Right: sel(p, a, b), Wrong: sel(p, b, a)},
		{Name: "a choice in parts, the lowest bit by and and or",
			Left:  beside(or(and(c, first(a)), and(not(c), first(b))), sel(c, rest(a), rest(b))),
			Right: sel(c, a, b), Wrong: sel(c, b, a)},
		{Name: "a product with a bit", Left: mul(a, bit), Right: sel(p, a, none), Wrong: sel(p, a, number(1))},
	}
}

func orderClaims() []Row {
	none := number(0)
	largest := num(w, minus(topNum(w), one))
	choice := sel(p, a, largest)
	under := func(e *Expr, n uint64) *Expr { return beside(lower(e), num(minus(w, k), lit(n))) }
	room := when(atMost(lit(2), minus(w, k)), below(k, w))
	part, rest := upper(a), minus(w, k)
	return []Row{
		{Name: "minimum by xor", Left: xor(b, sel(op(bv.SLt, a, b), xor(a, b), number(0))), Right: op(bv.SMin, a, b),
			Wrong: op(bv.SMax, a, b)},
		{Name: "minima regroup and repeat", Left: op(bv.UMin, op(bv.UMin, a, b), op(bv.UMin, c, a)),
			Right: op(bv.UMin, c, op(bv.UMin, b, a)), Wrong: op(bv.UMin, c, op(bv.UMax, b, a))},
		{Name: "a choice compared with what it may be", Left: sel(op(bv.SLt, choice, largest), choice, largest),
			Right: choice,
			Wrong: sel(p, largest, a)},
		{Name: "nothing is below itself", Left: op(bv.ULt, a, a), Right: num(one, zero), Wrong: op(bv.ULt, a, b)},
		{Name: "order of extended words", Left: op(bv.ULt, sext(a, m), sext(b, m)), Right: op(bv.ULt, a, b),
			Wrong: op(bv.SLt, a, b)},
		{Name: "order by upper parts", Left: op(bv.ULt, under(a, 1), under(b, 2)), Right: num(one, one),
			Wrong: op(bv.ULt, a, b),
			When:  room},
		{Name: "order by upper parts, ones below a number",
			Left:  op(bv.SLt, beside(num(k, onesNum(k)), num(rest, one)), beside(lower(b), part)),
			Right: op(bv.SLt, num(rest, one), part), Wrong: not(op(bv.SLt, part, num(rest, one))), When: room},
		{Name: "order by upper parts, zeros below a number",
			Left:  op(bv.ULt, beside(lower(b), part), beside(num(k, zero), num(rest, one))),
			Right: op(bv.ULt, part, num(rest, one)), Wrong: not(op(bv.ULt, num(rest, one), part)), When: room},
		{Name: "equality by parts", Left: eq(under(a, 1), under(b, 2)), Right: num(one, zero), Wrong: eq(a, b), When: room},
		{Name: "equality of an or with zero", Left: eq(or(a, b), none), Right: and(eq(a, none), eq(b, none)),
			Wrong: or(eq(a, none), eq(b, none))},
		{Name: "equality of bits beside each other", Left: eq(beside(p, q), num(lit(2), one)), Right: and(p, not(q)),
			Wrong: and(p, q)},
		{Name: "equality turns", Left: eq(a, b), Right: eq(b, a), Wrong: eq(b, c)},
	}
}

// roundingClaims are sums and products of numbers of a format that are computed in a wider one, and rounded twice.
func roundingClaims() (rows []Row) {
	for _, o := range []struct {
		name string
		code bv.FloatOp
	}{{"sum", bv.FAdd}, {"product", bv.FMul}} {
		for _, of := range []struct {
			name         string
			narrow, wide bv.Format
		}{{"float16 in float32", bv.F16, bv.F32}, {"bfloat16 in float32", bv.BF16, bv.F32},
			{"float32 in float64", bv.F32, bv.F64}} {
			w := lit(uint64(of.narrow.Bits()))
			x, y := wide(a, w), wide(b, w)
			rows = append(rows, Row{Name: "rounding a " + o.name + " of " + of.name,
				Left: convert(of.narrow, of.wide, float(o.code, of.wide, convert(of.wide, of.narrow, x),
					convert(of.wide, of.narrow, y))),
				Right: float(o.code, of.narrow, x, y), Wrong: x, Float: true, Format: of.narrow, Law: "rounding once",
				Because: "Figueroa, When is double rounding innocuous? (1995): the wider " +
					"significand has twice the bits and two more"})
		}
	}
	return rows
}

// AllRows are all rows that are to be tested: those that rewrite, those of morphisms, and claims.
func AllRows() []Row {
	all := slices.Concat(Rows, Claims())
	for i := range Morphisms {
		all = append(all, Morphisms[i].Rows()...)
	}
	return all
}
