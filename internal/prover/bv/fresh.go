package bv

// Fresh is value number k of those that nobody knows anything of, such as a byte of memory that
// nothing was written to: on numbers some number, on terms a variable of its own. It is false for
// a domain that has none.
func Fresh(d Domain, k, w int) (Value, bool) {
	own, ok := d.(interface{ Fresh(k, w int) Value })
	if !ok {
		return nil, false
	}
	return own.Fresh(k, w), true
}

// Fresh is a number that depends on k alone and has few zeros.
func (n Numbers) Fresh(k, w int) Value {
	x := (uint64(k) + 1) * 0x9e3779b97f4a7c15
	x = (x ^ x>>31) * 0xbf58476d1ce4e5b9
	return n.Const(w, low(w, x^x>>29|1))
}
