package bv

// Product is x of format f by 1, or by -1: a number is exact, and of a NaN it is the
// canonical one, positive with all bits set. A domain may have a form of its own for it.
func Product(d Domain, f Format, x Value, negative bool) Value {
	if own, ok := d.(interface {
		Product(f Format, x Value, negative bool) Value
	}); ok {
		return own.Product(f, x, negative)
	}
	w, sign := f.Bits(), uint64(0)
	if negative {
		sign = 1 << (w - 1)
	}
	isNaN := d.Float(FUnordered, f, x, x)
	return d.Select(isNaN, d.Const(w, 1<<(w-1)-1), d.Int(Xor, x, d.Const(w, sign)))
}
