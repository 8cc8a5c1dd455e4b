package bv

// RestOf is what a signed number leaves when it is divided by n and rounded toward zero, of a number
// that the domain knows by what it leaves; false for others.
func RestOf(d Domain, x Value, n uint64) (Value, bool) {
	own, ok := d.(interface {
		RestOf(x Value, n uint64) (Value, bool)
	})
	if !ok {
		return nil, false
	}
	return own.RestOf(x, n)
}
