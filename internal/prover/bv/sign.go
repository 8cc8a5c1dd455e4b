package bv

// The neg and abs of floats are arithmetic, not bit operations: a number is exact,
// but "NaN inputs yield an unspecified NaN" (PTX ISA, "neg" and "abs"). ptxas makes
// FADD, HADD2, HFMA2 or DADD of them. On an H200 neg.f32 and abs.f32 of 0x7fc00001
// both give 0x7fffffff, and the halves give 0x7fff.

// Negate is -x of format f. No bit of a NaN's result is known.
func Negate(d Domain, f Format, x Value) Value {
	w := f.Bits()
	return d.Quiet(f, d.Int(Xor, x, d.Const(w, 1<<(w-1))))
}

// Absolute is |x| of format f. No bit of a NaN's result is known.
func Absolute(d Domain, f Format, x Value) Value {
	w := f.Bits()
	return d.Quiet(f, d.Int(And, x, d.Const(w, 1<<(w-1)-1)))
}
