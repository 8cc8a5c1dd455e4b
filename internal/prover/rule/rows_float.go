package rule

import "github.com/shflgen/shflgen/internal/prover/bv"

// formats are those of floats, with their names.
var formats = []struct {
	f    bv.Format
	name string
}{{bv.F16, " of float16"}, {bv.BF16, " of bfloat16"}, {bv.F32, " of float32"}, {bv.F64, " of float64"}}

const (
	unordered  = "IEEE 754-2019, 5.11: a NaN is unordered with every operand, itself included, and equal to none"
	propagates = "IEEE 754-2019, 9.6: minimum and maximum give a NaN if either " +
		"operand is one, else what minimumNumber and " +
		"maximumNumber give"
)

// isNumber is the condition that x is no NaN of a format: its magnitude is at most infinity.
func isNumber(f bv.Format, x *Num) Cond {
	return atMost(lowBits(x, lit(uint64(f.Bits()-1))), lit(bv.Infinity(f)))
}

// isNaN is the condition that x is one.
func isNaN(f bv.Format, x *Num) Cond {
	return atMost(lit(bv.Infinity(f)+1), lowBits(x, lit(uint64(f.Bits()-1))))
}

// testRows are comparisons of floats that a NaN alone decides.
func testRows() (rows []Row) {
	for _, of := range formats {
		w := lit(uint64(of.f.Bits()))
		a, b, number := wide(a, w), wide(b, w), num(w, x)
		test := func(o bv.FloatOp, a, b *Expr) *Expr { return float(o, of.f, a, b) }
		no, isNaN, isNumber := num(one, zero), when(isNaN(of.f, x)), when(isNumber(of.f, x))
		nan := func(a *Expr) *Expr { return test(bv.FUnordered, a, a) }
		for _, r := range []Row{
			{Name: "equality with itself", Left: test(bv.FEq, a, a), Right: not(nan(a)), Wrong: nan(a)},
			{Name: "order with itself", Left: test(bv.FLt, a, a), Right: no, Wrong: nan(a)},
			{Name: "equality with a NaN", Left: test(bv.FEq, a, number), Right: no, Wrong: nan(a), When: isNaN},
			{Name: "order before a NaN", Left: test(bv.FLt, a, number), Right: no, Wrong: not(nan(a)), When: isNaN},
			{Name: "order after a NaN", Left: test(bv.FLt, number, a), Right: no, Wrong: not(nan(a)), When: isNaN},
			{Name: "whether one is a NaN, beside a NaN", Left: test(bv.FUnordered, a, number), Right: num(one, one),
				Wrong: nan(a), When: isNaN},
			{Name: "whether one is a NaN, beside a number", Left: test(bv.FUnordered, a, number), Right: nan(a),
				Wrong: num(one, one), When: isNumber},
			{Name: "whether either is a NaN", Left: or(nan(a), nan(b)), Right: test(bv.FUnordered, a, b), Wrong: nan(a),
				Stage: Late},
			{Name: "whether neither is a NaN", Left: and(not(nan(a)), not(nan(b))), Right: not(test(bv.FUnordered, a, b)),
				Wrong: not(nan(a)), Stage: Late},
		} {
			r.Name, r.Because = r.Name+of.name, unordered
			rows = append(rows, r)
		}
	}
	return rows
}

