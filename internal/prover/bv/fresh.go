package bv

// Fresh is value number k of those that nobody knows anything of, such as an element that may be any: on numbers some
// number, on terms a variable of its own. It is false for a domain that has none.
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

// Bytes of memory that nothing was written to are values of [Fresh], far from all others.
const (
	firstByte = 1 << 26
	endOfByte = 1 << 27
)

// FreshByte is byte number k of memory that nothing was written to. It is false for a domain that has none.
func FreshByte(d Domain, k int) (Value, bool) {
	if k >= endOfByte-firstByte {
		return nil, false
	}
	return Fresh(d, firstByte+k, 8)
}

// OfFreshByte reports whether v shows that it is made of such a byte. On numbers none does.
func OfFreshByte(d Domain, v Value) bool {
	own, ok := d.(interface {
		OfFresh(v Value, from, to int) bool
	})
	return ok && own.OfFresh(v, firstByte, endOfByte)
}