// extremumRows are choices, by whether either operand is a NaN, between a NaN and an extremum in which a NaN loses.
func extremumRows() (rows []Row) {
	for _, of := range formats {
		w := lit(uint64(of.f.Bits()))
		a, b := wide(a, w), wide(b, w)
		either := float(bv.FUnordered, of.f, a, b)
		for _, o := range []struct {
			name         string
			plain, other bv.FloatOp
			wins         bv.FloatOp
		}{{"the minimum", bv.FMin, bv.FMax, bv.FMinNaN}, {"the maximum", bv.FMax, bv.FMin, bv.FMaxNaN}} {
			row := func(name string, nan *Expr, when []Cond) {
				rows = append(rows, Row{Name: name + of.name, Left: sel(either, nan, is(float(o.plain, of.f, a, b))),
					Right: float(o.wins, of.f, a, b), Wrong: float(o.plain, of.f, a, b), When: when, Float: true, Format: of.f,
					Law: "extremum by comparison", Because: propagates, Stage: Late})
			}
			row(o.name+" or a NaN", num(w, x), when(isNaN(of.f, x)))
			row(o.name+" or the sum, which is a NaN", is(float(bv.FAdd, of.f, a, b)), nil)
		}
	}
	return rows
}

// convertRows are the rules of conversions.
func convertRows() (rows []Row) {
	for _, of := range formats {
		a := wide(a, lit(uint64(of.f.Bits())))
		rows = append(rows, Row{Name: "no conversion" + of.name, Left: convert(of.f, of.f, a), Right: quiet(of.f, a),
			Wrong: not(a), Float: true, Format: of.f, Because: "IEEE 754-2019, 5.4.2: a conversion to the same format is exact"})
	}
	half := wide(a, lit(16))
	return append(rows,
		Row{Name: "widened twice", Left: convert(bv.F64, bv.F32, convert(bv.F32, bv.F16, half)),
			Right: convert(bv.F64, bv.F16, half), Wrong: convert(bv.F64, bv.BF16, half), Float: true, Format: bv.F64,
			Because: "IEEE 754-2019, 5.4.2: a conversion to a wider format is exact"},
		Row{Name: "a bfloat16 widened", Left: convert(bv.F32, bv.BF16, half),
			Right: quiet(bv.F32, beside(num(lit(16), zero), half)),
			Wrong: quiet(bv.F32, beside(half, half)), Float: true, Format: bv.F32, Stage: Late,
			Because: "a bfloat16 is the upper half of the float32 of the same value"})
}

// roundingRows are the ways in which integer arithmetic tests a float32 result for a NaN and rounds it to bfloat16.
func roundingRows() []Row {
	whole := wide(a, lit(32))
	result := shaped(whole, Result)
	result.F = bv.F32
	nan, isNaN := float(bv.FUnordered, bv.F32, whole, whole), float(bv.FUnordered, bv.F32, result, result)
	infinity := bv.Infinity(bv.F32)
	magnitude := zext(cut(result, zero, lit(31)), lit(32))
	lowestKept := zext(cut(whole, lit(16), one), lit(32))
	sum := add3(result, lowestKept, num(lit(32), lit(0x7fff)))
	upper := cut(sum, lit(16), lit(16))
	rows := []Row{
		{Name: "rounding to bfloat16 by bits", Left: sel(isNaN, num(lit(16), lit(0x7fff)), upper),
			Right: convert(bv.BF16, bv.F32, whole), Wrong: cut(whole, lit(16), lit(16)), Float: true, Format: bv.BF16},
		{Name: "rounding to bfloat16 by bits, moved up",
			Left:  sel(isNaN, num(lit(32), lit(0x7fff0000)), beside(num(lit(16), zero), upper)),
			Right: beside(num(lit(16), zero), sel(nan, num(lit(16), lit(0x7fff)), upper)), Wrong: whole},
	}
	rows = append(rows,
		Row{Name: "a NaN by its magnitude", Left: op(bv.ULt, num(lit(32), lit(infinity)), magnitude), Right: nan,
			Wrong: not(nan)},
		Row{Name: "a number by its magnitude", Left: op(bv.ULt, magnitude, num(lit(32), lit(infinity+1))), Right: not(nan),
			Wrong: nan})
	for i := range rows {
		rows[i].Law, rows[i].Stage = "rounding by bits", Late
		rows[i].Because = "IEEE 754-2019, 3.4: the magnitudes of NaNs, as integers, are those above infinity's"
	}
	return rows
}
